"""The commands to read what there is: rules, replay."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from starforge.cli.context import chosen_settings, need_screens, own_lobby
from starforge.cli.game_choice import chosen_game
from starforge.cli.usage import UsageError
from starforge.engine.save import Save, read_save
from starforge.games.rulebook import as_text, read_rulebook
from starforge.tables.own.logbook import count_games
from starforge.tables.play.replay import Replay
from starforge.tui.drawing.records import lines_of
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.told import tell_replay


def rules(args: Namespace) -> int:
    game = chosen_game(args.game)
    if args.plain or not sys.stdout.isatty():
        Lines(sys.stdin, sys.stdout, args.ascii).say(as_text(read_rulebook(game.info.id)))
        return 0
    need_screens("add --plain to print the rules")
    from starforge.tui.app import run

    return run.run_rules(game.info.id, chosen_settings(args))


def replay(args: Namespace) -> int:
    found = Replay(_find_save(args.file))
    if args.plain:
        tell_replay(found, Lines(sys.stdin, sys.stdout, args.ascii), args.file)
        return 0
    if args.card or args.svg or args.cast:
        return _write(found, args)
    need_screens("add --plain to read it in lines")
    from starforge.tui.app import run

    return run.run_replay(found, chosen_settings(args), args.file)


def _write(found: Replay, args: Namespace) -> int:
    """Print the end card, or write it or the whole game to a file."""
    from starforge.tui.screens.record.cast import film
    from starforge.tui.screens.record.end_card import card_svg, card_text

    if args.card:
        Lines(sys.stdin, sys.stdout, args.ascii).say(card_text(found, args.file))
        return 0
    path, text = args.svg or args.cast, card_svg(found, args.file) if args.svg else film(found, args.file, args.ascii)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"it cannot be written to {path}: {error.strerror}") from None
    print(f"Written to {path}.")
    return 0


def records(args: Namespace) -> int:
    """Tell what the user's own games came to."""
    games = asyncio.run(count_games(own_lobby()))
    told = lines_of(games, lambda one: f"starforge replay {one.id}")
    Lines(sys.stdin, sys.stdout, args.ascii).say(*(line for line, _ in told))
    return 0


def _find_save(name: str) -> Save:
    """Return the save in a file, else the saved game of that id."""
    path = Path(name)
    if not path.exists():
        lobby = own_lobby()
        if name in {summary.id for summary in lobby.tables()}:
            return asyncio.run(lobby.open(name)).save()
    return read_save(path)
