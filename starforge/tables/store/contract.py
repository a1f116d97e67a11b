"""What stores keep beside tables, and what they promise: a store of tables, and that of a whole server."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import AsyncIterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from starforge.tables.play.meta import Entry, TableMeta, TableRow, TableSetup
from starforge.tables.shared import ChatMessage
from starforge.tables.table import TableError


class StoreError(TableError):
    """Report that a store cannot be read or written."""


class Taken(Exception):
    """Report that another process wrote that first."""


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
    """A person, kept by the ``id`` everywhere and shown by the ``name``; ``barred`` is why the person may not come."""

    id: str
    name: str
    created: datetime
    preferences: dict[str, Any]
    barred: str = ""


class Invite(NamedTuple):
    """An invitation to register, known by the hash of its code; ``made_by`` is a user's id, or '' for the operator."""

    sealed: str
    made_by: str
    uses: int
    expires: datetime


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
    """Tell that another daemon has changed something: a table or the talk of that id, or the user of that id.

    ``all`` comes after a time in which news may have been lost: look at everything again.
    """

    kind: Literal["table", "talk", "user", "all"]
    id: str = ""


def new_user_id() -> str:
    """Return an id that hardly any other user has."""
    return secrets.token_hex(5)


def new_code() -> str:
    """Return the code of a new invitation, too long to be guessed."""
    return secrets.token_urlsafe(12)


def seal(code: str) -> str:
    """Return what is kept of a code; the code cannot be worked out from it."""
    return hashlib.sha256(code.strip().encode("utf-8", "replace")).hexdigest()


class TableStore(Protocol):
    """Keep tables and their moves.

    Each call is one transaction, durable on return; it raises StoreError, in words, when it cannot be done, and then
    nothing has changed (when the way to a database breaks, look what is there). A call that is cancelled may still be
    carried out.
    """

    async def create(self, table_id: str, setup: TableSetup, meta: TableMeta) -> None:
        """Keep a new table, of version 1; raise Taken when the id is in use."""

    async def rows(self) -> list[TableRow]:
        """Return all tables, last changed first, without those whose row is damaged."""

    async def row(self, table_id: str) -> TableRow:
        """Return a table; raise Gone when there is none of that id, StoreError when it is damaged."""

    async def entries(self, table_id: str, since: int = 0) -> list[Entry]:
        """Return the entries of a table after number ``since``, in order."""

    async def append(
        self, table_id: str, n: int, entry: Entry, meta: TableMeta | None = None, version: int | None = None
    ) -> int:
        """Keep entry ``n`` of a table, from 1, with the meta if given; return the version after it.

        Raise Taken when there is an entry ``n``, or none before it, or the meta is of another version than ``version``.
        """

    async def change(self, table_id: str, meta: TableMeta, version: int) -> int:
        """Keep the meta of a table and return its new version; raise Taken when it is not ``version`` any more."""

    async def remove(self, table_id: str) -> None:
        """Forget a table with its entries, talk and read markers."""


class Store(TableStore, Protocol):
    """Keep everything of the lobby of a server."""

    async def register(self, name: str, identity: Identity, code: str | None = None) -> User:
        """Make a user of a name made clean, known by the identity from now on; a ``code`` uses up an invitation.

        Raise NameRefused, NameTaken, Uninvited, or StoreError when the identity belongs to somebody; the invitation is
        kept then.
        """

    async def who(self, identity: Identity) -> User | None:
        """Return the user who is known by an identity."""

    async def user(self, user: str) -> User | None:
        """Return the user of that id."""

    async def called(self, name: str) -> User | None:
        """Return the user of that name, or of one that looks like it."""

    async def users(self) -> list[User]:
        """Return everybody, by name."""

    async def identities(self, user: str) -> list[Identity]:
        """Return by what a user is known."""

    async def link(self, user: str, identity: Identity) -> None:
        """Let a user be known by a further identity; raise StoreError when it belongs to somebody."""

    async def unlink(self, identity: Identity) -> None:
        """Let nobody be known by an identity any more."""

    async def prefer(self, user: str, values: Mapping[str, Any]) -> None:
        """Keep what a user has set, beside what was set before."""

    async def bar(self, user: str, why: str) -> None:
        """Let a user come no more, '' as the reason: come again."""

    async def rename(self, user: str, name: str) -> str:
        """Call a user otherwise and return the name as it was made clean; raise as ``register`` does."""

    async def forget(self, user: str) -> None:
        """Forget all about a user but the name, which is shown at tables, so nobody else may take it."""

    async def invite(self, code: str, made_by: str, uses: int, expires: datetime) -> None:
        """Make an invitation; only the hash of its code is kept."""

    async def invites(self) -> list[Invite]:
        """Return the invitations that can still be used, those that end first at first."""

    async def revoke(self, sealed: str) -> None:
        """Take an invitation back, known by the hash of its code."""

    async def say(self, table_id: str, user: str, text: str) -> ChatMessage:
        """Keep a line of talk at a table ('': in the lobby)."""

    async def talk(self, table_id: str, since: int = 0, most: int = 200) -> list[ChatMessage]:
        """Return the last lines of talk after number ``since``, oldest first."""

    async def read_markers(self, user: str) -> dict[str, ReadMarker]:
        """Return how far a user has come at each table."""

    async def mark(self, user: str, table_id: str, marker: ReadMarker) -> None:
        """Keep how far a user has come at a table, all but what was noticed."""

    async def notice(self, user: str, table_id: str, n: int) -> bool:
        """Return True to one caller only, of all daemons, for each ``n``, which counts up: who may send that notice."""

    async def beat(self, daemon: str) -> None:
        """Note that a daemon lives and can write; it is to be noted again within half a minute.

        Where nobody could for longer, all clocks are put off by that time, and ``news`` yields ``all``.
        """

    async def resume(self, daemon: str) -> timedelta:
        """Let all clocks go on that stood still while no daemon lived; return for how long that was."""

    async def lead(self) -> bool:
        """Return whether this daemon is the one that cares for clocks and bots; another follows when it dies."""

    async def back_up(self, path: Path) -> None:
        """Copy everything to a new private file; raise StoreError where that is the business of another program."""

    def news(self) -> AsyncIterator[News]:
        """Yield what other daemons change from now on, and ``all`` when the clocks of this one were put off."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
