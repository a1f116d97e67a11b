"""The levels of bots, weakest first. None of them cheats."""

from __future__ import annotations

from typing import Any

from starforge.bots.bot import Bot
from starforge.bots.greedy import Greedy
from starforge.bots.policy_bot import PolicyBot
from starforge.bots.random_bot import RandomBot
from starforge.engine.game import Game

LEVELS = {
    "random": "takes any allowed action that leads on, each as likely as the other",
    "cadet": "plays like a beginner: takes what lies nearest, and overlooks things",
    "officer": "plays soundly for the moment, and looks no further",
    "captain": "takes the action after which it stands best, by what its seat can know",
    "admiral": "plays on in its mind, many times, and takes what comes out best",
}
"""By name, what each does in general; a game offers those that play it differently, see ``levels_of``."""
OLDER = {"greedy": "captain"}
"""Names that levels had once, in saves, stores, settings and what people are used to type."""
USUAL = "captain"
"""The level that every game has: it stands in for people, and plays where none is named."""


def named(level: str) -> str:
    """Return a level by the name it has today."""
    return OLDER.get(level, level)


def title(level: str) -> str:
    """Return what a bot of a level is called: "Captain bot"."""
    return f"{named(level).capitalize()} bot"


def levels_of(game: Game[Any, Any]) -> dict[str, str]:
    """Return the levels that a game offers, weakest first, and what each does there."""
    own = {level: policy.about for level, policy in game.policies.items()}
    return {level: own.get(level, words) for level, words in LEVELS.items() if level in ("random", USUAL, *own)}


def strongest(game: Game[Any, Any]) -> str:
    """Return the strongest level that a game offers."""
    return list(levels_of(game))[-1]


def about(game: Game[Any, Any], level: str) -> str:
    """Return a sentence about what a level does in a game, also for one that the game does not offer."""
    return f"It {levels_of(game).get(named(level), 'is of another version')}. No level cheats."


def nearest(game: Game[Any, Any], level: str) -> str:
    """Return a level if the game offers it, else the next weaker one that it offers; '' stays."""
    offered, known = levels_of(game), list(LEVELS)
    weaker = known[: known.index(named(level) if named(level) in known else USUAL) + 1] if level else [""]
    return next(one for one in reversed(weaker) if one in offered or not one)


def adviser(game: Game[Any, Any], level: str) -> str:
    """Return the level that gives hints in a game where a player has chosen one: where it can be said why, the same."""
    found = nearest(game, level)
    return found if getattr(game.policies.get(found), "explains", False) else USUAL


def checked(game: Game[Any, Any], level: str) -> str:
    """Return a level by the name it has today; raise ValueError with a sentence when the game offers no such level."""
    found, offered = named(level), levels_of(game)
    if found not in offered:
        raise ValueError(f"there is no bot level {level!r}; there are: {', '.join(offered)}")
    return found


def make(game: Game[Any, Any], level: str, seed: int) -> Bot:
    """Return a new bot of a level; raise ValueError with a sentence when the game offers no such level."""
    level = checked(game, level)
    if level in game.policies:
        return PolicyBot(game, level, seed)
    return RandomBot(seed) if level == "random" else Greedy(game, seed)
