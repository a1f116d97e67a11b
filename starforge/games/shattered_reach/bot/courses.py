"""The moves that a ship can make, as seen from the ship: worked out once for each speed, velocity and length."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.rng import Rng
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.maps import Custom, Map, write_custom
from starforge.games.shattered_reach.model.state import MovePlan, Player, Ship, War, body
from starforge.games.shattered_reach.rules import flight

MOST = 2500
"""How many partial plans are followed at most."""
WAYS = 2
"""How many ways to the same end are kept, should one be barred."""


class Course(NamedTuple):
    """Hold a move of a ship that begins with its bow at (0, 0), heading north.

    ``path`` are the hexes that it fills on its way, packed, ``end`` is where its bow is in the end.
    """

    steps: tuple[str, ...]
    path: tuple[int, ...]
    end: Hex
    heading: int
    velocity: int


def courses(card: str, velocity: int) -> tuple[Course, ...]:
    """Return the moves of a type of ship at a velocity, those of the fewest steps first."""
    hull = hulls()[card]
    return _courses(_like(hull.speed, hull.length), velocity)


@lru_cache
def _like(speed: int, length: int) -> str:
    """Return the first type of ship that flies the same."""
    return next(slug for slug, hull in hulls().items() if (hull.speed, hull.length) == (speed, length))


@lru_cache(96)
def _courses(card: str, velocity: int) -> tuple[Course, ...]:
    s, length = _open_space(), hulls()[card].length
    ship = Ship(0, card, 1, 0, 0, 0, velocity)
    steps = (*flight.STEPS, *(f"pivot:{n}" for n in range(1, length)))
    queue: list[tuple[MovePlan, flight.Trail]] = [(flight.start(ship), [])]
    seen: set[tuple[int, ...]] = set()
    ends: dict[tuple[int, ...], int] = {}
    found = []
    for p, trail in queue:
        end, whole = _copy(p), trail[:]
        flight.coast(s, ship, end, whole)
        mark = (end.q, end.r, end.heading, end.velocity)
        ends[mark] = ends.get(mark, 0) + 1
        if ends[mark] <= WAYS:
            filled = dict.fromkeys(hx.pack(at) for q, r, heading, _ in whole for at in body(q, r, heading, length))
            found.append(Course(tuple(p.steps), tuple(filled), (end.q, end.r), end.heading, end.velocity))
        for step in steps if len(queue) < MOST else ():
            if not _idle(p, step) and flight.refuse(ship, p, step) is None:
                after, further = _copy(p), trail[:]
                flight.take(s, ship, after, step, further)
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
                    queue.append((after, further))
    return tuple(found)


def _copy(p: MovePlan) -> MovePlan:
    return MovePlan(
        p.q, p.r, p.heading, p.velocity, p.mp, p.gone, p.since, p.turned, p.pivot, p.stop, p.facing, p.steps[:]
    )


def _idle(p: MovePlan, step: str) -> bool:
    """Return whether a step only undoes the last one, or chooses a pivot that the next step does not need."""
    last = p.steps[-1] if p.steps else ""
    if last.startswith("pivot"):
        return step not in ("left", "right")
    return (last, step) in (("left", "right"), ("right", "left"), ("forward", "slow"))


@lru_cache
def _open_space() -> War:
    """Return a map without planets, ships or an edge that a move could reach."""
    tiles = tuple(f"1 at {i},{j}" for i in range(-4, 5) for j in range(-4, 5) if abs(i + j) <= 4)
    custom = Custom(map=Map(title="Open space", tiles=tiles, zones=(("N 0..0 deep 1",), ("S 0..0 deep 1",))))
    players = [Player(), Player()]
    return War(rng=Rng(0), players=players, scenario="open-play", custom=write_custom(custom))


@lru_cache(256)
def frame(heading: int, reach: int) -> dict[int, int]:
    """Return the packed hexes about a ship that heads north, each with where it lies when the ship heads elsewhere."""
    return {hx.pack(at): hx.pack(hx.rotate(at, heading)) for at in hx.disc((0, 0), reach)}
