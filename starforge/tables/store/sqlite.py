"""A SQLite file as a database: private, with all writes flushed to the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from starforge.tables.store.contract import News, StorageTrouble, Taken
from starforge.tables.store.schema import Schema
from starforge.tables.store.sql import Database, Doing, check_texts

_WAIT = 10.0
_TAKEN = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_ROWID")
_DAMAGED = "it is left as it is: move it away (keep it) and start anew, or repair it with 'sqlite3 FILE .recover'"


class SqliteWork:
    """A transaction of SQLite, whose news go to ``tell``."""

    def __init__(self, db: sqlite3.Connection, tell: Callable[[News], None]) -> None:
        self._db, self.tell, self.wrote = db, tell, False

    def __call__(self, sql: str, *values: str | int | None) -> sqlite3.Cursor:
        check_texts(values)
        self.wrote |= not sql.startswith("SELECT")
        return self._db.execute(sql, values)

    def alone(self) -> None:
        """Return at once: whoever writes is alone in the file."""

    def hold(self, table: str, column: str, value: str) -> bool:
        return self(f"SELECT 1 FROM {table} WHERE {column} = ?", value).fetchone() is not None


class SqliteFile(Database):
    """Keep a database in a file that nobody else may read; ``elsewhere`` says how the user can choose another place.

    Nothing is written into a file that nobody will find again; ``when_lost`` are the words about that.
    """

    when_lost = "nothing was done, and the game is in memory alone now"

    def __init__(self, path: Path, schema: Schema, elsewhere: str) -> None:
        self.path, self._elsewhere, self._inode = path, elsewhere, 0
        with self.worded("open"):
            self.enter()
        try:
            self._open(schema)
        except BaseException:
            self.leave()
            raise
        self._inode = self.path.stat().st_ino

    @property
    def lost(self) -> str:
        """Return in words that the file is not in its place any more, '' where it is."""
        try:
            found = self.path.stat()
        except OSError:
            found = None
        there = found is not None and found.st_ino == self._inode and found.st_size > 0
        return "" if there else f"{self.path} was moved, removed or emptied while it was in use"

    def enter(self) -> None:
        """Make the folder, and let nobody else enter it."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path.parent.chmod(0o700)

    def leave(self) -> None:
        """Let go of what ``enter`` holds."""

    def tell(self, news: News) -> None:
        """Take in news; there is nobody to be told."""

    def _open(self, schema: Schema) -> None:
        with self.worded("open"):
            if (
                not self.path.exists()
            ):  # to open and close it otherwise would take the locks of all who have it open here
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            self.db = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                self.db.execute(f"PRAGMA {pragma}")
        with self.transaction("write to") as work:
            there = work("SELECT 1 FROM sqlite_master WHERE name = 'format'").fetchone()
            noted = work("PRAGMA user_version").fetchone()[0]
            version = max(noted, work("SELECT version FROM format").fetchone()[0] if there else 0)
            self.prepare(work, schema, version)
            if noted != schema.version:
                work(f"PRAGMA user_version={schema.version}")

    @property
    def where(self) -> str:
        return str(self.path)

    @contextmanager
    def transaction(self, doing: Doing, hasty: bool = False) -> Iterator[SqliteWork]:
        """Begin, commit at the end, take back on an exception; whoever writes does so from the beginning.

        So none has to wait in its middle.
        """
        if doing != "read" and self._inode and (words := self.lost):
            raise StorageTrouble(f"{words}: {self.when_lost}")
        with self.worded(doing):
            if doing == "read":
                yield SqliteWork(self.db, self.tell)
                return
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteWork(self.db, self.tell)
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    @contextmanager
    def worded(self, doing: str) -> Iterator[None]:
        """Put into words what goes wrong inside."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorname", "") in _TAKEN:
                raise Taken from error
            raise StorageTrouble(f"cannot {doing} {self.where}: {error}; {advice(error, self._elsewhere)}") from error

    def close(self) -> None:
        self.db.close()
        self.leave()


def set_aside(path: Path) -> None:
    """Put out of the way what is left of a file that was removed or emptied: its log is not that of a new one."""
    with suppress(OSError):
        if not path.exists() or not path.stat().st_size:
            for left in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
                if left.exists():
                    left.rename(left.with_name(f"{left.name}.left"))


def advice(error: sqlite3.Error | OSError, elsewhere: str) -> str:
    """Return what can be done about an error of a SQLite file."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return "that game was removed meanwhile"
    if name.startswith("SQLITE_FULL") or getattr(error, "errno", None) == 28:
        return "the disk is full: make room and try again, nothing is lost"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "another program holds it: close that and try again, nothing is lost"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
        return _DAMAGED
    return f"make that file and its folder writable, or {elsewhere}"
