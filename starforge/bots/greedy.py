"""The bot that looks one action ahead: it follows the game's advice, else takes what leaves its seat best off."""

from __future__ import annotations

from typing import Any

from starforge.bots.bot import Sample
from starforge.engine.action import Action
from starforge.engine.game import Game, View
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.state import State, clone
from starforge.games.policy import Pace

_TRIALS = 240
_SAMPLES = 8


class Greedy:
    """Take the action after which the seat stands best, on average over what it cannot know.

    The effort is counted in trials, not in time, so that the same seed plays the same game on any machine. Where a game
    lets actions be taken back, it never does the same twice in the same place while there is something else to do.
    """

    blind = False

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self._game = game
        self._rng = Rng(seed)
        self._turn = -1
        self._done: dict[str, set[Action]] = {}

    def choose(self, view: View, sample: Sample, pace: Pace | None = None) -> Action:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        advice = self._game.advise(view, sample, self._rng)
        return advice if advice is not None else self._best(view, self._fresh(view, legal), sample)

    def _fresh(self, view: View, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        if view.turn != self._turn:
            self._turn, self._done = view.turn, {}
        done = self._done.setdefault(repr(view), set())
        return tuple(a for a in legal if a not in done) or legal

    def _best(self, view: View, legal: tuple[Action, ...], sample: Sample) -> Action:
        assert view.seat is not None
        states = [sample() for _ in range(max(1, min(_SAMPLES, _TRIALS // len(legal))))]
        worth = [sum(self._worth(s, view.seat, a) for s in states) for a in legal]
        best = max(worth)
        ties = [a for a, value in zip(legal, worth, strict=True) if value == best]
        action = ties[self._rng.below(len(ties))]
        self._done[repr(view)].add(action)
        return action

    def _worth(self, s: State, seat: int, action: Action) -> float:
        after = clone(s)
        try:
            self._game.apply(after, seat, action)
        except Illegal:  # a game whose legality depends on what is hidden; then this sample knows nothing of it
            return 0.0
        return self._game.worth(self._game.observe(after, seat))
