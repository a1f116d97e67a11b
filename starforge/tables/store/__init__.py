"""Where tables are kept: SQLite for one process, PostgreSQL for several; ``contract`` says what a store promises."""

from __future__ import annotations

import re
from pathlib import Path

from starforge.tables.store.contract import Records
from starforge.tables.store.local import StoreError


def open_store(where: str, data: Path, alone: bool = True) -> Records:
    """Open the store that ``--store`` names: "sqlite", a file in the data folder, or the URL of a PostgreSQL.

    ``alone``: as the server does, which suffers no other at a SQLite file.
    """
    if where == "sqlite":
        from starforge.tables.store.sqlite import SqliteStore

        return SqliteStore(data, alone=alone)
    if where.startswith(("postgresql://", "postgres://")):
        try:
            from starforge.tables.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(f"PostgreSQL needs more: pip install 'starforge[postgres]' ({error})") from None
        return PostgresStore(where)
    kind = re.split("[:=]", where)[0]  # a password may follow
    raise StoreError(f"there is no store {kind!r}; there are: sqlite, postgresql://USER@HOST/DATABASE")
