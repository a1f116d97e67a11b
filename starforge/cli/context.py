"""What many commands begin with: the user's settings and games, and whether the terminal can show screens."""

from __future__ import annotations

import logging
import os
import sys
from argparse import Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from starforge.cli.usage import UsageError
from starforge.tables.folders import data_folder, find_server, settings_file
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings, read_settings
from starforge.tables.summary import TableError


def need_screens(instead: str) -> None:
    """Refuse full screens where they would be garbage."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"this is not a terminal that can show screens; {instead}")
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise UsageError(f"this terminal (TERM={os.environ['TERM']}) cannot show screens; {instead}")


def chosen_settings(args: Namespace) -> Settings:
    settings, notice = read_settings(settings_file())
    if notice:
        print(f"starforge: {notice}", file=sys.stderr)
    return replace(settings, look="ascii") if args.ascii else settings


class LogFile(logging.FileHandler):
    """A log that is opened when there is something to write, and hinders nobody when it cannot be."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            super().emit(record)


def own_lobby() -> LocalLobby:
    """Open the user's games; what goes wrong with bots is written down among them."""
    lobby = LocalLobby(data_folder())
    logging.getLogger("starforge").addHandler(LogFile(data_folder() / "log.txt", delay=True))
    return lobby


def server_socket() -> Path:
    """Return the socket of this machine's server; raise TableError when there is none."""
    found = find_server()
    if found is None:
        raise TableError(
            "there is no server on this machine; 'starforge serve' starts one, STARFORGE_SOCKET names another"
        )
    return found
