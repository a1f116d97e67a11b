"""Panels are drawn anew when what they show has changed, and only then."""

from __future__ import annotations

import os
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
from tests.bench.screens import PLANNING, walks
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.test_typing import KEYS

ALL = dict(GAMES)
SEEDS = int(os.environ.get("STARFORGE_PANELS", "1"))
STEPS = 15


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


def paints_alike(screen: GameScreen, size: tuple[int, int]) -> None:
    """Compare what is kept with what is drawn anew."""
    scene = screen.scene()
    one, other = (screen.ui.paint(s, *size) for s in (scene, replace(scene, kept=Panels())))
    assert (one.chars, one.styles, one.spots) == (other.chars, other.styles, other.spots)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)])
@pytest.mark.parametrize("game", ["reach", "shattered-reach", "war"])
def test_what_is_kept_is_what_would_be_drawn_anew(
    lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int], seed: int
) -> None:
    chance, slug = random.Random(seed), game if game in ALL else "shattered-reach"
    walk = next(walk for walk in walks() if walk.game == "shattered-reach")
    names = ["Ada", *["bot:random"] * (len(walk.seats) - 1 if game == "war" else 2)]
    more = {"start": walk.start, **walk.options} if game == "war" else {}
    monkeypatch.setitem(GAMES, slug, ALL[slug])

    async def script(seen: Seen) -> None:
        for _ in range(STEPS):
            await seen.press(chance.choice((*KEYS, "tab", "enter", "1", "y")))
            if not isinstance(seen.app.screen, GameScreen):
                await seen.press("escape")
            if isinstance(seen.app.screen, GameScreen):
                paints_alike(seen.app.screen, size)

    run(make_app(lobby, at_table(slug, *names, seed=3 + seed, **more)), script, size)


def test_a_panel_that_shows_nothing_new_is_not_drawn_again(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "reach", ALL["reach"])
    panels, draw = list[str](), Panels.draw

    def noted(self: Panels, picture: Picture, region: Region, name: str, parts: Any, paint: Any) -> object:
        def painted(*to: Any) -> object:
            panels.append(name)
            return paint(*to)

        return draw(self, picture, region, name, parts, painted)

    async def still(seen: Seen) -> None:
        await seen.press("1", "tab")
        monkeypatch.setattr(Panels, "draw", noted)
        await seen.press("tab")
        assert "0 research" in panels
        assert not {"ship 1", "tile", "cards", "1 research"} & set(panels)

    start = at_table("reach", "Ada", "bot:random", seed=3, start=PLANNING)
    run(make_app(lobby, start), still, (120, 36))
