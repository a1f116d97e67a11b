"""A driver for the app whose terminal is somewhere else: bytes come in by ``feed`` and go out to a sink."""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from starforge.tui.app.keyboard import Keyboard
from starforge.tui.app.terminal import ASK_GROUND, RESET

START = "\x1b[?1049h\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[?1004h\x1b[>25u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
"""Own screen; clicks, drags and focus told; no cursor; keys told apart; frames whole; pastes marked; no wrapping."""

STOP = f"\x1b[?1002l{RESET}"

LARGEST = (500, 200)
USUAL = (80, 24)
RESIZE_DELAY = 0.02
"""Seconds to wait for the next size while a window is being dragged."""


def sane(width: int, height: int) -> tuple[int, int]:
    """Return a size as it can be drawn, whatever a client says; nothing is said by 0."""
    return tuple(min(max(n or usual, 1), most) for n, usual, most in zip((width, height), USUAL, LARGEST, strict=True))  # type: ignore[return-value]


class SinkDriver(Driver):
    """Carry keys, pastes and clicks to an app, and what it draws to ``sink``."""

    def __init__(
        self, app: Any, *, sink: Callable[[bytes], None], debug: bool = False, mouse: bool = True, size: Any = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=sane(*(size or USUAL)))
        self._sink = sink
        self._keyboard, self._asks_ground = Keyboard(app.terminal_says), app.asks_ground
        self._pending: list[str] = []
        self._tick: TimerHandle | None = None
        self._resizing: TimerHandle | None = None
        self._alive = False

    def write(self, data: str) -> None:
        """Send text, in one piece with all that is sent in the same turn of the loop."""
        if not self._pending:
            self._loop.call_soon(self.flush_now)
        self._pending.append(data)

    def flush(self) -> None:
        """Leave it to the end of the turn."""

    def flush_now(self) -> None:
        data, self._pending = "".join(self._pending), []
        if data:
            self._sink(data.encode("utf-8", "replace"))

    def send_message(self, message: Message) -> None:
        """Hand a message to the app, which lives on the same loop."""
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """Take bytes as they come: in the middle of a key or of a character, or none of either."""
        if self._alive:
            self._take(self._keyboard.feed(data))

    def _take(self, found: Iterable[Message]) -> None:
        """Hand over what has come, and look again when what is unfinished should have gone on."""
        for message in found:
            self.process_message(message)
        if self._tick is not None:
            self._tick.cancel()
        wait = self._keyboard.wait
        self._tick = None if wait is None else self._loop.call_later(wait, self._nothing_came)

    def _nothing_came(self) -> None:
        self._tick = None
        if self._alive:
            self._take(self._keyboard.tick())

    def resize(self, width: int, height: int) -> None:
        """Take the terminal's new size; of many in a row the last one counts."""
        self._size = sane(width, height)
        if self._alive and self._resizing is None:
            self._resizing = self._loop.call_later(RESIZE_DELAY, self._tell_size)

    def _tell_size(self) -> None:
        self._resizing = None
        if self._alive:
            size = Size(*(self._size or USUAL))
            self.send_message(events.Resize(size, size))

    def start_application_mode(self) -> None:
        self._alive = True
        self.write(START + (ASK_GROUND if self._asks_ground else ""))
        self._tell_size()

    def disable_input(self) -> None:
        self._alive = False

    def stop_application_mode(self) -> None:
        self._alive = False
        self.write(STOP)
        self.flush_now()

    def close(self) -> None:
        """Let go of everything that would keep the app alive."""
        self._alive = False
        for timer in (self._tick, self._resizing):
            if timer is not None:
                timer.cancel()
        self._last_move_event = None
