"""The picture of Shattered Reach: the map with the cursor, what is under it, plan, fleets, question. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import PlaceShip, Select
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.view.types import WarView
from starforge.tui.drawing.frame import Scene, draw_choices, draw_hint, draw_question, draw_text, said, widest
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.fleets.yard import draw_yard
from starforge.tui.games.shattered_reach.gaze import Gaze, gaze_of
from starforge.tui.games.shattered_reach.map.beyond import draw_beyond
from starforge.tui.games.shattered_reach.map.camera import WHOLE, Camera, beside, centred, choice_rows, home, window
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.grid import Grid
from starforge.tui.games.shattered_reach.map.marks import MARKED
from starforge.tui.games.shattered_reach.map.scenery import Landfall, Overlay, Scenery, under
from starforge.tui.games.shattered_reach.map.story import deed_lines, shot_line
from starforge.tui.games.shattered_reach.menu import listed
from starforge.tui.games.shattered_reach.side.aim import aimed
from starforge.tui.games.shattered_reach.side.panel import Look, draw_panel
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.games.shattered_reach.strip import draw_strip, keys_now
from starforge.tui.screens.page import draw_footer


def draw(scene: Scene, width: int, height: int) -> Picture:
    view = cast(WarView, scene.view)
    if view.ask is not None and view.ask.kind == "build":
        return draw_yard(scene, view, width, height)
    picture = Picture(width, height)
    gaze = gaze_of(scene)
    where = window(width, height, gaze.page)
    lately = gaze.drawn.lately(scene.told, view)
    camera = gaze.camera or centred(view, Camera(home(view)), where)
    if camera.zoom == WHOLE:
        gaze.drawn.sketch(view, where.width, where.height).draw(picture, where, camera.cursor)
    else:
        over = Overlay(gaze.lens, gaze.weapon, lately.trails, _ends(gaze, view, camera))
        lines = deed_lines(view, lately.deeds[gaze.deed]) if 0 <= gaze.deed < len(lately.deeds) else ()
        if gaze.flight is not None and scene.moment:
            way = shot_line(view, gaze.flight.data["ship"], gaze.flight.data["target"])
            lines = way[: max(len(way) - (scene.moment - 1) * len(way) // 4, 1)]
        field = gaze.drawn.field(view, over, camera.zoom, scene.ascii)
        draw_map(picture, field, camera, where, lines)
        marked = {ship.hexes[0]: MARKED for ship in view.ships if ship.id in gaze.marked and ship.hexes}
        draw_signs(picture, field.grid, camera, where, {**gaze.signs, **marked})
        draw_beyond(picture, view, camera, where, scene.ascii)
    draw_strip(picture, scene, view)
    if where.width < width:
        draw_panel(picture, Look(scene, camera.cursor), beside(width, height, gaze.page), gaze.page)
    _draw_below(picture, scene, view, where.bottom)
    draw_footer(picture, scene.scope, keys=keys_now(view, scene.item))
    return picture


def _ends(gaze: Gaze, view: WarView, camera: Camera) -> Mapping[Hex, Landfall]:
    """Return where the ship in hand, or that of another under the cursor, can end its next move."""
    here = under(view, camera.cursor)
    foe = here is not None and here.seat != view.seat and not here.wreck
    number = here.id if foe and here is not None else view.hand
    ship = view.ship(number)
    if gaze.lens != "reach" or ship is None or not ship.hexes or view.phase not in ("move", "fire"):
        return {}
    return gaze.drawn.reach(view, number).ends


def draw_map(picture: Picture, field: Field, camera: Camera, where: Region, lines: Sequence[Hex] = ()) -> None:
    """Draw the part of the map that the camera sees, then lines of fire, the cursor and what depends on it."""
    field.crop(picture, where, camera.x, camera.y)

    def cell(at: Hex) -> tuple[int, int]:
        x, y = field.grid.corner(at)
        return x - camera.x + where.x, y - camera.y + where.y

    for at in (*field.scenery.sight(camera.cursor), *lines):
        field.cross(picture, cell(at), where, "legal bold")
    for at in _shape(field.scenery, camera.cursor):
        field.outline(picture, cell(at), where, "legal bold")
    size = field.grid.zoom
    for ship in field.scenery.view.ships:
        if ship.hexes:
            x, y = cell(ship.hexes[0])
            if where.x <= x and x + size.across < where.end and where.y <= y < where.bottom - 1:
                picture.spot(Region(x + 1, y + size.half, size.wide), HexSpot(ship.hexes[0]))


def draw_signs(picture: Picture, grid: Grid, camera: Camera, where: Region, signs: Mapping[Hex, str]) -> None:
    """Draw letters on hexes; the mark of a ship that is to be moved with others stands on its left side."""
    for at, sign in signs.items():
        x, y = grid.corner(at)
        left, top = x - camera.x + where.x, y - camera.y + where.y + grid.zoom.half
        left += 0 if sign == MARKED else grid.zoom.across // 2
        spot = Region(left, top, len(sign)).common(where)
        if spot.height:
            picture.put(spot.x, spot.y, sign, "on:legal bold", spot.width)


def _shape(scenery: Scenery, cursor: Hex) -> tuple[Hex, ...]:
    """Return the hexes that the cursor marks: one, or the whole ship that would be placed there."""
    view, hand = scenery.view, scenery.hand
    if view.phase == "deploy" and hand is not None and not hand.hexes and cursor in scenery.berths:
        return body(*cursor, view.facing, hulls()[hand.card].length)
    return (cursor,)


def _draw_below(picture: Picture, scene: Scene, view: WarView, y: int) -> None:
    """Draw the question, the choices, and what the one under the cursor would do or what happened last."""
    width, rows = picture.width, choice_rows(picture.height)
    draw_question(picture, scene, Region(0, y, picture.width), below=2)
    shown = listed(scene.items) if not scene.path else list(range(len(scene.items)))
    draw_choices(picture, scene, Region(0, y + 1, width, rows - 1), shown, widest(scene, shown))
    below = Region(1, y + rows, width - 2, 2)
    if len(said(scene, width - 2, 2)) > 1:
        draw_hint(picture, scene, below, "i")
        return
    going = gaze_of(scene).going
    if going:
        draw_text(picture, going, below, "warn" if going.startswith("×") else "legal", "i")
        return
    told, about = f"· {lately(scene.log)}" if scene.log else "", _about_item(scene, view, below.width)
    style = "warn" if scene.item and scene.item.reason else "dim"
    draw_text(picture, about, below.top(1) if told else below, style, "i")
    draw_text(picture, told, below.below(1) if about else below, "", "l")


def _about_item(scene: Scene, view: WarView, width: int) -> str:
    """Return what the item under the cursor does or why it cannot be done; in firing always who fires what at whom."""
    one = scene.item
    if one is None:
        return ""
    if one.reason:
        return f"× {one.reason}" + (f" [{one.rule}: r]" if one.rule else "")
    if isinstance(one.action, (PlaceShip, Select)):
        return f"Enter: {one.label}{', ' if one.hint else ''}{one.hint}"
    return aimed(scene, view, width) if view.phase == "fire" and view.ask is not None else one.hint


def lately(log: Sequence[str]) -> str:
    """Return what happened last, with the lines that belong to it."""
    first = next((n for n in range(len(log) - 1, -1, -1) if not log[n].startswith("  ")), 0)
    return " ".join(words.strip() for words in log[first:])
