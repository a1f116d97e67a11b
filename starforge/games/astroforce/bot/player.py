"""A thinking player: plans the whole deployment over the dice, then takes the plan's first order.

It knows what its seat knows: the view, and a state whose decks were shuffled anew, of which it never looks at a deck.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import sub

from starforge.engine.action import Action
from starforge.engine.state import Ask
from starforge.games.astroforce.bot.planning import NONE, Plan, Planner, goals, plan, spent_on
from starforge.games.astroforce.bot.worth import (
    of_development,
    of_plot,
    of_shields,
    of_top,
)
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, FUEL, Astroforce, locked, result_of
from starforge.games.astroforce.rules.conferring import BILLS, paid_for, propose
from starforge.games.astroforce.rules.deployment import closed, targets
from starforge.games.astroforce.rules.dice import becoming, changeable, changing
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.orders import check_use
from starforge.games.astroforce.rules.outlook import slack
from starforge.games.astroforce.rules.payments import Counts, Dice
from starforge.games.astroforce.rules.piles import missing, stages

Legal = tuple[Action, ...]


def captains(s: Astroforce) -> Planner:
    """Return what finds the best use of dice by what a captain holds for worth something."""
    return Planner(goals(s), lasting(s))


def deploy(s: Astroforce) -> Action:
    """Return the next order."""
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    base = plan(s, crew, lent)
    return (
        _use(s, base, crew, lent)
        or (base.first[0] if base.first and base.worth > 0 else None)
        or without_plan(s, lasting(s))
    )


def without_plan(s: Astroforce, now: Lasting) -> Action:
    """Return what is left to do when the dice are put to nothing that is to be paid for."""
    return card_action(s, now) or _lock(s, now) or second_wind(s) or on.End()


def card_action(s: Astroforce, now: Lasting) -> Action | None:
    for name, card in targets(s):
        steps = stages(card)
        if steps and closed(name, card, now) is None and steps[card.stage].does:
            return on.CarryOut(name)
    return None


def changed(crew: Counts, die: str, face: str) -> Counts:
    left = list(crew)
    left[FACES.index(die)] -= 1
    left[FACES.index(face)] += 1
    return tuple(left)


def _changes(s: Astroforce, crew: Counts, used: Counts, now: Lasting) -> list[tuple[str, str]]:
    """Return the changes worth a thought: dice that a plan leaves over become what the best goals need."""
    wanted = sorted(goals(s), key=lambda goal: -goal.worth)[:3]
    faces = [f for n, f in enumerate(FACES) if f not in now.blocked and any(goal.needs[n] for goal in wanted)]
    over = [f for n, f in enumerate(FACES) if crew[n] > used[n]] or [f for n, f in enumerate(FACES) if crew[n]]
    return [(die, face) for die in over for face in faces if face != die]


def _use(s: Astroforce, base: Plan, crew: Counts, lent: Counts) -> Action | None:
    for card in s.active:
        data = developments()[card]
        if data.use and check_use(s, s.captain, on.Use(card)) is None and _useful(s, card, base, crew, lent):
            return on.Use(card)
    return None


def _useful(s: Astroforce, card: str, base: Plan, crew: Counts, lent: Counts) -> bool:
    name, *args = developments()[card].use[0]
    if name == "fuel":
        return s.mission is not None and s.fuel + int(args[0]) <= FUEL and slack(s) <= 1
    if name == "lend":
        more = list(lent)
        more[FACES.index(str(args[0]))] += int(args[1])
        return plan(s, crew, tuple(more)).worth >= base.worth + 40 - 5 * max(0, 3 - slack(s))
    if name == "orders":
        choices = _changes(s, crew, base.used, lasting(s))
        planner = captains(s)
        return any(planner.worth(changed(crew, *change), lent) > base.worth for change in choices)
    if name == "dismiss":
        worst = max((of_plot(s, plot) for plot in s.plots if not plot.done), default=0.0)
        return worst >= 60
    if name == "shields-up":
        return s.shields == 0 and of_shields(s) >= 9
    if name == "heal":
        return s.medbay >= 2 or s.hull <= 2
    return name != "second-shift"


def second_wind(s: Astroforce) -> Action | None:
    """Return the Development that rolls dice again when the rest of the deployment has nothing more to give."""
    for card in s.active:
        if developments()[card].use[:1] and developments()[card].use[0][0] == "second-shift" and card not in s.used:
            stage_open = s.mission is not None and not s.mission.moved
            if s.quarters >= 4 and stage_open:
                return on.Use(card)
    return None


def _lock(s: Astroforce, now: Lasting) -> Action | None:
    """Return a left-over die to Lock In on the card that is most worth it."""
    if now.in_full:
        return None
    best, found = 11.0, None
    for name, card in targets(s):
        if stages(card) or closed(name, card, now) is not None:
            continue
        worth = of_plot(s, card) if name in events() else of_development(s, name)
        needs = missing(s, card)
        for face in dict.fromkeys(needs):
            if s.crew[face] and len(needs) > 1 and worth / len(needs) + 4 * len(card.stacks) > best:
                best, found = worth / len(needs) + 4 * len(card.stacks), on.LockIn(name, face)
    return found


def pay_with(s: Astroforce, planner: Planner) -> Action:
    """Return the dice that the plan has for the order, else those that leave the best plan."""
    order = paid_for(s)
    ways = BILLS[type(order)].ways(s, order)
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    first = planner.plan(crew, lent).first
    if first is not None and first[0] == order and first[1] in ways:
        return on.With(first[1])

    def left(dice: Dice) -> float:
        used, borrowed = spent_on(dice)
        return planner.worth(tuple(map(sub, crew, used)), tuple(map(sub, lent, borrowed)))

    return on.With(max(ways, key=left))


def change(s: Astroforce, planner: Planner) -> Action:
    """Return the die of the change that makes the best plan."""
    changes = [(_changed_worth(s, planner, die, face), die) for die in changeable(s) for face in becoming(s, die)]
    return on.Change(max(changes, key=lambda one: one[0])[1])


def become(s: Astroforce, planner: Planner) -> Action:
    """Return the role of the die that makes the best plan."""
    die = changing(s)
    return on.Become(max(becoming(s, die), key=lambda face: _changed_worth(s, planner, die, face)))


def _changed_worth(s: Astroforce, planner: Planner, die: str, face: str) -> float:
    return planner.worth(changed(tuple(s.crew.values()), die, face), tuple(s.bridge.values()))


def reroll(s: Astroforce, planner: Planner) -> Action:
    """Roll a die again that the plan for the dice as they will report does not use."""
    now, crew = lasting(s), tuple(s.crew.values())
    reporting = tuple(map(min, crew, now.room.values()))
    used = planner.plan(reporting, tuple(now.bridge.values())).used
    idle_dice = [(crew[n] - used[n], face) for n, face in enumerate(FACES) if crew[n] > used[n]]
    return on.Reroll(max(idle_dice)[1]) if idle_dice else on.Enough()


def pick(s: Astroforce, places: list[str], planner: Planner) -> Action:
    """Give up the die that is missed least."""
    used = planner.plan(tuple(s.crew.values()), tuple(s.bridge.values())).used if any(s.crew.values()) else NONE

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
        if card.card in developments() and of_development(s, card.card) < 12 and result_of(one) != "COM":
            return on.TakeHome(card.card, one)
    return on.Keep()


def _least(s: Astroforce, legal: Legal) -> Action:
    return min(legal, key=lambda a: of_development(s, a.card) if isinstance(a, on.Discard) else 0.0)


def _worst(s: Astroforce, legal: Legal) -> Action:
    worths = {plot.card: of_plot(s, plot) for plot in s.plots}
    return max(legal, key=lambda a: worths[a.card] if isinstance(a, on.Discard) else 0.0)


def _mildest(s: Astroforce, legal: Legal) -> Action:
    return min(legal, key=lambda a: of_top(a.card) if isinstance(a, on.Next) else 0.0)


_ANSWERS: dict[str, Callable[[Astroforce, Legal], Action]] = {
    "deploy": lambda s, legal: deploy(s),
    "confer": lambda s, legal: propose(deploy(s)),
    "keep": lambda s, legal: keep(s),
    "discard": _least,
    "dismiss": _worst,
    "arrange": _mildest,
}
_BY_PLAN: dict[str, Callable[[Astroforce, Legal, Planner], Action]] = {
    "with": lambda s, legal, planner: pay_with(s, planner),
    "change": lambda s, legal, planner: change(s, planner),
    "become": lambda s, legal, planner: become(s, planner),
    "reroll": lambda s, legal, planner: reroll(s, planner),
    "pick": lambda s, legal, planner: pick(s, [a.place for a in legal if isinstance(a, on.Pick)], planner),
}


def choose(s: Astroforce, ask: Ask, legal: Legal) -> Action:
    """Return the answer to an ask; what acts first does not matter."""
    if len(legal) == 1:
        return legal[0]
    if ask.kind in _BY_PLAN:
        return by_plan(s, ask, legal, captains(s))
    return _ANSWERS[ask.kind](s, legal) if ask.kind in _ANSWERS else legal[0]


def by_plan(s: Astroforce, ask: Ask, legal: Legal, planner: Planner) -> Action:
    """Return the answer to an ask about single dice that leaves the best plan."""
    return _BY_PLAN[ask.kind](s, legal, planner)


BY_PLAN = frozenset(_BY_PLAN)
"""The kinds of ask that are answered by a plan."""
