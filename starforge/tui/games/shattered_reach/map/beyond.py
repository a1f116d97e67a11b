"""Arrows at the map's edge to the ships beyond it, with how many there are. Pure."""

from __future__ import annotations

from typing import NamedTuple

from starforge.games.shattered_reach.view.types import ShipView, WarView
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.camera import Camera, layout
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.spots import HexSpot

ARROWS = {(-1, 0): "◂<", (1, 0): "▸>", (0, -1): ("▴", "N."), (0, 1): ("▾", "S.")}
"""The ways out of the window, and their signs: the second of each for terminals without the first."""


class Beyond(NamedTuple):
    """Hold the ships of a seat that lie beyond one side of the window, and where on that side they are looked for."""

    way: tuple[int, int]
    ships: list[ShipView]
    cells: list[tuple[int, int]]


def beyond(view: WarView, camera: Camera, where: Region) -> list[Beyond]:
    """Return the living ships outside a window, by seat and side; one that is partly seen is not outside."""
    size, found = layout(view, camera.zoom), dict[tuple[int, tuple[int, int]], Beyond]()
    for ship in view.ships:
        cells = [size.middle(at) for at in ship.hexes]
        cells = [(x - camera.x + where.x, y - camera.y + where.y) for x, y in cells]
        if ship.wreck or not cells or any(where.contains(x, y) for x, y in cells):
            continue
        x, y = cells[0]
        aside = max(where.x - x, x - where.end + 1)
        over = max(where.y - y, y - where.bottom + 1)
        way = (1 if x >= where.end else -1, 0) if aside >= over * 2 else (0, 1 if y >= where.bottom else -1)
        one = found.setdefault((ship.seat, way), Beyond(way, [], []))
        one.ships.append(ship)
        one.cells.append((x, y))
    return list(found.values())


def draw_beyond(picture: Picture, view: WarView, camera: Camera, where: Region, ascii_only: bool) -> None:
    """Draw an arrow for each seat's ships beyond each side, beside where the first of them is; two never cover."""
    for one in beyond(view, camera, where):
        sign, _, style = side(one.ships[0].seat)
        arrow = ARROWS[one.way][ascii_only]
        words = f"{len(one.ships)}{sign}"
        words = f"{arrow}{words}" if one.way[0] <= 0 else f"{words}{arrow}"
        x, y = one.cells[0]
        x = max(min(x, where.end - len(words)), where.x) if not one.way[0] else where.x
        x = where.end - len(words) if one.way[0] > 0 else x
        y = max(min(y, where.bottom - 1), where.y)
        cell = _free(picture, Region(x, y, len(words)), where, one.way)
        picture.put(cell.x, cell.y, words, f"{style} bold on:panel")
        picture.spot(cell, HexSpot(one.ships[0].hexes[0]))


def _free(picture: Picture, cell: Region, where: Region, way: tuple[int, int]) -> Region:
    """Return the nearest place along a side of the window with no ship and no other arrow, else the place itself."""
    steps = (step for n in range(where.width + 1) for step in (-n, n))
    places = (Region(cell.x + n * abs(way[1]), cell.y + n * abs(way[0]), cell.width) for n in steps)
    inside = (one for one in places if one.common(where) == one)
    return next((one for one in inside if not _taken(picture, one)), cell)


def _taken(picture: Picture, cell: Region) -> bool:
    styles = picture.styles[cell.y][max(cell.x - 1, 0) : cell.end + 1]
    return any("on:" in style for style in styles)
