"""How a bot flies: it looks at the moves a ship could make and takes the one that promises most.

All of it is judged on a board that shows nothing hidden: in a seat's own movement turn there is nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from starforge.engine.rng import Rng
from starforge.games.shattered_reach import flight
from starforge.games.shattered_reach.model import Plan, Player, Ship, War, hull_of
from starforge.games.shattered_reach.outlook import Outlook

WIDTH = 160
"""How many partial plans are looked at for one move, for each hex that a ship is long up to three."""
DOOMED = 0.8
"""What a move costs after which the ship cannot but crash, as a share of the ship's cost."""


@dataclass(frozen=True)
class Situation:
    """A board and the ship to move; equal when everything that matters is, so that a plan is thought out once."""

    key: tuple[object, ...]
    ship: int
    board: Callable[[], War] = field(compare=False)


@lru_cache(32)
def best_plan(where: Situation) -> tuple[str, ...]:
    """Return the steps of the most promising move of a ship."""
    s = where.board()
    ship = s.ships[where.ship]
    outlook = Outlook(s, ship)
    best: tuple[float, tuple[str, ...]] | None = None
    for p in _plans(s, ship):
        value = outlook.value(p) - 0.01 * len(p.steps)
        if best is not None and value <= best[0]:
            continue
        if not p.stop and not escapes(_place(s), ship.card, p.q, p.r, p.heading, p.velocity):
            value -= DOOMED * hull_of(ship).cost
        if best is None or value > best[0]:
            best = value, tuple(p.steps)
    return best[1] if best else ()


def _plans(s: War, ship: Ship) -> Iterator[Plan]:
    """Give plans that end differently, each flown to the end of its drift, the shortest first."""
    length = hull_of(ship).length
    queue, limit = [flight.start(ship)], WIDTH * min(3, length)
    steps = (*flight.STEPS, *(f"pivot:{n}" for n in range(1, length)))
    seen: set[tuple[int, ...]] = set()
    ends: set[tuple[int, ...]] = set()
    for p in queue:
        end = _copy(p)
        flight.coast(s, ship, end)
        mark = (end.q, end.r, end.heading, end.velocity)
        if mark not in ends:
            ends.add(mark)
            yield end
        if p.stop or len(queue) > limit:
            continue
        for step in steps:
            if not _idle(p, step) and flight.refuse(ship, p, step) is None:
                after = _copy(p)
                flight.take(s, ship, after, step)
                state = (
                    after.q,
                    after.r,
                    after.heading,
                    after.velocity,
                    after.gone,
                    after.since,
                    after.mp,
                    after.pivot,
                )
                if state not in seen:
                    seen.add(state)
                    queue.append(after)


def _copy(p: Plan) -> Plan:
    return Plan(p.q, p.r, p.heading, p.velocity, p.mp, p.gone, p.since, p.turned, p.pivot, p.stop, p.facing, p.steps[:])


def _idle(p: Plan, step: str) -> bool:
    """Return whether a step only undoes the last one, or chooses a pivot that the next step does not need."""
    last = p.steps[-1] if p.steps else ""
    if last.startswith("pivot"):
        return step not in ("left", "right")
    return (last, step) in (("left", "right"), ("right", "left"), ("forward", "slow"))


Place = tuple[str, str, int]


def _place(s: War) -> Place:
    return s.scenario, s.custom, len(s.players)


@lru_cache(16384)
def escapes(place: Place, card: str, q: int, r: int, heading: int, velocity: int) -> bool:
    """Return whether a ship that begins a move so can end it on an empty map without a crash."""
    if velocity == 0:
        return True
    ship = Ship(0, card, 0, q, r, heading, velocity)
    s = _empty(place)
    return any(p.stop not in (flight.EDGE, flight.PLANET) for p in _plans(s, ship))


@lru_cache(8)
def _empty(place: Place) -> War:
    """Return a map without ships."""
    return War(rng=Rng(0), players=[Player() for _ in range(place[2])], scenario=place[0], custom=place[1])
