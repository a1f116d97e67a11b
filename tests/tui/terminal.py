"""A terminal in memory: the app runs against it at full speed, and tests read the bytes it sent and what it shows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pyte
from textual import events
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.geometry import Size

from starforge.tui.app.keyboard import Keyboard
from tests.waiting import DEADLINE


def a_second_each() -> Callable[[], float]:
    """Return a clock that is a second on whenever it is looked at: nobody here types ahead."""
    return count().__next__


class MemoryDriver(Driver):
    """Feed keys in and collect what goes out."""

    def __init__(self, app: Any, *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        app.memory = self
        self.out: list[str] = []
        self.keyboard = Keyboard(app.terminal_says)

    def write(self, data: str) -> None:
        self.out.append(data)

    def flush(self) -> None:
        pass

    def feed(self, text: str) -> None:
        for event in self.keyboard.feed(text.encode()):
            self.process_message(event)
        if text == "\x1b":
            self._loop.call_later(self.keyboard.wait, self._tick)

    def _tick(self) -> None:
        for event in self.keyboard.tick():
            self.process_message(event)

    def resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        size = Size(width, height)
        self.send_message(events.Resize(size, size))

    def start_application_mode(self) -> None:
        self.resize(*(self._size or (80, 24)))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


NAMES = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pagedown": "\x1b[6~",
    "pageup": "\x1b[5~",
    "home": "\x1b[H",
    "end": "\x1b[F",
}


class Seen:
    """A running app and its terminal."""

    def __init__(self, app: Any) -> None:
        self.app = app

    @property
    def bytes(self) -> str:
        return "".join(self.app.memory.out)

    async def settle(self) -> None:
        """Wait until nothing moves any more."""
        quiet, end = 0, time.monotonic() + DEADLINE
        while time.monotonic() < end:
            if not self.app.is_running:
                return
            await asyncio.sleep(0)
            quiet = 0 if self._busy() else quiet + 1
            if quiet > 12:
                return
            if not quiet:
                await asyncio.sleep(0.001)
        raise AssertionError("the app does not come to rest")

    async def rest(self) -> None:
        """Wait until nothing has been sent for some frames: what follows a key by a timer is painted too."""
        still = 0
        while still < 3:
            before = len(self.app.memory.out)
            await asyncio.sleep(0.02)
            await self.settle()
            still = still + 1 if len(self.app.memory.out) == before else 0

    def _busy(self) -> bool:
        app = self.app
        if not app.screen_stack:
            return True
        nodes = [app, *app.screen_stack, *(w for s in app.screen_stack for w in s.walk_children())]
        waiting = any(node.message_queue_size for node in nodes)
        return bool(waiting or app.screen._dirty_widgets or app.screen._callbacks or app._resize_timer)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.memory.feed(NAMES.get(key, key))
            if key == "escape":
                await asyncio.sleep(ESCAPE_DELAY + 0.03)
            await self.settle()

    async def click(self, x: int, y: int) -> None:
        self.app.memory.feed(f"\x1b[<0;{x + 1};{y + 1}M")
        self.app.memory.feed(f"\x1b[<0;{x + 1};{y + 1}m")
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        self.app.memory.resize(width, height)
        await self.settle()

    def text(self) -> str:
        return self.app.screen.sheet.picture.text()

    def shown(self) -> list[str]:
        """Return what a terminal shows after all bytes so far."""
        return emulate(self.bytes, *self.app.size).display

    def find(self, text: str) -> tuple[int, int]:
        """Return where a text stands in the picture."""
        for y, row in enumerate(self.text().splitlines()):
            if text in row:
                return row.index(text), y
        raise AssertionError(f"{text!r} is not in\n{self.text()}")


def emulate(data: str, width: int, height: int) -> pyte.Screen:
    screen = pyte.Screen(width, height)
    pyte.Stream(screen).feed(data)
    return screen


def run(app: Any, script: Callable[[Seen], Awaitable[Any]], size: tuple[int, int] = (80, 24)) -> Any:
    """Run an app and a script that drives it; return what the script returns."""

    async def drive() -> Any:
        seen = Seen(app)
        task = asyncio.create_task(app.run_async(size=size))
        while not (getattr(app, "memory", None) and len(app.screen_stack) > 1 and app.screen.is_mounted):
            await asyncio.sleep(0.001)
            if task.done():
                await task
                raise AssertionError(app.crash or "the app ended at once")
        await seen.settle()
        await asyncio.sleep(0.03)
        await seen.settle()
        try:
            return await script(seen)
        finally:
            if app.is_running:
                app.exit(0)
            await task
            if app.crash:
                raise AssertionError(app.crash)

    return asyncio.run(drive())
