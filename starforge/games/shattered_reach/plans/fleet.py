"""Orders for several ships at once: a group that keeps its shape, plans of before, an order without conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.state import clone
from starforge.games.shattered_reach.model.state import Ship, War, works
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.orders import after, board_for, chained, planned
from starforge.games.shattered_reach.view.types import WarView

ASIDE = 2
"""How many hexes away from its place a ship of a group rather is than turned by one hex side."""
_OPPOSITE = {"left": "right", "right": "left"}


class Station(NamedTuple):
    """Where a ship of a group goes to keep its shape, and by which move.

    ``why`` it cannot keep its place; its move, if it has one, then comes as near to it as it can.
    """

    ship: int
    hex: Hex
    heading: int
    move: Arrival | None
    why: str = ""


def formation(view: WarView, group: Sequence[int], lead: int, move: Arrival) -> tuple[Station, ...]:
    """Return the moves of a group that follow from its leader's, in an order in which none is in another's way.

    Each ship keeps its place as seen from the leader, and its angle to it, at the leader's velocity if it can. One that
    cannot comes as near to its place as it safely can, once all that keep theirs are on their way.
    """
    s = board(view)
    s.plans = {number: plan for number, plan in s.plans.items() if number not in group}
    now, head = board_for(s, -1), s.ships[lead]
    fore = {n: hx.ahead((head.q, head.r), head.heading, (s.ships[n].q, s.ships[n].r)) for n in (lead, *group)}
    waiting = sorted(fore, key=lambda n: -fore[n])
    found: list[Station] = []
    while waiting:
        posts = {n: _post(s.ships[n], head, move) for n in waiting}
        reaches = ((n, ShipReach(now, now.ships[n])) for n in waiting)
        tried = ((n, reach.best(*posts[n], move.velocity) or reach.best(*posts[n])) for n, reach in reaches)
        number, way = next(((n, way) for n, way in tried if way is not None), (waiting[0], None))
        why = ""
        if way is None:
            reach = ShipReach(now, now.ships[number])
            way, why = _nearest(reach, *posts[number], move.velocity), reach.why(*posts[number])
        found.append(Station(number, *posts[number], way, why))
        waiting.remove(number)
        now = after(now, number, way.steps) if way is not None and chained(s) else now
    return tuple(found)


def lead_reach(view: WarView, lead: int, group: Collection[int]) -> ShipReach:
    """Return what the leader of a group can do once all of it that can still move are out of its way."""
    s = board(view)
    mates = {n for n in group if n != lead and n in s.ships and not s.ships[n].moved and works(s.ships[n])}
    if not chained(s) or not mates:
        now = board_for(s, lead)
        return ShipReach(now, now.ships[lead])
    s.plans = {number: plan for number, plan in s.plans.items() if number not in (lead, *mates)}
    now = clone(board_for(s, -1))
    now.ships = {n: ship for n, ship in now.ships.items() if n not in mates}
    now.cells = {at: n for at, n in now.cells.items() if n not in mates}
    return ShipReach(now, now.ships[lead])


def _nearest(reach: ShipReach, at: Hex, heading: int, velocity: int) -> Arrival | None:
    """Return the move without a risk that comes nearest to a place; to face another way counts as ``ASIDE`` hexes."""

    def away(one: Arrival) -> tuple[int, int, int, int, Hex]:
        turned, far = (one.heading - heading) % 6, hx.distance(one.hex, at)
        return far + ASIDE * min(turned, 6 - turned), far, one.cost, abs(one.velocity - velocity), one.hex

    ends = sorted((one for ones in reach.ends.values() for one in ones), key=away)
    return next((one for one in ends if not reach.hazards(one)), None)


def _post(ship: Ship, head: Ship, move: Arrival) -> tuple[Hex, int]:
    """Return where a ship keeps its place when its leader makes a move."""
    turned = move.heading - head.heading
    away = hx.sub((ship.q, ship.r), (head.q, head.r))
    return hx.add(move.hex, hx.rotate(away, turned)), (ship.heading + turned) % 6


def fitting(view: WarView, number: int, plans: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return of each older plan as many steps as a ship can make on the board as the plans before its own leave it."""
    s = board_for(board(view), number)
    return [tuple(flight.trace(s, s.ships[number], steps).steps) for steps in plans]


def mirrored(steps: Sequence[str]) -> tuple[str, ...]:
    """Return the plan that turns to the other side."""
    return tuple(_OPPOSITE.get(step, step) for step in steps)


def untangled(view: WarView) -> tuple[int, ...]:
    """Return an order of the planned moves in which as few as can be meet anything: first always the first harmless."""
    s = board(view)
    waiting, now, found = planned(s), s, list[int]()
    while waiting:
        number = next((n for n in waiting if not _stopped(now, n, s.plans[n].steps)), waiting[0])
        waiting.remove(number)
        found.append(number)
        now = after(now, number, s.plans[number].steps)
    return tuple(found)


def _stopped(s: War, number: int, steps: Sequence[str]) -> bool:
    p = flight.trace(s, s.ships[number], steps)
    complete = len(p.steps) == len(steps)
    flight.coast(s, s.ships[number], p)
    return not complete or p.stop not in ("", flight.GOAL)
