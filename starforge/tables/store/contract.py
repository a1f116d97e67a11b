"""What the acts of a store take and return, beside tables, and how they fail."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any, Literal, NamedTuple

from starforge.tables.table import TableError


class StoreError(TableError):
    """Report that a store cannot be read or written."""


class StorageTrouble(StoreError):
    """Report that disk or database fail, whatever was to be done."""


class Taken(Exception):
    """Report that another process wrote that first."""


class NameTaken(StoreError):
    """Report that somebody has that name, or one that looks like it."""


class Uninvited(StoreError):
    """Report an invitation that does not exist, is used up or too old."""


class Gone(StoreError):
    """Report a table that does not exist, or no longer does."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id!r} any more")


class Identity(NamedTuple):
    """Say how the server knows a user again: a key's fingerprint, or a number that a host gives ("HOST:UID")."""

    kind: Literal["key", "uid"]
    value: str


class User(NamedTuple):
    """A person, kept by the ``id`` everywhere and shown by the ``name``; ``barred`` is why the person is banned."""

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
