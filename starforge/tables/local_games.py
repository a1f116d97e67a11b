"""A user's own games as they are played in this process: hot-seat, alone and against bots."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any

from starforge.engine.match import Match
from starforge.engine.rng import SEED_BITS
from starforge.engine.save import SaveError, Seat
from starforge.games import load
from starforge.tables.lobby import check_seats
from starforge.tables.local_table import LocalTable, draft_file
from starforge.tables.play.live_table import LiveTable
from starforge.tables.play.meta import TableMeta, TableRow
from starforge.tables.play.new_table import check_start, new_options, setup_of
from starforge.tables.play.progress import begin
from starforge.tables.shared import SeatAssignment
from starforge.tables.store.contract import Gone, StoreError, Taken
from starforge.tables.store.schema import LOCAL_FILE
from starforge.tables.store.sqlite import set_aside
from starforge.tables.store.tables import local_store


class LocalGames:
    """Keep the tables of the user whose data folder it is given; see ``Lobby``, and ``Listing`` for tables at play."""

    def __init__(self, data_folder: Path) -> None:
        self.folder, self.now = data_folder, time
        self.store = local_store(data_folder)
        self.command = "starforge"
        self.rows: dict[str, TableRow] = {}
        self._open: dict[str, LocalTable] = {}

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> LocalTable:
        named = check_seats(game, seats)
        rules = load(game)
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        if self.lost:
            await self.move(self.folder)
        match = Match(rules, new_options(rules, dict(options)), len(named), seed, start)
        check_start(match)
        assignments = tuple(SeatAssignment("" if one.bot else one.name, one.bot, name=one.name) for one in named)
        host = next((place.user for place in assignments if place.user), "")
        meta = begin(TableMeta(host, assignments), match.state, self.now())
        while True:
            name = secrets.token_hex(3)
            try:
                await self.store.create(name, setup_of(match), meta)
            except Taken:
                continue
            return await self.open(name)

    async def open(self, table_id: str) -> LocalTable:
        table = self._open.pop(table_id, None)
        if table is None:
            self.rows[table_id] = await self._row(table_id)
            live = LiveTable(table_id, self)
            await live.load()
            table = LocalTable(live, self)
        else:
            table.refresh()
        self._open[table_id] = table
        return table

    async def _row(self, table_id: str) -> TableRow:
        try:
            return await self.store.row(table_id)
        except Gone:
            raise _missing(table_id) from None

    async def remove(self, table_id: str) -> None:
        try:
            await self.store.remove(table_id)
        except Gone:
            raise _missing(table_id) from None
        self._open.pop(table_id, None)
        draft_file(self.folder, table_id).unlink(missing_ok=True)

    @property
    def lost(self) -> str:
        """Return why the games are in memory alone, '' where they are kept."""
        return self.store.database.lost

    async def move(self, folder: Path) -> None:
        """Keep the games that are open in another folder from now on, or in the same made anew; raise StoreError."""
        set_aside(folder / LOCAL_FILE)
        store = local_store(folder)
        await store.adopt([(self.rows[name], table.entries) for name, table in self._open.items()])
        self.folder, self.store = folder, store

    def name_of(self, user: str) -> str:
        """Return the user: people of one terminal have names only."""
        return user

    def viewers(self, table_id: str) -> set[int | None]:
        """Return the seats from which a table was looked at."""
        table = self._open.get(table_id)
        return table.looked_at if table else set()

    def changed(self, table_id: str) -> None:
        """Let those who watch a table see how it stands."""
        table = self._open.get(table_id)
        if table is not None:
            table.changed()

    def unplayable(self, table_id: str, error: SaveError) -> Exception:
        """Return the error as it is: whoever sees it may see the whole record."""
        return error


def _missing(table_id: str) -> StoreError:
    return StoreError(f"there is no saved game {table_id!r}; 'starforge saves' lists those there are")
