"""What a lobby is: the tables there are, and the way to new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from starforge.bots.levels import checked
from starforge.engine.save import OptionError, Seat
from starforge.games import GAMES, load
from starforge.tables.summary import Summary
from starforge.tables.table import Table, name_seats


class Lobby(Protocol):
    """The tables of one user or one server."""

    def tables(self) -> list[Summary]:
        """Return the tables, last played first, open and ended."""

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> Table:
        """Set up a new table and return it; ``start`` is a position to begin from.

        Raise OptionError or PositionError for what cannot be played, TableError if it cannot be kept.
        """

    async def open(self, table_id: str) -> Table:
        """Return a table, played to where it stands; raise SaveError or TableError in words if that is impossible."""

    async def remove(self, table_id: str) -> None:
        """Forget a table for good; raise TableError if there is none or it cannot be removed."""


def title_of(game: str, room: int = 80) -> str:
    """Return a game's title, without its second part where there is no room; the slug of a game not known here."""
    title = load(game).info.title if game in GAMES else game
    return title if len(title) <= room else title.partition(":")[0]


def label_of(game: str, options: Mapping[str, Any]) -> str:
    """Return what distinguishes a game with these options, '' where nothing does or they are not known here."""
    try:
        return load(game).label(options) if game in GAMES else ""
    except (LookupError, ValueError):
        return ""


def counts(seats: Sequence[int]) -> str:
    """Return seat counts in words: "2, 3 or 4"."""
    *most, last = map(str, seats)
    return f"{', '.join(most)} or {last}" if most else last


def check_seats(game: str, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats as they will be named; raise OptionError if the game or these seats cannot be played."""
    if game not in GAMES:
        raise OptionError(f"there is no game {game!r}; there are: {', '.join(sorted(GAMES)) or 'none'}")
    info = load(game).info
    if len(seats) not in info.seats:
        raise OptionError(f"{info.title} is for {counts(info.seats)} seats, not {len(seats)}")
    try:
        return name_seats([replace(one, bot=checked(load(game), one.bot) if one.bot else "") for one in seats])
    except ValueError as error:
        raise OptionError(str(error)) from None
