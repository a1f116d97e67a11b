"""What all parts of a store share: acts of a contract, each of which is one transaction of SQL in some database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from starforge.tables.store.contract import News, StorageTrouble, StoreError
from starforge.tables.store.schema import Schema
from starforge.tables.store.server_schema import name_lobby

_P = ParamSpec("_P")
_R = TypeVar("_R")
_RESTORE = "restore a backup, or give --new to begin anew with what is there"
Doing = Literal["read", "write to"]
LobbyClock = Callable[[], datetime]


class Work(Protocol):
    """A transaction under way: statements with ``?`` for values, and the news it sends when it is committed.

    ``wrote`` tells whether it has done more than look.
    """

    wrote: bool

    def __call__(self, sql: str, *values: str | int | None) -> Any:
        """Carry a statement out and return its cursor."""

    def tell(self, news: News) -> None:
        """Send news to other daemons together with the commit; ``all`` is sent to this one too."""

    def alone(self) -> None:
        """Wait until no other transaction is in a part like this one, and keep others out until the commit."""

    def hold(self, table: str, column: str, value: str) -> bool:
        """Let nobody else change or remove a row until the commit; return whether there is one."""


class Database(ABC):
    """A database of one kind; it is used from one thread at a time."""

    @abstractmethod
    def transaction(self, doing: Doing, hasty: bool = False) -> AbstractContextManager[Work]:
        """Begin, commit at the end, take back on an exception; raise Taken or StoreError for what goes wrong.

        ``hasty``: fail rather than wait for what another daemon is at, which may wait for this one.
        """

    @property
    @abstractmethod
    def where(self) -> str:
        """Return the place of the database in words, without passwords."""

    @property
    def lost(self) -> str:
        """Return in words that what is written there would not be found again, '' where it would."""
        return ""

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""

    def prepare(self, work: Work, schema: Schema, version: int) -> None:
        """Make the tables where there are none (``version`` 0), or lead them to today's format.

        Raise StoreError for those that a newer starforge has made.
        """
        if version > schema.version:
            raise StoreError(
                f"{self.where} was written by a newer starforge (format {version}; this one knows {schema.version}); "
                "update starforge to go on with what it holds"
            )
        if not version:
            schema.make(work)
        elif version < schema.version:
            schema.migrate(work, version)


class SharedDatabase(Database):
    """A database that a server keeps, perhaps together with others.

    ``mark`` is a file of the server's own that names the lobby kept there, ``anew`` whether another may be begun.
    """

    mark: Path | None = None
    anew = False
    _served = ""

    def prepare(self, work: Work, schema: Schema, version: int) -> None:
        """Make or lead the tables; raise StoreError where they are not those of the lobby that was served before."""
        known = self.mark.read_text().strip() if self.mark is not None and self.mark.exists() else ""
        if known and not version and not self.anew:
            raise StoreError(f"{self.where} is empty, though a lobby was kept there; {_RESTORE}")
        super().prepare(work, schema, version)
        if not version:
            name_lobby(work)
        found = self.lobby(work)
        if known and found != known and not self.anew:
            raise StoreError(f"{self.where} holds another lobby than the one that was served before; {_RESTORE}")
        self._served = found

    def remember(self) -> None:
        """Note which lobby is served here, once its tables are durable."""
        if self.mark is not None:
            try:
                self.mark.touch(0o600)
                self.mark.write_text(f"{self._served}\n")
            except OSError as error:
                raise StorageTrouble(f"cannot write to {self.mark}: {error.strerror}") from error

    def lobby(self, work: Work) -> str:
        """Return the id of the lobby that is kept; raise StorageTrouble when there is none any more."""
        found = work("SELECT id FROM lobby").fetchone()
        if found is None:
            raise StorageTrouble(f"{self.where} was emptied while it was served; stop the server and restore a backup")
        return str(found[0])

    @abstractmethod
    def leads(self, work: Work) -> bool:
        """Return whether this daemon leads, which one does at a time."""

    @abstractmethod
    def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change from now on."""


class Carrier(Protocol):
    """What has acts carried out in a database."""

    async def __call__(self, doing: Doing, job: Callable[[Work], _R]) -> _R:
        """Do a job in a transaction, and return what it does when that is durable."""


class Direct:
    """Carry acts out on the spot: what is awaited never waits."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, doing: Doing, job: Callable[[Work], _R]) -> _R:
        with self._database.transaction(doing) as work:
            return job(work)


def at_once(act: Coroutine[Any, Any, _R]) -> _R:
    """Return what an act does that never waits; it may let others go first."""
    while True:
        try:
            waits = act.send(None)
        except StopIteration as done:
            found: _R = done.value
            return found
        assert waits is None, "this waits for something"


def act(
    doing: Doing,
) -> Callable[[Callable[Concatenate[Any, Work, _P], _R]], Callable[Concatenate[Any, _P], Coroutine[Any, Any, _R]]]:
    """Make a transaction of a method that takes its ``Work`` first; one that writes may be done more than once."""

    def made(job: Callable[Concatenate[Any, Work, _P], _R]) -> Callable[Concatenate[Any, _P], Coroutine[Any, Any, _R]]:
        @wraps(job)
        async def done(self: Any, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
            found: _R = await self.carry_out(doing, lambda work: job(self, work, *args, **kwargs))
            return found

        return done

    return made


def wall_clock() -> datetime:
    return datetime.now(UTC)


class LobbyTime:
    """Tell the time of a lobby: the wall clock's at first, and steady from then on, whatever becomes of that."""

    def __init__(self, wall: LobbyClock = wall_clock, steady: Callable[[], float] = monotonic) -> None:
        self._steady = steady
        self.set(wall())

    def __call__(self) -> datetime:
        return self._at + timedelta(seconds=self._steady() - self._since)

    def set(self, now: datetime) -> None:
        """Go on from another time, as daemons do that come to those which live."""
        self._at, self._since = now, self._steady()


class Sql:
    """Keep something in a database; ``now`` is the clock of its stamps."""

    def __init__(self, database: Database, carry_out: Carrier, now: LobbyClock | None = None) -> None:
        self.database, self.carry_out = database, carry_out
        self.now = now or wall_clock

    @property
    def where(self) -> str:
        return self.database.where

    def stamp(self) -> str:
        return stamped(self.now())


def check_texts(values: Iterable[str | int | None]) -> None:
    """Raise StoreError for text that some stores would not keep, or not as it is."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or value.encode(errors="replace").decode() != value):
            raise StoreError("only whole characters can be kept, and no zeros")


def stamped(moment: datetime) -> str:
    """Return a moment as text that sorts like time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
