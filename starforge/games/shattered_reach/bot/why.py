"""Why the bot does what it advises: what the action brings, and what the next best would."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.english import amount, some
from starforge.games.shattered_reach.bot.outlook import MoveEnd, lands
from starforge.games.shattered_reach.bot.pilot import JudgedPlan, judged
from starforge.games.shattered_reach.bot.player import Strength, faction_strengths, fleet_strength, worths
from starforge.games.shattered_reach.model import actions as a
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, fleets, hulls, weapons
from starforge.games.shattered_reach.model.state import Ship, War, hull_of
from starforge.games.shattered_reach.plans.berths import ROLES, berths_by_role
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.sights import Bearer, Sights
from starforge.games.shattered_reach.rules import flight, targeting
from starforge.games.shattered_reach.rules.orders import board_for
from starforge.games.shattered_reach.rules.targeting import WAYS
from starforge.games.shattered_reach.view.types import WarView, name


def why(view: WarView, action: Action) -> str:
    """Return what speaks for an action, in words; '' for what is not compared."""
    say = _SAYS.get((view.ask.kind, type(action))) if view.ask else None
    return say(view, action) if say else ""


def _choose(view: WarView, action: a.Choose) -> str:
    found = faction_strengths(view)
    words = f"Its strongest ready-made fleet here {_strength(found.pop(action.faction))}"
    if not found:
        return f"{words}."
    rest = [f"{FACTION_NAMES[slug].removeprefix('The ')}'s {_strength(one)}" for slug, one in found.items()]
    return f"{words}; the {', the '.join(rest)}."


def _strength(one: Strength) -> str:
    return f"deals about {round(one.fire)} damage a round by its guns at range 3 and takes {one.toughness}"


def _enlist(view: WarView, action: a.Enlist) -> str:
    others = [x.fleet for x in view.legal if isinstance(x, a.Enlist) and x != action]
    words = f"It {_strength(fleet_strength(fleets()[action.fleet].list))}"
    if not others:
        return f"{words}; no other ready-made fleet is within your points."
    best = max(others, key=lambda slug: fleet_strength(fleets()[slug].list).worth)
    return f"{words}; another, {fleets()[best].name}, {_strength(fleet_strength(fleets()[best].list))}."


def _buy(view: WarView, action: a.Buy) -> str:
    others = [hulls()[x.ship] for x in view.legal if isinstance(x, a.Buy) and x != action]
    if not others:
        return "It is the only ship that fits the points left."
    best = max(others, key=lambda hull: hull.cost)
    return f"It is the dearest ship that fits the points left; the next, {best.name}, costs {best.cost:,}."


def _place(view: WarView, action: a.PlaceShip | a.SetHeading) -> str:
    berth = next((one for one in berths_by_role(view) if one.ship == view.hand), None)
    if berth is None:
        return ""
    words = f"{ROLES[berth.role][0].upper()}{ROLES[berth.role][1:]}"
    if isinstance(action, a.SetHeading):
        return f"{words}, and heading {hx.NAMES[berth.heading]} it has most room ahead."
    return f"{words}; of the free places this suits that best."


def _move(view: WarView, action: Action) -> str:
    """Tell what the end of the best plan promises, and how much less the best that ends elsewhere is worth."""
    s = board_for(board(view), view.hand)
    ship = s.ships[view.hand]
    plans = sorted(judged(s, ship), key=lambda one: -one.value)
    best, other = plans[0], next((one for one in plans if one.end[:2] != plans[0].end[:2]), None)
    words = f"The best plan: {_steps(best)}. {promise(view, s, ship, best.end)}"
    if isinstance(action, a.Back):
        words = f"What is planned so far does not lead to the best end. {words}"
    if other is None:
        return f"{words}; it can end nowhere else."
    less = some(_points(best.value - other.value), "point")
    return f"{words}; the next best that ends elsewhere, {_steps(other)}, is worth {less} less."


def _steps(one: JudgedPlan) -> str:
    runs = [(len(list(run)), step) for step, run in groupby(one.steps)]
    return ", ".join(f"{count} x {step}" if count > 1 else step for count, step in runs) or "only drifting"


def promise(view: WarView, s: War, ship: Ship, end: MoveEnd) -> str:
    """Return what a ship gets by ending its move there: shots and answers, a ram, an objective, or nearness."""
    if end.stop == flight.GOAL:
        return "It comes to rest on the objective"
    if end.stop == flight.RAM:
        struck = s.ships[s.cells[hx.pack(hx.step((end.q, end.r), end.heading))]]
        dealt, taken = hull_of(ship).ram * end.velocity, hull_of(struck).ram * end.velocity
        return f"It rams {name(view, struck.id)}: {dealt} damage to it, {taken} to itself"
    if end.stop:
        return "It turns into another ship" if end.stop == flight.TURN_RAM else "Nothing saves it, whatever it does"
    contacts = Sights(s, ship).at((end.q, end.r), end.heading)
    firing = [(_expected(one.mine), one.ship) for one in contacts if one.mine]
    answer = _answer([_expected(one.theirs) for one in contacts if one.theirs])
    if firing:
        damage, target = max(firing)
        does = f"fire at {name(view, target)}, for {amount(damage)} damage on average" if damage else ""
        return f"There it could {does or f'lock a missile on {name(view, target)}'}, and {answer}"
    goals = [hx.distance((end.q, end.r), (q, r)) for q, r, owner in view.map.goals if owner != view.seat]
    foes = [(hx.distance((end.q, end.r), (foe.q, foe.r)), foe.id) for foe in targeting.foes(s, ship.seat)]
    if goals and lands((s.scenario, s.custom, len(s.players)), ship.card):
        return f"It comes to {_hexes(min(goals))} from the objective, and {answer.replace(' at', ' could fire at')}"
    near = f"It comes to {_hexes(min(foes)[0])} from {name(view, min(foes)[1])}" if foes else "It meets nobody"
    return f"{near}, and {answer.replace(' at', ' could fire at')}"


def _answer(back: Sequence[float]) -> str:
    """Return how foes could answer, by the damage to expect of each: none of those that could only lock on."""
    firing = [damage for damage in back if damage]
    locking = f"{some(len(back) - len(firing), 'foe')} could lock a missile on it" if len(firing) < len(back) else ""
    if not firing:
        return locking or "nothing at it"
    return f"{some(len(firing), 'foe')} at it, for {amount(sum(firing))}{f'; {locking}' if locking else ''}"


def _expected(bearing: Iterable[Bearer]) -> float:
    """Return the damage to expect of weapons that bear, locks apart, which deal nothing yet."""
    kinds = ((weapons()[one.weapon], one) for one in bearing)
    return sum(one.mounts * WAYS[one.needed] / 36 * kind.damage for kind, one in kinds if not kind.launched)


def _fire(view: WarView, action: Action) -> str:
    if isinstance(action, a.Reacquire):
        return "It costs no launcher its action, and a missile that does not try now is lost."
    values = {
        x: value for x, value in worths(view).items() if value > 0 and isinstance(x, (a.Fire, a.Launch, a.LockOn))
    }
    labels = {choice.action: choice.label for choice in view.choices}
    if isinstance(action, a.EndFire):
        return "" if values else "No shot that is left does any harm worth counting."
    if action not in values:
        return ""
    words = f"On average it takes {some(_points(values.pop(action)), 'point')} from the enemy"
    best = max(values, key=lambda x: values[x], default=None)
    if best is None:
        return f"{words}; nothing else that can fire does any harm."
    return f"{words}; the next best, {labels[best]}, {some(_points(values[best]), 'point')}."


def _points(value: float) -> int:
    return max(1, round(value))


def _hexes(count: int) -> str:
    return "a hex" if count == 1 else f"{count} hexes"


_MOVES = (a.Forward, a.Slow, a.TurnLeft, a.TurnRight, a.DriftHex, a.Pivot, a.Back, a.Commit)
_SHOTS = (a.Fire, a.LockOn, a.Launch, a.Reacquire, a.EndFire)
_SAYS: dict[tuple[str, type[Action]], Callable[[WarView, Any], str]] = {
    ("faction", a.Choose): _choose,
    ("build", a.Enlist): _enlist,
    ("build", a.Buy): _buy,
    ("build", a.Ready): lambda view, action: "No other ship fits the points left.",
    ("deploy", a.PlaceShip): _place,
    ("deploy", a.SetHeading): _place,
    ("deploy", a.Ready): lambda view, action: "Every ship stands where its role wants it, as far as there is room.",
    **{("move", kind): _move for kind in _MOVES},
    **{("fire", kind): _fire for kind in _SHOTS},
}
