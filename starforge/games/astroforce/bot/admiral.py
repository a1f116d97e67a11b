"""The highest level: it weighs what dice could be put to by how much likelier the patrol is won with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from operator import add

from starforge.engine.action import Action
from starforge.engine.state import Ask, Op, clone
from starforge.games.astroforce.bot import player
from starforge.games.astroforce.bot.planning import Goal, Plan, Planner, goals
from starforge.games.astroforce.bot.prospects import PHASES, turns_left, value
from starforge.games.astroforce.bot.worth import HARM, of_development, of_shields
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments, events, missions
from starforge.games.astroforce.model.state import ACTIVE_MOST, FACES, FUEL, HULL, YEARS, Astroforce, InPlay, locked
from starforge.games.astroforce.rules.conferring import propose
from starforge.games.astroforce.rules.deployment import closed, targets
from starforge.games.astroforce.rules.effects import lasting_op, op
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.orders import bonus, check_use
from starforge.games.astroforce.rules.outlook import transmats
from starforge.games.astroforce.rules.payments import Counts, payments
from starforge.games.astroforce.rules.piles import find, missing, stages
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.policy import Decision

OWN = 1.5
"""How much a point of the captain's worths counts here, of what no chance of winning is known for."""
TURNS_TO_CLAIM, TURNS_TO_COMPLETE = 2.2, 7.0
"""How many turns a patrol takes to claim another Development, and to complete a Mission."""
USUAL_DEVELOPMENT = 120.0
"""What the Development is worth that comes last of all."""
PRESS = 60.0
"""What a stage is worth besides: the turn that it does not take later."""
CELL = 100.0
"""What a cell of Fuel in store is worth."""
STORES = {"lend": 0.8, "second-shift": 0.6, "shields-up": 0.3, "dismiss": 0.7, "heal": 0.5, "foresee": 0.1}
"""What Developments that are used once are worth, in cells of Fuel."""
FIRST = 100_000.0
"""More than all else is worth together."""
NEARNESS = (1.0, 0.7, 0.42, 0.25, 0.15, 0.1)
"""What part of its worth a card has already, by how many results it lacks."""
_FORESEEN = frozenset(("fuel", "damage", "hull-damage", "damage-by-sensors", "block", "dearer"))
_IN_STANDING = (("bar", "stages"), ("bar", "transmat"))
_MODELLED = frozenset(("bridge", "lighter", "station", "orders", "reroll"))


class EitherWay(Planner):
    """Find the best use of dice by two planners, to what the second finds ``more`` being added."""

    def __init__(self, one: Planner, other: Planner, more: float) -> None:
        self._one, self._other, self._more = one, other, more

    def plan(self, crew: Counts, bridge: Counts) -> Plan:
        one, other = self._one.plan(crew, bridge), self._other.plan(crew, bridge)
        other = other._replace(worth=other.worth + self._more)
        return max(one, other, key=lambda plan: plan.worth)

    def worth(self, crew: Counts, bridge: Counts) -> float:
        return max(self._one.worth(crew, bridge), self._other.worth(crew, bridge) + self._more)


class Scales:
    """Weigh things against each other at one moment of a patrol."""

    def __init__(self, s: Astroforce) -> None:
        self.s = s
        self.base = value(s)
        self._developments: dict[str, float] = {}

    def gain(self, change: Callable[[Astroforce], None], before: Callable[[Astroforce], None] | None = None) -> float:
        """Return in points how much better the patrol stands after a change than before it, or after another."""
        then = clone(self.s)
        change(then)
        base = self.base
        if before is not None:
            other = clone(self.s)
            before(other)
            base = value(other)
        return value(then) - base

    def goals(self, within_reach: bool = False) -> list[Goal]:
        """Return what dice could be put to, the most valuable first, but those that bar stages before all.

        ``within_reach``: what the dice there are, and nothing that may come to them, could be put to.
        """
        times: Counter[type[Action]] = Counter()
        found = []
        for goal in goals(self.s):
            times[type(goal.aim)] += 1
            if goal.bars or not within_reach or self._in_reach(goal):
                found.append(replace(goal, worth=self._worth(goal, times[type(goal.aim)])))
        wanted = [goal for goal in found if goal.worth > 0 or goal.bars]
        return sorted(wanted, key=lambda goal: (not goal.bars, -goal.worth))

    def _in_reach(self, goal: Goal) -> bool:
        s = self.s
        if s.crew["COM"] or s.bridge["COM"] or any(developments()[card].use for card in s.active):
            return True
        return bool(payments(goal.needs, tuple(s.crew.values()), tuple(s.bridge.values())))

    def _worth(self, goal: Goal, time: int) -> float:
        aim, s = goal.aim, self.s
        if isinstance(aim, on.Pay):
            if goal.stage:
                return self.gain(_advance) + PRESS - (6.0 if goal.step else 0.0) + self._relief()
            return self.of_card(aim.card)
        if isinstance(aim, on.Heal):
            each = bonus(lasting(s), "heal")
            return self.gain(lambda s: _heal(s, each * time), lambda s: _heal(s, each * (time - 1)))
        if isinstance(aim, on.ClearSensors):
            each = bonus(lasting(s), "clear")
            gained = self.gain(lambda s: _clear(s, each * time), lambda s: _clear(s, each * (time - 1)))
            return 0.6 * gained + goal.worth
        if isinstance(aim, on.Repair):
            each = bonus(lasting(s), "repair")
            return self.gain(lambda s: _repair(s, each * time), lambda s: _repair(s, each * (time - 1)))
        soon = transmats(s) if not lasting(s).through_shields else 0.0
        return self.gain(_raise) - (20.0 if soon > 60 else 6.0 if soon > 20 else 0.0)

    def _relief(self) -> float:
        """Return what it is worth that the Mission does something else in each turn from its first stage on."""
        assert self.s.mission is not None
        card = missions()[self.s.mission.card]
        if self.s.mission.stage or not card.later:
            return 0.0
        return self._of_phases(card.m) - self._of_phases(card.later)

    def _of_phases(self, ops: tuple[Op, ...]) -> float:
        """Return what effects of Mission phases cost that no chance of winning and no gauge shows."""
        return -PHASES * sum(op.worth(one, self.s) or HARM for one in ops if one[0] not in _FORESEEN)

    def _nuisance(self, name: str) -> float:
        """Return what an Event costs besides."""
        card = events()[name]
        lasts = [one for one in card.lasting if one[0] not in _FORESEEN and one not in _IN_STANDING]
        worth = self._of_phases(card.m)
        worth -= OWN * sum(lasting_op.worth(one, self.s) or HARM for one in lasts)
        return worth - OWN * sum(op.worth(one, self.s) or HARM for one in (*card.roll, *card.mission_end))

    def of_card(self, name: str) -> float:
        """Return what it is worth to complete an Event, or the stage of one, or to claim a Development."""
        if name in developments():
            return self.of_development(name) * self._room(name)
        card = find(self.s, name)
        assert card is not None
        gained = self.gain(lambda s: _end(s, name)) + self._nuisance(name)
        if ("bar", "developments") in events()[name].lasting:
            gained += 0.25 * max((self.of_development(offer.card) for offer in self.s.offers), default=0.0)
        return gained / float(max(1, len(stages(card)) - card.stage) ** 0.7)

    def of_development(self, card: str) -> float:
        """Return what a Development is worth for the rest of the patrol."""
        known = self._developments
        if card not in known:
            known[card] = self._of_development(card)
        return known[card]

    def _of_development(self, card: str) -> float:
        data = developments()[card]
        if _MODELLED & {str(one[0]) for one in (*data.lasting, *data.roll, *data.use)}:
            there = card in self.s.active
            gained = self.gain(lambda s: _toggle(s, card))
            return -gained if there else self._if_claimed_now(gained)
        if data.use and data.uses == "once":
            cells = sum(float(one[1]) if one[0] == "fuel" else STORES.get(str(one[0]), 0.2) for one in data.use)
            return self._if_claimed_now(CELL * cells)
        return of_development(self.s, card)

    def _if_claimed_now(self, worth: float) -> float:
        """Return what is gained by claiming a Development now instead of by and by, by its worth for all the patrol.

        It comes a little sooner, and there is one more from now on until there are as many as there may be.
        """
        ahead = TURNS_TO_COMPLETE * max(1, YEARS + 1 - self.s.year)
        until_all = min(1.0, TURNS_TO_CLAIM * (ACTIVE_MOST - len(self.s.active)) / ahead)
        return min(1.0, TURNS_TO_CLAIM / ahead) * worth + until_all * min(worth, USUAL_DEVELOPMENT)

    def _room(self, card: str) -> float:
        if len(self.s.active) < ACTIVE_MOST:
            return 1.0
        worst = min(map(self.of_development, self.s.active))
        return max(0.0, 1.0 - worst / max(1.0, self.of_development(card)))

    def planner(self, within_reach: bool = False) -> Planner:
        """Return what finds the best use of dice, with the Mission's stage or without it."""
        found, now = self.goals(within_reach), lasting(self.s)
        stage = next((goal for goal in found if goal.stage), None)
        others = Planner([goal for goal in found if not goal.stage], now)
        if stage is None:
            return others
        after = clone(self.s)
        _advance(after)
        then = Scales(after)
        first = replace(stage, worth=FIRST)
        rest = [goal for goal in then.goals() if goal.aim != stage.aim]
        bars = [goal for goal in found if goal.bars and all(goal.aim != other.aim for other in rest)]
        with_stage = Planner(sorted([*bars, first, *rest], key=lambda goal: (not goal.bars, -goal.worth)), now)
        return EitherWay(others, with_stage, stage.worth - FIRST)

    def progress(self, name: str, lacks: int) -> float:
        """Return what the last result put on a card is worth, which lacks so many now."""
        nearer, farther = NEARNESS[min(5, lacks)], NEARNESS[min(5, lacks + 1)]
        return self.of_card(name) * (nearer - farther)


def _advance(s: Astroforce) -> None:
    assert s.mission is not None
    s.mission.stage += 1
    s.mission.moved = True
    s.mission.done = s.mission.stage >= len(stages(s.mission))


def _heal(s: Astroforce, dice: int) -> None:
    s.medbay = max(0, s.medbay - dice)


def _repair(s: Astroforce, points: int) -> None:
    s.hull = min(HULL, s.hull + points)


def _raise(s: Astroforce) -> None:
    s.shields = lasting(s).shields


def _clear(s: Astroforce, dice: int) -> None:
    s.sensors = max(0, s.sensors - dice)


def _end(s: Astroforce, name: str) -> None:
    card = find(s, name)
    assert card is not None
    card.done = True
    s.fuel = min(FUEL, s.fuel + sum(int(one[1]) for one in events()[name].reward if one[0] == "fuel"))


def _toggle(s: Astroforce, card: str) -> None:
    if card in s.active:
        s.active.remove(card)
    else:
        s.offers = [offer for offer in s.offers if offer.card != card]
        s.active.append(card)


# --- orders ----------------------------------------------------------------------------------------------------------


def deploy(s: Astroforce) -> Action:
    """Return the next order."""
    scales = Scales(s)
    planner = scales.planner(within_reach=True)
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    base = planner.plan(crew, lent)
    return (
        _use(scales, planner, base)
        or (base.first[0] if base.first else None)
        or player.card_action(s, lasting(s))
        or _lock(scales)
        or player.second_wind(s)
        or _fuel(s)
        or on.End()
    )


def _use(scales: Scales, planner: Planner, base: Plan) -> Action | None:
    s = scales.s
    for card in s.active:
        data = developments()[card]
        if data.use and check_use(s, s.captain, on.Use(card)) is None and _useful(scales, planner, base, card):
            return on.Use(card)
    return None


def _useful(scales: Scales, planner: Planner, base: Plan, card: str) -> bool:
    name, *args = developments()[card].use[0]
    s = scales.s
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    if name == "lend":
        given = tuple(int(args[1]) * (face == args[0]) for face in FACES)
        return planner.worth(crew, tuple(map(add, lent, given))) >= base.worth + scales.of_development(card)
    if name == "orders":
        return any(planner.worth(changed, lent) > base.worth for changed in _changes(s, crew, base.used))
    if name == "dismiss":
        return max((scales.of_card(plot.card) for plot in s.plots if not plot.done), default=0.0) >= 150.0
    if name == "shields-up":
        return s.shields == 0 and of_shields(s) >= 9
    if name == "heal":
        return s.medbay >= 2 or s.hull <= 2
    return name not in ("second-shift", "fuel")


def _changes(s: Astroforce, crew: Counts, used: Counts) -> list[Counts]:
    """Return the dice after each change of one that a plan has no use for, or of any where it uses all."""
    blocked = lasting(s).blocked
    spare = [dice > used[n] for n, dice in enumerate(crew)]
    return [
        player.changed(crew, die, face)
        for n, die in enumerate(FACES)
        if crew[n] and (spare[n] or not any(spare))
        for face in FACES
        if face != die and face not in blocked
    ]


def _fuel(s: Astroforce) -> Action | None:
    """Return the Development that gives Fuel when the Mission would fail without it, and need not with it."""
    if s.mission is None or s.mission.done or turns_left(s, s.mission):
        return None
    left = len(stages(s.mission)) - s.mission.stage
    fuels = [(int(op[1]), card) for card in s.active for op in developments()[card].use if op[0] == "fuel"]
    if not fuels or s.fuel + sum(cells for cells, _ in fuels) - 1 < left:
        return None
    enough = [(cells, card) for cells, card in fuels if s.fuel + cells - 1 >= left and s.fuel + cells <= FUEL]
    return on.Use(min(enough or fuels)[1])


def _lock(scales: Scales) -> Action | None:
    """Return a left-over die to Lock In where that is worth more than to roll it again."""
    s, now = scales.s, lasting(scales.s)
    if now.in_full:
        return None
    best, found = 0.0, None
    for name, card in targets(s):
        if stages(card) or closed(name, card, now) is not None:
            continue
        needs = missing(s, card)
        for face in dict.fromkeys(needs):
            if s.crew[face] and len(needs) > 1:
                worth = scales.progress(name, len(needs) - 1)
                worth += scales.gain(lambda s, name=name, face=face: _put(s, name, face))  # type: ignore[misc]
                if worth > best:
                    best, found = worth, on.LockIn(name, face)
    return found


def _put(s: Astroforce, name: str, face: str) -> None:
    card = find(s, name)
    assert card is not None
    card.stacks.append(face)


def keep(s: Astroforce) -> Action:
    """Take home what is worth more in the next roll than where it is Locked In."""
    scales = Scales(s)
    for card, one in locked(s):
        kept = scales.progress(card.card, len(missing(s, card)))
        if scales.gain(lambda s, card=card, one=one: _take(s, card, one)) > kept:  # type: ignore[misc]
            return on.TakeHome(card.card, one)
    return on.Keep()


def _take(s: Astroforce, card: InPlay, one: str) -> None:
    there = find(s, card.card)
    assert there is not None
    there.stacks.remove(one)


# --- rolls -----------------------------------------------------------------------------------------------------------


def reroll(s: Astroforce, planner: Planner) -> Action:
    """Roll the idle die again of which most is to be expected, over all six faces."""
    now, crew = lasting(s), tuple(s.crew.values())
    bridge, room = tuple(now.bridge.values()), tuple(now.room.values())

    def worth(crew: Counts) -> float:
        return planner.worth(tuple(map(min, crew, room)), bridge)

    reporting = tuple(map(min, crew, room))
    used = planner.plan(reporting, bridge).used
    best, found = worth(crew), None
    for n, face in enumerate(FACES):
        if crew[n] > used[n]:
            left = tuple(dice - (n == role) for role, dice in enumerate(crew))
            rolled = [worth(tuple(dice + (other == role) for role, dice in enumerate(left))) for other in range(5)]
            expected = (sum(rolled) + worth(left) - 40.0) / 6
            if expected > best:
                best, found = expected, face
    return on.Reroll(found) if found else on.Enough()


class PatrolAdmiral:
    """Play by the chance of winning; somebody who hurries gets what a captain would do."""

    about = "weighs every die by how much likelier the patrol is won with it"
    explains = False

    def choose(self, at: Decision[Astroforce, AstroforceView]) -> Action:
        s, ask, legal = at.sample(), at.view.ask, at.view.legal
        assert ask is not None
        return player.choose(s, ask, legal) if at.pace.hurried else _answer(s, ask, legal)


def _answer(s: Astroforce, ask: Ask, legal: tuple[Action, ...]) -> Action:
    if ask.kind in _ANSWERS:
        return _ANSWERS[ask.kind](s)
    if ask.kind in player.BY_PLAN:
        return player.by_plan(s, ask, legal, Scales(s).planner())
    return player.choose(s, ask, legal)


def _give_up(s: Astroforce) -> Action:
    """Return the Development that is worth least."""
    return on.Discard(min(s.active, key=Scales(s).of_development))


_ANSWERS: dict[str, Callable[[Astroforce], Action]] = {
    "deploy": deploy,
    "confer": lambda s: propose(deploy(s)),
    "keep": keep,
    "reroll": lambda s: reroll(s, Scales(s).planner()),
    "discard": _give_up,
}
