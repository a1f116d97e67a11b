"""Several people at one server, each with an app and a terminal of their own, in one loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from starforge.tables.settings import Settings
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import first_screen
from starforge.tui.app.terminal import Terminal
from tests.tui.fake_lobby import FakeLobby, FakeServer
from tests.tui.terminal import MemoryDriver, Seen, a_second_each


def client(server: FakeServer, user: str = "", *, lobby: Any = None, first: Any = None, **settings: Any) -> Any:
    """Return the app of one session; ``first`` opens a screen, else the session begins as any does."""
    shared = FakeLobby(server, user)

    async def begin(app: StarforgeApp) -> Any:
        return await first(app) if first else first_screen(shared)

    def now() -> datetime:
        return server.now

    chosen = Settings(**{"look": "unicode", "animations": False, "reports": False, **settings})
    terminal = Terminal(colours="many", driver=MemoryDriver, clock=a_second_each())
    return StarforgeApp(Profile(chosen, lobby, shared), begin, terminal, now)


def together(script: Callable[..., Awaitable[Any]], *apps: Any, size: tuple[int, int] = (80, 24)) -> Any:
    """Run the apps and a script that drives them; return what the script returns."""

    async def drive() -> Any:
        tasks = [asyncio.create_task(app.run_async(size=size)) for app in apps]
        seen = [Seen(app) for app in apps]
        for app, task in zip(apps, tasks, strict=True):
            while not (getattr(app, "memory", None) and len(app.screen_stack) > 1 and app.screen.is_mounted):
                await asyncio.sleep(0.001)
                if task.done():
                    await task
                    raise AssertionError(app.crash or "the app ended at once")
        await settle(*seen)
        try:
            return await script(*seen)
        finally:
            for app, task in zip(apps, tasks, strict=True):
                if app.is_running:
                    app.exit(0)
                await task
            assert not any(app.crash for app in apps), "\n".join(app.crash for app in apps)

    return asyncio.run(drive())


async def settle(*seen: Seen) -> None:
    """Wait until nobody's screen moves any more, and what one does has reached the others."""
    for _ in range(2):
        for one in seen:
            await one.settle()
        await asyncio.sleep(0.02)


def filled() -> FakeServer:
    """Return a server with tables in every stage but ended: Ada is asked, invited, and waits; others play."""
    server = FakeServer("Ada", "Ben", "Cyd")

    async def fill() -> None:
        ada, ben, cyd = (FakeLobby(server, name) for name in ("Ada", "Ben", "Cyd"))
        await ben.offer(
            "tiny", [SeatAssignment(), SeatAssignment(invited="Ada"), SeatAssignment()], {}, Clock("move", 86400)
        )
        await cyd.offer("astroforce", [SeatAssignment(), SeatAssignment()], {}, Clock("bank", 7200))
        await begun(server, "Ada", "Ben", clock=Clock("move", 900))
        await begun(server, "Ben", "Cyd")
        await ada.offer("tiny", [SeatAssignment(), SeatAssignment(bot="random"), SeatAssignment()], {}, Clock())
        await ben.say("Hello, who plays a round of Reach tonight?")
        await cyd.say("[b]I[/b] do, if it ends before midnight; otherwise let us put a clock of some days on it.")
        for one in (ada, ben, cyd):
            await one.close()

    asyncio.run(fill())
    return server


async def begun(server: FakeServer, *names: str, game: str = "tiny", clock: Clock | None = None, **options: Any) -> str:
    """Begin a table of these people, ``bot:LEVEL`` among them, and return its id."""
    others = names[1:]
    assignments = [
        SeatAssignment(bot=name[4:]) if name.startswith("bot:") else SeatAssignment(invited=name) for name in others
    ]
    assignments.insert(0, SeatAssignment())
    lobbies = [FakeLobby(server, name) for name in names if not name.startswith("bot:")]
    table = await lobbies[0].offer(game, assignments, options, clock or Clock())
    for one in lobbies[1:]:
        await one.join(table)
    await lobbies[0].start(table)
    for one in lobbies:
        await one.close()
    return table


def finish(server: FakeServer, *names: str, **options: Any) -> str:
    """Play a game of these people to its end and return the table's id."""

    async def play() -> str:
        table = await begun(server, *names, **options)
        server.rest(table, *range(len(names)))
        server.go_on()
        return table

    return asyncio.run(play())
