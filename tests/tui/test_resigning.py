"""Giving up through the menu of a table at this terminal: asked for twice, for the seat that answers, and kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from starforge.engine.save import Seat
from starforge.games import GAMES, load
from starforge.tables.local import LocalLobby
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.menu import MenuScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

NAMES = ("Ada", "Ben", "Cyd", "Dee")
ALL = dict(GAMES)
TABLES = [(game, count) for game in GAMES for count in load(game).info.seats]


@pytest.fixture(autouse=True)
def all_games(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, place in ALL.items():
        monkeypatch.setitem(GAMES, slug, place)


async def sit_down(seen: Seen) -> GameScreen:
    """Take the terminal where it has to be passed."""
    for _ in range(4):
        screen: Any = seen.app.screen
        if isinstance(screen, GameScreen) and screen.viewers.actor is not None:
            return screen
        await seen.press("enter")
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_people_give_up_one_after_the_other(lobby: LocalLobby, game: str, count: int) -> None:
    async def script(seen: Seen) -> None:
        screen = await sit_down(seen)
        left = count
        while screen.table.view(None).result is None:
            screen = await sit_down(seen)
            seat = screen.viewers.actor
            assert seat in screen.table.here
            await seen.press("m")
            menu = seen.app.screen
            assert isinstance(menu, MenuScreen)
            assert menu.row.label == "Play on"
            await seen.press("g", "tab", "g")
            assert seen.app.screen is menu, "another line in between takes the question back"
            await seen.press("g")
            left -= 1
            assert left == len(screen.table.here) or screen.table.view(None).result is not None
        outcome = screen.table.view(None).result.text
        assert outcome in " ".join(seen.text().split())
        await seen.press("m")
        assert "Resign" not in seen.text()
        await seen.press("escape", "q")

    run(make_app(lobby, at_table(game, *NAMES[:count])), script)
    (one,) = lobby.tables()
    assert one.ended
    assert "resigned" in one.outcome or "left" in one.outcome or "lost" in one.outcome


def test_a_game_given_up_is_watched_from_home(lobby: LocalLobby) -> None:
    async def make() -> None:
        table = await lobby.create("astroforce", [Seat(name="Ada")], {}, seed=1)
        await table.submit(0, table.view(0).legal[0])
        await table.resign(0)

    async def script(seen: Seen) -> None:
        assert isinstance(seen.app.screen, HomeScreen)
        assert "Unfinished" not in seen.text()
        await seen.press("w")
        assert "gave up" in seen.text()
        await seen.press("enter", "end")
        assert "gave up" in seen.text() or "lost" in seen.text().lower()

    asyncio.run(make())
    run(make_app(lobby), script, size=(120, 40))
