"""The commands that look at the saved games without loading what plays them: home, saves."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace

from starforge.english import some
from starforge.games import span_of
from starforge.tables.folders import data_folder, find_server
from starforge.tables.saved import saved_games
from starforge.tui.shells.lines import Lines


def home(args: Namespace) -> int:
    """Open the lobby of this machine's server, or home."""
    from starforge.cli.context import chosen_settings, need_screens, own_lobby

    need_screens("play by lines with 'starforge play GAME --plain'")
    from starforge.tui.app import run

    return run.run_home(own_lobby(), chosen_settings(args), None if args.local else find_server())


def saves(args: Namespace) -> int:
    if args.export:
        return _export(*args.export)
    lines, there = Lines(sys.stdin, sys.stdout), saved_games(data_folder())
    for one in there:
        if one.damaged:
            lines.say(
                f"{one.id}  a damaged game: its record in {data_folder()} cannot be read; the others can be played"
            )
            continue
        when, names = f"{one.updated.astimezone():%Y-%m-%d %H:%M}", ", ".join(one.names)
        ended = f"ended after {some(one.turn, span_of(one.game))}: {one.verdict}"
        stands = ended if one.ended else f"{span_of(one.game)} {one.turn}, {names}; open"
        line = " ".join(", ".join(filter(None, (one.game, one.label, stands))).split())
        lines.say(_fitting(f"{one.id}  {when}  {line}", lines.seen))
    lines.say("'starforge resume ID' continues one." if there else "There are no saved games.")
    return 0


def _fitting(line: str, seen: bool) -> str:
    """Return a line, on a terminal cut with a mark to what it shows in one row."""
    room = shutil.get_terminal_size().columns if seen else len(line)
    return line if len(line) <= room else f"{line[: room - 1]}…"


def _export(table_id: str, file: str) -> int:
    import asyncio  # this and what plays a game take several times as long to load as the list to be printed
    from pathlib import Path

    from starforge.cli.context import own_lobby
    from starforge.engine.save import write_save

    write_save(Path(file), asyncio.run(own_lobby().open(table_id)).save())
    print(f"Game {table_id} is written to {file}; 'starforge replay {file}' shows it.")
    return 0
