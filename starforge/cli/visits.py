"""The commands for the server of this machine: which tables there are, and sitting down at one."""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from starforge.tables.remote.link import find_server
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Notice
from starforge.tables.table import TableError
from starforge.tui.shells.lines import Lines


def visit_tables(args: Namespace) -> int:
    """List the tables of the server, those that wait for the user first."""
    asyncio.run(_list(Lines(sys.stdin, sys.stdout, args.ascii)))
    return 0


def visit_plain(args: Namespace) -> int:
    """Play at a table of the server by lines of text."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(_play(args.id, args.ascii))
    return 0


def server_here() -> Path:
    """Return the socket of the server; raise TableError when none is there."""
    found = find_server()
    if found is None:
        raise TableError("there is no server on this machine; 'starforge serve' starts one")
    return found


async def _enter() -> RemoteLobby:
    lobby = RemoteLobby(server_here())
    await lobby.connect()
    if not lobby.user:
        await lobby.close()
        raise TableError("you have no name at this server yet; 'starforge' lets you choose one")
    for _ in range(200):
        if lobby.people():
            break
        await asyncio.sleep(0.01)
    return lobby


async def _list(lines: Lines) -> None:
    from starforge.tui.server.listing import arranged

    lobby = await _enter()
    try:
        there = arranged(lobby.board())
        now = datetime.now(UTC)
        lines.say(*(_told(one, now) for one in there))
        lines.say("'starforge join ID' sits down at one." if there else "There are no tables.")
    finally:
        await lobby.close()


def _told(one: Notice, now: datetime) -> str:
    from starforge.tables.lobby import title_of
    from starforge.tui.server.words import holder, standing

    names = ", ".join("open" if holder(place) == "…" else holder(place) for place in one.places)
    return f"{one.id}  {title_of(one.game)}; {names}; {standing(one, now)[0]}"


async def _play(table_id: str, ascii: bool) -> None:  # noqa: A002
    from starforge.tui.shells.plain_shared import play_shared

    lobby = await _enter()
    try:
        await play_shared(await lobby.open(table_id), ascii)
    finally:
        await lobby.close()
