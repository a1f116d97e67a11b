"""A server within a test: people come to it over its real sockets, and tables are set up without ceremony."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starforge.engine.rng import Rng
from starforge.server import gathering
from starforge.server.daemon import Daemon, Serving
from starforge.server.records import Meta
from starforge.tables.remote import RemoteLobby
from starforge.tables.remote_table import RemoteTable
from starforge.tables.shared import Clock, Place

NO_CLOCK = Clock()


async def until(true: Callable[[], object], seconds: float = 10) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds * 200)):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to that")


class Town:
    def __init__(self, daemon: Daemon) -> None:
        self.daemon, self.lobbies = daemon, []

    async def come(self, name: str) -> RemoteLobby:
        """Let somebody come through the door of the workers, whose users are told apart by their keys."""
        lobby = RemoteLobby(self.daemon.private, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
        await lobby.connect()
        self.lobbies.append(lobby)
        if not lobby.user:
            await lobby.register(name)
        return lobby

    async def table(self, names: Sequence[str], game: str = "tiny", seed: int = 1, clock: Clock = NO_CLOCK, **options):
        """Begin a table of people (and "bot:LEVEL") and return its id."""
        places = tuple(Place(bot=name[4:]) if name.startswith("bot:") else Place(user=name) for name in names)
        setup = gathering.set_up(game, len(names), options, seed, "")
        house = self.daemon.house
        table_id = await house.found(setup, Meta(host=names[0], places=places, clock=clock))
        await house.start(table_id, lambda meta: meta)
        return table_id


@asynccontextmanager
async def serving(folder: Path, **more) -> AsyncIterator[Town]:
    """Run a server in a folder, with its sockets in it."""
    daemon = Daemon(Serving(data=folder, socket=folder / "s.sock", **more))
    ready = asyncio.Event()
    running = asyncio.ensure_future(daemon.run(ready.set))
    waiting = asyncio.ensure_future(ready.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
    town = Town(daemon)
    try:
        yield town
    finally:
        for lobby in town.lobbies:
            await lobby.close()
        daemon.stop()
        await asyncio.wait_for(running, 10)


async def play_out(tables: Sequence[RemoteTable], seed: int = 1, longest: int = 3000) -> int:
    """Let people play at random, each over an own line, until the game has ended; return how many actions it took."""
    dice, by_seat = Rng(seed), {table.here[0]: table for table in tables}
    for count in range(longest):
        public = tables[0].view(None)
        if public.result is not None:
            return count
        asked = sorted(set(public.waiting) & set(by_seat))
        seat = asked[dice.below(len(asked))]
        table = by_seat[seat]
        await until(lambda table=table, seat=seat: table.view(seat).legal)
        legal = table.view(seat).legal
        await table.submit(seat, legal[dice.below(len(legal))])
        for other in tables:
            await until(lambda other=other, table=table: other.view(None) == table.view(None))
    raise AssertionError("the game does not end")
