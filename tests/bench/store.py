"""How long a move takes until it is on the disk, at a given number of moves a second from many tables at once.

Run as ``python -m tests.bench.store [MOVES_A_SECOND] [SECONDS]``. Each move changes the table's meta as well, as in
play; the PostgreSQL is a new one in a temporary folder, with its files flushed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from starforge.tables.play.meta import Entry, TableMeta, TableSetup
from starforge.tables.shared import SeatAssignment
from starforge.tables.store.server import ServerStore, open_store
from tests.postgres import MISSING, Postgres, find

TABLES = 32
SETUP = TableSetup(game="shattered_reach", rules_version=1, seed=2**70)
META = TableMeta(host="Ada", assignments=(SeatAssignment("Ada"), SeatAssignment("Ben"), SeatAssignment(bot="greedy")))
MOVE = Entry(0, "plan 3 forward forward left", "0123456789abcdef", 7, None)


@contextmanager
def stores() -> Iterator[dict[str, str]]:
    """Yield names of stores to measure."""
    if find("postgres") is None:
        print(MISSING)
        yield {"SQLite": "sqlite"}
        return
    server = Postgres(settings=())
    try:
        yield {"SQLite": "sqlite", "PostgreSQL": server.url}
    finally:
        server.remove()


async def play(store: ServerStore, table: str, pause: float, moves: int, took: list[float]) -> None:
    """Make moves at one table, each at its time, however long those before it took."""
    await store.create(table, SETUP, META)
    begun = perf_counter()
    for n in range(1, moves + 1):
        await asyncio.sleep(max(0.0, begun + n * pause - perf_counter()))
        due = begun + n * pause
        await store.append(table, n, MOVE, (replace(META, turn=n), n))
        took.append(perf_counter() - due)


async def measure(where: str, folder: Path, rate: float, seconds: float) -> list[float]:
    """Return the seconds from when each move was due to when it was kept."""
    store, took = open_store(where, folder), list[float]()
    pause = TABLES / rate
    starts = [asyncio.sleep(n / rate) for n in range(TABLES)]

    async def one(n: int) -> None:
        await starts[n]
        await play(store, f"t{n}", pause, int(seconds / pause), took)

    await asyncio.gather(*(one(n) for n in range(TABLES)))
    await store.close()
    return sorted(took)


def main() -> None:
    rate, seconds = (float(word) for word in (sys.argv[1:] + ["320", "10"][len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder, stores() as found:
        for name, where in found.items():
            took = asyncio.run(measure(where, Path(folder) / name, rate, seconds))
            at = {part: 1000 * took[min(len(took) - 1, int(len(took) * part / 100))] for part in (50, 95, 99, 100)}
            words = "  ".join(f"p{part} {time:6.2f}" for part, time in at.items())
            print(f"{name:<11} {len(took)} moves at {rate:.0f} a second, ms: {words}")


if __name__ == "__main__":
    main()
