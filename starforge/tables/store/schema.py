"""What the tables of a database are called and hold, and how a database of an older format becomes one of today's.

There are two kinds of database, each with formats of its own: that of a user's own games, which is here, and that of
a server. Both keep tables and their moves in the same way.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from starforge.tables.store.sql import Work

_TABLES_2 = """
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
"""
"""What tables were called and held in format 2 of both kinds."""
_SEATS = """
CREATE TABLE seats (
  user_id TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, PRIMARY KEY (user_id, table_id)
);
CREATE INDEX tables_by_end ON tables (ended, updated);
"""
"""Who sat at tables that have ended, which are found by that, and by when they ended."""
_MOVES = """
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
CREATE TABLE format (version INTEGER NOT NULL);
"""
_ENDED = "ended INTEGER NOT NULL DEFAULT 0"
PLAY = f"{_TABLES_2[:-4]}, {_ENDED}\n);\n{_MOVES}{_SEATS}"
Migration = Callable[["Work"], None]
"""Turn a database of one format into one of the next, within the transaction that opens it."""


def make_tables(work: Work, statements: str) -> None:
    """Carry statements out, which end with a semicolon and a new line."""
    for statement in statements.split(";\n"):
        if statement.strip():
            work(statement)


class Schema(NamedTuple):
    """Hold the statements that make a new database, and what leads to its format from each one before, from 1."""

    statements: str
    migrations: tuple[Migration, ...]

    @property
    def version(self) -> int:
        """Return the number of the newest format."""
        return len(self.migrations) + 1

    def make(self, work: Work) -> None:
        """Make the tables in an empty database."""
        make_tables(work, self.statements)
        work("INSERT INTO format VALUES (?)", self.version)

    def migrate(self, work: Work, version: int) -> None:
        """Lead a database of an older format to the newest."""
        for step in self.migrations[version - 1 :]:
            step(work)
        work("UPDATE format SET version = ?", self.version)


def _split_local_tables(work: Work) -> None:
    """Lead a user's own games to format 2, in which they are kept as a server keeps tables."""
    last = "SELECT seat, turn, outcome, at FROM moves WHERE table_id = ? ORDER BY n DESC LIMIT 1"
    old = work("SELECT * FROM tables ORDER BY rowid").fetchall()
    entries = work("SELECT * FROM moves ORDER BY table_id, n").fetchall()
    lengths = Counter(entry[0] for entry in entries)
    lasts = {row[0]: work(last, row[0]).fetchone() for row in old}
    work("DROP TABLE moves")
    work("DROP TABLE tables")
    make_tables(work, _TABLES_2 + _MOVES)
    work("INSERT INTO format VALUES (?)", 2)
    for row in old:
        work("INSERT INTO tables VALUES (?, ?, ?, 1, ?, ?, ?)", *_local_table(row, lasts[row[0]], lengths[row[0]]))
    for entry in entries:
        work("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *entry)


def _local_table(row: Any, last: Any, length: int) -> tuple[Any, ...]:
    """Return a table of a user's own games as it is kept since format 2; what is damaged stays so."""
    table_id, game, rules_version, written_by, options, seats, seed, start, turn, created = row
    try:
        setup = {
            "game": game,
            "rules_version": rules_version,
            "seed": int(seed),
            "written_by": written_by,
            "options": json.loads(options),
            "start": start,
        }
        places = [_local_place(**seat) for seat in json.loads(seats)]
    except (ValueError, TypeError):
        return table_id, f"damaged: {options} {seed}", f"damaged: {seats}", length, created, created
    outcome = last[2] if last else None
    meta = {
        "host": next((place["user"] for place in places if place["user"]), ""),
        "places": places,
        "stage": "playing" if outcome is None else "ended",
        "turn": last[1] if last else turn,
        "outcome": outcome or "",
    }
    return table_id, to_text(setup), to_text(meta), length, created, last[3] if last else created


def _local_place(name: str, bot: str = "") -> dict[str, str]:
    return {"user": "" if bot else name, "bot": bot, "name": name}


def mark_ended(work: Work) -> None:
    """Lead tables to format 3 of either kind: those that have ended can be told, and words are those of today."""
    work(f"ALTER TABLE tables ADD COLUMN {_ENDED}")
    make_tables(work, _SEATS)
    for table_id, text in work("SELECT id, meta FROM tables").fetchall():
        try:
            meta = json.loads(text)
            assignments = meta["assignments"] = meta.pop("places")
            meta["stage"] = "seating" if meta.get("stage", "gathering") == "gathering" else meta["stage"]
            users = [one["user"] for one in assignments if one.get("user")] if meta["stage"] == "ended" else []
        except (ValueError, TypeError, LookupError, AttributeError):
            continue  # what is damaged stays so
        ended = int(meta["stage"] == "ended")
        work("UPDATE tables SET meta = ?, ended = ? WHERE id = ?", to_text(meta), ended, table_id)
        note_seats(work, table_id, users)


def note_seats(work: Work, table_id: str, users: Iterable[str]) -> None:
    """Keep who sat at a table that has ended."""
    for user in users:
        work("INSERT INTO seats VALUES (?, ?) ON CONFLICT DO NOTHING", user, table_id)


def to_text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


LOCAL_FILE = "tables.db"
"""The file of a data folder in which a user's own games are kept."""
LOCAL = Schema(PLAY, (_split_local_tables, mark_ended))
