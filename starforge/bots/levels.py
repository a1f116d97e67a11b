"""The levels of bots, weakest first. None of them cheats."""

from __future__ import annotations

from typing import Any

from starforge.bots.bot import Bot
from starforge.bots.greedy import Greedy
from starforge.bots.random_bot import RandomBot
from starforge.engine.game import Game

LEVELS = {
    "random": "takes any allowed action, each as likely as the other",
    "greedy": "takes the action after which it stands best, by what its seat can know",
}
"""By name, what each does."""
STRONGEST = "greedy"


def make(game: Game[Any, Any], level: str, seed: int) -> Bot:
    """Return a new bot of a level; raise ValueError with a sentence when there is no such level."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return Greedy(game, seed)
    raise ValueError(f"there is no bot level {level!r}; there are: {', '.join(LEVELS)}")
