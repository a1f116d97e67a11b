"""Everything that one client is sent: answers in order, and what has changed as fast as the client reads."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import Protocol

from starforge.server.client import Change, ListingChanged, PeopleChanged, TableChanged, TalkChanged
from starforge.server.faults import trace
from starforge.server.push.feeds import EarFeed, LobbyFeed, TableFeed

LOBBY_PAUSE = 0.5
"""Seconds between two messages about the lobby, where much may change at once and nobody waits for it."""
MOST_REPLIES = 32
"""Answers that wait for a slow reader before no more of its requests are read."""
_log = logging.getLogger(__name__)


class _Feed(Protocol):
    def news(self) -> str:
        """Return a message, '' when there is nothing that the client does not know."""


class Outbox:
    """Write to one client; what is overtaken before it could be sent is never sent.

    ``tables`` are those that the client has open, ``ears`` those whose talk alone it follows, ``lobby`` is None until
    it has a name.
    """

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.tables: dict[str, TableFeed] = {}
        self.ears: dict[str, EarFeed] = {}
        self.lobby: LobbyFeed | None = None
        self.replies: deque[str] = deque()
        self.closing = False
        self._stirred: dict[str, None] = {}
        self._lobby_stirred, self._lobby_due = False, 0.0
        self._wake, self._room = asyncio.Event(), asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self) -> asyncio.Task[None]:
        """Begin to write; the connection is cut when nothing can be told over it any more."""
        writing = asyncio.ensure_future(self._write())
        writing.add_done_callback(self._written)
        return writing

    def tell(self, change: Change) -> None:
        """Take in that something has changed."""
        match change:
            case TableChanged(table) | TalkChanged(table) if table:
                self._stirred[table] = None
            case ListingChanged(table, users):
                if self.lobby is None or not self.lobby.look_at(table, users, not self.tables):
                    return
                self._lobby_stirred = True
            case PeopleChanged() | TalkChanged():
                self._lobby_stirred = self.lobby is not None
        self._wake.set()

    def reply(self, message: str) -> None:
        """Send a message before any news."""
        self.replies.append(message)
        self._wake.set()

    async def wait_for_room(self) -> None:
        """Return when so many answers have been read that more requests may be."""
        while len(self.replies) > MOST_REPLIES and not self.closing:
            self._room.clear()
            await self._room.wait()

    async def close(self, writing: asyncio.Task[None]) -> None:
        """Send what waits, but wait no longer than a second for a client that reads nothing."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.closing = True
        self._wake.set()
        with suppress(ConnectionError, TimeoutError, OSError):
            await asyncio.wait_for(writing, 1)
        writing.cancel()
        self.writer.close()

    def _news(self) -> list[str]:
        """Return what is to be sent now, if anything."""
        feeds: list[_Feed | None] = []
        for name in self._stirred:
            feeds += [self.tables.get(name), self.ears.get(name)]
        self._stirred.clear()
        messages = [feed.news() for feed in feeds if feed is not None]
        if self._lobby_is_due():
            self._lobby_stirred, self._lobby_due = False, monotonic() + LOBBY_PAUSE
            if self.lobby is not None:
                messages.append(self.lobby.news(not self.tables))
        return list(filter(None, messages))

    def _lobby_is_due(self) -> bool:
        """Tell whether there may be news of the lobby: not again at once, but before each answer."""
        if not self._lobby_stirred:
            return False
        wait = self._lobby_due - monotonic()
        if wait > 0 and not self.replies:
            if self._alarm is None or self._alarm.when() < asyncio.get_running_loop().time():
                self._alarm = asyncio.get_running_loop().call_later(wait, self._wake.set)
            return False
        return True

    async def _write(self) -> None:
        while not (self.closing and not self.replies):
            await self._wake.wait()
            self._wake.clear()
            while self._stirred or self.replies or self._lobby_is_due():
                for message in self._news():
                    self.writer.write(message.encode() + b"\n")
                if self.replies:
                    self.writer.write(self.replies.popleft().encode() + b"\n")
                await self.writer.drain()
            self._room.set()

    def _written(self, writing: asyncio.Task[None]) -> None:
        error = None if writing.cancelled() else writing.exception()
        if error is not None:
            if not isinstance(error, OSError):
                _log.error("a client could not be told the news: %s", trace(error))
            self.closing = True
            self._room.set()
            self.writer.transport.abort()
