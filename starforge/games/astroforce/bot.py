"""A thinking player: plans the whole deployment over the dice, then takes the plan's first order.

It knows what its seat knows: the view, and a state whose decks were shuffled anew, of which it never looks at a deck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import add, sub
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.games.astroforce import actions as on
from starforge.games.astroforce import value
from starforge.games.astroforce.cards import developments, events
from starforge.games.astroforce.confer import propose
from starforge.games.astroforce.deploy import closed, targets
from starforge.games.astroforce.effects import changes
from starforge.games.astroforce.model import FACES, Astroforce, InPlay, locked, result_of
from starforge.games.astroforce.orders import DUTIES, bonus, idle
from starforge.games.astroforce.payments import Counts, Dice, count, counts, payments, split
from starforge.games.astroforce.piles import lacking, missing, stages
from starforge.games.astroforce.standing import Standing, capacity, standing

Way = tuple[Action, Counts, Counts]
"""A way to a goal: the order it begins with, the dice it uses, the Bridge Crew results it uses."""
_NONE, _COM = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)
_WAYS = 5
_GREAT = 45.0


@dataclass(frozen=True, slots=True)
class Goal:
    """Be something dice can be put to: what it is worth, what it needs, and the order it makes of the dice.

    ``bars``: it bars Mission stages; ``stage``: it is one, so no bar may be left.
    """

    worth: float
    needs: Counts
    order: Callable[[Dice], Action]
    bars: bool = False
    stage: bool = False


class Plan(NamedTuple):
    """Hold what a plan is worth, the order it begins with, and the dice that it uses."""

    worth: float
    first: Action | None
    used: Counts


def goals(s: Astroforce) -> list[Goal]:
    """Return what dice could be put to, the most valuable first, but those that bar stages before all."""
    now = standing(s)
    found = [goal for name, card in targets(s) for goal in _on_card(s, name, card, now)]
    found += _crew(s, now)
    return sorted((goal for goal in found if goal.worth > 0), key=lambda goal: (not goal.bars, -goal.worth))


def _on_card(s: Astroforce, name: str, card: InPlay, now: Standing) -> list[Goal]:
    steps = stages(card)
    barred = name == "mission" and "stages" in now.barred
    if card.done or card.moved or (not barred and closed(s, name, card, now)):
        return []
    if steps and (steps[card.stage].does or (steps[card.stage].transmat and "transmat" in now.barred)):
        return []
    needs = lacking(now, card)
    pay = _payer(name)
    if name == "mission":
        if steps[card.stage].transmat and s.shields and not now.through_shields:
            return [Goal(value.of_stage(s) - 4, count((*needs, "SCI")), _lower(s, (*needs, "SCI")), stage=True)]
        return [Goal(value.of_stage(s), count(needs), pay, stage=True)]
    if name in developments():
        return [Goal(value.of_development(s, name) * _room(s, name), count(needs), pay)]
    worth = value.of_plot(s, card) / max(1, len(steps) - card.stage) ** 0.7
    return [Goal(worth, count(needs), pay, bars=("bar", "stages") in events()[name].lasting)]


def _payer(name: str) -> Callable[[Dice], Action]:
    return lambda dice: on.Pay(name, dice)


def _lower(s: Astroforce, needs: Dice) -> Callable[[Dice], Action]:
    """Lower shields first, with those of the dice that make the SCI."""
    ordered = tuple(sorted(needs, key=FACES.index))
    return lambda dice: on.LowerShields(next(paid for result, paid in split(ordered, dice) if result == "SCI"))


def _room(s: Astroforce, card: str) -> float:
    """Return less than 1 when nine Developments are active and the new one is hardly better than the worst."""
    if len(s.active) < 9:
        return 1.0
    worst = min(value.of_development(s, active) for active in s.active)
    return max(0.0, 1.0 - worst / max(1.0, value.of_development(s, card)))


def _crew(s: Astroforce, now: Standing) -> list[Goal]:
    found = []
    for kind, duty in DUTIES.items():
        if kind is on.Orders or kind is on.LowerShields or idle(s, kind, now) is not None:
            continue
        if kind is on.Heal:
            worths = [value.of_healing(s) * min(s.medbay, bonus(now, "heal"))] * min(3, s.medbay)
        elif kind is on.Repair:
            worths = [value.of_repair(s) * bonus(now, "repair")] * min(2, 7 - s.hull)
        elif kind is on.ClearSensors:
            worths = [(7.0 + 2.0 * s.sensors) * min(s.sensors, bonus(now, "clear")) ** 0.7] * min(2, s.sensors)
        else:
            worths = [value.of_shields(s)]
        found += [Goal(worth / (1 + n / 8), count((duty.role,)), kind) for n, worth in enumerate(worths)]
    return found


def plan(s: Astroforce, crew: Counts, bridge: Counts) -> Plan:
    """Return the best use of the dice for the goals, each goal taken once or left."""
    wanted = goals(s)
    now = standing(s)
    faces = () if "orders" in now.barred else tuple(n for n, face in enumerate(FACES) if face not in now.blocked)
    known: dict[tuple[int, Counts, Counts, int], Plan] = {}

    def best(n: int, dice: Counts, lent: Counts, bars: int) -> Plan:
        if n == len(wanted) or not (any(dice) or any(lent)):
            return Plan(0.0, None, _NONE)
        key = (n, dice, lent, bars)
        if key in known:
            return known[key]
        goal = wanted[n]
        found = best(n + 1, dice, lent, bars)
        if not (goal.stage and bars):
            for order, eaten, borrowed in _ways(goal, dice, lent, faces):
                rest = best(n + 1, tuple(map(sub, dice, eaten)), tuple(map(sub, lent, borrowed)), bars - goal.bars)
                if rest.worth + goal.worth > found.worth:
                    found = Plan(rest.worth + goal.worth, order, tuple(map(add, rest.used, eaten)))
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
    found: list[Way] = [(goal.order(paid), *_eaten(paid)) for paid in ways]
    if goal.worth >= _GREAT and (not ways or len(ways[0]) > sum(goal.needs) + 1):
        found += _by_orders(goal, dice, lent, faces)
    return found


def _by_orders(goal: Goal, dice: Counts, lent: Counts, faces: tuple[int, ...]) -> list[Way]:
    """Return ways that begin with Orders by one COM, or by two: a die that is over becomes what is short."""
    found: list[Way] = []
    for borrowed, changed, left in _after_orders(goal.needs, dice, lent, faces):
        first: Action = on.Orders(("+COM",) if borrowed[0] else ("COM",))
        ways = [(changed, left, paid) for paid in payments(goal.needs, changed, left)[:1]]
        if not ways:
            again = _after_orders(goal.needs, changed, left, faces)
            ways = [(end, rest, paid) for _, end, rest in again for paid in payments(goal.needs, end, rest)[:1]][:2]
        for end, rest, paid in ways:
            more, extra = _eaten(paid)
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
        spent, borrowed = _NONE, _COM
    elif dice[0]:
        spent, borrowed = _COM, _NONE
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
def _eaten(paid: Dice) -> tuple[Counts, Counts]:
    """Return the dice and the Bridge Crew results of a payment, by role."""
    return tuple(paid.count(face) for face in FACES), tuple(paid.count("+" + face) for face in FACES)


def deploy(s: Astroforce) -> Action:
    """Return the next order."""
    crew, lent = counts(s.crew), counts(s.bridge)
    now = standing(s)
    free = _card_action(s, now)
    base = plan(s, crew, lent)
    return (
        _use(s, base, crew, lent)
        or (base.first if base.worth > 0 else None)
        or free
        or _lock(s, now)
        or _second_wind(s)
        or on.End()
    )


def _card_action(s: Astroforce, now: Standing) -> Action | None:
    for name, card in targets(s):
        steps = stages(card)
        if steps and closed(s, name, card, now) is None and steps[card.stage].does:
            return on.CarryOut(name)
    return None


def _changed(crew: Counts, die: str, face: str) -> Counts:
    left = list(crew)
    left[FACES.index(die)] -= 1
    left[FACES.index(face)] += 1
    return tuple(left)


def _changes(s: Astroforce, crew: Counts, used: Counts, now: Standing) -> list[on.Change]:
    """Return the changes worth a thought: dice that a plan leaves over become what the best goals need."""
    wanted = sorted(goals(s), key=lambda goal: -goal.worth)[:3]
    faces = [f for n, f in enumerate(FACES) if f not in now.blocked and any(goal.needs[n] for goal in wanted)]
    over = [f for n, f in enumerate(FACES) if crew[n] > used[n]] or [f for n, f in enumerate(FACES) if crew[n]]
    return [on.Change(die, face) for die in over for face in faces if face != die]


def _use(s: Astroforce, base: Plan, crew: Counts, lent: Counts) -> Action | None:
    """Return a Development to use now."""
    for card in s.active:
        data = developments()[card]
        if data.use and card not in s.used and _useful(s, card, base, crew, lent):
            return on.Use(card)
    return None


def _useful(s: Astroforce, card: str, base: Plan, crew: Counts, lent: Counts) -> bool:
    name, *args = developments()[card].use[0]
    if name == "fuel":
        return s.mission is not None and s.fuel + int(args[0]) <= 10 and value.slack(s) <= 1
    if name == "lend":
        more = list(lent)
        more[FACES.index(str(args[0]))] += int(args[1])
        return plan(s, crew, tuple(more)).worth >= base.worth + 40 - 5 * max(0, 3 - value.slack(s))
    if name == "orders":
        choices = _changes(s, crew, base.used, standing(s))
        return any(plan(s, _changed(crew, c.die, c.face), lent).worth > base.worth for c in choices)
    if name == "dismiss":
        worst = max((value.of_plot(s, plot) for plot in s.plots if not plot.done), default=0.0)
        return worst >= 60
    if name == "shields-up":
        return s.shields == 0 and value.of_shields(s) >= 9
    if name == "heal":
        return s.medbay >= 2 or s.hull <= 2
    return name == "foresee"


def _second_wind(s: Astroforce) -> Action | None:
    """Return the Development that rolls dice again when the rest of the deployment has nothing more to give."""
    for card in s.active:
        if developments()[card].use[:1] and developments()[card].use[0][0] == "second-shift" and card not in s.used:
            stage_open = s.mission is not None and not s.mission.moved
            if s.quarters >= 4 and stage_open:
                return on.Use(card)
    return None


def _lock(s: Astroforce, now: Standing) -> Action | None:
    """Return a left-over die to Lock In on the card that is most worth it."""
    if now.in_full:
        return None
    best, found = 11.0, None
    for name, card in targets(s):
        if stages(card) or closed(s, name, card, now) is not None:
            continue
        worth = value.of_plot(s, card) if name in events() else value.of_development(s, name)
        needs = missing(s, card)
        for face in dict.fromkeys(needs):
            if s.crew[face] and len(needs) > 1 and worth / len(needs) + 4 * len(card.stacks) > best:
                best, found = worth / len(needs) + 4 * len(card.stacks), on.Lock(name, face, (face,))
    return found


# --- the other asks --------------------------------------------------------------------------------------------------


def change(s: Astroforce) -> Action:
    """Return the change that makes the best plan."""
    crew, lent = counts(s.crew), counts(s.bridge)
    return max(changes(s), key=lambda c: plan(s, _changed(crew, c.die, c.face), lent).worth)


def reroll(s: Astroforce) -> Action:
    """Roll a die again that the plan for the dice as they will report does not use."""
    room = capacity(standing(s))
    crew = counts(s.crew)
    reporting = tuple(map(min, crew, room))
    used = plan(s, reporting, counts(standing(s).bridge)).used
    idle_dice = [(crew[n] - used[n], face) for n, face in enumerate(FACES) if crew[n] > used[n]]
    return on.Reroll(max(idle_dice)[1]) if idle_dice else on.Enough()


def pick(s: Astroforce, places: list[str]) -> Action:
    """Give up the die that is missed least."""
    used = plan(s, counts(s.crew), counts(s.bridge)).used if any(s.crew.values()) else _NONE

    def missed(place: str) -> float:
        if place in ("completed", "quarters"):
            return 0.0 if s.phase == "deploy" else 5.0
        if place in FACES:
            spare = s.crew[place] - used[FACES.index(place)]
            return 3.0 if spare > 0 else 10.0
        return 8.0

    return on.Pick(min(places, key=missed))


def keep(s: Astroforce) -> Action:
    """Keep what is Locked In, but take dice home from a Development that is hardly worth it."""
    for card, one in locked(s):
        if card.card in developments() and value.of_development(s, card.card) < 12 and result_of(one) != "COM":
            return on.TakeHome(card.card, one)
    return on.Keep()


def choose(s: Astroforce, kind: str, legal: tuple[Action, ...]) -> Action:
    """Return the answer to an ask."""
    if len(legal) == 1:
        return legal[0]
    if kind == "deploy":
        return deploy(s)
    if kind == "confer":
        return propose(deploy(s))
    if kind == "change":
        return change(s)
    if kind == "reroll":
        return reroll(s)
    if kind == "pick":
        return pick(s, [a.place for a in legal if isinstance(a, on.Pick)])
    if kind == "keep":
        return keep(s)
    if kind == "discard":
        return min(legal, key=lambda a: value.of_development(s, a.card) if isinstance(a, on.Discard) else 0.0)
    if kind == "dismiss":
        return max(legal, key=lambda a: _plot_worth(s, a))
    if kind == "arrange":
        return min(legal, key=lambda a: value.of_top(a.card) if isinstance(a, on.Next) else 0.0)
    return legal[0]


def _plot_worth(s: Astroforce, a: Action) -> float:
    return max(value.of_plot(s, plot) for plot in s.plots if isinstance(a, on.Discard) and plot.card == a.card)
