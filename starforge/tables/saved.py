"""The games that a user has kept, listed without opening any of them; this module loads quickly."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starforge.tables.store.schema import LOCAL, LOCAL_FILE
from starforge.tables.summary import Summary

_BEGINNING = datetime.fromtimestamp(0, UTC)


def saved_games(data_folder: Path) -> list[Summary]:
    """Return a user's own games, last played first, and last those that are damaged; raise StoreError in words."""
    try:
        rows = _read(data_folder / LOCAL_FILE)
    except sqlite3.Error:
        rows = None  # the store says in words what is wrong
    if rows is None:
        rows = _led_to_today(data_folder)
    return sorted((_summary(*row) for row in rows), key=lambda summary: summary.damaged)


def _read(path: Path) -> list[Any] | None:
    """Return the tables in a file of today's format, None if it is of another."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path, timeout=10)) as db:
        if db.execute("PRAGMA user_version").fetchone() != (LOCAL.version,):
            return None
        return db.execute("SELECT id, setup, meta, updated FROM tables ORDER BY updated DESC, id DESC").fetchall()


def _led_to_today(data_folder: Path) -> list[Any]:
    from starforge.tables.store.tables import local_store

    database = local_store(data_folder).database
    with database.transaction("read"):
        rows = _read(data_folder / LOCAL_FILE) or []
    database.close()
    return rows


def _summary(table_id: str, setup: str, meta: str, updated: str) -> Summary:
    try:
        begun, stands = json.loads(setup), json.loads(meta)
        names = tuple(str(place["name"]) for place in stands["assignments"])
        ended = stands["stage"] == "ended"
        at = datetime.fromisoformat(updated)
        game, outcome = str(begun["game"]), str(stands["outcome"])
        title, label = (str(begun[n]) for n in ("title", "label")) if "title" in begun else _asked(game, begun)
        won, scores = (tuple(map(int, stands.get(name, ()))) for name in ("winners", "scores"))
        return Summary(table_id, game, names, int(stands["turn"]), at, ended, outcome, title, label, won, scores)
    except (ValueError, TypeError, LookupError):
        return Summary(
            str(table_id), "", (), 0, _BEGINNING, False, "", "A damaged game", "cannot be read", damaged=True
        )


def _asked(game: str, begun: dict[str, Any]) -> tuple[str, str]:
    """Return title and label of a table that was kept without them."""
    from starforge.tables.lobby import label_of, title_of

    return title_of(game), label_of(game, dict(begun.get("options", {})))
