"""One client: its requests are read strictly, answered one after the other, and it is told what it may know."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import Any

from pydantic import ValidationError

from starforge.engine.rules import Illegal
from starforge.engine.save import OptionError, SaveError
from starforge.server.faults import trace
from starforge.server.hub import Hub
from starforge.server.push.feeds import EarFeed, LobbyFeed, TableFeed
from starforge.server.rate_limit import RateLimit
from starforge.server.requests import account, credentials, lobby, operator, play, table  # noqa: F401  each adds its requests
from starforge.server.requests.registry import REQUESTS, Request
from starforge.server.sockets import is_operator
from starforge.tables.play.projection import text
from starforge.tables.remote import wire
from starforge.tables.store.contract import Identity
from starforge.tables.table import Overtaken, TableError

GREETING = 20.0
"""Seconds that a client has to say who it is."""
_STRIKES = 10
"""So many more lines that are no requests than requests; then the client is cut off."""
_REPLIES, _ASIDE = 32, 2
_EARS = 20
_OPEN = 20
"""Tables that a client may follow at once: each that is followed stays in memory."""
LOBBY_PAUSE = 0.25
"""Seconds between two messages about the lobby, where much may change at once and nobody waits for it."""
_log = logging.getLogger(__name__)


class Session:
    """Serve one client. ``identity`` is who the system says it is; ``suggested`` the name it would have."""

    def __init__(
        self,
        hub: Hub,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        identity: Identity | None,
        suggested: str = "",
    ) -> None:
        self.hub, self.identity, self.suggested = hub, identity, suggested
        self.user, self.address = "", ""
        self.tables: dict[str, TableFeed] = {}
        self.ears: dict[str, EarFeed] = {}
        self._reader, self._writer = reader, writer
        self._lobby: LobbyFeed | None = None
        self._stirred: dict[str, None] = {}
        self._replies: deque[str] = deque()
        self._wake, self._room = asyncio.Event(), asyncio.Event()
        self._rate_limit = RateLimit()
        self._aside: set[asyncio.Task[None]] = set()
        self._strikes, self._lobby_due = 0, 0.0
        self._lobby_stirred = False
        self._alarm: asyncio.TimerHandle | None = None
        self.greeted = self.busy = self._closing = False

    # --- what it is told ------------------------------------------------------------------------------------------

    def follows(self, table_id: str) -> bool:
        """Tell whether the client has a table open."""
        return table_id in self.tables

    def seat_at(self, table_id: str) -> int | None:
        """Return the seat from which the client looks at a table that it follows, None for one that watches."""
        return self.tables[table_id].seat

    def hears(self, table_id: str) -> bool:
        """Tell whether the client is told what is said at a table."""
        return table_id in self.tables or table_id in self.ears

    def tell(self, what: str) -> None:
        """Take in that something has changed: "people", "talk", "board:ID", "table:ID" or "talk:ID"."""
        kind, _, name = what.partition(":")
        if kind == "board" and self._lobby is not None:
            self._lobby.look_at(name)
        if name and kind != "board":
            self._stirred[name] = None
        else:
            self._lobby_stirred = self._lobby is not None
        self._wake.set()

    def announce(self, words: str) -> None:
        """Say something to the user that concerns the whole server."""
        self._reply(f'{{"push":"word","text":{text(words)}}}')

    def _news(self) -> list[str]:
        """Return what is to be sent now, if anything."""
        feeds: list[Any] = []
        for name in self._stirred:
            feeds += [self.tables.get(name), self.ears.get(name)]
        self._stirred.clear()
        if self._lobby_is_due():
            feeds.append(self._lobby)
            self._lobby_stirred, self._lobby_due = False, monotonic() + LOBBY_PAUSE
        return [message for feed in feeds if feed is not None and (message := feed.news())]

    def _lobby_is_due(self) -> bool:
        """Tell whether there may be news of the lobby: not again at once, but before each answer."""
        if not self._lobby_stirred:
            return False
        wait = self._lobby_due - monotonic()
        if wait > 0 and not self._replies:
            if self._alarm is None or self._alarm.when() < asyncio.get_running_loop().time():
                self._alarm = asyncio.get_running_loop().call_later(wait, self._wake.set)
            return False
        return True

    def _reply(self, message: str) -> None:
        self._replies.append(message)
        self._wake.set()

    async def _write(self) -> None:
        """Send what there is as fast as the client reads; what is overtaken meanwhile is never sent."""
        while not (self._closing and not self._replies):
            await self._wake.wait()
            self._wake.clear()
            while self._stirred or self._replies or self._lobby_is_due():
                for message in self._news():
                    self._writer.write(message.encode() + b"\n")
                if self._replies:
                    self._writer.write(self._replies.popleft().encode() + b"\n")
                await self._writer.drain()
            self._room.set()

    def _written(self, writing: asyncio.Task[None]) -> None:
        """Cut the line when nothing can be told over it any more."""
        error = None if writing.cancelled() else writing.exception()
        if error is not None:
            if not isinstance(error, OSError):
                _log.error("a client could not be told the news: %s", trace(error))
            self._closing = True
            self._room.set()
            self._writer.transport.abort()

    # --- what it asks ---------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve the client until it goes."""
        writing = asyncio.ensure_future(self._write())
        writing.add_done_callback(self._written)
        try:
            while self._strikes < _STRIKES and not self._closing:
                line = await self._line()
                if not line.endswith(b"\n"):
                    break
                await self._take(line)
                while len(self._replies) > _REPLIES and not self._closing:
                    self._room.clear()
                    await self._room.wait()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            for table_id in list(self.tables):
                with suppress(TableError):
                    await self.close_table(table_id)
            self.hub.leave(self)
            for task in self._aside:
                task.cancel()
            if self._alarm is not None:
                self._alarm.cancel()
            self._closing = True
            self._wake.set()
            with suppress(ConnectionError, TimeoutError, OSError):
                await asyncio.wait_for(writing, 1)
            writing.cancel()
            self._writer.close()

    async def _line(self) -> bytes:
        try:
            return await asyncio.wait_for(self._reader.readline(), None if self.greeted else GREETING)
        except TimeoutError:
            return b""
        except ValueError:
            self._refuse(None, "table", f"a line has at most {wire.LONGEST_REQUEST} bytes")
            return b""

    async def _take(self, line: bytes) -> None:
        """Answer one line."""
        number = None
        try:
            message = wire.read_line(line)
            number, name = message.pop("id", None), message.pop("do", None)
            if type(number) is not int or not 0 <= number < 2**53:
                number = None
                raise wire.WireError("a request has a number, its id")
            if not isinstance(name, str) or name not in REQUESTS:
                raise wire.WireError(f"there is no request {str(name)[:40]!r}")
            wanted = REQUESTS[name]
            body = wanted.shape.model_validate(message)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            self._strike(number, f"{'.'.join(map(str, first['loc'])) or 'the request'}: {first['msg'].lower()}")
        except wire.WireError as error:
            self._strike(number, str(error))
        else:
            self._strikes = max(0, self._strikes - 1)
            await asyncio.sleep(self._rate_limit.wait(wanted.cost))
            await self._admit(number, name, wanted, body)

    def _strike(self, number: int | None, words: str) -> None:
        self._strikes += 1
        self._rate_limit.wait(1)
        self._refuse(number, "table", words)

    async def _admit(self, number: int, name: str, wanted: Request, body: Any) -> None:
        if not self.greeted and name != "hello":
            self._strike(number, "say hello first")
        elif wanted.who == "user" and not self.user:
            self._refuse(number, "table", "choose a name first")
        elif not wanted.aside:
            self.busy = True
            try:
                await self._answer(number, wanted, body)
            finally:
                self.busy = False
        elif len(self._aside) < _ASIDE:
            task = asyncio.ensure_future(self._answer(number, wanted, body))
            self._aside.add(task)
            task.add_done_callback(self._aside.discard)
        else:
            self._refuse(number, "table", "wait for the answer to what you asked before")

    async def _answer(self, number: int, wanted: Request, body: Any) -> None:
        try:
            found = await wanted.answer(self, body)
            self._reply(f'{{"re":{number},"ok":{text(found)}}}')
        except Overtaken as error:
            self._refuse(number, "overtaken", error.reason, error.rule)
        except Illegal as error:
            self._refuse(number, "illegal", error.reason, error.rule)
        except (TableError, SaveError, OptionError) as error:
            self._refuse(number, "table", str(error))
        except Exception as error:
            _log.error("a request failed: %s", trace(error))
            self._refuse(number, "table", "the server has a fault there; nothing has changed, and its log tells more")

    def _refuse(self, number: int | None, kind: str, words: str, rule: str = "") -> None:
        self._reply(text({"re": number, "no": kind, "text": words, "rule": rule}))

    # --- who it is ------------------------------------------------------------------------------------------------

    async def greet(self) -> dict[str, Any]:
        """Take the client in and return who it is."""
        if self.greeted:
            raise TableError("you have said hello already")
        assert self.identity is not None
        user = await self.hub.records.who(self.identity)
        if user is not None and user.barred and not is_operator(self.identity):
            raise TableError(f"you may not come here any more: {user.barred}")
        self.greeted = True
        await self.known_as(user.name if user else "")
        self.hub.enter(self)
        return {"user": self.user, "suggested": self.suggested}

    async def known_as(self, user: str) -> None:
        """Take in who the user is, and show the lobby to a user."""
        if user:
            await self.hub.read_markers.load(user)
        self.user = user
        if user:
            self._rate_limit = self.hub.rate_limits.setdefault(user, self._rate_limit)
            self._lobby = LobbyFeed(self.hub, user)
            self.tell("people")

    async def open(self, table_id: str, seat: int | None) -> None:
        """Follow a table, from a seat or as a spectator."""
        if len(self.tables) >= _OPEN and table_id not in self.tables:
            raise TableError(f"{_OPEN} tables are open here already; close one first")
        feed = self.tables[table_id] = TableFeed(self.hub, table_id, self.user, seat)
        try:
            await feed.begin()
        except BaseException:
            self.tables.pop(table_id, None)
            raise
        self.tell(f"table:{table_id}")
        self.hub.watchers_changed(table_id)

    async def close_table(self, table_id: str) -> None:
        """Stop following a table, and keep how much of it the user has seen."""
        if self.tables.pop(table_id, None) is not None:
            self.hub.watchers_changed(table_id)
            await self.hub.note_seen(self.user, table_id)

    def hear(self, table_id: str) -> None:
        """Follow what is said at a table that is not open here."""
        while len(self.ears) >= _EARS:
            self.ears.pop(next(iter(self.ears)))
        self.ears[table_id] = EarFeed(self.hub, table_id, self.user)
        self.tell(f"talk:{table_id}")

    def hang_up(self) -> None:
        """Let the client go when what was begun is answered."""
        self._closing = True
        transport: Any = self._writer.transport
        transport.pause_reading()  # what comes after the end is no concern any more
        self._reader.feed_eof()
