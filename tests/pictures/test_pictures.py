"""The pictures are drawn the same each time, well formed, and of what they say."""

from __future__ import annotations

import asyncio
from xml.etree import ElementTree

import pytest

from tests.pictures import FOLDER, __main__, png

QUICK = ("new-game", "settings", "astroforce-ascii", "lobby-80x24", "shared-table-120x40")
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


def test_a_png_shows_what_its_picture_shows() -> None:
    assert not png.outdated(), "python -m tests.pictures draws them anew"
