"""The lobby of a server, as one of its users sees it over the line to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from starforge.bots.levels import title
from starforge.engine.save import Seat
from starforge.tables.lobby import label_of, title_of
from starforge.tables.remote import wire
from starforge.tables.remote.link import Link
from starforge.tables.remote.table import RemoteTable
from starforge.tables.shared import ChatMessage, Clock, Notice, SeatAssignment
from starforge.tables.summary import Summary
from starforge.tables.table import TableError, Watched

_AGAIN = (0.2, 0.5, 1.0, 2.0, *[5.0] * 20)
"""Seconds before each further try to open a table."""


class RemoteLobby(Watched):
    """The lobby of the server at a socket, as one user sees it; the server keeps what it shows up to date.

    ``user`` is the user's name, '' for somebody who has not chosen one yet and may only ``register``, ``suggested`` a
    name to offer then, and ``by_invitation`` tells whether it takes an invite code. ``hello`` is what a worker says for
    its user.
    """

    def __init__(self, path: Path, hello: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.user, self.suggested, self.by_invitation = "", "", False
        self._notices: dict[str, Notice] = {}
        self._people: tuple[int, list[str]] = (0, [])
        self._ahead = 0.0
        self._said: dict[str, dict[int, ChatMessage]] = {"": {}}
        self._tables: dict[str, RemoteTable] = {}
        self._anew = True
        self._opening = asyncio.Lock()
        self._reopening: set[asyncio.Task[None]] = set()
        self._link = Link(path, dict(hello or {}), self._take, self._begin, self._line_changed)

    async def connect(self) -> None:
        """Go to the server; raise TableError in words when that is not possible."""
        await self._link.connect()

    async def ask(self, request: str, **what: Any) -> Any:
        """Ask the server; raise Illegal or TableError as it says."""
        return await self._link.ask(request, **what)

    async def _begin(self, found: dict[str, Any]) -> None:
        """Take in who the user is, and follow the tables that were open before the line broke."""
        self.user, self.suggested = str(found["user"]), str(found["suggested"])
        self.by_invitation = bool(found["by_invitation"])
        self._ahead = float(found["now"]) - monotonic()
        for table in list(self._tables.values()):
            if not await self._open_again(table) and self.linked:
                task = asyncio.ensure_future(self._keep_opening(table))
                self._reopening.add(task)
                task.add_done_callback(self._reopening.discard)
        for table_id in filter(None, self._said):
            with suppress(TableError):
                await self.ask("hear", table=table_id)

    async def _open_again(self, table: RemoteTable) -> bool:
        try:
            table.begin(await self.ask("open", table=table.id))
        except TableError:
            return False
        return True

    async def _keep_opening(self, table: RemoteTable) -> None:
        """Open a table again that the server could not just now; a line that breaks leads to a new beginning."""
        for pause in _AGAIN:
            await asyncio.sleep(pause)
            if not self.linked or self._tables.get(table.id) is not table or await self._open_again(table):
                return

    def _line_changed(self) -> None:
        self._anew = self._anew or not self.linked
        self.changed()
        for table in list(self._tables.values()):
            table.changed()

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("push") == "table":
            table = self._tables.get(message["table"])
            if table is not None:
                table.take(message)
                if table.opened:
                    table.changed()
        elif message.get("push") == "talk":
            if message["table"] in self._said:
                self._hear(message["table"], message)
                self.changed()
        elif message.get("push") == "lobby":
            self._take_lobby(message)
            self.changed()

    def _take_lobby(self, message: dict[str, Any]) -> None:
        if self._anew:
            self._anew, self._notices = False, {}
        for name, notice in message.get("listing", {}).items():
            self._notices.pop(name, None)
            if notice is not None:
                self._notices[name] = wire.unpack(Notice, notice)
        self._people = tuple(message.get("people", self._people))
        self.user = message.get("user", self.user)
        self._hear("", message)

    def _hear(self, table_id: str, message: dict[str, Any]) -> None:
        for line in wire.unpack(tuple[ChatMessage, ...], message.get("talk", [])):
            self._said[table_id][line.n] = line

    @property
    def linked(self) -> bool:
        """Tell whether the server can be reached just now."""
        return self._link.linked

    def listing(self) -> list[Notice]:
        """Return the tables the user may see: those that wait for the user first, then by the last change."""
        return sorted(
            self._notices.values(), key=lambda one: (not (one.asked or one.invited), -one.updated.timestamp())
        )

    @property
    def known(self) -> bool:
        """Tell whether the server has told what there is."""
        return bool(self._people[0])

    def people(self) -> list[str]:
        """Return the users that are connected, by name; of a crowd those that are here longest."""
        return list(self._people[1])

    def here(self) -> str:
        """Return in words how many users are connected."""
        count, first = self._people
        return str(count) if count <= len(first) else f"over {count}"

    async def everybody(self) -> list[str]:
        """Return all users that are connected, by name."""
        return list(await self.ask("people"))

    def now(self) -> datetime:
        """Return the time of the server, which its deadlines go by."""
        return datetime.fromtimestamp(monotonic() + self._ahead, UTC)

    async def hear(self, table_id: str) -> None:
        """Follow what is said at a table that has not begun, so that ``talk`` has it; nobody needs a seat there."""
        self._said.setdefault(table_id, {})
        await self.ask("hear", table=table_id)

    def talk(self, table_id: str = "") -> list[ChatMessage]:
        """Return what was said in the lobby, or at a table heard that has not begun, oldest first."""
        said = self._said.get(table_id, {})
        return [said[n] for n in sorted(said)]

    async def register(self, name: str, code: str = "") -> str:
        """Take a name and return it as it was made clean; raise TableError when it is taken or looks like another's."""
        self.user = str(await self.ask("register", name=name, code=code))
        return self.user

    async def say(self, text: str, table_id: str = "") -> None:
        """Say a line in the lobby, or at a table that has not begun; raise TableError when that is not possible."""
        await self.ask("say", text=text, table=table_id)

    async def offer(
        self,
        game: str,
        assignments: Sequence[SeatAssignment],
        options: Mapping[str, Any],
        clock: Clock,
        start: str = "",
    ) -> str:
        """Open a table for others to join and return its id; the user takes the first open seat."""
        packed = wire.pack(tuple[SeatAssignment, ...], tuple(assignments)), wire.pack(Clock, clock)
        wanted = {"game": game, "options": dict(options), "assignments": packed[0], "clock": packed[1], "start": start}
        return str(await self.ask("create", **wanted))

    async def join(self, table_id: str, seat: int | None = None) -> None:
        """Take the given seat, else the one reserved for the user, else any; raise TableError if there is none."""
        await self.ask("join", table=table_id, seat=seat)

    async def leave(self, table_id: str) -> None:
        """Leave a table that has not begun, or decline an invitation; the table of a host who leaves is removed."""
        await self.ask("leave", table=table_id)

    async def assign(self, table_id: str, seat: int, wanted: SeatAssignment) -> None:
        """As host of a table that has not begun: open a seat, reserve it for somebody, or give it to a bot."""
        await self.ask("assign", table=table_id, seat=seat, assignment=wire.pack(SeatAssignment, wanted))

    async def start(self, table_id: str) -> None:
        """As host: begin to play; it needs every seat taken."""
        await self.ask("start", table=table_id)

    async def open(self, table_id: str) -> RemoteTable:
        """Return a table that is being played or has ended, from one's own seat or as a spectator."""
        async with self._opening:
            table = self._tables.get(table_id)
            if table is None:
                table = self._tables[table_id] = RemoteTable(self, table_id)
                try:
                    table.begin(await self.ask("open", table=table_id))
                except BaseException:
                    del self._tables[table_id]
                    raise
            table.opened += 1
            return table

    async def close_table(self, table: RemoteTable) -> None:
        table.opened -= 1
        if table.opened <= 0 and self._tables.get(table.id) is table:
            del self._tables[table.id]
            if self.linked:
                await self.ask("close", table=table.id)

    async def export(self, table_id: str) -> str:
        """Return an ended match as the text of a save file; raise TableError before its end."""
        return str(await self.ask("export", table=table_id))

    async def daily(self) -> dict[str, Any]:
        """Return how the games of the day stand for the user, and the boards of the day and of all time."""
        return dict(await self.ask("daily"))

    async def begin_daily(self, game: str) -> RemoteTable:
        """Go on with the first try at a game of the day, or begin one."""
        return await self.open(str(await self.ask("daily-begin", game=game)))

    async def logbook(self, tell: Callable[[int, int], None]) -> list[dict[str, Any]]:
        """Return what the user's games at this server came to; ``tell`` hears how many are counted, and of how many."""
        while True:
            found = await self.ask("logbook")
            if not found["left"]:
                return list(found["games"])
            tell(found["counted"], found["counted"] + found["left"])

    async def preferences(self) -> dict[str, Any]:
        """Return what the user has set, as the values of ``Settings``."""
        return dict(await self.ask("preferences"))

    async def prefer(self, values: Mapping[str, Any]) -> None:
        """Keep what the user has set."""
        await self.ask("prefer", values=dict(values))

    async def close(self) -> None:
        """Leave the server."""
        for task in self._reopening:
            task.cancel()
        await self._link.close()

    def tables(self) -> list[Summary]:
        """Return the tables that the user plays at, last played first."""
        own = [one for one in self._notices.values() if one.seat is not None and one.stage != "seating"]
        return [_summary(one) for one in sorted(own, key=lambda one: one.updated, reverse=True)]

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> RemoteTable:
        """Set up a table for one person and bots, and begin; the server draws the seed itself."""
        if seed is not None:
            raise TableError("a server draws its seeds itself, so that nobody knows them")
        assignments = [SeatAssignment(bot=seat.bot) for seat in seats]
        table_id = await self.offer(game, assignments, options, Clock(), start)
        await self.start(table_id)
        return await self.open(table_id)

    async def remove(self, table_id: str) -> None:
        """Leave a table that has not begun; as its host, remove it."""
        await self.leave(table_id)


def _summary(one: Notice) -> Summary:
    names = tuple(place.user or title(place.bot) for place in one.assignments)
    ended = one.stage == "ended"
    title, label = title_of(one.game), label_of(one.game, one.options)
    facts = one.id, one.game, names, one.turn, one.updated, ended, one.outcome, title, label, one.winners, one.scores
    return Summary(*facts)
