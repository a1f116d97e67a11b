"""A table in memory that is being played: its record, what is shown of it, and the one door for what is done at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from starforge.bots.bot import derive
from starforge.engine.event import Event, redact
from starforge.engine.game import Game
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.save import Save, SaveError, Seat, to_save
from starforge.engine.state import Result
from starforge.tables.play import progress
from starforge.tables.play.clocks import Back
from starforge.tables.play.meta import RESIGN, REST, RETURN, REWIND, UNDO, Asked, Entry, TableMeta, TableRow
from starforge.tables.play.projection import Projection
from starforge.tables.play.record import Astray, Record
from starforge.tables.play.seating import level_for, seats_of
from starforge.tables.store.contract import StoreError, Taken
from starforge.tables.store.tables import Tables
from starforge.tables.table import Overtaken, TableError

Edit = Callable[[TableMeta], TableMeta]
"""A change of how a table stands; it raises TableError to refuse."""
_log = logging.getLogger(__name__)
_AT_A_TIME = 10
"""Entries that are played before others have their turn."""
BACK: dict[str, Back] = {UNDO: "own", REWIND: "agreed", RETURN: "own"}
"""What brings a seat back to what it had answered."""


class Listing(Protocol):
    """Where tables are listed: what a table at play needs of it; ``rows`` is how each of them is kept."""

    rows: dict[str, TableRow]
    now: Callable[[], float]

    @property
    def store(self) -> Tables:
        """Return where the tables are kept."""

    def name_of(self, user: str) -> str:
        """Return what a user is called."""

    def viewers(self, table_id: str) -> set[int | None]:
        """Return the seats from which a table is looked at, None among them for those that watch."""

    def changed(self, table_id: str) -> None:
        """Take in that a table stands otherwise than before."""

    def unplayable(self, table_id: str, error: SaveError) -> Exception:
        """Return what is to be raised about a record that cannot be played."""


class LiveTable:
    """Play one table for all that sit at it or look on.

    ``projections`` are what they are shown: made anew when an entry is durable, never before. What is done at the table
    waits in line for ``lock``. ``record`` holds secrets, so nothing of it leaves the server but through a projection.
    """

    def __init__(self, table_id: str, listing: Listing) -> None:
        self.id, self._listing = table_id, listing
        row = listing.rows[table_id]
        self.lock = asyncio.Lock()
        self.projections: dict[int | None, Projection] = {}
        self._unsure = False
        try:
            self.record = Record(table_id, row.setup.save(seats_of(row.meta.assignments, listing.name_of)))
        except SaveError as error:
            raise listing.unplayable(table_id, error) from error
        self.game: Game[Any, Any] = self.record.game

    async def load(self) -> None:
        """Play the record to where it stands; raise TableError in words where that is not possible."""
        async with self.lock:
            await self._catch_up()
            self.projections = {None: Projection(None, self.record, over(self.row.meta))}
            self._show(self._looks(self.row.meta))

    @property
    def row(self) -> TableRow:
        """Return how the table is kept."""
        return self._listing.rows[self.id]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats as they are named, and who plays them now."""
        return seats_of(self.row.meta.assignments, self._listing.name_of)

    async def show(self, viewer: int | None) -> Projection:
        """Return what a seat, or everybody, may know, and keep that up to date from now on."""
        async with self.lock:
            return self.shown(viewer)

    def shown(self, viewer: int | None) -> Projection:
        """Return what a seat, or everybody, may know; nothing may be under way at the table."""
        if viewer not in self.projections:
            self.projections[viewer] = Projection(viewer, self.record, over(self.row.meta))
        return self.projections[viewer]

    async def refresh(self) -> bool:
        """Take in what another process did at this table; return whether there was anything."""
        async with self.lock:
            news = await self._catch_up()
            if news:
                self._show(self._looks(self.row.meta))
            return news

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
        overtaken = False
        while True:
            if mine is not None:
                self.check_known(seat, mine)
            try:
                return await self._enter(seat, text, edit)
            except Illegal as error:
                if overtaken:
                    raise Overtaken(self.game.info.order_rule) from error
                raise
            except Taken:
                overtaken = self._unsure = True
                self.record = self.record.again()
                await self._catch_up()
                self._show(self._looks(self.row.meta))

    def check_known(self, seat: int, mine: int) -> None:
        """Raise Overtaken when a seat has other entries than the ``mine`` that its player knows of."""
        if mine != self.record.mine[seat]:
            raise Overtaken(self.game.info.order_rule)

    async def _enter(self, seat: int, text: str, edit: Edit | None) -> list[Event]:
        record, row = self.record, self.row
        if row.meta.stage != "playing":
            raise TableError("this table is not being played, so nothing can be done at it")
        changed = edit(row.meta) if edit else row.meta
        try:
            events = record.do(seat, text)
        except ValueError as error:
            raise TableError(str(error)) from error
        try:
            by, back = Asked(len(record.entries) + 1, self._listing.now()), BACK.get(text, "")
            s = record.match.state
            meta = progress.step(changed, s, by, back, public=False)
            looks = self._looks(meta)
            if meta != row.meta or looks[None] is not self.projections[None]:
                await self._keep(record.entry(seat, text), progress.step(changed, s, by, back))
            else:
                await self._keep(record.entry(seat, text), None)
        except Taken:
            raise
        except BaseException as error:
            self._unsure = True
            self.record = record.again()
            if isinstance(error, StoreError):
                raise TableError(str(error)) from error
            raise
        self._show(looks)
        return events

    async def act_for_bot(self, seat: int, wanted: str, mine: int) -> None:
        """Do what a bot wants, or any allowed action where that makes no sense; nothing if the seat has acted since."""
        async with self.lock:
            legal = [str(action) for action in self.game.legal(self.record.match.state, seat)]
            if not legal or not progress.bot_at(self.row.meta, seat):
                return
            if wanted not in legal:
                _log.warning("the bot at seat %d of table %s takes any action", seat, self.id)
                rng = Rng(derive("any", self.record.setup.seed, len(self.record.entries)))
                wanted = legal[rng.below(len(legal))]
            with suppress(Overtaken, Illegal):
                await self.enter(seat, wanted, mine)

    async def resign(self, seat: int) -> None:
        """Give a seat up for good."""
        names, together = [one.name for one in self.seats], self.game.info.together

        def resigned(meta: TableMeta) -> TableMeta:
            progress.check_held(meta, seat)
            return progress.resign(meta, seat, names, together, self._listing.now())

        async with self.lock:
            await self.enter(seat, RESIGN, edit=resigned)

    async def rest(self, seat: int, level: str, check: Callable[[TableMeta], None]) -> None:
        """Let a bot play a seat that somebody holds; ``check`` raises TableError when that is not allowed."""
        level = level_for(self.game, level)

        def rested(meta: TableMeta) -> TableMeta:
            check(meta)
            return progress.rest(meta, seat, level, self._listing.now())

        async with self.lock:
            await self.enter(seat, f"{REST} {level}", edit=rested)

    async def return_(self, seat: int) -> None:
        """Give a seat back to its user."""
        async with self.lock:
            await self.enter(seat, RETURN, edit=lambda meta: progress.return_(meta, seat, self._listing.now()))

    def save(self) -> Save:
        """Return the match as a save; whoever holds it can work out every secret in it."""
        save = to_save(self.record.match, list(self.seats))
        ended = over(self.row.meta) is not None and self.record.match.state.result is None
        return replace(save, ended=self.row.meta.outcome, winners=list(self.row.meta.winners)) if ended else save

    async def _keep(self, entry: Entry, meta: TableMeta | None) -> None:
        """Write an entry down; ``meta`` is given when something has changed for all that watch."""
        row, n = self.row, len(self.record.entries) + 1
        version = await self._listing.store.append(self.id, n, entry, None if meta is None else (meta, row.version))
        self.record.entries.append(entry)
        row = self.row._replace(length=n)
        if meta is not None:
            row = row._replace(meta=meta, version=version)
        self._listing.rows[self.id] = row

    async def _catch_up(self) -> bool:
        """Take in what the store has and this table has not; return whether there was anything."""
        known = len(self.record.entries)
        while True:
            row = await self._listing.store.row(self.id)
            new = await self._listing.store.entries(self.id, len(self.record.entries))
            for n, entry in enumerate(new, 1):
                self._play(entry)
                if n % _AT_A_TIME == 0:
                    await asyncio.sleep(0)
            if len(self.record.entries) < row.length:
                raise TableError(f"table {self.id} cannot be played: entries of its record are missing")
            if len(self.record.entries) == row.length:  # else there is a new one since the row was read
                break
        self._listing.rows[self.id] = row
        self._unsure = False
        return row.length > known

    def _play(self, entry: Entry) -> None:
        try:
            self.record.play(entry)
        except Astray as error:
            self._unsure = True
            raise self._listing.unplayable(self.id, error) from None

    def _looks(self, meta: TableMeta) -> dict[int | None, Projection]:
        """Return the projections as they will be, those that somebody looks at."""
        viewers = {None, *self._listing.viewers(self.id)}
        known = self.projections.items()
        return {viewer: one.after(self.record, over(meta)) for viewer, one in known if viewer in viewers}

    def _show(self, looks: Mapping[int | None, Projection]) -> None:
        self.projections = dict(looks)
        self._listing.changed(self.id)


def over(meta: TableMeta) -> Result | None:
    """Return how a game ended that did not end by its rules."""
    return Result(meta.winners, meta.outcome) if meta.stage == "ended" else None
