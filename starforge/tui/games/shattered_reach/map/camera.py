"""How the map is looked at: the window it is seen through, the cursor, the zoom, and where it is scrolled to. Pure."""

from __future__ import annotations

from dataclasses import replace

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.grid import ZOOMS, Grid, grid

PAGES = ("ship", "fleets", "missiles", "log", "map")
"""What the panel shows where there is no room for all: the last of them folds it away."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Say how the map is looked at: the hex under the cursor, the zoom, the cell of the map at the window's corner."""

    cursor: Hex
    zoom: int = 1
    x: int = 0
    y: int = 0


def window(width: int, height: int, page: str = "ship") -> Region:
    """Return where the map is on a screen of a size."""
    return Region(0, 1, width - panel(width, page), height - 5 - choice_rows(height) + 1)


def panel(width: int, page: str) -> int:
    """Return the columns of the panel beside the map; on small terminals it can be folded away."""
    if page == "map":
        return 0
    return 26 if width < 100 else 38 if width < 160 else 46


def beside(width: int, height: int, page: str = "ship") -> Region:
    """Return where the panel is on a screen of a size."""
    where = window(width, height, page)
    return Region(where.width, 1, width - where.width, where.height)


def choice_rows(height: int) -> int:
    """Return how many rows the choices take."""
    return 3 if height < 23 else 4


def layout(view: WarView, zoom: int) -> Grid:
    """Return the layout of the view's map in a zoom."""
    return grid(zoom, view.map.left, view.map.top, view.map.rows)


def centred(view: WarView, camera: Camera, where: Region) -> Camera:
    """Return the camera with its cursor in the middle of the window, as far as the map goes."""
    x, y = layout(view, camera.zoom).middle(camera.cursor)
    return held(view, replace(camera, x=x - where.width // 2, y=y - where.height // 2), where)


def held(view: WarView, camera: Camera, where: Region) -> Camera:
    """Return the camera where the map fills the window, or lies in its middle when it is smaller."""
    size = layout(view, camera.zoom)

    def within(at: int, room: int, whole: int) -> int:
        return (whole - room) // 2 if whole <= room else max(min(at, whole - room + 1), -1)

    return replace(camera, x=within(camera.x, where.width, size.width), y=within(camera.y, where.height, size.height))


def following(view: WarView, camera: Camera, where: Region) -> Camera:
    """Return the camera moved as little as keeps the cursor's hex and its neighbours in the window."""
    size = layout(view, camera.zoom)
    x, y = size.corner(camera.cursor)
    across, tall = size.zoom.across, size.zoom.tall
    left = min(max(camera.x, x + 2 * across + size.zoom.half - where.width), x - across)
    top = min(max(camera.y, y + 2 * tall + 1 - where.height), y - tall)
    return held(view, replace(camera, x=left, y=top), where)


def fitted(view: WarView, cursor: Hex, where: Region) -> Camera:
    """Return the camera in the largest zoom that shows the whole map, else the smallest, around the cursor."""
    fits = [
        n for n in range(len(ZOOMS)) if layout(view, n).width <= where.width and layout(view, n).height <= where.height
    ]
    return centred(view, Camera(cursor, max(fits, default=0)), where)


def onward(view: WarView, at: Hex, heading: int) -> Hex:
    """Return the next hex of the map in a heading; at the edge the way slides along it, as long as it can."""
    ways = (hx.step(at, way) for way in (heading, (heading + 1) % 6, (heading - 1) % 6))
    return next((there for there in ways if there in view.chart.hexes), at)


def home(view: WarView) -> Hex:
    """Return where the cursor begins: at the ship in hand, in the seat's zone, or in the middle of the map."""
    hand = view.ship(view.hand)
    if hand is not None and hand.hexes:
        return hand.hexes[0]
    chart = view.chart
    if view.seat is not None and view.phase == "deploy" and view.map.zones:
        zone = [(int(q), int(r)) for q, _, r in (one.partition(",") for one in view.map.zones[view.seat].split())]
        return min(zone, key=lambda at: (max(hx.distance(at, other) for other in zone), at))
    hexes = sorted(chart.hexes, key=lambda at: (max(abs(at[0]), abs(at[1]), abs(at[0] + at[1])), at))
    return hexes[0]
