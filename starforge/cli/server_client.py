"""The commands that go to this machine's server: tables, join, handover, notify, keys."""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from starforge.cli.context import chosen_settings, need_screens, own_lobby, server_socket
from starforge.cli.usage import UsageError
from starforge.server.ssh import commands
from starforge.tables.folders import data_folder, settings_file
from starforge.tables.handover import TERMS, hand_over
from starforge.tables.lobby import title_of
from starforge.tables.remote import turns
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.settings import read_settings
from starforge.tables.shared import Notice
from starforge.tables.table import TableError
from starforge.tui.server.listing import arranged
from starforge.tui.server.words import holder, table_state
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_shared import play_shared


def tables(args: Namespace) -> int:
    """List the tables of the server, those that wait for the user first."""
    asyncio.run(_list(Lines(sys.stdin, sys.stdout, args.ascii)))
    return 0


def join(args: Namespace) -> int:
    if not args.plain:
        need_screens("add --plain to play by lines")
        from starforge.tui.app import run

        return run.run_home(own_lobby(), chosen_settings(args), server_socket(), args.id)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(_play(args.id, args.ascii))
    return 0


def handover(args: Namespace) -> int:
    path = server_socket()

    async def hand() -> str:
        lobby = RemoteLobby(path)
        await lobby.connect()
        try:
            seat = None if args.seat is None else args.seat - 1
            return await hand_over(await own_lobby().open(args.id), lobby, seat)
        finally:
            await lobby.close()

    table_id = asyncio.run(hand())
    Lines(sys.stdin, sys.stdout, args.ascii).say(
        f"Game {args.id} is table {table_id} at the server now; the others take their seats there. {TERMS} "
        "The saved game stays as it is."
    )
    return 0


def notify(args: Namespace) -> int:
    """Run the user's command for each turn, until stopped; with --once only for those that wait now."""
    settings, wrong = read_settings(settings_file())
    if wrong:
        print(f"starforge: {wrong}", file=sys.stderr)
    if not settings.notify:
        raise UsageError(f'no command is set: write notify = "COMMAND" in {settings_file()}')
    turns.split(settings.notify)
    return asyncio.run(_tell(server_socket(), settings.notify, args.once))


def keys(args: Namespace) -> int:
    """Show by what the server of this machine knows the user, or join another key to the name."""
    path = server_socket()

    async def ask() -> tuple[int, str]:
        lobby = RemoteLobby(path, {"name_me": args.words[:1] != ["add"]})  # a code is typed by who has no name yet
        await lobby.connect()
        try:
            return await commands.answer(lobby, ["keys", *args.words])
        finally:
            await lobby.close()

    code, said = asyncio.run(ask())
    print(said, file=sys.stderr if code else sys.stdout)
    return code


async def _enter() -> RemoteLobby:
    lobby = RemoteLobby(server_socket())
    await lobby.connect()
    if not lobby.user:
        await lobby.close()
        raise TableError("you have no name at this server yet; 'starforge' lets you choose one")
    for _ in range(200):
        if lobby.known:
            break
        await asyncio.sleep(0.01)
    return lobby


async def _list(lines: Lines) -> None:
    lobby = await _enter()
    try:
        there = arranged(lobby.listing())
        now = datetime.now(UTC)
        lines.say(*(_told(one, now) for one in there))
        lines.say("'starforge join ID' sits down at one." if there else "There are no tables.")
    finally:
        await lobby.close()


def _told(one: Notice, now: datetime) -> str:
    names = ", ".join("open" if holder(place) == "…" else holder(place) for place in one.assignments)
    return f"{one.id}  {title_of(one.game)}; {names}; {table_state(one, now)[0]}"


async def _play(table_id: str, ascii: bool) -> None:  # noqa: A002
    lobby = await _enter()
    try:
        await play_shared(lobby, await lobby.open(table_id), ascii)
    finally:
        await lobby.close()


async def _tell(path: Path, command: str, once: bool) -> int:
    lobby, told, stirred = RemoteLobby(path), turns.Turns(data_folder()), asyncio.Event()
    await lobby.connect()
    lobby.watch(stirred.set)
    try:
        if not lobby.user:
            raise TableError("you have no name at that server yet; type 'starforge' to choose one")
        await lobby.preferences()  # the list of tables comes before the answer
        faults = 0
        while True:
            stirred.clear()
            said = await asyncio.gather(*(turns.run(command, one) for one in told.news(lobby.listing())))
            for wrong in filter(None, said):
                faults += 1
                print(f"starforge: {wrong}.", file=sys.stderr)
            if once:
                return 1 if faults else 0
            await stirred.wait()
    finally:
        await lobby.close()
