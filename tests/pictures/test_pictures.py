"""The pictures are drawn the same each time, well formed, and of what they say."""

from __future__ import annotations

import asyncio
import re
from xml.etree import ElementTree

import pytest

from tests.pictures import FOLDER, ROOT, __main__, png, readme

QUICK = ("new-game", "settings", "astroforce-ascii", "shared-table-120x40")
PICTURES = dict(__main__.pictures())


@pytest.mark.parametrize("name", QUICK)
def test_a_picture_is_the_same_each_time(name: str) -> None:
    first = asyncio.run(PICTURES[name]())
    assert first == asyncio.run(PICTURES[name]())
    text = "".join(ElementTree.fromstring(first).itertext())
    assert len(text) > 300
    assert text.isascii() or not name.endswith("ascii")


def test_the_pictures_that_are_kept_are_those_that_are_drawn() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
    assert {path.stem for path in FOLDER.glob("*.png")} == set(png.NAMES)


def test_no_picture_but_that_of_the_hand_off_waits_for_the_next_player() -> None:
    waiting = [path.stem for path in FOLDER.glob("*.svg") if "Pass the terminal" in path.read_text(encoding="utf-8")]
    assert [name for name in waiting if name != "hand-off"] == []


def test_a_png_shows_what_its_picture_shows() -> None:
    assert not png.outdated(), "python -m tests.pictures draws them anew"


def test_the_readme_shows_screens_as_they_are() -> None:
    screens = asyncio.run(readme.drawn())
    assert len(screens) == 3
    assert readme.filled(screens) == readme.README.read_text(encoding="utf-8"), "python -m tests.pictures"


def test_the_readme_shows_pictures_that_there_are() -> None:
    linked = re.findall(r"\]\((screenshots/[^)]*)\)", readme.README.read_text(encoding="utf-8"))
    assert linked
    assert all((ROOT / path).is_file() for path in linked)
