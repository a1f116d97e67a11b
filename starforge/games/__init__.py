"""The games, each loaded when it is first asked for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # lists of games need no engine
    from starforge.engine.game import Game

GAMES: dict[str, str] = {
    "astroforce": "starforge.games.astroforce.game:GAME",
    "reach": "starforge.games.reach.game:GAME",
    "shattered-reach": "starforge.games.shattered_reach.game:GAME",
}
"""Where each game is: its slug, and 'module:attribute' of its Game object."""

SPANS = {"shattered-reach": "round"}


def span_of(slug: str) -> str:
    """Return a game's own word for what ``State.turn`` counts."""
    return SPANS.get(slug, "turn")


@lru_cache
def load(slug: str) -> Game[Any, Any]:
    """Return a game by its slug; raise KeyError for one that is not in GAMES."""
    module, attribute = GAMES[slug].split(":")
    game: Game[Any, Any] = getattr(import_module(module), attribute)
    return game
