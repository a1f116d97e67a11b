"""The panel beside the map: what is under the cursor, the plan or the shots, the fleets and the log. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView
from starforge.tui.drawing.frame import Scene, draw_log
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach.about import hex_words
from starforge.tui.games.shattered_reach.fleets.yard import draw_factions
from starforge.tui.games.shattered_reach.gaze import gaze_of
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.side.cards import draw_card, draw_plan, draw_shots
from starforge.tui.games.shattered_reach.side.lists import draw_chases, draw_fleets
from starforge.tui.games.shattered_reach.spots import ShipSpot


@dataclass(frozen=True)
class Look:
    """Say what is looked at: the hex ``at`` under the map's cursor, and what is there or pointed at besides."""

    scene: Scene
    at: Hex

    @property
    def view(self) -> WarView:
        return cast(WarView, self.scene.view)

    @property
    def here(self) -> ShipView | None:
        """Return the ship under the map's cursor."""
        return under(self.view, self.at)

    @property
    def pointed(self) -> ShipView | None:
        """Return the ship that is pointed at in the fleet list."""
        return listed_ship(self.view, self.scene.spot)


def listed_ship(view: WarView, spot: Spot | None) -> ShipView | None:
    """Return the ship of a line in the fleet list that is pointed at: one that has no place on the map."""
    return view.ship(spot.ship) if isinstance(spot, ShipSpot) else None


def draw_panel(picture: Picture, look: Look, region: Region, page: str) -> None:
    """Draw a page of the panel.

    Each thing has rows of its own that do not depend on what it shows, so that nothing jumps.
    """
    for row in range(region.height):
        picture.put(region.x, region.y + row, "│", "faint")
    inner, view = region.after(2).left(region.width - 3), look.view
    if page == "fleets":
        ship = look.pointed or look.here
        draw_fleets(picture, look.scene, inner, ship.id if ship else view.hand)
    elif page == "missiles":
        draw_chases(picture, look.scene, _ruled(picture, inner, "Locks and missiles"))
    elif page == "log":
        draw_log(picture, look.scene, region.after(1).left(region.width - 2))
    else:
        _draw_ship_page(picture, look, inner)


def _draw_ship_page(picture: Picture, look: Look, region: Region) -> None:
    """Draw the hex and the ship under the cursor, what is done with the ship in hand, and where there is room more."""
    tall = region.height >= 26
    place, rest = region.split_rows(2 if tall else 1)
    _draw_hex(picture, look, place)
    if look.view.phase == "faction":
        draw_factions(picture, look.scene, _ruled(picture, rest))
        return
    card, rest = rest.split_rows(10 if tall else 7 if region.height > 14 else 5)
    _draw_ship(picture, look, card)
    doing = rest.top(8) if tall else rest
    if _draw_doing(picture, look, doing):
        rest = rest.below(doing.height)
    if rest.height >= 3:
        _draw_lists(picture, look.scene, rest)


def _draw_lists(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the fleets, below them what chases whom, and the log where there is room."""
    view = cast(WarView, scene.view)
    room, count = region.height - 1, len(chases(view))
    log = room // 3 if room > 15 else 0
    aimed = min(2 * count, 6 if log else 4) + 1 if count and room > 10 else 0
    fleets, missiles, told = region.split_rows(1 + room - log - aimed, aimed)
    draw_fleets(picture, scene, _ruled(picture, fleets, "Fleets"), view.hand)
    if aimed:
        draw_chases(picture, scene, _ruled(picture, missiles, "Locks and missiles"))
    if log:
        x, y, width, height = _ruled(picture, told, "Log")
        draw_log(picture, scene, Region(x - 1, y, width + 1, height))


def _ruled(picture: Picture, region: Region, title: str = "") -> Region:
    """Draw a line over a region, and return what is left below it."""
    picture.put(region.x, region.y, "─" * region.width, "faint")
    if title:
        picture.put(region.x + 1, region.y, f" {title} ", "dim")
    return region.below(1)


def _draw_hex(picture: Picture, look: Look, region: Region) -> None:
    """Draw what the hex under the cursor is."""
    x, y, width, height = region
    words = hex_words(look.view, look.at, look.scene.names)
    picture.spans(x, y, [(words[0], "title bold"), (f" {words[1]}", "dim")], width)
    if height > 1:
        picture.put(x, y + 1, "; ".join(words[2:]), "dim", width)


def _draw_ship(picture: Picture, look: Look, region: Region) -> None:
    """Draw the card of the ship that is pointed at, else under the cursor, else in hand."""
    pointed, here, hand = look.pointed, look.here, look.view.ship(look.view.hand)
    ship = pointed or here or hand
    where = "in the list" if pointed else "under the cursor" if here and here != hand else "in hand" if ship else ""
    rest = _ruled(picture, region, where)
    if ship is not None:
        draw_card(picture, look.scene, ship, rest)


def _draw_doing(picture: Picture, look: Look, region: Region) -> bool:
    """Draw the plan in hand, or what each weapon makes of the ship under the cursor; tell whether there is either."""
    view, here = look.view, look.here
    plan = view.plan(view.hand)
    arcs = gaze_of(look.scene).lens == "arcs"
    aiming = arcs and here is not None and any(s.target == here.id for s in view.shots)
    if plan is not None and not aiming:
        draw_plan(picture, look.scene, plan, _ruled(picture, region, "plan"))
        return True
    if view.shots:
        draw_shots(picture, view, here, _ruled(picture, region, "shots"))
        return True
    return False
