"""The store of one daemon: a SQLite file in a private folder, with all writes flushed to the disk."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from starforge.tables.store.contract import News
from starforge.tables.store.local import StoreError, Taken, advice, transaction
from starforge.tables.store.renaming import Renaming
from starforge.tables.store.sql import Doing, Work, act, check_texts

FILE = "server.db"
_WAIT = 10.0
_TAKEN = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_ROWID")


class _Work:
    """A transaction of SQLite; there is one daemon, so nobody is to be told and nobody to wait for."""

    def __init__(self, db: sqlite3.Connection, stir: Callable[[], None]) -> None:
        self._db, self._stir = db, stir

    def __call__(self, sql: str, *values: str | int | None) -> sqlite3.Cursor:
        check_texts(values)
        return self._db.execute(sql, values)

    def tell(self, news: News) -> None:
        if news.kind == "all":
            self._stir()

    def alone(self) -> None:
        pass

    def hold(self, table: str, column: str, value: str) -> bool:
        return self(f"SELECT 1 FROM {table} WHERE {column} = ?", value).fetchone() is not None


class SqliteStore(Renaming):
    """Keep records in the file ``server.db`` of a data folder, which only one daemon may hold.

    Who is not ``alone`` may use it beside the daemon, as an operator does.
    """

    def __init__(self, data: Path, now: Callable[[], datetime] | None = None, alone: bool = True) -> None:
        super().__init__(now)
        self.path, self._lock = data / FILE, -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stirred = asyncio.Event()
        with self._worded("open"):
            _keep_private(data)
            if alone:
                self._lock = _hold(data / "server.lock")
        try:
            self._open()
        except BaseException:
            self._unlock()
            raise

    def _open(self) -> None:
        with self._worded("open"):
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            self._db = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                self._db.execute(f"PRAGMA {pragma}")
        with self._transaction("write to") as work:
            there = work("SELECT 1 FROM sqlite_master WHERE name = 'format'").fetchone()
            self._prepare(work, there is not None)

    @property
    def where(self) -> str:
        """Return the path of the file."""
        return str(self.path)

    @contextmanager
    def _transaction(self, doing: Doing, hasty: bool = False) -> Iterator[_Work]:
        with self._worded(doing):
            if doing == "read":
                yield _Work(self._db, self._stir)
                return
            with transaction(self._db) as db:
                yield _Work(db, self._stir)

    @contextmanager
    def _worded(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorname", "") in _TAKEN:
                raise Taken from error
            raise StoreError(
                f"cannot {doing} {self.where}: {error}; {advice(error, 'give --data another folder')}"
            ) from error

    def _let_go(self) -> None:
        self._db.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)

    @act("read")
    def back_up(self, work: Work, path: Path) -> None:
        """Copy everything to a new private file as it is at this moment; it is there whole, or not at all."""
        if path.exists():
            raise StoreError(f"{path} is there already; give the backup another name")
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        try:
            with closing(sqlite3.connect(beside)) as copy:
                self._db.backup(copy)
            with open(beside, "rb") as file:
                os.fsync(file.fileno())
            os.rename(beside, path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise

    def _leads(self, work: Work) -> bool:
        return True

    def _stir(self) -> None:
        if self._loop is not None:
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
