"""The store: one SQLite file in which moves are only ever appended, durable before anybody is told of them."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from starforge.engine.save import Save, Seat
from starforge.engine.state import to_jsonable
from starforge.tables.table import TableError

UNDO = "!undo"
"""The text of the entry that takes the action before it back; no action begins like that."""

_SCHEMA = 1
_TABLES = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL, written_by TEXT NOT NULL,
  options TEXT NOT NULL, seats TEXT NOT NULL, seed TEXT NOT NULL, start TEXT NOT NULL, turn INTEGER NOT NULL,
  created TEXT NOT NULL
);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
"""
_LIST = """
SELECT t.*, m.turn AS last_turn, m.outcome, coalesce(m.at, t.created) AS updated FROM tables AS t LEFT JOIN moves AS m
ON m.table_id = t.id AND m.n = (SELECT max(n) FROM moves WHERE table_id = t.id) ORDER BY updated DESC, t.rowid DESC
"""
_WAIT = 10.0
_log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """One line of a table's record: an action or an undo, and how the game stood after it."""

    seat: int
    action: str
    digest: str
    turn: int
    outcome: str | None


class TableRow(NamedTuple):
    """A table as it was set up (a save without moves), how it stands, and when it was last played."""

    id: str
    setup: Save
    turn: int
    outcome: str | None
    updated: datetime


class StoreError(TableError):
    """Report that the store cannot be read or written."""


class Taken(Exception):
    """Report that another process wrote that entry of the table first."""


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Do what is inside in one transaction, which writes from its beginning: none has to wait in its middle."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


class Store:
    """Keep tables in one private file of the user; several processes may use it at once.

    Raise StoreError, with a sentence, from every method that cannot do its work; what was kept before stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._worded("open"):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.parent.chmod(0o700)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            path.chmod(0o600)
            self._db = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                self._db.execute(f"PRAGMA {pragma}")
            self._migrate()

    def _migrate(self) -> None:
        with transaction(self._db) as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > _SCHEMA:
                raise StoreError(
                    f"{self.path} was written by a newer starforge (format {version}; this one knows {_SCHEMA}); "
                    "update starforge to go on with these games"
                )
            if version == 0:
                for statement in _TABLES.split(";\n"):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version={_SCHEMA}")

    @contextmanager
    def _worded(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"cannot {doing} {self.path}: {error}; {advice(error)}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def create(self, table_id: str, setup: Save, turn: int) -> None:
        """Keep a new table; raise Taken when the id is in use."""
        row = (
            table_id,
            setup.game,
            setup.rules_version,
            setup.written_by,
            json.dumps(setup.options),
            json.dumps([to_jsonable(seat) for seat in setup.seats]),
            str(setup.seed),
            setup.start,
            turn,
            _now(),
        )
        self._insert("tables", row)

    def append(self, table_id: str, n: int, entry: Entry) -> None:
        """Keep entry ``n`` of a table, from 1; raise Taken when another process has been faster."""
        self._insert("moves", (table_id, n, *entry, _now()))

    def _insert(self, table: str, row: tuple[Any, ...]) -> None:
        marks = ",".join("?" * len(row))
        try:
            with self._worded("write to"), transaction(self._db) as db:
                db.execute(f"INSERT INTO {table} VALUES ({marks})", row)
        except StoreError as error:
            cause = error.__cause__
            if isinstance(cause, sqlite3.IntegrityError) and cause.sqlite_errorname == "SQLITE_CONSTRAINT_PRIMARYKEY":
                raise Taken from None
            raise

    def entries(self, table_id: str, since: int = 0) -> list[Entry]:
        """Return a table's entries after number ``since``, in order."""
        with self._worded("read"):
            query = "SELECT seat, action, digest, turn, outcome FROM moves WHERE table_id = ? AND n > ? ORDER BY n"
            return [Entry(*row) for row in self._db.execute(query, (table_id, since))]

    def rows(self) -> list[TableRow]:
        """Return all tables, last played first, without those whose entry is damaged."""
        with self._worded("read"):
            found = self._db.execute(_LIST).fetchall()
        rows = []
        for row in found:
            try:
                rows.append(self._row(row))
            except StoreError as error:
                _log.warning("%s", error)
        return rows

    def row(self, table_id: str) -> TableRow:
        """Return one table; raise StoreError when there is none of that id."""
        with self._worded("read"):
            for row in self._db.execute(_LIST):
                if row["id"] == table_id:
                    return self._row(row)
        raise _missing(table_id)

    def remove(self, table_id: str) -> None:
        """Forget a table and its moves."""
        with self._worded("write to"), transaction(self._db) as db:
            gone = db.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount
        if not gone:
            raise _missing(table_id)

    def _row(self, row: sqlite3.Row) -> TableRow:
        try:
            setup = Save(
                game=row["game"],
                rules_version=row["rules_version"],
                written_by=row["written_by"],
                options=json.loads(row["options"]),
                seats=[Seat(**seat) for seat in json.loads(row["seats"])],
                seed=int(row["seed"]),
                start=row["start"],
            )
            updated = datetime.fromisoformat(row["updated"])
        except (ValueError, TypeError) as error:
            what = str(error).splitlines()[0]
            raise StoreError(f"{self.path} is damaged at table {row['id']!r}: {what}; {_DAMAGED}") from error
        turn = row["turn"] if row["last_turn"] is None else row["last_turn"]
        return TableRow(row["id"], setup, turn, row["outcome"], updated)


def _missing(table_id: str) -> StoreError:
    return StoreError(f"there is no saved game {table_id!r}; 'starforge saves' lists those there are")


_DAMAGED = "it is left as it is: move it away (keep it) and start anew, or repair it with 'sqlite3 FILE .recover'"


def advice(error: sqlite3.Error | OSError, elsewhere: str = "point STARFORGE_HOME to another folder") -> str:
    """Return what can be done about an error of a SQLite file."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return "that game was removed meanwhile"
    if name.startswith("SQLITE_FULL") or getattr(error, "errno", None) == 28:
        return "the disk is full: make room and try again, nothing is lost"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "another program holds it: close that and try again, nothing is lost"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
        return _DAMAGED
    return f"make that file and its folder writable, or {elsewhere}"


def _now() -> str:
    return datetime.now(UTC).isoformat()
