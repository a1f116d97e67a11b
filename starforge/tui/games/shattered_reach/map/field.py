"""The map in cells: each line is drawn once for what a view shows and kept; the cursor is drawn over it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from starforge.engine.hex import Hex
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.grid import ZOOMS, Grid, grid
from starforge.tui.games.shattered_reach.map.marks import HATCH, Mark, empty, mark
from starforge.tui.games.shattered_reach.map.scenery import Scenery

LOUD = ("on:legal", "on:danger")
"""Grounds that the cursor leaves as they are: the text on them is dark."""
Line = tuple[list[str], list[str]]
"""The characters of a line, and their styles."""


@lru_cache(2048)
def _style(*words: str) -> str:
    return " ".join(word for word in words if word)


class Empty:
    """Draw a map with nothing on it, each line once for whatever comes to be on the map."""

    def __init__(self, size: Grid, hexes: frozenset[Hex]) -> None:
        self._size, self._hexes, self._zoom = size, hexes, ZOOMS.index(size.zoom)
        self._lines: dict[int, Line] = {}

    def line(self, y: int) -> Line:
        """Return a line of the map, over its whole width."""
        found = self._lines.get(y)
        if found is None:
            cells = [("", " " * self._size.zoom.left[self._size.row(self._size.left, y)[1]])]
            cells += [cell for n in range(self._size.columns + 1) for cell in _column(self._size, n, y, self._mark)]
            styles = [style for style, text in cells for _ in text]
            found = self._lines[y] = list("".join(text for _, text in cells)), styles
        return found

    def _mark(self, at: Hex) -> Mark | None:
        return empty(at, self._zoom) if at in self._hexes else None


@lru_cache(16)
def empty_map(size: Grid, hexes: frozenset[Hex]) -> Empty:
    return Empty(size, hexes)


class Field:
    """Draw the map of a scenery in a zoom, line by line: an empty one, and over it the hexes that show something."""

    def __init__(self, scenery: Scenery, zoom: int, ascii_only: bool) -> None:
        self.scenery, self.zoom, self.ascii_only = scenery, zoom, ascii_only
        shown = scenery.view.map
        self.grid: Grid = grid(zoom, shown.left, shown.top, shown.rows)
        self._empty = empty_map(self.grid, scenery.hexes)
        self._lines: dict[int, Line] = {}
        self._marks: dict[Hex, Mark] = {}
        self._busy: dict[int, set[int]] = {}
        for at in scenery.busy:
            top = self.grid.corner(at)[1] + 1
            for y in range(top, top + self.grid.zoom.tall):
                self._busy.setdefault(y, set()).add(at[0] - self.grid.left)

    def mark(self, at: Hex) -> Mark | None:
        """Return what a hex shows, None for one that is not on the map."""
        found = self._marks.get(at)
        if found is None and at in self.scenery.hexes:
            found = self._marks[at] = mark(self.scenery, at, self.zoom, self.ascii_only)
        return found

    def line(self, y: int) -> Line:
        """Return a line of the map, over its whole width."""
        found = self._lines.get(y)
        if found is None:
            found = self._lines[y] = self._draw(y)
        return found

    def _draw(self, y: int) -> Line:
        chars, styles = (cells[:] for cells in self._empty.line(y))
        columns = self._busy.get(y, set())
        for column in columns | {n + 1 for n in columns}:  # its left border shows what is on either side of it
            at = column * self.grid.zoom.across + self.grid.zoom.left[self.grid.row(self.grid.left + column, y)[1]]
            for style, text in _column(self.grid, column, y, self.mark):
                chars[at : at + len(text)] = text
                styles[at : at + len(text)] = [style] * len(text)
                at += len(text)
        return chars, styles

    def crop(self, picture: Picture, window: Region, left: int, top: int) -> None:
        """Draw the part of the map that begins at (left, top) into a window of the picture."""
        x, y, width, height = window
        start, skip = max(left, 0), max(-left, 0)
        for n in range(max(-top, 0), min(height, self.grid.height - top)):
            chars, styles = self.line(top + n)
            end = min(left + width, len(chars))
            if start < end:
                picture.chars[y + n][x + skip : x + skip + end - start] = chars[start:end]
                picture.styles[y + n][x + skip : x + skip + end - start] = styles[start:end]

    def outline(self, picture: Picture, corner: tuple[int, int], window: Region, style: str) -> None:
        """Mark a hex whose corner is drawn at a cell: its six sides, and the ground within, inside a window."""
        size, (x, y) = self.grid.zoom, corner
        for dy in range(-1, size.tall):
            row, start = max(dy, 0), x + size.left[max(dy, 0)]
            inner = Region(start + 1, y + 1 + dy, size.room[row])
            _paint(picture, inner.common(window), style, "on:cursor" if 0 <= dy < size.tall - 1 else None)
            if dy >= 0:
                for side in (start, inner.end):
                    _paint(picture, Region(side, inner.y, 1).common(window), style, None)

    def cross(self, picture: Picture, corner: tuple[int, int], window: Region, style: str) -> None:
        """Let a line of fire cross a hex whose corner is drawn at a cell: a sign where it is empty, else its sides."""
        size, (x, y) = self.grid.zoom, corner
        for dy in range(size.tall):
            start = x + size.left[dy]
            for side in (start, start + 1 + size.room[dy]):
                _paint(picture, Region(side, y + 1 + dy, 1).common(window), style, None)
        cell = Region(x + size.across // 2, y + size.half, 1).common(window)
        if cell.width and cell.height and picture.chars[cell.y][cell.x] in " ·":
            picture.put(cell.x, cell.y, "+", _on(style, picture.styles[cell.y][cell.x]))


@lru_cache(1024)
def _on(style: str, before: str) -> str:
    """Return a style on the ground that is there already."""
    return " ".join((style, *(word for word in before.split() if word.startswith("on:"))))


def _column(size: Grid, column: int, y: int, marked: Callable[[Hex], Mark | None]) -> list[tuple[str, str]]:
    """Return style and text of a line's cells in a column of hexes: its left border, then what is in it, if it is one.

    ``marked`` tells what a hex shows.
    """
    (q, zoom), (r, dy) = (size.left + column, size.zoom), size.row(size.left + column, y)
    here, before = marked((q, r)), marked((q - 1, size.row(q - 1, y)[0]))
    if dy == 0 and before is not None and before.pip:
        found = [("danger bold" if before.pip in "▂!" else "warn bold", before.pip)]
    else:
        found = [_border("╱" if dy < zoom.half else "╲", before, here)]
    if column < size.columns:
        below = dy == zoom.tall - 1
        found += _content(here, marked((q, r + 1)) if below else None, dy, below, zoom.room[dy])
    return found


def _border(char: str, before: Mark | None, here: Mark | None) -> tuple[str, str]:
    """Return style and sign of the cell between two neighbours: a side, or the body of the one ship that fills both."""
    if before is None and here is None:
        return "", " "
    if before is None or here is None:
        return "dim", char
    if before.ship == here.ship >= 0:
        ground = here.ground if here.ground == before.ground else f"on:hull{before.ground[-1:]}"
        lead = here if here.rows[0][:1] == HATCH else before
        return _style(lead.style, lead.ground) if ground else "", HATCH
    same = here.ground == before.ground and here.ship == before.ship
    return _style("line", here.ground if same else ""), char


def _content(here: Mark | None, under: Mark | None, dy: int, below: bool, room: int) -> list[tuple[str, str]]:
    """Return style and text of the cells of a hex in one of its rows, the last of which is its bottom edge."""
    if here is None:
        return [("dim", "_" * room) if under is not None else ("", " " * room)]
    text = here.rows[dy]
    if not below:
        filled = text.center(room, HATCH) if text[:1] == HATCH else text.center(room)
        return [(_style(here.style, here.ground), filled[:room])]
    line = "line" if under is not None else "dim"
    if text[:1] == HATCH:
        return [(_style(here.style, here.ground), HATCH * room)]
    if not text:
        return [(_style(line, here.ground), "_" * room)]
    text = text[:room]
    start = (room - len(text)) // 2
    edge = _style(line, here.ground)
    return [
        (edge, "_" * start),
        (_style(here.style, here.ground), text),
        (edge, "_" * (room - start - len(text))),
    ]


def _paint(picture: Picture, cells: Region, style: str, ground: str | None) -> None:
    """Recolour cells of a row: edges take a style of their own, the rest another ground, if one is given."""
    if not cells.height:
        return
    chars, styles = picture.chars[cells.y], picture.styles[cells.y]
    for n in range(cells.x, cells.end):
        if chars[n] in "╱╲_":
            styles[n] = _on(style, styles[n])
        elif ground is not None and not styles[n].endswith(LOUD):
            styles[n] = _style(styles[n], ground)
