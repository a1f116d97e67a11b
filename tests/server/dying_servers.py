"""Servers that die on the spot, as by ``kill -9``, before or after a given one of the statements that write.

Run as ``python -m tests.server.dying_servers STORE``: for each number and data folder that it reads it starts a server
that dies at that statement (0: at none) and prints its process number; when it is dead, it prints "dead". All are forks
of one process, so that starting one is cheap.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import tests.tiny  # noqa: F401  (so that no birth has to import it)
from starforge.games import GAMES
from starforge.server.daemon import Daemon, Serving

WRITES = ("INSERT", "UPDATE", "DELETE", "CREATE")
left = 0
"""Moments before and after a statement that are still survived."""
wrote = False


def doomed(execute: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that executes a statement, and dies before or after it when its time has come."""

    def then(self: Any, sql: str | bytes, *values: Any) -> Any:
        global wrote
        text = (sql if isinstance(sql, str) else sql.decode()).lstrip()
        if not (text.startswith(WRITES) or (wrote and text == "COMMIT")):
            return execute(self, sql, *values)
        wrote = text != "COMMIT"
        strike()
        found = execute(self, sql, *values)
        strike()
        return found

    return then


def strike() -> None:
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)


class Connection(sqlite3.Connection):
    execute = doomed(sqlite3.Connection.execute)  # type: ignore[assignment]


def prepare(store: str) -> None:
    GAMES["tiny"] = "tests.tiny:GAME"
    if store == "sqlite":
        sqlite3.connect = partial(sqlite3.connect, factory=Connection)
    else:
        import psycopg

        psycopg.Connection.execute = doomed(psycopg.Connection.execute)  # type: ignore[method-assign]


def live(data: Path, store: str) -> None:
    daemon = Daemon(Serving(data, store, data / "s.sock"))

    async def run() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, daemon.stop)
        watching = asyncio.ensure_future(watch(os.getppid()))
        await daemon.run()
        watching.cancel()

    asyncio.run(run())


async def watch(parent: int) -> None:
    """Die with the one who has given birth."""
    while os.getppid() == parent:
        await asyncio.sleep(1)
    os._exit(1)


def main() -> None:
    global left
    store = sys.argv[1]
    prepare(store)
    for line in sys.stdin:
        number, data = line.split()
        child = os.fork()
        if not child:
            left = int(number)
            live(Path(data), store)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main()
