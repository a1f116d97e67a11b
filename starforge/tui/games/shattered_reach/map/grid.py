"""Where hexes are in cells: a flat-top grid in three zooms, and which hex a cell belongs to. Whole numbers only."""

from __future__ import annotations

from functools import cached_property, lru_cache

from starforge.engine.hex import Hex
from starforge.quick import dataclass


@dataclass(frozen=True)
class Zoom:
    """Measure a hex: ``wide`` cells on its top edge, ``half`` rows from its top to its widest place.

    A hex has ``2 * half`` rows, the last of which is its bottom edge; the row above the first is its top edge.
    """

    name: str
    wide: int
    half: int

    @cached_property
    def across(self) -> int:
        """Return the cells from one column of hexes to the next."""
        return self.wide + self.half

    @cached_property
    def tall(self) -> int:
        """Return the rows of a hex."""
        return 2 * self.half

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Return for each row of a hex how far its left border is indented."""
        return (*range(self.half - 1, -1, -1), *range(self.half))

    @cached_property
    def room(self) -> tuple[int, ...]:
        """Return for each row of a hex the cells between its borders."""
        return tuple(self.wide + 2 * (self.half - 1 - n) for n in self.left)


ZOOMS = (Zoom("overview", 2, 1), Zoom("default", 4, 1), Zoom("detail", 4, 2))


@dataclass(frozen=True)
class Grid:
    """Lay a map out in cells: ``left`` and ``top`` as in ``MapView``, ``columns`` of hexes, ``lines`` of half hexes."""

    zoom: Zoom
    left: int
    top: int
    columns: int
    lines: int

    @cached_property
    def width(self) -> int:
        """Return the cells of the whole map from left to right."""
        return self.columns * self.zoom.across + self.zoom.half

    @cached_property
    def height(self) -> int:
        """Return the rows of the whole map, the top edge of its first hexes included."""
        return (self.lines + 1) * self.zoom.half + 1

    def corner(self, at: Hex) -> tuple[int, int]:
        """Return the cell at the left end of a hex's top edge, its border column included."""
        q, r = at
        return (q - self.left) * self.zoom.across, (2 * r + q - self.top) * self.zoom.half

    def row(self, q: int, y: int) -> tuple[int, int]:
        """Return for a column of hexes and a row of cells which hex it crosses: its r, and the row within it."""
        odd = (q - self.top) & 1
        n, dy = divmod(y - 1 - self.zoom.half * odd, self.zoom.tall)
        return (2 * n + odd + self.top - q) // 2, dy

    def hit(self, x: int, y: int) -> Hex:
        """Return the hex that a cell belongs to; it may lie off the map."""
        q = x // self.zoom.across + self.left
        r, dy = self.row(q, y)
        if x - (q - self.left) * self.zoom.across < self.zoom.left[dy]:
            q -= 1
            r, dy = self.row(q, y)
        return q, r

    def middle(self, at: Hex) -> tuple[int, int]:
        """Return the cell in the middle of a hex."""
        x, y = self.corner(at)
        return x + self.zoom.across // 2, y + self.zoom.half


@lru_cache(64)
def grid(zoom: int, left: int, top: int, rows: tuple[str, ...]) -> Grid:
    """Return the layout of a map that is drawn as rows of marks, in a zoom."""
    return Grid(ZOOMS[zoom], left, top, max(map(len, rows)), len(rows))
