"""The screens that the README shows as text, for places that show no pictures: blocks fenced as ``text NAME``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.pictures import ROOT, astroforce, reach, shattered_reach
from tests.pictures.shot import Shot, opened

README = ROOT / "README.md"
_BLOCK = re.compile(r"(```text ([\w-]+)\n)(.*?)(```\n)", re.DOTALL)


def shown() -> list[str]:
    """Return the names of the screens that the README shows as text."""
    return [match[2] for match in _BLOCK.finditer(README.read_text(encoding="utf-8"))]


async def drawn() -> dict[str, str]:
    """Draw the screens that are shown, by name."""
    shots: dict[str, Shot] = {one.name: one for one in (*astroforce.SHOTS, *reach.SHOTS, *shattered_reach.SHOTS)}
    found = {}
    for name in shown():
        async with opened(shots[name]) as app:
            rows = app.screen.sheet.picture.text().splitlines()
            found[name] = "".join(f"{row.rstrip()}\n" for row in rows)
    return found


def filled(screens: Mapping[str, str]) -> str:
    """Return the README with these screens in it."""
    return _BLOCK.sub(lambda match: match[1] + screens[match[2]] + match[4], README.read_text(encoding="utf-8"))
