"""Several people at one server, each with an app and a terminal of their own, in one loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from starforge.tables.settings import Settings
from starforge.tui.app import StarforgeApp
from starforge.tui.shared.lobby import first_screen
from tests.tui.fake_lobby import FakeLobby, FakeServer
from tests.tui.terminal import MemoryDriver, Seen


def client(server: FakeServer, user: str = "", *, lobby: Any = None, first: Any = None, **settings: Any) -> Any:
    """Return the app of one session; ``first`` opens a screen, else the session begins as any does."""
    shared = FakeLobby(server, user)

    async def begin(app: StarforgeApp) -> Any:
        return await first(app) if first else first_screen(shared)

    def now() -> datetime:
        return server.now

    chosen = Settings(**{"look": "unicode", "animations": False, **settings})
    return StarforgeApp(lobby, chosen, begin, shared=shared, colours="many", driver=MemoryDriver, now=now)


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
