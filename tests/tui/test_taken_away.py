"""The folder of the games is taken away while they are played on screens: that is said, and another place offered."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.menu import MenuScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

ALL = dict(GAMES)


def moves(folder: Path, table_id: str) -> list[str]:
    return [text for _, text in asyncio.run(LocalLobby(folder).open(table_id)).save().moves]


@pytest.mark.parametrize("game", ["tiny", *ALL])
def test_a_move_that_cannot_be_kept_offers_another_place_and_then_is_made(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)
    data, names = tmp_path / "data", ["Ada"] if game == "astroforce" else ["Ada", "bot:random"]

    async def script(seen: Seen) -> str:
        screen: GameScreen = seen.app.screen
        before = len(screen.table.save().moves)
        shutil.rmtree(data)
        for _ in range(6):
            if screen.field is None:
                await seen.press("enter")
        said = " ".join(seen.text().split())
        assert "in memory" in said
        assert "Folder (none: the old one)" in said
        assert "saved" not in said
        assert len(screen.table.save().moves) == before
        await seen.press(*str(tmp_path / "new"), "enter")
        assert "This game is saved" in " ".join(seen.text().split())
        await seen.press("enter", "enter")
        assert len(screen.table.save().moves) > before
        return screen.table.id

    table_id = run(make_app(LocalLobby(data), at_table(game, *names)), script)
    assert moves(tmp_path / "new" / "data", table_id)


def test_a_game_in_memory_alone_is_not_left_without_a_word_and_called_saved_nowhere(tmp_path: Path) -> None:
    lobby = LocalLobby(tmp_path / "data")

    async def script(seen: Seen) -> None:
        shutil.rmtree(tmp_path / "data")
        await seen.press("m")
        assert isinstance(seen.app.screen, MenuScreen)
        assert "this game is not kept!" in seen.text()
        assert "saved" not in seen.text()
        await seen.press("v", "v")
        assert isinstance(seen.app.screen, GameScreen)
        assert "gone when you leave again" in " ".join(seen.text().split())
        await seen.press("escape", "m", "w")
        assert seen.app.screen.label.startswith("Folder")
        await seen.press("\x00", *"/dev/null", "enter")
        assert "/dev/null" in seen.text()
        await seen.press("escape", "q")
        assert "Everything is saved" not in seen.text()
        await seen.press("escape", "q")
        assert not seen.app.is_running

    run(make_app(lobby, at_table("tiny", "Ada", "bot:greedy")), script)


def test_what_is_begun_is_kept_once_there_is_a_place_for_it_and_makes_none_unasked(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        shutil.rmtree(data)
        screen.ui.begun_text = lambda: "begun"
        await seen.press("tab")
        assert not data.exists()
        await screen.table.rescue("")
        await seen.press("tab")
        assert screen.table.draft() == "begun"

    run(make_app(LocalLobby(data), at_table("tiny", "Ada", "bot:greedy")), script)
