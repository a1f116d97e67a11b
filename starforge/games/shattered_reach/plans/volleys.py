"""What a fleet could fire: every weapon by target with its chances and its worth, and which shots to take in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.games.shattered_reach.model.actions import Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import Ship, War, hull_of
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.rules import firing, targeting
from starforge.games.shattered_reach.view.types import ShipView, WarView

URGENT = 3
"""How much more a ship is worth as a target that would decide the game."""
PATIENCE = 0.7
"""What damage is worth that only a launch in the next round can deal."""
WHOLE = 36 * 36
"""Of how many throws of two pairs of dice chances are told."""


class Salvo(NamedTuple):
    """What a ship can do with its weapons of a kind to one target: one action for each mount.

    ``ways`` of 1,296 are the chance of one to hit, of a lock that it and its launch do. ``percent`` is that of its next
    throw, ``needed`` the roll, 0 for a launch. ``expected`` is the damage of all in hundredths, ``kill`` the chance in
    percent that they destroy or disable the target; a lock does neither now. ``worth`` is that of one, in points.
    """

    ship: int
    weapon: str
    target: int
    actions: tuple[Action, ...]
    range: int
    needed: int
    percent: int
    ways: int
    expected: int
    kill: int
    worth: float

    @property
    def locks(self) -> bool:
        return isinstance(self.actions[0], LockOn)


def salvoes(view: WarView) -> tuple[Salvo, ...]:
    """Return all that the weapons of the asked seat can still do in its firing turn, the best first."""
    if view.seat is None or view.ask is None or view.ask.kind != "fire":
        return ()
    s = board(view)
    found: dict[tuple[int, str, int, type[Action]], list[Action]] = {}
    for ship in s.fleet(view.seat):
        s.players[view.seat].chosen = ship.id
        for a in firing.allowed(s, view.seat):
            if isinstance(a, (Fire, LockOn, Launch, Reacquire)):
                for _ in range(_mounts(s, ship, a)):
                    found.setdefault((ship.id, *_aimed(ship, a), type(a)), []).append(a)
    made = []
    for (ship_id, weapon, target, kind), actions in found.items():
        ordered = actions[::-1] if kind is Reacquire else actions  # missiles that are left keep their numbers
        made.append(_salvo(view, s, (ship_id, weapon, target), tuple(ordered)))
    return tuple(sorted(made, key=lambda one: (-one.worth, one.ship, one.target, one.weapon)))


def _mounts(s: War, ship: Ship, a: Action) -> int:
    return hull_of(ship).weapons[a.weapon] - ship.shots.get(a.weapon, 0) if isinstance(a, Fire) else 1


def _aimed(ship: Ship, a: Action) -> tuple[str, int]:
    """Return the kind of weapon that acts, and its target."""
    if isinstance(a, Fire):
        return a.weapon, a.target
    if isinstance(a, Reacquire):
        return ship.flights[a.missile].kind, ship.flights[a.missile].target
    assert isinstance(a, (LockOn, Launch))
    return hull_of(ship).launchers[a.launcher], a.target if isinstance(a, LockOn) else ship.locks[a.launcher].target


def _salvo(view: WarView, s: War, key: tuple[int, str, int], actions: tuple[Action, ...]) -> Salvo:
    ship, kind, number = s.ships[key[0]], key[1], key[2]
    weapon, target, first = weapons()[kind], view.ship(number), actions[0]
    assert target is not None
    reach = targeting.sight(s, ship, s.ships[number])[0]
    needed = 0 if isinstance(first, Launch) else weapon.hit[reach - 1]
    finds = targeting.WAYS[needed] if needed else 36
    hits = targeting.launch_chance(weapon)[0] if weapon.launched else 36
    percent = round((finds if needed else hits) * 100 / 36)
    count = min(len(actions), ship.missiles) if isinstance(first, Launch) else len(actions)
    locks = isinstance(first, LockOn)
    worth = finds * hits / WHOLE * gain(view, target, weapon.damage, weapon.ion) * (PATIENCE if locks else 1)
    made = Salvo(*key, actions, reach, needed, percent, finds * hits, 0, 0, worth)
    if locks:
        return made
    expected = 0 if target.hulk and weapon.ion else round(made.ways * weapon.damage * 100 * count / WHOLE)
    return made._replace(expected=expected, kill=in_percent(kill_chance(target, [blow(made)] * count)))


class Blow(NamedTuple):
    """One try to hit: its chance of 1,296, its damage, and whether that is ion's."""

    ways: int
    damage: int
    ion: bool


def blow(one: Salvo) -> Blow:
    weapon = weapons()[one.weapon]
    return Blow(one.ways, weapon.damage, weapon.ion)


def kill_chance(target: ShipView, blows: Iterable[Blow]) -> float:
    """Return the chance that blows, all dealt, destroy a ship or disable it for good (SR-F6, SR-F9)."""
    left = 1 if target.hulk else target.hull + target.shields
    chances, whole = [1, *[0] * left], 1
    for one in blows:
        damage = int(not one.ion) if target.hulk else one.damage
        missed = [chance * (WHOLE - one.ways) for chance in chances]
        for done, chance in enumerate(chances):
            missed[min(left, done + damage)] += chance * one.ways
        chances, whole = missed, whole * WHOLE
    return chances[left] / whole


def in_percent(chance: float) -> int:
    """Return a chance in whole percents: 100 only for what is certain, 0 only for what cannot be."""
    return min(max(round(100 * chance), int(chance > 0)), 100 if chance >= 1 else 99)


def blows_at(view: WarView, number: int, all_of: Iterable[Salvo]) -> Iterator[Blow]:
    """Give all blows that salvoes can deal to a ship in this phase; no ship launches more missiles than it has."""
    supply = {ship.id: ship.missiles for ship in view.ships}
    for one in all_of:
        for a in one.actions if one.target == number and not one.locks else ():
            if isinstance(a, Launch):
                supply[one.ship] -= 1
            if supply[one.ship] >= 0 or not isinstance(a, Launch):
                yield blow(one)


class _Prey:
    """A target while shots are handed out: how likely how much damage is dealt to it by those given so far."""

    def __init__(self, view: WarView, target: ShipView) -> None:
        self._view, self._target = view, target
        self._left = 1 if target.hulk else target.hull + target.shields
        self._dealt = {0: 1.0}
        self._known: dict[tuple[Blow, bool], float] = {}

    def more(self, blow: Blow, locks: bool) -> float:
        """Return what one more blow is worth after those given."""
        known = self._known.get((blow, locks))
        if known is None:
            steps = ((done, self._after(done, blow), chance) for done, chance in self._dealt.items())
            worth = sum(chance * (self._worth(after, blow.ion) - self._worth(done)) for done, after, chance in steps)
            known = self._known[blow, locks] = worth * blow.ways / WHOLE * (PATIENCE if locks else 1)
        return known

    def give(self, blow: Blow) -> None:
        self._known.clear()
        hit, dealt = blow.ways / WHOLE, dict[int, float]()
        for done, chance in self._dealt.items():
            after = self._after(done, blow)
            dealt[done] = dealt.get(done, 0.0) + chance * (1 - hit)
            dealt[after] = dealt.get(after, 0.0) + chance * hit
        self._dealt = dealt

    def _after(self, done: int, blow: Blow) -> int:
        return min(self._left, done + (int(not blow.ion) if self._target.hulk else blow.damage))

    def _worth(self, damage: int, ion: bool = False) -> float:
        return gain(self._view, self._target, damage, ion) if damage else 0.0


def suggested(view: WarView) -> tuple[Salvo, ...]:
    """Return the shots that the fleet had best take: next is always the one that is worth most after the others.

    What a shot has done is known after it, so it is best to ask again then.
    """
    waiting, prey = list(salvoes(view)), {ship.id: _Prey(view, ship) for ship in view.ships}
    supply = {ship.id: ship.missiles for ship in view.ships}
    found: list[Salvo] = []
    while waiting:
        worths = [prey[one.target].more(blow(one), one.locks) for one in waiting]
        worth = max(worths)
        if worth <= 0:
            break
        best = waiting[worths.index(worth)]
        action = best.actions[0]
        found.append(best._replace(actions=(action,), worth=worth))
        if not best.locks:
            prey[best.target].give(blow(best))
        supply[best.ship] -= isinstance(action, Launch)
        left = (one._replace(actions=_still(one, best, action, supply[best.ship] > 0)) for one in waiting)
        waiting = [one for one in left if one.actions]
    return tuple(found)


def _still(one: Salvo, spent: Salvo, action: Action, armed: bool) -> tuple[Action, ...]:
    """Return the actions of a salvo that are left once an action of another, or of its own, is taken."""
    if one.ship != spent.ship or one.weapon != spent.weapon:
        return one.actions if armed or one.ship != spent.ship else _unarmed(one)
    if isinstance(action, Fire):
        return one.actions[1:]
    if isinstance(action, Reacquire):
        return tuple(a for a in one.actions if a != action)
    assert isinstance(action, (Launch, LockOn))
    free = [a for a in one.actions if not isinstance(a, (Launch, LockOn)) or a.launcher != action.launcher]
    return tuple(free) if armed else _unarmed(one)


def _unarmed(one: Salvo) -> tuple[Action, ...]:
    return tuple(a for a in one.actions if not isinstance(a, (Launch, LockOn)))


def gain(view: WarView, target: ShipView, damage: int, ion: bool) -> float:
    """Return what a hit is worth in points: what it takes away, and more when it is the last that is needed."""
    h = hulls()[target.card]
    if target.hulk:
        return 0.0 if ion else 0.02 * h.cost
    left = target.hull + target.shields
    value = h.cost / (h.hull + h.shields) * min(damage, left) * (2 - left / (h.hull + h.shields))
    if damage >= left:
        value += 0.5 * h.cost
    elif ion and damage > target.shields and not target.stung:
        value += 0.25 * h.cost
    decisive = view.victory == "devour" and target.card == "bristlemaw"
    return value * (URGENT if decisive or captures(view, target) else 1)


def captures(view: WarView, target: ShipView) -> bool:
    """Return whether a ship stands where it captures at the end of the round."""
    return view.victory in ("homes", "core") and any(
        (q, r) in target.hexes and owner != target.seat for q, r, owner in view.map.goals
    )
