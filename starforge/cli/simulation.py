"""The command that lets bots play among themselves: sim."""

from __future__ import annotations

import json
from argparse import Namespace
from time import perf_counter
from typing import Any

from starforge.bots.arena import Series, play_all
from starforge.bots.levels import checked
from starforge.bots.report import facts, score, table
from starforge.cli.game_choice import chosen_game, chosen_options
from starforge.cli.usage import UsageError
from starforge.engine.game import Game
from starforge.engine.save import read_options
from starforge.tables.lobby import counts


def sim(args: Namespace) -> int:
    """Let bots play many games and say what came of it."""
    game = chosen_game(args.game)
    if args.games < 1 or args.jobs < 1:
        raise UsageError("--games and --jobs take numbers from 1 on")
    series = Series(game.info.id, read_options(game, chosen_options(game, args)), _bots(game, args.bots), args.seed)
    begun = perf_counter()
    total = score(series, play_all(series, args.games, args.jobs))
    seconds = perf_counter() - begun
    print(json.dumps(facts(series, total, seconds)) if args.json else "\n".join(table(series, total, seconds)))
    return 0


def _bots(game: Game[Any, Any], text: str) -> tuple[str, ...]:
    """Return the level at each seat; a single one sits at as many as the game needs."""
    try:
        bots = tuple(checked(game, bot) for bot in text.split(","))
    except ValueError as error:
        raise UsageError(str(error)) from None
    seats = game.info.seats
    if len(bots) == 1:
        bots *= min(seats)
    if len(bots) not in seats:
        raise UsageError(f"{game.info.title} is for {counts(seats)} seats, not {len(bots)} bots")
    return bots
