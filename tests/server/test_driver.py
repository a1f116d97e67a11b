"""The driver of a terminal somewhere else: its keys, its sizes, and what is drawn for it."""

from __future__ import annotations

import asyncio
from typing import Any

from textual import events

from starforge.server.ssh.driver import RESIZE_DELAY, SinkDriver
from tests.tui.test_keyboard import tell


class App:
    """What a driver needs of an app."""

    asks_ground = False

    def __init__(self) -> None:
        self.got: list[Any] = []

    def terminal_says(self, said: str) -> None:
        pass

    def post_message(self, message: Any) -> None:
        self.got.append(message)

    def told(self) -> list[str]:
        return [tell(one) for one in self.got if not isinstance(one, events.Resize)]


def fed(*pieces: bytes, wait: float = 0.0) -> list[str]:
    async def drive() -> list[str]:
        app = App()
        driver = SinkDriver(app, sink=lambda data: None)
        driver.start_application_mode()
        for piece in pieces:
            driver.feed(piece)
        await asyncio.sleep(wait)
        driver.stop_application_mode()
        driver.close()
        return app.told()

    return asyncio.run(drive())


def test_escape_alone_is_a_key_once_nothing_follows() -> None:
    assert fed(b"\x1b", wait=0.2) == ["escape"]
    assert fed(b"\x1b", b"[A", wait=0.2) == ["up"]


def test_sizes_in_a_row_are_told_once() -> None:
    async def drive() -> list[Any]:
        app = App()
        driver = SinkDriver(app, sink=lambda data: None)
        driver.start_application_mode()
        for width in range(60, 90):
            driver.resize(width, 30)
        await asyncio.sleep(RESIZE_DELAY * 3)
        driver.close()
        return [one.size for one in app.got if isinstance(one, events.Resize)]

    assert asyncio.run(drive()) == [(80, 24), (89, 30)]


def test_all_that_is_drawn_in_one_turn_goes_out_in_one_piece() -> None:
    async def drive() -> list[bytes]:
        sent: list[bytes] = []
        driver = SinkDriver(App(), sink=sent.append)
        for part in ("a", "é", "\ud800"):
            driver.write(part)
        await asyncio.sleep(0)
        driver.write("b")
        driver.stop_application_mode()
        return sent

    first, last = asyncio.run(drive())
    assert first == "aé?".encode()
    assert last.startswith(b"b\x1b[?1002l")
