"""What a client asks for when it connects: to be known, to take a name, and to have its settings at hand."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from typing import Annotated, Any

from pydantic import Field, StringConstraints

import starforge
from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.requests.registry import Body, Nothing, Word, request
from starforge.server.sockets import is_operator
from starforge.tables.settings import OWN, Settings
from starforge.tables.store.contract import Identity, NameTaken
from starforge.tables.store.names import NameRefused, read_name
from starforge.tables.table import TableError

_LONGEST_PREFERENCES = 4096


class Hello(Body):
    """Which starforge the client runs; a worker process also says for whom it speaks.

    ``name_me``: whether somebody with an account on this machine, and no name yet, is to be called by the login name.
    """

    version: Word
    identity: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=2)] = []
    address: Annotated[str, StringConstraints(max_length=80)] = ""
    suggested: Annotated[str, StringConstraints(max_length=80)] = ""
    name_me: bool = True


class Register(Body):
    """A name; ``code`` is an invitation where one is needed."""

    name: Annotated[str, StringConstraints(max_length=100)]
    code: Annotated[str, StringConstraints(max_length=100)] = ""


class Prefer(Body):
    """Settings, by name."""

    values: Annotated[dict[Word, str | int | bool], Field(max_length=30)]


@request("hello", who="anybody")
async def hello(hub: Hub, client: Client, body: Hello) -> dict[str, Any]:
    """Take a client in; whoever has an account on this machine gets its login name as a name, if that is free."""
    if body.version != starforge.__version__:
        raise TableError(
            f"the server runs starforge {starforge.__version__} and this is {body.version[:20]}; "
            "install the same version on both sides"
        )
    identity = _identify(client, body)
    await _greet(hub, client, identity)
    found = {"suggested": client.suggested, "by_invitation": _needs_code(hub, identity), "now": hub.now()}
    if body.name_me and not client.user and identity.kind == "uid" and client.suggested:
        with suppress(NameRefused, NameTaken):
            await _register(hub, client, client.suggested, None)
    return {**found, "user": _name(hub, client)}


def _identify(client: Client, body: Hello) -> Identity:
    """Return who the client is: the system says so, or the worker process that speaks for it."""
    if client.identity is not None:
        if body.identity or body.address or body.suggested:
            raise TableError("the system says who you are")
        return client.identity
    if len(body.identity) != 2 or body.identity[0] != "key":
        raise TableError("a worker says for whom it speaks")
    client.identity, client.suggested = Identity("key", body.identity[1]), body.suggested
    return client.identity


async def _greet(hub: Hub, client: Client, identity: Identity) -> None:
    if client.greeted:
        raise TableError("you have said hello already")
    user = await hub.store.who(identity)
    if user is not None and user.barred and not is_operator(identity):
        raise TableError(f"you are banned here: {user.barred}")
    if user is not None:
        hub.knows(user)
    client.greeted = True
    await client.known_as(user.id if user else "")
    hub.enter(client)


@request("register", who="anybody", cost=5)
async def register(hub: Hub, client: Client, body: Register) -> str:
    """Take a name and return it as it was made clean."""
    if client.user:
        raise TableError(f"you are known here as {_name(hub, client)!r} already")
    assert client.identity is not None
    await _register(hub, client, body.name, body.code if _needs_code(hub, client.identity) else None)
    return _name(hub, client)


def _name(hub: Hub, client: Client) -> str:
    return client.user and hub.name_of(client.user)


async def _register(hub: Hub, client: Client, name: str, code: str | None) -> None:
    assert client.identity is not None
    user = await hub.store.register(read_name(name), client.identity, code)
    hub.knows(user)
    await client.known_as(user.id)
    hub.enter(client)


def _needs_code(hub: Hub, identity: Identity) -> bool:
    """Tell whether it takes an invitation to register; somebody who has an account on this machine needs none."""
    return hub.settings.registration == "invite" and identity.kind != "uid"


@request("preferences")
async def preferences(hub: Hub, client: Client, body: Nothing) -> dict[str, Any]:
    user = await hub.store.user(client.user)
    return user.preferences if user else {}


@request("prefer")
async def prefer(hub: Hub, client: Client, body: Prefer) -> None:
    known = {field.name for field in fields(Settings)}
    strange = [name for name in body.values if name not in known or name in OWN]
    if strange:
        raise TableError(f"there is no setting {strange[0]!r} that a server keeps")
    if len(json.dumps(body.values)) > _LONGEST_PREFERENCES:
        raise TableError("those are too many settings to keep")
    await hub.store.prefer(client.user, body.values)
