"""The tables of a server: what each began from, its record, which only grows, and how it stands."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from starforge.tables.store.contract import Gone, News, TableMeta, TableRow, TableSetup
from starforge.tables.store.local import Entry, StoreError, Taken
from starforge.tables.store.sql import Sql, Work, act

_log = logging.getLogger(__name__)


class Tables(Sql):
    """Keep tables and their moves."""

    @act("write to")
    def create(self, work: Work, table_id: str, setup: TableSetup, meta: TableMeta) -> None:
        """Keep a new table, of version 1."""
        texts = setup.model_dump_json(), meta.model_dump_json()
        now = self._stamp()
        work("INSERT INTO tables VALUES (?, ?, ?, 1, 0, ?, ?)", table_id, *texts, now, now)
        work.tell(News("table", table_id))

    @act("read")
    def rows(self, work: Work) -> list[TableRow]:
        """Return all tables, last changed first."""
        return self._sound(work)

    def _sound(self, work: Work) -> list[TableRow]:
        rows = []
        for found in work("SELECT * FROM tables").fetchall():
            try:
                rows.append(self._row(found))
            except StoreError as error:
                _log.warning("%s", error)
        return sorted(rows, key=lambda row: (row.updated, row.id), reverse=True)

    def _row(self, found: Any) -> TableRow:
        table_id, setup, meta, version, length, created, updated = found
        try:
            parts = TableSetup.model_validate_json(setup), TableMeta.model_validate_json(meta)
            times = datetime.fromisoformat(created), datetime.fromisoformat(updated)
        except (ValidationError, ValueError, TypeError) as error:
            what = str(error).splitlines()[0]
            raise StoreError(f"{self.where} is damaged at table {table_id!r}: {what}; the others are not") from error
        return TableRow(table_id, *parts, version, length, *times)

    @act("read")
    def row(self, work: Work, table_id: str) -> TableRow:
        """Return a table."""
        found = work("SELECT * FROM tables WHERE id = ?", table_id).fetchone()
        if found is None:
            raise Gone(table_id)
        return self._row(found)

    @act("read")
    def entries(self, work: Work, table_id: str, since: int = 0) -> list[Entry]:
        """Return the entries of a table after number ``since``."""
        query = "SELECT seat, action, digest, turn, outcome FROM moves WHERE table_id = ? AND n > ? ORDER BY n"
        return [Entry(*row) for row in work(query, table_id, since).fetchall()]

    @act("write to")
    def append(
        self, work: Work, table_id: str, n: int, entry: Entry, meta: TableMeta | None = None, version: int | None = None
    ) -> int:
        """Keep entry ``n`` of a table, with the meta if given; return the version after it."""
        now = self._stamp()
        longer = "UPDATE tables SET length = length + 1, updated = ? WHERE id = ? AND length = ?"
        if not work(longer, now, table_id, n - 1).rowcount:
            raise self._overtaken(work, table_id)
        work("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table_id, n, *entry, now)
        return self._change(work, table_id, meta, version)

    @act("write to")
    def change(self, work: Work, table_id: str, meta: TableMeta, version: int) -> int:
        """Keep the meta of a table and return its new version."""
        return self._change(work, table_id, meta, version)

    def _change(self, work: Work, table_id: str, meta: TableMeta | None, version: int | None) -> int:
        work.tell(News("table", table_id))
        if meta is None:
            return int(work("SELECT version FROM tables WHERE id = ?", table_id).fetchone()[0])
        assert version is not None, "whoever changes the meta knows which"
        swap = "UPDATE tables SET meta = ?, version = version + 1, updated = ? WHERE id = ? AND version = ?"
        if not work(swap, meta.model_dump_json(), self._stamp(), table_id, version).rowcount:
            raise self._overtaken(work, table_id)
        return version + 1

    def _overtaken(self, work: Work, table_id: str) -> Exception:
        there = work("SELECT 1 FROM tables WHERE id = ?", table_id).fetchone()
        return Taken(table_id) if there else Gone(table_id)

    @act("write to")
    def remove(self, work: Work, table_id: str) -> None:
        """Forget a table with its entries, talk and marks."""
        if not work("DELETE FROM tables WHERE id = ?", table_id).rowcount:
            raise Gone(table_id)
        work("DELETE FROM talk WHERE table_id = ?", table_id)
        work("DELETE FROM marks WHERE table_id = ?", table_id)
        work.tell(News("table", table_id))
