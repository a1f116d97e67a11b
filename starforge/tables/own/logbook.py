"""The logbook of a user's own games: what each came to, counted once from its moves, and kept in their store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from starforge.engine.save import Save, SaveError
from starforge.engine.shape import Misshapen, read_shape
from starforge.engine.state import to_jsonable
from starforge.games.feats import side
from starforge.quick import dataclass
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.store.tables import Tables
from starforge.tables.summary import Summary
from starforge.tables.table import TableError

COUNTED = 1
"""The version of how games are counted; what was counted by another is counted anew."""
_TABLE = """CREATE TABLE IF NOT EXISTS logbook (
  table_id TEXT NOT NULL PRIMARY KEY, counted INTEGER NOT NULL, facts TEXT NOT NULL
)"""


@dataclass(frozen=True, slots=True)
class Logged:
    """Hold what an ended game came to for the first of its people.

    ``label`` is the patrol or scenario, ``side`` the ship or faction, ``levels`` are those of the bots; ``luck`` holds
    by label what chance gave and what was to be expected.
    """

    id: str
    game: str
    label: str
    side: str
    seats: int
    levels: tuple[str, ...]
    won: bool
    score: int
    outcome: str
    turns: int
    ended: str
    luck: dict[str, tuple[float, float]]
    feats: tuple[str, ...]


class Ended(NamedTuple):
    """An ended game that is to be counted for a seat: how it is kept, how lists tell it, and when it ended."""

    table_id: str
    save: Save
    seat: int
    verdict: str
    at: str

    def counted(self) -> Any:
        """Return what the game came to as JSON knows it, None for one that cannot be played again."""
        try:
            return to_jsonable(logged(self))
        except SaveError:
            return None


def logged(ended: Ended) -> Logged:
    """Return what an ended game came to for a seat; raise SaveError when it cannot be played again."""
    save, seat = ended.save, ended.seat
    replay = Replay(save)
    story, card = replay.story(seat), replay.end_card()
    luck: dict[str, tuple[float, float]] = {}
    for one in card.luck:
        if one.seat in (None, seat):
            had, expected = luck.get(one.label, (0.0, 0.0))
            luck[one.label] = (had + one.had, expected + one.expected)
    return Logged(
        id=ended.table_id,
        game=save.game,
        label=replay.game.label(save.options),
        side=side(save.game, story),
        seats=len(save.seats),
        levels=tuple(seat.bot for seat in save.seats if seat.bot),
        won=story.won,
        score=story.score,
        outcome=ended.verdict,
        turns=replay.turns[-1],
        ended=ended.at,
        luck=luck,
        feats=tuple(feat.id for feat in replay.feats(seat)),
    )


def read_logbook(store: Tables) -> dict[str, Logged | None]:
    """Return what has been counted, by table; None for games that do not count."""
    with store.database.transaction("write to") as work:
        work(_TABLE)
        rows = work("SELECT table_id, facts FROM logbook WHERE counted = ?", COUNTED).fetchall()
    found: dict[str, Logged | None] = {}
    for table_id, facts in rows:
        try:
            found[table_id] = read_shape(Logged, known) if (known := json.loads(facts)) else None
        except (Misshapen, ValueError):
            continue  # it is counted anew
    return found


def keep(store: Tables, table_id: str, one: Logged | None) -> None:
    facts = json.dumps(to_jsonable(one))
    with store.database.transaction("write to") as work:
        work("DELETE FROM logbook WHERE table_id = ?", table_id)
        work("INSERT INTO logbook VALUES (?, ?, ?)", table_id, COUNTED, facts)


def _of_people(table: Summary, save: Save) -> Logged | None:
    """Return what an ended game came to for the first of its people, None for a game of bots."""
    people = [n for n, seat in enumerate(save.seats) if not seat.bot]
    at = table.updated.isoformat(timespec="seconds")
    return logged(Ended(table.id, save, people[0], table.verdict, at)) if people else None


async def count_games(
    lobby: LocalLobby, tell: Callable[[int, int], None] = lambda done, of: None, game: str = "", most: int | None = None
) -> list[Logged]:
    """Count the ended games that were not counted yet, and return all, the last ended first; ``tell`` hears of each.

    Games that were deleted since still count; those that cannot be played again do not. Of one ``game`` alone, and at
    ``most`` so many of those played last, it is done sooner.
    """
    counted = read_logbook(lobby.store)
    left = [one for one in lobby.tables() if one.ended and one.id not in counted and game in ("", one.game)][:most]
    for n, table in enumerate(left):
        tell(n, len(left))
        try:
            one = _of_people(table, (await lobby.open(table.id)).save())
        except (SaveError, TableError):
            one = None
        keep(lobby.store, table.id, one)
        counted[table.id] = one
        await asyncio.sleep(0)  # others go on meanwhile
    games = [one for one in counted.values() if one is not None]
    return sorted(games, key=lambda one: (one.ended, one.id), reverse=True)  # games may end in one second
