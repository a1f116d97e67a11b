"""How a bot flies: it looks at the moves a ship could make and takes the one that promises most.

All of it is judged on a board that shows nothing hidden: in a seat's own movement turn there is nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.games.shattered_reach.bot.courses import courses, frame
from starforge.games.shattered_reach.bot.outlook import MoveEnd, Prospects, TableKey, lands
from starforge.games.shattered_reach.model.maps import chart_of, goals_of
from starforge.games.shattered_reach.model.state import Ship, War, hull_of, works
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.orders import board_for
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass

ENCOUNTERS = 40
"""How many moves that run into another ship or a goal are looked at."""
Orders = tuple[tuple[int, tuple[str, ...]], ...]
"""The steps of each ship's move, by the ship's number, in the order in which they are carried out."""


@dataclass(frozen=True)
class ShipToMove:
    """A board and the ship to move; equal when everything that matters is, so that a plan is thought out once."""

    key: tuple[object, ...]
    ship: int
    board: Callable[[], War] = field(compare=False)


class JudgedPlan(NamedTuple):
    """A plan, where it ends, and what that promises, in points."""

    value: float
    steps: tuple[str, ...]
    end: MoveEnd


def in_hand(view: WarView, sample: Callable[[], War]) -> ShipToMove:
    """Return the ship in hand with the board as the plans that come before its own leave it (SR-M14)."""
    own = view.plan(view.hand)
    behind = own is not None and bool(own.steps)
    before = takewhile(lambda plan: plan.ship != view.hand, view.plans) if behind else view.plans
    chain = tuple((plan.ship, plan.steps) for plan in before if plan.steps and plan.ship != view.hand)
    key = (view.scenario, view.custom, view.turn, view.ships, chain)
    return ShipToMove(key, view.hand, (lambda: board_for(sample(), view.hand)) if chain else sample)


@lru_cache(32)
def best_plan(where: ShipToMove) -> tuple[str, ...]:
    """Return the steps of the most promising move of a ship."""
    s = where.board()
    return best_of(s, s.ships[where.ship])


def best_of(s: War, ship: Ship, caution: float | None = None) -> tuple[str, ...]:
    """Return the steps of the most promising move of a ship, with the usual caution of the round or another."""
    return max(judged(s, ship, caution), key=lambda one: one.value).steps


def judged(s: War, ship: Ship, caution: float | None = None) -> Iterator[JudgedPlan]:
    """Judge the moves of a ship, drifting first, the only one when ion or an earlier plan has stopped it (SR-F8)."""
    outlook = Prospects(s, ship, caution)
    for steps, end in (_flown(s, ship, ()), *(_ends(s, ship) if works(ship) and not ship.numb else ())):
        yield JudgedPlan(outlook.value(end) - 0.01 * len(steps), steps, end)


def _ends(s: War, ship: Ship) -> Iterator[tuple[tuple[str, ...], MoveEnd]]:
    """Give moves that end differently, the shortest first, and some of those that another ship or a goal ends."""
    place = (s.scenario, s.custom, len(s.players))
    hull, base, cells = hull_of(ship), hx.pack((ship.q, ship.r)), s.cells
    around = frame(ship.heading, hull.speed + hull.length)
    free, goals = _free(place, False), _free(place, True) if lands(place, ship.card) else frozenset()
    barred = {at for at, off in around.items() if base + off not in free or cells.get(base + off, ship.id) != ship.id}
    bumps = {at for at in barred if base + around[at] in cells or base + around[at] in goals}
    (a, c), (b, d) = hx.rotate((1, 0), ship.heading), hx.rotate((0, 1), ship.heading)
    seen: set[tuple[object, ...]] = set()
    met: set[tuple[int, int]] = set()
    for steps, path, (q, r), heading, velocity in courses(ship.card, ship.velocity):
        if barred.isdisjoint(path):
            end = MoveEnd(ship.q + a * q + b * r, ship.r + c * q + d * r, (ship.heading + heading) % 6, velocity, "")
        elif len(met) < ENCOUNTERS and not bumps.isdisjoint(path):
            bump = next(at for at in path if at in bumps), velocity
            if bump in met:
                continue
            met.add(bump)
            steps, end = _flown(s, ship, steps)
        else:
            continue
        if end not in seen:
            seen.add(end)
            yield steps, end


def _flown(s: War, ship: Ship, steps: tuple[str, ...]) -> tuple[tuple[str, ...], MoveEnd]:
    """Return the steps of a move as far as it comes with them, and its end."""
    p = flight.trace(s, ship, steps)
    made = tuple(p.steps)
    flight.coast(s, ship, p)
    return made, MoveEnd(p.q, p.r, p.heading, p.velocity, p.stop)


@lru_cache(16)
def _free(place: TableKey, goals: bool) -> frozenset[int]:
    """Return the open hexes of a map, or its objectives, packed."""
    field = chart_of(*place)
    return frozenset(map(hx.pack, goals_of(*place) if goals else field.hexes - field.planets))
