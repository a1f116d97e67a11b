"""The best use of the dice in stations: what they could be put to, what each is worth, which go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import sub
from typing import Any, NamedTuple

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
from starforge.games.astroforce.rules.payments import Counts, Dice, Memo, count, payments, split
from starforge.games.astroforce.rules.piles import lacking, stages
from starforge.quick import dataclass

Step = tuple[Action, Dice]
"""An order and the dice that pay for it."""
Way = tuple[int, bool, Dice]
"""A way to a goal: the purse of all that it uses, whether it begins with Orders, the dice paid first."""
_Best = tuple[float, "Way | None", int, Any]
"""What the best use of a purse is worth; the way to its first goal, which of the goals that is, the rest."""


NONE, _COM = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)

_MOST, _GREAT = 5, 45.0
_NOTHING: _Best = (0.0, None, 0, None)


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
    return Planner([goal for goal in goals(s) if goal.aim != without], lasting(s)).plan(crew, bridge)


class Planner:
    """Find the best use of any dice for goals, of which those that bar stages come first.

    Dice and Bridge Crew results are one number in here, a purse: five bits for each role, those of the dice lowest.
    """

    def __init__(self, wanted: list[Goal], now: Lasting) -> None:
        open_roles = tuple(n for n, face in enumerate(FACES) if face not in now.blocked)
        faces = () if "orders" in now.barred else open_roles
        self._wanted = wanted
        self._ways = [_WAYS[goal.needs, goal.worth < 20, goal.worth >= _GREAT, faces] for goal in wanted]
        self._bars = sum(goal.bars for goal in wanted)
        self._most = [sum(goal.worth for goal in wanted[n:]) for n in range(len(wanted) + 1)]
        self._known: list[dict[int, _Best]] = [{} for _ in wanted]

    def plan(self, crew: Counts, bridge: Counts) -> Plan:
        """Return the best use of the dice, each goal taken once or left."""
        worth, way, n, rest = self._best(0, pack((*crew, *bridge)), self._bars)
        steps: list[Step] = []
        aims: list[Action] = []
        used = 0
        while way is not None:
            cost, orders, paid = way
            goal = self._wanted[n]
            steps.append((on.Orders(), paid) if orders else goal.step(paid) if goal.step else (goal.aim, paid))
            aims.append(goal.aim)
            used += cost
            _, way, n, rest = rest
        return Plan(worth, _unpack(used)[: len(FACES)], tuple(steps), tuple(aims))

    def worth(self, crew: Counts, bridge: Counts) -> float:
        """Return what the best use of the dice is worth."""
        return self._best(0, pack((*crew, *bridge)), self._bars)[0]

    def _best(self, n: int, purse: int, bars: int) -> _Best:
        if n == len(self._wanted) or not purse:
            return _NOTHING
        known, key = self._known[n], purse << 4 | bars
        if key in known:
            return known[key]
        goal = self._wanted[n]
        found = self._best(n + 1, purse, bars)
        if not (goal.stage and bars) and self._most[n] > found[0] - 1e-9:
            for way in self._ways[n][purse]:
                rest = self._best(n + 1, purse - way[0], bars - goal.bars)
                if rest[0] + goal.worth > found[0]:
                    found = rest[0] + goal.worth, way, n, rest
        known[key] = found
        return found


def first_step(goal: Goal, dice: Counts, lent: Counts) -> Step | None:
    """Return what to do first towards one goal with as few dice as will do, None when they do not pay for it."""
    for _, _, paid in _WAYS[goal.needs, goal.worth < 20, False, ()][pack((*dice, *lent))][:1]:
        return goal.step(paid) if goal.step else (goal.aim, paid)
    return None


def pack(both: Counts) -> int:
    """Return dice and Bridge Crew results by role as one number."""
    return sum(n << 5 * place for place, n in enumerate(both))


def _unpack(purse: int) -> Counts:
    return tuple(purse >> 5 * place & 31 for place in range(2 * len(FACES)))


def _ways(needs: Counts, small: bool, great: bool, faces: tuple[int, ...], purse: int) -> list[Way]:
    """Return the ways worth a thought: few dice, Orders for great goals, only a like die for small crew actions."""
    both = _unpack(purse)
    dice, lent = both[: len(FACES)], both[len(FACES) :]
    if small and sum(needs) == 1:
        role = needs.index(1)
        ways: tuple[Dice, ...] = (("+" + FACES[role],),) if lent[role] else ((FACES[role],),) if dice[role] else ()
    else:
        ways = payments(needs, dice, lent)[:_MOST]
    found: list[Way] = [
        (pack((*used, *borrowed)), False, paid) for paid in ways for used, borrowed in (spent_on(paid),)
    ]
    if great and (not ways or len(ways[0]) > sum(needs) + 1):
        found += _by_orders(needs, dice, lent, faces)
    return found


_WAYS: Memo[tuple[Counts, bool, bool, tuple[int, ...]], Memo[int, list[Way]]] = Memo(
    lambda case: Memo(partial(_ways, *case))
)
"""The ways to what dice are needed for, whether it is a small or a great goal, and to what roles Orders can turn dice,
by purse."""


def _by_orders(needs: Counts, dice: Counts, lent: Counts, faces: tuple[int, ...]) -> list[Way]:
    """Return ways that begin with Orders by one COM, or by two: a die that is over becomes what is short."""
    found: list[Way] = []
    for borrowed, changed, left in _after_orders(needs, dice, lent, faces):
        first: Dice = ("+COM",) if borrowed[0] else ("COM",)
        ways = [(changed, left, paid) for paid in payments(needs, changed, left)[:1]]
        if not ways:
            again = _after_orders(needs, changed, left, faces)
            ways = [(end, rest, paid) for _, end, rest in again for paid in payments(needs, end, rest)[:1]][:2]
        for end, rest, paid in ways:
            more, extra = spent_on(paid)
            spent = pack((*dice, *lent)) - pack((*end, *rest)) + pack((*more, *extra))
            found.append((spent, True, first))
        if len(found) >= _MOST:
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
