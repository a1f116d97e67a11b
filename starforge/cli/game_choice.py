"""Which game is meant on the command line, and with which options."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from starforge.cli.usage import UsageError
from starforge.engine.game import Game
from starforge.games import GAMES, load


def chosen_game(name: str | None) -> Game[Any, Any]:
    slug = (name or "").lower().replace("_", "-")
    if slug not in GAMES:
        there = f"there are: {', '.join(GAMES) or 'none'}"
        raise UsageError(f"name a game; {there}" if name is None else f"there is no game {name!r}; {there}")
    return load(slug)


def chosen_options(game: Game[Any, Any], args: Namespace) -> dict[str, str]:
    options = {}
    if args.map or args.scenario:
        options["custom"] = _custom(game, args)
    for text in args.set:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise UsageError(f"--set takes OPTION=VALUE, not {text!r}")
        options[name] = value
    return options


def _custom(game: Game[Any, Any], args: Namespace) -> str:
    """Return what the files of a map and a scenario hold, as the game takes it."""
    if game.info.id != "shattered-reach":
        raise UsageError(
            f"{game.info.title} has no maps or scenarios to choose; --map and --scenario are for Shattered Reach"
        )
    from starforge.games.shattered_reach.model.maps import read_custom

    return read_custom(*(Path(name) if name else None for name in (args.scenario, args.map)))
