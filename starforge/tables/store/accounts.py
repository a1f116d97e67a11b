"""The people of a server: names, how they are known again, what they have set, and who may come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from starforge.tables.store.contract import (
    Identity,
    Invite,
    NameTaken,
    News,
    StoreError,
    Taken,
    Uninvited,
    User,
    new_user_id,
    seal,
)
from starforge.tables.store.names import read_name, skeletons
from starforge.tables.store.sql import Sql, Work, act, stamped

_NOBODY = "there is no such user any more"


class Accounts(Sql):
    """Keep users, identities and invitations."""

    async def register(self, name: str, identity: Identity, code: str | None = None) -> User:
        """Make a user of a name made clean, known by the identity from now on; a ``code`` uses up an invitation.

        Raise NameRefused, NameTaken, Uninvited, or StoreError when the identity belongs to somebody; the invitation is
        kept then.
        """
        try:
            return await self._register(name, identity, code)
        except Taken:  # at the same moment by another daemon: now it can be seen by what
            return await self._register(name, identity, code)

    @act("write to")
    def _register(self, work: Work, name: str, identity: Identity, code: str | None) -> User:
        _free(work, identity)
        name = read_name(name)
        if (other := find(work, name)) is not None:
            raise NameTaken(f"{name!r} is taken, or looks like {other.name!r}; choose another name")
        if code is not None:
            used = "UPDATE invites SET uses = uses - 1 WHERE sealed = ? AND uses > 0 AND expires > ?"
            if not work(used, seal(code), self.stamp()).rowcount:
                raise Uninvited("there is no such invitation, or it is used up or too old; ask for another")
        user = User(new_user_id(), name, self.now(), {})
        values = user.id, name, *skeletons(name), stamped(user.created)
        work("INSERT INTO users VALUES (?, ?, ?, ?, ?, '{}', '')", *values)
        work("INSERT INTO identities VALUES (?, ?, ?)", *identity, user.id)
        work.tell(News("user", user.id))
        return user

    @act("read")
    def who(self, work: Work, identity: Identity) -> User | None:
        """Return the user who is known by an identity."""
        query = "SELECT u.* FROM users AS u JOIN identities AS i ON i.user_id = u.id WHERE i.kind = ? AND i.value = ?"
        return _user(work(query, *identity).fetchone())

    @act("read")
    def user(self, work: Work, user: str) -> User | None:
        """Return the user of that id."""
        return _user(work("SELECT * FROM users WHERE id = ?", user).fetchone())

    @act("read")
    def called(self, work: Work, name: str) -> User | None:
        """Return the user of that name, or of one that looks like it."""
        return find(work, name)

    @act("read")
    def users(self, work: Work) -> list[User]:
        """Return everybody, by name."""
        users = [user for row in work("SELECT * FROM users").fetchall() if (user := _user(row))]
        return sorted(users, key=lambda user: (user.name.casefold(), user.name))

    @act("read")
    def identities(self, work: Work, user: str) -> list[Identity]:
        """Return by what a user is known."""
        found = work("SELECT kind, value FROM identities WHERE user_id = ?", user).fetchall()
        return sorted(Identity(*row) for row in found)

    async def link(self, user: str, identity: Identity) -> None:
        """Let a user be known by a further identity; raise StoreError when it belongs to somebody."""
        try:
            await self._link(user, identity)
        except Taken:
            await self._link(user, identity)

    @act("write to")
    def _link(self, work: Work, user: str, identity: Identity) -> None:
        _free(work, identity)
        work("INSERT INTO identities VALUES (?, ?, ?)", *identity, user)

    @act("write to")
    def unlink(self, work: Work, identity: Identity) -> None:
        """Let nobody be known by an identity any more."""
        holder = work("SELECT user_id FROM identities WHERE kind = ? AND value = ?", *identity).fetchone()
        work("DELETE FROM identities WHERE kind = ? AND value = ?", *identity)
        if holder is not None:
            work.tell(News("user", holder[0]))

    @act("write to")
    def prefer(self, work: Work, user: str, values: Mapping[str, Any]) -> None:
        """Keep what a user has set, beside what was set before."""
        new = json.dumps({**_known(work, user).preferences, **values})
        work("UPDATE users SET preferences = ? WHERE id = ?", new, user)
        work.tell(News("user", user))

    @act("write to")
    def bar(self, work: Work, user: str, why: str) -> None:
        """Let a user come no more, '' as the reason: come again."""
        if not work("UPDATE users SET barred = ? WHERE id = ?", why, user).rowcount:
            raise StoreError(_NOBODY)
        work.tell(News("user", user))

    async def rename(self, user: str, name: str) -> str:
        """Call a user otherwise and return the name as it was made clean; raise as ``register`` does."""
        try:
            return await self._rename(user, name)
        except Taken:
            return await self._rename(user, name)

    @act("write to")
    def _rename(self, work: Work, user: str, name: str) -> str:
        known, name = _known(work, user), read_name(name)
        if (other := find(work, name)) is not None and other.id != user:
            raise NameTaken(f"{name!r} is taken, or looks like {other.name!r}; choose another name")
        if name == known.name:
            raise StoreError(f"{name!r} is called so already")
        work("UPDATE users SET name = ?, folded = ?, drawn = ? WHERE id = ?", name, *skeletons(name), user)
        work.tell(News("user", user))
        return name

    @act("write to")
    def forget(self, work: Work, user: str) -> None:
        """Forget all about a user but the name, which is shown at tables, so nobody else may take it."""
        for table in ("identities", "read_markers", "talk", "tries", "logbook"):
            work(f"DELETE FROM {table} WHERE user_id = ?", user)
        work("UPDATE users SET preferences = '{}' WHERE id = ?", user)
        work.tell(News("user", user))

    @act("write to")
    def invite(self, work: Work, code: str, made_by: str, uses: int, expires: datetime) -> None:
        """Make an invitation; only the hash of its code is kept."""
        work("INSERT INTO invites VALUES (?, ?, ?, ?)", seal(code), made_by, uses, stamped(expires))

    @act("read")
    def invites(self, work: Work) -> list[Invite]:
        """Return the invitations that can still be used, those that end first at first."""
        found = work("SELECT * FROM invites WHERE uses > 0 AND expires > ?", self.stamp()).fetchall()
        return sorted((_invite(*row) for row in found), key=lambda one: one.expires)

    @act("write to")
    def revoke(self, work: Work, sealed: str) -> None:
        """Take an invitation back, known by the hash of its code."""
        work("DELETE FROM invites WHERE sealed = ?", sealed)


def _free(work: Work, identity: Identity) -> None:
    """Raise StoreError when somebody is known by an identity."""
    query = "SELECT u.name FROM users AS u JOIN identities AS i ON i.user_id = u.id WHERE i.kind = ? AND i.value = ?"
    holder = work(query, *identity).fetchone()
    if holder is not None:
        raise StoreError(f"you are known here as {holder[0]!r} already")


def _known(work: Work, user: str) -> User:
    """Return the user of an id, who nobody else may change until the commit."""
    known = _user(work("SELECT * FROM users WHERE id = ?", user).fetchone()) if work.hold("users", "id", user) else None
    if known is None:
        raise StoreError(_NOBODY)
    return known


def find(work: Work, name: str) -> User | None:
    """Return the user of that name, else one whose name looks like it."""
    folded, drawn = skeletons(name)
    for column, value in (("name", name), ("folded", folded), ("drawn", drawn)):
        if (user := _user(work(f"SELECT * FROM users WHERE {column} = ?", value).fetchone())) is not None:
            return user
    return None


def _invite(sealed: str, made_by: str, uses: int, expires: str) -> Invite:
    return Invite(sealed, made_by, uses, datetime.fromisoformat(expires))


def _user(found: Any) -> User | None:
    if found is None:
        return None
    user, name, _, _, created, preferences, barred = found
    try:
        return User(user, name, datetime.fromisoformat(created), dict(json.loads(preferences)), barred)
    except (ValueError, TypeError) as error:
        raise StoreError(f"what is kept about {name!r} is damaged: {str(error).splitlines()[0]}") from error
