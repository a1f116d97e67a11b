"""Tries at the game of the day among a user's own games: the first one counts, all others are practice."""

from __future__ import annotations

from starforge.bots.levels import USUAL
from starforge.engine.save import Seat
from starforge.games.daily import Daily, line
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tables.play.replay import Replay
from starforge.tables.summary import Summary


async def tries(lobby: LocalLobby, of: Daily) -> list[Summary]:
    """Return the games of the day that were begun, the first one first."""
    near = [one for one in lobby.tables() if one.game == of.game and one.updated.date().isoformat() >= of.day]
    rows = [(one, await lobby.store.row(one.id)) for one in near]
    mine = [(row.created, one.id, one) for one, row in rows if row.setup.seed == of.seed]
    return [one for *_, one in sorted(mine, key=lambda found: found[:2])]


async def begin(lobby: LocalLobby, of: Daily, name: str) -> LocalTable:
    """Set up the game of the day once more."""
    people = [Seat(name=name or "Ada")] * (of.seats - of.bots)
    bots = [Seat(name="Bot", bot=USUAL)] * of.bots
    return await lobby.create(of.game, [*people, *bots], of.options, of.seed)


async def result(lobby: LocalLobby, of: Daily, table: Summary) -> str:
    """Return in one line how an ended try went."""
    replay = Replay((await lobby.open(table.id)).save())
    return line(of, replay.story(0), replay.turns[-1])
