"""The keys and accounts that a user is known by: to list them, join another by a code, and drop one."""

from __future__ import annotations

from time import monotonic
from typing import Annotated

from pydantic import StringConstraints

from starforge.server.accounts.key_codes import TRIES
from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.requests.registry import Body, Nothing, Word, request
from starforge.tables.store.contract import Identity
from starforge.tables.table import TableError

MOST = 8
"""Keys and accounts that a user may be known by."""


class Code(Body):
    """A code as it was typed."""

    code: Word


class Credential(Body):
    """The value of a key or an account."""

    value: Annotated[str, StringConstraints(max_length=200)]


@request("keys")
async def keys(hub: Hub, client: Client, body: Nothing) -> list[list[str]]:
    """Return by what the user is known: kind, value, and "here" for what this client came with."""
    found = await hub.store.identities(client.user)
    return [[*one, "here" if one == client.identity else ""] for one in found]


@request("key-code")
async def key_code(hub: Hub, client: Client, body: Nothing) -> str:
    """Return a code that joins another key or account to the user."""
    if len(await hub.store.identities(client.user)) >= MOST:
        raise TableError(f"you are known by {MOST} keys and accounts already; drop one first")
    return hub.key_codes.make(client.user, monotonic())


@request("key-add", who="anybody")
async def key_add(hub: Hub, client: Client, body: Code) -> str:
    """Let the owner of a code be known by what this client came with; return the owner's name."""
    if client.user:
        raise TableError(
            f"you are known here as {hub.name_of(client.user)!r} already; type the code where you have no name yet"
        )
    if client.wrong_codes >= TRIES:
        raise TableError("too many wrong codes; connect again")
    client.wrong_codes += 1
    assert client.identity is not None
    user = hub.key_codes.redeem(body.code, monotonic())
    known = await hub.store.user(user)
    if known is None:
        raise TableError("the owner of that code is not known here any more")
    if known.barred:
        raise TableError(f"you are banned here: {known.barred}")
    hub.knows(known)
    await hub.store.link(user, client.identity)
    await client.known_as(user)
    hub.enter(client)
    return hub.name_of(user)


@request("key-drop")
async def key_drop(hub: Hub, client: Client, body: Credential) -> None:
    """Let the user no longer be known by a key or account; not by the one in use, so one is always left.

    Clients that came with it have to go, and can join no other key by a code that was shown there.
    """
    for one in await hub.store.identities(client.user):
        if one.value == body.value:
            if one == client.identity:
                raise TableError("that is what you came with; drop it from where you are known by another")
            await hub.store.unlink(Identity(*one))
            hub.key_codes.forget(client.user)
            hub.audience.send_away(client.user, "You are no longer known by that key.", by=one)
            return
    raise TableError("you are not known by that; 'keys' lists what you are known by")
