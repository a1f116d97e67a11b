"""Panels are drawn anew when what they show has changed, and only then."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.drawing.panels import Panels
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.test_typing import KEYS

ALL = dict(GAMES)


def test_a_panel_is_drawn_again_when_one_of_its_parts_or_its_size_is_another() -> None:
    kept, drawn = Panels(), list[str]()

    def draw(word: str, width: int = 5, name: str = "a") -> str:
        def paint(panel: Picture, region: Region) -> None:
            drawn.append(word)
            panel.put(region.x, region.y, word)

        picture = Picture(8, 2)
        kept.draw(picture, Region(2, 1, width), name, (word, [word]), paint)
        return picture.text().splitlines()[1]

    assert [draw("one"), draw("one"), draw("two"), draw("one"), draw("one", 2), draw("one", 2, "b")] == [
        *("  one", "  one", "  two", "  one"),
        *("  on", "  on"),
    ]
    assert drawn == ["one", "two", "one", "one", "one"]


@pytest.mark.parametrize("size", [(120, 36)])
def test_what_is_kept_is_what_would_be_drawn_anew(
    lobby: LocalLobby, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "reach", ALL["reach"])
    chance, panels = random.Random(7), list[str]()
    draw = Panels.draw

    def noted(self: Panels, picture: Picture, region: Region, name: str, parts: Any, paint: Any) -> None:
        def painted(*to: Any) -> None:
            panels.append(name)
            paint(*to)

        draw(self, picture, region, name, parts, painted)

    async def script(seen: Seen) -> None:
        table = seen.app.screen.table
        for _ in range(50):
            await seen.press(chance.choice((*KEYS, "tab", "enter", "1", "y")))
            if not isinstance(seen.app.screen, GameScreen):
                await seen.press("escape")
            screen = seen.app.screen
            if isinstance(screen, GameScreen):
                scene = screen.scene()
                one, other = (screen.ui.paint(s, *size) for s in (scene, replace(scene, kept=Panels())))
                assert (one.chars, one.styles, one.spots) == (other.chars, other.styles, other.spots)
        assert len(table.save().moves) > 5

    async def still(seen: Seen) -> None:
        await seen.press("tab")
        monkeypatch.setattr(Panels, "draw", noted)
        await seen.press("tab", "tab")
        assert not {"ship 1", "tile"} & set(panels)

    names = ("Ada", "bot:random", "bot:random")
    run(make_app(lobby, at_table("reach", *names, seed=3)), script, size)
    run(make_app(lobby, at_table("reach", *names, seed=3)), still, size)
