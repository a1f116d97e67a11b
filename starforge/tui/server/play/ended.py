"""What can be done with a server's game once it has ended: watch it again, write it to a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starforge.engine.save import SaveError, parse_save
from starforge.tables.play.replay import Replay
from starforge.tables.table import TableError, clean
from starforge.tui.app import routes

if TYPE_CHECKING:
    from starforge.tui.app.app import StarforgeApp

Say = Callable[[str, str], None]
"""Say something to the user, in a mood."""


async def _exported(app: StarforgeApp, table_id: str, say: Say) -> str:
    assert app.shared is not None
    try:
        return await app.shared.export(table_id)
    except TableError as error:
        say(f"{error}.", "danger")
        return ""


async def recorded(app: StarforgeApp, table_id: str, say: Say) -> Replay | None:
    """Return an ended game played again, or say why it cannot be."""
    text = await _exported(app, table_id, say)
    try:
        return await asyncio.to_thread(Replay, parse_save(text)) if text else None  # others go on meanwhile
    except ValueError:
        say("The server keeps this game in a way that this starforge cannot read.", "danger")
    except SaveError as error:
        say(str(error), "danger")
    return None


async def watch_again(app: StarforgeApp, table_id: str, say: Say) -> None:
    """Show an ended game move by move."""
    replay = await recorded(app, table_id, say)
    if replay is not None:
        app.push_screen(routes.ReplayScreen(replay, table_id))


async def write_down(app: StarforgeApp, table_id: str, say: Say) -> None:
    """Write an ended game to a file, in the folder where the program was started."""
    if app.lobby is None:
        say(f"Over the network: 'ssh HOST export {table_id} > game.json', on your own computer, writes it.", "warn")
        return
    text = await _exported(app, table_id, say)
    if not text:
        return
    path = Path(f"starforge-{clean(table_id).replace('/', '-')}.json")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        say(f"It cannot be written to {path.absolute()}: {error.strerror}.", "danger")
    else:
        say(f"Written to {path.absolute()}; 'starforge replay {path}' shows it.", "good")
