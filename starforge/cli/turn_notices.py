"""The command that tells a user of turns at a server while no screen is open: notify."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from starforge.cli.errors import UsageError
from starforge.tables.remote.address import find_server
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.settings import data_folder, read_settings, settings_file
from starforge.tables.table import TableError
from starforge.tables.turns import Turns, run, split


def notify(args: Namespace) -> int:
    """Run the user's command for each turn, until stopped; with --once only for those that wait now."""
    settings, wrong = read_settings(settings_file())
    if wrong:
        print(f"starforge: {wrong}", file=sys.stderr)
    if not settings.notify:
        raise UsageError(f'no command is set: write notify = "COMMAND" in {settings_file()}')
    split(settings.notify)
    path = find_server()
    if path is None:
        raise TableError("there is no server on this machine; STARFORGE_SOCKET names one elsewhere")
    return asyncio.run(_tell(path, settings.notify, args.once))


async def _tell(path: Path, command: str, once: bool) -> int:
    lobby, told, stirred = RemoteLobby(path), Turns(data_folder()), asyncio.Event()
    await lobby.connect()
    lobby.watch(stirred.set)
    try:
        if not lobby.user:
            raise TableError("you have no name at that server yet; type 'starforge' to choose one")
        await lobby.preferences()  # the board comes before the answer
        faults = 0
        while True:
            stirred.clear()
            said = await asyncio.gather(*(run(command, one) for one in told.news(lobby.board())))
            for wrong in filter(None, said):
                faults += 1
                print(f"starforge: {wrong}.", file=sys.stderr)
            if once:
                return 1 if faults else 0
            await stirred.wait()
    finally:
        await lobby.close()
