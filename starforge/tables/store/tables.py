"""The tables that people play at: what each began from, its record, which only grows, and how it stands."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from starforge.engine.shape import read_shape
from starforge.engine.state import to_jsonable
from starforge.tables.play.meta import Entry, TableMeta, TableRow, TableSetup
from starforge.tables.store.contract import Gone, News, StoreError, Taken
from starforge.tables.store.schema import LOCAL, LOCAL_FILE, note_seats
from starforge.tables.store.sql import Direct, Sql, Work, act, stamped
from starforge.tables.store.sqlite import SqliteFile

MOST_LISTED = 40
"""Tables of one user that have ended and are listed, the last ones."""
_log = logging.getLogger(__name__)


class Tables(Sql):
    """Keep tables and their moves; ``about_tables``: what else holds something about each of them.

    Each act, of this and the other parts of a store, is one transaction, durable on return; it raises StoreError, in
    words, when it cannot be done, and then nothing has changed (when the way to a database breaks, look what is there).
    An act that is cancelled may still be carried out.
    """

    about_tables: tuple[str, ...] = ()

    @act("write to")
    def create(self, work: Work, table_id: str, setup: TableSetup, meta: TableMeta) -> None:
        """Keep a new table, of version 1; raise Taken when the id is in use."""
        insert_table(work, table_id, setup, meta, self.stamp())

    def note_end(self, work: Work, table_id: str, meta: TableMeta) -> None:
        """Keep what else there is to keep of a table that has ended now."""

    def _change(self, work: Work, table_id: str, meta: TableMeta, version: int) -> int:
        after = change_meta(work, table_id, meta, version, self.stamp())
        if meta.stage == "ended":
            self.note_end(work, table_id, meta)
        return after

    @act("write to")
    def adopt(self, work: Work, tables: Sequence[tuple[TableRow, Sequence[Entry]]]) -> None:
        """Keep tables that another store has held, as they stand; raise StoreError where an id is in use."""
        now = self.stamp()
        for row, entries in tables:
            if work("SELECT 1 FROM tables WHERE id = ?", row.id).fetchone():
                raise StoreError(f"{self.where} holds a game {row.id} already; name another folder")
            held = row.id, _text(row.setup), _text(row.meta), row.version, len(entries), stamped(row.created), now
            work("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *held, int(row.meta.stage == "ended"))
            for n, entry in enumerate(entries, 1):
                work("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.id, n, *entry, now)

    @act("read")
    def rows(self, work: Work) -> list[TableRow]:
        """Return the tables that have not ended, last changed first, without those whose row is damaged."""
        return sound_rows(work, self.where)

    @act("read")
    def ended(self, work: Work, user: str, most: int = MOST_LISTED) -> list[TableRow]:
        """Return the tables at which a user sat and which have ended, last changed first, at most so many."""
        query = "SELECT t.* FROM seats AS s JOIN tables AS t ON t.id = s.table_id WHERE s.user_id = ?"
        return _sound(work(f"{query} ORDER BY t.updated DESC LIMIT ?", user, most).fetchall(), self.where)

    @act("read")
    def ended_before(self, work: Work, moment: datetime, most: int) -> list[str]:
        """Return the tables that ended before a moment, those that did so first, at most so many."""
        query = "SELECT id FROM tables WHERE ended = 1 AND updated < ? ORDER BY updated LIMIT ?"
        return [row[0] for row in work(query, stamped(moment), most).fetchall()]

    @act("read")
    def row(self, work: Work, table_id: str) -> TableRow:
        """Return a table; raise Gone when there is none of that id, StoreError when it is damaged."""
        found = work("SELECT * FROM tables WHERE id = ?", table_id).fetchone()
        if found is None:
            raise Gone(table_id)
        return _row(found, self.where)

    @act("read")
    def entries(self, work: Work, table_id: str, since: int = 0) -> list[Entry]:
        """Return the entries of a table after number ``since``, in order."""
        query = "SELECT seat, action, digest, turn, outcome FROM moves WHERE table_id = ? AND n > ? ORDER BY n"
        return [Entry(*row) for row in work(query, table_id, since).fetchall()]

    @act("write to")
    def append(
        self,
        work: Work,
        table_id: str,
        n: int,
        entry: Entry,
        stands: tuple[TableMeta, int] | None = None,
    ) -> int:
        """Keep entry ``n`` of a table, from 1, and how it stands, if that is given with the version that it had.

        Return the version after it; raise Taken when there is an entry ``n``, or none before it, or another version.
        """
        now = self.stamp()
        longer = "UPDATE tables SET length = length + 1, updated = ? WHERE id = ? AND length = ?"
        if not work(longer, now, table_id, n - 1).rowcount:
            raise _overtaken(work, table_id)
        work("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table_id, n, *entry, now)
        if stands is not None:
            return self._change(work, table_id, *stands)
        work.tell(News("table", table_id))
        return int(work("SELECT version FROM tables WHERE id = ?", table_id).fetchone()[0])

    @act("write to")
    def change(self, work: Work, table_id: str, meta: TableMeta, version: int) -> int:
        """Keep the meta of a table and return its new version; raise Taken when it is not ``version`` any more."""
        return self._change(work, table_id, meta, version)

    @act("write to")
    def remove(self, work: Work, table_id: str) -> None:
        """Forget a table with its entries, talk and read markers."""
        if not work("DELETE FROM tables WHERE id = ?", table_id).rowcount:
            raise Gone(table_id)
        for about in self.about_tables:
            work(f"DELETE FROM {about} WHERE table_id = ?", table_id)
        work.tell(News("table", table_id))


def insert_table(work: Work, table_id: str, setup: TableSetup, meta: TableMeta, now: str) -> None:
    """Keep a new table, of version 1."""
    texts = _text(setup), _text(meta)
    work("INSERT INTO tables VALUES (?, ?, ?, 1, 0, ?, ?, 0)", table_id, *texts, now, now)
    work.tell(News("table", table_id))


def sound_rows(work: Work, where: str) -> list[TableRow]:
    """Return the tables that have not ended, last changed first; see ``_sound``."""
    return _sound(work("SELECT * FROM tables WHERE ended = 0 ORDER BY updated DESC, id DESC").fetchall(), where)


def _sound(found: list[Any], where: str) -> list[TableRow]:
    """Return tables without those whose row is damaged; ``where`` is said in the words about them."""
    rows = []
    for one in found:
        try:
            rows.append(_row(one, where))
        except StoreError as error:
            _log.warning("%s", error)
    return rows


def _row(found: Any, where: str) -> TableRow:
    table_id, setup, meta, version, length, created, updated, _ = found
    try:
        parts = read_shape(TableSetup, json.loads(setup)), read_shape(TableMeta, json.loads(meta))
        times = datetime.fromisoformat(created), datetime.fromisoformat(updated)
    except (ValueError, TypeError) as error:
        what = str(error).splitlines()[0]
        raise StoreError(f"{where} is damaged at table {table_id!r}: {what}; the others are not") from error
    return TableRow(table_id, *parts, version, length, *times)


def change_meta(work: Work, table_id: str, meta: TableMeta, version: int, now: str) -> int:
    """Keep the meta of a table within a greater act; return its new version, or raise Taken when it is another."""
    ended = meta.stage == "ended"
    swap = "UPDATE tables SET meta = ?, version = version + 1, updated = ?, ended = ? WHERE id = ? AND version = ?"
    if not work(swap, _text(meta), now, int(ended), table_id, version).rowcount:
        raise _overtaken(work, table_id)
    if ended:
        note_seats(work, table_id, [one.user for one in meta.assignments if one.user])
    work.tell(News("table", table_id))
    return version + 1


def _overtaken(work: Work, table_id: str) -> Exception:
    there = work("SELECT 1 FROM tables WHERE id = ?", table_id).fetchone()
    return Taken(table_id) if there else Gone(table_id)


def _text(record: TableSetup | TableMeta) -> str:
    return json.dumps(to_jsonable(record), separators=(",", ":"), ensure_ascii=False)


def local_store(data_folder: Path) -> Tables:
    """Return the store of tables in a data folder; its acts are carried out on the spot."""
    file = SqliteFile(data_folder / LOCAL_FILE, LOCAL, "point STARFORGE_HOME to another folder")
    return Tables(file, Direct(file))
