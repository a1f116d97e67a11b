"""What goes by the clock at a table: the frames of a moment such as a roll of dice, and how long a bot thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from starforge.engine.game import View
from starforge.tables.table import TableError
from starforge.tui.drawing.art.flash import FRAMES, Flash, draw_flash
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.screens.page import Page

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen

PACE = 1 / 14
"""Seconds that a frame lasts."""


class Countdown:
    """Count the frames of a moment down, ``left`` being how many are still to come.

    While there are any, ``flash`` holds what is shown instead of the table as it is now; ``done`` is called after it.
    ``skipped``: somebody would not wait for its end; what is to be shown in a row of moments is told by that.
    """

    def __init__(self, screen: Page, done: Callable[[], None]) -> None:
        self.left, self.skipped = 0, False
        self.flash: Flash | None = None
        self._screen, self._done = screen, done
        self._timer: Timer | None = None

    def start(self, flash: Flash | None = None, frames: int = FRAMES) -> None:
        """Begin, where moments are wanted."""
        self.stop()
        if not (self._screen.is_mounted and self._screen.app.settings.animations):
            return
        self.left, self.flash = frames, flash
        self._timer = self._screen.set_interval(PACE, self._tick)

    def scene(self, now: Scene) -> Scene:
        """Return what there is to draw: the table as it is, or as it was before what is shown."""
        return now if self.flash is None else replace(self.flash.scene, moment=self.left)

    def draw(self, picture: Picture) -> None:
        if self.flash is not None:
            draw_flash(picture, self.flash, self.left)

    def stop(self) -> None:
        flash, self.flash, self.left = self.flash, None, 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if flash is not None:
            self._done()

    def skip(self) -> None:
        """End the moment at once."""
        self.skipped = True
        self._end()

    def _end(self) -> None:
        """Let what waited for the end of the moment go on, such as a report."""
        told = self.flash is not None
        self.stop()
        if not told:
            self._done()

    async def over(self) -> None:
        """Wait until the moment is over."""
        while self.left:
            await asyncio.sleep(PACE)

    def _tick(self) -> None:
        self.left -= 1
        if self.left > 0:
            self._screen.repaint()
        else:
            self._end()


def before_all(scene: Scene) -> Scene:
    """Return a scene as it will be remembered: without choices, and with the log as it is now."""
    return replace(scene, told=tuple(scene.told), items=(), number=-1)


class BotClock:
    """Let the bots of a game of one's own act, and tell for how long the one thinks that a table waits for."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self._table = screen, screen.table
        self.acting = False
        self._mark: tuple[int, int] | None = None
        self._since = 0.0
        self._timer: Timer | None = None

    def follow(self, public: View) -> None:
        """Take in how the table stands: which bot is asked, and whether it has only just been asked."""
        seats = self._table.seats
        asked = next((n for n in sorted(public.waiting) if seats[n].bot), None) if public.result is None else None
        mark = None if asked is None else (self._table.length(None), asked)
        if mark != self._mark:
            self._mark, self._since = mark, monotonic()
        if mark is None:
            self.stop()
        elif self._timer is None:
            self._timer = self._screen.set_interval(1.0, self._screen.repaint)
        if mark is not None and self._screen.presence is None and not self.acting:
            self.acting = True
            self._screen.run_worker(self._act(), group="bots")

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def words(self) -> str:
        """Return which bot thinks and for how long, once that is a second or more; else ''."""
        seconds = int(monotonic() - self._since)
        if self._mark is None or seconds < 1:
            return ""
        return f"{self._screen.names[self._mark[1]]} is thinking: {seconds} s. Enter: let it play now"

    async def hurry(self) -> None:
        """Let the bot that thinks act by the best it has found so far."""
        try:
            await self._table.hurry()
        except TableError as error:
            self._screen.failed(error)

    async def _act(self) -> None:
        """Let bots act, one after the other, until none is asked."""
        try:
            while await self._table.step_bot():
                await self._screen.countdown.over()
        except TableError as error:
            self._screen.failed(error)
            self._screen.repaint()
        finally:
            self.acting = False
            self._screen.news.follow()
