"""What went wrong, in a sentence, and the exit code for it."""

from __future__ import annotations

import errno
import os
import sys
import traceback

from starforge.cli.usage import UsageError
from starforge.engine.position import PositionError
from starforge.engine.save import OptionError, SaveError
from starforge.games.assets import AssetError
from starforge.tables.folders import data_folder
from starforge.tables.table import TableError

BAD_USAGE, FAILED = 2, 1
_CURES = {
    errno.ENOSPC: "make room there, or name another place",
    errno.EDQUOT: "make room there, or name another place",
    errno.EFBIG: "raise the limit of this shell (ulimit -f), or name another place",
    errno.EROFS: "name another place",
}
"""What to do about faults of the world, besides trying again."""


def explain(error: Exception) -> int:
    """Say in a sentence why a command did not work, and return its exit code."""
    if isinstance(error, (UsageError, OptionError)):
        return _complain(str(error), BAD_USAGE)
    if isinstance(error, (PositionError, SaveError, AssetError, TableError)):
        return _complain(str(error), FAILED)
    if isinstance(error, OSError):
        where, what = error.filename or "the standard output", (error.strerror or str(error)).lower()
        return _complain("; ".join(filter(None, (f"{where}: {what}", _CURES.get(error.errno or 0)))), FAILED)
    what = f"starforge has a fault ({type(error).__name__}: {error}); every action that was accepted is saved"
    return _complain(f"{what}; {_record(error)}", FAILED)


def _complain(sentence: str, code: int) -> int:
    shown = "".join(c if c.isprintable() else "?" for c in " ".join(sentence.split())).rstrip(".")
    print(f"starforge: {shown}.", file=sys.stderr)
    return code


def _record(error: Exception) -> str:
    """Keep what happened for the authors, in a private file, for it may hold secrets of a game."""
    path = data_folder() / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return "please tell the authors"
    return f"what happened is written in {path}, please send it to the authors"
