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
from starforge.tables.store.tables import Tables
from starforge.tui.drawing.records import lines_of
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.told import COUNTED, card, tell_replay


def rules(args: Namespace) -> int:
    game = chosen_game(args.game)
    if args.plain or not sys.stdout.isatty():
        Lines(sys.stdin, sys.stdout, args.ascii).say(as_text(read_rulebook(game.info.id)))
        return 0
    need_screens("add --plain to print the rules")
    from starforge.tui.app import run

    return run.run_rules(game.info.id, chosen_settings(args))


def replay(args: Namespace) -> int:
    save, store = _find(args.file)
    found = Replay(save)
    if args.plain:
        tell_replay(found, Lines(sys.stdin, sys.stdout, args.ascii), args.file, store)
        return 0
    if args.card or args.svg or args.cast:
        return _write(found, store, args)
    need_screens("add --plain to read it in lines")
    from starforge.tui.app import run

    return run.run_replay(found, chosen_settings(args), args.file)


def _write(found: Replay, store: Tables | None, args: Namespace) -> int:
    """Print the end card, or write it or the whole game to a file."""
    from starforge.tui.screens.record.cast import film
    from starforge.tui.screens.record.end_card import card_svg, card_text

    if args.card:
        Lines(sys.stdin, sys.stdout, args.ascii).say(card_text(card(found, args.file, store), found.heading(args.file)))
        return 0
    if args.svg:
        path, text = args.svg, card_svg(card(found, args.file, store), found.heading(Path(args.file).name))
    else:
        path, text = args.cast, film(found, args.file, args.ascii)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"it cannot be written to {path}: {error.strerror}") from None
    print(f"Written to {path}.")
    return 0


def analyse(args: Namespace) -> int:
    """Tell how an ended game went for a seat; on a terminal a bar shows how far the work has come."""
    from starforge.tables.own.analysis import Analysis
    from starforge.tui.screens.record.analysis import analysis_lines

    found = Replay(_find(args.file)[0])
    one = Analysis(found, _seat_of(found, args.seat))
    seen = sys.stderr.isatty()
    try:
        for share in one.work():
            if seen:
                print(f"\r{share:4.0%} ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        one.pace.hurried = True
    if seen:
        print("\r      \r", end="", file=sys.stderr, flush=True)
    Lines(sys.stdin, sys.stdout, args.ascii).say(
        *analysis_lines(one, 79), *["Stopped: this is not all."] * (not one.whole)
    )
    return 0


def _seat_of(replay: Replay, named: str | None) -> int:
    """Return the seat that is meant; raise UsageError with who sits there when nobody is."""
    people = [n for n, seat in enumerate(replay.seats) if not seat.bot]
    if named is None:
        return people[0] if people else 0
    names = [seat.name for seat in replay.seats]
    found = names.index(named) if named in names else int(named) - 1 if named.isdecimal() else -1
    if not 0 <= found < len(names):
        raise UsageError(f"nobody called {named!r} sat there; there were: {', '.join(names)}")
    return found


def records(args: Namespace) -> int:
    """Tell what the user's own games came to."""
    games = asyncio.run(count_games(own_lobby()))
    told = lines_of(games, lambda one: f"starforge replay {one.id}")
    Lines(sys.stdin, sys.stdout, args.ascii).say(*(line for line, _ in told))
    return 0


def _find(name: str) -> tuple[Save, Tables | None]:
    """Return the save in a file, else the saved game of that id with the store that keeps it."""
    path = Path(name)
    if not path.exists():
        lobby = own_lobby()
        if name in {summary.id for summary in lobby.tables()}:
            save = asyncio.run(lobby.open(name)).save()
            asyncio.run(count_games(lobby, game=save.game, most=COUNTED))
            return save, lobby.store
    return read_save(path), None
