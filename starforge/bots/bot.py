"""What a bot is, and what it sees: its seat's view and re-dealt states, never what its seat cannot know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Protocol

from starforge.engine.action import Action
from starforge.engine.game import Game, View
from starforge.engine.rng import Rng
from starforge.engine.rules import Choice
from starforge.engine.state import State, clone
from starforge.games.policy import Pace

Sample = Callable[[], State]
"""Return a state that agrees with all the seat knows and is re-dealt in all it does not."""


class Bot(Protocol):
    """Play one seat; ``blind`` bots look at nothing but what is allowed."""

    blind: bool

    def choose(self, view: View, sample: Sample, pace: Pace | None = None) -> Action:
        """Return one of ``view.legal``; without a ``pace`` nobody can hurry it."""


def derive(*parts: object) -> int:
    """Return a seed that depends on every part and tells nothing about any."""
    return int.from_bytes(blake2b("/".join(map(str, parts)).encode(), digest_size=7).digest(), "little")


def look(game: Game[Any, Any], s: State, seat: int, bot: Bot, courteous: bool = True) -> View:
    """Return what a bot sees: the seat's view, with the allowed actions and no words for them.

    A ``courteous`` bot sees only the action that lets others go first where there is one; one that advises sees all
    but that. A blind one sees what leads on.
    """
    legal = game.legal(s, seat)
    polite = [action for action in legal if str(action) == game.info.courtesy] if game.info.courtesy else []
    wanted = polite if courteous else [action for action in legal if action not in polite]
    if bot.blind:
        choices = tuple(Choice(action, "") for action in game.onward(s, seat, wanted or legal))
        waiting = {n: ask.kind for n, ask in s.asks.items()}
        return View(seat=seat, turn=s.turn, waiting=waiting, ask=s.asks.get(seat), result=s.result, choices=choices)
    view: View = game.observe(s, seat)
    return replace(view, choices=tuple(Choice(action, "") for action in wanted or legal))


def sampler(game: Game[Any, Any], s: State, seat: int, seed: int) -> Sample:
    """Return the door through which a bot at ``seat`` looks into the game; ``s`` must not change while it is used."""
    count = 0

    def sample() -> State:
        nonlocal count
        count += 1
        copy = clone(s)
        copy.events = []
        game.redeal(copy, seat, Rng(derive(seed, seat, count)))
        return copy

    return sample
