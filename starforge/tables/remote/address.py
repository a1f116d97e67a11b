"""Where the server of this machine is to be found."""

from __future__ import annotations

import os
from pathlib import Path

from starforge.tables.folders import data_folder

RUN = Path("/run/starforge/starforge.sock")
"""The socket of a server of the whole machine."""


def find_server() -> Path | None:
    """Return the socket of the server to go to: $STARFORGE_SOCKET, the machine's, the user's own; None without one."""
    named = os.environ.get("STARFORGE_SOCKET")
    if named:
        return Path(named)
    return next((path for path in (RUN, data_folder() / "server" / "starforge.sock") if path.is_socket()), None)
