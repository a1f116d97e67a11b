"""The frames of a moment that something takes to be shown, such as a roll of dice."""

from __future__ import annotations

from textual.timer import Timer

from starforge.tui.screens.page import Page

PACE = 1 / 14
"""Seconds that a frame lasts."""


class Countdown:
    """Count the frames of a moment down, ``left`` being how many are still to come."""

    def __init__(self, screen: Page) -> None:
        self.left = 0
        self._screen = screen
        self._timer: Timer | None = None

    def start(self, frames: int) -> None:
        self.stop()
        self.left = frames
        self._timer = self._screen.set_interval(PACE, self._tick)

    def stop(self) -> None:
        self.left = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        self.left -= 1
        if self.left <= 0:
            self.stop()
        self._screen.repaint()
