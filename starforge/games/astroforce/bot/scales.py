"""What an admiral weighs things by: how much likelier the patrol is won with them, in points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from starforge.engine.action import Action
from starforge.engine.state import Op, clone
from starforge.games.astroforce.bot.planning import Goal, Plan, Planner, goals
from starforge.games.astroforce.bot.winning import PHASES, value
from starforge.games.astroforce.bot.worth import HARM, of_development
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments, events, missions
from starforge.games.astroforce.model.state import ACTIVE_MOST, FUEL, HULL, YEARS, Astroforce
from starforge.games.astroforce.rules.effects import lasting_op, op
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.orders import bonus
from starforge.games.astroforce.rules.outlook import transmats
from starforge.games.astroforce.rules.payments import Counts, payments
from starforge.games.astroforce.rules.piles import find, stages

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
HOMING = 0.6
"""How much of its worth a die on Sensors has for who clears it: it comes home by itself when they fill."""
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
            return HOMING * gained + goal.worth
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
