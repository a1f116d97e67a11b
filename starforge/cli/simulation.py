"""The commands that let bots play among themselves: sim, ladder."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO

from starforge.bots.arena import Series, play_all
from starforge.bots.levels import checked, levels_of
from starforge.bots.report import facts, score, table
from starforge.cli.game_choice import chosen_game, chosen_options
from starforge.cli.usage import UsageError
from starforge.engine.game import Game
from starforge.tables.lobby import counts
from starforge.tables.play.new_table import new_options

if TYPE_CHECKING:
    from starforge.bots.ladder import Tournament


def sim(args: Namespace) -> int:
    """Let bots play many games and say what came of it."""
    game = chosen_game(args.game)
    if args.games < 1 or args.jobs < 1:
        raise UsageError("--games and --jobs take numbers from 1 on")
    series = Series(game.info.id, new_options(game, chosen_options(game, args)), _bots(game, args.bots), args.seed)
    begun = perf_counter()
    total = score(series, play_all(series, args.games, args.jobs))
    seconds = perf_counter() - begun
    print(json.dumps(facts(series, total, seconds)) if args.json else "\n".join(table(series, total, seconds)))
    return 0


def ladder(args: Namespace) -> int:
    """Let levels play a tournament, and print their ratings; go on with what a file keeps."""
    from starforge.bots import ladder as tournaments

    game = chosen_game(args.game)
    if args.games < 1 or args.jobs < 0:
        raise UsageError("--games takes a number from 1 on, and --jobs one from 0 on")
    levels, seats = _rungs(game, args.levels), args.seats or (1 if game.info.together else max(2, min(game.info.seats)))
    if seats not in game.info.seats:
        raise UsageError(f"{game.info.title} is for {counts(game.info.seats)} seats, not {seats}")
    set_ = chosen_options(game, args)
    one = tournaments.Tournament(
        game.info.id, new_options(game, set_), levels, seats, args.games, seed=args.seed, done={}
    )
    head = {"game": one.game, "rules": game.info.rules_version, "set": set_, "seats": seats, "seed": args.seed}
    with _kept(args.to, head, one) as file:
        for key, what in one.play(args.jobs or os.cpu_count() or 1):
            if file is not None:
                print(json.dumps([key, what]), file=file, flush=True)
    print("\n".join([*tournaments.table(one), "", *tournaments.pairs(one)]))
    return 0


@contextmanager
def _kept(path: str | None, head: dict[str, Any], one: Tournament) -> Iterator[TextIO | None]:
    """Take the games that a file keeps, and open it for more; without a path nothing is kept."""
    from starforge.bots.ladder import read_done

    if path is None:
        yield None
        return
    try:
        one.done = read_done(Path(path), head)
    except ValueError as error:
        raise UsageError(str(error)) from None
    with Path(path).open("a", encoding="utf-8") as file:
        if not file.tell():
            print(json.dumps(head), file=file)
        elif not Path(path).read_bytes().endswith(b"\n"):
            print(file=file)  # the line before was only half written
        yield file


def _rungs(game: Game[Any, Any], text: str) -> tuple[str, ...]:
    """Return the levels that are to play, weakest first."""
    offered = list(levels_of(game))
    try:
        wanted = {checked(game, level) for level in text.split(",")} if text else set(offered)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if len(wanted) < 2:
        raise UsageError("a ladder needs two levels or more; --levels A,B names them")
    return tuple(level for level in offered if level in wanted)


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
