"""Which turns a user was told of on this host, and the user's own command that tells of them.

The command is the setting ``notify``. It is run by the user's own processes, with the user's own rights, never by the
server, and not through a shell; its environment holds STARFORGE_TABLE, STARFORGE_GAME and STARFORGE_TURN besides.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shlex
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from starforge.tables.shared import Notice
from starforge.tables.table import TableError

TIME_LIMIT = 60.0
"""Seconds that the command may take."""
_REMEMBERED = 30 * 86_400.0


class Turns:
    """Remember in a file of the data folder what was told, so that all of a user's processes tell of a turn once."""

    def __init__(self, data: Path) -> None:
        self.path = data / "turns.json"

    def news(self, tables: Iterable[Notice]) -> list[Notice]:
        """Return the tables that wait for the user and of which nobody has told yet, and remember them as told."""
        waiting = {one.id: one.since.timestamp() for one in tables if one.asked and one.since is not None}
        if not waiting:
            return []
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "r+", encoding="utf-8", errors="replace") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            told = _read(file)
            new = {name: since for name, since in waiting.items() if since > told.get(name, 0)}
            if new:
                _write(file, told | new, waiting)
        return [one for one in tables if one.id in new]


def _read(file: IO[str]) -> dict[str, float]:
    """Return what a file remembers, nothing if it holds something else."""
    try:
        found = json.load(file)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: float(at) for name, at in found.items() if isinstance(at, int | float)}


def _write(file: IO[str], told: dict[str, float], waiting: Iterable[str]) -> None:
    oldest = time.time() - _REMEMBERED
    kept = {name: at for name, at in told.items() if name in waiting or at > oldest}
    file.seek(0)
    file.truncate()
    json.dump(kept, file)


def split(command: str) -> list[str]:
    """Return a command as words; raise TableError when it cannot be read."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise TableError(f"the setting notify cannot be read as a command: {error}") from error
    if not words:
        raise TableError("the setting notify holds no command")
    return words


async def run(command: str, notice: Notice) -> str:
    """Run the user's command for a turn, and return in words what went wrong, '' when nothing did."""
    words = split(command)
    since = notice.since.isoformat() if notice.since else ""
    environ = {"STARFORGE_TABLE": notice.id, "STARFORGE_GAME": notice.game, "STARFORGE_TURN": since}
    wrong = await carry_out(words, os.environ | environ, TIME_LIMIT)
    return wrong and f"the command {words[0]!r} of the setting notify {wrong}"


async def carry_out(words: Sequence[str], environ: Mapping[str, str], seconds: float, folder: str | None = None) -> str:
    """Run a command without a shell and with nothing to read or write, for so many seconds.

    Return what became of it ("ended with 2"), '' when it did its work. If this is cancelled, the command ends too.
    """
    nowhere = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=nowhere, stdout=nowhere, stderr=nowhere, env=environ, start_new_session=True, cwd=folder
        )
    except OSError as error:
        return f"cannot be run: {error.strerror or error}"
    try:
        code = await asyncio.wait_for(process.wait(), seconds)
    except (TimeoutError, asyncio.CancelledError) as error:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        if isinstance(error, asyncio.CancelledError):
            raise
        return f"was stopped after {seconds:.0f} seconds"
    return f"ended with {code}" if code else ""
