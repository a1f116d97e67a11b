"""The firing phase: shots, locks, launches and missiles that try again, one at a time (SR-F1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from starforge.engine.action import Action
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Ask
from starforge.english import some
from starforge.games.shattered_reach.model.actions import Concede, EndFire, Fire, Launch, LockOn, Reacquire, Select
from starforge.games.shattered_reach.model.catalogue import Weapon, hulls, weapons
from starforge.games.shattered_reach.model.state import (
    Missile,
    Ship,
    TargetLock,
    War,
    hull_of,
    named,
    title_of,
)
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.rules.collisions import hurt
from starforge.games.shattered_reach.rules.movement import CONCEDE, SELECT, check_own
from starforge.games.shattered_reach.rules.ops import op

ASK = Ask("fire")
_fire, _lock = lru_cache(4096)(Fire), lru_cache(4096)(LockOn)
_END, _CONCEDE = EndFire(), Concede()


def can_fire(s: War, ship: Ship) -> bool:
    """Return whether a ship's weapons may act this round, wreck or not (SR-R3, SR-F8, SR-F9)."""
    return not ship.numb and ship.hulk in (0, s.turn)


def fires_yet(s: War, ship: Ship) -> bool:
    """Return whether a ship's weapons may act in a firing turn of this round that goes on or is to come (SR-R3)."""
    if not can_fire(s, ship) or s.players[ship.seat].conceded:
        return False
    return (s.phase == "fire" and ship.seat in s.asks) or ("fire-turn", ship.seat) in s.queue


def can_guide(s: War, ship: Ship) -> bool:
    """Return whether a ship's missiles in flight may try again: also those of a stunned ship (SR-F12)."""
    return ship.hulk in (0, s.turn)


def _chosen(s: War, seat: int) -> Ship:
    return s.ships[s.players[seat].chosen]


def guns_left(s: War, ship: Ship) -> list[str]:
    """Return the kinds of guns that a ship has yet to fire this phase."""
    if not can_fire(s, ship):
        return []
    hull = hull_of(ship)
    return [kind for kind in hull.guns if ship.shots.get(kind, 0) < hull.weapons[kind]]


def launchers_left(s: War, ship: Ship) -> list[int]:
    """Return the launchers that have yet to act this phase."""
    count = len(hull_of(ship).launchers)
    return [slot for slot in range(count) if slot not in ship.used] if count and can_fire(s, ship) else []


def _targets(s: War, ship: Ship, kind: str) -> Iterator[Ship]:
    return targeting.in_reach(s, ship, len(weapons()[kind].hit))


def _offer_fire(s: War, seat: int) -> list[Action]:
    ship = _chosen(s, seat)
    return [Fire(kind, t.id) for kind in guns_left(s, ship) for t in _targets(s, ship, kind)]


def _check_fire(s: War, seat: int, a: Fire) -> Refusal | None:
    ship = _chosen(s, seat)
    if a.weapon not in hull_of(ship).guns:
        return Refusal(f"This ship has no {a.weapon}.", "SR-F1")
    if a.weapon not in guns_left(s, ship):
        return _disabled(s, ship) or Refusal("All its weapons of that kind have acted in this phase.", "SR-F1")
    refusal = targeting.check_target(s, seat, a.target)
    return refusal or targeting.check_shot(s, ship, weapons()[a.weapon], s.ships[a.target])


def _do_fire(s: War, seat: int, a: Fire) -> None:
    ship, target, weapon = _chosen(s, seat), s.ships[a.target], weapons()[a.weapon]
    ship.shots[a.weapon] = ship.shots.get(a.weapon, 0) + 1
    needed = targeting.number(s, ship, weapon, target)
    hit, dice = _roll(s, needed)
    s.emit("fired", **_aimed(ship, target, a.weapon), needed=needed, dice=dice, hit=hit)
    if hit:
        hurt(s, target, weapon.damage, weapon.ion)
    _next(s, seat, a.target)


def _disabled(s: War, ship: Ship) -> Refusal | None:
    """Return why a ship does not fire at all."""
    if can_fire(s, ship):
        return None
    return _INOPERABLE if ship.numb else Refusal("It is disabled for good.", "SR-F9")


_INOPERABLE = Refusal("It is inoperable this round: it does not fire.", "SR-F8")


def _aimed(ship: Ship, target: Ship, kind: str) -> dict[str, Any]:
    return {**named(ship), "weapon": kind, "target": target.id, "target_name": title_of(target)}


def _roll(s: War, needed: int) -> tuple[bool, list[int]]:
    dice = [s.rng.roll(), s.rng.roll()]
    return sum(dice) <= needed, dice


def _next(s: War, seat: int, target: int) -> None:
    s.fresh = False
    push(s, ("go-on-firing", seat, target))


def _launcher(ship: Ship, slot: int) -> Weapon | None:
    kinds = hull_of(ship).launchers
    return weapons()[kinds[slot]] if 0 <= slot < len(kinds) else None


def _offer_locks(s: War, seat: int) -> list[Action]:
    ship = _chosen(s, seat)
    kinds = hull_of(ship).launchers
    return [LockOn(slot, t.id) for slot in launchers_left(s, ship) for t in _targets(s, ship, kinds[slot])]


def _check_slot(s: War, ship: Ship, slot: int) -> Refusal | None:
    if _launcher(ship, slot) is None:
        return Refusal(f"This ship has {some(len(hull_of(ship).launchers), 'launcher')}, counted from 0.", "SR-F1")
    if slot not in launchers_left(s, ship):
        return _disabled(s, ship) or Refusal("That launcher has acted in this phase.", "SR-F1")
    return None if ship.missiles else Refusal("It has no missile left.", "SR-F10")


def _check_lock(s: War, seat: int, a: LockOn) -> Refusal | None:
    ship = _chosen(s, seat)
    refusal = _check_slot(s, ship, a.launcher) or targeting.check_target(s, seat, a.target)
    return refusal or targeting.check_shot(s, ship, _weapon(ship, a.launcher), s.ships[a.target])


def _weapon(ship: Ship, slot: int) -> Weapon:
    return weapons()[hull_of(ship).launchers[slot]]


def _do_lock(s: War, seat: int, a: LockOn) -> None:
    ship, target = _chosen(s, seat), s.ships[a.target]
    weapon = _weapon(ship, a.launcher)
    ship.used.append(a.launcher)
    needed, reach = targeting.number(s, ship, weapon, target), targeting.sight(s, ship, target)[0]
    hit, dice = _roll(s, needed)
    kind = hull_of(ship).launchers[a.launcher]
    s.emit("locked", **_aimed(ship, target, kind), needed=needed, dice=dice, hit=hit)
    if hit:
        if a.launcher in ship.locks:
            s.emit("lapsed", **named(ship), weapon=kind, target=ship.locks[a.launcher].target, flying=False)
        ship.locks[a.launcher] = TargetLock(target.id, reach, s.turn)
    _next(s, seat, a.target)


def _offer_launches(s: War, seat: int) -> list[Launch]:
    ship = _chosen(s, seat)
    return [Launch(slot) for slot in launchers_left(s, ship) if slot in ship.locks] if ship.locks else []


def _check_launch(s: War, seat: int, a: Launch) -> Refusal | None:
    ship = _chosen(s, seat)
    refusal = _check_slot(s, ship, a.launcher)
    if refusal:
        return refusal
    lock = ship.locks.get(a.launcher)
    if lock is None:
        return Refusal("That launcher has locked nothing.", "SR-F11")
    return targeting.check_launch(s, ship, lock, _weapon(ship, a.launcher))


def _do_launch(s: War, seat: int, a: Launch) -> None:
    ship = _chosen(s, seat)
    ship.used.append(a.launcher)
    ship.missiles -= 1
    lock = ship.locks.pop(a.launcher)
    _strike(s, ship, hull_of(ship).launchers[a.launcher], lock.target)
    _next(s, seat, lock.target)


def _strike(s: War, ship: Ship, kind: str, target: int) -> None:
    """Roll on the launch table (SR-F11)."""
    weapon = weapons()[kind]
    dice = [s.rng.roll(), s.rng.roll()]
    total = sum(dice)
    outcome = "miss" if total <= weapon.miss else "dud" if total >= weapon.dud else "hit"
    s.emit("launched", **_aimed(ship, s.ships[target], kind), dice=dice, outcome=outcome)
    if outcome == "hit":
        hurt(s, s.ships[target], weapon.damage, weapon.ion)
    elif outcome == "miss":
        ship.flights.append(Missile(kind, target, s.turn))


def _offer_again(s: War, seat: int) -> list[Reacquire]:
    ship = _chosen(s, seat)
    return [Reacquire(n) for n, missile in enumerate(ship.flights) if missile.round < s.turn]


def _check_again(s: War, seat: int, a: Reacquire) -> Refusal | None:
    ship = _chosen(s, seat)
    if not 0 <= a.missile < len(ship.flights):
        return Refusal("This ship has no such missile in flight.", "SR-F12")
    if not can_guide(s, ship):
        return Refusal("The ship that launched it is disabled.", "SR-F12")
    return targeting.check_reacquire(s, ship, ship.flights[a.missile])


def _do_again(s: War, seat: int, a: Reacquire) -> None:
    ship = _chosen(s, seat)
    missile = ship.flights.pop(a.missile)
    needed = targeting.number(s, ship, weapons()[missile.kind], s.ships[missile.target])
    hit, dice = _roll(s, needed)
    s.emit("reacquired", **_aimed(ship, s.ships[missile.target], missile.kind), needed=needed, dice=dice, hit=hit)
    if hit:
        _strike(s, ship, missile.kind, missile.target)
    _next(s, seat, missile.target)


def can_act(s: War, ship: Ship, cells: dict[int, int]) -> bool:
    """Return whether anything can be done with a ship in this firing turn against the foes on the cells."""
    if ship.flights and can_guide(s, ship) and any(targeting.check_reacquire(s, ship, m) is None for m in ship.flights):
        return True
    # A launch needs all that a new lock on the same target needs, so locks decide for both.
    about, ahead = _spans_left(s, ship)
    near = targeting.within(ship, cells, ahead) if ahead else []
    if not near:
        return False
    seen = targeting.in_sight(s, ship, near)
    return any(reach <= (ahead if in_front else about) for _, reach, in_front in seen)


def _spans_left(s: War, ship: Ship) -> tuple[int, int]:
    """Return how far the weapons of a ship that have yet to act reach in any arc, and ahead."""
    if not can_fire(s, ship):
        return 0, 0
    if not (ship.shots or ship.used):
        return _spans_of(ship.card, ship.missiles > 0)
    kinds = hull_of(ship).launchers
    return _spans((*guns_left(s, ship), *(kinds[slot] for slot in (launchers_left(s, ship) if ship.missiles else ()))))


@lru_cache(256)
def _spans_of(card: str, missiles: bool) -> tuple[int, int]:
    hull = hulls()[card]
    return _spans((*hull.guns, *hull.launchers) if missiles else hull.guns)


@lru_cache(1024)
def _spans(kinds: tuple[str, ...]) -> tuple[int, int]:
    arms = [weapons()[kind] for kind in kinds]
    return max([len(arm.hit) for arm in arms if arm.any_arc], default=0), max([len(arm.hit) for arm in arms], default=0)


def _offer_ships(s: War, seat: int) -> list[Action]:
    p = s.players[seat]
    return [SELECT[number] for number in p.ready if number != p.chosen]


def _check_select(s: War, seat: int, a: Select) -> Refusal | None:
    refusal = check_own(s, seat, a.ship)
    if refusal is None and a.ship not in s.players[seat].ready:
        return Refusal("There is nothing it can shoot at now.", "SR-F1")
    return refusal


def _do_select(s: War, seat: int, a: Select) -> None:
    s.players[seat].chosen = a.ship
    s.asks[seat] = ASK


def _do_end(s: War, seat: int, a: EndFire) -> None:
    s.learned += 1
    push(s, ("cease", seat))


@op("fire your weapons")
def fire_turn(s: War, seat: int) -> None:
    """Let a seat fire (SR-R1); the actions of its weapons are new."""
    s.phase, s.fresh = "fire", True
    p = s.players[seat]
    p.chosen, p.ready = -1, []
    for ship in s.fleet(seat):
        if ship.shots or ship.used:
            ship.shots.clear()
            ship.used.clear()
        p.ready.append(ship.id)
    push(s, ("go-on-firing", seat))


@op("go on firing")
def go_on_firing(s: War, seat: int, target: int = -1) -> None:
    """Ask for the next shot, of the ship in hand as long as it has one; a seat that has none is passed over.

    A ``target`` that the last action left on the board changes nothing for the other ships.
    """
    p = s.players[seat]
    if target not in s.ships or s.ships[target].wreck:
        cells = targeting.foes_on_cells(s, seat)
        p.ready = [number for number in p.ready if can_act(s, s.ships[number], cells)]
    elif p.chosen in p.ready and not can_act(s, s.ships[p.chosen], s.cells):
        p.ready.remove(p.chosen)
    if p.conceded or not p.ready:
        push(s, ("cease", seat))
        return
    if p.chosen < 0:
        s.emit("turn-begun", seat=seat, phase="fire")
    if p.chosen not in p.ready:
        p.chosen = next((number for number in p.ready if number > p.chosen), p.ready[0])
    s.asks[seat] = ASK


@op("cease fire")
def cease(s: War, seat: int) -> None:
    """Let locks that were not launched and missiles that were not guided be gone (SR-F11, SR-F12)."""
    s.players[seat].chosen, s.players[seat].ready = -1, []
    for ship in s.fleet(seat):
        if ship.locks or ship.flights:
            forget(s, ship, lambda aimed: aimed.round == s.turn)


def forget(s: War, ship: Ship, keeps: Callable[[TargetLock | Missile], bool]) -> None:
    """Drop the locks and the missiles of a ship that are not to be kept, and tell which."""
    kinds = hull_of(ship).launchers
    for slot, lock in ship.locks.items():
        if not keeps(lock):
            s.emit("lapsed", **named(ship), weapon=kinds[slot], target=lock.target, flying=False)
    for missile in ship.flights:
        if not keeps(missile):
            s.emit("lapsed", **named(ship), weapon=missile.kind, target=missile.target, flying=True)
    ship.locks = {slot: lock for slot, lock in ship.locks.items() if keeps(lock)}
    ship.flights = [missile for missile in ship.flights if keeps(missile)]


def allowed(s: War, seat: int) -> list[Action]:
    p = s.players[seat]
    ship = s.ships[p.chosen]
    kinds, slots = guns_left(s, ship), launchers_left(s, ship) if ship.missiles else []
    launchers = hull_of(ship).launchers
    _, farthest = _spans((*kinds, *[launchers[slot] for slot in slots]))
    near = targeting.within(ship, s.cells, farthest) if farthest else []
    seen = sorted(targeting.in_sight(s, ship, near)) if near else []
    found: list[Action] = [_fire(kind, target) for kind in kinds for target in _bearing(weapons()[kind], seen)]
    if ship.locks:
        found += [a for a in _offer_launches(s, seat) if _check_launch(s, seat, a) is None]
    found += [_lock(slot, target) for slot in slots for target in _bearing(_weapon(ship, slot), seen)]
    if ship.flights:
        found += [a for a in _offer_again(s, seat) if _check_again(s, seat, a) is None]
    found += [SELECT[number] for number in p.ready if number != p.chosen]
    found.append(_END)
    return [*found, _CONCEDE] if s.fresh else found


def _bearing(weapon: Weapon, seen: list[targeting.Sighting]) -> list[int]:
    farthest, any_arc = len(weapon.hit), weapon.any_arc
    return [target for target, reach, ahead in seen if reach <= farthest and (ahead or any_arc)]


RULES = {
    "fire": (
        Rule(Fire, _offer_fire, _check_fire, _do_fire),
        Rule(Launch, _offer_launches, _check_launch, _do_launch),
        Rule(LockOn, _offer_locks, _check_lock, _do_lock),
        Rule(Reacquire, _offer_again, _check_again, _do_again),
        Rule(Select, _offer_ships, _check_select, _do_select),
        Rule(EndFire, only(EndFire), always, _do_end),
        CONCEDE,
    )
}
