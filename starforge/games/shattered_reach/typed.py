"""What a typed position leaves out: ships as their cards say, seats as the scenario says, and what comes next."""

from __future__ import annotations

from starforge.engine.state import Op
from starforge.games.shattered_reach import firing, flight, moving, sectors
from starforge.games.shattered_reach.data import hulls
from starforge.games.shattered_reach.model import War, chart, code, fleet_of, hexes_of
from starforge.games.shattered_reach.opening import by_side
from starforge.games.shattered_reach.rounds import turn_order


def complete(s: War) -> None:
    """Fill a typed position in; ValueError if it is not possible."""
    _complete_ships(s)
    _complete_seats(s)
    for number in list(s.plans):
        s.plans[number] = flight.trace(s, s.ships[number], s.plans[number].steps)
    if s.phase in ("move", "fire") and s.asks and not s.queue:
        s.queue = _to_come(s)


def _to_come(s: War) -> list[Op]:
    """Return the queue of a round in which the asked seat has its turn: later seats, the firing, the end (SR-R1)."""
    order = [n for n in turn_order(s) if any(fleet_of(s, n))]
    turns = [(name, n) for name in ("move-turn", "fire-turn") for n in order]
    now = turns.index((f"{s.phase}-turn", min(s.asks)))
    return [("end-round", s.holder), *reversed(turns[now + 1 :])]


def _complete_ships(s: War) -> None:
    if s.phase in ("move", "fire"):
        s.turn = max(s.turn, 1)
    s.ships = dict(sorted(s.ships.items()))
    cells: dict[int, int] = {}
    for number, ship in s.ships.items():
        if ship.card not in hulls():
            raise ValueError(f"there is no ship {ship.card!r}")
        hull = hulls()[ship.card]
        ship.id = number
        ship.hull = hull.hull if ship.hull < 0 else ship.hull
        ship.shields = hull.shields if ship.shields < 0 else ship.shields
        ship.missiles = hull.missiles if ship.missiles < 0 else ship.missiles
        for at in hexes_of(ship) if ship.placed else ():
            if at not in chart(s).hexes:
                raise ValueError(f"ship {number} is not wholly on the map")
            if cells.setdefault(code(at), number) != number:
                raise ValueError(f"ship {number} stands on another")
    s.stamp = max([s.stamp, *(ship.landed for ship in s.ships.values())])
    if cells != s.cells:
        s.cells = cells


def _complete_seats(s: War) -> None:
    for n, p in enumerate(s.players):
        p.faction = p.faction or next((hulls()[ship.card].faction for ship in fleet_of(s, n)), "")
    if s.phase != "faction" and len({p.side for p in s.players}) < len(s.players):
        for side, n in enumerate(by_side(s)):
            s.players[n].side = side
    for p in s.players:
        if s.phase != "faction":
            p.team = sectors.side_of(s.scenario, s.custom, s.budget, p.side).team
    for n, ask in s.asks.items():
        if ask.kind in ("fire", "move"):
            _complete_hand(s, n, ask.kind)


def _complete_hand(s: War, seat: int, kind: str) -> None:
    """Let a seat that is to move or fire have a ship in hand that can."""
    p = s.players[seat]
    able = firing.can_act if kind == "fire" else lambda s, ship: moving.can_move(ship)
    wanted = [ship.id for ship in fleet_of(s, seat) if able(s, ship)]
    if not wanted:
        raise ValueError(f"seat {seat} is asked to {kind} and has no ship that can")
    p.ready = wanted if kind == "fire" else []
    p.chosen = p.chosen if p.chosen in wanted else wanted[0]
    if kind == "move":
        moving.take_in_hand(s, seat, s.ships[p.chosen])
