"""What other daemons of the same lobby do: it is read at once where somebody here has to know, else when that is so."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from starforge.server.sockets import is_operator
from starforge.tables.play.meta import TableRow
from starforge.tables.store.contract import StoreError
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.hub import Hub

_log = logging.getLogger(__name__)


class NewsReader:
    """Take in the news for a hub; ``unread`` are tables that others have changed and that are nobody's concern here."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.unread: dict[str, None] = {}
        self._reading: asyncio.Task[None] | None = None

    def catch_up(self) -> None:
        """Read all that is unread, for somebody looks at the lobby now, or this daemon leads."""
        if self.unread and (self._reading is None or self._reading.done()):
            self._reading = asyncio.ensure_future(self._read_all())

    async def _read_all(self) -> None:
        with suppress(StoreError):
            while self.unread:
                await self._hub.look_again(next(iter(self.unread)))

    async def follow(self) -> None:
        """Take in what other daemons change, for ever."""
        async for news in self._hub.store.news():
            try:
                await self.take_in(news.kind, news.id)
            except TableError as error:
                _log.warning("cannot take in news of %s %s: %s", news.kind, news.id, error)

    async def take_in(self, kind: str, name: str) -> None:
        hub = self._hub
        if kind == "talk":
            if not name or name in hub.rows:
                await hub.hear(name)
        elif kind == "table":
            if self._matters(name):
                await hub.look_again(name)
            else:
                self.unread[name] = None
        elif kind == "user":
            await self.look_who_is(name)
        elif kind == "all":
            await self._read_everything()

    async def _read_everything(self) -> None:
        hub = self._hub
        await hub.read_names()
        there = {row.id: row for row in await hub.store.rows()}
        self.unread.clear()
        for table_id in [*there, *(known for known in hub.rows if known not in there)]:
            if not same(there.get(table_id), hub.rows.get(table_id)):
                await hub.look_again(table_id)
        for table_id in list(hub.lines):
            await hub.hear(table_id)
        for user in hub.audience.users():  # somebody may have been banned meanwhile
            await self.look_who_is(user)

    def _matters(self, table_id: str) -> bool:
        """Tell whether somebody here has to know at once of what another daemon did at a table."""
        hub, here = self._hub, self._hub.audience
        row = hub.rows.get(table_id)
        if row is None or hub.leading or here.followers(table_id) or here.lobby_is_watched():
            return True
        return any(here.is_here(name) for one in row.meta.assignments for name in (one.user, one.invited))

    async def look_who_is(self, user: str) -> None:
        """Take in what is kept about a user: the name, and whether all who are here as that user may be so."""
        hub = self._hub
        known = await hub.store.user(user)
        if known is not None:
            hub.knows(known)
        for client in hub.audience.of([user]):
            if client.identity is None:
                continue
            found = await hub.store.who(client.identity)
            if found is None or found.id != user:
                client.announce("You are not known here as you were; connect again.")
                client.hang_up()
            elif found.barred and not is_operator(client.identity):
                client.announce(f"You are banned here: {found.barred}.")
                client.hang_up()


def same(row: TableRow | None, other: TableRow | None) -> bool:
    """Tell whether a table stands as another row of it says."""
    return row is not None and other is not None and (row.version, row.length) == (other.version, other.length)
