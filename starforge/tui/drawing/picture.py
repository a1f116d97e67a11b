"""A picture of the screen in cells: characters, the names of their meanings, and the places one can point at. Pure.

A style is a few words, such as ``"danger bold on:cursor"``; the theme turns them into colours. Text is never markup.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size

from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot

Span = tuple[str, str]
"""A piece of text and its style."""


class Marked(NamedTuple):
    """Say what a region shows; None: nothing that can be pointed at, whatever lies below."""

    region: Region
    spot: Spot | None


@lru_cache(8192)
def clean(text: str) -> str:
    """Return text without anything that a terminal would obey or that joins onto its neighbour."""
    if text.isascii() and text.isprintable():
        return text
    kept = (c if c.isprintable() else " " for c in unicodedata.normalize("NFC", text))
    return "".join(c for c in kept if get_character_cell_size(c) > 0)


@lru_cache(8192)
def fit(text: str, width: int) -> str:
    """Return text cut to ``width`` cells, with an ellipsis where something is missing."""
    text = clean(text)
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def pad(text: str, width: int) -> str:
    """Return text cut or filled to exactly ``width`` cells."""
    text = fit(text, width)
    return text + " " * (width - cell_len(text))


@lru_cache(4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Return text as lines of at most ``width`` cells; a word that is longer, as whole sentences are, is broken."""
    text, width = clean(text), max(width, 1)
    if text.isascii() or cell_len(text) == len(text):
        return tuple(textwrap.wrap(text, width))
    lines = [""]
    for word in text.split():
        if lines[-1] and cell_len(lines[-1]) + 1 + cell_len(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
        while cell_len(lines[-1]) > width:
            size = next(n for n in range(len(lines[-1]), 0, -1) if n == 1 or cell_len(lines[-1][:n]) <= width)
            lines[-1:] = [lines[-1][:size], lines[-1][size:]]
    return tuple(fit(line, width) for line in lines if line)


class Picture:
    """Hold rows of cells; what is drawn outside is cut off."""

    __slots__ = ("chars", "height", "spots", "styles", "width")

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[style] * self.width for _ in range(self.height)]
        self.spots: list[Marked] = []

    def put(self, x: int, y: int, text: str, style: str = "", width: int | None = None) -> int:
        """Draw one line of text, cut to ``width`` if given, and return the column after it."""
        text = clean(text) if width is None else fit(text, width)
        cells: Sequence[str] = text if text.isascii() else _cells(text)
        end = x + len(cells)
        if not 0 <= y < self.height or x >= self.width or end <= 0:
            return end
        if x < 0 or end > self.width:
            cells = _cut(cells, max(-x, 0), self.width - x)
        start = max(x, 0)
        stop = start + len(cells)
        row = self.chars[y]
        if row[start] == "" and start:
            row[start - 1] = " "
        row[start:stop] = cells
        if stop < self.width and row[stop] == "":
            row[stop] = " "
        self.styles[y][start:stop] = [style] * len(cells)
        return end

    def spans(self, x: int, y: int, spans: Sequence[Span], width: int | None = None) -> int:
        """Draw pieces of text after one another, within ``width`` cells if given, and return the column after them."""
        end = x if width is None else x + width
        for text, style in spans:
            if width is not None and x >= end:
                break
            x = self.put(x, y, text, style, None if width is None else end - x)
        return x

    def right(self, x: int, y: int, text: str, style: str = "") -> None:
        """Draw one line of text that ends before column ``x``."""
        self.put(x - cell_len(clean(text)), y, text, style)

    def centre(self, y: int, text: str, style: str = "") -> None:
        """Draw one line of text in the middle of the row."""
        self.put((self.width - cell_len(clean(text))) // 2, y, text, style)

    def lines(self, x: int, y: int, lines: Sequence[str], style: str = "") -> int:
        """Draw lines below one another and return the row after them."""
        for number, line in enumerate(lines):
            self.put(x, y + number, line, style)
        return y + len(lines)

    def tint(self, region: Region, style: str) -> None:
        """Add the words of ``style`` to what is drawn in a region."""
        x, y, width, height = region
        for row in self.styles[max(y, 0) : max(y + height, 0)]:
            for n in range(max(x, 0), min(x + width, self.width)):
                row[n] = _joined(row[n], style)

    def box(self, region: Region, title: str = "", note: str = "", style: str = "line") -> None:
        """Draw a frame with a title at its left and a note at its right."""
        x, y, width, height = region
        if width < 2 or height < 2:
            return
        self.put(x, y, "┌" + "─" * (width - 2) + "┐", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, "└" + "─" * (width - 2) + "┘", style)
        room = width - 4 - (len(note) + 2 if note else 0)
        if title:
            self.put(x + 1, y, f" {fit(title, room)} ", _joined("title", style if style != "line" else ""))
        if note:
            self.put(x + width - 3 - cell_len(note), y, f" {note} ", "dim")

    def spot(self, region: Region, spot: Spot | None) -> None:
        """Let a region be pointed at; of spots over one another the last drawn is found."""
        self.spots.append(Marked(region, spot))

    def find(self, x: int, y: int) -> Spot | None:
        return next((spot for region, spot in reversed(self.spots) if region.contains(x, y)), None)

    def paste(self, other: Picture, x: int, y: int) -> None:
        """Draw another picture over this one, its spots included."""
        left, right = max(-x, 0), min(other.width, self.width - x)
        for row in range(max(-y, 0), min(other.height, self.height - y)):
            if left < right:
                self.chars[y + row][x + left : x + right] = other.chars[row][left:right]
                self.styles[y + row][x + left : x + right] = other.styles[row][left:right]
        self.spots += [Marked(Region(r.x + x, r.y + y, r.width, r.height), spot) for r, spot in other.spots]

    def runs(self, y: int, first: int = 0, last: int | None = None) -> list[Span]:
        """Return a row, or what of it lies before column ``last``, as pieces of text of one style each."""
        chars, end = self.chars[y], self.width if last is None else last
        found: list[Span] = []
        start = first
        for style, cells in groupby(self.styles[y][first:end]):
            stop = start + len(list(cells))
            found.append(("".join(chars[start:stop]), style))
            start = stop
        return found

    def change(self, old: Picture, y: int) -> tuple[int, int] | None:
        """Return from which column to which a row differs from that of another picture of this size."""
        chars, styles, others, before = self.chars[y], self.styles[y], old.chars[y], old.styles[y]
        if chars == others and styles == before:
            return None
        differs = [n for n in range(self.width) if chars[n] != others[n] or styles[n] != before[n]]
        first, last = differs[0], differs[-1] + 1
        while first and not (chars[first] and others[first]):
            first -= 1  # no wide character is torn
        while last < self.width and not (chars[last] and others[last]):
            last += 1
        return first, last

    def text(self) -> str:
        """Return the characters alone, without trailing blanks: what tests compare."""
        return "\n".join("".join(row).rstrip() for row in self.chars)


@lru_cache(16384)
def _cells(text: str) -> tuple[str, ...]:
    cells: list[str] = []
    for c in text:
        cells.append(c)
        if get_character_cell_size(c) == 2:
            cells.append("")
    return tuple(cells)


def _cut(cells: Sequence[str], start: int, stop: int) -> list[str]:
    """Return some of the cells; a wide character that does not come whole becomes a blank."""
    part = list(cells[start:stop])
    if part and part[0] == "":
        part[0] = " "
    if part and part[-1] and get_character_cell_size(part[-1]) == 2:
        part[-1] = " "
    return part


@lru_cache(4096)
def _joined(style: str, more: str) -> str:
    return f"{style} {more}".strip()
