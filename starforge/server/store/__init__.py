"""The stores: SQLite for one daemon, PostgreSQL for several; see ``starforge.server.records`` for what they promise."""

from __future__ import annotations

from pathlib import Path

from starforge.server.records import Records
from starforge.tables.store import StoreError


def open_store(where: str, data: Path) -> Records:
    """Open the store that ``--store`` names: "sqlite", a file in the data folder, or the URL of a PostgreSQL."""
    if where == "sqlite":
        from starforge.server.store.sqlite import SqliteStore

        return SqliteStore(data)
    if where.startswith(("postgresql://", "postgres://")):
        try:
            from starforge.server.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(f"PostgreSQL needs more: pip install 'starforge[postgres]' ({error})") from None
        return PostgresStore(where)
    raise StoreError(f"there is no store {where!r}; there are: sqlite, postgresql://USER@HOST/DATABASE")
