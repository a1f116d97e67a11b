"""The app: what holds the screens, the theme and the terminal, and the ways in."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App

from starforge.quick import dataclass
from starforge.tables.settings import Settings
from starforge.tables.summary import TableError
from starforge.tui.app import routes, terminal
from starforge.tui.app.deafness import Deafness
from starforge.tui.app.driver import LocalDriver
from starforge.tui.app.output import DiffUpdate, Placed, Shown, placed
from starforge.tui.app.theme import Theme, theme_for

if TYPE_CHECKING:
    from textual.screen import Screen

    from starforge.tables.lobby import Lobby
    from starforge.tables.remote.lobby import RemoteLobby
    from starforge.tui.server.turn_alert import TurnAlert

First = Callable[["StarforgeApp"], "Awaitable[Screen[Any]]"]
Keep = Callable[[dict[str, Any]], str]
SYSTEMS = {
    "none": None,
    "sixteen": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "many": ColorSystem.TRUECOLOR,
}
"""How colours are sent to terminals that have so many."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the app has of its user.

    ``lobby`` holds the user's own games, ``shared`` is the lobby of a server; either may be missing. ``keep`` stores
    changed settings and returns what went wrong, or ''. ``fleets`` is the file in which the user keeps fleets by name,
    None where nothing can be kept.
    """

    settings: Settings
    lobby: Lobby | None = None
    shared: RemoteLobby | None = None
    keep: Keep = lambda values: ""
    fleets: Path | None = None


class StarforgeApp(App[int], inherit_bindings=False):
    """Show the screens of one user; ``first`` makes the one to begin with.

    ``now`` tells the time, that of the server if there is one.
    """

    CSS = "Screen { layout: vertical; }"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        profile: Profile,
        first: First,
        at: terminal.Terminal | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        at = at or terminal.Terminal()
        super().__init__(driver_class=at.driver or LocalDriver, ansi_color=True)
        self.lobby: Any = profile.lobby
        self.shared, self.settings, self.fleets = profile.shared, profile.settings, profile.fleets
        self._first, self._keep, self.environ = first, profile.keep, at.environ
        self.now = now or (profile.shared.now if profile.shared else partial(datetime.now, UTC))
        self.colours = terminal.colours(at.environ) if at.colours is None else at.colours
        self.asks_ground, self.light = terminal.asks_ground(at.environ), terminal.light(at.environ)
        self.deafness = Deafness(at.clock)
        self.crash = self.stood_on = ""
        self.turn_alert: TurnAlert | None = None
        self._gone = False
        self._filters = []
        self.shown = Shown(SYSTEMS[self.colours])
        self.shown.erases = terminal.erases(at.environ)
        self.animation_level = "none"
        self._apply()

    def _apply(self) -> None:
        self.look: Theme = theme_for(self.settings.theme, self.colours, bool(self.light))
        self.shown.twins = terminal.wants_ascii(self.settings.look, self.environ)
        self.shown.forget()

    def terminal_says(self, said: str) -> None:
        """Take in an answer of the terminal, from whatever thread: what its ground is like decides the colours."""
        light = terminal.says_light(said)
        if light is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._take_ground, light)

    def _take_ground(self, light: bool) -> None:
        if light != bool(self.light):
            self.light = light
            self._apply()
            self.repaint_all()

    async def go_to(self, server: RemoteLobby) -> str:
        """Connect to a server, and return why that cannot be, or ''."""
        try:
            await server.connect()
        except TableError as error:
            return str(error)
        self.shared, self._gone = server, True
        return ""

    async def on_unmount(self) -> None:
        """Leave the server, if this app has gone there by itself."""
        if self._gone and self.shared is not None:
            await self.shared.close()

    async def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda app: self.repaint_all())
        self.push_screen(await self._first(self))
        if self.shared is not None:
            self.turn_alert = routes.TurnAlert(self, self.shared)

    def exit(self, *args: Any, **more: Any) -> None:
        """End, and tell of no turns any more."""
        if self.turn_alert is not None:
            self.turn_alert.end()
        super().exit(*args, **more)

    def on_resize(self) -> None:
        """Trust nothing on a terminal that changed its size."""
        self.shown.forget()

    async def on_event(self, event: events.Event) -> None:
        """Hand a key to the screen in front, once that is ready, and wait until it has dealt with it."""
        if not isinstance(event, events.Key):
            await super().on_event(event)
            return
        page: Any = self.screen
        end = monotonic() + 2
        while not page.is_mounted and monotonic() < end:
            await asyncio.sleep(0.001)
        if hasattr(page, "take"):
            await page.take(event)

    def set(self, **values: Any) -> str:
        """Change settings, show the result at once, and return what went wrong in keeping them, or ''."""
        self.settings = replace(self.settings, **values)
        self._apply()
        self.repaint_all()
        return self._keep(values)

    def learned(self, mark: str) -> None:
        """Remember that a lesson is done."""
        done = self.settings.learned.split()
        if mark not in done:
            self.set(learned=" ".join([*done, mark]))

    def repaint_all(self) -> None:
        """Send the whole screen again."""
        self.shown.forget()
        repaint = getattr(self.screen, "repaint", None)
        if repaint is not None:
            repaint()
        self.refresh()

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        """Send only what changes."""
        if isinstance(renderable, (LayoutUpdate, ChopsUpdate)):
            self.shown.ready((self.size.width, self.size.height))
            renderable = DiffUpdate(((y, x, self.shown.cells(strip)) for y, x, strip in placed(renderable)), self.shown)
        super()._display(screen, renderable)
        self.deafness.shown()

    def send(self, screen: Screen[Any], pieces: Iterable[Placed]) -> bool:
        """Send cells that have changed at once; return False where all is to be laid out, or nothing can be sent."""
        known = self.shown.size == tuple(self.size)
        if self._batch_count or self.is_headless or not known or self.screen_stack[-1:] != [screen]:
            return False
        self._display(screen, DiffUpdate(pieces, self.shown))
        return True

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the mouse pointer as it is: terminals that do not know the request beep or show it."""

    def _fatal_error(self) -> None:
        """Stop after a fault; its record holds no values, for these may be secrets of the game."""
        self.panic(traceback.format_exc())

    def panic(self, *renderables: Any) -> None:
        """Stop after a fault, wherever it was."""
        self.crash = self.crash or "\n".join(map(str, renderables))
        self.stood_on = type(self.screen_stack[-1]).__name__ if self.screen_stack else ""
        self._close_messages_no_wait()
