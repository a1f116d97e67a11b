"""A picture: the screen to open on, the keys to press there, and how the terminal is."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.terminal import Terminal
from starforge.tui.drawing.svg import to_svg
from starforge.tui.screens.page import Page
from tests.tui.terminal import a_second_each

SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)
SEED = 7
Opening = Callable[[LocalLobby], Awaitable[Page]]


class Shot(NamedTuple):
    name: str
    first: Opening
    keys: Sequence[str] = ()
    size: tuple[int, int] = SMALL
    look: str = "unicode"
    colours: str = "many"
    theme: str = "night"


def picture(app: StarforgeApp) -> str:
    """Return what an app shows as SVG."""
    page = app.screen
    assert isinstance(page, Page)
    return to_svg(page.sheet.picture, app.look, app.shown.twins)


async def draw(shot: Shot) -> str:
    async with opened(shot) as app:
        return picture(app)


@asynccontextmanager
async def opened(shot: Shot) -> AsyncIterator[StarforgeApp]:
    """Run the app without a terminal until it shows what the picture is of."""
    with tempfile.TemporaryDirectory() as store:
        lobby = LocalLobby(Path(store))

        async def first(app: StarforgeApp) -> Page:
            return await shot.first(lobby)

        settings = Settings(look=shot.look, theme=shot.theme, animations=False, name="Ada")  # type: ignore[arg-type]
        later = datetime.now(UTC) + timedelta(minutes=3)
        profile = Profile(settings, lobby, fleets=Path(store) / "fleets.toml")
        app = StarforgeApp(profile, first, Terminal(colours=shot.colours, clock=a_second_each()), lambda: later)
        async with app.run_test(size=shot.size) as pilot:
            await pilot.pause()
            await pilot.press(*shot.keys)
            await pilot.pause()
            yield app
