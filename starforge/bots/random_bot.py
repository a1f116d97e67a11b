"""The bot that takes any allowed action that leads on."""

from __future__ import annotations

from starforge.bots.bot import Sample
from starforge.engine.action import Action
from starforge.engine.game import View
from starforge.engine.rng import Rng
from starforge.games.policy import Pace


class RandomBot:
    """Take any of the actions that it sees, each as likely as the other."""

    blind = True

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View, sample: Sample, pace: Pace | None = None) -> Action:
        legal = view.legal
        return legal[self._rng.below(len(legal))]
