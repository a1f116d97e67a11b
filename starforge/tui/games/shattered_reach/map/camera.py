"""How the map is looked at: the window it is seen through, the cursor, the zoom, and where it is scrolled to. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.grid import ZOOMS, Grid, grid

PAGES = ("ship", "map", "fleets", "missiles", "shots", "report", "log")
"""What the panel shows where there is no room for all; "map" folds it away."""


WHOLE = -1
"""The zoom that shows the whole map, however small a window is."""


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
    if camera.zoom == WHOLE:
        return replace(camera, x=0, y=0)
    x, y = layout(view, camera.zoom).middle(camera.cursor)
    return held(view, replace(camera, x=x - where.width // 2, y=y - where.height // 2), where)


def held(view: WarView, camera: Camera, where: Region) -> Camera:
    """Return the camera where the map fills the window, or lies in its middle when it is smaller."""
    if camera.zoom == WHOLE:
        return replace(camera, x=0, y=0)
    size = layout(view, camera.zoom)

    def within(at: int, room: int, whole: int) -> int:
        return (whole - room) // 2 if whole <= room else max(min(at, whole - room + 1), -1)

    return replace(camera, x=within(camera.x, where.width, size.width), y=within(camera.y, where.height, size.height))


def following(view: WarView, camera: Camera, where: Region, at: Hex | None = None) -> Camera:
    """Return the camera moved as little as keeps a hex, else the cursor's, and its neighbours in the window."""
    if camera.zoom == WHOLE:
        return held(view, camera, where)
    size = layout(view, camera.zoom)
    x, y = size.corner(camera.cursor if at is None else at)
    across, tall = size.zoom.across, size.zoom.tall
    left = min(max(camera.x, x + 2 * across + size.zoom.half - where.width), x - across)
    top = min(max(camera.y, y + 2 * tall + 1 - where.height), y - tall)
    return held(view, replace(camera, x=left, y=top), where)


def holding(view: WarView, camera: Camera, where: Region, hexes: Sequence[Hex], near: Hex) -> Camera:
    """Return the camera moved as little as shows all of some hexes, or as many as fit beside the hex ``near``."""
    if camera.zoom == WHOLE or not hexes:
        return camera
    size = layout(view, camera.zoom)
    (nx, ny), cells = size.middle(near), [size.middle(at) for at in hexes]

    def moved(at: int, room: int, edge: int, own: int, all_of: Sequence[int]) -> int:
        first, last = min(all_of) - edge, max(all_of) + edge
        wanted = min(max(at, last - room), first) if last - first <= room else (first + last - room) // 2
        return min(max(wanted, own + edge - room), own - edge)

    x = moved(camera.x, where.width, size.zoom.across, nx, [x for x, _ in cells])
    y = moved(camera.y, where.height, size.zoom.tall, ny, [y for _, y in cells])
    return held(view, replace(camera, x=x, y=y), where)


def fitted(view: WarView, cursor: Hex, where: Region) -> Camera:
    """Return the camera in the largest zoom that shows the whole map."""
    sizes = ((n, layout(view, n)) for n in range(len(ZOOMS)))
    fits = [n for n, size in sizes if size.width <= where.width and size.height <= where.height]
    return centred(view, Camera(cursor, max(fits, default=WHOLE)), where)


def around(view: WarView, cursor: Hex, hexes: Sequence[Hex], where: Region) -> Camera:
    """Return the camera in the largest zoom that shows all of some hexes, in their middle."""
    for zoom in reversed(range(len(ZOOMS)) if hexes else ()):
        size = layout(view, zoom)
        cells = [size.middle(at) for at in hexes]
        (left, right), (top, bottom) = ((min(n), max(n)) for n in zip(*cells, strict=True))
        if right - left + 2 * size.zoom.across <= where.width and bottom - top + 2 * size.zoom.tall <= where.height:
            x, y = (left + right - where.width) // 2, (top + bottom - where.height) // 2
            return held(view, Camera(cursor, zoom, x, y), where)
    return fitted(view, cursor, where)


def on_fight(view: WarView, cursor: Hex, where: Region) -> Camera:
    """Return the camera in the largest zoom that shows all ships that can still fight, in their middle."""
    filled = [at for ship in view.ships if not (ship.wreck or ship.hulk) for at in ship.hexes]
    return around(view, cursor, filled, where)


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
