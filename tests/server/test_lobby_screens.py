"""The screens of the lobby on a real server, over its sockets: from the first visit to the rematch, by keys alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import first_screen
from starforge.tui.app.terminal import Terminal
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.report import ReportScreen
from starforge.tui.screens.record.daily import DailyScreen
from starforge.tui.screens.record.records import RecordsScreen
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.server.lobby import LobbyScreen
from starforge.tui.server.registration import RegistrationScreen
from starforge.tui.server.waiting_room import WaitingRoomScreen
from tests.server.local_server import LocalServer, serving
from tests.tui.terminal import MemoryDriver, Seen, a_second_each
from tests.waiting import DEADLINE


@asynccontextmanager
async def visiting(server: LocalServer, name: str, known: bool = True) -> AsyncIterator[Seen]:
    """Let somebody come with an app and a terminal of their own."""
    lobby = RemoteLobby(server.daemon.private, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
    await lobby.connect()
    if known and not lobby.user:
        await lobby.register(name)

    async def first(app: StarforgeApp) -> Any:
        return first_screen(lobby)

    settings = Settings(look="unicode", animations=False)
    terminal = Terminal(colours="many", driver=MemoryDriver, clock=a_second_each())
    app = StarforgeApp(Profile(settings, shared=lobby), first, terminal)
    running = asyncio.create_task(app.run_async(size=(100, 30)))
    while not (getattr(app, "memory", None) and len(app.screen_stack) > 1 and app.screen.is_mounted):
        await asyncio.sleep(0.005)
    seen = Seen(app)
    await seen.settle()
    try:
        yield seen
    finally:
        if app.is_running:
            app.exit(0)
        await running
        await lobby.close()
        assert not app.crash, app.crash


async def shows(seen: Seen, *words: str, kind: type[Any] | None = None) -> None:
    """Wait until a screen shows some words, and is of a kind if one is given."""
    end = time.monotonic() + DEADLINE
    await seen.settle()
    while not (all(one in seen.text() for one in words) and (kind is None or isinstance(seen.app.screen, kind))):
        assert time.monotonic() < end, f"{words} {kind} is not in\n{seen.app.screen}\n{seen.text()}"
        await asyncio.sleep(0.01)
        await seen.settle()


async def test_from_the_first_visit_to_a_rematch(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server, "Ada", known=False) as ada, visiting(server, "Ben") as ben:
        await shows(ada, "First visit", kind=RegistrationScreen)
        await ada.press(*["backspace"] * 3, *"BEN", "enter", "c")
        await shows(ada, "Ben")
        await ada.press("1", *["backspace"] * 3, *"Ada", "enter", "c")
        await shows(ada, "STARFORGE · Ada", "2 here", kind=LobbyScreen)
        await ada.press("n", "left")
        ada.app.screen.number = 3
        await ada.press("enter", *"Ben", "enter", "5", "5", "t")
        await shows(ada, "reserved for Ben", kind=WaitingRoomScreen)
        await shows(ben, "Ada invites you")
        await ben.press("1", "t", ";", *"hello [b]", "enter", "escape")
        await shows(ada, "● Ben", "Ben: hello [b]")
        await ada.press("b")
        await shows(ada, "Your hand", kind=GameScreen)
        await shows(ben, "Your hand", kind=GameScreen)
        assert "hello [b]" in str(ben.app.screen.table.talk())
        await undo_by_consent(ada, ben)
        await ada.press("4")
        await ben.press("1", "4")
        for seen in (ada, ben):
            if isinstance(seen.app.screen, ReportScreen):
                await seen.press("enter")
            if seen.app.screen.view.choices and seen.app.screen.view.waiting.values() == {"provoke"}:
                await seen.press("1")
        await finish(ada, ben)
        await ada.press("m", "w")
        await shows(ada, "As it was set up.", kind=ReplayScreen)
        await ada.press("q", "m", "a")
        await shows(ada, "waiting room")
        await shows(ben, "a rematch is offered")
        await ben.press("m", "a")
        await shows(ada, "▲ Ben", "● Ada, host")


async def undo_by_consent(ada: Seen, ben: Seen) -> None:
    await ada.press("1")
    await shows(ada, "Laid: c")
    await ada.press("4")
    await shows(ben, "readied")
    await ada.press("u")
    await shows(ada, "This needs consent: Ben is asked.")
    await shows(ben, "Ada asks to take moves back. + agrees, - refuses")
    await ben.press("+")
    await shows(ada, "4 ready")


async def finish(*people: Seen) -> None:
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        for seen in people:
            screen: Any = seen.app.screen
            await asyncio.sleep(0.02)
            await seen.settle()
            if isinstance(screen, ReportScreen):
                await seen.press("enter")
                continue
            if screen.view.result is not None:
                await shows(people[0], "m: ")
                return
            key = next((one.key for one in screen.cursor.opened if not one.reason and "take-back" not in one.label), "")
            if key:
                await seen.press(key)
    raise AssertionError("the game does not end")


async def test_what_was_left_is_found_again_and_what_happened_meanwhile_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ben = await server.connect("Ben")
        async with visiting(server, "Ada") as ada:
            table = await server.table(["Ada", "Ben"], rounds=2)
            await shows(ada, "your turn")
            assert ada.bytes.count("\x07") == 1
            await ada.press("1", "1", "4", ";", *"half a l")
        his = await ben.open(table)
        await his.submit(1, his.view(1).legal[0])
        await his.submit(1, his.view(1).legal[-1])
        async with visiting(server, "Ada") as ada:
            await shows(ada, "Tiny")
            await ada.press("1")
            await shows(ada, "Since you last looked", "revealed", kind=ReportScreen)
            await ada.press("enter")
            await shows(ada, "› revealed", kind=GameScreen)
            await ada.press(";", *"ine", "enter")
            await shows(ada, "Ada: half a line")


async def test_a_server_that_comes_back_finds_the_screen_where_it_was(tmp_path: Path) -> None:
    async with AsyncExitStack() as life, AsyncExitStack() as stay:
        server = await life.enter_async_context(serving(tmp_path))
        ada = await stay.enter_async_context(visiting(server, "Ada"))
        await server.connect("Ben")
        await server.table(["Ada", "Ben"])
        await shows(ada, "your turn")
        await ada.press("1", "j")
        at = ada.app.screen.cursor.number
        await life.aclose()
        await shows(ada, "! link lost", "The server cannot be reached")
        await ada.press("enter")
        await shows(ada, "! ")
        assert ada.app.screen.cursor.number == at
        async with serving(tmp_path):
            await shows(ada, "The server is back.")
            await ada.press("enter")
            await shows(ada, "Laid: c")
            await stay.aclose()


async def test_the_games_of_the_day_and_the_logbook_are_a_key_away(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server, "Ada") as seen:
        await seen.press("d")
        await shows(seen, "Patrol of the day", "Astroforce today", "Reach ever", "nobody yet", kind=DailyScreen)
        await seen.press("1")
        await shows(seen, "ASTROFORCE", kind=GameScreen)
        await seen.app.screen.table.resign(0)
        await shows(seen, "gave up")
        await seen.press("q")
        await shows(seen, "done; practise", "1. Ada: ", "Crewman 3rd Class, 0 years", kind=DailyScreen)
        await seen.press("q")
        await shows(seen, "d today", "b logbook", kind=LobbyScreen)
        await seen.press("b")
        await shows(seen, "0 of 1 won", "Honours:", "[1: watch it]", kind=RecordsScreen)
        await seen.press("1")
        await shows(seen, "ASTROFORCE", kind=ReplayScreen)
