"""A table that is being played at the server: its record, who follows it, and the one door for what is done at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from starforge.engine.event import Event, redact
from starforge.engine.game import Game
from starforge.engine.save import Save, SaveError, Seat, to_save
from starforge.engine.state import Result
from starforge.tables.play.clocks import Back
from starforge.tables.play.progress import step
from starforge.tables.play.projection import Projection
from starforge.tables.play.record import REWIND, Astray, Record
from starforge.tables.play.seating import seats_of
from starforge.tables.store.contract import Records, TableMeta, TableRow
from starforge.tables.store.local import UNDO, Entry, StoreError, Taken
from starforge.tables.table import Overtaken, TableError

Edit = Callable[[TableMeta], TableMeta]
"""A change of how a table stands; it raises TableError to refuse."""
_AT_A_TIME = 10
"""Entries that are played before others have their turn."""
RETURN = "!return"
"""The text of the entry by which a user takes a seat back from the bot."""
BACK: dict[str, Back] = {UNDO: "own", REWIND: "agreed", RETURN: "own"}
"""What brings a seat back to what it had answered."""


class Board(Protocol):
    """Where the tables of a server are listed: what a table at play needs of it."""

    records: Records
    rows: dict[str, TableRow]
    now: Callable[[], float]

    def viewers(self, table_id: str) -> set[int | None]:
        """Return the seats from which a table is looked at, None among them for those that watch."""
        ...

    def changed(self, table_id: str) -> None:
        """Take in that a table stands otherwise than before."""
        ...


class LiveTable:
    """Play one table for all that sit at it or look on.

    ``faces`` is what they are shown: it is made anew when an entry is durable, never before. What is done at the table
    waits in line for ``lock``.
    """

    def __init__(self, table_id: str, board: Board) -> None:
        self.id, self._board = table_id, board
        row = board.rows[table_id]
        self.lock = asyncio.Lock()
        self.faces: dict[int | None, Projection] = {}
        self._unsure = False
        try:
            self._record = Record(table_id, row.setup.save(seats_of(row.meta.places)))
        except SaveError as error:
            raise TableError(f"table {table_id} cannot be played: {error}") from error
        self.game: Game[Any, Any] = self._record.game

    async def load(self) -> None:
        """Play the record to where it stands; raise TableError in words where that is not possible."""
        async with self.lock:
            await self._catch_up()
            self.faces = {None: Projection(None)}
            self._show(self._looks(self.row.meta))

    @property
    def row(self) -> TableRow:
        """Return how the table is kept."""
        return self._board.rows[self.id]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats as they are named, and who plays them now."""
        return seats_of(self.row.meta.places)

    @property
    def record(self) -> Record:
        """Return the record; it holds secrets, so nothing of it leaves the server but through a face."""
        return self._record

    async def show(self, viewer: int | None) -> Projection:
        """Return what a seat, or everybody, may know, and keep that up to date from now on."""
        async with self.lock:
            if viewer not in self.faces:
                face = Projection(viewer)
                face.look(self._record, over(self.row.meta))
                self.faces[viewer] = face
            return self.faces[viewer]

    async def refresh(self) -> None:
        """Take in what another daemon did at this table."""
        async with self.lock:
            if await self._catch_up():
                self._show(self._looks(self.row.meta))

    async def act(self, seat: int, text: str, mine: int | None = None) -> list[Event]:
        """Take an action, or something back, and return what its seat may know of what happened; see ``enter``."""
        async with self.lock:
            events = await self.enter(seat, text, mine)
        return [seen for event in events if (seen := redact(event, seat))]

    async def enter(self, seat: int, text: str, mine: int | None = None, edit: Edit | None = None) -> list[Event]:
        """Do what an entry says and keep it, in one step with a change of how the table stands; the lock is held.

        ``mine``: how many entries of the seat its player knows of; if there are others, it is Overtaken. Raise Illegal
        if it is refused, TableError if it cannot be kept; then nothing has changed and nobody is told anything.
        """
        if self._unsure:
            await self._catch_up()
        while True:
            if mine is not None and mine != self._record.mine[seat]:
                raise Overtaken(self.game.info.order_rule)
            try:
                return await self._enter(seat, text, edit)
            except Taken:
                self._unsure = True
                self._record = self._record.again()
                await self._catch_up()
                self._show(self._looks(self.row.meta))

    async def _enter(self, seat: int, text: str, edit: Edit | None) -> list[Event]:
        record, row = self._record, self.row
        if row.meta.stage != "playing":
            raise TableError("this table is not being played, so nothing can be done at it")
        changed = edit(row.meta) if edit else row.meta
        try:
            events = record.do(seat, text)
        except ValueError as error:
            raise TableError(str(error)) from error
        try:
            n, now, back = len(record.entries) + 1, self._board.now(), BACK.get(text, "")
            s = record.match.state
            meta = step(changed, s, n, now, back, public=False)
            looks = self._looks(meta)
            if meta != row.meta or looks[None][1]:
                await self._keep(record.entry(seat, text), step(changed, s, n, now, back))
            else:
                await self._keep(record.entry(seat, text), None)
        except Taken:
            raise
        except BaseException as error:
            self._unsure = True
            self._record = record.again()
            if isinstance(error, StoreError):
                raise TableError(str(error)) from error
            raise
        self._show(looks)
        return events

    def save(self) -> Save:
        """Return the match as a save; whoever holds it can work out every secret in it."""
        save = to_save(self._record.match, list(self.seats))
        ended = over(self.row.meta) is not None and self._record.match.state.result is None
        return replace(save, ended=self.row.meta.outcome) if ended else save

    async def _keep(self, entry: Entry, meta: TableMeta | None) -> None:
        """Write an entry down; ``meta`` is given when something has changed for all that watch."""
        row, n = self.row, len(self._record.entries) + 1
        version = await self._board.records.append(self.id, n, entry, meta, None if meta is None else row.version)
        self._record.keep(entry)
        row = self.row._replace(length=n)
        if meta is not None:
            row = row._replace(meta=meta, version=version)
        self._board.rows[self.id] = row

    async def _catch_up(self) -> bool:
        """Take in what the store has and this table has not; return whether there was anything."""
        known = len(self._record.entries)
        while True:
            row = await self._board.records.row(self.id)
            new = await self._board.records.entries(self.id, len(self._record.entries))
            for n, entry in enumerate(new, 1):
                self._play(entry)
                if n % _AT_A_TIME == 0:
                    await asyncio.sleep(0)
            if len(self._record.entries) < row.length:
                raise TableError(f"table {self.id} cannot be played: entries of its record are missing")
            if len(self._record.entries) == row.length:  # else there is a new one since the row was read
                break
        self._board.rows[self.id] = row
        self._unsure = False
        return row.length > known

    def _play(self, entry: Entry) -> None:
        try:
            self._record.play(entry)
        except Astray as error:  # its own words hold what somebody did, perhaps secretly
            self._unsure = True
            raise TableError(
                f"table {self.id} ({self.game.info.title}, written by starforge {self._record.setup.written_by}) does "
                f"not play as recorded from entry {error.number} on; it is kept as it is"
            ) from None

    def _looks(self, meta: TableMeta) -> dict[int | None, tuple[Projection, bool]]:
        """Return the faces as they will be, those that somebody looks at, and whether each has changed."""
        viewers = {None, *self._board.viewers(self.id)}
        looks = {}
        for viewer, face in self.faces.items():
            if viewer in viewers:
                coming = face.copy()
                looks[viewer] = coming, coming.look(self._record, over(meta))
        return looks

    def _show(self, looks: dict[int | None, tuple[Projection, bool]]) -> None:
        self.faces = {viewer: face for viewer, (face, _) in looks.items()}
        self._board.changed(self.id)


def over(meta: TableMeta) -> Result | None:
    """Return how a game ended that did not end by its rules."""
    return Result(meta.winners, meta.outcome) if meta.stage == "ended" else None
