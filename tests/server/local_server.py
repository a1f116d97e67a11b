"""A server within a test: people come to it over its real sockets, and tables are set up without ceremony."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import starforge
from starforge.engine.rng import Rng
from starforge.server.daemon import Daemon, Serving
from starforge.tables.play import new_table
from starforge.tables.play.meta import TableMeta
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.remote.table import RemoteTable
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import Identity
from tests.waiting import DEADLINE, until

NO_CLOCK = Clock()


class LocalServer:
    def __init__(self, daemon: Daemon) -> None:
        self.daemon, self.lobbies = daemon, []

    async def connect(self, name: str) -> RemoteLobby:
        """Let somebody come over the socket of the workers, whose users are told apart by their keys."""
        lobby = RemoteLobby(self.daemon.private, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
        await lobby.connect()
        self.lobbies.append(lobby)
        if not lobby.user:
            await lobby.register(name)
        return lobby

    async def table(self, names: Sequence[str], game: str = "tiny", seed: int = 1, clock: Clock = NO_CLOCK, **options):
        """Begin a table of people (and "bot:LEVEL") and return its id."""
        assignments = tuple([await self._seat(name) for name in names])
        setup = new_table.set_up(game, len(names), options, seed, "")
        hub = self.daemon.hub
        table_id = await hub.create(setup, TableMeta(host=assignments[0].user, assignments=assignments, clock=clock))
        await hub.start(table_id, lambda meta: meta)
        return table_id

    async def _seat(self, name: str) -> SeatAssignment:
        return SeatAssignment(bot=name[4:]) if name.startswith("bot:") else SeatAssignment(user=await self.id_of(name))

    async def id_of(self, name: str) -> str:
        """Return the id of somebody who has a name here from now on."""
        hub = self.daemon.hub
        user = await hub.store.called(name) or await hub.store.register(name, Identity("key", f"SHA256:{name}"))
        hub.knows(user)
        return user.id


@asynccontextmanager
async def serving(folder: Path, **more) -> AsyncIterator[LocalServer]:
    """Run a server in a folder, with its sockets in it."""
    daemon = Daemon(Serving(data=folder, socket=folder / "s.sock", **more))
    ready = asyncio.Event()
    running = asyncio.ensure_future(daemon.run(ready.set))
    waiting = asyncio.ensure_future(ready.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
    server = LocalServer(daemon)
    try:
        yield server
    finally:
        for lobby in server.lobbies:
            await lobby.close()
        daemon.stop()
        await asyncio.wait_for(running, DEADLINE)


async def play_out(tables: Sequence[RemoteTable], seed: int = 1, longest: int = 3000) -> int:
    """Let people play at random, each over an own line, until the game has ended; return how many actions it took."""
    dice, by_seat = Rng(seed), {table.here[0]: table for table in tables}
    for count in range(longest):
        public = tables[0].view(None)
        if public.result is not None:
            return count
        asked = sorted(set(public.waiting) & set(by_seat))
        if not asked:  # a bot is at it
            await until(lambda public=public: tables[0].view(None) != public)
            continue
        seat = asked[dice.below(len(asked))]
        table = by_seat[seat]
        await until(lambda table=table, seat=seat: table.view(seat).legal)
        legal = table.view(seat).legal
        await table.submit(seat, legal[dice.below(len(legal))])
        for other in tables:
            await until(lambda other=other, table=table: other.view(None) == table.view(None))
    raise AssertionError("the game does not end")


class Tap:
    """A client that keeps every byte it is sent, and knows nothing of what it means."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.lines: list[bytes] = []
        self.views: dict[tuple[str, str], dict] = {}
        self.gone = False
        self._answers: dict[int, asyncio.Future] = {}
        self._count = 0
        self._task = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        with suppress(OSError):
            while line := await self.reader.readline():
                self.lines.append(line)
                message = json.loads(line)
                for side in ("own", "public"):
                    if "view" in message.get(side, {}):
                        view = self.views.get((message["table"], side), {})
                        self.views[message["table"], side] = view | message[side]["view"]
                if message.get("re") in self._answers:
                    self._answers.pop(message["re"]).set_result(message)
        self.gone = True

    async def ask(self, request: str, **what) -> dict:
        """Ask for something and return the whole answer."""
        number, self._count = self._count, self._count + 1
        self._answers[number] = asyncio.get_running_loop().create_future()
        self.writer.write(json.dumps({"id": number, "do": request, **what}).encode() + b"\n")
        return await asyncio.wait_for(self._answers[number], DEADLINE)

    def last(self, table_id: str, side: str, part: str):
        """Return what was told last of a part of a table."""
        if part == "view":
            return self.views[table_id, side]
        messages = (json.loads(line) for line in reversed(self.lines))
        return next(m[side][part] for m in messages if m.get("table") == table_id and part in m.get(side, {}))

    async def close(self) -> None:
        self._task.cancel()
        self.writer.close()


async def tap(server: LocalServer, name: str) -> Tap:
    """Let somebody come with a client that keeps all it is sent."""
    client = Tap(*await asyncio.open_unix_connection(server.daemon.private, limit=2**26))
    who = {"identity": ["key", f"SHA256:{name}"], "suggested": name}
    found = await client.ask("hello", version=starforge.__version__, **who)
    if not found["ok"]["user"]:
        await client.ask("register", name=name)
    server.lobbies.append(client)
    return client
