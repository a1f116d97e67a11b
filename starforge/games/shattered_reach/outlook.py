"""What the end of a move promises: damage dealt and suffered, objectives, and where the next move can lead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach import aim, flight
from starforge.games.shattered_reach.data import hulls, weapons
from starforge.games.shattered_reach.model import (
    Plan,
    Ship,
    War,
    allied,
    chart,
    code,
    goals,
    hexes_of,
    hull_of,
    scenario,
    works,
)

CLOSE = 3
"""The range at which most weapons do well."""
CAUTION = 0.5
"""How much damage suffered counts beside damage dealt."""
PATIENCE = 12, 30
"""The rounds between which all caution is lost."""
SHARE = 0.4
"""How much of the fire of a foe that could shoot at a ship is likely to be meant for it."""
PULL = 0.008
"""What a hex of distance costs, as a share of the ship's cost."""
GLANCE = 3
"""How many hexes before its bow a ship looks where it is going."""
LANDING = 2.0
"""What stopping on an objective is worth, as a share of the ship's cost."""
CRASH = -10.0
"""What a crash is worth, as a share of the ship's cost."""


@dataclass(frozen=True, slots=True)
class Target:
    """A foe as far as it matters here: where it will be, what a point of damage to it is worth, what it can take."""

    q: int
    r: int
    heading: int
    length: int
    price: float
    left: int
    volley: tuple[tuple[float, ...], ...]


class Outlook:
    """Judge where a ship's moves end, on a board that stays as it is."""

    def __init__(self, s: War, ship: Ship) -> None:
        self._s, self._ship, self._hull = s, ship, hull_of(ship)
        self._foes = [_target(s, ship, foe) for foe in aim.foes(s, ship.seat)]
        self._hexes, self._planets = chart(s).hexes, chart(s).planets
        self._volley = volley(ship.card, ship.missiles > 0)
        self._price = price(s, ship)
        self._goals = _objectives(s, ship)
        begin, end = PATIENCE
        self._caution = CAUTION * max(0.0, min(1.0, (end - s.turn) / (end - begin)))

    def value(self, p: Plan) -> float:
        """Return what the end of a move promises, in points."""
        if p.stop in (flight.EDGE, flight.PLANET, flight.TURN_RAM):
            return CRASH * self._hull.cost
        if p.stop == flight.RAM:
            return _ram(self._s, self._ship, p)
        dealt = suffered = 0.0
        nearest, goal = 1000, None
        q, r, heading, length = p.q, p.r, p.heading, self._hull.length
        most = aim.LONGEST + length - 2
        for t in self._foes:
            dq, dr = t.q - q, t.r - r
            far = max(abs(dq), abs(dr), abs(dq + dr))
            if far < nearest and t.left:
                nearest, goal = far, t
            if far > most + t.length:
                continue
            reach, mine, theirs = _open(q, r, aim.bear(dq, dr, heading, length, t.heading, t.length), self._planets)
            if reach:
                dealt = max(dealt, t.price * min(t.left, self._volley[mine][reach]))
                suffered += t.volley[theirs][reach]
        loss = self._price * min(SHARE * suffered, self._ship.hull + self._ship.shields)
        return dealt - self._caution * loss - self._longing(p, nearest, goal)

    def _longing(self, p: Plan, nearest: int, foe: Target | None) -> float:
        """Return the price of being far from where the ship wants to be: the nearest foe, or the objective."""
        if p.stop == flight.GOAL:
            return -LANDING * self._hull.cost
        at, later = (p.q, p.r), self._ahead(p)
        if self._goals:
            return (
                self._hull.cost * PULL * min(hx.distance(at, goal) + hx.distance(later, goal) for goal in self._goals)
            )
        if foe is None:
            return 0.0
        return self._hull.cost * PULL / 2 * max(0, nearest + hx.distance(later, (foe.q, foe.r)) - 2 * CLOSE)

    def _ahead(self, p: Plan) -> Hex:
        """Return the hex that the ship will reach next, as far as nothing stops it."""
        at = (p.q, p.r)
        for _ in range(max(GLANCE, p.velocity)):
            further = hx.step(at, p.heading)
            if further not in self._hexes or further in self._planets:
                break
            at = further
        return at


@lru_cache(256)
def volley(card: str, missiles: bool) -> tuple[tuple[float, ...], ...]:
    """Return the damage to expect of all weapons of a ship by range: of those in any arc, and of all."""
    found = []
    for ahead in (False, True):
        by_range = [0.0] * (aim.LONGEST + 1)
        for kind, count in hulls()[card].weapons.items():
            weapon = weapons()[kind]
            share = 0.4 * missiles if weapon.launched else 1.0
            for reach, needed in enumerate(weapon.hit, 1):
                if ahead or weapon.any_arc:
                    by_range[reach] += share * aim.WAYS[needed] / 36 * count * weapon.damage
        found.append(tuple(by_range))
    return tuple(found)


def _open(q: int, r: int, bearing: aim.Bearing, planets: frozenset[Hex]) -> tuple[int, bool, bool]:
    """Return the range at which two ships see each other, 0 for none, and whether each has the other in its arc."""
    reach, lanes = bearing
    seen = ahead = behind = False
    for mine, theirs, crossed in lanes:
        if not any((q + x, r + y) in planets for x, y in crossed):
            seen, ahead, behind = True, ahead or mine, behind or theirs
    return reach if seen else 0, ahead, behind


def _target(s: War, ship: Ship, foe: Ship) -> Target:
    """Return a foe where it will be if it does nothing, or where it is when it has moved."""
    p = flight.start(foe)
    if not foe.moved and foe.velocity:
        flight.coast(s, foe, p)
    left = foe.hull + foe.shields
    armed = works(foe) and not foe.numb
    fire = volley(foe.card, foe.missiles > 0) if armed else (_NO_FIRE, _NO_FIRE)
    return Target(p.q, p.r, p.heading, hull_of(foe).length, price(s, foe), left, fire)


_NO_FIRE = (0.0,) * (aim.LONGEST + 1)


def price(s: War, ship: Ship) -> float:
    """Return what a point of damage to a ship is worth; one that decides the game is worth more."""
    h = hull_of(ship)
    if ship.hulk:
        return 0.2
    decisive = scenario(s).victory == "devour" and ship.card == "bristlemaw"
    special = 1.6 if decisive else 3.0 if ship.landed and _captures(s, ship) else 1.0
    return special * h.cost / (h.hull + h.shields) * (1.5 - 0.5 * (ship.hull + ship.shields) / (h.hull + h.shields))


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
