"""A name that is offered gives way to the one that is typed."""

from __future__ import annotations

from starforge.tables.local import LocalLobby
from starforge.tui.screens.settings import SettingsScreen
from tests.tui.conftest import make_app
from tests.tui.terminal import Seen, run


def test_typing_a_name_replaces_the_name_offered(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        seen.app.push_screen(SettingsScreen())
        await seen.settle()
        seen.app.screen._rename()
        await seen.press(*"Cy", "enter")
        assert seen.app.settings.name == "Cy"

    run(make_app(lobby, name="Ada"), script)
