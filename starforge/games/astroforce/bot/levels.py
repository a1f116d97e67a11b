"""The levels below the captain, who plans the whole deployment: each a style of play that a person can tell."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.games.astroforce.bot import player
from starforge.games.astroforce.bot.admiral import PatrolAdmiral
from starforge.games.astroforce.bot.planning import first_step, goals
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.conferring import propose
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.piles import stages
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.policy import Decision

Legal = tuple[Action, ...]
Choice = Decision[Astroforce, AstroforceView]


class PatrolCadet:
    """Pay for the Mission, else for the first Event, and see to the ship when it hurts.

    It puts dice on a card only to pay all of it, gives no Orders, and raises no shields before the hull is torn.
    """

    about = "pays at once for the Mission, then for the first trouble, and sees to the ship only when it hurts"
    explains = False

    def choose(self, at: Choice) -> Action:
        s, legal = at.sample(), at.view.legal
        kind = s.asks[_seat(at)].kind
        if kind == "deploy":
            return _nearest(s, legal)
        if kind == "confer":
            return on.Shrug()
        return next((a for a in legal if isinstance(a, on.Enough)), legal[0])


def _nearest(s: Astroforce, legal: Legal) -> Action:
    hurts = {
        on.Repair: s.hull <= 4,
        on.RaiseShields: s.hull <= 4,
        on.Heal: s.medbay >= 1,
        on.ClearSensors: s.sensors >= 2,
    }
    sore = [order for order in legal for kind, hurt in hurts.items() if hurt and isinstance(order, kind)]
    pays = [order for order in legal if isinstance(order, on.Pay)]
    plots = {plot.card for plot in s.plots}
    mission = [order for order in pays if order.card == "mission"]
    trouble = [order for order in pays if order.card in plots]
    deeds = [order for order in legal if isinstance(order, (on.CarryOut, on.Use))]
    shut = s.mission is not None and not s.mission.done and stages(s.mission)[s.mission.stage].transmat
    down = [order for order in legal if shut and isinstance(order, on.LowerShields)]
    return next(iter([*deeds, *mission, *down, *trouble, *([] if shut else sore), *pays]), on.End())


class PatrolOfficer:
    """Pay for one thing after the other, the most pressing first, without a thought for what the dice are missed for.

    It gives no Orders of its own accord.
    """

    about = "does the most pressing thing that its dice pay for, then the next, and plans no further"
    explains = False

    def choose(self, at: Choice) -> Action:
        s, legal = at.sample(), at.view.legal
        kind = s.asks[_seat(at)].kind
        if kind == "deploy":
            return _pressing(s)
        if kind == "confer":
            return propose(_pressing(s))
        if kind == "with":
            return legal[0]
        return player.choose(s, s.asks[_seat(at)], legal)


def _pressing(s: Astroforce) -> Action:
    now = lasting(s)
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    wanted = goals(s)
    barred = any(goal.bars for goal in wanted)
    for goal in wanted:
        step = None if goal.stage and barred else first_step(goal, crew, lent)
        if step is not None:
            return step[0]
    return player.without_plan(s, now)


def _seat(at: Choice) -> int:
    assert at.view.seat is not None
    return at.view.seat


POLICIES = {"cadet": PatrolCadet(), "officer": PatrolOfficer(), "admiral": PatrolAdmiral()}
