"""Tries at the game of the day: the first one counts, all others are practice; at a server there are boards of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from starforge.bots.levels import USUAL
from starforge.engine.save import Seat
from starforge.games.daily import GAMES_OF_THE_DAY, Daily, came_to, daily, line
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tables.play.replay import Replay
from starforge.tables.summary import Summary


class DayStanding(NamedTuple):
    """Say how a game of the day stands: the table of the first try ('': none), its turn, and what it came to.

    ``today`` and ``ever`` are the lines of the boards, which only a server has.
    """

    of: Daily
    table_id: str = ""
    tried: bool = False
    ended: bool = False
    turn: int = 0
    result: str = ""
    today: tuple[str, ...] = ()
    ever: tuple[str, ...] = ()


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


async def own_standings(lobby: LocalLobby, day: str) -> list[DayStanding]:
    """Return how the games of a day stand among a user's own games."""
    found = []
    for of in (daily(game, day) for game in GAMES_OF_THE_DAY):
        first = next(iter(await tries(lobby, of)), None)
        if first is None:
            found.append(DayStanding(of))
        else:
            told = await result(lobby, of, first) if first.ended else ""
            found.append(DayStanding(of, first.id, True, first.ended, first.turn, told))
    return found


def standings(said: dict[str, Any]) -> list[DayStanding]:
    """Return how the games of the day stand at a server, from what it says."""
    found = []
    for game, one in said["games"].items():
        of, mine = daily(game, said["day"]), one["mine"]
        boards = tuple(tuple(_board(game, one[name], dated=name == "ever")) for name in ("today", "ever"))
        if mine is None:
            found.append(DayStanding(of, today=boards[0], ever=boards[1]))
            continue
        _, table_id, day, won, score, turn, ended = mine
        name = f"Patrol {day}" if game == "astroforce" else f"{game.title()} {day}:"
        told = f"{name} {came_to(game, day, won, score, turn)}" if ended else ""
        found.append(DayStanding(of, table_id, True, ended, turn, told, *boards))
    return found


def _board(game: str, rows: list[Any], dated: bool) -> list[str]:
    """Return the lines of a board, the best first."""
    lines = []
    for place, (name, _, day, won, score, turns, _) in enumerate(rows, 1):
        lines.append(f"{place}. {name}: {came_to(game, day, won, score, turns)}{f', {day}' if dated else ''}")
    return lines


def board_lines(found: list[DayStanding]) -> list[str]:
    """Return the boards as lines, for whoever reads them without a screen."""
    told = []
    for one in found:
        title = "Astroforce" if one.of.game == "astroforce" else "Reach"
        for heading, lines in ((f"{title}, {one.of.day}", one.today), (f"{title}, of all time", one.ever)):
            told += [f"{heading}:", *(f"  {line}" for line in lines or ("nobody yet",))]
    return told
