"""Soak several daemons at one PostgreSQL: ``python -m tests.bench.daemons 400 [--minutes 5] [--kill 20]``.

People sit by twos with a bot, the two of them at different daemons, and make random moves and talk; now and then a
daemon is killed and started anew. Told are the times from a move, and from a line of talk, to the other daemon's people
while none dies, how long bots stood still, and whether anything was lost that had been accepted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import Any

from starforge.engine.rules import Illegal
from starforge.server.sockets import answers
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.server import open_store
from starforge.tables.table import TableError
from tests.bench.load import _cpu, memory, per
from tests.postgres import Postgres

CALM = 6.0
"""Seconds after a death that do not count as calm."""
_lines = count()


class Daemons:
    """The processes, each with a folder of its own; ``died`` is when last one was killed, or came back."""

    def __init__(self, number: int, folder: Path, url: str) -> None:
        self.folders, self._url = [folder / f"d{n}" for n in range(number)], url
        self.running: list[Any] = [None] * number
        self.died = 0.0
        for one in self.folders:
            one.mkdir(mode=0o700)
            limits = "clients = 5000\ntables = 5000\n"
            (one / "server.toml").write_text(limits)

    def socket(self, number: int) -> Path:
        return self.folders[number] / "workers" / "workers.sock"

    async def start(self, number: int) -> None:
        folder = self.folders[number]
        where = (
            "--data",
            str(folder),
            "--socket",
            str(folder / "s"),
            "--store",
            self._url,
            "--log",
            str(folder / "log"),
        )
        self.running[number] = await asyncio.create_subprocess_exec(sys.executable, "-m", "starforge", "serve", *where)

    async def kill_on(self, every: float, until: float) -> int:
        """Kill one after the other, and start each again a second later; return how many died."""
        deaths = 0
        for number in cycle(range(len(self.running))):
            await asyncio.sleep(every)
            if time.monotonic() > until:
                return deaths
            self.died = time.monotonic()
            self.running[number].send_signal(signal.SIGKILL)
            await self.running[number].wait()
            deaths += 1
            await asyncio.sleep(1)
            await self.start(number)
            while not answers(self.socket(number)):
                await asyncio.sleep(0.1)
            self.died = time.monotonic()
        return deaths

    async def end(self) -> None:
        for one in filter(None, self.running):
            if one.returncode is None:
                one.terminate()
            await one.wait()


class Measured:
    """Times in seconds, taken while no daemon dies."""

    def __init__(self, daemons: Daemons) -> None:
        self.daemons = daemons
        self.moves: list[float] = []
        self.talk: list[float] = []
        self.still = 0.0

    def note(self, times: list[float], begun: float) -> None:
        if begun > self.daemons.died + CALM:
            times.append(time.monotonic() - begun)


class Player:
    """One person at a table: what was tried, and whether it was accepted for certain."""

    def __init__(self, lobby: RemoteLobby, table: Any, measured: Measured) -> None:
        self.lobby, self.table, self.measured = lobby, table, measured
        self.other: Player | None = None
        self.tried: list[tuple[str, bool]] = []
        self.awaited: list[tuple[int, float]] = []
        self.said: dict[str, float] = {}
        self._bot_since = 0.0
        table.watch(self._look)

    def _look(self) -> None:
        length, now = self.table.length(None), time.monotonic()
        for one in [one for one in self.awaited if one[0] <= length]:
            self.awaited.remove(one)
            self.measured.note(self.measured.moves, one[1])
        for line in self.table.talk()[-3:] if self.said else ():
            if line.text in self.said:
                self.measured.note(self.measured.talk, self.said.pop(line.text))
        waits = 2 in self.table.view(None).waiting and self.lobby.linked
        if self._bot_since and not waits:
            self.measured.still = max(self.measured.still, now - self._bot_since)
        self._bot_since = (self._bot_since or now) if waits else 0.0

    async def play(self, until: float, pause: float) -> None:
        await asyncio.sleep(random.random() * pause)
        while time.monotonic() < until:
            with suppress(TableError, Illegal):
                await (self._talk() if random.random() < 0.1 else self._move())
            await asyncio.sleep(pause * (0.5 + random.random()))

    async def _talk(self) -> None:
        assert self.other is not None
        line = f"line {next(_lines)}"
        self.other.said[line] = time.monotonic()
        await self.table.say(line)

    async def _move(self) -> None:
        (seat,) = self.table.here
        legal = self.table.view(seat).legal
        if not legal or not self.lobby.linked:
            return
        action, before, begun = random.choice(legal), self.table.length(None), time.monotonic()
        self.tried.append((str(action), False))
        try:
            await self.table.submit(seat, action)
        except Illegal:
            self.tried.pop()
            return
        self.tried[-1] = (str(action), True)
        length = self.table.length(None)
        if length > before and self.other is not None and self.other.table.length(None) < length:
            self.other.awaited.append((length, begun))


async def sit(people: int, daemons: Daemons, game: str, measured: Measured) -> list[Player]:
    async def known(number: int) -> RemoteLobby:
        name = f"p{number}"
        lobby = RemoteLobby(
            daemons.socket(number % len(daemons.folders)), {"identity": ["key", name], "suggested": name}
        )
        await lobby.connect()
        await lobby.register(name)
        return lobby

    players: list[Player] = []
    for number in range(people // 2):
        lobbies = [await known(2 * number + n) for n in range(2)]
        seats = [SeatAssignment(), SeatAssignment(), SeatAssignment(bot="random")]
        table_id = await lobbies[0].offer(game, seats, {}, Clock())
        await lobbies[1].join(table_id)
        await _start(lobbies[0], table_id)
        tables = []
        for lobby in lobbies:
            table = await lobby.open(table_id)
            while not table.known:
                await asyncio.sleep(0.01)
            tables.append(table)
        pair = [Player(lobby, table, measured) for lobby, table in zip(lobbies, tables, strict=True)]
        pair[0].other, pair[1].other = pair[1], pair[0]
        players += pair
    return players


async def _start(lobby: RemoteLobby, table_id: str) -> None:
    """Begin as soon as the host's daemon knows of all who have come."""
    while True:
        try:
            return await lobby.start(table_id)
        except TableError:
            await asyncio.sleep(0.05)


def lost(player: Player, kept: list[str]) -> bool:
    """Tell whether anything that was accepted is not kept in its order, or anything is kept that nobody did."""
    at = 0
    for text, sure in player.tried:
        if at < len(kept) and kept[at] == text:
            at += 1
        elif sure:
            return True
    return at < len(kept)


async def run(args: argparse.Namespace, daemons: Daemons) -> tuple[list[Player], Measured, str]:
    """Let people play while daemons die; return them, what was measured, and what the daemons took."""
    for number in range(args.daemons):
        await daemons.start(number)
        while not daemons.socket(number).exists():
            await asyncio.sleep(0.05)
    measured = Measured(daemons)
    players = await sit(args.people, daemons, args.game, measured)
    was, begun = sum(_cpu(one.pid) for one in daemons.running), time.monotonic()
    until = begun + args.minutes * 60
    killing = asyncio.ensure_future(daemons.kill_on(args.kill or 1e9, until))
    await asyncio.gather(*(player.play(until, args.pause) for player in players))
    killing.cancel()
    with suppress(asyncio.CancelledError):
        await killing
    used = "" if args.kill else f"CPU {(sum(_cpu(one.pid) for one in daemons.running) - was) / args.minutes / 60:.0%}, "
    size = max(memory(one.pid) for one in daemons.running if one.returncode is None)
    return players, measured, f"{used}memory of a daemon {size:.0f} MB"


async def soak(args: argparse.Namespace) -> int:
    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as name:
            daemons = Daemons(args.daemons, Path(name), postgres.url)
            try:
                players, measured, sizes = await run(args, daemons)
            finally:
                await daemons.end()
            store = open_store(postgres.url, Path(name), alone=False)
            missing = 0
            for player in players:
                seat = player.table.notice.seat
                kept = [one.action for one in await store.entries(player.table.id) if one.seat == seat]
                missing += lost(player, kept)
            await store.close()
            moves = sum(sure for player in players for _, sure in player.tried)
            print(
                f"{len(players)} people at {args.daemons} daemons: {moves} moves accepted, {missing} people lost any; "
                f"a move to the other daemon p50 {per(measured.moves, 0.5)} p95 {per(measured.moves, 0.95)} ms "
                f"({len(measured.moves)}), talk p50 {per(measured.talk, 0.5)} p95 {per(measured.talk, 0.95)} ms "
                f"({len(measured.talk)}); bots stood still for {measured.still:.1f} s at most; {sizes}; "
                f"load {os.getloadavg()[0]:.1f}"
            )
            return 1 if missing else 0
    finally:
        postgres.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", nargs="?", type=int, default=400)
    parser.add_argument("--daemons", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--kill", type=float, default=20, help="seconds between two deaths, 0: nobody dies")
    parser.add_argument("--pause", type=float, default=6, help="seconds between two moves of one person")
    parser.add_argument("--game", default="reach")
    sys.exit(asyncio.run(soak(parser.parse_args())))


if __name__ == "__main__":
    main()
