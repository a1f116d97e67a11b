"""A server without sockets: the real hub, its requests and what it tells, in the loop of a test and by its clock."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import starforge
from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.match import Match
from starforge.server.client import Change, ListingChanged, TableChanged, TalkChanged
from starforge.server.hub import Hub
from starforge.server.operation.settings import ServerSettings
from starforge.server.push.feeds import EarFeed, LobbyFeed, TableFeed
from starforge.server.requests.index import REQUESTS
from starforge.tables.play.live_table import LiveTable
from starforge.tables.play.meta import TableMeta, TableSetup
from starforge.tables.play.progress import bot_at, seat_of
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import ChatMessage, Clock, SeatAssignment, Stage
from starforge.tables.store.contract import Identity
from starforge.tables.store.server import ServerFile, ServerStore
from starforge.tables.store.sql import Direct, Sql, at_once
from starforge.tables.table import TableError

NOON = datetime(2030, 5, 7, 12, 0, tzinfo=UTC)
SEED = 7


class DirectStore(ServerStore):
    """A server's store whose acts are carried out on the spot."""

    def __init__(self, database: ServerFile, now: Any) -> None:
        Sql.__init__(self, database, Direct(database), now)


class SeededHub(Hub):
    """A hub whose games are the same every time."""

    async def create(self, setup: TableSetup, meta: TableMeta) -> str:
        return await super().create(replace(setup, seed=SEED), meta)


class Kept:
    """One table, as tests look at it: users by their names."""

    def __init__(self, server: FakeServer, table_id: str) -> None:
        self.server, self.id = server, table_id

    @property
    def meta(self) -> TableMeta:
        return self.server.hub.rows[self.id].meta

    @property
    def live(self) -> LiveTable:
        return self.server.live(self.id)

    @property
    def match(self) -> Match:
        return self.live.record.match

    @property
    def game(self) -> str:
        return self.server.hub.rows[self.id].setup.game

    @property
    def host(self) -> str:
        return self.server.hub.name_of(self.meta.host)

    @property
    def clock(self) -> Clock:
        return self.meta.clock

    @property
    def stage(self) -> Stage:
        return self.meta.stage

    @property
    def rematch(self) -> str:
        return self.meta.rematch

    @property
    def assignments(self) -> list[SeatAssignment]:
        name = self.server.hub.name_of
        return [
            replace(one, user=one.user and name(one.user), invited=one.invited and name(one.invited))
            for one in self.meta.assignments
        ]

    @property
    def talk(self) -> list[ChatMessage]:
        return self.server.hub.lines.get(self.id, [])

    @property
    def read(self) -> dict[str, int]:
        markers = {name: self.server.hub.read_markers.at(user, self.id).read for name, user in self.server.ids.items()}
        return {name: n for name, n in markers.items() if n}

    @property
    def acts(self) -> dict[int, int]:
        return {seat: n for seat, n in enumerate(self.live.record.mine) if n}

    def seat_of(self, user: str) -> int | None:
        return seat_of(self.meta, self.server.ids[user])

    def draft(self, user: str) -> str:
        store = self.server.hub.store
        marker = at_once(store.read_markers(self.server.ids[user])).get(self.id)
        return marker.draft if marker else ""


class FakeServer:
    """Hold a hub, its store and the people who are known there."""

    def __init__(self, *users: str, now: datetime = NOON, invites: Sequence[str] = ()) -> None:
        self.now, self.reachable = now, True
        self._folder = tempfile.TemporaryDirectory()
        file = ServerFile(Path(self._folder.name) / "data", alone=False)
        file.db.execute("PRAGMA synchronous=OFF")
        store = DirectStore(file, lambda: self.now)
        settings = ServerSettings(registration="invite" if invites else "open")
        self.hub = SeededHub(store, settings, lambda: self.now.timestamp())
        self.hub.after.append(self._stir)
        self._stirred: dict[str, None] = {}
        self._strangers = count()
        for name in users:
            self.hub.knows(at_once(store.register(name, self.identity(name))))
        for code in invites:
            at_once(store.invite(code, "", 9, now + timedelta(days=36_500)))
        at_once(self.hub.begin())
        self.sessions: list[FakeLobby] = []

    def identity(self, name: str) -> Identity:
        return Identity("key", f"SHA256:{name or next(self._strangers)}")

    @property
    def users(self) -> list[str]:
        return [user.name for user in at_once(self.hub.store.users())]

    @property
    def ids(self) -> dict[str, str]:
        return {user.name: user.id for user in at_once(self.hub.store.users())}

    @property
    def records(self) -> dict[str, Kept]:
        return {table_id: Kept(self, table_id) for table_id in self.hub.rows}

    @property
    def only(self) -> Kept:
        """Return the one table there is."""
        (table_id,) = self.hub.rows
        return Kept(self, table_id)

    @property
    def lines(self) -> list[ChatMessage]:
        return self.hub.lines[""]

    def live(self, table_id: str) -> LiveTable:
        """Return a table at play."""
        if table_id not in self.hub.open:
            table = LiveTable(table_id, self.hub)
            at_once(table.load())
            self.hub.open[table_id] = table
        return self.hub.open[table_id]

    def changed(self) -> None:
        """Let everybody look again, although there is nothing new."""
        for session in list(self.sessions):
            session.line_changed()

    def cut(self, reachable: bool) -> None:
        self.reachable = reachable
        self.changed()

    def take(self, record: Kept, seat: int, action: Action) -> list[Event]:
        events = at_once(record.live.act(seat, str(action)))
        self.go_on()
        return events

    def rest(self, table_id: str, *seats: int) -> None:
        """Let bots play for the people at some seats."""
        for seat in seats:
            at_once(self.live(table_id).rest(seat, "random", lambda meta: None))

    def _stir(self, table_id: str) -> None:
        self._stirred[table_id] = None

    def go_on(self) -> None:
        """Let bots act, until people are asked everywhere."""
        while self._stirred:
            table_id, _ = self._stirred.popitem()
            row = self.hub.rows.get(table_id)
            while row is not None and (bots := [seat for seat in sorted(row.meta.asked) if bot_at(row.meta, seat)]):
                self._let_act(self.live(table_id), bots[0])
                row = self.hub.rows[table_id]

    def _let_act(self, table: LiveTable, seat: int) -> None:
        s, mine = table.record.match.state, table.record.mine[seat]
        bot = make(table.game, bot_at(table.row.meta, seat), derive("fake", seat, mine))
        wanted = bot.choose(look(table.game, s, seat, bot), sampler(table.game, s, seat, 3))
        at_once(table.act_for_bot(seat, str(wanted), mine))


class FakeClient:
    """The server's end of a session: what it is told goes to its lobby at once; see ``Client``."""

    def __init__(self, server: FakeServer, lobby: FakeLobby, identity: Identity) -> None:
        self.user, self.identity, self.suggested = "", identity, ""
        self.greeted, self.wrong_codes = False, 0
        self._server, self._lobby_here = server, lobby
        self._tables: dict[str, TableFeed] = {}
        self._ears: dict[str, EarFeed] = {}
        self._lobby: LobbyFeed | None = None
        self.late: list[Change] | None = None  # what has not come over the line yet, None where nothing is slow

    def tell(self, change: Change) -> None:
        if self.late is not None:
            self.late.append(change)
            return
        match change:
            case TableChanged(table) | TalkChanged(table) if table:
                feeds: list[Any] = [self._tables.get(table), self._ears.get(table)]
            case _:
                if isinstance(change, ListingChanged) and self._lobby is not None:
                    self._lobby.look_at(change.table)
                feeds = [self._lobby]
        for feed in feeds:
            if feed is not None and self._server.reachable and (message := feed.news()):
                self._lobby_here.hear_push(json.loads(message))

    def catch_up(self) -> None:
        """Tell what is late: news go before every answer."""
        late, self.late = self.late or [], None
        for change in late:
            self.tell(change)

    def announce(self, words: str) -> None:
        raise AssertionError(words)

    def hang_up(self) -> None:
        self._server.hub.leave(self)

    def seat_at(self, table_id: str) -> int | None:
        return self._tables[table_id].seat

    def hears(self, table_id: str) -> bool:
        return table_id in self._tables or table_id in self._ears

    async def known_as(self, user: str) -> None:
        if user:
            await self._server.hub.read_markers.load(user)
            self._lobby = LobbyFeed(self._server.hub, user)
        self.user = user

    async def open(self, table_id: str, seat: int | None) -> None:
        self._tables[table_id] = TableFeed(self._server.hub, table_id, self.user, seat)
        self._server.hub.audience.follow(self, table_id)
        await self._tables[table_id].begin()
        self.tell(TableChanged(table_id))
        self._server.hub.watchers_changed(table_id)

    async def close_table(self, table_id: str) -> None:
        if self._tables.pop(table_id, None) is not None:
            self._server.hub.audience.unfollow(self, table_id, not self._tables)
            self._server.hub.watchers_changed(table_id)
            await self._server.hub.note_seen(self.user, table_id)

    def hear(self, table_id: str) -> None:
        self._ears[table_id] = EarFeed(self._server.hub, table_id, self.user)
        self.tell(TalkChanged(table_id))

    async def close(self) -> None:
        for table_id in list(self._tables):
            await self.close_table(table_id)
        self._server.hub.leave(self)


class FakeLink:
    """The line to the server: requests are read and answered as over a real one."""

    def __init__(self, server: FakeServer, client: FakeClient) -> None:
        self._server, self._client = server, client

    @property
    def linked(self) -> bool:
        return self._server.reachable

    async def ask(self, request_name: str, **what: Any) -> Any:
        if not self._server.reachable:
            raise TableError("the server cannot be reached; nothing has changed")
        request = REQUESTS[request_name]
        body = request.body.model_validate(json.loads(json.dumps(what)))
        try:
            found = await request.answer(self._server.hub, self._client, body)
        finally:
            self._client.catch_up()
        self._server.go_on()
        return json.loads(json.dumps(found))

    async def close(self) -> None:
        if self._client._server.reachable:
            await self._client.close()


class FakeLobby(RemoteLobby):
    """The server as one session of one user sees it; it is connected from the beginning."""

    def __init__(self, server: FakeServer, user: str = "") -> None:
        super().__init__(Path())
        self.server = server
        self.client = FakeClient(server, self, server.identity(user))
        self._link: Any = FakeLink(server, self.client)
        server.sessions.append(self)
        at_once(self.connect())

    async def connect(self) -> None:
        await self._begin(await self.ask("hello", version=starforge.__version__))

    def now(self) -> datetime:
        return self.server.now

    def hear_push(self, message: dict[str, Any]) -> None:
        self._take(message)

    def line_changed(self) -> None:
        self._line_changed()

    async def close(self) -> None:
        if self in self.server.sessions:
            self.server.sessions.remove(self)
            await self._link.close()
