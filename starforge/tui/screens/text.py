"""Screens that are text to read: scrolled, and searched where that helps."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import some
from starforge.tui.drawing.art.sky import draw_stars
from starforge.tui.drawing.art.vista import LEAST, draw_vista
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.page import Page, draw_footer, draw_header

WIDEST = 100


class TextPage(Page):
    """Show lines of styled text; ``lines`` are made for a width."""

    scope = "text"

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title
        self.top = 0
        self.words = ""
        self._found: list[int] = []
        self._hit = 0
        self._rows = 1
        self._length = 0

    def lines(self, width: int) -> Sequence[Sequence[Span]]:
        """Return the text for a width."""
        raise NotImplementedError

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        room = min(width - 4, WIDEST)
        left = (width - room) // 2
        text = self.lines(room)
        self._draw_around(picture, Region(left - 4, 1, room + 8, len(text) + 1))
        self._rows, self._length = height - 3, len(text)
        self.top = max(min(self.top, len(text) - self._rows), 0)
        self._found = [n for n, one in enumerate(text) if self.words and self.words in _joined(one)]
        for n, spans in enumerate(text[self.top : self.top + self._rows], self.top):
            y = 1 + n - self.top
            picture.spans(left, y, spans, room)
            self._light(picture, n, left, y, spans)
        self._frame(picture, len(text))
        return picture

    def _draw_around(self, picture: Picture, text: Region) -> None:
        """Draw what is seen below a short text, or beside a long one on a wide screen."""
        width, height = picture.width, picture.height
        if text.bottom < height - 10:
            draw_vista(picture, Region(0, text.bottom, width, height - 1 - text.bottom), "quiet", self.plain)
        elif text.x >= LEAST.width:
            draw_stars(picture, Region(0, 1, text.x, height - 2), 3)
            draw_vista(picture, Region(text.end, 1, width - text.end, height - 2), "shore", self.plain)

    def _light(self, picture: Picture, n: int, left: int, y: int, spans: Sequence[Span]) -> None:
        if n not in self._found:
            return
        here = self._found[self._hit % len(self._found)] == n
        picture.put(left - 2, y, "▸" if here else "·", "legal bold")
        text, start = _joined(spans), 0
        while (start := text.find(self.words, start)) >= 0:
            picture.tint(Region(left + start, y, len(self.words)), "on:legal" if here else "on:lit bold")
            start += len(self.words)

    def _frame(self, picture: Picture, size: int) -> None:
        end = min(self.top + self._rows, size)
        part = "all" if size <= self._rows else f"{end * 100 // max(size, 1)} %"
        found = f"'{self.words}': {some(len(self._found), 'line')} · " if self.words else ""
        draw_header(picture, self.heading, found + part)
        draw_footer(picture, self.scope)

    def do_down(self) -> None:
        self.top += 1

    def do_up(self) -> None:
        self.top = max(self.top - 1, 0)

    def do_page_down(self) -> None:
        self.top += self._rows - 2

    def do_page_up(self) -> None:
        self.top = max(self.top - self._rows + 2, 0)

    def do_top(self) -> None:
        self.top = 0

    def do_bottom(self) -> None:
        self.top = self._length

    def do_search(self) -> None:
        self.type("Search", TextField.of(), self.search)

    def search(self, words: str) -> None:
        """Go to the first place at or after the top that has the words, capitals or not."""
        self.words = words.strip().lower()
        self.draw(*self.app.size)
        self._hit = next((i for i, n in enumerate(self._found) if n >= self.top), 0)
        self._show()

    def _show(self) -> None:
        if self._found:
            self.top = max(self._found[self._hit % len(self._found)] - self._rows // 3, 0)

    def do_find_next(self) -> None:
        self._hit += 1
        self._show()

    def do_find_previous(self) -> None:
        self._hit -= 1
        self._show()


def _joined(spans: Sequence[Span]) -> str:
    return "".join(text for text, _ in spans).lower()
