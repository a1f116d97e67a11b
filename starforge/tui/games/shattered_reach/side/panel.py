"""The panel beside the map: what is under the cursor, the plan or the shots, the fleets and the log. Pure."""

from __future__ import annotations

from functools import partial
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Scene, draw_log
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach.about import hex_words
from starforge.tui.games.shattered_reach.fleets.yard import draw_factions
from starforge.tui.games.shattered_reach.gaze import gaze_of
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.side.cards import card_rows, plan_rows, shot_rows
from starforge.tui.games.shattered_reach.side.chart import chart_rows, draw_chart
from starforge.tui.games.shattered_reach.side.lists import chase_blocks, fleet_blocks, report_blocks, warning_blocks
from starforge.tui.games.shattered_reach.side.rows import Block, Row, draw_blocks, draw_rows, parts, wrapped
from starforge.tui.games.shattered_reach.side.shots import salvo_blocks
from starforge.tui.games.shattered_reach.spots import ShipSpot

TITLES = {"fleets": "Fleets", "shots": "Shots, best first", "missiles": "Locks and missiles", "report": "What they did"}
"""The pages that are lists, and may have several parts, with their titles."""


FEW = 6
"""Rows that are too few for the fleets beside a small map."""


@dataclass(frozen=True)
class Look:
    """Say what is looked at: the hex ``at`` under the map's cursor, and what is there or pointed at besides.

    ``size`` is that of the whole screen.
    """

    scene: Scene
    at: Hex
    size: tuple[int, int] = (0, 0)

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


def draw_panel(look: Look, page: str, picture: Picture, region: Region) -> None:
    """Draw a page of the panel.

    Each thing has rows of its own that do not depend on what it shows, so that nothing jumps.
    """
    for row in range(region.height):
        picture.put(region.x, region.y + row, "│", "line")
    inner = region.after(2).left(region.width - 2)
    if page == "log":
        draw_log(picture, look.scene, region.after(1).left(region.width - 2))
    elif page in TITLES:
        rest = _ruled(picture, inner, TITLES[page])
        draw_blocks(picture, list_blocks(look, page, inner.width), rest, "p", gaze_of(look.scene).part)
    else:
        _draw_ship_page(picture, look, inner)


def list_blocks(look: Look, page: str, width: int) -> list[Block]:
    """Return the lines of a page that is a list."""
    if page == "missiles":
        return chase_blocks(look.view, width)
    if page == "shots":
        return salvo_blocks(look.view, gaze_of(look.scene).drawn.salvoes(look.view), width)
    if page == "report":
        gaze = gaze_of(look.scene)
        return report_blocks(gaze.drawn.lately(look.scene.told, look.view).deeds, width, gaze.deed)
    ship = look.pointed or look.here
    return fleet_blocks(look.scene, width, ship.id if ship else look.view.hand)


def list_parts(look: Look, page: str, region: Region) -> int:
    """Return in how many parts a page of the panel is shown."""
    return len(parts(list_blocks(look, page, region.width - 2), region.height - 1)) if page in TITLES else 1


def _draw_ship_page(picture: Picture, look: Look, region: Region) -> None:
    """Draw the hex and the ship under the cursor, what is done with the ship in hand, and where there is room more."""
    tall = region.height >= 26
    if tall:
        place, rest = region.split_rows(2)
        draw_rows(picture, _hex_rows(look, region.width), place, "i")
    else:
        rest = _ruled(picture, region, _hex_title(look, region.width - 4))
    if look.view.phase == "faction":
        draw_factions(picture, look.scene, _ruled(picture, rest) if tall else rest)
        return
    height = 10 if tall else 9 if region.height > 20 else 8 if region.height > 14 else 7
    title, doing = _doing(look, region.width)
    spare = rest.height - height - len(doing) - 1
    ship = _ship_rows(look, rest.top(height))
    if doing and not tall and spare < 0:
        height = min(height, max(len(ship) + 1, height + spare))
    card, rest = rest.split_rows(height)
    if tall:
        card = _ruled(picture, card, _whose(look))
    draw_rows(picture, ship, card, "i")
    if doing:
        part, rest = rest.split_rows(8 if tall else rest.height)
        draw_rows(picture, doing, _ruled(picture, part, title), "i")
    if rest.height >= 3:
        _draw_lists(picture, look, rest)


def _draw_lists(picture: Picture, look: Look, region: Region) -> None:
    """Draw the fleets, below them what chases whom, the log where there is room, and the small map of the board."""
    gaze = gaze_of(look.scene)
    rows = chart_rows(look.view, gaze, look.size, region.height)
    if rows:
        rows = region.height if region.height - rows < FEW else rows
        region, below = region.split_rows(region.height - rows)
        draw_chart(picture, look.view, gaze, _ruled(picture, below, "Whole map (: hides it)"), look.size)
        if not region.height:
            return
    room, chasing = region.height - 1, warning_blocks(look.view, region.width)
    chasing += chase_blocks(look.view, region.width) if chases(look.view) else []
    log = room // 3 if room > 15 else 0
    wanted = sum(len(block.rows) for block in chasing)
    aimed = min(wanted, 6 if log else 4) + 1 if wanted and room > 10 else 0
    fleets, missiles, told = region.split_rows(1 + room - log - aimed, aimed)
    shown = (look.view, tuple(look.scene.names), look.scene.ascii, gaze.marked)
    look.scene.kept.draw(picture, _ruled(picture, fleets, TITLES["fleets"]), "fleets", shown, partial(_fleets, look))
    if aimed:
        draw_blocks(picture, chasing, _ruled(picture, missiles, TITLES["missiles"]), "p")
    if log:
        x, y, width, height = _ruled(picture, told, "Log")
        draw_log(picture, look.scene, Region(x - 1, y, width + 1, height))


def _fleets(look: Look, picture: Picture, region: Region) -> None:
    draw_blocks(picture, fleet_blocks(look.scene, region.width, look.view.hand), region, "p")


def _ruled(picture: Picture, region: Region, title: str = "") -> Region:
    """Draw a line over a region, and return what is left below it."""
    picture.put(region.x, region.y, "─" * region.width, "line")
    if title:
        picture.put(region.x + 1, region.y, f" {title} ", "dim")
    return region.below(1)


def _hex_title(look: Look, width: int) -> str:
    """Return where the cursor is, and what is there, as far as there is room for the word hex."""
    where, what = hex_words(look.view, look.at, look.scene.names)[:2]
    words = f"{where}: {what}"
    return words if len(words) <= width else words.removeprefix("Hex ")


def _hex_rows(look: Look, width: int) -> list[Row]:
    """Return what the hex under the cursor is."""
    where, what, *more = hex_words(look.view, look.at, look.scene.names)
    return [[(where, "title bold"), (f": {what}", "dim")], *wrapped("; ".join(more), width, "dim")]


def _shown(look: Look) -> ShipView | None:
    """Return the ship that is pointed at, else under the cursor, else in hand."""
    return look.pointed or look.here or look.view.ship(look.view.hand)


def _whose(look: Look) -> str:
    """Return where the ship is whose card is shown."""
    if look.pointed:
        return "in the list"
    hand = look.view.ship(look.view.hand)
    return "under the cursor" if look.here and look.here != hand else "in hand" if hand else ""


def _ship_rows(look: Look, region: Region) -> list[Row]:
    ship = _shown(look)
    return card_rows(ship, region.width, region.height < 9, look.scene.ascii) if ship is not None else []


def _doing(look: Look, width: int) -> tuple[str, list[Row]]:
    """Return the plan in hand, or what each weapon makes of the ship under the cursor, with a title."""
    view, here = look.view, look.here
    plan = view.plan(view.hand)
    arcs = gaze_of(look.scene).lens == "arcs"
    aiming = arcs and here is not None and any(s.target == here.id for s in view.shots)
    if plan is not None and not aiming:
        return f"plan of {name(view, plan.ship)}", plan_rows(view, plan, width, look.scene.ascii)
    if view.shots:
        return f"shots of {name(view, view.hand)}", shot_rows(view, here, width)
    return "", []
