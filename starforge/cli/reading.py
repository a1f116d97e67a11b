"""The commands to read what there is: rules, replay."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from starforge.cli.context import chosen_settings, need_screens, own_lobby
from starforge.cli.game_choice import chosen_game
from starforge.engine.save import Save, read_save
from starforge.games.rulebook import as_text, read_rulebook
from starforge.tables.play.replay import Replay
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import tell_replay


def rules(args: Namespace) -> int:
    game = chosen_game(args.game)
    if args.plain or not sys.stdout.isatty():
        Lines(sys.stdin, sys.stdout, args.ascii).say(as_text(read_rulebook(game.info.id)))
        return 0
    need_screens("add --plain to print the rules")
    from starforge.tui.app import run

    return run.run_rules(game.info.id, chosen_settings(args))


def replay(args: Namespace) -> int:
    save = _find_save(args.file)
    if args.plain:
        tell_replay(Replay(save), Lines(sys.stdin, sys.stdout, args.ascii))
        return 0
    need_screens("add --plain to read it in lines")
    from starforge.tui.app import run

    return run.run_replay(Replay(save), chosen_settings(args))


def _find_save(name: str) -> Save:
    """Return the save in a file, else the saved game of that id."""
    path = Path(name)
    if not path.exists():
        lobby = own_lobby()
        if name in {summary.id for summary in lobby.tables()}:
            return asyncio.run(lobby.open(name)).save()
    return read_save(path)
