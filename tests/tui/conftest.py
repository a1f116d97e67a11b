"""The tiny game stands among the games, and every app runs against a terminal in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from starforge.engine.save import Seat
from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import screen_for
from starforge.tui.app.terminal import Terminal
from starforge.tui.screens.home import HomeScreen
from tests.tui.terminal import MemoryDriver, a_second_each


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, value in {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    for slug in [slug for slug in GAMES if slug != "astroforce"]:  # the keys pressed here count on the menu's order
        monkeypatch.delitem(GAMES, slug)
    GAMES["tiny"] = "tests.tiny:GAME"
    yield
    del GAMES["tiny"]


@pytest.fixture
def lobby(tmp_path: Path) -> LocalLobby:
    return LocalLobby(tmp_path)


async def home(app: StarforgeApp) -> HomeScreen:
    return HomeScreen()


def at_table(game: str, *names: str, seed: int = 7, start: str = "", **options: Any) -> Callable[[StarforgeApp], Any]:
    """Return what opens the app at a new table; ``bot:LEVEL`` seats a bot."""

    async def first(app: StarforgeApp) -> Any:
        seats = [Seat(name="Bot", bot=n[4:]) if n.startswith("bot:") else Seat(name=n) for n in names]
        return screen_for(await app.lobby.create(game, seats, options, seed, start))

    return first


def make_app(
    lobby: LocalLobby,
    first: Any = home,
    *,
    kind: type[StarforgeApp] = StarforgeApp,
    colours: str = "many",
    clock: Callable[[], float] | None = None,
    **settings: Any,
) -> StarforgeApp:
    chosen = Settings(**{"look": "unicode", "animations": False, "reports": False, **settings})
    later = datetime.now(UTC) + timedelta(minutes=5)
    terminal = Terminal(colours=colours, driver=MemoryDriver, clock=clock or a_second_each())
    return kind(Profile(chosen, lobby), first, terminal, lambda: later)
