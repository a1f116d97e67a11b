"""What keeps the clocks: that the time of a seat has run out is noted in the record, whether or not anybody looks."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from starforge.server.hub import Hub
from starforge.tables.play import progress
from starforge.tables.play.clocks import next_due, overdue
from starforge.tables.play.meta import CLOCK, TableMeta
from starforge.tables.table import TableError

LOOK = 1.0
"""Seconds after which the clocks are looked at again although nothing has changed."""
_AGAIN, _REST = 30.0, 0.1
"""Seconds until a table that cannot be played is tried again, and between two looks where much changes at once."""
_log = logging.getLogger(__name__)


class ClockJob:
    """Keep the clocks of a hub; only the daemon that leads does, and the store is the referee of races."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._stirred = asyncio.Event()
        self._broken: dict[str, float] = {}  # tables that cannot be played, and when to try again
        hub.after.append(lambda table_id: self._stirred.set())

    async def run(self) -> None:
        while True:
            self._stirred.clear()
            try:
                await self.look()
            except TableError as error:  # it cannot be said just now who keeps the clocks
                _log.warning("the clocks cannot be kept: %s", error)
            try:
                await asyncio.wait_for(self._stirred.wait(), self._pause())
            except TimeoutError:
                continue
            await asyncio.sleep(_REST)

    def _pause(self) -> float:
        """Return the seconds until the next time runs out; what has run out already could not be noted just now."""
        now = self._hub.now()
        metas = [row.meta for row in self._hub.rows.values() if row.meta.stage == "playing"]
        coming = [due - now for meta in metas if (due := next_due(meta.clocks, now)) is not None]
        return min([LOOK, *coming])

    async def look(self) -> None:
        now = self._hub.now()
        late = [row.id for row in self._hub.rows.values() if _late(row.meta, now)]
        if not late or not await self._hub.store.lead():
            return
        for table_id in late:
            if self._broken.get(table_id, 0) > now:
                continue
            try:
                await self._note(table_id)
            except _InTime:
                continue
            except TableError as error:
                _log.warning("the clock of table %s cannot be kept: %s", table_id, error)
                self._broken[table_id] = now + _AGAIN

    async def _note(self, table_id: str) -> None:
        table = await self._hub.table(table_id)
        async with table.lock:
            for seat in _late(table.row.meta, self._hub.now()):
                if seat in _late(table.row.meta, self._hub.now()):  # the time of another may have ended the game
                    await table.enter(seat, CLOCK, edit=partial(_ran_out, seat, self._hub.now()))


class _InTime(TableError):
    """Report that there is nothing to note any more."""


def _late(meta: TableMeta, now: float) -> list[int]:
    return overdue(meta.clocks, now) if meta.stage == "playing" else []


def _ran_out(seat: int, now: float, meta: TableMeta) -> TableMeta:
    """Return the table after a time has run out; raise _InTime when its player was faster after all."""
    if seat not in _late(meta, now):
        raise _InTime
    return progress.run_out(meta, seat, now)
