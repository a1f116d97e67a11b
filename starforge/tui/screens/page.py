"""What every screen is: a picture drawn anew after each key, a scope in the table of keys, a line to type in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from starforge.tui.app import routes
from starforge.tui.app.keys import footer, named, says, taken
from starforge.tui.app.theme import MONO
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.sheet import Sheet
from starforge.tui.drawing.spots import KeySpot, Spot
from starforge.tui.drawing.text_field import TextField

if TYPE_CHECKING:
    from starforge.tables.remote.lobby import RemoteLobby
    from starforge.tui.app.app import StarforgeApp

SMALLEST = (60, 20)


class Page(Screen[Any]):
    """Be a screen: ``draw`` what there is, and have a ``do_...`` for each thing that a key of the scope does.

    ``taking``: a key is being dealt with, after which the screen is painted.
    """

    scope = "any"
    typing_keys: ClassVar[str] = "Enter take · Esc leave"
    """What ends a line being typed, as it stands beside it."""
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.sheet = Sheet()
        self.field: TextField | None = None
        self.left = self.taking = False
        self.label = ""
        self._grip: Spot | None = None
        self._panned = False
        self._done: Callable[[str], Any] = str

    @property
    def app(self) -> StarforgeApp:  # type: ignore[override]
        """Return the app, by its own type."""
        return cast("StarforgeApp", super().app)

    @property
    def shared(self) -> RemoteLobby:
        """Return the lobby of the server, on screens that are shown only there."""
        assert self.app.shared is not None
        return self.app.shared

    @property
    def plain(self) -> bool:
        """Tell whether pictures are drawn in ASCII and without colours."""
        return self.app.shown.twins or self.app.look is MONO

    @property
    def in_front(self) -> bool:
        """Tell whether this screen is the one that is shown; for Textual those behind it may count as current too."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self

    def compose(self) -> ComposeResult:
        yield self.sheet

    def draw(self, width: int, height: int) -> Picture:
        raise NotImplementedError

    def picture(self, width: int, height: int) -> Picture:
        """Return what to show at a size: the screen with the line being typed, or a word about the size."""
        if cramped(width, height):
            return too_small(width, height)
        picture = self.draw(width, height)
        if self.field is not None:
            draw_field(picture, self.label, self.field, self.typing_keys)
        return picture

    def repaint(self) -> None:
        if self.is_mounted and self.in_front:
            self.sheet.show(self.picture(*self.app.size), self.app.look)

    def on_screen_resume(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    async def take(self, event: events.Key) -> None:
        """Take a key: for the line being typed, or for what it does here.

        The app hands keys over one by one, so each meets the screen that the keys before it have led to. What cannot
        be seen for want of room cannot be done.
        """
        if event.key == "ctrl+c":
            self.app.exit(return_code=130)
        elif cramped(*self.app.size) or not self.app.deafness.hears():
            return
        elif self.field is not None:
            await self._type(self.field, event)
        else:
            self.taking = True
            try:
                await self.hit(named(event.key, event.character))
            finally:
                self.taking = False
        self.repaint()

    def leave(self, result: Any = None) -> None:
        """Leave this screen, once, with something for whoever opened it."""
        if not self.left:
            self.left = True
            self.dismiss(result)

    async def on_paste(self, event: events.Paste) -> None:
        """Put pasted text into the line being typed."""
        if self.field is not None:
            self.field = self.field.typed(event.text)
            self.repaint()

    async def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember what is taken hold of."""
        self._grip, self._panned = self.find(event.screen_x, event.screen_y), False

    async def on_click(self, event: events.Click) -> None:
        """Act on what is clicked, or dragged there; a key in the footer is pressed by it."""
        spot, grip = self.find(event.screen_x, event.screen_y), self._grip
        if self._panned or not self.app.deafness.hears():
            return
        if isinstance(spot, KeySpot):
            await self.hit(spot.key)
        elif self.field is None and grip is not None and grip != spot:
            await self.drag(grip, spot)
        elif spot is not None and self.field is None:
            await self.point(spot)
        self.repaint()

    async def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        await self.wheel(event.screen_x, event.screen_y, 1)
        self.repaint()

    async def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        await self.wheel(event.screen_x, event.screen_y, -1)
        self.repaint()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Pan what is under a held button; the release is then no click."""
        by = event.delta_x, event.delta_y
        if event.button and any(by) and self.pan(event.screen_x, event.screen_y, *by):
            self._panned = True
            self.repaint()

    def find(self, x: int, y: int) -> Spot | None:
        return self.sheet.picture.find(x, y)

    async def wheel(self, x: int, y: int, way: int) -> None:
        """Go on or back by the wheel, turned at a cell."""
        await self.press("down" if way > 0 else "up")

    def pan(self, x: int, y: int, right: int, down: int) -> bool:
        """Move what lies under a cell so many cells on, and tell whether anything does."""
        return False

    async def hit(self, key: str) -> None:
        """Take a key that was pressed, or clicked where it is named."""
        await self.press(key)

    async def press(self, key: str) -> None:
        bound = taken(self.scope).get(key)
        if bound is not None:
            await _await(self.bound(bound.do)())

    def bound(self, do: str) -> Callable[[], Any]:
        """Return what does a thing that a key of the scope does."""
        does: Callable[[], Any] = getattr(self, f"do_{do}")
        return does

    async def point(self, spot: Spot) -> None:
        """Act on a spot of the picture that is clicked."""

    async def drag(self, spot: Spot, to: Spot | None) -> None:
        """Act on a spot that is dragged to another, or to nowhere; without a meaning of its own it is a click."""
        if to is not None:
            await self.point(to)

    def type(self, label: str, start: TextField, done: Callable[[str], Any]) -> None:
        """Let the player type a line; ``done`` gets it on Enter, Escape leaves everything as it was."""
        self.label, self.field, self._done = label, start, done

    async def _type(self, field: TextField, event: events.Key) -> None:
        if event.key == "escape":
            self.field = None
        elif event.key in ("enter", "ctrl+j", "newline"):
            self.field = None
            await _await(self._done(field.text))
        elif event.character and event.character.isprintable():
            self.field = field.typed(event.character)
        else:
            self.field = field.pressed(event.key)

    def do_help(self) -> None:
        self.app.push_screen(routes.HelpScreen(self.scope))

    def do_back(self) -> Any:
        """Leave this screen for the one below; the last one leaves the app."""
        if len(self.app.screen_stack) > 2:
            self.leave()
        else:
            self.app.exit(0)

    def do_quit(self) -> None:
        self.do_back()


async def _await(result: Any) -> None:
    if inspect.isawaitable(result):
        await result


def draw_footer(picture: Picture, scope: str, note: str = "", keys: Sequence[tuple[str, str]] | None = None) -> None:
    """Draw the scope's keys, or those that work now, into the last row, as many as fit, and a note at its right."""
    shown = footer(scope) if keys is None else tuple(keys)
    picture.paste(_footer(picture.width, note, shown), 0, picture.height - 1)


@lru_cache(256)
def _footer(width: int, note: str, keys: tuple[tuple[str, str], ...]) -> Picture:
    """Return the row; it is pasted only, so all screens can have it in common."""
    picture = Picture(width, 1, "on:bar")
    room = width - (len(note) + 2 if note else 0) - 1
    x = 1
    for key, does in keys:
        size = len(key) + len(does) + 3
        if x + size > room + 2:
            break
        start = x
        x = picture.put(x, 0, says(key), "legal bold on:bar")
        x = picture.put(x, 0, f" {does}", "dim on:bar") + 2
        picture.spot(Region(start, 0, x - start - 1, 1), KeySpot(key.lower()))
    if note:
        picture.right(width - 1, 0, note, "dim on:bar")
    return picture


def draw_header(picture: Picture, title: str, note: str = "") -> None:
    picture.put(0, 0, " " * picture.width, "on:bar")
    picture.put(1, 0, title, "title bold on:bar", picture.width - len(note) - 3)
    picture.right(picture.width - 1, 0, note, "dim on:bar")


def draw_field(picture: Picture, label: str, field: TextField, keys: str) -> None:
    """Draw the line being typed over the last row, the cursor as a reversed cell."""
    y = picture.height - 1
    picture.put(0, y, " " * picture.width, "on:panel")
    x = picture.put(1, y, f"{label} ", "legal bold on:panel")
    room = max(picture.width - x - 25, 8)
    first = max(field.cursor - room, 0)
    end = picture.put(x, y, field.text[first:] + " ", "title on:panel", room + 1)
    picture.tint(Region(min(x + field.cursor - first, end), y, 1), "reverse")
    picture.right(picture.width - 1, y, field.refused or keys, f"{'warn bold' if field.refused else 'dim'} on:panel")


def cramped(width: int, height: int) -> bool:
    """Return whether nothing can be shown at a size."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def too_small(width: int, height: int) -> Picture:
    """Return the picture for terminals in which nothing fits."""
    picture = Picture(width, height)
    words = f"starforge needs {SMALLEST[0]} columns and {SMALLEST[1]} rows; this terminal has {width} x {height}. "
    lines = wrap(words + "Make it larger: the game goes on where it is; Ctrl+C leaves.", max(width - 2, 1))
    for number, text in enumerate(lines[:height], max((height - len(lines)) // 2, 0)):
        picture.centre(number, text, "warn")
    return picture
