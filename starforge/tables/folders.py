"""Where the files of a user live."""

from __future__ import annotations

import os
from pathlib import Path

_HOME = "STARFORGE_HOME"


def data_folder() -> Path:
    """Return where games are kept."""
    return _folder("data")


def settings_file() -> Path:
    """Return where the settings are kept."""
    return _folder("config") / "settings.toml"


def fleets_file() -> Path:
    """Return where a user's fleets of Shattered Reach are kept by name."""
    return data_folder() / "fleets.toml"


def _folder(kind: str) -> Path:
    home = os.environ.get(_HOME)
    if home:
        return Path(home).expanduser() / kind
    import platformdirs  # not where the folder is named, as in tests

    ask = platformdirs.user_data_path if kind == "data" else platformdirs.user_config_path
    return ask("starforge", appauthor=False)
