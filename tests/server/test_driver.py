"""The driver makes the same of its input however that is cut into pieces, and something of any input."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events

from starforge.server.ssh.driver import LONGEST, RESIZE_DELAY, SinkDriver

KEYS = {
    b"a": "a",
    b"Q": "Q",
    b"\r": "enter",
    b"\x7f": "backspace",
    b"\x1b[A": "up",
    b"\x1b[1;5C": "ctrl+right",
    b"\x1bOP": "f1",
    b"\x1b[6~": "pagedown",
    b"\x1b[97;5u": "ctrl+a",
    "é".encode(): "é",
    "宇".encode(): "宇",
    b"\x1b[<0;3;4M": "down at 2,3",
    b"\x1b[200~hi \xc3\xa9\x1b[201~": "paste hi é",
}


class App:
    """What a driver needs of an app."""

    def __init__(self) -> None:
        self.got: list[Any] = []

    def post_message(self, message: Any) -> None:
        self.got.append(message)

    def told(self) -> list[str]:
        return [tell(one) for one in self.got if not isinstance(one, events.Resize)]


def tell(message: Any) -> str:
    if isinstance(message, events.Key):
        return message.character if message.is_printable and message.character else message.key
    if isinstance(message, events.MouseDown):
        return f"down at {message.x:.0f},{message.y:.0f}"
    return f"paste {message.text}" if isinstance(message, events.Paste) else type(message).__name__


def fed(*pieces: bytes, wait: float = 0.0) -> list[str]:
    async def drive() -> list[str]:
        app = App()
        driver = SinkDriver(app, sink=lambda data: None)
        driver.start_application_mode()
        for piece in pieces:
            driver.feed(piece)
            await asyncio.sleep(0)
        await asyncio.sleep(wait)
        driver.stop_application_mode()
        driver.close()
        return app.told()

    return asyncio.run(drive())


@given(st.lists(st.sampled_from(sorted(KEYS)), max_size=6), st.lists(st.integers(1, 5), max_size=60))
@settings(max_examples=60)
def test_pieces_of_any_size_make_the_same_keys(keys: list[bytes], sizes: list[int]) -> None:
    whole, pieces = b"".join(keys), []
    while whole:
        size = sizes.pop() if sizes else len(whole)
        pieces.append(whole[:size])
        whole = whole[size:]
    assert fed(*pieces) == [KEYS[key] for key in keys]


@given(st.lists(st.binary(max_size=40), max_size=8))
@settings(max_examples=60)
def test_any_bytes_leave_the_keys_after_them_as_they_are(pieces: list[bytes]) -> None:
    told = fed(*pieces, b"\x1b[201~" + b"z" * 40, b"qqq")
    assert told[-3:] == ["q", "q", "q"]


def test_escape_alone_is_a_key_once_nothing_follows() -> None:
    assert fed(b"\x1b", wait=0.2) == ["escape"]
    assert fed(b"\x1b", b"[A", wait=0.2) == ["up"]


def test_a_paste_without_end_is_dropped_and_what_follows_its_end_is_not() -> None:
    flood = [b"\x1b[200~", *[b"x" * 10_000] * (LONGEST // 10_000 + 2), b"\x1b[20", b"1~q"]
    assert fed(*flood) == ["q"]


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
