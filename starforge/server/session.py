"""One client: its requests are read strictly, answered one after the other, and it is told what it may know."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from pydantic import ValidationError

from starforge.engine.rules import Illegal
from starforge.engine.save import OptionError, SaveError
from starforge.server.client import Change, PeopleChanged, TableChanged, TalkChanged
from starforge.server.faults import trace
from starforge.server.hub import Hub
from starforge.server.push.feeds import EarFeed, LobbyFeed, TableFeed
from starforge.server.push.outbox import Outbox
from starforge.server.rate_limit import RateLimit
from starforge.server.requests.registry import Requests
from starforge.server.sockets import is_operator
from starforge.tables.remote import wire
from starforge.tables.remote.wire import text
from starforge.tables.store.contract import Identity
from starforge.tables.table import Overtaken, TableError

GREETING = 20.0
"""Seconds that a client has to say who it is."""
_STRIKES = 10
"""So many more lines that are no requests than requests; then the client is cut off."""
_ASIDE = 2
_EARS = 20
_OPEN = 20
"""Tables that a client may follow at once: each that is followed stays in memory."""
_log = logging.getLogger(__name__)


class Caller(NamedTuple):
    """Who the system says a client is, None where a worker process speaks for somebody, and the name to suggest."""

    identity: Identity | None
    suggested: str = ""


class Session:
    """Serve one client; it is the ``Client`` that hub and requests know."""

    def __init__(
        self,
        hub: Hub,
        requests: Requests,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        caller: Caller,
    ) -> None:
        self.user = ""
        self.identity, self.suggested = caller
        self.greeted, self.wrong_codes = False, 0
        self.outbox = Outbox(writer)
        self._hub, self._requests, self._reader = hub, requests, reader
        self._rate_limit = RateLimit()
        self._aside: set[asyncio.Task[None]] = set()
        self._strikes = 0

    # --- what hub and requests need ---------------------------------------------------------------------------------

    def seat_at(self, table_id: str) -> int | None:
        return self.outbox.tables[table_id].seat

    def hears(self, table_id: str) -> bool:
        return table_id in self.outbox.tables or table_id in self.outbox.ears

    def tell(self, change: Change) -> None:
        self.outbox.tell(change)

    def announce(self, words: str) -> None:
        self.outbox.reply(f'{{"push":"word","text":{text(words)}}}')

    async def known_as(self, user: str) -> None:
        if user:
            await self._hub.read_markers.load(user)
            await self._hub.recall_ended(user)
        self.user = user
        if user:
            self._rate_limit = self._hub.rate_limits.setdefault(user, self._rate_limit)
            self.outbox.lobby = LobbyFeed(self._hub, user)
            self.tell(PeopleChanged())

    async def open(self, table_id: str, seat: int | None) -> None:
        tables = self.outbox.tables
        if len(tables) >= _OPEN and table_id not in tables:
            raise TableError(f"{_OPEN} tables are open here already; close one first")
        feed = tables[table_id] = TableFeed(self._hub, table_id, self.user, seat)
        self._hub.audience.follow(self, table_id)
        try:
            await feed.begin()
        except BaseException:
            self._let_go(table_id)
            raise
        self.tell(TableChanged(table_id))
        self._hub.watchers_changed(table_id)

    async def close_table(self, table_id: str) -> None:
        if table_id in self.outbox.tables:
            self._let_go(table_id)
            self._hub.watchers_changed(table_id)
            await self._hub.note_seen(self.user, table_id)

    def _let_go(self, table_id: str) -> None:
        self.outbox.tables.pop(table_id, None)
        self._hub.audience.unfollow(self, table_id, not self.outbox.tables)

    def hear(self, table_id: str) -> None:
        ears = self.outbox.ears
        while len(ears) >= _EARS:
            ears.pop(next(iter(ears)))
        ears[table_id] = EarFeed(self._hub, table_id, self.user)
        self.tell(TalkChanged(table_id))

    def hang_up(self) -> None:
        self.outbox.closing = True
        transport: Any = self.outbox.writer.transport
        transport.pause_reading()  # what comes after the end is no concern any more
        self._reader.feed_eof()

    # --- what it asks -----------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve the client until it goes."""
        writing = self.outbox.begin()
        try:
            while self._strikes < _STRIKES and not self.outbox.closing:
                line = await self._line()
                if not line.endswith(b"\n"):
                    break
                if line.startswith(b"GET ") and not self.greeted:
                    self._tell_metrics()
                    break
                await self._take(line)
                await self.outbox.wait_for_room()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            for table_id in list(self.outbox.tables):
                with suppress(TableError):
                    await self.close_table(table_id)
            self._hub.leave(self)
            for task in self._aside:
                task.cancel()
            await self.outbox.close(writing)

    def _tell_metrics(self) -> None:
        """Answer Prometheus, which asks by HTTP, where it has the server's account."""
        head = "HTTP/1.0 {}\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n\r\n{}"
        found = ("200 OK", self._hub.metrics.prometheus()) if is_operator(self.identity) else ("403 Forbidden", "")
        self.outbox.reply(head.format(*found))

    async def _line(self) -> bytes:
        try:
            return await asyncio.wait_for(self._reader.readline(), None if self.greeted else GREETING)
        except TimeoutError:
            return b""
        except ValueError:
            self._refuse(None, "table", f"a line has at most {wire.LONGEST_REQUEST} bytes")
            return b""

    async def _take(self, line: bytes) -> None:
        number = None
        try:
            message = wire.read_line(line)
            number, name = message.pop("id", None), message.pop("do", None)
            if type(number) is not int or not 0 <= number < 2**53:
                number = None
                raise wire.WireError("a request has a number, its id")
            if not isinstance(name, str) or name not in self._requests:
                raise wire.WireError(f"there is no request {str(name)[:40]!r}")
            request = self._requests[name]
            body = request.body.model_validate(message)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            self._strike(number, f"{'.'.join(map(str, first['loc'])) or 'the request'}: {first['msg'].lower()}")
        except wire.WireError as error:
            self._strike(number, str(error))
        else:
            self._strikes = max(0, self._strikes - 1)
            wait = self._rate_limit.wait(request.cost)
            self._hub.metrics.limits["requests"] += wait > 0
            await asyncio.sleep(wait)
            if self.greeted or name == "hello":
                await self._admit(number, name, body)
            else:
                self._strike(number, "say hello first")

    def _strike(self, number: int | None, words: str) -> None:
        self._strikes += 1
        self._rate_limit.wait(1)
        self._refuse(number, "table", words)

    async def _admit(self, number: int, name: str, body: Any) -> None:
        request = self._requests[name]
        if request.who == "user" and not self.user:
            self._refuse(number, "table", "choose a name first")
        elif not request.aside:
            await self._answer(number, name, body)
        elif len(self._aside) < _ASIDE:
            task = asyncio.ensure_future(self._answer(number, name, body))
            self._aside.add(task)
            task.add_done_callback(self._aside.discard)
        else:
            self._refuse(number, "table", "wait for the answer to what you asked before")

    async def _answer(self, number: int, name: str, body: Any) -> None:
        request, begun = self._requests[name], monotonic()
        try:
            if table_id := getattr(body, "table", ""):
                await self._hub.recall(table_id)
            found = await request.answer(self._hub, self, body)
            self.outbox.reply(f'{{"re":{number},"ok":{text(found)}}}')
        except Overtaken as error:
            self._refuse(number, "overtaken", error.reason, error.rule)
        except Illegal as error:
            self._refuse(number, "illegal", error.reason, error.rule)
        except (TableError, SaveError, OptionError) as error:
            self._refuse(number, "table", str(error))
        except Exception as error:
            _log.error("a request failed: %s", trace(error))
            self._refuse(number, "table", "the server has a fault there; nothing has changed, and its log tells more")
        self._hub.metrics.answered(name, monotonic() - begun)

    def _refuse(self, number: int | None, kind: str, words: str, rule: str = "") -> None:
        self.outbox.reply(text({"re": number, "no": kind, "text": words, "rule": rule}))
