"""The ways into the app: each runs it on this terminal until it is left, and returns the exit code."""

from __future__ import annotations

import platform
import sys
from functools import partial
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starforge import __version__
from starforge.tables.folders import data_folder, fleets_file, settings_file
from starforge.tables.settings import Settings, keep_settings
from starforge.tui.app import routes, terminal
from starforge.tui.app.app import First, Profile, StarforgeApp

if TYPE_CHECKING:
    from textual.screen import Screen

    from starforge.tables.lobby import Lobby
    from starforge.tables.play.replay import Replay
    from starforge.tables.table import Table


def run_home(lobby: Lobby, settings: Settings, server: Path | None = None, table_id: str = "") -> int:
    """Run the app from the lobby of the server at a socket, or a table there, else from home; return the exit code."""

    async def first(app: StarforgeApp) -> Screen[Any]:
        words = ""
        if server is not None:
            from starforge.tables.remote.lobby import RemoteLobby  # not for those who play alone

            words = await app.go_to(RemoteLobby(server))
        if app.shared is None:
            return routes.HomeScreen(f"Here are your own games: {words}" if words else "")
        return routes.first_screen(app.shared, table_id)

    return _run(lobby, settings, first)


def run_table(lobby: Lobby, table: Table, settings: Settings) -> int:
    """Play a table until it is left, and return the exit code."""

    async def first(app: StarforgeApp) -> Screen[Any]:
        return routes.screen_for(table)

    return _run(lobby, settings, first)


def run_learn(lobby: Lobby, settings: Settings, game: str, at_once: str) -> int:
    """Show the lessons of a game ('': one to be chosen), one of them at once by its mark, if it is named."""

    async def first(app: StarforgeApp) -> Screen[Any]:
        return routes.LearnScreen(game, at_once)

    return _run(lobby, settings, first)


def run_campaign(lobby: Lobby, settings: Settings) -> int:
    async def first(app: StarforgeApp) -> Screen[Any]:
        return routes.CampaignScreen()

    return _run(lobby, settings, first)


def run_replay(replay: Replay, settings: Settings, where: str) -> int:
    async def first(app: StarforgeApp) -> Screen[Any]:
        return routes.ReplayScreen(replay, where)

    return _run(None, settings, first)


def run_rules(game: str, settings: Settings) -> int:
    async def first(app: StarforgeApp) -> Screen[Any]:
        return routes.RulebookScreen(game)

    return _run(None, settings, first)


def _run(lobby: Lobby | None, settings: Settings, first: First) -> int:
    """Run the app on this terminal until it is left; the terminal is left as it was."""
    words = terminal.refusal(environ, all(stream and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)))
    if words:
        print(f"starforge: {words}", file=sys.stderr)
        return 2
    _speak_utf8()
    app = StarforgeApp(
        Profile(settings, lobby, keep=partial(keep_settings, settings_file()), fleets=fleets_file()), first
    )

    def stop(code: int) -> None:
        loop = app._loop
        if loop is not None:
            loop.call_soon_threadsafe(app.exit, None, code)

    with terminal.guard(stop):
        app.run()
    if app.crash:
        print(_apology(app, data_folder() / "crash.txt"), file=sys.stderr)
        return 1
    return app.return_code or 0


def _speak_utf8() -> None:
    """Let what is drawn reach the terminal as it is, whatever Python made of the locale."""
    for stream in (sys.__stderr__, sys.__stdout__):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _apology(app: StarforgeApp, path: Path) -> str:
    """Keep a report of a fault, and return what to tell about it."""
    kind = app.crash.strip().splitlines()[-1].partition(":")[0]
    system, (width, height) = f"Python {platform.python_version()}, {platform.platform()}", app.size
    shown = f"TERM={app.environ.get('TERM', '')}, {width}x{height}, {app.colours}, {app.stood_on}"
    words = f"starforge stopped by a fault of its own ({kind}). Every action that was accepted is saved."
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_text(f"starforge {__version__}\n{system}\n{shown}\n\n{app.crash}", encoding="utf-8")
    except OSError:
        return words
    return f"{words} What happened is written in {path}; please send it to the authors."
