"""The store of a server: everything of one lobby, in a SQLite file of one daemon or the PostgreSQL of several."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from starforge.tables.own.boards import Boards, Day, note_end, note_try
from starforge.tables.play.meta import TableMeta, TableSetup
from starforge.tables.store.accounts import Accounts
from starforge.tables.store.contract import News, StoreError
from starforge.tables.store.queue import Queue
from starforge.tables.store.seen import Seen
from starforge.tables.store.server_schema import SERVER
from starforge.tables.store.sql import LobbyTime, SharedDatabase, Work, act, wall_clock
from starforge.tables.store.sqlite import SqliteFile
from starforge.tables.store.tables import Tables, insert_table

FILE, MARK = "server.db", "lobby.id"


class ServerStore(Tables, Accounts, Seen, Boards):
    """Keep everything of one lobby in a database."""

    database: SharedDatabase
    about_tables = ("talk", "read_markers")

    def __init__(self, database: SharedDatabase, now: Callable[[], datetime] | None = None) -> None:
        self.queue, self.wall = Queue(database), now or wall_clock
        super().__init__(database, self.queue, now or LobbyTime())

    @act("write to")
    def create_try(self, work: Work, table_id: str, setup: TableSetup, meta: TableMeta, of: Day) -> None:
        """Keep a new table at which its host plays the game of a day; the first one counts."""
        insert_table(work, table_id, setup, meta, self.stamp())
        note_try(work, of, meta.host, table_id)

    def note_end(self, work: Work, table_id: str, meta: TableMeta) -> None:
        note_end(work, table_id, meta, self.stamp())

    def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change from now on, and ``all`` when the clocks of this one were put off."""
        return self.database.news()

    @act("read")
    def back_up(self, work: Work, path: Path) -> None:
        """Copy everything to a new private file; raise StoreError where that is the business of another program."""
        if not isinstance(self.database, ServerFile):
            raise StoreError("a PostgreSQL is backed up by its own means: pg_dump --schema=starforge")
        self.database.back_up(path)

    async def close(self) -> None:
        """Finish what was begun and let go."""
        await self.queue.close()


class ServerFile(SqliteFile, SharedDatabase):
    """Keep a lobby in the file ``server.db`` of a data folder, which only one daemon may hold.

    Who is not ``alone`` may use it beside the daemon, as an operator does.
    """

    when_lost = "nothing more is written; stop the server and put the file, or a backup, in its place"

    def __init__(self, data: Path, alone: bool = True, anew: bool = False) -> None:
        self._alone, self._lock = alone, -1
        self.mark, self.anew = (data / MARK if alone else None), anew
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stirred = asyncio.Event()
        super().__init__(data / FILE, SERVER, "give --data another folder")
        self.remember()

    def enter(self) -> None:
        """Make a folder that nobody else may enter, and lock it."""
        _keep_private(self.path.parent)
        if self._alone:
            self._lock = _hold(self.path.parent / "server.lock")

    def leave(self) -> None:
        """Let another daemon have the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def back_up(self, path: Path) -> None:
        """Copy everything to a new private file as it is at this moment; it is there whole, or not at all."""
        if path.exists():
            raise StoreError(f"{path} is there already; give the backup another name")
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        try:
            with closing(sqlite3.connect(beside)) as copy:
                self.db.backup(copy)
            with open(beside, "rb") as file:
                os.fsync(file.fileno())
            os.rename(beside, path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise

    def leads(self, work: Work) -> bool:
        """Return True: there is one daemon."""
        return True

    def tell(self, news: News) -> None:
        """Let this daemon look at everything again where the store has changed it by itself."""
        if news.kind == "all" and self._loop is not None:
            with suppress(RuntimeError):  # it is over
                self._loop.call_soon_threadsafe(self._stirred.set)

    async def news(self) -> AsyncIterator[News]:
        """Yield what the store has done by itself, for there is no other daemon."""
        self._loop = asyncio.get_running_loop()
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            yield News("all")


def _keep_private(data: Path) -> None:
    """Make a folder that nobody else may enter; raise StoreError for one that holds things and is open to others."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if data.stat().st_mode & 0o077:
        if any(data.iterdir()):
            raise StoreError(
                f"others may enter {data}, and what a server keeps is secret; close it by 'chmod 700 {data}', or give "
                "--data a folder of its own"
            )
        data.chmod(0o700)


def _hold(path: Path) -> int:
    """Lock a file for as long as this process lives; raise StoreError when another one holds it."""
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(handle)
        raise StoreError(
            f"another starforge (process {holder}) serves {path.parent} already; "
            "stop it first, or give --data another folder"
        ) from None
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode())
    return handle


def open_store(where: str, data: Path, alone: bool = True, anew: bool = False) -> ServerStore:
    """Open the store that ``--store`` names: "sqlite", a file in the data folder, or the URL of a PostgreSQL.

    ``alone``: as the server does, which suffers no other at a SQLite file, and remembers which lobby it has served;
    ``anew``: even where that one is not there any more.
    """
    if where == "sqlite":
        return ServerStore(ServerFile(data, alone, anew))
    if where.startswith(("postgresql://", "postgres://")):
        try:
            from starforge.tables.store.postgres import Postgres
        except ImportError as error:
            raise StoreError(f"PostgreSQL needs more: pip install 'starforge[postgres]' ({error})") from None
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        return ServerStore(Postgres(where, data / MARK if alone else None, anew))
    kind = re.split("[:=]", where)[0]  # a password may follow
    raise StoreError(f"there is no store {kind!r}; there are: sqlite, postgresql://USER@HOST/DATABASE")
