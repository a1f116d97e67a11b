"""The command line: read, carried out, and every failure told in a sentence."""

from __future__ import annotations

import sys
from errno import EIO

TYPE_CHECKING = False  # the typing module would cost a fifth of the time that --help takes
if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_USAGE, FAILED, STOPPED = 2, 1, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 failed, 2 not a command that can be carried out."""
    from starforge.cli.usage import parser

    args = parser().parse_args(argv)
    try:
        from starforge.cli import commands

        code: int = getattr(commands, args.command)(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno != EIO or error.filename is not None:
            return _explain(error)
        _drop_output()  # the terminal has gone; every action that was accepted is saved
        return STOPPED
    except Exception as error:
        return _explain(error)
    return code


def _drop_output() -> None:
    """Write to nowhere from now on, for whoever read has read enough or is gone."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: Exception) -> int:
    """Say in a sentence why a command did not work, and return its exit code."""
    from starforge.cli.commands import Usage
    from starforge.engine.position import PositionError
    from starforge.engine.save import OptionError, SaveError
    from starforge.games.assets import AssetError
    from starforge.tables.table import TableError

    if isinstance(error, (Usage, OptionError)):
        return _complain(str(error), BAD_USAGE)
    if isinstance(error, (PositionError, SaveError, AssetError, TableError)):
        return _complain(str(error), FAILED)
    if isinstance(error, OSError) and error.filename:
        return _complain(f"{error.filename}: {(error.strerror or str(error)).lower()}", FAILED)
    what = f"starforge has a fault ({type(error).__name__}: {error}); every action that was accepted is saved"
    return _complain(f"{what}; {_record(error)}", FAILED)


def _complain(sentence: str, code: int) -> int:
    shown = "".join(c if c.isprintable() else "?" for c in " ".join(sentence.split())).rstrip(".")
    print(f"starforge: {shown}.", file=sys.stderr)
    return code


def _record(error: Exception) -> str:
    """Keep what happened for the authors, in a private file, for it may hold secrets of a game."""
    import os
    import traceback

    from starforge.tables.settings import data_folder

    path = data_folder() / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return "please tell the authors"
    return f"what happened is written in {path}, please send it to the authors"
