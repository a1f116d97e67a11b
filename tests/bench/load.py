"""Measure what many people do at once: ``python -m tests.bench.load 20 100 [--workers 2] [--games reach]``.

Each is a user with a key of its own and comes by SSH. They sit by twos with a bot that thinks, at tables of each game;
a tenth looks on; everybody presses a key every two seconds, and some leave and come back. Told are the time from a key
to the first byte, from a key to the first byte on another's screen that nothing else called for, what a key, a move and
an arrival take of the processors, and memory. Clients and server share the machine, so times are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncssh

from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from tests.server.openssh import Server

TICK = os.sysconf("SC_CLK_TCK")
PAUSE = 2.0
"""Seconds between two keys of one person."""
WINDOW = 2.0
"""Seconds within which what comes unasked is put down to the last move at the table."""
KEYS = (b"\t", b"\t", b"\r", b"\t", b"\r")


@dataclass
class Table:
    """What is measured at one table: when somebody confirmed something last."""

    confirmed: float = 0.0


@dataclass
class Measured:
    """Times in seconds."""

    keys: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    paints: list[float] = field(default_factory=list)


class Person(asyncssh.SSHClientSession[bytes]):
    """One person at a screen, at a table or, without one, looking on."""

    def __init__(self, number: int, table: Table | None, measured: Measured) -> None:
        self.name, self.table, self.measured = f"p{number}", table, measured
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.out, self.pressed, self.mine, self.quiet = 0, 0.0, 0.0, 0.0
        self.painted = asyncio.Event()
        self.conn: Any = None
        self.chan: Any = None

    def data_received(self, data: bytes, datatype: Any) -> None:
        now = time.perf_counter()
        self.out += len(data)
        if self.pressed:
            self.measured.keys.append(now - self.pressed)
            self.pressed, self.quiet = 0.0, now + 0.3
        elif self.table and now > self.quiet and self.mine < self.table.confirmed > now - WINDOW:
            self.measured.moves.append(now - self.table.confirmed)
            self.mine = self.table.confirmed
        if self.out > 1000:
            self.painted.set()

    def press(self, key: bytes) -> None:
        now = self.pressed = time.perf_counter()
        if key == b"\r" and self.table is not None:
            self.table.confirmed = self.mine = now
        self.chan.write(key)

    async def come(self, port: int) -> None:
        """Connect, and sit down at the first table of the list."""
        begun = time.perf_counter()
        self.out = 0
        self.painted.clear()
        how = {"username": self.name, "known_hosts": None, "client_keys": [self.key], "agent_path": None}
        self.conn = await asyncssh.connect("127.0.0.1", port, config=None, **how)
        self.chan, _ = await self.conn.create_session(
            lambda: self, term_type="xterm-256color", term_size=(120, 36), env={"LANG": "C.UTF-8"}, encoding=None
        )
        await asyncio.wait_for(self.painted.wait(), 120)
        self.measured.paints.append(time.perf_counter() - begun)
        await asyncio.sleep(0.3)
        self.chan.write(b"\r")

    async def play(self, until: float) -> None:
        await asyncio.sleep(random.random() * PAUSE)
        for key in cycle(KEYS if self.table else KEYS[:2]):
            if time.perf_counter() > until:
                return
            self.press(key)
            await asyncio.sleep(PAUSE)


class Crowd:
    """All people of one run, and the processes that serve them."""

    def __init__(self, server: Server) -> None:
        self.server, self.measured = server, Measured()
        self.people: list[Person] = []

    async def sit(self, count: int, games: list[str]) -> None:
        """Have people take names, and sit down by twos with a bot; a tenth has no seat."""
        seated = max(count - count // 10, 2) // 2
        for number, game in zip(range(seated), cycle(games), strict=False):
            table = Table()
            pair = [Person(2 * number + n, table, self.measured) for n in range(2)]
            lobbies = [await self._known(person) for person in pair]
            open_, bot = SeatAssignment(), SeatAssignment(bot="greedy")
            table_id = await lobbies[0].offer(game, [open_, open_, bot], {}, Clock())
            await lobbies[1].join(table_id)
            await lobbies[0].start(table_id)
            for lobby in lobbies:
                await lobby.close()
            self.people += pair
        for number in range(2 * seated, count):
            onlooker = Person(number, None, self.measured)
            await (await self._known(onlooker)).close()
            self.people.append(onlooker)

    async def _known(self, person: Person) -> RemoteLobby:
        who = {"identity": ["key", person.key.get_fingerprint()], "suggested": person.name}
        lobby = RemoteLobby(self.server.folder / "data" / "workers" / "workers.sock", who)
        await lobby.connect()
        await lobby.register(person.name)
        return lobby

    async def come(self) -> float:
        """Have all come, ten at once, and return the seconds that took."""
        begun, room = time.perf_counter(), asyncio.Semaphore(10)

        async def one(person: Person) -> None:
            async with room:
                await person.come(self.server.port)

        await asyncio.gather(*(one(person) for person in self.people))
        return time.perf_counter() - begun

    def cpu(self) -> tuple[float, float, float]:
        """Return the seconds that daemon, workers and bots have computed."""
        bots = sum(map(_cpu, children(self.server.process.pid, b"bot_process")))
        return _cpu(self.server.process.pid), sum(map(_cpu, self.server.workers())), bots

    def entries(self) -> int:
        with closing(sqlite3.connect(self.server.folder / "data" / "server.db")) as db:
            count: int = db.execute("SELECT sum(length) FROM tables").fetchone()[0]
            return count

    async def arrivals(self, count: int) -> float:
        """Have people leave and come back, one after the other; return the server's seconds for one that came."""
        await asyncio.sleep(2)
        was, begun = sum(self.cpu()[:2]), time.perf_counter()
        await asyncio.sleep(3)
        idle = (sum(self.cpu()[:2]) - was) / (time.perf_counter() - begun)
        was, begun = sum(self.cpu()[:2]), time.perf_counter()
        for person in self.people[:count]:
            person.conn.abort()
            await person.come(self.server.port)
            await asyncio.sleep(0.5)
        return (sum(self.cpu()[:2]) - was - idle * (time.perf_counter() - begun)) / count


def children(parent: int, what: bytes) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            above = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if above == parent and what in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> float:
    """Return the megabytes that a process has for itself."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def per(values: list[float], part: float) -> str:
    return f"{sorted(values)[min(int(len(values) * part), len(values) - 1)] * 1000:.0f}" if values else "-"


async def measure(count: int, args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name, serving(Path(name), args.workers) as server:
        while len(pids := server.workers()) < args.workers:
            await asyncio.sleep(0.1)
        crowd = Crowd(server)
        await crowd.sit(count, args.games.split(","))
        empty = sum(map(memory, pids))
        took = await crowd.come()
        await asyncio.sleep(3)
        crowd.measured.keys.clear()
        was, moves, begun = crowd.cpu(), crowd.entries(), time.perf_counter()
        await asyncio.gather(*(person.play(begun + args.seconds) for person in crowd.people))
        daemon, workers, bots = (now - then for now, then in zip(crowd.cpu(), was, strict=True))
        span, moves, seen = time.perf_counter() - begun, crowd.entries() - moves, crowd.measured
        keys = max(len(seen.keys), 1)
        print(
            f"{count} people, {args.workers} workers: key p50 {per(seen.keys, 0.5)} p95 {per(seen.keys, 0.95)} ms; "
            f"move to others p50 {per(seen.moves, 0.5)} p95 {per(seen.moves, 0.95)} ms ({len(seen.moves)}); "
            f"a key {workers / keys * 1000:.1f} ms of a worker, {daemon / keys * 1000:.1f} of the daemon; "
            f"{moves} moves, {daemon / max(moves, 1) * 1000:.1f} ms of the daemon for each; "
            f"CPU daemon {daemon / span:.0%}, workers {workers / span:.0%}, bots {bots / span:.0%}; "
            f"memory daemon {memory(server.process.pid):.0f} MB, "
            f"{(sum(map(memory, pids)) - empty) / count:.1f} a person; "
            f"all came in {took:.1f} s, first paint p50 {per(seen.paints, 0.5)} ms; ",
            end="",
            flush=True,
        )
        print(f"an arrival {await crowd.arrivals(min(count, 10)):.3f} s; load {os.getloadavg()[0]:.1f}", flush=True)
        for person in crowd.people:
            person.conn.abort()


def serving(folder: Path, workers: int) -> Server:
    """Run a server that allows one address as much as all."""
    (folder / "data").mkdir(mode=0o700)
    names = ("ssh_connections", "ssh_connections_per_address", "ssh_connections_per_user")
    (folder / "data" / "server.toml").write_text("".join(f"{name} = 5000\n" for name in names))
    return Server(folder, "--workers", str(workers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", nargs="*", type=int, default=[20, 100])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", default="reach,shattered-reach", help="the games whose tables stand there")
    args = parser.parse_args()
    for count in args.people:
        asyncio.run(measure(count, args))


if __name__ == "__main__":
    main()
