"""Tables that have ended and are not to be kept: written to files, if the operator wants that, and removed."""

from __future__ import annotations

import asyncio
import logging
import os
from datetime import timedelta
from pathlib import Path

from starforge.engine.save import save_text
from starforge.server.hub import Hub
from starforge.tables.store.contract import Gone
from starforge.tables.table import TableError

AT_A_TIME = 200
_log = logging.getLogger(__name__)


async def prune(hub: Hub) -> int:
    """Remove the tables that ended longer ago than the operator keeps them, and return how many; one daemon does."""
    folder = Path(hub.settings.archive) if hub.settings.archive else None
    removed = 0
    try:
        if not await hub.store.lead():
            return 0
        before = hub.store.now() - timedelta(days=hub.settings.keep_ended_days)
        for table_id in await hub.store.ended_before(before, AT_A_TIME):
            if folder is None or await _archived(hub, table_id, folder):
                await hub.remove(table_id)
                removed += 1
    except Gone:
        pass  # another daemon was faster
    except TableError as error:
        _log.warning("old tables cannot be removed just now: %s", error)
    if removed:
        _log.info("%d tables that have ended were removed%s", removed, f", and are kept in {folder}" if folder else "")
    return removed


async def _archived(hub: Hub, table_id: str, folder: Path) -> bool:
    """Write a table down as a file that can be watched again; return whether it is there."""
    try:
        await hub.recall(table_id)
        text = save_text((await hub.table(table_id)).save())
        await asyncio.to_thread(_write, folder / f"{table_id}.json", text)
    except (TableError, OSError) as error:
        _log.warning("table %s stays, for it cannot be archived: %s", table_id, error)
        return False
    return True


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_suffix(".part")
    with open(beside, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
