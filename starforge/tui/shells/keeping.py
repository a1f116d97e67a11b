"""Keep a game by lines: write a copy to a file, or go on in another folder where its own is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from starforge.engine.save import write_save
from starforge.tables.table import Table, TableError, farewell

OFFER = "Type 'rescue FOLDER' with a folder to keep the game in, which may be the old one, and then go on."


def save(table: Table, words: Sequence[str], say: Callable[..., None]) -> None:
    """Write a copy to the file that is named, or tell where the game is."""
    if not words:
        lost = table.lost and f"It is not saved: {table.lost}. {OFFER}"
        say(lost or f"Everything is saved as it happens; this game is {table.id}.")
        return
    path = Path(" ".join(words))
    try:
        write_save(path.expanduser(), table.save())
    except (OSError, ValueError, RuntimeError) as error:  # no place, no name, no such user's home
        say(f"It cannot be written to {path}: {getattr(error, 'strerror', None) or error}.")
        return
    say(f"Written to {path}; 'starforge replay {path}' shows it.")


async def rescue(table: Table, words: Sequence[str], say: Callable[..., None]) -> None:
    """Keep the game in the folder that is named, where it is in memory alone."""
    if not table.lost:
        say("There is no need: the game is saved as it happens.")
    elif not words:
        say(OFFER)
    else:
        try:
            await table.rescue(" ".join(words))
            say(farewell(table))
        except TableError as error:
            say(f"{error}.")
