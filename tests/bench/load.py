"""Measure many sessions at once: ``python -m tests.bench.load 20 100 200 [--workers 2] [--cut 100] [--game reach]``.

Each session presses one key a second. Told are memory per session, the time from key to first byte, from connecting to
the first paint, and how busy the workers are; clients and workers share the machine, so all of it is an upper bound.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncssh

from starforge.games import load
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from tests.server.openssh import Server

KEY = asyncssh.generate_private_key("ssh-ed25519")
TICK = os.sysconf("SC_CLK_TCK")


class Session(asyncssh.SSHClientSession[bytes]):
    """One session: notes when bytes come."""

    def __init__(self) -> None:
        self.out = 0
        self.heard = 0.0
        self.arrived = asyncio.Event()
        self.painted = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        if not self.heard:
            self.heard = time.perf_counter()
            self.arrived.set()
        self.out += len(data)
        if self.out > 1000:
            self.painted.set()

    async def key(self, chan: Any, key: bytes) -> float:
        """Press a key and return the seconds until the first byte comes back."""
        self.heard = 0.0
        self.arrived.clear()
        begun = time.perf_counter()
        chan.write(key)
        await asyncio.wait_for(self.arrived.wait(), 30)
        return self.heard - begun


async def begin(port: int) -> tuple[Any, Any, Session, float]:
    begun = time.perf_counter()
    conn = await asyncssh.connect(
        "127.0.0.1", port, username="me", known_hosts=None, client_keys=[KEY], agent_path=None, config=None
    )
    chan, session = await conn.create_session(
        Session, term_type="xterm-256color", term_size=(120, 36), env={"LANG": "C.UTF-8"}, encoding=None
    )
    await asyncio.wait_for(session.painted.wait(), 60)
    return conn, chan, session, time.perf_counter() - begun


def memory(pid: int) -> float:
    """Return the megabytes that a process has for itself."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


async def type_away(chan: Any, session: Session, keys: tuple[bytes, bytes], seconds: float, times: list[float]) -> None:
    await asyncio.sleep(random.random())
    end = time.perf_counter() + seconds
    for key in cycle(keys):
        begun = time.perf_counter()
        if begun > end:
            return
        times.append(await session.key(chan, key))
        await asyncio.sleep(max(1 - (time.perf_counter() - begun), 0))


def per(values: list[float], part: float) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] * 1000


async def measure(count: int, workers: int, seconds: float, cut: int, game: str) -> None:
    with tempfile.TemporaryDirectory() as name, serving(Path(name), workers) as server:
        while len(pids := server.workers()) < workers:
            await asyncio.sleep(0.1)
        first = await begin(server.port)
        first[1].write(b"Ada\rc")  # a name; all are the same user's
        await set_up(server.socket, game)
        await asyncio.sleep(1)
        warm = [first] + [await begin(server.port) for _ in range(workers)]  # what every worker pays once
        empty = sum(memory(pid) for pid in pids)
        alone = [await begin(server.port) for _ in range(5)]
        herd = time.perf_counter()
        rest = await asyncio.gather(*(begin(server.port) for _ in range(max(count - 5, 0))))
        herd = time.perf_counter() - herd
        sessions = alone + list(rest)
        if game:
            for _, chan, _, _ in sessions:
                chan.write(b"\r")
            await asyncio.sleep(3)
        full = sum(memory(pid) for pid in pids)
        busy, own = [cpu(pid) for pid in (server.process.pid, *pids)], resource.getrusage(resource.RUSAGE_SELF)
        times: list[float] = []
        begun = time.perf_counter()
        keys = (b"\t", b"\x1b[Z") if game else (b"j", b"k")
        await asyncio.gather(*(type_away(chan, session, keys, seconds, times) for _, chan, session, _ in sessions))
        took = time.perf_counter() - begun
        daemon, *work = (
            100 * (cpu(pid) - was) / took for pid, was in zip((server.process.pid, *pids), busy, strict=True)
        )
        now = resource.getrusage(resource.RUSAGE_SELF)
        clients = (now.ru_utime + now.ru_stime - own.ru_utime - own.ru_stime) / took * 100
        print(
            f"{len(sessions)} sessions, {workers} workers: {(full - empty) / len(sessions):.2f} MB a session; "
            f"key to byte p50 {per(times, 0.5):.1f} p95 {per(times, 0.95):.1f} p99 {per(times, 0.99):.1f} ms; "
            f"first paint alone {per([t for *_, t in alone], 0.5):.0f} ms, all at once {herd:.1f} s; "
            f"CPU workers {sum(work):.0f} %, daemon {daemon:.0f} %, clients {clients:.0f} %; "
            f"{sum(work) * 10 / len(times) * took:.2f} ms a key; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if cut:
            await cut_off(sessions, cut)
        for conn, *_ in warm + sessions:
            conn.abort()


def serving(folder: Path, workers: int) -> Server:
    """Run a server that allows one address and one user as much as all."""
    (folder / "data").mkdir(mode=0o700)
    names = ("ssh_connections", "ssh_connections_per_address", "ssh_connections_per_user")
    (folder / "data" / "server.toml").write_text("".join(f"{name} = 5000\n" for name in names))
    return Server(folder, "--workers", str(workers))


async def set_up(socket: Path, game: str) -> None:
    """Offer tables, and with ``game`` one first that is being played, for all to watch."""
    lobby = RemoteLobby(socket)
    await lobby.connect()
    for _ in range(8):
        await lobby.offer("reach", [SeatAssignment(), SeatAssignment()], {}, Clock())
    if game:
        seats = load(game).info.seats
        table = await lobby.offer(
            game, [SeatAssignment(), *[SeatAssignment(bot="random")] * (min(seats) - 1)], {}, Clock()
        )
        await lobby.start(table)
    await lobby.close()


async def cut_off(sessions: list[Any], count: int) -> None:
    """Abort sessions in the middle of a key, all at once, and tell whether the others notice."""
    for conn, chan, _, _ in sessions[:count]:
        chan.write(b"\x1b[")
        conn.abort()
    times = [await session.key(chan, b"j") for _, chan, session, _ in sessions[count:]]
    print(f"{count} cut at once: the other {len(times)} answered in p95 {per(times, 0.95):.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sessions", nargs="*", type=int, default=[20, 100, 200])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cut", type=int, default=0, help="cut so many off at the end, all at once")
    parser.add_argument("--game", default="", help="have all watch a table of this game, instead of the lobby")
    args = parser.parse_args()
    for count in args.sessions:
        asyncio.run(measure(count, args.workers, args.seconds, args.cut, args.game))


if __name__ == "__main__":
    main()
