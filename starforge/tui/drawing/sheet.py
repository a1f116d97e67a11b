"""The one widget of the app: it shows a picture, and sends the terminal only the rows that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from starforge.tui.app.theme import DEFAULT, THEMES, Theme
from starforge.tui.drawing.picture import Picture


class Sheet(Widget):
    """Fill the screen with a picture in the colours of a theme."""

    DEFAULT_CSS = "Sheet { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.picture = Picture(0, 0)
        self.theme = THEMES[DEFAULT]
        self._strips: dict[int, Strip] = {}

    def show(self, picture: Picture, theme: Theme) -> None:
        old, self.picture = self.picture, picture
        if theme is not self.theme or (old.width, old.height) != (picture.width, picture.height):
            self.theme = theme
            self._strips.clear()
            self.refresh()
            return
        changed = [(y, *span) for y in range(picture.height) if (span := picture.change(old, y)) is not None]
        for y, _, _ in changed:
            self._strips.pop(y, None)
        if changed and not self._send(changed):
            self.refresh(*(Region(0, y, picture.width, 1) for y, _, _ in changed))

    def _send(self, changed: Sequence[tuple[int, int, int]]) -> bool:
        """Send parts of rows past the compositor, which would look through all there is; return whether it could be."""
        send: Callable[[Any, Iterable[tuple[int, int, Strip]]], bool] | None = getattr(self.app, "send", None)
        if send is None or not self.is_attached:
            return False
        return send(self.screen, [(y, first, self._part(y, first, last)) for y, first, last in changed])

    def _part(self, y: int, first: int, last: int) -> Strip:
        style = self.theme.style
        return Strip([Segment(text, style(words)) for text, words in self.picture.runs(y, first, last)], last - first)

    def _strip(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            there = y < self.picture.height
            strip = self._strips[y] = self._part(y, 0, self.picture.width) if there else Strip([], 0)
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of the picture; there are no borders, scroll bars or tints to add to them."""
        ground = self.theme.style("")
        rows = (self._strip(y).extend_cell_length(crop.right, ground) for y in crop.line_range)
        return [row.crop(crop.x, crop.right) for row in rows]
