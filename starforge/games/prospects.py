"""How likely a seat is to win from where it stands: what games of Captains came to from such positions. Pure."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from math import exp
from typing import Any

from starforge.engine.game import Game
from starforge.engine.state import State
from starforge.games.assets import folder, read_table

SIGNS = {
    "astroforce": "starforge.games.astroforce.bot.worth",
    "reach": "starforge.games.reach.bot.worth",
    "shattered-reach": "starforge.games.shattered_reach.bot.worth",
}
"""Where each game reads from the views of all seats by which signs one is ahead; others have no prospects."""


def signs(game: Game[Any, Any], s: State, seats: int, seat: int) -> dict[str, float]:
    """Return by name what tells how a seat stands at a table of so many, each about as large as 1."""
    views = [game.observe(s, n) for n in range(seats)]
    found: dict[str, float] = import_module(SIGNS[game.info.id]).signs(views, seat)
    return {"always": 1.0, **found}


def chance(game: Game[Any, Any], s: State, seats: int, seat: int) -> float:
    """Return the chance from 0 to 1 that a seat wins, 0 or 1 when the game is over."""
    if s.result is not None:
        return float(seat in s.result.winners)
    weights = _weights(game.info.id)
    logit = sum(weights.get(name, 0.0) * value for name, value in signs(game, s, seats, seat).items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


@cache
def _weights(game: str) -> dict[str, float]:
    return read_table(folder(game) / "prospects.toml", dict[str, float])[0]
