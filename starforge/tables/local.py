"""The lobby in this process; what plays its games is loaded when the first of them is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starforge.tables.saved import saved_games
from starforge.tables.summary import Summary

if TYPE_CHECKING:
    from starforge.engine.save import Seat
    from starforge.tables.local_games import LocalGames
    from starforge.tables.local_table import LocalTable
    from starforge.tables.store.tables import Tables


class LocalLobby:
    """The games of the user whose data folder it is given; see ``Lobby``."""

    def __init__(self, data_folder: Path) -> None:
        self.data_folder = data_folder
        self._games: LocalGames | None = None

    @property
    def games(self) -> LocalGames:
        """Return what plays the games; raise StoreError when they cannot be kept."""
        if self._games is None:
            from starforge.tables.local_games import LocalGames

            self._games = LocalGames(self.data_folder)
        return self._games

    @property
    def store(self) -> Tables:
        """Return where the games are kept."""
        return self.games.store

    def tables(self) -> list[Summary]:
        return saved_games(self._games.folder if self._games else self.data_folder)

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> LocalTable:
        return await self.games.create(game, seats, options, seed, start)

    async def open(self, table_id: str) -> LocalTable:
        return await self.games.open(table_id)

    async def remove(self, table_id: str) -> None:
        await self.games.remove(table_id)
