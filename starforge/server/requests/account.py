"""What a client asks for when it comes: to be known, to take a name, and to have its settings at hand."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

import starforge
from starforge.server.requests.registry import Body, request
from starforge.tables.settings import OWN, Settings
from starforge.tables.store.contract import Identity, NameTaken, User
from starforge.tables.store.names import NameRefused, read_name
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.session import Session

_LONGEST_PREFERENCES = 4096


class Hello(Body):
    """Say which starforge the client runs; a worker also says for whom it speaks.

    ``name_me``: whether who has an account on this machine, and no name yet, is to be called by its login name.
    """

    version: Annotated[str, StringConstraints(max_length=40)]
    identity: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=2)] = []
    address: Annotated[str, StringConstraints(max_length=80)] = ""
    suggested: Annotated[str, StringConstraints(max_length=80)] = ""
    name_me: bool = True


class Register(Body):
    """Take a name; ``code`` is an invitation where one is needed."""

    name: Annotated[str, StringConstraints(max_length=100)]
    code: Annotated[str, StringConstraints(max_length=100)] = ""


class Nothing(Body):
    """Ask without more."""


class Prefer(Body):
    """Keep settings."""

    values: Annotated[dict[Annotated[str, StringConstraints(max_length=40)], str | int | bool], Field(max_length=30)]


@request("hello", who="anybody")
async def hello(session: Session, body: Hello) -> dict[str, Any]:
    """Take a client in; whoever has an account on this machine gets its login name as a name, if that is free."""
    if body.version != starforge.__version__:
        raise TableError(
            f"the server runs starforge {starforge.__version__} and this is {body.version[:20]}; "
            "install the same version on both sides"
        )
    if session.identity is None:
        if len(body.identity) != 2 or body.identity[0] != "key":
            raise TableError("a worker says for whom it speaks")
        session.identity = Identity("key", body.identity[1])
        session.address, session.suggested = body.address, body.suggested
    elif body.identity or body.address or body.suggested:
        raise TableError("the system says who you are")
    found = await session.greet()
    if body.name_me and not session.user and session.identity.kind == "uid" and session.suggested:
        with suppress(NameRefused, NameTaken):
            await _register(session, session.suggested, None)
    return {**found, "user": session.user, "by_invitation": _needs_code(session)}


@request("register", who="anybody", cost=5)
async def register(session: Session, body: Register) -> str:
    """Take a name and return it as it was made clean."""
    if session.user:
        raise TableError(f"you are known here as {session.user!r} already")
    await _register(session, body.name, body.code if _needs_code(session) else None)
    return session.user


async def _register(session: Session, name: str, code: str | None) -> None:
    assert session.identity is not None
    user = await session.hub.records.register(read_name(name), session.identity, code)
    await session.known_as(user.name)
    session.hub.tell_people()


def _needs_code(session: Session) -> bool:
    """Tell whether it takes an invitation to register; who has an account on this machine needs none."""
    asked = session.hub.settings.registration == "invite"
    return asked and session.identity is not None and session.identity.kind != "uid"


@request("preferences")
async def preferences(session: Session, body: Nothing) -> dict[str, Any]:
    """Return what the user has set."""
    user: User | None = await session.hub.records.user(session.user)
    return user.preferences if user else {}


@request("prefer")
async def prefer(session: Session, body: Prefer) -> None:
    """Keep what the user has set."""
    known = {field.name for field in fields(Settings)}
    strange = [name for name in body.values if name not in known or name in OWN]
    if strange:
        raise TableError(f"there is no setting {strange[0]!r} that a server keeps")
    if len(json.dumps(body.values)) > _LONGEST_PREFERENCES:
        raise TableError("those are too many settings to keep")
    await session.hub.records.prefer(session.user, body.values)
