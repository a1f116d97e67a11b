"""The small map of the whole board beside the large one, with the part of it that the window shows. Pure."""

from __future__ import annotations

from typing import NamedTuple

from starforge.games.shattered_reach.view.types import WarView
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.gaze import Gaze
from starforge.tui.games.shattered_reach.map.camera import WHOLE, Camera, layout, window
from starforge.tui.games.shattered_reach.map.sketch import Sketch
from starforge.tui.games.shattered_reach.spots import HexSpot

LEAST, MOST = 9, 14
"""Rows of the panel that the small map takes at least and at most, its title included."""


class Excerpt(NamedTuple):
    """Hold the first and the last column and row of a small map that the window shows."""

    left: int
    top: int
    right: int
    bottom: int


def chart_rows(view: WarView, gaze: Gaze, size: tuple[int, int], room: int) -> int:
    """Return how many of so many rows the small map takes: none where it is off, or the window shows all there is.

    Before the first round the lists of ships are needed more.
    """
    camera = gaze.camera
    if not gaze.chart or not view.turn or camera is None or camera.zoom == WHOLE or room < LEAST:
        return 0
    where, whole = window(*size, gaze.page), layout(view, camera.zoom)
    if whole.width <= where.width and whole.height <= where.height:
        return 0
    return min(room, MOST)


def draw_chart(picture: Picture, view: WarView, gaze: Gaze, region: Region, size: tuple[int, int]) -> None:
    """Draw the whole board, the window's part of it on a ground and between corners, and the ships to be clicked.

    ``size`` is that of the whole screen.
    """
    camera = gaze.camera
    if camera is None:
        return
    sketch = gaze.drawn.sketch(view, region.width, region.height)
    sketch.draw(picture, region, camera.cursor)
    part = shown_part(view, camera, sketch, window(*size, gaze.page))
    for y in range(part.top, part.bottom + 1):
        styles = picture.styles[region.y + y]
        for x in range(region.x + part.left, region.x + part.right + 1):
            if "on:" not in styles[x]:
                styles[x] = f"{styles[x]} on:lit".strip()
    corners = ((part.left, part.top, "┌"), (part.right, part.top, "┐"), (part.left, part.bottom, "└"))
    for x, y, sign in (*corners, (part.right, part.bottom, "┘")):
        if picture.chars[region.y + y][region.x + x] in " ·":
            picture.put(region.x + x, region.y + y, sign, "legal on:lit")
    for ship in view.ships:
        if ship.hexes and not ship.wreck:
            x, y = sketch.cell(ship.hexes[0])
            picture.spot(Region(region.x + x, region.y + y, 1), HexSpot(ship.hexes[0]))


def shown_part(view: WarView, camera: Camera, sketch: Sketch, where: Region) -> Excerpt:
    """Return which part of a small map the window shows."""
    whole = layout(view, camera.zoom)
    field = sketch.field
    left = field.x + max(camera.x, 0) * field.width // whole.width
    top = field.y + max(camera.y, 0) * field.height // whole.height
    right = field.x + (min(camera.x + where.width, whole.width) - 1) * field.width // whole.width
    bottom = field.y + (min(camera.y + where.height, whole.height) - 1) * field.height // whole.height
    return Excerpt(left, top, right, bottom)
