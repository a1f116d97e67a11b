"""A rectangle of a picture, and how it is divided. Pure."""

from __future__ import annotations

from typing import NamedTuple


class Region(NamedTuple):
    """Bound a rectangle by its first column and row and its size; what would be less than nothing is nothing."""

    x: int
    y: int
    width: int
    height: int = 1

    @property
    def end(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def common(self, other: Region) -> Region:
        """Return what this and another have in common; it may be nothing."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Region(x, y, max(min(self.end, other.end) - x, 0), max(min(self.bottom, other.bottom) - y, 0))

    def inside(self, across: int = 2, down: int = 1) -> Region:
        """Return what is left within a frame: so many columns less at each side, so many rows above and below."""
        width, height = max(self.width - 2 * across, 0), max(self.height - 2 * down, 0)
        return Region(self.x + across, self.y + down, width, height)

    def row(self, n: int) -> Region:
        return Region(self.x, self.y + n, self.width)

    def top(self, rows: int) -> Region:
        """Return the first rows, as many as there are."""
        return Region(self.x, self.y, self.width, max(min(rows, self.height), 0))

    def below(self, rows: int) -> Region:
        """Return all but the first rows."""
        return Region(self.x, self.y + rows, self.width, max(self.height - rows, 0))

    def from_row(self, y: int) -> Region:
        """Return what there is from a row of the picture on."""
        return self.below(y - self.y)

    def left(self, columns: int) -> Region:
        """Return the first columns, as many as there are."""
        return Region(self.x, self.y, max(min(columns, self.width), 0), self.height)

    def after(self, columns: int) -> Region:
        """Return all but the first columns."""
        return Region(self.x + columns, self.y, max(self.width - columns, 0), self.height)

    def split_rows(self, *heights: int) -> tuple[Region, ...]:
        """Return regions below one another: one of each height, and what is left."""
        found, rest = [], self
        for height in heights:
            found.append(rest.top(height))
            rest = rest.below(height)
        return (*found, rest)

    def split_columns(self, *widths: int) -> tuple[Region, ...]:
        """Return regions beside one another: one of each width, and what is left."""
        found, rest = [], self
        for width in widths:
            found.append(rest.left(width))
            rest = rest.after(width)
        return (*found, rest)
