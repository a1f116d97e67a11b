"""Deploying fleets, secretly and all at once, each in its zone (SR-S5, SR-S6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.hex import Hex
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, only
from starforge.engine.state import Ask
from starforge.english import some
from starforge.games.shattered_reach.model.actions import PlaceShip, Ready, Select, SetHeading
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.maps import Chart, chart_of
from starforge.games.shattered_reach.model.state import (
    Ship,
    War,
    body,
    chart,
    hexes_of,
    hull_of,
    lift,
    put,
)
from starforge.games.shattered_reach.rules.movement import SELECT, check_own
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
    s.count_fleets()
    for n, p in enumerate(s.players):
        p.fleet, p.heading = [], field.facings[p.side]
        p.chosen = s.fleet(n)[0].id
        s.asks[n] = ASK


class Berths(NamedTuple):
    """Hold where an empty zone takes a ship (SR-S6).

    ``filled`` are the hexes that it then fills, packed, by the hex of its bow; ``barred`` are the bows that each packed
    hex rules out when it is taken.
    """

    places: dict[Hex, PlaceShip]
    filled: dict[Hex, tuple[int, ...]]
    barred: dict[int, tuple[Hex, ...]]


@lru_cache(1024)
def berths(place: tuple[str, str, int], side: int, length: int, heading: int) -> Berths:
    """Return where an empty zone takes a ship of a length and heading."""
    field = chart_of(*place)
    zone = set(field.zones[side])
    filled: dict[Hex, tuple[int, ...]] = {}
    barred: dict[int, tuple[Hex, ...]] = {}
    for bow in field.zones[side]:
        hexes = body(*bow, heading, length)
        if all(at in zone for at in hexes) and (length <= 2 or hexes[-1] in field.edge):
            filled[bow] = tuple(map(hx.pack, hexes))
            for at in filled[bow]:
                barred[at] = (*barred.get(at, ()), bow)
    return Berths({bow: PlaceShip(*bow) for bow in filled}, filled, barred)


def berths_for(s: War, seat: int, ship: Ship, heading: int) -> Berths:
    place = s.scenario, s.custom, len(s.players)
    return berths(place, s.players[seat].side, hull_of(ship).length, heading)


def free_berths(s: War, seat: int, ship: Ship, heading: int) -> Collection[PlaceShip]:
    places, _, barred = berths_for(s, seat, ship, heading)
    taken = s.cells.keys() & barred.keys()
    if not taken:
        return places.values()
    free = places.copy()
    for at in taken:
        for bow in barred[at]:
            free.pop(bow, None)
    return free.values()


ROOM = 3
"""How many hexes ahead of a berth are looked at."""


def room_ahead(field: Chart, at: Hex, heading: int) -> tuple[int, str]:
    """Return how many hexes ahead of a bow are open, and what ends them: '' when there is room enough."""
    for count in range(ROOM):
        there = hx.step(at, heading, count + 1)
        if there not in field.open:
            return count, "a planet" if there in field.planets else "the edge of the map"
    return ROOM, ""


_FACES = tuple(SetHeading(heading) for heading in range(6))
_OTHER_FACES = tuple(tuple(face for face in _FACES if face.heading != heading) for heading in range(6))
_READY = Ready()


def _in_hand(s: War, seat: int) -> Ship | None:
    return s.ships.get(s.players[seat].chosen)


def _offer_places(s: War, seat: int) -> Sequence[Action]:
    ship = _in_hand(s, seat)
    return list(berths_for(s, seat, ship, s.players[seat].heading).places.values()) if ship else ()


def _check_place(s: War, seat: int, a: PlaceShip) -> Refusal | None:
    ship = _in_hand(s, seat)
    if ship is None:
        return Refusal("Every ship is placed; take one in hand to move it.", "SR-S5")
    filled = berths_for(s, seat, ship, s.players[seat].heading).filled.get((a.q, a.r))
    if filled is None:
        return _why_no_berth(s, seat, ship, a)
    return None if s.cells.keys().isdisjoint(filled) else Refusal("Another of your ships is there.", "SR-S6")


def _why_no_berth(s: War, seat: int, ship: Ship, a: PlaceShip) -> Refusal:
    zone = chart(s).zones[s.players[seat].side]
    filled = body(a.q, a.r, s.players[seat].heading, hull_of(ship).length)
    if any(at not in zone for at in filled):
        return Refusal("Every hex of the ship must lie in your zone.", "SR-S6")
    return Refusal("The rearmost hex of a ship longer than two must be on the map edge.", "SR-S6")


def _do_place(s: War, seat: int, a: PlaceShip) -> None:
    p = s.players[seat]
    ship = s.ships[p.chosen]
    ship.q, ship.r, ship.heading = a.q, a.r, p.heading
    put(s, ship)
    s.emit("placed", seat=seat, ship=ship.id, q=a.q, r=a.r, heading=p.heading, only=_allies(s, seat))
    p.chosen = -1
    for other in s.fleet(seat):
        if not other.placed:
            p.chosen = other.id
            break
    s.asks[seat] = ASK


def _allies(s: War, seat: int) -> tuple[int, ...]:
    team = s.players[seat].team
    return tuple([n for n, p in enumerate(s.players) if p.team == team])


def _offer_facings(s: War, seat: int) -> Sequence[Action]:
    return _FACES


def _check_face(s: War, seat: int, a: SetHeading) -> Refusal | None:
    if not 0 <= a.heading < 6:
        return Refusal("Headings are 0 to 5, clockwise from north.", "SR-G1")
    if s.players[seat].chosen < 0:
        return Refusal("Every ship is placed; take one in hand to move it.", "SR-S5")
    return Refusal("It faces that way.", "SR-S5") if a.heading == s.players[seat].heading else None


def _do_face(s: War, seat: int, a: SetHeading) -> None:
    s.players[seat].heading = a.heading
    s.asks[seat] = ASK


def _offer_ships(s: War, seat: int) -> list[Action]:
    chosen = s.players[seat].chosen
    return [SELECT[ship.id] for ship in s.fleet(seat) if ship.id != chosen]


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
    missing = sum(not ship.placed for ship in s.fleet(seat))
    words = f"{some(missing, 'ship')} of yours {'is' if missing == 1 else 'are'} not placed yet."
    return Refusal(words, "SR-S5") if missing else None


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


def allowed(s: War, seat: int) -> list[Action]:
    p = s.players[seat]
    hand = _in_hand(s, seat)
    found = list[Action]()
    if hand is not None:
        found += free_berths(s, seat, hand, p.heading)
        found += _OTHER_FACES[p.heading]
    found += [SELECT[ship.id] for ship in s.fleet(seat) if ship is not hand]
    if (hand is None or hand.placed) and all(ship.placed for ship in s.fleet(seat)):
        found.append(_READY)
    return found


def onward(legal: Sequence[Action]) -> Sequence[Action]:
    """Return what leads to a deployment: a ship that stands is taken up only where another finds no berth."""
    if _READY in legal:
        return [_READY]
    if any(isinstance(a, PlaceShip) for a in legal):
        return [a for a in legal if not isinstance(a, Select)]
    return legal


RULES = {
    "deploy": (
        Rule(PlaceShip, _offer_places, _check_place, _do_place),
        Rule(SetHeading, _offer_facings, _check_face, _do_face),
        Rule(Select, _offer_ships, _check_select, _do_select),
        Rule(Ready, only(Ready), _check_deployed, _do_deployed),
    )
}
