"""Who can shoot at whom: range, arc and line of sight between ships, and what each weapon makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.rules import Refusal
from starforge.english import an
from starforge.games.shattered_reach.model.catalogue import Weapon, hulls, weapons
from starforge.games.shattered_reach.model.maps import Chart
from starforge.games.shattered_reach.model.state import (
    Missile,
    Ship,
    TargetLock,
    War,
    allied,
    body,
    chart,
    packed_hexes_of,
)

WAYS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)
"""Of the 36 throws of two dice, how many give at most each total."""
LONGEST = 8
_BEYOND = 10_000
Sight = tuple[int, bool, bool, Hex | None]
"""Range, whether a forward arc and a line of sight allow a shot, whether a sight alone does, and a hex that blocks."""


def sight(s: War, ship: Ship, target: Ship) -> Sight:
    """Return how one ship sees another (SR-F2 to SR-F4)."""
    cards = hulls()
    one, other = cards[ship.card].length, cards[target.card].length
    at = target.q - ship.q, target.r - ship.r
    bearing = bear(at, ship.heading, one, target.heading if other > 1 else 0, other)
    return see(ship.q, ship.r, bearing, chart(s).planets)


class Lane(NamedTuple):
    """Hold a pair of hexes of two ships: whether each has the other's in front, and what lies between.

    The hexes between are counted from the bow of the first ship.
    """

    ahead: bool
    behind: bool
    crossed: tuple[Hex, ...]


Bearing = tuple[int, tuple[Lane, ...]]
"""How two ships lie to each other: their distance, and a lane for each of the closest pairs of their hexes (SR-F3)."""


def bear(at: Hex, heading: int, length: int, facing: int, other: int) -> Bearing:
    """Return how a ship with its bow at a hex lies to one at (0, 0); beyond the range of all weapons no lanes."""
    if length == other == 1:
        return _duels(at)[6 * heading + facing]
    return _bear(at, heading, length, facing, other)


@lru_cache(4096)
def _duels(there: Hex) -> tuple[Bearing, ...]:
    """Return how two ships of a single hex lie to each other, by the heading of each."""
    here = (0, 0)
    reach = hx.distance(here, there)
    if reach > LONGEST:
        return ((reach, ()),) * 36
    crossed = hx.between(here, there)
    ahead = [hx.in_front(here, heading, there) for heading in range(6)]
    behind = [hx.in_front(there, facing, here) for facing in range(6)]
    return tuple((reach, (Lane(mine, theirs, crossed),)) for mine in ahead for theirs in behind)


@lru_cache(65536)
def _bear(at: Hex, heading: int, length: int, facing: int, other: int) -> Bearing:
    reach, closest = _BEYOND, list[tuple[Hex, Hex]]()
    for a in body(0, 0, heading, length):
        for b in body(*at, facing, other):
            apart = hx.distance(a, b)
            if apart < reach:
                reach, closest = apart, [(a, b)]
            elif apart == reach <= LONGEST:
                closest.append((a, b))
    if reach > LONGEST:
        return reach, ()
    lanes = (Lane(hx.in_front(a, heading, b), hx.in_front(b, facing, a), hx.between(a, b)) for a, b in closest)
    return reach, tuple(lanes)


def see(q: int, r: int, bearing: Bearing, planets: frozenset[Hex]) -> Sight:
    """Judge by the closest pair of hexes; of several, one that allows the shot is enough (SR-F3).

    (q, r) is the bow of the ship that looks.
    """
    reach, lanes = bearing
    ahead = seen = False
    blocker = None
    for in_front, _, crossed in lanes:
        for x, y in crossed:
            if (q + x, r + y) in planets:
                blocker = blocker or (q + x, r + y)
                break
        else:
            seen = True
            ahead = ahead or in_front
    return reach, ahead, seen, None if seen else blocker


def near(ship: Ship, target: Ship, reach: int) -> bool:
    """Return whether two ships may be within a range; the quick look before the exact one."""
    cards = hulls()
    slack = reach + cards[ship.card].length + cards[target.card].length - 2
    dq, dr = ship.q - target.q, ship.r - target.r
    return -slack <= dq <= slack and -slack <= dr <= slack and -slack <= dq + dr <= slack


def foes(s: War, seat: int) -> list[Ship]:
    """Return the ships that a seat may target (SR-F7)."""
    team = s.players[seat].team
    others = [n for n, p in enumerate(s.players) if p.team != team]
    return [ship for ship in s.ships.values() if ship.seat in others and not ship.wreck]


Sighting = tuple[int, int, bool]
"""A foe that a ship sees: its number, its range, and whether it is in the forward arc."""


def foes_on_cells(s: War, seat: int) -> dict[int, int]:
    """Return the part of ``cells`` that ships fill which a seat may target."""
    numbers = {foe.id for foe in foes(s, seat)}
    return {at: number for at, number in s.cells.items() if number in numbers}


def within(ship: Ship, cells: dict[int, int], farthest: int) -> list[int]:
    """Return the numbers of the ships on the cells within a range of a ship, one with several hexes perhaps twice."""
    reached = _reached(farthest)
    if ship.card not in _large():
        base = hx.pack((ship.q, ship.r))
        return [number for at, number in cells.items() if at - base in reached]
    return [number for base in packed_hexes_of(ship) for at, number in cells.items() if at - base in reached]


def in_sight(s: War, ship: Ship, near: list[int]) -> Iterator[Sighting]:
    """Give the foes that a ship sees, of those whose numbers are given as within range."""
    large = _large()
    alone = ship.card not in large
    ships, players, team, q, r = s.ships, s.players, s.players[ship.seat].team, ship.q, ship.r
    around, hidden = _around(ship.heading), _hidden(chart(s).planets, q, r)
    for number in dict.fromkeys(near):
        foe = ships[number]
        if foe.wreck or players[foe.seat].team == team:
            continue
        if alone and foe.card not in large:
            at = foe.q - q, foe.r - r
            if at not in hidden:
                yield number, *around[at]
        else:
            reach, ahead, seen, _ = sight(s, ship, foe)
            if seen:
                yield number, reach, ahead


@lru_cache
def _large() -> frozenset[str]:
    return frozenset(slug for slug, hull in hulls().items() if hull.length > 1)


@lru_cache
def _reached(farthest: int) -> frozenset[int]:
    """Return the packed hexes within a range of (0, 0)."""
    return frozenset(map(hx.pack, hx.disc((0, 0), farthest)))


@lru_cache
def _around(heading: int) -> dict[Hex, tuple[int, bool]]:
    """Return the range of each hex about (0, 0) and whether it is in the forward arc of a ship there."""
    origin = (0, 0)
    return {at: (hx.distance(origin, at), hx.in_front(origin, heading, at)) for at in hx.disc(origin, LONGEST)}


@lru_cache(4096)
def _hidden(planets: frozenset[Hex], q: int, r: int) -> frozenset[Hex]:
    """Return which hexes about (q, r), counted from there, planets hide from it."""
    return frozenset().union(*(_shadows().get((x - q, y - r), ()) for x, y in planets))


@lru_cache
def _shadows() -> dict[Hex, list[Hex]]:
    """Return by hex about (0, 0) those that a planet there hides."""
    found: dict[Hex, list[Hex]] = {}
    for at in hx.disc((0, 0), LONGEST):
        for crossed in hx.between((0, 0), at):
            found.setdefault(crossed, []).append(at)
    return found


def in_reach(s: War, ship: Ship, reach: int) -> Iterator[Ship]:
    """Give the foes within a range of a ship."""
    return (t for t in foes(s, ship.seat) if near(ship, t, reach) and sight(s, ship, t)[0] <= reach)


def check_target(s: War, seat: int, number: int) -> Refusal | None:
    """Return why a ship cannot be targeted at all (SR-F7)."""
    target = s.ships.get(number)
    if target is None:
        return Refusal("There is no ship of that number.", "SR-F7")
    if allied(s, seat, target.seat):
        return Refusal("Your own ships and your allies' cannot be targeted.", "SR-F7")
    return Refusal("A wreck cannot be targeted.", "SR-F7") if target.wreck else None


def check_shot(s: War, ship: Ship, weapon: Weapon, target: Ship) -> Refusal | None:
    """Return why a weapon cannot shoot or lock at a target where both are (SR-F2 to SR-F5)."""
    reach, ahead, seen, blocker = sight(s, ship, target)
    if reach > len(weapon.hit):
        return Refusal(f"It is at range {reach}; {an(weapon.name)} reaches {len(weapon.hit)}.", "SR-F5")
    if not seen:
        return Refusal(f"The planet at {_place(blocker)} blocks the line of sight.", "SR-F4")
    if not ahead and not weapon.any_arc:
        return Refusal("It is not in the forward 180 degrees.", "SR-F2")
    return None


def check_launch(s: War, ship: Ship, lock: TargetLock, weapon: Weapon) -> Refusal | None:
    """Return why a lock cannot be launched on now (SR-F11)."""
    target = s.ships.get(lock.target)
    if lock.round != s.turn - 1:
        return Refusal("A lock is launched on in the firing phase after it was made.", "SR-F11")
    if target is None or target.wreck:
        return Refusal("The target is gone.", "SR-F11")
    reach = sight(s, ship, target)[0]
    if reach > lock.reach:
        return Refusal(f"The lock was made at range {lock.reach}; the target is at {reach} now.", "SR-F11")
    return check_shot(s, ship, weapon, target)


def check_reacquire(s: War, ship: Ship, missile: Missile) -> Refusal | None:
    """Return why a missile that missed cannot try again now (SR-F12)."""
    target = s.ships.get(missile.target)
    if missile.round != s.turn - 1:
        return Refusal("It tries again in the firing phase after its miss.", "SR-F12")
    if target is None or target.wreck or 0 < target.hulk < s.turn:
        return Refusal("The target is gone.", "SR-F12")
    reach, _, seen, blocker = sight(s, ship, target)
    if reach > len(weapons()[missile.kind].hit):
        return Refusal(f"The target is at range {reach}, out of reach.", "SR-F12")
    return None if seen else Refusal(f"The planet at {_place(blocker)} blocks the line of sight.", "SR-F12")


def _place(at: Hex | None) -> str:
    return f"{at[0]},{at[1]}" if at else "?"


def number(s: War, ship: Ship, weapon: Weapon, target: Ship) -> int:
    """Return the roll that hits at the present range (SR-F5)."""
    return weapon.hit[sight(s, ship, target)[0] - 1]


def launch_chance(weapon: Weapon) -> tuple[int, int]:
    """Return the chance that a launched missile hits (SR-F11), as a fraction."""
    return WAYS[weapon.dud - 1] - WAYS[weapon.miss], 36


def cover(filled: Sequence[Hex], heading: int, reach: int, any_arc: bool, field: Chart) -> dict[Hex, int]:
    """Return the hexes that a weapon of a ship on ``filled`` reaches, each with its range (SR-F2 to SR-F4)."""
    found: dict[Hex, int] = {}
    for at in field.hexes:
        near = min(hx.distance(a, at) for a in filled)
        if not 0 < near <= reach:
            continue
        closest = [a for a in filled if hx.distance(a, at) == near and (any_arc or hx.in_front(a, heading, at))]
        if any(field.planets.isdisjoint(hx.between(a, at)) for a in closest):
            found[at] = near
    return found
