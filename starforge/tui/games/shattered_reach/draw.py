"""The picture of Shattered Reach: the map with the cursor, what is under it, plan, fleets, question. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import PlaceShip, Select
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.rules.deployment import room_ahead
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.warnings import warnings, worded
from starforge.tui.drawing.foot import Foot
from starforge.tui.drawing.frame import Scene, here
from starforge.tui.drawing.picture import Picture, pad
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.fleets.yard import draw_yard
from starforge.tui.games.shattered_reach.gaze import Gaze, gaze_of
from starforge.tui.games.shattered_reach.map.beyond import draw_beyond
from starforge.tui.games.shattered_reach.map.camera import (
    WHOLE,
    Camera,
    beside,
    centred,
    choice_rows,
    following,
    home,
    window,
)
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.grid import Grid
from starforge.tui.games.shattered_reach.map.marks import MARKED, pointing, side
from starforge.tui.games.shattered_reach.map.scenery import Overlay, Scenery, under
from starforge.tui.games.shattered_reach.map.story import deed_lines, shot_line
from starforge.tui.games.shattered_reach.menu import listed
from starforge.tui.games.shattered_reach.side.aim import aimed
from starforge.tui.games.shattered_reach.side.panel import Look, draw_panel, list_parts
from starforge.tui.games.shattered_reach.side.table import draw_table, shows_table
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.games.shattered_reach.strip import draw_strip, keys_now, with_entries
from starforge.tui.screens.page import draw_footer

Over = tuple[Sequence[Hex], Mapping[Hex, str]]
"""What lies over the map: lines of fire, and letters at hexes."""

LEGIBLE = 40
"""Columns that a warning needs."""

ROOMY = 100
"""Columns from which on the table of shots leaves the panel its place."""


def draw(scene: Scene, width: int, height: int) -> Picture:
    view = cast(WarView, scene.view)
    if view.ask is not None and view.ask.kind == "build":
        return draw_yard(scene, view, width, height)
    picture, foot, gaze = Picture(width, height), _foot(scene, view, width, height), gaze_of(scene)
    camera, where = _above(scene, foot)
    lately = gaze.drawn.lately(scene.told, view)
    if camera.zoom == WHOLE:
        gaze.drawn.sketch(view, where.width, where.height).draw(picture, where, camera.cursor)
    else:
        over = _overlay(gaze, view, camera, lately.trails)
        lines = deed_lines(view, lately.deeds[gaze.deed]) if 0 <= gaze.deed < len(lately.deeds) else ()
        if gaze.flight is not None and scene.moment:
            way = shot_line(view, gaze.flight.data["ship"], gaze.flight.data["target"])
            lines = way[: max(len(way) - (scene.moment - 1) * len(way) // 4, 1)]
        field = gaze.drawn.field(view, over, camera.zoom, scene.ascii)
        marked = {ship.hexes[0]: MARKED for ship in view.ships if ship.id in gaze.marked and ship.hexes}
        signs = {**gaze.signs, **marked}
        parts = (field, camera, tuple(lines), tuple(signs.items()))
        scene.kept.draw(picture, where, "map", parts, partial(_draw_field, field, camera, (lines, signs)))
    shown = (view, scene.title, tuple(scene.names))
    scene.kept.draw(picture, Region(0, 0, width), "strip", shown, lambda row, _: draw_strip(row, scene, view))
    if where.width < width:
        panel = beside(width, height, gaze.page).top(where.height)
        _draw_beside(picture, Look(scene, camera.cursor, (width, height)), panel)
    _draw_warning(picture, view, where if where.width >= LEGIBLE else Region(0, where.y, width, where.height))
    foot.draw(picture)
    if shows_table(scene):
        room = where if width >= ROOMY else Region(0, where.y, width, where.height)
        draw_table(picture, scene, view, gaze.drawn.salvoes(view), room)
    draw_footer(picture, scene.scope, keys=keys_now(view, scene.item))
    return picture


def _draw_warning(picture: Picture, view: WarView, region: Region) -> None:
    """Draw over the first row what is lost before long, whatever the panel shows: in as many words as fit."""
    found = warnings(view) if view.phase in ("move", "fire") else []
    if not found or region.height < 1:
        return
    more = f" (+{len(found) - 1})" if len(found) > 1 else ""
    words = next((one for one in worded(found[0]) if len(one) + len(more) + 3 <= region.width), worded(found[0])[-1])
    picture.put(region.x, region.y, pad(f"! {words}{more}", region.width), "danger bold on:panel")


def _draw_field(field: Field, camera: Camera, over: Over, picture: Picture, region: Region) -> None:
    """Draw the map as the camera sees it, with what lies over it."""
    lines, signs = over
    draw_map(picture, field, camera, region, lines)
    draw_signs(picture, field.grid, camera, region, signs)
    draw_beyond(picture, field.scenery.view, camera, region, field.ascii_only)


def _draw_beside(picture: Picture, look: Look, region: Region) -> None:
    """Draw the panel, anew where something is another that it shows; factions are chosen there."""
    scene, gaze = look.scene, gaze_of(look.scene)
    chosen = (scene.items, scene.number, scene.path) if look.view.phase == "faction" else ()
    parts = (scene.view, look.at, look.size, scene.spot, tuple(scene.names), scene.ascii, chosen)
    eyes = (gaze.camera, gaze.page, gaze.part, gaze.deed, gaze.marked, gaze.lens, gaze.chart, gaze.drawn)
    log = (tuple(scene.log[-region.height :]), scene.fresh, len(scene.told), scene.told[-1:])
    scene.kept.draw(picture, region, "beside", (*parts, *eyes, *log), partial(draw_panel, look, gaze.page))


def seen_through(scene: Scene, width: int, height: int) -> tuple[Camera, Region]:
    """Return the camera and the window of the map above what stands below it; the cursor stays in sight."""
    return _above(scene, _foot(scene, cast(WarView, scene.view), width, height))


def panel_parts(scene: Scene, page: str, width: int, height: int) -> int:
    """Return in how many parts a page of the panel is shown, above what stands below it."""
    camera, where = seen_through(scene, width, height)
    look = Look(scene, camera.cursor, (width, height))
    return list_parts(look, page, beside(width, height, page).top(where.height))


def _above(scene: Scene, foot: Foot) -> tuple[Camera, Region]:
    view, gaze = cast(WarView, scene.view), gaze_of(scene)
    whole = window(foot.width, foot.height, gaze.page)
    where = whole.top(foot.height - 2 - foot.tall)
    camera = gaze.camera or centred(view, Camera(home(view)), whole)
    return (following(view, camera, where) if where.height < whole.height else camera), where


def _overlay(gaze: Gaze, view: WarView, camera: Camera, trails: Mapping[Hex, int]) -> Overlay:
    """Return what lies over the map: where the ship in hand, or a foe under the cursor, can end its next move."""
    there = under(view, camera.cursor)
    foe = there is not None and there.seat != view.seat and not there.wreck
    number = there.id if foe and there is not None else view.hand
    ship = view.ship(number)
    if gaze.lens != "reach" or ship is None or not ship.hexes or view.phase not in ("move", "fire"):
        return Overlay(gaze.lens, gaze.weapon, trails)
    found = gaze.drawn.reach(view, number, gaze.marked if number == view.hand else frozenset())
    return Overlay(gaze.lens, gaze.weapon, trails, found.ends, found.prey)


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
    """Draw letters at the foot of hexes, below how a ship would arrive there.

    The mark of a ship that is to be moved with others stands on its left side.
    """
    size = grid.zoom
    for at, sign in signs.items():
        x, y = grid.corner(at)
        left, top = x - camera.x + where.x, y - camera.y + where.y
        left, top = (left, top + size.half) if sign == MARKED else (left + 1 + size.left[-1], top + size.tall)
        spot = Region(left, top, len(sign)).common(where)
        if spot.height:
            picture.put(spot.x, spot.y, sign, "on:legal bold", spot.width)


def _shape(scenery: Scenery, cursor: Hex) -> tuple[Hex, ...]:
    """Return the hexes that the cursor marks: one, or the whole ship that would be placed there."""
    view, hand = scenery.view, scenery.hand
    if view.phase == "deploy" and hand is not None and not hand.hexes and cursor in scenery.berths:
        return body(*cursor, view.facing, hulls()[hand.card].length)
    return (cursor,)


def _foot(scene: Scene, view: WarView, width: int, height: int) -> Foot:
    """Return the question, the choices, what the one under the cursor would do, and what happened last."""
    gaze = gaze_of(scene)
    about = gaze.going or _about_item(scene, view, width - 2)
    style = _mood(gaze.going) if gaze.going else "warn" if about.startswith(("×", "!")) else "dim"
    table = shows_table(scene)
    told, news = with_entries(scene)
    return Foot(
        scene=told,
        width=width,
        height=height,
        which=() if table else listed(scene.items) if not scene.path else range(len(scene.items)),
        rows=0 if table else choice_rows(height) - 1,
        narrowest=1,
        usual=choice_rows(height) + 1 if table else 2 if view.phase != "fire" or width >= 100 else 4,
        about=about,
        style=style,
        signs=lens_words(view, gaze, scene.ascii),
        news=news,
    )


def _mood(going: str) -> str:
    return (
        "warn" if going.startswith(("×", "Enter: !")) else "legal" if going.startswith(("Enter:", "Enter,")) else "dim"
    )


def lens_words(view: WarView, gaze: Gaze, ascii_only: bool) -> str:
    """Return in a line what the signs of a lens mean, '' for one that has none of its own."""
    if view.phase not in ("move", "fire") or view.hand < 0:
        return ""
    if gaze.lens == "arcs":
        return "Number: the range at which the ship in hand could fire there."
    if gaze.lens != "reach" or (gaze.camera is not None and gaze.camera.zoom == WHOLE):
        return ""
    team = view.seats[view.seat or 0].team
    foe = next((n for n, one in enumerate(view.seats) if one.team != team), 1)
    way, mark = pointing(1, ascii_only), side(foe)[0]
    head = f"{way}4" if gaze.camera is not None and gaze.camera.zoom == 0 else f"{way}»4"
    return f"{head} comes heading NE at velocity 4 · ! drifts on into harm · 2{mark} can fire at 2"


def _about_item(scene: Scene, view: WarView, width: int) -> str:
    """Return what the item under the cursor does or why it cannot be done; in firing always who fires what at whom."""
    one = scene.item
    if one is None:
        return ""
    if one.reason:
        return here(scene)[0]
    if isinstance(one.action, (PlaceShip, Select)):
        berth = (one.action.q, one.action.r) if isinstance(one.action, PlaceShip) else None
        lost = "! " if berth is not None and not room_ahead(view.chart, berth, view.facing)[0] else ""
        return f"{lost}Enter: {one.label}{', ' if one.hint else ''}{one.hint}"
    return aimed(scene, view, width) if view.phase == "fire" and view.ask is not None else one.hint
