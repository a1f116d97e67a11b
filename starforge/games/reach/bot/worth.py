"""What things are worth to a thinking player, in victory points as one would guess them."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import LEVELS, TURNS, TYPE_OF
from starforge.games.reach.rules.ends import OBJECTIVE
from starforge.games.reach.rules.ops.vocabulary import Gain, Outlook, goal, op
from starforge.games.reach.view.types import BoardView, MissionView, ReachView

GROWN = 1.1
"""What a point more of Main Power is worth to crew that grows."""


def own(view: ReachView) -> BoardView:
    assert view.seat is not None
    return view.boards[view.seat]


def outlook(view: ReachView) -> Outlook:
    return Outlook(view.turn, own(view).hurt, view.tokens)


def value(view: ReachView, mission: MissionView) -> float:
    """Return what claiming a mission is worth: its points, its reward, an objective it helps."""
    reward = op.worth(book().missions[mission.mission].reward, outlook(view))
    if mission.type == "scavenge" and view.turn == TURNS and "end" not in mission.windows:
        reward *= 0.3
    fresh = mission.type not in {c.type for c in own(view).claimed}
    return mission.points + reward + towards(view, Gain(mission=mission.type, fresh=fresh))


def towards(view: ReachView, gain: Gain) -> float:
    """Return what a gain does for the objectives of the Landing card that are not reached yet."""
    card = view.landing
    if card is None:
        return 0.0
    goals = zip(book().landings[card.landing].objectives, card.objectives, strict=True)
    return sum(OBJECTIVE * goal.worth(asked, gain) / (need - have) for asked, (_, have, need) in goals if have < need)


def raised(view: ReachView, card: str, to: str) -> float:
    """Return what raising crew is worth: points, power, and what the landing and its objectives ask for."""
    old, new = crew_card(card), crew_card(to)
    me, landing = own(view), view.landing
    gain = new.points - old.points + GROWN * (new.main - old.main) + 0.3 * (new.worker - old.worker)
    if landing is None:
        return gain
    gain += 0.15 * (landing.required[new.home] - me.totals[new.home]) if view.round == 3 else 0.0
    return gain + towards(view, Gain(level=LEVELS[new.level - 1], type=TYPE_OF[to[0]]))


def of_table(view: ReachView) -> float:
    """Return how well a seat stands as its view shows it."""
    me, card = view.me, view.landing
    if me is None:
        return 0.0
    short = sum(card.short.values()) if card else 0
    if view.result is not None:
        return -50.0 if short else float(me.score)
    return me.score + 0.5 * me.tokens + 0.3 * sum(me.totals.values()) - 0.6 * short - 0.3 * me.hurt


def signs(views: Sequence[ReachView], seat: int) -> dict[str, float]:
    """Return what tells who is ahead, from the views of all seats: the lead over the best rival counts more later."""
    worths = [of_table(view) for view in views]
    lead = (worths[seat] - max(one for n, one in enumerate(worths) if n != seat)) / 20
    return {"lead": lead, "late_lead": lead * views[seat].turn / TURNS, "rivals": float(len(views) - 2)}
