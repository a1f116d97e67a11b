"""The best use of the dice in stations: what they could be put to, what each is worth, which go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import add, sub
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.games.astroforce.bot.worth import (
    of_development,
    of_healing,
    of_plot,
    of_repair,
    of_shields,
    of_stage,
)
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, Astroforce, InPlay
from starforge.games.astroforce.rules.deployment import PAY, closed, targets
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.orders import DUTIES, bonus, idle
from starforge.games.astroforce.rules.payments import Counts, Dice, count, payments, split
from starforge.games.astroforce.rules.piles import lacking, stages
from starforge.quick import dataclass

Step = tuple[Action, Dice]
"""An order and the dice that pay for it."""
Way = tuple[Step, Counts, Counts]
"""A way to a goal: the step it begins with, the dice it uses, the Bridge Crew results it uses."""


NONE, _COM = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)


_WAYS = 5


_GREAT = 45.0


@dataclass(frozen=True, slots=True)
class Goal:
    """Be something dice can be put to: what it is worth, what it needs, and the order that it is.

    ``step`` is what dice do towards it, if that is not to pay for the order. ``bars``: it bars Mission stages;
    ``stage``: it is one, so no bar may be left.
    """

    worth: float
    needs: Counts
    aim: Action
    step: Callable[[Dice], Step] | None = None
    bars: bool = False
    stage: bool = False


class Plan(NamedTuple):
    """Hold what a plan is worth, the dice it uses, the steps towards its goals, and the order that each goal is."""

    worth: float = 0.0
    used: Counts = NONE
    steps: tuple[Step, ...] = ()
    aims: tuple[Action, ...] = ()

    @property
    def first(self) -> Step | None:
        return self.steps[0] if self.steps else None


def goals(s: Astroforce) -> list[Goal]:
    """Return what dice could be put to, the most valuable first, but those that bar stages before all."""
    now = lasting(s)
    found = [goal for name, card in targets(s) for goal in _on_card(s, name, card, now)]
    found += _crew(s, now)
    return sorted((goal for goal in found if goal.worth > 0), key=lambda goal: (not goal.bars, -goal.worth))


def _on_card(s: Astroforce, name: str, card: InPlay, now: Lasting) -> list[Goal]:
    steps = stages(card)
    barred = name == "mission" and "stages" in now.barred
    if card.done or card.moved or (not barred and closed(name, card, now)):
        return []
    if steps and (steps[card.stage].does or (steps[card.stage].transmat and "transmat" in now.barred)):
        return []
    needs = lacking(now, card)
    if name == "mission":
        if steps[card.stage].transmat and s.shields and not now.through_shields:
            return [Goal(of_stage(s) - 4, count((*needs, "SCI")), PAY[name], _lower((*needs, "SCI")), stage=True)]
        return [Goal(of_stage(s), count(needs), PAY[name], stage=True)]
    if name in developments():
        return [Goal(of_development(s, name) * _room(s, name), count(needs), PAY[name])]
    worth = of_plot(s, card) / max(1, len(steps) - card.stage) ** 0.7
    return [Goal(worth, count(needs), PAY[name], bars=("bar", "stages") in events()[name].lasting)]


def _lower(needs: Dice) -> Callable[[Dice], Step]:
    """Lower shields first, with those of the dice that make the SCI."""
    ordered = tuple(sorted(needs, key=FACES.index))
    return lambda dice: (on.LowerShields(), next(paid for result, paid in split(ordered, dice) if result == "SCI"))


def _room(s: Astroforce, card: str) -> float:
    """Return less than 1 when nine Developments are active and the new one is hardly better than the worst."""
    if len(s.active) < 9:
        return 1.0
    worst = min(of_development(s, active) for active in s.active)
    return max(0.0, 1.0 - worst / max(1.0, of_development(s, card)))


def _crew(s: Astroforce, now: Lasting) -> list[Goal]:
    found = []
    for kind, duty in DUTIES.items():
        if kind is on.Orders or kind is on.LowerShields or idle(s, kind, now) is not None:
            continue
        if kind is on.Heal:
            worths = [of_healing(s) * min(s.medbay, bonus(now, "heal"))] * min(3, s.medbay)
        elif kind is on.Repair:
            worths = [of_repair(s) * bonus(now, "repair")] * min(2, 7 - s.hull)
        elif kind is on.ClearSensors:
            worths = [(7.0 + 2.0 * s.sensors) * min(s.sensors, bonus(now, "clear")) ** 0.7] * min(2, s.sensors)
        else:
            worths = [of_shields(s)]
        found += [Goal(worth / (1 + n / 8), count((duty.role,)), kind()) for n, worth in enumerate(worths)]
    return found


def plan(s: Astroforce, crew: Counts, bridge: Counts, without: Action | None = None) -> Plan:
    """Return the best use of the dice for the goals, each taken once or left, but for the order that is to be left."""
    wanted = [goal for goal in goals(s) if goal.aim != without]
    now = lasting(s)
    faces = () if "orders" in now.barred else tuple(n for n, face in enumerate(FACES) if face not in now.blocked)
    known: dict[tuple[int, Counts, Counts, int], Plan] = {}

    def best(n: int, dice: Counts, lent: Counts, bars: int) -> Plan:
        if n == len(wanted) or not (any(dice) or any(lent)):
            return Plan()
        key = (n, dice, lent, bars)
        if key in known:
            return known[key]
        goal = wanted[n]
        found = best(n + 1, dice, lent, bars)
        if not (goal.stage and bars):
            for step, eaten, borrowed in _ways(goal, dice, lent, faces):
                rest = best(n + 1, tuple(map(sub, dice, eaten)), tuple(map(sub, lent, borrowed)), bars - goal.bars)
                if rest.worth + goal.worth > found.worth:
                    used = tuple(map(add, rest.used, eaten))
                    found = Plan(rest.worth + goal.worth, used, (step, *rest.steps), (goal.aim, *rest.aims))
        known[key] = found
        return found

    return best(0, crew, bridge, sum(goal.bars for goal in wanted))


def _ways(goal: Goal, dice: Counts, lent: Counts, faces: tuple[int, ...]) -> list[Way]:
    """Return the ways worth a thought: few dice, Orders for great goals, only a like die for small crew actions."""
    if goal.worth < 20 and sum(goal.needs) == 1:
        role = goal.needs.index(1)
        ways: tuple[Dice, ...] = (("+" + FACES[role],),) if lent[role] else ((FACES[role],),) if dice[role] else ()
    else:
        ways = payments(goal.needs, dice, lent)[:_WAYS]
    found: list[Way] = [(goal.step(paid) if goal.step else (goal.aim, paid), *spent_on(paid)) for paid in ways]
    if goal.worth >= _GREAT and (not ways or len(ways[0]) > sum(goal.needs) + 1):
        found += _by_orders(goal, dice, lent, faces)
    return found


def _by_orders(goal: Goal, dice: Counts, lent: Counts, faces: tuple[int, ...]) -> list[Way]:
    """Return ways that begin with Orders by one COM, or by two: a die that is over becomes what is short."""
    found: list[Way] = []
    for borrowed, changed, left in _after_orders(goal.needs, dice, lent, faces):
        first: Step = on.Orders(), ("+COM",) if borrowed[0] else ("COM",)
        ways = [(changed, left, paid) for paid in payments(goal.needs, changed, left)[:1]]
        if not ways:
            again = _after_orders(goal.needs, changed, left, faces)
            ways = [(end, rest, paid) for _, end, rest in again for paid in payments(goal.needs, end, rest)[:1]][:2]
        for end, rest, paid in ways:
            more, extra = spent_on(paid)
            eaten = tuple(d - e + m for d, e, m in zip(dice, end, more, strict=True))
            found.append((first, eaten, tuple(n - r + x for n, r, x in zip(lent, rest, extra, strict=True))))
        if len(found) >= _WAYS:
            break
    return found


def _after_orders(
    needs: Counts, dice: Counts, lent: Counts, faces: tuple[int, ...]
) -> list[tuple[Counts, Counts, Counts]]:
    """Return what one Orders can make of the dice: the results it takes, then the dice and results left."""
    if lent[0]:
        spent, borrowed = NONE, _COM
    elif dice[0]:
        spent, borrowed = _COM, NONE
    else:
        return []
    left = tuple(map(sub, dice, spent))
    rest = tuple(map(sub, lent, borrowed))
    return [
        (borrowed, tuple(n + (r == short) - (r == over) for r, n in enumerate(left)), rest)
        for short in faces
        if needs[short] > left[short] + rest[short]
        for over in range(5)
        if left[over] > needs[over]
    ]


@lru_cache(10_000)
def spent_on(paid: Dice) -> tuple[Counts, Counts]:
    """Return the dice and the Bridge Crew results of a payment, by role."""
    return tuple(paid.count(face) for face in FACES), tuple(paid.count("+" + face) for face in FACES)
