"""The commands for saved games: saves, replay."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from starforge.cli.context import chosen_settings, need_screens, own_lobby
from starforge.engine.save import Save, read_save, write_save
from starforge.tables.play.replay import Replay
from starforge.tables.saved import saved_games
from starforge.tables.settings import data_folder
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import tell_replay


def saves(args: Namespace) -> int:
    """List the saved games, or write one to a file."""
    if args.export:
        table_id, file = args.export
        write_save(Path(file), asyncio.run(own_lobby().open(table_id)).save())
        print(f"Game {table_id} is written to {file}; 'starforge replay {file}' shows it.")
        return 0
    lines = Lines(sys.stdin, sys.stdout)
    there = saved_games(data_folder())
    for one in there:
        how = f"ended: {one.outcome}" if one.ended else "open"
        when, names = f"{one.updated.astimezone():%Y-%m-%d %H:%M}", ", ".join(one.names)
        lines.say(f"{one.id}  {when}  {one.game}, turn {one.turn}, {names}; {how}")
    lines.say("'starforge resume ID' continues one." if there else "There are no saved games.")
    return 0


def replay(args: Namespace) -> int:
    """Show a saved game move by move."""
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
