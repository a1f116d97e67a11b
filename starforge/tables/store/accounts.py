"""The people of a server: names, how they are known again, what they have set, and who may come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from starforge.tables.names import read_name, skeletons
from starforge.tables.play.meta import TableMeta
from starforge.tables.store.contract import Identity, Invite, NameTaken, News, StoreError, Taken, Uninvited, User, seal
from starforge.tables.store.sql import Sql, Work, act, stamped
from starforge.tables.store.tables import change_meta, sound_rows


class Accounts(Sql):
    """Keep users, identities and invitations."""

    async def register(self, name: str, identity: Identity, code: str | None = None) -> User:
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
        user = User(name, self.now(), {})
        work("INSERT INTO users VALUES (?, ?, ?, ?, ?, '')", name, *skeletons(name), stamped(user.created), "{}")
        work("INSERT INTO identities VALUES (?, ?, ?)", *identity, name)
        work.tell(News("user", name))
        return user

    @act("read")
    def who(self, work: Work, identity: Identity) -> User | None:
        query = "SELECT u.* FROM users AS u JOIN identities AS i ON i.name = u.name WHERE i.kind = ? AND i.value = ?"
        return _user(work(query, *identity).fetchone())

    @act("read")
    def user(self, work: Work, name: str) -> User | None:
        return find(work, name)

    @act("read")
    def users(self, work: Work) -> list[User]:
        users = [user for row in work("SELECT * FROM users").fetchall() if (user := _user(row))]
        return sorted(users, key=lambda user: (user.name.casefold(), user.name))

    @act("read")
    def identities(self, work: Work, name: str) -> list[Identity]:
        found = work("SELECT kind, value FROM identities WHERE name = ?", name).fetchall()
        return sorted(Identity(*row) for row in found)

    async def link(self, name: str, identity: Identity) -> None:
        try:
            await self._link(name, identity)
        except Taken:
            await self._link(name, identity)

    @act("write to")
    def _link(self, work: Work, name: str, identity: Identity) -> None:
        _free(work, identity)
        work("INSERT INTO identities VALUES (?, ?, ?)", *identity, name)

    @act("write to")
    def unlink(self, work: Work, identity: Identity) -> None:
        holder = work("SELECT name FROM identities WHERE kind = ? AND value = ?", *identity).fetchone()
        work("DELETE FROM identities WHERE kind = ? AND value = ?", *identity)
        if holder is not None:
            work.tell(News("user", holder[0]))

    @act("write to")
    def prefer(self, work: Work, name: str, values: Mapping[str, Any]) -> None:
        work.hold("users", "name", name)
        user = _user(work("SELECT * FROM users WHERE name = ?", name).fetchone())
        if user is None:
            raise StoreError(f"there is nobody called {name!r}")
        new = json.dumps({**user.preferences, **values})
        work("UPDATE users SET preferences = ? WHERE name = ?", new, name)
        work.tell(News("user", name))

    @act("write to")
    def bar(self, work: Work, name: str, why: str) -> None:
        if not work("UPDATE users SET barred = ? WHERE name = ?", why, name).rowcount:
            raise StoreError(f"there is nobody called {name!r}")
        work.tell(News("user", name))

    @act("write to")
    def rename(self, work: Work, old: str, new: str) -> str:
        work.alone()
        new = read_name(new)
        if (other := find(work, new)) is not None and other.name != old:
            raise NameTaken(f"{new!r} is taken, or looks like {other.name!r}; choose another name")
        if new == old or not work.hold("users", "name", old):
            raise StoreError(f"there is nobody called {old!r}" if new != old else f"{old!r} is called so already")
        aside = "UPDATE users SET folded = ?, drawn = ? WHERE name = ?"
        work(aside, f"until renamed: {old}", f"until renamed: {old}", old)  # the new name may look like the old one
        copy = "INSERT INTO users SELECT ?, ?, ?, created, preferences, barred FROM users WHERE name = ?"
        work(copy, new, *skeletons(new), old)
        for table in ("identities", "marks", "talk"):
            work(f"UPDATE {table} SET name = ? WHERE name = ?", new, old)
        work("UPDATE invites SET made_by = ? WHERE made_by = ?", new, old)
        for row in sound_rows(work, self.where):
            if (renamed := _renamed(row.meta, old, new)) != row.meta:
                change_meta(work, row.id, renamed, row.version, self.stamp())
        work("DELETE FROM users WHERE name = ?", old)
        work.tell(News("user", old))
        work.tell(News("all"))
        return new

    @act("write to")
    def forget(self, work: Work, name: str) -> None:
        for table in ("identities", "marks", "talk"):
            work(f"DELETE FROM {table} WHERE name = ?", name)
        work("UPDATE users SET preferences = '{}' WHERE name = ?", name)
        work.tell(News("user", name))

    @act("write to")
    def invite(self, work: Work, code: str, made_by: str, uses: int, expires: datetime) -> None:
        work("INSERT INTO invites VALUES (?, ?, ?, ?)", seal(code), made_by, uses, stamped(expires))

    @act("read")
    def invites(self, work: Work) -> list[Invite]:
        found = work("SELECT * FROM invites WHERE uses > 0 AND expires > ?", self.stamp()).fetchall()
        return sorted((_invite(*row) for row in found), key=lambda one: one.expires)

    @act("write to")
    def revoke(self, work: Work, sealed: str) -> None:
        work("DELETE FROM invites WHERE sealed = ?", sealed)


def _free(work: Work, identity: Identity) -> None:
    """Raise StoreError when somebody is known by an identity."""
    holder = work("SELECT name FROM identities WHERE kind = ? AND value = ?", *identity).fetchone()
    if holder is not None:
        raise StoreError(f"you are known here as {holder[0]!r} already")


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
    name, _, _, created, preferences, barred = found
    try:
        return User(name, datetime.fromisoformat(created), dict(json.loads(preferences)), barred)
    except (ValueError, TypeError) as error:
        raise StoreError(f"what is kept about {name!r} is damaged: {str(error).splitlines()[0]}") from error


def _renamed(meta: TableMeta, old: str, new: str) -> TableMeta:
    called = {old: new}
    places = tuple(
        replace(one, user=called.get(one.user, one.user), invited=called.get(one.invited, one.invited))
        for one in meta.places
    )
    return replace(meta, places=places, host=called.get(meta.host, meta.host))
