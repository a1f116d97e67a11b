"""Pictures as text files: what a screen shows, compared letter by letter; STARFORGE_SNAPSHOTS=write makes them anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def same(name: str, text: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("STARFORGE_SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    expected = path.read_text(encoding="utf-8").rstrip("\n").splitlines()
    assert text.rstrip("\n").splitlines() == expected, f"\n{text}\n\nis not what {path.name} has"
