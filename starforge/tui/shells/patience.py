"""Waiting for a bot by lines of text: who waits long is told so, and need not."""

from __future__ import annotations

import asyncio

from starforge.tables.table import Table
from starforge.tui.shells.lines import Lines

PATIENCE = 2.0
"""After how many seconds it is said that a bot thinks."""


async def let_act(table: Table, lines: Lines) -> None:
    """Let a bot act; when it thinks long, say so, and have it play the best it has found when Enter is pressed."""
    acting = asyncio.ensure_future(table.step_bot())
    try:
        await asyncio.wait((acting,), timeout=PATIENCE)
        if not acting.done():
            await _wait(table, lines, acting)
        await acting
    finally:
        acting.cancel()


async def _wait(table: Table, lines: Lines, acting: asyncio.Future[bool]) -> None:
    name = next(table.seats[n].name for n in sorted(table.view(None).waiting) if table.seats[n].bot)
    lines.say(f"{name} is thinking." + (" Press Enter to let it play now." if lines.seen else ""))
    entered = asyncio.Event()

    def heard(line: str | None) -> None:
        if line == "":
            entered.set()
        elif line is not None:
            lines.waiting.append(line)

    with lines.listening(asyncio.get_running_loop(), heard):
        pressing = asyncio.ensure_future(entered.wait())
        await asyncio.wait((acting, pressing), return_when=asyncio.FIRST_COMPLETED)
        pressing.cancel()
    if entered.is_set():
        await table.hurry()
