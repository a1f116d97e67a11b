"""How a bot flies: it looks at the moves a ship could make and takes the one that promises most.

All of it is judged on a board that shows nothing hidden: in a seat's own movement turn there is nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach import aim, flight
from starforge.games.shattered_reach.data import Hull, hulls, weapons
from starforge.games.shattered_reach.model import (
    Plan,
    Ship,
    War,
    allied,
    code,
    goals,
    hexes_of,
    hull_of,
    scenario,
    works,
)

WIDTH = 160
"""How many partial plans are looked at for one move."""
CLOSE = 3
"""The range at which most weapons do well."""
CAUTION = 0.5
"""How much damage suffered counts beside damage dealt."""
SHARE = 0.4
"""How much of the fire of a foe that could shoot at a ship is likely to be meant for it."""
PULL = 0.004
"""What a hex of distance costs, as a share of the ship's cost."""
LANDING = 2.0
"""What stopping on an objective is worth, as a share of the ship's cost."""
Place = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Target:
    """A foe as far as it matters here: where it will be, what a point of damage to it is worth, what it can take."""

    place: Place
    card: str
    price: float
    left: int
    armed: bool


@dataclass(frozen=True)
class Situation:
    """A board and the ship to move; equal when everything that matters is, so that a plan is thought out once."""

    key: tuple[object, ...]
    s: War = field(compare=False)
    ship: int = field(compare=False)


def situation(s: War, ship: Ship) -> Situation:
    """Return the situation of a ship on a board."""
    board = tuple((x.id, x.q, x.r, x.heading, x.velocity, x.hull, x.shields, x.moved, x.hulk) for x in s.ships.values())
    return Situation((s.scenario, s.custom, s.turn, ship.id, board), s, ship.id)


@lru_cache(32)
def best_plan(where: Situation) -> tuple[str, ...]:
    """Return the steps of the most promising move of a ship."""
    s, ship = where.s, where.s.ships[where.ship]
    foes = [_target(s, ship, foe) for foe in aim.foes(s, ship.seat)]
    best: tuple[float, tuple[str, ...]] | None = None
    for p in _plans(s, ship):
        value = _value(s, ship, p, foes) - 0.01 * len(p.steps)
        if best is None or value > best[0]:
            best = value, tuple(p.steps)
    return best[1] if best else ()


def _plans(s: War, ship: Ship) -> Iterator[Plan]:
    """Give plans that end differently, each flown to the end of its drift, the shortest first."""
    queue = [flight.start(ship)]
    seen: set[tuple[int, ...]] = set()
    ends: set[tuple[int, ...]] = set()
    for p in queue:
        end = _copy(p)
        flight.coast(s, ship, end)
        mark = (end.q, end.r, end.heading, end.velocity)
        if mark not in ends:
            ends.add(mark)
            yield end
        if p.stop or len(queue) > WIDTH:
            continue
        for step in flight.STEPS:
            if flight.refuse(ship, p, step) is None and not _idle(p, step):
                after = _copy(p)
                flight.take(s, ship, after, step)
                state = (after.q, after.r, after.heading, after.velocity, after.gone, after.since, after.mp)
                if state not in seen:
                    seen.add(state)
                    queue.append(after)


def _copy(p: Plan) -> Plan:
    return Plan(p.q, p.r, p.heading, p.velocity, p.mp, p.gone, p.since, p.turned, p.pivot, p.stop, p.facing, p.steps[:])


def _idle(p: Plan, step: str) -> bool:
    """Return whether a step only undoes the last one."""
    last = p.steps[-1] if p.steps else ""
    return (last, step) in (("left", "right"), ("right", "left"), ("forward", "slow"))


def _target(s: War, ship: Ship, foe: Ship) -> Target:
    """Return a foe where it will be if it does nothing, or where it is when it has moved."""
    p = flight.start(foe)
    if not foe.moved and foe.velocity:
        flight.coast(s, foe, p)
    h = hull_of(foe)
    place = (p.q, p.r, p.heading, h.length)
    left = foe.hull + foe.shields
    return Target(place, foe.card, price(s, foe), left, works(foe) and not foe.numb)


def price(s: War, ship: Ship) -> float:
    """Return what a point of damage to a ship is worth; one that decides the game is worth more."""
    h = hull_of(ship)
    if ship.hulk:
        return 0.2
    decisive = scenario(s).victory == "devour" and ship.card == "bristlemaw"
    special = 1.6 if decisive else 3.0 if ship.landed and _captures(s, ship) else 1.0
    return special * h.cost / (h.hull + h.shields) * (1.5 - 0.5 * (ship.hull + ship.shields) / (h.hull + h.shields))


def _value(s: War, ship: Ship, p: Plan, foes: list[Target]) -> float:
    """Return what the end of a move promises, in points."""
    h = hull_of(ship)
    if p.stop in (flight.EDGE, flight.PLANET, flight.TURN_RAM):
        return -10.0 * h.cost
    if p.stop == flight.RAM:
        return _ram(s, ship, p)
    here = (p.q, p.r, p.heading, h.length)
    place = (s.scenario, s.custom, len(s.players))
    dealt = suffered = 0.0
    for t in foes:
        dealt = max(dealt, t.price * min(t.left, _volley(h, ship.missiles, here, t.place, place)))
        if t.armed:
            suffered += _volley(hulls()[t.card], 1, t.place, here, place)
    loss = price(s, ship) * min(SHARE * suffered, ship.hull + ship.shields)
    return dealt - CAUTION * loss - _longing(s, ship, p, foes)


def _volley(h: Hull, missiles: int, one: Place, other: Place, place: tuple[str, str, int]) -> float:
    """Return the damage to expect of all weapons of a ship at one target."""
    slack = aim.LONGEST + one[3] + other[3] - 2
    if abs(one[0] - other[0]) > slack or abs(one[1] - other[1]) > slack:
        return 0.0
    reach, ahead, seen, _ = aim.between(one, other, place)
    if not seen or reach > aim.LONGEST:
        return 0.0
    total = 0.0
    for kind, count in h.weapons.items():
        weapon = weapons()[kind]
        if reach <= len(weapon.hit) and (ahead or weapon.any_arc):
            hits = aim.WAYS[weapon.hit[reach - 1]] / 36 * count * weapon.damage
            total += hits * 0.4 * (missiles > 0) if weapon.launched else hits
    return total


def _longing(s: War, ship: Ship, p: Plan, foes: list[Target]) -> float:
    """Return the price of being far from where the ship wants to be: the nearest foe, or the objective."""
    h = hull_of(ship)
    bow = (p.q, p.r)
    later = hx.step(bow, p.heading, p.velocity)
    places = _objectives(s, ship)
    if p.stop == flight.GOAL:
        return -LANDING * h.cost
    if places and not h.fighter:
        return h.cost * PULL * 2 * min(hx.distance(bow, at) + hx.distance(later, at) for at in places)
    near = [hx.distance(bow, t.place[:2]) + hx.distance(later, t.place[:2]) for t in foes if t.left]
    return h.cost * PULL * max(0, min(near, default=0) - 2 * CLOSE)


def _captures(s: War, ship: Ship) -> bool:
    side, places = s.players[ship.seat].side, goals(s)
    return any(places.get(at, side) != side for at in hexes_of(ship))


def _objectives(s: War, ship: Ship) -> list[Hex]:
    """Return the objective hexes that a ship can win by entering."""
    side = s.players[ship.seat].side
    if hull_of(ship).fighter or (scenario(s).victory == "devour" and ship.card != "bristlemaw"):
        return []
    return [at for at, owner in goals(s).items() if owner != side]


def _ram(s: War, ship: Ship, p: Plan) -> float:
    """Return what a ram straight ahead is worth: damage dealt to a foe less damage suffered."""
    ahead = hx.step((p.q, p.r), p.heading)
    target = s.ships[s.cells[code(ahead)]]
    h, other = hull_of(ship), hull_of(target)
    suffered = min(ship.hull + ship.shields, other.ram * p.velocity)
    dealt = 0 if target.wreck else min(target.hull + target.shields, h.ram * p.velocity)
    friend = allied(s, ship.seat, target.seat)
    return (-2 if friend else 1) * price(s, target) * dealt - 1.5 * price(s, ship) * suffered - h.cost * 0.05
