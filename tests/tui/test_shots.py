"""The pictures for the README: drawn the same each time, well formed, and of what they say."""

from __future__ import annotations

import asyncio
from pathlib import Path
from xml.etree import ElementTree

import pytest

from starforge.tui import shots
from tests import png

QUICK = [shot for shot in shots.SHOTS if shot.name in ("new-game", "settings", "astroforce-ascii")]


@pytest.mark.parametrize("shot", QUICK, ids=lambda shot: shot.name)
def test_a_picture_is_the_same_each_time(shot: shots.Shot) -> None:
    first = asyncio.run(shots.draw(shot))
    assert first == asyncio.run(shots.draw(shot))
    text = "".join(ElementTree.fromstring(first).itertext())
    assert len(text) > 300
    assert text.isascii() or shot.look != "ascii"


def test_pictures_are_written_where_they_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shots, "SHOTS", QUICK[:1])
    assert shots.draw_all(tmp_path / "new" / "folder") == 0
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == [f"{QUICK[0].name}.svg"]
    (tmp_path / "file").write_text("")
    assert shots.draw_all(tmp_path / "file") == 1


@pytest.mark.parametrize("name", png.NAMES)
def test_a_png_shows_what_its_picture_shows(name: str) -> None:
    """``python -m tests.png`` draws those anew whose pictures have changed."""
    drawn = (png.FOLDER / f"{name}.png").read_bytes()
    assert png.source((png.FOLDER / f"{name}.svg").read_bytes()) in drawn
