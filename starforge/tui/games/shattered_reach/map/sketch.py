"""The whole map in a window of any size: a sign for what matters most in each cell. Pure."""

from __future__ import annotations

from functools import cached_property

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.types import ShipView, WarView
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.marks import side

Cell = tuple[int, int]
WIDEST = 3
"""Columns that a column of hexes takes where there is room."""


class Sketch:
    """Lay out the map of a view in so many columns and rows."""

    def __init__(self, view: WarView, width: int, height: int) -> None:
        self.view, self.width, self.height = view, width, height
        shown = view.map
        self._columns, self._lines = max(map(len, shown.rows)), len(shown.rows) + 1
        self._wide = self._columns * min(width // self._columns, WIDEST) or width
        self._tall = min(height, -(-self._lines // 2))
        self._left, self._top = (width - self._wide) // 2, (height - self._tall) // 2

    @property
    def field(self) -> Region:
        """Return where in the window the map is."""
        return Region(self._left, self._top, self._wide, self._tall)

    def cell(self, at: Hex) -> Cell:
        """Return the cell of a hex, counted from the corner of the window."""
        q, r = at
        x, y = q - self.view.map.left, 2 * r + q - self.view.map.top
        return self._left + x * self._wide // self._columns, self._top + y * self._tall // self._lines

    @cached_property
    def hexes(self) -> dict[Cell, list[Hex]]:
        """Return the hexes of each cell."""
        found: dict[Cell, list[Hex]] = {}
        for at in sorted(self.view.chart.hexes):
            found.setdefault(self.cell(at), []).append(at)
        return found

    def hit(self, x: int, y: int) -> Hex | None:
        """Return a hex at a cell or just left of it: one with a ship, if there is one."""
        filled = {at for ship in self.view.ships for at in ship.hexes}
        near = next((found for n in range(WIDEST) if (found := self.hexes.get((x - n, y)))), [])
        return next((at for at in near if at in filled), near[len(near) // 2] if near else None)

    @cached_property
    def signs(self) -> dict[Cell, tuple[str, str]]:
        """Return the sign of each cell with its style; what is drawn later goes over what was before."""
        found = dict.fromkeys(self.hexes, ("·", "faint"))
        goals = {(q, r): seat for q, r, seat in self.view.map.goals}
        for at in sorted(self.view.chart.planets):
            found[self.cell(at)] = ("█", "hue3")
        for at, seat in goals.items():
            found[self.cell(at)] = ("◎", f"{side(seat)[2]} bold" if seat >= 0 else "warn bold")
        for ship in self.view.ships:
            found |= {self.cell(at): ("▒", side(ship.seat)[2]) for at in ship.hexes[1:]}
        for cell, ships in self._bows().items():
            sign, _, style = side(ships[0].seat)
            wrecks = all(ship.wreck for ship in ships)
            found[cell] = (sign, "dim" if wrecks else f"{style} bold")
            beside = (cell[0] + 1, cell[1])
            if len(ships) > 1 and beside not in self.hexes:
                found[beside] = (str(min(len(ships), 9)), style)
        return found

    def _bows(self) -> dict[Cell, list[ShipView]]:
        """Return the ships in each cell: where several seats are, those of the one with the most that live."""
        found: dict[Cell, list[ShipView]] = {}
        for ship in self.view.ships:
            if ship.hexes:
                found.setdefault(self.cell(ship.hexes[0]), []).append(ship)
        for cell, ships in found.items():
            first = max(ships, key=lambda one: sum(not o.wreck for o in ships if o.seat == one.seat))
            found[cell] = [one for one in ships if one.seat == first.seat]
        return found

    def draw(self, picture: Picture, where: Region, cursor: Hex) -> None:
        """Draw it into a region of its size, with the cursor's hex and the ship in hand lit."""
        for (x, y), (sign, style) in self.signs.items():
            picture.put(where.x + x, where.y + y, sign, style)
        hand = self.view.ship(self.view.hand)
        lit = [(hand.hexes[0], "on:legal")] if hand is not None and hand.hexes else []
        for at, style in (*lit, (cursor, "legal bold on:cursor")):
            x, y = self.cell(at)
            sign = self.signs.get((x, y), ("·", ""))[0]
            picture.put(where.x + x, where.y + y, sign, style)
            if style != "on:legal":
                for n, bracket in ((-1, "["), (1, "]")):
                    if (x + n, y) not in self.signs and 0 <= x + n < self.width:
                        picture.put(where.x + x + n, where.y + y, bracket, "legal bold")
