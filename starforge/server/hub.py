"""All that a server knows while it runs: the tables, who is connected, and who is to be told when something changes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from starforge.engine.action import Action
from starforge.engine.save import SaveError
from starforge.engine.state import State
from starforge.server.accounts.chat import TalkLimit
from starforge.server.accounts.key_codes import KeyCodes
from starforge.server.accounts.read_markers import ReadMarkers
from starforge.server.audience import Audience
from starforge.server.client import Client, ListingChanged, TalkChanged
from starforge.server.news import NewsReader, same
from starforge.server.operation.metrics import Metrics
from starforge.server.operation.settings import ServerSettings
from starforge.server.rate_limit import RateLimit
from starforge.tables.own.boards import Day
from starforge.tables.own.logbook import Ended
from starforge.tables.play.live_table import Edit, LiveTable
from starforge.tables.play.meta import TableMeta, TableRow, TableSetup
from starforge.tables.play.new_table import set_up
from starforge.tables.play.progress import begin
from starforge.tables.play.record import Astray
from starforge.tables.play.replay import play_save
from starforge.tables.play.seating import seats_of
from starforge.tables.shared import ChatMessage
from starforge.tables.store.contract import Gone, StoreError, Taken, User
from starforge.tables.store.server import ServerStore
from starforge.tables.table import TableError

IDLE_TABLES = 64
"""Tables that stay in memory although nobody looks at them."""
_LINES_KEPT = 200
_log = logging.getLogger(__name__)


class Hub:
    """Keep the tables of a server; ``rows`` holds every table of the store, ``open`` those that have been played up.

    ``leading`` says that this daemon cares for bots and clocks, ``broken`` of some tables why they cannot be played.
    ``after`` are called when a table has changed; ``advise`` says what a bot would do in a seat, ``hurry`` has the one
    act that thinks at a table; ``seen`` when those that have gone were last here; ``now`` is the clock.
    ``for_strangers`` keeps how a table stands for those whom it does not concern.
    """

    def __init__(
        self, store: ServerStore, settings: ServerSettings | None = None, now: Callable[[], float] | None = None
    ) -> None:
        self.store, self.settings = store, settings or ServerSettings()
        self.now = now or (lambda: store.now().timestamp())
        self.rows: dict[str, TableRow] = {}
        self.open: dict[str, LiveTable] = {}
        self.audience, self.metrics = Audience(self.name_of, self._lobby_watched), Metrics()
        self.metrics.state = self._state
        self.lines: dict[str, list[ChatMessage]] = {}
        self.after: list[Callable[[str], None]] = []
        self.hurry: Callable[[str], None] | None = None
        self.advise: Callable[[LiveTable, int, str], Awaitable[Action | None]] | None = None
        self.set_up: Callable[..., Awaitable[TableSetup]] = _set_up
        self.count: Callable[[Ended], Awaitable[Any]] = _count
        self.read_markers, self.talk_limit, self.key_codes = ReadMarkers(store), TalkLimit(monotonic), KeyCodes()
        self.seen: dict[str, float] = {}
        self.broken: dict[str, str] = {}
        self.rate_limits: dict[str, RateLimit] = {}
        self.for_strangers: dict[str, tuple[TableMeta, str]] = {}
        self._names: dict[str, str] = {}
        self._shown: dict[str, TableRow | None] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.leading, self.news = False, NewsReader(self)

    async def begin(self) -> None:
        await self.read_names()
        self.rows = {row.id: row for row in await self.store.rows()}
        for table_id in ["", *self.rows]:
            await self.hear(table_id)

    def _state(self) -> dict[str, int]:
        """Return what can be counted of what is true now."""
        stages = Counter(row.meta.stage for row in self.rows.values())
        users = len(self.audience.everybody())
        counted = {"people": users, "clients": len(self.audience), "in memory": len(self.open)}
        return counted | {"playing": stages["playing"], "seating": stages["seating"]}

    async def recall(self, table_id: str) -> None:
        """Take in how a table stands that this daemon has not followed, if there is one."""
        if table_id in self.rows and table_id in self.news.unread:
            await self.look_again(table_id)
        elif table_id not in self.rows:
            with suppress(Gone):
                self.rows.setdefault(table_id, await self.store.row(table_id))

    def _lobby_watched(self) -> None:
        self.news.catch_up()

    async def recall_ended(self, user: str) -> None:
        """Take in the last tables at which a user sat and which have ended."""
        if not self.audience.is_here(user):
            for row in await self.store.ended(user):
                self.rows.setdefault(row.id, row)

    def forget_ended(self) -> None:
        """Forget the tables that have ended and are no concern of anybody who is here."""
        here = self.audience.is_here
        for row in [row for row in self.rows.values() if row.meta.stage == "ended" and row.id not in self.open]:
            if not self.audience.followers(row.id) and not any(here(one.user) for one in row.meta.assignments):
                for kept in (self.rows, self.lines, self.for_strangers, self._shown):
                    kept.pop(row.id, None)

    async def table(self, table_id: str) -> LiveTable:
        """Return a table that is being played or has ended; raise TableError in words when it cannot be played."""
        table = self.open.pop(table_id, None)
        if table is not None:
            self.open[table_id] = table  # the last one used is the last in line to be forgotten
            return table
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id].add_done_callback(partial(self._loaded, table_id))
        return await asyncio.shield(self._loading[table_id])

    def _loaded(self, table_id: str, loading: asyncio.Task[LiveTable]) -> None:
        del self._loading[table_id]
        if not loading.cancelled():
            loading.exception()  # whoever waits is told; perhaps nobody does any more

    async def _load(self, table_id: str) -> LiveTable:
        if self.row(table_id).meta.stage == "seating":
            await self.look_again(table_id)  # it may have begun at another daemon, and the news of it be on their way
        if self.row(table_id).meta.stage == "seating":
            raise TableError(f"table {table_id} has not begun")
        try:
            if self.row(table_id).setup.own:  # so that it is at hand, and nobody is kept waiting for it
                await self._first_state(self.row(table_id))
            table = LiveTable(table_id, self)
            await table.load()
        except TableError as error:
            if not isinstance(error, StoreError):  # that may pass
                self.broken[table_id] = str(error)
                self.watchers_changed(table_id)
            raise
        self.broken.pop(table_id, None)
        if table_id not in self.lines:
            await self.hear(table_id)
        self.open[table_id] = table
        self._forget_idle()
        return table

    def _forget_idle(self) -> None:
        idle = [name for name, one in self.open.items() if not one.lock.locked() and not self.audience.followers(name)]
        for name in idle[:-IDLE_TABLES]:
            del self.open[name]

    def name_of(self, user: str) -> str:
        """Return what a user is called; whoever is not known any more is shown as kept."""
        return self._names.get(user, user)

    def knows(self, user: User) -> None:
        """Take in what a user is called, and let everybody see it."""
        if self._names.get(user.id) == user.name:
            return
        self._names[user.id] = user.name
        self.audience.people_changed()
        for row in list(self.rows.values()):
            if user.id == row.meta.host or any(user.id in (one.user, one.invited) for one in row.meta.assignments):
                self.watchers_changed(row.id)
        for place in [place for place, lines in self.lines.items() if any(line.user == user.id for line in lines)]:
            self._tell_talk(place)

    async def read_names(self) -> None:
        for user in await self.store.users():
            self.knows(user)

    def viewers(self, table_id: str) -> set[int | None]:
        return {client.seat_at(table_id) for client in self.audience.followers(table_id)}

    def unplayable(self, table_id: str, error: SaveError) -> Exception:
        """Return what is told of a record that cannot be played, without what somebody did, perhaps secretly."""
        words = (
            f"from entry {error.number} on it does not play as recorded" if isinstance(error, Astray) else str(error)
        )
        return TableError(f"table {table_id} cannot be played: {words}; it is kept as it is")

    def row(self, table_id: str) -> TableRow:
        """Return how a table is kept; raise TableError when there is none."""
        row = self.rows.get(table_id)
        if row is None:
            raise TableError(f"there is no table {table_id[:20]!r}; it may have been removed")
        return row

    async def create(self, setup: TableSetup, meta: TableMeta, of: Day | None = None) -> str:
        """Keep a new table and return its id; ``of`` is the game of a day that its host plays there."""
        while True:
            name = secrets.token_hex(3)
            try:
                if of is None:
                    await self.store.create(name, setup, meta)
                else:
                    await self.store.create_try(name, setup, meta, of)
            except Taken:
                continue
            self.rows[name] = await self.store.row(name)
            self.changed(name)
            return name

    async def change(self, table_id: str, edit: Edit) -> TableMeta:
        """Change how a table stands and return that; ``edit`` may be tried again, and raises TableError to refuse."""
        while True:
            row = self.row(table_id)
            meta = edit(row.meta)
            if meta == row.meta:
                return meta
            try:
                version = await self.store.change(table_id, meta, row.version)
            except Taken:
                now = await self.store.row(table_id)
                if table_id in self.open:  # its record is behind, and the news will see that by the length
                    now = now._replace(length=self.row(table_id).length)
                self.rows[table_id] = now
                self.changed(table_id)
                continue
            if version > self.rows[table_id].version:
                self.rows[table_id] = self.rows[table_id]._replace(meta=meta, version=version)
            self.changed(table_id)
            return meta

    async def start(self, table_id: str, edit: Edit) -> None:
        """Begin to play at a table; ``edit`` raises TableError while it cannot begin."""
        row = self.row(table_id)
        edit(row.meta)
        first = await self._first_state(row)
        await self.change(table_id, lambda meta: begin(edit(meta), first, self.now()))

    async def _first_state(self, row: TableRow) -> State:
        """Return the state that a table begins in; what people have made themselves is laid out beside the loop."""
        try:
            save = row.setup.save(seats_of(row.meta.assignments, self.name_of))
            match = await asyncio.to_thread(play_save, save) if row.setup.own else play_save(save)
            return match.state
        except SaveError as error:
            raise TableError(str(error)) from error

    async def remove(self, table_id: str) -> None:
        await self.store.remove(table_id)
        self.gone(table_id)

    def gone(self, table_id: str) -> None:
        """Take in that there is no such table any more."""
        for kept in (self.rows, self.open, self.lines, self.for_strangers):
            kept.pop(table_id, None)
        self.changed(table_id)
        self._shown.pop(table_id, None)

    async def say(self, table_id: str, user: str, text: str) -> None:
        """Keep a line of talk and let everybody hear it."""
        line = await self.store.say(table_id, user, text)
        self._add(table_id, [line])

    async def hear(self, table_id: str) -> None:
        """Take in what was said at a table ('': in the lobby), here or through another daemon."""
        known = self.lines.get(table_id, [])
        self._add(table_id, await self.store.talk(table_id, known[-1].n if known else 0))

    def _add(self, table_id: str, new: list[ChatMessage]) -> None:
        known = {line.n: line for line in (*self.lines.get(table_id, []), *new)}
        self.lines[table_id] = [known[n] for n in sorted(known)][-_LINES_KEPT:]
        self._tell_talk(table_id)

    def _tell_talk(self, table_id: str) -> None:
        for client in self.audience:
            if not table_id or client.hears(table_id):
                client.tell(TalkChanged(table_id))
        if table_id:
            self._tell_listing(table_id)

    def changed(self, table_id: str) -> None:
        """Let everybody who may know see how a table stands now, and let clocks and bots go on."""
        self.audience.tell_table(table_id)
        row = self.rows.get(table_id)
        shown = self._shown.get(table_id)
        if row is None or shown is None or shown.meta is not row.meta:  # a step in secret is nothing for the listing
            self._tell_listing(table_id)
            self._shown[table_id] = row
        for go_on in self.after:
            go_on(table_id)

    def _tell_listing(self, table_id: str) -> None:
        metas = [row.meta for row in (self.rows.get(table_id), self._shown.get(table_id)) if row is not None]
        users = frozenset(name for meta in metas for one in meta.assignments for name in (one.user, one.invited))
        change = ListingChanged(table_id, users)
        for client in self.audience:
            client.tell(change)

    def enter(self, client: Client) -> None:
        """Take in a client, or that it has a name now."""
        new = bool(client.user) and not self.audience.is_here(client.user)
        self.audience.enter(client)
        if new:
            self._tell_companions(client.user)

    def leave(self, client: Client) -> None:
        if not self.audience.leave(client):
            return
        self.seen[client.user] = self.now()
        if client.user and not self.audience.is_here(client.user):
            self.read_markers.forget(client.user)
            self.rate_limits.pop(client.user, None)
            self._tell_companions(client.user)

    def _tell_companions(self, user: str) -> None:
        """Let those at a user's tables see whether the user is here."""
        for table_id in self.audience.followed():
            row = self.rows.get(table_id)
            if row is not None and any(one.user == user for one in row.meta.assignments):
                self.audience.tell_table(table_id)

    async def note_seen(self, user: str, table_id: str) -> int | None:
        """Keep that a user sees a table as it is now; return what the user had seen of its log before."""
        before, table = self.read_markers.at(user, table_id).seen, self.open.get(table_id)
        if table is not None and None in table.projections:
            await self.read_markers.note(user, table_id, seen=len(table.projections[None].log))
        return before

    def watchers_changed(self, table_id: str) -> None:
        """Let everybody see how many look on at a table."""
        self.for_strangers.pop(table_id, None)
        self.audience.tell_table(table_id)
        self._tell_listing(table_id)

    async def look_again(self, table_id: str) -> None:
        """Take in how a table stands in the store."""
        self.news.unread.pop(table_id, None)
        try:
            row = await self.store.row(table_id)
        except Gone:
            self.gone(table_id)
            return
        if same(row, self.rows.get(table_id)):
            return
        if table_id in self.open:
            await self.open[table_id].refresh()
        else:
            self.rows[table_id] = row
        self.changed(table_id)


async def _count(ended: Ended) -> Any:
    return ended.counted()


async def _set_up(*what: Any) -> TableSetup:
    return set_up(*what)
