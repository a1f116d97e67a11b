"""The lobby of a server, as one of its users sees it over the line to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from starforge.engine.save import Seat
from starforge.tables.remote import wire
from starforge.tables.remote.link import Link
from starforge.tables.remote.table import RemoteTable
from starforge.tables.shared import ChatMessage, Clock, Notice, SeatAssignment
from starforge.tables.summary import Summary
from starforge.tables.table import TableError, Watched


class RemoteLobby(Watched):
    """The lobby of the server at a socket; see ``SharedLobby``. ``hello`` is what a worker says for its user."""

    def __init__(self, path: Path, hello: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.user, self.suggested, self.by_invitation = "", "", False
        self._notices: dict[str, Notice] = {}
        self._people: list[str] = []
        self._said: dict[str, dict[int, ChatMessage]] = {"": {}}
        self._tables: dict[str, RemoteTable] = {}
        self._anew = True
        self._opening = asyncio.Lock()
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
        for table in list(self._tables.values()):
            try:
                table.begin(await self.ask("open", table=table.id))
            except TableError:
                del self._tables[table.id]
        for table_id in filter(None, self._said):
            with suppress(TableError):
                await self.ask("hear", table=table_id)

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
        for name, notice in message.get("board", {}).items():
            self._notices.pop(name, None)
            if notice is not None:
                self._notices[name] = wire.unpack(Notice, notice)
        self._people = message.get("people", self._people)
        self.user = message.get("user", self.user)
        self._hear("", message)

    def _hear(self, table_id: str, message: dict[str, Any]) -> None:
        for line in wire.unpack(tuple[ChatMessage, ...], message.get("talk", [])):
            self._said[table_id][line.n] = line

    @property
    def linked(self) -> bool:
        return self._link.linked

    def listing(self) -> list[Notice]:
        return sorted(
            self._notices.values(), key=lambda one: (not (one.asked or one.invited), -one.updated.timestamp())
        )

    def people(self) -> list[str]:
        return list(self._people)

    async def hear(self, table_id: str) -> None:
        self._said.setdefault(table_id, {})
        await self.ask("hear", table=table_id)

    def talk(self, table_id: str = "") -> list[ChatMessage]:
        said = self._said.get(table_id, {})
        return [said[n] for n in sorted(said)]

    async def register(self, name: str, code: str = "") -> str:
        self.user = str(await self.ask("register", name=name, code=code))
        return self.user

    async def say(self, text: str, table_id: str = "") -> None:
        await self.ask("say", text=text, table=table_id)

    async def offer(
        self, game: str, places: Sequence[SeatAssignment], options: Mapping[str, Any], clock: Clock, start: str = ""
    ) -> str:
        packed = wire.pack(tuple[SeatAssignment, ...], tuple(places)), wire.pack(Clock, clock)
        wanted = {"game": game, "options": dict(options), "places": packed[0], "clock": packed[1], "start": start}
        return str(await self.ask("create", **wanted))

    async def join(self, table_id: str, seat: int | None = None) -> None:
        await self.ask("join", table=table_id, seat=seat)

    async def leave(self, table_id: str) -> None:
        await self.ask("leave", table=table_id)

    async def place(self, table_id: str, seat: int, place: SeatAssignment) -> None:
        await self.ask("place", table=table_id, seat=seat, place=wire.pack(SeatAssignment, place))

    async def start(self, table_id: str) -> None:
        await self.ask("start", table=table_id)

    async def open(self, table_id: str) -> RemoteTable:
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
        return str(await self.ask("export", table=table_id))

    async def preferences(self) -> dict[str, Any]:
        return dict(await self.ask("preferences"))

    async def prefer(self, values: Mapping[str, Any]) -> None:
        await self.ask("prefer", values=dict(values))

    async def close(self) -> None:
        await self._link.close()

    def tables(self) -> list[Summary]:
        """Return the tables that the user plays at, last played first."""
        own = [one for one in self._notices.values() if one.seat is not None and one.stage != "gathering"]
        return [_summary(one) for one in sorted(own, key=lambda one: one.updated, reverse=True)]

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> RemoteTable:
        """Set up a table for one person and bots, and begin; the server draws the seed itself."""
        if seed is not None:
            raise TableError("a server draws its seeds itself, so that nobody knows them")
        places = [SeatAssignment(bot=seat.bot) for seat in seats]
        table_id = await self.offer(game, places, options, Clock(), start)
        await self.start(table_id)
        return await self.open(table_id)

    async def remove(self, table_id: str) -> None:
        """Leave a table that has not begun; as its host, remove it."""
        await self.leave(table_id)


def _summary(one: Notice) -> Summary:
    names = tuple(place.user or f"{place.bot.capitalize()} bot" for place in one.places)
    return Summary(one.id, one.game, names, one.turn, one.updated, one.stage == "ended", one.outcome)
