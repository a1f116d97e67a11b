"""By what else a user is known: a second key, or the account on the server's machine, joined by a code.

The code is shown where one is known already and typed where one is not; it holds for minutes, and once.
"""

from __future__ import annotations

import secrets
from collections.abc import MutableMapping
from time import monotonic
from typing import TYPE_CHECKING, Annotated, NamedTuple
from weakref import WeakKeyDictionary

from pydantic import StringConstraints

from starforge.server.hub import Hub
from starforge.server.requests.account import Nothing
from starforge.server.requests.registry import Body, request
from starforge.tables.store.contract import Identity, seal
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.session import Session

LASTS = 600.0
"""Seconds that a code holds."""
TRIES, ALL_TRIES = 5, 1000
"""Wrong codes that one session may type, and all together in the time that a code holds."""
MOST = 8
"""Keys and accounts that a user may be known by."""
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


class _Promise(NamedTuple):
    user: str
    until: float


class Codes:
    """Keep the codes that hold now, of one server, by what they are sealed to."""

    def __init__(self) -> None:
        self._open: dict[str, _Promise] = {}
        self._wrong: list[float] = []

    def make(self, user: str, now: float) -> str:
        """Return a new code for a user; an older one of the same user holds no more."""
        self._open = {sealed: one for sealed, one in self._open.items() if one.user != user and one.until > now}
        code = "".join(secrets.choice(_LETTERS) for _ in range(10))
        self._open[seal(code)] = _Promise(user, now + LASTS)
        return f"{code[:5]}-{code[5:]}"

    def forget(self, user: str) -> None:
        """Let the code of a user hold no more."""
        self._open = {sealed: one for sealed, one in self._open.items() if one.user != user}

    def redeem(self, code: str, now: float) -> str:
        """Return whose code it is, and let it hold no more; raise TableError when it holds not."""
        self._wrong = [at for at in self._wrong if at > now - LASTS]
        if len(self._wrong) >= ALL_TRIES:
            raise TableError("too many wrong codes were tried here; try again in ten minutes")
        found = self._open.pop(seal("".join(c for c in code.upper() if c.isalnum())), None)
        if found is None or found.until <= now:
            self._wrong.append(now)
            raise TableError("that code does not hold, or not any more; have a new one shown and type it here")
        return found.user


_codes: MutableMapping[Hub, Codes] = WeakKeyDictionary()
_tried: MutableMapping[Session, int] = WeakKeyDictionary()


class Code(Body):
    """Type a code."""

    code: Annotated[str, StringConstraints(max_length=40)]


class Which(Body):
    """Name a key or an account."""

    value: Annotated[str, StringConstraints(max_length=200)]


@request("keys")
async def keys(session: Session, body: Nothing) -> list[list[str]]:
    """Return by what the user is known: kind, value, and "here" for what this session came with."""
    found = await session.hub.records.identities(session.user)
    return [[*one, "here" if one == session.identity else ""] for one in found]


@request("key-code")
async def key_code(session: Session, body: Nothing) -> str:
    """Return a code that joins another key or account to the user."""
    if len(await session.hub.records.identities(session.user)) >= MOST:
        raise TableError(f"you are known by {MOST} keys and accounts already; drop one first")
    return _codes.setdefault(session.hub, Codes()).make(session.user, monotonic())


@request("key-add", who="anybody")
async def key_add(session: Session, body: Code) -> str:
    """Let whose code it is be known by what this session came with; return the user's name."""
    if session.user:
        raise TableError(f"you are known here as {session.user!r} already; type the code where you have no name yet")
    if _tried.get(session, 0) >= TRIES:
        raise TableError("too many wrong codes; connect again")
    _tried[session] = _tried.get(session, 0) + 1
    assert session.identity is not None
    user = _codes.setdefault(session.hub, Codes()).redeem(body.code, monotonic())
    known = await session.hub.records.user(user)
    if known is None or known.name != user:
        raise TableError("whose code that was is called otherwise now; have a new one shown and type it here")
    if known.barred:
        raise TableError(f"you may not come here any more: {known.barred}")
    await session.hub.records.link(user, session.identity)
    await session.known_as(user)
    session.hub.tell_people()
    return user


@request("key-drop")
async def key_drop(session: Session, body: Which) -> None:
    """Let the user be known no more by a key or account; not by the one in use, so one is always left.

    Whoever came with it has to go, and can join no other key by a code that was shown there.
    """
    for one in await session.hub.records.identities(session.user):
        if one.value == body.value:
            if one == session.identity:
                raise TableError("that is what you came with; drop it from where you are known by another")
            await session.hub.records.unlink(Identity(*one))
            _codes.setdefault(session.hub, Codes()).forget(session.user)
            session.hub.send_away(session.user, "You are known by that key no more.", by=one)
            return
    raise TableError("you are not known by that; 'keys' lists what you are known by")
