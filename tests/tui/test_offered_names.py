"""A name that is offered gives way to the one that is typed."""

from __future__ import annotations

from starforge.tables.local import LocalLobby
from starforge.tui.app.app import StarforgeApp
from starforge.tui.screens.settings import SettingsScreen
from tests.tui.conftest import make_app
from tests.tui.terminal import Seen, run


async def settings(app: StarforgeApp) -> SettingsScreen:
    return SettingsScreen()


def test_typing_a_name_replaces_the_name_offered(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        rows = [row.label for row in seen.app.screen.rows()]
        await seen.press(*["down"] * rows.index("Your name"), "enter", *"Cy", "enter")
        assert seen.app.settings.name == "Cy"

    run(make_app(lobby, settings, name="Ada"), script)
