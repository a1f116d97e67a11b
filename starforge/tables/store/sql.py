"""What all parts of a store share: the schema, and each act of the contract as one transaction of SQL."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, Protocol, TypeVar

from starforge.tables.store.contract import News
from starforge.tables.store.local import StoreError

SCHEMA = 1
TABLES = """
CREATE TABLE users (
  name TEXT NOT NULL PRIMARY KEY, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, name TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
CREATE TABLE marks (
  name TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  spoken INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (name, table_id)
);
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL);
CREATE TABLE format (version INTEGER NOT NULL);
"""
_P = ParamSpec("_P")
_R = TypeVar("_R")
Doing = Literal["read", "write to"]


class Work(Protocol):
    """A transaction under way: statements with ``?`` for values, and the news it sends when it is committed."""

    def __call__(self, sql: str, *values: str | int | None) -> Any:
        """Carry a statement out and return its cursor."""
        ...

    def tell(self, news: News) -> None:
        """Send news to other daemons together with the commit; ``all`` is sent to this one too."""
        ...

    def alone(self) -> None:
        """Wait until no other transaction is in a part like this one, and keep others out until the commit."""
        ...

    def hold(self, table: str, column: str, value: str) -> bool:
        """Let nobody else change or remove a row until the commit; return whether there is one."""
        ...


def act(
    doing: Doing,
) -> Callable[[Callable[Concatenate[Any, Work, _P], _R]], Callable[Concatenate[Any, _P], Coroutine[Any, Any, _R]]]:
    """Make a transaction, done in the store's own thread, of a method that takes its ``Work`` first.

    One that writes may be done more than once, until it counts.
    """

    def made(job: Callable[Concatenate[Any, Work, _P], _R]) -> Callable[Concatenate[Any, _P], Coroutine[Any, Any, _R]]:
        @wraps(job)
        async def done(self: Any, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
            if self._closed:
                raise StoreError("the server is closing; try again when it is back, nothing is lost")
            answer: asyncio.Future[_R] = asyncio.get_running_loop().create_future()
            one = _Wanted(lambda work: job(self, work, *args, **kwargs), answer)
            if doing == "read":
                self._thread.submit(self._do, doing, [one])
            else:
                self._queue.append(one)
                self._thread.submit(self._write_down)
            return await answer

        return done

    return made


class _Wanted(NamedTuple):
    """A transaction that is waited for."""

    job: Callable[[Work], Any]
    answer: asyncio.Future[Any]

    def settle(self, found: Any, error: BaseException | None = None) -> None:
        """Give the answer to who waits, from the store's thread."""

        def tell() -> None:
            if not self.answer.done():
                self.answer.set_result(found) if error is None else self.answer.set_exception(error)

        with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
            self.answer.get_loop().call_soon_threadsafe(tell)


class Sql(ABC):
    """Keep records in a database; see ``Records`` for what each method promises.

    ``now`` is the clock by which everything is stamped.
    """

    _together = 64
    """How many acts one commit may be for: at 5 ms a commit, a disk would else take no more than 200 moves a second."""

    def __init__(self, now: Callable[[], datetime] | None = None) -> None:
        self._now = now or (lambda: datetime.now(UTC))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._queue: deque[_Wanted] = deque()
        self._closed = False

    def _write_down(self) -> None:
        """Do what is to be written and has come together while the disk was busy, with one commit for all."""
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), self._together))]
        if batch:
            self._do("write to", batch)

    def _do(self, doing: Doing, batch: list[_Wanted]) -> None:
        """Do some acts in one transaction; if one of them is refused, do each in its own."""
        refused, found = False, []
        try:
            with self._transaction(doing, len(batch) > 1) as work:
                for one in batch:
                    refused = True
                    found.append(one.job(work))
                    refused = False
        except BaseException as error:
            for one in batch:
                if refused and len(batch) > 1:
                    self._do(doing, [one])
                else:
                    one.settle(None, error)
            return
        for one, value in zip(batch, found, strict=True):
            one.settle(value)

    @abstractmethod
    def _transaction(self, doing: Doing, hasty: bool = False) -> AbstractContextManager[Work]:
        """Begin, commit at the end, take back on an exception; raise Taken or StoreError for what goes wrong.

        ``hasty``: fail rather than wait for what another daemon is at, which may wait for this one.
        """

    @abstractmethod
    def _let_go(self) -> None:
        """Close the database; called in the store's thread."""

    @abstractmethod
    def _leads(self, work: Work) -> bool:
        """Return whether this daemon leads, which one does at a time."""

    @abstractmethod
    def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change from now on."""

    @property
    @abstractmethod
    def where(self) -> str:
        """Return the place of the store in words, without passwords."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    def _stamp(self) -> str:
        return text(self._now())

    def _prepare(self, work: Work, there: bool) -> None:
        """Make the tables where there are none; refuse those that a newer starforge has made."""
        if not there:
            for statement in TABLES.split(";\n"):
                if statement.strip():
                    work(statement)
            work("INSERT INTO format VALUES (?)", SCHEMA)
        version = work("SELECT version FROM format").fetchone()[0]
        if version > SCHEMA:
            raise StoreError(
                f"{self.where} was written by a newer starforge (format {version}; this one knows {SCHEMA}); "
                "update starforge to serve it"
            )


def check_texts(values: Iterable[str | int | None]) -> None:
    """Raise StoreError for text that some stores would not keep, or not as it is."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or value.encode(errors="replace").decode() != value):
            raise StoreError("only whole characters can be kept, and no zeros")


def text(moment: datetime) -> str:
    """Return a moment as text that sorts like time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
