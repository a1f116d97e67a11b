"""Where the files of a user live, and the socket of the server."""

from __future__ import annotations

import os
from pathlib import Path

_HOME = "STARFORGE_HOME"
DATA = "data"
"""The folder below that one in which games are kept."""
RUN = Path("/run/starforge/starforge.sock")
"""The socket of a server of the whole machine."""


def data_folder() -> Path:
    return _folder(DATA)


def settings_file() -> Path:
    return _folder("config") / "settings.toml"


def fleets_file() -> Path:
    """Return where a user's fleets of Shattered Reach are kept by name."""
    return data_folder() / "fleets.toml"


def find_server() -> Path | None:
    """Return the socket of the server to go to: $STARFORGE_SOCKET, the machine's, the user's own; None without one."""
    named = os.environ.get("STARFORGE_SOCKET")
    if named:
        return Path(named)
    return next((path for path in (RUN, data_folder() / "server" / "starforge.sock") if path.is_socket()), None)


def _folder(kind: str) -> Path:
    home = os.environ.get(_HOME)
    if home:
        return Path(home).expanduser() / kind
    import platformdirs  # not where the folder is named, as in tests

    ask = platformdirs.user_data_path if kind == DATA else platformdirs.user_config_path
    return ask("starforge", appauthor=False)
