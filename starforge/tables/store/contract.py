"""What a server keeps, and the contract of the stores that keep it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict

import starforge
from starforge.engine.save import Save, Seat
from starforge.tables.play.clocks import Clocks, put_off
from starforge.tables.shared import ChatMessage, Clock, SeatAssignment, Stage, UndoRequest
from starforge.tables.store.local import Entry, StoreError, Taken

__all__ = ["Entry", "Gone", "NameTaken", "Records", "StoreError", "Taken", "Uninvited"]


class NameTaken(StoreError):
    """Report that somebody has that name, or one that looks like it."""


class Uninvited(StoreError):
    """Report an invitation that does not exist, is used up or too old."""


class Gone(StoreError):
    """Report a table that does not exist, or no more."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id!r} any more")


class Identity(NamedTuple):
    """Say how the server knows a user again: a key's fingerprint, or a number that a host gives ("HOST:UID")."""

    kind: Literal["key", "uid"]
    value: str


class User(NamedTuple):
    """A person; ``name`` is unique and stands for the person everywhere; ``barred`` is why the person may not come."""

    name: str
    created: datetime
    preferences: dict[str, Any]
    barred: str = ""


class Invite(NamedTuple):
    """An invitation to register, known by the hash of its code."""

    sealed: str
    made_by: str
    uses: int
    expires: datetime


class TableSetup(BaseModel):
    """Hold what a match begins from, fixed when its table is founded; whoever knows the seed knows every secret."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    game: str
    rules_version: int
    written_by: str = starforge.__version__
    options: dict[str, str | int | bool] = {}
    seed: int
    start: str = ""

    def save(self, seats: Sequence[Seat]) -> Save:
        """Return the match before its first move."""
        return Save(seats=list(seats), **self.model_dump())


class Call(NamedTuple):
    """Say since when a seat is asked: number and time of the entry that led to it, 0 for the beginning."""

    n: int
    at: float


class TableMeta(BaseModel):
    """Hold how a table stands, beside its match; changed as a whole, by whoever knows its version.

    ``asked``, ``turn`` and ``outcome`` are those of the match after its last entry, so that the board can be drawn
    without playing every match again; ``winners`` of one that ended in another way than by its rules. ``stirred``: when
    last something happened that everybody may know of; ``began``: when play did.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    host: str
    places: tuple[SeatAssignment, ...]
    stage: Stage = "gathering"
    clock: Clock = Clock()
    clocks: Clocks = Clocks()
    turn: int = 0
    asked: dict[int, Call] = {}
    began: float = 0
    stirred: float = 0
    outcome: str = ""
    winners: tuple[int, ...] = ()
    wish: UndoRequest | None = None
    rematch: str = ""

    def later(self, by: timedelta) -> TableMeta:
        """Return the table as it stands when the server was down for that long: its clocks did not run."""
        if self.stage != "playing" or not self.clocks.runs:
            return self
        return self.model_copy(update={"clocks": put_off(self.clocks, by.total_seconds())})


class TableRow(NamedTuple):
    """A table as it is kept; ``length`` counts the entries of its record, ``version`` the changes of its meta."""

    id: str
    setup: TableSetup
    meta: TableMeta
    version: int
    length: int
    created: datetime
    updated: datetime


class ReadMarker(NamedTuple):
    """Say how far a user has come at a table ('': the lobby).

    ``seen`` is the length of the log at the last visit (None: never there), ``read`` the last line of talk, ``draft``
    the unfinished plan, ``noticed`` the last thing the user was sent a notice of.
    """

    seen: int | None = None
    read: int = 0
    draft: str = ""
    noticed: int = 0


class News(NamedTuple):
    """Tell that another daemon has changed something: a table or the talk of that id, or the user of that name.

    ``all`` comes after a time in which news may have been lost: look at everything again.
    """

    kind: Literal["table", "talk", "user", "all"]
    id: str = ""


def new_code() -> str:
    """Return the code of a new invitation, too long to be guessed."""
    return secrets.token_urlsafe(12)


def seal(code: str) -> str:
    """Return what is kept of a code; the code cannot be worked out from it."""
    return hashlib.sha256(code.strip().encode("utf-8", "replace")).hexdigest()


class Records(Protocol):
    """Keep everything of one lobby.

    Each call is one transaction, durable on return; it raises StoreError, in words, when it cannot be done, and then
    nothing has changed (when the way to a database breaks, look what is there). A call that is cancelled may still be
    carried out.
    """

    async def register(self, name: str, identity: Identity, code: str | None = None) -> User:
        """Make a user of a name made clean, known by the identity from now on; a ``code`` uses up an invitation.

        Raise NameRefused, NameTaken, Uninvited, or StoreError when the identity belongs to somebody; the invitation is
        kept then.
        """
        ...

    async def who(self, identity: Identity) -> User | None:
        """Return the user who is known by an identity."""
        ...

    async def user(self, name: str) -> User | None:
        """Return the user of that name, or of one that looks like it."""
        ...

    async def users(self) -> list[User]:
        """Return everybody, by name."""
        ...

    async def identities(self, name: str) -> list[Identity]:
        """Return by what a user is known."""
        ...

    async def link(self, name: str, identity: Identity) -> None:
        """Let a user be known by a further identity; raise StoreError when it belongs to somebody."""
        ...

    async def unlink(self, identity: Identity) -> None:
        """Let nobody be known by an identity any more."""
        ...

    async def prefer(self, name: str, values: Mapping[str, Any]) -> None:
        """Keep what a user has set, beside what was set before."""
        ...

    async def bar(self, name: str, why: str) -> None:
        """Let a user come no more, '' as the reason: come again."""
        ...

    async def rename(self, old: str, new: str) -> str:
        """Call a user otherwise, everywhere, and return the name as it was made clean; raise as ``register`` does."""
        ...

    async def forget(self, name: str) -> None:
        """Forget all about a user but the name, which nobody else may take: seats at tables are held by it."""
        ...

    async def invite(self, code: str, made_by: str, uses: int, expires: datetime) -> None:
        """Make an invitation; only the hash of its code is kept."""
        ...

    async def invites(self) -> list[Invite]:
        """Return the invitations that can still be used, those that end first at first."""
        ...

    async def revoke(self, sealed: str) -> None:
        """Take an invitation back, known by the hash of its code."""
        ...

    async def create(self, table_id: str, setup: TableSetup, meta: TableMeta) -> None:
        """Keep a new table, of version 1; raise Taken when the id is in use."""
        ...

    async def rows(self) -> list[TableRow]:
        """Return all tables, last changed first, without those whose row is damaged."""
        ...

    async def row(self, table_id: str) -> TableRow:
        """Return a table; raise Gone when there is none of that id, StoreError when it is damaged."""
        ...

    async def entries(self, table_id: str, since: int = 0) -> list[Entry]:
        """Return the entries of a table after number ``since``, in order."""
        ...

    async def append(
        self, table_id: str, n: int, entry: Entry, meta: TableMeta | None = None, version: int | None = None
    ) -> int:
        """Keep entry ``n`` of a table, from 1, with the meta if given; return the version after it.

        Raise Taken when there is an entry ``n``, or none before it, or the meta is of another version than ``version``.
        """
        ...

    async def change(self, table_id: str, meta: TableMeta, version: int) -> int:
        """Keep the meta of a table and return its new version; raise Taken when it is not ``version`` any more."""
        ...

    async def remove(self, table_id: str) -> None:
        """Forget a table with its entries, talk and marks."""
        ...

    async def say(self, table_id: str, user: str, text: str) -> ChatMessage:
        """Keep a line of talk at a table ('': in the lobby)."""
        ...

    async def talk(self, table_id: str, since: int = 0, most: int = 200) -> list[ChatMessage]:
        """Return the last lines of talk after number ``since``, oldest first."""
        ...

    async def marks(self, user: str) -> dict[str, ReadMarker]:
        """Return how far a user has come at each table."""
        ...

    async def mark(
        self, user: str, table_id: str, *, seen: int | None = None, read: int | None = None, draft: str | None = None
    ) -> None:
        """Keep how far a user has come at a table; what is None stays as it was."""
        ...

    async def notice(self, user: str, table_id: str, n: int) -> bool:
        """Return True to one caller only, of all daemons, for each ``n``, which counts up: who may send that notice."""
        ...

    async def beat(self, daemon: str) -> None:
        """Note that a daemon lives and can write; it is to be noted again within half a minute.

        Where nobody could for longer, all clocks are put off by that time, and ``news`` yields ``all``.
        """
        ...

    async def resume(self, daemon: str) -> timedelta:
        """Let all clocks go on that stood still while no daemon lived; return for how long that was."""
        ...

    async def lead(self) -> bool:
        """Return whether this daemon is the one that cares for clocks and bots; another follows when it dies."""
        ...

    def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change from now on, and ``all`` when the clocks of this one were put off."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go."""
        ...
