"""The bot that plays as a game's own policy for its level has it."""

from __future__ import annotations

from typing import Any

from starforge.bots.bot import Sample
from starforge.engine.action import Action
from starforge.engine.game import Game, View
from starforge.engine.rng import Rng
from starforge.games.policy import Decision, Pace


class PolicyBot:
    """Answer by the policy of a level, with chance of its own."""

    blind = False

    def __init__(self, game: Game[Any, Any], level: str, seed: int) -> None:
        self._game, self._level = game, level
        self._rng = Rng(seed)

    def choose(self, view: View, sample: Sample, pace: Pace | None = None) -> Action:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        action: Action = self._game.policies[self._level].choose(
            Decision(self._game, view, sample, self._rng, pace or Pace())
        )
        return action
