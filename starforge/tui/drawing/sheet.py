"""The one widget of the app: it shows a picture, and sends the terminal only the rows that changed."""

from __future__ import annotations

from collections.abc import Sequence
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
        app: Any = self.app
        if not hasattr(app, "send") or not self.is_attached:
            return False
        chars, styles, style, drawn = self.picture.chars, self.picture.styles, self.theme.style, app.shown.drawn
        pieces = ((y, x, drawn(chars[y][x:end], styles[y][x:end], style)) for y, x, end in changed)
        return bool(app.send(self.screen, pieces))

    def _strip(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            style, picture = self.theme.style, self.picture
            runs = picture.runs(y) if y < picture.height else []
            strip = Strip([Segment(text, style(words)) for text, words in runs], picture.width if runs else 0)
            self._strips[y] = strip
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of the picture; there are no borders, scroll bars or tints to add to them."""
        ground = self.theme.style("")
        rows = (self._strip(y).extend_cell_length(crop.right, ground) for y in crop.line_range)
        return [row.crop(crop.x, crop.right) for row in rows]
