"""Calling somebody otherwise: a name stands for its user everywhere, so it is changed everywhere in one transaction."""

from __future__ import annotations

from dataclasses import replace

from starforge.tables.store.accounts import People, find
from starforge.tables.store.contract import NameTaken, News, TableMeta
from starforge.tables.store.local import StoreError
from starforge.tables.store.names import read_name, skeletons
from starforge.tables.store.seen import Seen
from starforge.tables.store.sql import Work, act


class Renaming(People, Seen):
    """Keep everything of a lobby, and rename its users."""

    @act("write to")
    def rename(self, work: Work, old: str, new: str) -> str:
        """Call a user otherwise, everywhere, and return the name as it was made clean."""
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
        for row in self._sound(work):
            if (renamed := _renamed(row.meta, old, new)) != row.meta:
                self._change(work, row.id, renamed, row.version)
        work("DELETE FROM users WHERE name = ?", old)
        work.tell(News("user", old))
        work.tell(News("all"))
        return new


def _renamed(meta: TableMeta, old: str, new: str) -> TableMeta:
    called = {old: new}
    places = tuple(
        replace(one, user=called.get(one.user, one.user), invited=called.get(one.invited, one.invited))
        for one in meta.places
    )
    return meta.model_copy(update={"places": places, "host": called.get(meta.host, meta.host)})
