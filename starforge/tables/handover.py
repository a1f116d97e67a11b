"""Handing a game that was begun at one terminal to a server, so that its players go on from their own."""

from __future__ import annotations

from starforge.tables.local_table import LocalTable
from starforge.tables.play.new_table import without_chance
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError

TERMS = (
    "The dice to come are new and known to nobody. Decks and hands are as they were, so whoever could read the saved "
    "game may know what lies in them. What happened before is not told there, and nothing of it can be taken back."
)
"""What it means to go on at a server."""


async def hand_over(table: LocalTable, lobby: RemoteLobby, seat: int | None = None) -> str:
    """Offer a game at a server as it stands now, and return the id it has there.

    The user takes ``seat``, else the first that a person holds; the other people's seats are open. Raise TableError
    when the game has ended, the seat is a bot's, or the server does not take it. The saved game stays as it is.
    """
    if table.view(None).result is not None:
        raise TableError("this game has ended; only a game that goes on can be handed over")
    if not table.here:
        raise TableError("nobody but bots plays this game")
    own = table.here[0] if seat is None else seat
    if own not in table.here:
        raise TableError(f"seat {own + 1} is not a person's; there are: {', '.join(str(n + 1) for n in table.here)}")
    assignments = [SeatAssignment(bot=one.bot) for one in table.seats]
    start = without_chance(table.position())
    table_id = await lobby.offer(table.game.info.id, assignments, table.save().options, Clock(), start)
    if own != table.here[0]:
        await lobby.join(table_id, own)
    return table_id
