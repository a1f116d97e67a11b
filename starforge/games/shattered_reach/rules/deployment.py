"""Deploying fleets, secretly and all at once, each in its zone (SR-S5, SR-S6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, only
from starforge.engine.state import Ask
from starforge.games.shattered_reach.model.actions import Face, Place, Ready, Select
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.maps import chart_of
from starforge.games.shattered_reach.model.state import (
    Ship,
    War,
    body,
    chart,
    fleet_of,
    hexes_of,
    hull_of,
    lift,
    put,
)
from starforge.games.shattered_reach.rules.movement import check_own, select
from starforge.games.shattered_reach.rules.ops import op

ASK = Ask("deploy")


@op("reveal the fleets")
def reveal_fleets(s: War, seat: int) -> None:
    """Open all fleet lists and ask everybody to deploy (SR-S4, SR-S5)."""
    s.learned += 1
    s.phase = "deploy"
    field = chart(s)
    for n, p in enumerate(s.players):
        slugs = sorted(p.fleet, key=list(hulls()).index, reverse=True)
        s.emit("mustered", seat=n, ships=slugs)
        for slug in slugs:
            number = len(s.ships) + 1
            hull = hulls()[slug]
            s.ships[number] = Ship(n, slug, number, 0, 0, 0, 0, hull.hull, hull.shields, hull.missiles, placed=False)
        p.fleet, p.heading = [], field.facings[p.side]
        p.chosen = next(fleet_of(s, n)).id
        s.asks[n] = ASK


@lru_cache(1024)
def berths(place: tuple[str, str, int], side: int, length: int, heading: int) -> dict[Place, tuple[int, ...]]:
    """Return where an empty zone takes a ship of a length and heading, each with the hexes it fills (SR-S6)."""
    field = chart_of(*place)
    zone = set(field.zones[side])
    found = {}
    for q, r in field.zones[side]:
        filled = body(q, r, heading, length)
        if all(at in zone for at in filled) and (length <= 2 or filled[-1] in field.edge):
            found[Place(q, r)] = tuple(map(hx.pack, filled))
    return found


def berths_for(s: War, seat: int, ship: Ship, heading: int) -> dict[Place, tuple[int, ...]]:
    """Return where the seat's empty zone takes a ship."""
    place = s.scenario, s.custom, len(s.players)
    return berths(place, s.players[seat].side, hull_of(ship).length, heading)


def free_berths(s: War, seat: int, ship: Ship, heading: int) -> list[Place]:
    """Return where a ship can be placed now."""
    cells = s.cells
    places = berths_for(s, seat, ship, heading).items()
    if hull_of(ship).length == 1:
        return [a for a, (only,) in places if only not in cells]
    free = cells.keys().isdisjoint
    return [a for a, filled in places if free(filled)]


def _allowed_places(s: War, seat: int) -> Sequence[Action]:
    ship = _in_hand(s, seat)
    return free_berths(s, seat, ship, s.players[seat].heading) if ship else ()


_FACES = tuple(Face(heading) for heading in range(6))
_READY = (Ready(),)
_OTHER_FACES = tuple(tuple(face for face in _FACES if face.heading != heading) for heading in range(6))


def _in_hand(s: War, seat: int) -> Ship | None:
    return s.ships.get(s.players[seat].chosen)


def _offer_places(s: War, seat: int) -> Sequence[Action]:
    ship = _in_hand(s, seat)
    return list(berths_for(s, seat, ship, s.players[seat].heading)) if ship else ()


def _check_place(s: War, seat: int, a: Place) -> Refusal | None:
    ship = _in_hand(s, seat)
    if ship is None:
        return Refusal("Every ship is placed; take one in hand to move it.", "SR-S5")
    filled = berths_for(s, seat, ship, s.players[seat].heading).get(a)
    if filled is None:
        return _why_no_berth(s, seat, ship, a)
    return None if s.cells.keys().isdisjoint(filled) else Refusal("Another of your ships is there.", "SR-S6")


def _why_no_berth(s: War, seat: int, ship: Ship, a: Place) -> Refusal:
    zone = chart(s).zones[s.players[seat].side]
    filled = body(a.q, a.r, s.players[seat].heading, hull_of(ship).length)
    if any(at not in zone for at in filled):
        return Refusal("Every hex of the ship must lie in your zone.", "SR-S6")
    return Refusal("The rearmost hex of a ship longer than two must be on the map edge.", "SR-S6")


def _do_place(s: War, seat: int, a: Place) -> None:
    p = s.players[seat]
    ship = s.ships[p.chosen]
    ship.q, ship.r, ship.heading = a.q, a.r, p.heading
    put(s, ship)
    s.emit("placed", seat=seat, ship=ship.id, q=a.q, r=a.r, heading=p.heading, only=_allies(s, seat))
    p.chosen = next((ship.id for ship in fleet_of(s, seat) if not ship.placed), -1)
    s.asks[seat] = ASK


def _allies(s: War, seat: int) -> tuple[int, ...]:
    return tuple(n for n, p in enumerate(s.players) if p.team == s.players[seat].team)


def _offer_facings(s: War, seat: int) -> Sequence[Action]:
    return _FACES


def _allowed_facings(s: War, seat: int) -> Sequence[Action]:
    p = s.players[seat]
    return _OTHER_FACES[p.heading] if p.chosen >= 0 else ()


def _check_face(s: War, seat: int, a: Face) -> Refusal | None:
    if not 0 <= a.heading < 6:
        return Refusal("Headings are 0 to 5, clockwise from north.", "SR-G1")
    if s.players[seat].chosen < 0:
        return Refusal("Every ship is placed; take one in hand to move it.", "SR-S5")
    return Refusal("It faces that way.", "SR-S5") if a.heading == s.players[seat].heading else None


def _do_face(s: War, seat: int, a: Face) -> None:
    s.players[seat].heading = a.heading
    s.asks[seat] = ASK


def _offer_ships(s: War, seat: int) -> list[Action]:
    chosen = s.players[seat].chosen
    return [select(ship.id) for ship in s.ships.values() if ship.seat == seat and ship.id != chosen]


def _check_select(s: War, seat: int, a: Select) -> Refusal | None:
    return check_own(s, seat, a.ship)


def _do_select(s: War, seat: int, a: Select) -> None:
    p, ship = s.players[seat], s.ships[a.ship]
    if ship.placed:
        p.heading = ship.heading
        lift(s, ship)
        ship.q = ship.r = ship.heading = 0
        s.emit("unplaced", seat=seat, ship=ship.id, only=_allies(s, seat))
    p.chosen = ship.id
    s.asks[seat] = ASK


def _check_deployed(s: War, seat: int, a: Ready) -> Refusal | None:
    missing = sum(not ship.placed for ship in fleet_of(s, seat))
    return Refusal(f"{missing} of your ships are not placed yet.", "SR-S5") if missing else None


def _allowed_deployed(s: War, seat: int) -> Sequence[Action]:
    hand = _in_hand(s, seat)
    missing = hand is not None and not hand.placed
    return () if missing or any(not ship.placed for ship in fleet_of(s, seat)) else _READY


def _do_deployed(s: War, seat: int, a: Ready) -> None:
    s.emit("deployed", seat=seat)
    if not s.asks:
        push(s, ("reveal-deployment", 0), ("start-round", 0))


@op("reveal the deployment")
def reveal_deployment(s: War, seat: int) -> None:
    """Show where everybody's ships are (SR-S5)."""
    s.learned += 1
    where = {ship.id: hexes_of(ship) for ship in s.ships.values()}
    s.emit("revealed", ships={number: list(hexes) for number, hexes in where.items()})


RULES = {
    "deploy": (
        Rule(Place, _offer_places, _check_place, _do_place, _allowed_places),
        Rule(Face, _offer_facings, _check_face, _do_face, _allowed_facings),
        Rule(Select, _offer_ships, _check_select, _do_select, _offer_ships),
        Rule(Ready, only(Ready), _check_deployed, _do_deployed, _allowed_deployed),
    )
}
