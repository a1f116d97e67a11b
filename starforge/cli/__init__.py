"""The command line: read, carried out, and every failure told in a sentence."""

from __future__ import annotations

import gc
import os
import sys
from errno import EIO
from importlib import import_module

from starforge.cli.usage import parser

TYPE_CHECKING = False  # the typing module would cost a fifth of the time that --help takes
if TYPE_CHECKING:
    from collections.abc import Sequence

STOPPED = 130
COMMANDS = {
    "home": "saved_games",
    "play": "playing",
    "learn": "learning",
    "daily": "playing",
    "campaign": "playing",
    "records": "reading",
    "resume": "playing",
    "saves": "saved_games",
    "replay": "reading",
    "analyse": "reading",
    "fleets": "fleets",
    "rules": "reading",
    "sim": "simulation",
    "ladder": "simulation",
    "tables": "server_client",
    "join": "server_client",
    "handover": "server_client",
    "notify": "server_client",
    "serve": "serving",
    "doctor": "serving",
    "operate": "serving",
    "keys": "server_client",
}
"""The module that holds the function of each command, loaded only for that command."""


GARBAGE = 20_000
"""After how many new objects to look for garbage: to do so as often as Python does takes a tenth of a start."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 failed, 2 not a command that can be carried out."""
    gc.set_threshold(GARBAGE)
    words = sys.argv[1:] if argv is None else argv
    if sys.stdout is None or sys.stderr is None:
        return _without_output()
    args = parser(words).parse_args(words)
    try:
        code: int = getattr(import_module(f"starforge.cli.{COMMANDS[args.command]}"), args.command)(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno != EIO or error.filename is not None:
            return _failed(error)
        _drop_output()  # the terminal has gone; every action that was accepted is saved
        return STOPPED
    except Exception as error:
        return _failed(error)
    return code


def _drop_output() -> None:
    """Write to nowhere from now on, for whoever read has read enough or is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _without_output() -> int:
    """Say, if anything can be said, that the output is closed."""
    if sys.stderr is not None:
        print("starforge: the standard output is closed; leave it open, or send it to a file.", file=sys.stderr)
    return 1


def _failed(error: Exception) -> int:
    from starforge.cli.failures import explain  # the errors of all parts, which a command that works need not load

    code = explain(error)
    if isinstance(error, OSError) and error.filename is None:
        _drop_output()
    return code
