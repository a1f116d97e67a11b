"""The picture of Shattered Reach: the map with the cursor, what is under it, plan, fleets, question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import Place, Select
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView
from starforge.tui.drawing.frame import Scene, draw_choices, draw_hint, draw_log, draw_question, said
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach.fleets.yard import draw_factions, draw_yard
from starforge.tui.games.shattered_reach.map.camera import Camera, centred, choice_rows, home, window
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.scenery import Scenery, under
from starforge.tui.games.shattered_reach.menu import listed
from starforge.tui.games.shattered_reach.panels import (
    draw_card,
    draw_plan,
    draw_shots,
    draw_strip,
    keys_now,
    place_words,
)
from starforge.tui.games.shattered_reach.rolls import draw_chases, draw_fleets
from starforge.tui.games.shattered_reach.spots import HexSpot, ShipSpot
from starforge.tui.screens.page import draw_footer


class Fields:
    """Keep the maps drawn last, as long as what they show does not change."""

    def __init__(self) -> None:
        self._kept: list[Field] = []

    def of(self, view: WarView, lens: str, weapon: str, zoom: int, ascii_only: bool) -> Field:
        """Return the map of a view."""
        for field in self._kept:
            shown = field.scenery
            if shown.view is view and (shown.lens, shown.weapon, field.zoom, field.ascii_only) == (
                lens,
                weapon,
                zoom,
                ascii_only,
            ):
                return field
        field = Field(Scenery(view, lens, weapon), zoom, ascii_only)
        self._kept = [field, *self._kept[:2]]
        return field


def draw(scene: Scene, width: int, height: int) -> Picture:
    """Return the whole screen."""
    view = cast(WarView, scene.view)
    if view.ask is not None and view.ask.kind == "build":
        return draw_yard(scene, view, width, height)
    picture = Picture(width, height)
    page = str(scene.more.get("page", "ship"))
    where = window(width, height, page)
    camera = scene.more.get("camera") or centred(view, Camera(home(view)), where)
    fields = scene.more.get("fields") or Fields()
    field = fields.of(view, scene.more.get("lens", "drift"), scene.more.get("weapon", ""), camera.zoom, scene.ascii)
    draw_map(picture, field, camera, where)
    draw_strip(picture, scene, view)
    side = width - where.width
    if side:
        _draw_panel(picture, scene, view, camera, Region(where.width, 1, side, where.height), page)
    _draw_below(picture, scene, view, where.y + where.height)
    draw_footer(picture, scene.scope, keys=keys_now(view))
    return picture


def draw_map(picture: Picture, field: Field, camera: Camera, where: Region) -> None:
    """Draw the part of the map that the camera sees, then the cursor and what depends on it."""
    field.crop(picture, *where, camera.x, camera.y)

    def cell(at: Hex) -> tuple[int, int]:
        x, y = field.grid.corner(at)
        return x - camera.x + where.x, y - camera.y + where.y

    for at in field.scenery.sight(camera.cursor):
        field.tint(picture, at, *cell(at), where, "on:lit")
    for at in _shape(field.scenery, camera.cursor):
        field.outline(picture, at, *cell(at), where, "legal bold")
    for ship in field.scenery.view.ships:
        if ship.hexes:
            x, y = cell(ship.hexes[0])
            size = field.grid.zoom
            if where.x <= x and x + size.across < where.x + where.width and where.y <= y < where.y + where.height - 1:
                picture.spot(Region(x + 1, y + size.half, size.wide, 1), HexSpot(ship.hexes[0]))


def _shape(scenery: Scenery, cursor: Hex) -> tuple[Hex, ...]:
    """Return the hexes that the cursor marks: one, or the whole ship that would be placed there."""
    view, hand = scenery.view, scenery.hand
    if view.phase == "deploy" and hand is not None and not hand.hexes and cursor in scenery.berths:
        return body(*cursor, view.facing, hulls()[hand.card].length)
    return (cursor,)


def listed_ship(view: WarView, spot: Spot | None) -> ShipView | None:
    """Return the ship of a line in the fleet list that is pointed at: one that has no place on the map."""
    return view.ship(spot.ship) if isinstance(spot, ShipSpot) else None


def _draw_panel(picture: Picture, scene: Scene, view: WarView, camera: Camera, where: Region, page: str) -> None:
    """Draw beside the map what is under the cursor, the plan or the shots, the fleets and the log.

    Each has a place of its own that does not depend on what it shows, so that nothing jumps.
    """
    x, y, width, height = where
    for row in range(height):
        picture.put(x, y + row, "│", "faint")
    left, room, stop = x + 2, width - 3, y + height
    if page == "fleets":
        here = under(view, camera.cursor)
        pointed = listed_ship(view, scene.spot) or here
        draw_fleets(picture, scene, view, left, y, room, height, pointed.id if pointed else view.hand)
        return
    if page == "missiles":
        y = _line(picture, left, y, room, "Locks and missiles")
        draw_chases(picture, scene, view, left, y, room, height - 1)
        return
    if page == "log":
        draw_log(picture, scene, Region(left - 1, y, room + 1, height))
        return
    tall = height >= 26
    y = _draw_place(picture, scene, view, camera.cursor, left, y, room, 2 if tall else 1)
    if view.phase == "faction":
        draw_factions(picture, scene, view, left, _line(picture, left, y, room), room, stop - y - 1)
        return
    card = 10 if tall else 7 if height > 14 else 5
    y = _draw_ship(picture, scene, view, camera.cursor, left, y, room, card)
    y = _draw_doing(picture, scene, view, camera.cursor, left, y, room, min(y + 8, stop) if tall else stop)
    if stop - y < 3:
        return
    _draw_rolls(picture, scene, view, left, y, room, stop)


def _draw_rolls(picture: Picture, scene: Scene, view: WarView, x: int, y: int, width: int, stop: int) -> None:
    """Draw the fleets, below them what chases whom, and the log where there is room."""
    rest, count = stop - y - 1, len(chases(view))
    log = rest // 3 if rest > 15 else 0
    aimed = min(2 * count, 6 if log else 4) + 1 if count and rest > 10 else 0
    listed = rest - log - aimed
    draw_fleets(picture, scene, view, x, _line(picture, x, y, width, "Fleets"), width, listed, view.hand)
    y += 1 + listed
    if aimed:
        draw_chases(picture, scene, view, x, _line(picture, x, y, width, "Locks and missiles"), width, aimed - 1)
        y += aimed
    if log:
        y = _line(picture, x, y, width, "Log")
        draw_log(picture, scene, Region(x - 1, y, width + 1, stop - y))


def _line(picture: Picture, x: int, y: int, width: int, title: str = "") -> int:
    picture.put(x, y, "─" * width, "faint")
    if title:
        picture.put(x + 1, y, f" {title} ", "dim")
    return y + 1


def _draw_place(picture: Picture, scene: Scene, view: WarView, at: Hex, x: int, y: int, width: int, height: int) -> int:
    """Draw what the hex under the cursor is."""
    words = place_words(view, at, scene.names)
    picture.spans(x, y, [(words[0], "title bold"), (f" {words[1]}", "dim")], width)
    if height > 1:
        picture.put(x, y + 1, "; ".join(words[2:]), "dim", width)
    return y + height


def _draw_ship(picture: Picture, scene: Scene, view: WarView, at: Hex, x: int, y: int, width: int, height: int) -> int:
    """Draw the card of the ship under the cursor, else of the ship in hand."""
    here, hand, pointed = under(view, at), view.ship(view.hand), listed_ship(view, scene.spot)
    ship = pointed or here or hand
    where = "in the list" if pointed else "under the cursor" if here and here != hand else "in hand" if ship else ""
    _line(picture, x, y, width, where)
    if ship is not None:
        draw_card(picture, scene, ship, x, y + 1, width, height - 1)
    return y + height


def _draw_doing(picture: Picture, scene: Scene, view: WarView, at: Hex, x: int, y: int, width: int, stop: int) -> int:
    """Draw the plan in hand, or what each weapon in hand makes of the ship under the cursor."""
    plan, here = view.plan(view.hand), under(view, at)
    aiming = scene.more.get("lens") == "arcs" and here is not None and any(s.target == here.id for s in view.shots)
    if plan is not None and not aiming:
        draw_plan(picture, scene, plan, x, _line(picture, x, y, width, "plan"), width, stop)
        return stop
    if view.shots:
        draw_shots(picture, view, here, x, _line(picture, x, y, width, "shots"), width, stop)
        return stop
    return y


def _draw_below(picture: Picture, scene: Scene, view: WarView, y: int) -> None:
    """Draw the question, the choices, and what the one under the cursor would do or what happened last."""
    width, rows = picture.width, choice_rows(picture.height)
    draw_question(picture, scene, Region(0, y, picture.width))
    shown = listed(scene.items) if not scene.path else list(range(len(scene.items)))
    narrowest = 39 if scene.path or view.phase == "fire" else 26
    draw_choices(picture, scene, Region(0, y + 1, width, rows - 1), shown, narrowest)
    one, rest = scene.item, said(scene, width - 2)[1:]
    if one is not None and isinstance(one.action, (Place, Select)) and not one.reason and not rest:
        heading = f", {one.hint}" if isinstance(one.action, Place) else ""
        picture.put(1, y + rows, f"Enter: {one.label}{heading}", "dim", width - 2)
    elif one is not None or rest:
        draw_hint(picture, scene, Region(1, y + rows, width - 2))
    picture.put(1, y + rows + 1, f"· {lately(scene.log)}" if scene.log else "", "", width - 2)


def lately(log: Sequence[str]) -> str:
    """Return what happened last, with the lines that belong to it."""
    first = next((n for n in range(len(log) - 1, -1, -1) if not log[n].startswith("  ")), 0)
    return " ".join(words.strip() for words in log[first:])
