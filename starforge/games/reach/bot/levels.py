"""How Cadets, Officers and Admirals play: what they see, and overlook. Captains follow ``player.advise``."""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.action import Action
from starforge.games.policy import Decision
from starforge.games.reach.bot.foresight import foreseen, taken_by_others
from starforge.games.reach.bot.planner import SPITE
from starforge.games.reach.bot.player import advise
from starforge.games.reach.bot.scavenge import claimable, wanted_play
from starforge.games.reach.bot.turns import placed, simple_placement
from starforge.games.reach.bot.worth import own, value
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.state import ROUNDS, TURNS, Reach
from starforge.games.reach.view.types import ReachView

At = Decision[Reach, ReachView]


def _followed(at: At) -> Action:
    action = advise(at.view, at.rng)
    assert action is not None
    return action


class Cadet:
    """Fill the mission that lacks least, take the points that are printed, see the landing in the last turn only."""

    about = "works for the nearest mission, takes the most points printed, and thinks of the landing on the last turn"
    explains = True

    def choose(self, at: At) -> Action:
        assert at.view.ask is not None
        if at.view.ask.kind not in _CADETS or (at.view.ask.kind == "plan" and at.view.turn == TURNS):
            return _followed(at)
        wanted = _CADETS[at.view.ask.kind](at.view)
        return wanted if wanted in at.view.legal else at.view.legal[-1]


def _place_nearest(view: ReachView) -> Action:
    """Fill the mission that lacks least, by whom it needs; all others go home."""
    if not own(view).hand:
        return a.Ready()
    open_ = [m for m in view.pool if m.reserved in (None, view.seat)]
    nearest = min(open_, key=lambda m: sum(m.lacking[own(view).seat].values()), default=None)
    return a.PlaceCard(*simple_placement(view, nearest))


def _claim_points(view: ReachView) -> Action:
    met = claimable(view)
    return a.Claim(max(met, key=lambda m: m.points).mission) if met else a.Pass()


def _spend(view: ReachView) -> Action:
    """Raise the first crew there is, with all that is held."""
    return next((x for x in view.legal if isinstance(x, a.Raise | a.Use | a.Play)), a.Done())


_CADETS: dict[str, Callable[[ReachView], Action]] = {
    "plan": _place_nearest,
    "claim": _claim_points,
    "growth": _spend,
    "turn-end": _spend,
}


class Officer:
    """Play as a Captain does but for the plan: one mission is aimed at, and nobody is spared for defence or lessons."""

    about = "aims at the mission that is worth most and repairs what is hurt, but spares nobody for defence or lessons"
    explains = True

    def choose(self, at: At) -> Action:
        assert at.view.ask is not None
        if at.view.ask.kind != "plan" or not own(at.view).hand or at.view.round == ROUNDS[-1]:
            return _followed(at)
        best = max(
            at.view.pool, key=lambda m: m.points - 0.6 * sum(m.lacking[own(at.view).seat].values()), default=None
        )
        wanted = a.PlaceCard(*simple_placement(at.view, best))
        return wanted if wanted in at.view.legal else _followed(at)


class Admiral:
    """Plan against what the others may do behind their screens, and claim with an eye to what that takes from them."""

    about = "thinks through what the others may plan behind their screens, and what each claim takes from them"
    explains = True

    def choose(self, at: At) -> Action:
        view = at.view
        assert view.ask is not None
        if view.ask.kind == "plan":
            wanted = placed(view, foreseen)
        elif view.ask.kind == "claim":
            wanted = _claim_against(view)
        else:
            return _followed(at)
        return wanted if wanted in view.legal else view.legal[-1]


def _claim_against(view: ReachView) -> Action:
    """Claim what is worth most, less what it leaves to those who come after."""
    if (play := wanted_play(view)) is not None:
        return play
    spite = SPITE / (len(view.boards) - 1)
    met = claimable(view)
    best = max(met, key=lambda m: value(view, m) - spite * taken_by_others(view, m.mission), default=None)
    return a.Claim(best.mission) if best is not None else a.Pass()
