"""The store of several daemons that serve one lobby: a PostgreSQL, which also carries the news between them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from starforge.tables.store.contract import News, StorageTrouble, StoreError, Taken
from starforge.tables.store.server_schema import SERVER
from starforge.tables.store.sql import Doing, SharedDatabase, Work, check_texts

_SCHEMA = "starforge"
_CHANNEL = "starforge"
_LEADER, _ALONE = 0x73746172_0001, 0x73746172_0002
"""Numbers of advisory locks: who leads, and who is in a part that only one may be in."""
_SETTINGS = {
    "search_path": _SCHEMA,
    "synchronous_commit": "on",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "5",  # a daemon whose host is cut off leads no longer
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15s",
}
_LINK: dict[str, str | int] = {
    "application_name": "starforge",
    "client_encoding": "UTF8",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15000,
}
_OLDEST = 13
_NUMBER = "SELECT pg_current_xact_id()::text"
_HASTE = "SET LOCAL lock_timeout = '50ms'"
_ASK_AGAIN = (0.0, 0.2, 0.5, 1.0)
"""Seconds before each question what became of a commit."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
"""Seconds before the next try to listen to news again."""


class _Work:
    """A transaction of PostgreSQL."""

    def __init__(self, db: psycopg.Connection[Any], origin: str) -> None:
        self._db, self._origin, self.wrote = db, origin, False

    def __call__(self, sql: str, *values: str | int | None) -> Any:
        check_texts(values)
        self.wrote |= not sql.startswith("SELECT")
        return self._db.execute(sql.replace("?", "%s").encode(), values)

    def tell(self, news: News) -> None:
        origin = "-" if news.kind == "all" else self._origin
        self("SELECT pg_notify(?, ?)", _CHANNEL, f"{origin} {news.kind} {news.id}")

    def alone(self) -> None:
        self("SELECT pg_advisory_xact_lock(?)", _ALONE)

    def hold(self, table: str, column: str, value: str) -> bool:
        found = self(f"SELECT 1 FROM {table} WHERE {column} = ? FOR NO KEY UPDATE", value)
        return found.fetchone() is not None


class Postgres(SharedDatabase):
    """Keep a lobby in the schema "starforge" of a database.

    A connection that breaks is made anew by the next call; a call during which it breaks fails. If it breaks while a
    commit is under way, the database is asked what became of it.
    """

    def __init__(self, url: str, mark: Path | None = None, anew: bool = False) -> None:
        self.mark, self.anew = mark, anew
        try:
            parts = conninfo_to_dict(url)
            settings = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
            link = {name: value for name, value in _LINK.items() if name not in parts}
            self._url = make_conninfo(url, **link, options=f"{settings} {parts.get('options', '')}")
        except psycopg.Error as error:
            said = _line(error)
            if "%" in said:  # it quotes what may be the password
                said = "a % in it is written as %25, and an @ in a password as %40"
            raise StoreError(f"that is no address of a database: {said}") from None
        host, name = parts.get("host") or "this host", parts.get("dbname") or "the database named like the user"
        self._where = f"{name} of the PostgreSQL at {host}"
        self._origin = secrets.token_hex(4)
        self._db: psycopg.Connection[Any] | None = None
        self._led: psycopg.Connection[Any] | None = None
        with self.transaction("write to") as work:
            work.alone()
            self._open(work)
        self.remember()

    def _open(self, work: _Work) -> None:
        if (encoding := work("SHOW server_encoding").fetchone()[0]) != "UTF8":
            raise StoreError(f"{self.where} keeps text as {encoding}; make a database with the encoding UTF8")
        if work("SELECT 1 FROM pg_namespace WHERE nspname = ?", _SCHEMA).fetchone() is None:
            work(f"CREATE SCHEMA {_SCHEMA}")
        there = work("SELECT to_regclass('format') IS NOT NULL").fetchone()[0]
        self.prepare(work, SERVER, work("SELECT version FROM format").fetchone()[0] if there else 0)

    @property
    def where(self) -> str:
        return self._where

    @contextmanager
    def transaction(self, doing: Doing, hasty: bool = False) -> Iterator[_Work]:
        """Begin, commit at the end, take back on an exception."""
        with self._worded(doing):
            how = f"BEGIN; {_NUMBER}; {_HASTE}" if hasty else f"BEGIN; {_NUMBER}"
            db, begun = self._begin("BEGIN READ ONLY" if doing == "read" else how)
            try:
                yield _Work(db, self._origin)
            except BaseException:
                with suppress(psycopg.Error):
                    db.execute("ROLLBACK")
                raise
            try:
                db.execute("COMMIT")
            except psycopg.OperationalError:
                if doing == "read" or not db.closed or not self._was_committed(begun):
                    raise

    def _begin(self, how: str) -> tuple[psycopg.Connection[Any], psycopg.Cursor[Any]]:
        """Begin a transaction on a connection that works: one that has died meanwhile shows by that."""
        if self._db is not None and not self._db.closed:
            try:
                return self._db, self._db.execute(how.encode())
            except psycopg.OperationalError:
                self._db.close()
        self._db = psycopg.connect(self._url, autocommit=True)
        if self._db.info.server_version < _OLDEST * 10_000:
            raise StoreError(f"{self.where} is too old; it takes PostgreSQL {_OLDEST} or later")
        return self._db, self._db.execute(how.encode())

    def _was_committed(self, begun: psycopg.Cursor[Any]) -> bool:
        """Ask, on a new connection, what became of a transaction; raise StoreError when it cannot be known."""
        begun.nextset()
        number = begun.fetchone()
        for pause in _ASK_AGAIN:
            time.sleep(pause)
            with suppress(psycopg.OperationalError):
                db, _ = self._begin("SELECT 1")
                found = db.execute("SELECT pg_xact_status(%s::text::xid8)", number).fetchone()
                if found != ("in progress",):
                    return found == ("committed",)
        raise StoreError(f"the line to {self.where} broke while something was written; look again whether it was")

    @contextmanager
    def _worded(self, doing: str) -> Iterator[None]:
        try:
            yield
        except psycopg.errors.UniqueViolation as error:
            raise Taken from error
        except psycopg.Error as error:
            raise StorageTrouble(f"cannot {doing} {self.where}: {_line(error)}; {_advice(error)}") from error

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def leads(self, work: Work) -> bool:
        """Return whether this daemon leads; it does as long as its connection lives."""
        if self._led is not self._db:
            won = work("SELECT pg_try_advisory_lock(?)", _LEADER).fetchone()[0]
            self._led = self._db if won else None
        return self._led is not None

    async def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change, and ``all`` whenever the way to the database was made, anew or first."""
        pause = _FIRST_PAUSE
        while True:
            with suppress(psycopg.Error):
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as db:
                    await db.execute(f"LISTEN {_CHANNEL}".encode())
                    pause = _FIRST_PAUSE
                    yield News("all")
                    async for heard in db.notifies():
                        said = heard.payload.split(" ", 2)  # whoever may use the database can send anything here
                        if len(said) == 3 and said[0] != self._origin:
                            yield News(said[1], said[2])  # type: ignore[arg-type]
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def _line(error: psycopg.Error) -> str:
    """Return what a database says in one line."""
    said = error.diag.message_primary or str(error)
    return " ".join(said.split()) or type(error).__name__


def _advice(error: psycopg.Error) -> str:
    match error:
        case psycopg.errors.ForeignKeyViolation():
            return "that was removed meanwhile"
        case psycopg.errors.DiskFull():
            return "its disk is full: make room and try again, nothing is lost"
        case psycopg.errors.InsufficientPrivilege():
            return f"let that user own the schema {_SCHEMA!r}, or create it in this database"
        case psycopg.errors.QueryCanceled() | psycopg.errors.DeadlockDetected() | psycopg.errors.LockNotAvailable():
            return "it is too busy: try again, nothing is lost"
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return "it is tried again with the next request; see that it runs and can be reached"
    return "see the log of the database"
