"""The pages of a menu that does not fit: Space goes through all of them in order, from anywhere, and misses nothing."""

from __future__ import annotations

from typing import Any

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.drawing.spots import ItemSpot, PageSpot
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.facts import SIZES
from tests.tui.terminal import Seen, run
from tests.tui.warships import FIRING, PLANNING

WAR = {"scenario": "race-for-the-core"}
TABLES: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "planning": ("shattered-reach", PLANNING, WAR, ()),
    "pivots": ("shattered-reach", PLANNING, WAR, ("t", "t", "t")),
    "firing": ("shattered-reach", FIRING, WAR, ()),
    "targets": ("shattered-reach", FIRING, WAR, ("a",)),
    "deployment": ("astroforce", "", {}, ("enter",)),
    "crew": ("reach", "", {}, ()),
}


@pytest.mark.parametrize("size", SIZES[:3], ids=[f"{w}x{h}" for w, h in SIZES[:3]])
@pytest.mark.parametrize("name", TABLES)
def test_space_shows_every_page_in_order_and_never_the_same_twice(
    tiny: None, monkeypatch: pytest.MonkeyPatch, lobby: LocalLobby, name: str, size: tuple[int, int]
) -> None:
    game, start, options, keys = TABLES[name]
    monkeypatch.setitem(GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")
    seats = ("Ada",) if game == "astroforce" else ("Ada", "bot:random")

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press(*keys)
        pages = [_shown(screen)]
        while any(isinstance(spot, PageSpot) for _, spot in screen.sheet.picture.spots):
            await seen.press("space")
            assert screen.cursor.number == min(_shown(screen))
            if _shown(screen) == pages[0]:
                break
            pages.append(_shown(screen))
        seen_items = [n for page in pages for n in page]
        assert len(seen_items) == len(set(seen_items))
        if len(pages) > 1:
            await seen.press("space", "tab", "tab")
            here = pages.index(_shown(screen))
            await seen.press("space")
            assert _shown(screen) == pages[(here + 1) % len(pages)]

    run(make_app(lobby, at_table(game, *seats, seed=16, start=start, **options)), script, size)


def _shown(screen: GameScreen) -> list[int]:
    return sorted({spot.number for _, spot in screen.sheet.picture.spots if isinstance(spot, ItemSpot)})
