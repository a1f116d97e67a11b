"""What the end of a move promises: damage dealt and suffered, objectives, and where the next move can lead."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.maps import chart_of, scenario_of
from starforge.games.shattered_reach.model.state import (
    Ship,
    War,
    allied,
    goals,
    hexes_of,
    hull_of,
    scenario,
    works,
)
from starforge.games.shattered_reach.rules import flight, targeting

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
LANDING = 4.0
"""What holding an objective to the end of the round is worth, as a share of the ship's cost."""
HOLD = 1.0
"""How much of the fire of all foes about a ship on an objective is likely to hit it."""
CRASH = -10.0
"""What a crash is worth, as a share of the ship's cost."""
LOCKED = 1.0
"""How much the damage to expect of a lock counts beside other damage."""
TableKey = tuple[str, str, int]
Pose = tuple[int, int, int, int]
"""The bow of a ship, its heading and its length."""
Volley = tuple[tuple[float, ...], ...]
"""The damage to expect of all weapons of a ship by range: of those in any arc, and of all."""


class MoveEnd(NamedTuple):
    """Hold where a move ends, and what stops it."""

    q: int
    r: int
    heading: int
    velocity: int
    stop: str


class Foe(NamedTuple):
    """Hold a foe: where it will be, what a point of damage to it is worth, what it can take, how it fires."""

    id: int
    q: int
    r: int
    heading: int
    length: int
    price: float
    left: int
    card: str
    missiles: bool
    armed: bool
    mobile: bool


class Sighting(NamedTuple):
    """Hold what there is about a pose: danger, the foes seen with range and arc, the nearest foe."""

    danger: float
    seen: tuple[tuple[Foe, int, bool], ...]
    far: int
    nearest: Foe | None


class Theatre:
    """Look at the foes from anywhere on a map; all ships that face the same foes share what is found."""

    def __init__(self, place: TableKey, foes: tuple[Foe, ...]) -> None:
        self.foes, self._fire = foes, [volley(t.card, t.missiles) if t.armed else _NO_FIRE for t in foes]
        self._hexes, self._planets = chart_of(*place).hexes, chart_of(*place).planets
        self._sightings: dict[Pose, Sighting] = {}
        self._ahead: dict[tuple[int, int, int, int], Hex] = {}
        self._near: dict[tuple[Hex, int], list[tuple[int, int]]] = {}

    def look(self, pose: Pose) -> Sighting:
        found = self._sightings.get(pose)
        if found is None:
            found = self._sightings[pose] = self._look(*pose)
        return found

    def _look(self, q: int, r: int, heading: int, length: int) -> Sighting:
        danger, seen, foes, planets = 0.0, [], self.foes, self._planets
        near = self._near.get(((q, r), length))
        if near is None:
            near = self._near[(q, r), length] = self._about(q, r, length)
        for _, n in near:
            t = foes[n]
            reach, lanes = targeting.bear((t.q - q, t.r - r), heading, length, t.heading, t.length)
            clear = ahead = behind = False
            for mine, theirs, crossed in lanes:
                for x, y in crossed:
                    if (q + x, r + y) in planets:
                        break
                else:
                    clear, ahead, behind = True, ahead or mine, behind or theirs
            if clear:
                danger += self._fire[n][behind][reach]
                seen.append((t, reach, ahead))
        if near:
            return Sighting(danger, tuple(seen), near[0][0], foes[near[0][1]])
        least, n = min(((_apart(t, q, r), n) for n, t in enumerate(foes)), default=(0, -1))
        return Sighting(danger, (), least, foes[n] if foes else None)

    def _about(self, q: int, r: int, length: int) -> list[tuple[int, int]]:
        """Return how far the foes are that a ship could see from a bow hex, and their places, the nearest first."""
        most = targeting.LONGEST + length - 2
        return sorted((far, n) for n, t in enumerate(self.foes) if (far := _apart(t, q, r)) <= most + t.length)

    def ahead(self, q: int, r: int, heading: int, count: int) -> Hex:
        """Return the hex that so many steps lead to, as far as nothing stops them."""
        key = (q, r, heading, count)
        at = self._ahead.get(key)
        if at is None:
            at = (q, r)
            for _ in range(count):
                further = hx.step(at, heading)
                if further not in self._hexes or further in self._planets:
                    break
                at = further
            self._ahead[key] = at
        return at

    def threat(self, pose: Pose) -> float:
        """Return the damage to expect if all foes that can come near fire at a ship that stays where it is."""
        q, r, _, length = pose
        total = 0.0
        reach_of = {t.id: reach for t, reach, _ in self.look(pose).seen}
        for t, fire in zip(self.foes, self._fire, strict=True):
            if t.mobile and hx.distance((q, r), (t.q, t.r)) <= hulls()[t.card].speed + CLOSE + length:
                total += fire[1][CLOSE]
            elif t.id in reach_of:
                total += fire[1][reach_of[t.id]]
        return total


def _apart(t: Foe, q: int, r: int) -> int:
    dq, dr = t.q - q, t.r - r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(8)
def theatre(place: TableKey, foes: tuple[Foe, ...]) -> Theatre:
    return Theatre(place, foes)


class Prospects:
    """Judge where a ship's moves end, on a board that stays as it is, with usual or another caution."""

    def __init__(self, s: War, ship: Ship, caution: float | None = None) -> None:
        self._s, self._ship, self._hull = s, ship, hull_of(ship)
        place = (s.scenario, s.custom, len(s.players))
        self._theatre = theatre(place, tuple(_target(s, foe) for foe in targeting.foes(s, ship.seat)))
        self._volley = volley(ship.card, ship.missiles > 0)
        self._price = price(s, ship)
        side = s.players[ship.seat].side
        self._goals = [at for at, owner in goals(s).items() if owner != side] if lands(place, ship.card) else []
        self._locks = _locks(s, ship)
        begin, end = PATIENCE
        usual = CAUTION * max(0.0, min(1.0, (end - s.turn) / (end - begin)))
        self._caution = usual if caution is None else caution

    def value(self, end: MoveEnd, fire: bool = True) -> float:
        """Return what the end of a move promises, in points, with or without what guns will do there."""
        cost, (q, r, heading, _, stop) = self._hull.cost, end
        if stop == flight.RAM:
            return _ram(self._s, self._ship, end)
        pose = (q, r, heading, self._hull.length)
        if stop == flight.GOAL:
            return LANDING * cost * self._holds(pose)
        if stop:
            return CRASH * cost
        danger, seen, far, nearest = self._theatre.look(pose)
        dealt = locked = 0.0
        for t, reach, mine in seen:
            hit = self._volley[mine][reach]
            if hit:
                dealt = max(dealt, t.price * min(t.left, hit))
            if t.id in self._locks and mine and reach <= self._locks[t.id][0]:
                locked += LOCKED * self._locks[t.id][1] * t.price
        loss = self._price * min(SHARE * danger, self._ship.hull + self._ship.shields)
        volleys = dealt - self._caution * loss if fire else 0.0
        return volleys + locked - cost * PULL * self._longing(end, far, nearest)

    def _holds(self, pose: Pose) -> float:
        """Return how likely a ship on an objective is still there at the end of the round."""
        if scenario(self._s).victory == "devour":
            return 1.0
        return max(0.1, 1 - HOLD * self._theatre.threat(pose) / (self._ship.hull + self._ship.shields))

    def _longing(self, end: MoveEnd, far: int, nearest: Foe | None) -> float:
        """Return how far the ship is from where it wants to be: the nearest foe, or the objective."""
        later = self._theatre.ahead(end.q, end.r, end.heading, max(GLANCE, end.velocity))
        if self._goals:
            at = (end.q, end.r)
            return min(hx.distance(at, goal) + hx.distance(later, goal) for goal in self._goals)
        if nearest is None:
            return 0.0
        return max(0, far + hx.distance(later, (nearest.q, nearest.r)) - 2 * CLOSE) / 2


@lru_cache(256)
def volley(card: str, missiles: bool) -> Volley:
    found = []
    for ahead in (False, True):
        by_range = [0.0] * (targeting.LONGEST + 1)
        for kind, count in hulls()[card].weapons.items():
            weapon = weapons()[kind]
            share = 0.4 * missiles if weapon.launched else 1.0
            for reach, needed in enumerate(weapon.hit, 1):
                if ahead or weapon.any_arc:
                    by_range[reach] += share * targeting.WAYS[needed] / 36 * count * weapon.damage
        found.append(tuple(by_range))
    return tuple(found)


_NO_FIRE: Volley = ((0.0,) * (targeting.LONGEST + 1),) * 2


def _target(s: War, foe: Ship) -> Foe:
    """Return a foe where it will be if it does nothing, or where it is when it has moved."""
    p = flight.start(foe)
    if not foe.moved and foe.velocity:
        flight.coast(s, foe, p)
    h, armed, left = hull_of(foe), works(foe) and not foe.numb, foe.hull + foe.shields
    mobile = armed and not foe.moved
    heading = p.heading if h.length > 1 or armed else 0
    return Foe(foe.id, p.q, p.r, heading, h.length, price(s, foe), left, foe.card, foe.missiles > 0, armed, mobile)


def _locks(s: War, ship: Ship) -> dict[int, tuple[int, float]]:
    """Return by target the range and the damage to expect of the locks that a ship can launch on this round."""
    found: dict[int, tuple[int, float]] = {}
    for slot, lock in ship.locks.items() if ship.missiles else ():
        if lock.round == s.turn - 1:
            weapon = weapons()[hull_of(ship).launchers[slot]]
            reach, damage = found.get(lock.target, (targeting.LONGEST, 0.0))
            expected = targeting.launch_chance(weapon)[0] / 36 * weapon.damage
            found[lock.target] = min(reach, lock.reach), damage + expected
    return found


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


def lands(place: TableKey, card: str) -> bool:
    """Return whether a type of ship can win by entering an objective."""
    victory = scenario_of(*place[:2]).victory
    return card == "bristlemaw" if victory == "devour" else victory != "fleets" and not hulls()[card].fighter


def _ram(s: War, ship: Ship, end: MoveEnd) -> float:
    """Return what a ram straight ahead is worth: damage dealt to a foe less damage suffered."""
    ahead = hx.step((end.q, end.r), end.heading)
    target = s.ships[s.cells[hx.pack(ahead)]]
    h, other = hull_of(ship), hull_of(target)
    suffered = min(ship.hull + ship.shields, other.ram * end.velocity)
    dealt = 0 if target.wreck else min(target.hull + target.shields, h.ram * end.velocity)
    friend = allied(s, ship.seat, target.seat)
    return (-2 if friend else 1) * price(s, target) * dealt - 1.5 * price(s, ship) * suffered - h.cost * 0.05
