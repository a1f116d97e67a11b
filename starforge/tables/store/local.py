"""The store of a user's own games: one SQLite file, which several processes may use at once."""

from __future__ import annotations

from pathlib import Path

from starforge.tables.store.schema import LOCAL, LOCAL_FILE
from starforge.tables.store.sql import Direct
from starforge.tables.store.sqlite import SqliteFile
from starforge.tables.store.tables import Tables


def local_store(data_folder: Path) -> Tables:
    """Return the store of tables in a data folder; its acts are carried out on the spot."""
    file = SqliteFile(data_folder / LOCAL_FILE, LOCAL, "point STARFORGE_HOME to another folder")
    return Tables(file, Direct(file))
