"""What people did at a server's games of the day, and what their ended games came to, as its store keeps it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from starforge.tables.play.meta import TableMeta
from starforge.tables.store.sql import Sql, Work, act

LONGEST_BOARD = 10
"""Lines of a board."""
_RANKED = "ORDER BY won DESC, score DESC, grade DESC, turns, ended, user_id"
"""Won before lost, then by score, on the harder card, in fewer turns, and who was first."""


class Day(NamedTuple):
    """A game of one day; ``grade`` says how hard it is beside those of other days."""

    game: str
    day: str
    grade: int = 0


class Try(NamedTuple):
    """Somebody's first try at the game of a day, which counts; ``ended`` is '' while it is played."""

    user: str
    table: str
    day: str
    won: bool
    score: int
    turns: int
    ended: str

    def told(self, name: str) -> list[str | int | bool]:
        """Return it as clients are told: by the name of who played."""
        return [name, self.table, self.day, self.won, self.score, self.turns, bool(self.ended)]


class Boards(Sql):
    """Keep first tries at the games of the day, and the facts of ended games by user."""

    @act("read")
    def first_try(self, work: Work, user: str, of: Day) -> Try | None:
        found = work(f"{_SELECT} WHERE game = ? AND day = ? AND user_id = ?", of.game, of.day, user).fetchone()
        return _try(found) if found is not None else None

    @act("read")
    def board(self, work: Work, game: str, day: str = "") -> list[Try]:
        """Return the best tries of a day, without one those of all time, of each user the best."""
        if day:
            query = f"{_SELECT} WHERE game = ? AND day = ? AND ended <> '' {_RANKED} LIMIT ?"
            return [_try(row) for row in work(query, game, day, LONGEST_BOARD).fetchall()]
        best: dict[str, Try] = {}
        rows = work(f"{_SELECT} WHERE game = ? AND ended <> '' {_RANKED}", game)
        while len(best) < LONGEST_BOARD and (row := rows.fetchone()) is not None:
            best.setdefault(row[0], _try(row))
        return list(best.values())

    @act("read")
    def counted(self, work: Work, user: str, version: int) -> dict[str, Any]:
        """Return what a user's games came to, by table, as far as that was counted in this version's way."""
        query = "SELECT table_id, facts FROM logbook WHERE user_id = ? AND counted = ?"
        return {table_id: json.loads(facts) for table_id, facts in work(query, user, version).fetchall()}

    @act("write to")
    def count(self, work: Work, user: str, table_id: str, version: int, facts: Any) -> None:
        """Keep what a game came to for a user."""
        work("DELETE FROM logbook WHERE user_id = ? AND table_id = ?", user, table_id)
        work("INSERT INTO logbook VALUES (?, ?, ?, ?)", user, table_id, version, json.dumps(facts))


_SELECT = "SELECT user_id, table_id, day, won, score, turns, ended FROM tries"


def _try(row: Any) -> Try:
    user, table_id, day, won, score, turns, ended = row
    return Try(user, table_id, day, bool(won), score, turns, ended)


def note_try(work: Work, of: Day, user: str, table_id: str) -> None:
    """Keep that a user begins the game of a day at a table, unless that was done before."""
    values = of.game, of.day, user, table_id, of.grade
    work("INSERT INTO tries VALUES (?, ?, ?, ?, ?, 0, 0, 0, '') ON CONFLICT DO NOTHING", *values)


def note_end(work: Work, table_id: str, meta: TableMeta, now: str) -> None:
    """Keep how a try has ended, if the table was one that goes on; one that was given up has no score."""
    user = work("SELECT user_id FROM tries WHERE table_id = ? AND ended = ''", table_id).fetchone()
    if user is None:
        return
    seat = next((n for n, one in enumerate(meta.assignments) if one.user == user[0]), 0)
    score = meta.scores[seat] if seat < len(meta.scores) else 0
    values = int(seat in meta.winners), score, meta.turn, now
    work("UPDATE tries SET won = ?, score = ?, turns = ?, ended = ? WHERE table_id = ?", *values, table_id)
