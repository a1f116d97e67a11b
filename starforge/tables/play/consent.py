"""Taking moves back at a table that several people share: what nobody else was told of at once, else by consent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from starforge.engine.rules import Illegal
from starforge.tables.play.live_table import Edit, LiveTable
from starforge.tables.play.meta import REWIND, UNDO, TableMeta
from starforge.tables.play.progress import bot_at, people
from starforge.tables.shared import UndoRequest
from starforge.tables.table import TableError

Change = Callable[[str, Edit], Awaitable[TableMeta]]
"""Changes how a table of an id stands, without an entry in its record."""


async def undo(table: LiveTable, seat: int, mine: int, change: Change) -> None:
    """Take a seat's last action back if nobody else was told of it, else request that, and wait for consent."""
    async with table.lock:
        table.check_known(seat, mine)
        if table.record.retractable(seat):
            await table.enter(seat, UNDO, mine)
            return
        refusal = table.record.takeable(seat)
        if refusal is not None:
            raise Illegal(refusal)
        await _settle(table, lambda meta: request_undo(meta, seat), change)


async def consent(table: LiveTable, seat: int, agree: bool, change: Change) -> None:
    """Answer the open request; it falls with the first no and is granted with the last yes."""
    async with table.lock:
        await _settle(table, lambda meta: answered(meta, seat, agree), change)


async def _settle(table: LiveTable, edit: Edit, change: Change) -> None:
    """Change the request of a table, and carry it out if all have consented then; the lock is held."""
    request = edit(table.row.meta).undo_request
    if request is None or request.waiting:
        await change(table.id, edit)
        return
    try:
        await table.enter(request.seat, REWIND, edit=edit)
    except Illegal:
        await change(table.id, lambda meta: replace(meta, undo_request=None))
        raise


def request_undo(meta: TableMeta, seat: int) -> TableMeta:
    """Return the table with a request to take the last move of a seat back; nobody may be left to be waited for.

    Those that play themselves have to consent; bots agree, also those that play for somebody.
    """
    if meta.undo_request is not None:
        raise TableError("there is a request to take moves back already; answer that first")
    waiting = tuple(n for n in people(meta) if n != seat and not bot_at(meta, n))
    return replace(meta, undo_request=UndoRequest(seat, waiting))


def answered(meta: TableMeta, seat: int, agree: bool) -> TableMeta:
    """Return the table after an answer to the request, which falls with the first no."""
    request = meta.undo_request
    if request is None or seat not in request.waiting:
        raise TableError("there is no request here that waits for your answer")
    waiting = tuple(n for n in request.waiting if n != seat)
    return replace(meta, undo_request=UndoRequest(request.seat, waiting) if agree else None)
