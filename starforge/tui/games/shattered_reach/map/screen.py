"""A table on a map of hexes: the cursor's ways over it, the zooms, the pages beside it, and the mouse."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.table import Table
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach import draw
from starforge.tui.games.shattered_reach.map import camera
from starforge.tui.games.shattered_reach.map.camera import PAGES, Camera, Window
from starforge.tui.games.shattered_reach.map.scenery import LENSES
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.screens.play.game import GameScreen

LENS_WORDS = {
    "drift": "where every ship drifts if it does nothing",
    "arcs": "what the ship in hand reaches, with the range",
    "bare": "only what is there",
}


@dataclass
class Eyes:
    """Keep how one seat looks at the map; no other seat's look tells anything about it."""

    camera: Camera | None = None
    page: str = "ship"
    lens: str = "drift"
    window: Window = field(default_factory=lambda: Window(0, 0, 0, 0))


class MapScreen(GameScreen):
    """Look at a map; where a list is asked for instead, the keys of the map walk through it."""

    def __init__(self, table: Table) -> None:
        self._eyes: dict[int | None, Eyes] = {}
        super().__init__(table)

    @property
    def war(self) -> WarView:
        """Return the view by its own type."""
        return cast(WarView, self.view)

    @property
    def eyes(self) -> Eyes:
        """Return how the seat that looks now looks at the map."""
        return self._eyes.setdefault(self.actor, Eyes())

    @property
    def on_map(self) -> bool:
        """Tell whether the map is shown, and not a list to choose from."""
        return self.view.ask is None or self.view.ask.kind in ("deploy", "move", "fire")

    def _camera(self) -> Camera:
        """Return the camera, moved where the terminal has changed its size."""
        eyes, where = self.eyes, camera.window(*self.board_size, self.eyes.page)
        if eyes.camera is None:
            eyes.camera = camera.centred(self.war, Camera(camera.home(self.war)), where)
        elif eyes.window != where:
            eyes.camera = camera.following(self.war, eyes.camera, where)
        eyes.window = where
        return eyes.camera

    def _look_at(self, at: Hex) -> None:
        """Put the map's cursor on a hex."""
        if at in self.war.chart.hexes:
            where = camera.window(*self.board_size, self.eyes.page)
            self.eyes.camera = camera.following(self.war, replace(self._camera(), cursor=at), where)

    def _phase(self) -> str:
        return self.view.ask.kind if self.view.ask else ""

    def _go(self, heading: int) -> None:
        """Move the map's cursor one hex; at the edge it slides along, so that every hex is reached."""
        if not self.on_map:
            self._step(-1 if heading in (5, 0, 1) else 1)
            return
        self._arrive(camera.onward(self.war, self._camera().cursor, heading))

    def _arrive(self, at: Hex) -> None:
        """Put the cursor on a hex, and on what can be done there."""
        self._look_at(at)
        self.place = None
        self.arrived(at)

    def arrived(self, at: Hex) -> None:
        """Put the menu on what can be done at the hex under the cursor."""

    def _item_at(self, at: Hex) -> int | None:
        spots = {HexSpot(at)}
        ship = draw.under(self.war, at)
        if ship is not None:
            spots.add(HexSpot(ship.hexes[0]))
        return next((n for n, one in enumerate(self.opened()) if one.spot in spots), None)

    def do_north(self) -> None:
        """Move the cursor north."""
        self._go(0)

    def do_northeast(self) -> None:
        """Move the cursor northeast."""
        self._go(1)

    def do_southeast(self) -> None:
        """Move the cursor southeast."""
        self._go(2)

    def do_south(self) -> None:
        """Move the cursor south."""
        self._go(3)

    def do_southwest(self) -> None:
        """Move the cursor southwest."""
        self._go(4)

    def do_northwest(self) -> None:
        """Move the cursor northwest."""
        self._go(5)

    def _high(self) -> bool:
        """Tell which of two sideways steps comes next, so that the cursor keeps its row."""
        return bool(self._camera().cursor[0] % 2) if self.on_map else False

    def do_zoom(self) -> None:
        """Go to the next zoom, the last one after the first."""
        self._zoom((self._camera().zoom + 1) % 3)

    def _zoom(self, zoom: int) -> None:
        self.eyes.camera = camera.centred(self.war, replace(self._camera(), zoom=zoom), self.eyes.window)

    def do_centre(self) -> None:
        """Put the cursor on the ship in hand, and that into the middle."""
        now = self._camera()
        ship = self.war.ship(self.war.hand)
        at = ship.hexes[0] if ship is not None and ship.hexes else now.cursor
        self._arrive(at)
        self.eyes.camera = camera.centred(self.war, self._camera(), self.eyes.window)

    def do_fit(self) -> None:
        """Show the whole map, or as much of it as fits."""
        self.eyes.camera = camera.fitted(self.war, self._camera().cursor, self.eyes.window)

    def do_panel(self) -> None:
        """Show another page beside the map: ship and plan, fleets, locks and missiles, log, or the map alone."""
        self.eyes.page = PAGES[(PAGES.index(self.eyes.page) + 1) % len(PAGES)]

    def do_lens(self) -> None:
        """Show on the map where ships drift, what the ship in hand reaches, or only what is there."""
        self.eyes.lens = LENSES[(LENSES.index(self.eyes.lens) + 1) % len(LENSES)]
        self.say(f"The map shows {LENS_WORDS[self.eyes.lens]}.")

    def do_next(self) -> None:
        """Go to the next thing that can be done, and to its place on the map."""
        super().do_next()
        self._follow_item()

    def do_previous(self) -> None:
        """Go to the thing before."""
        super().do_previous()
        self._follow_item()

    def _follow_item(self) -> None:
        items = self.opened()
        spot = items[self.at].spot if 0 <= self.at < len(items) else None
        if isinstance(spot, HexSpot) and self.on_map:
            self._look_at(spot.hex)

    def find(self, x: int, y: int) -> Spot | None:
        """Return what is at a cell: a spot of the picture, or a hex of the map."""
        spot = super().find(x, y)
        return self._hex_at(x, y) if spot is None else spot

    def _hex_at(self, x: int, y: int) -> HexSpot | None:
        where = self.eyes.window
        if not self.on_map or not (where.x <= x < where.x + where.width and where.y <= y < where.y + where.height):
            return None
        now = self._camera()
        at = camera.layout(self.war, now.zoom).hit(x - where.x + now.x, y - where.y + now.y)
        return HexSpot(at) if at in self.war.chart.hexes else None

    async def wheel(self, x: int, y: int, way: int) -> None:
        """Zoom at the hex under the pointer; beside the map go through the menu."""
        spot = self._hex_at(x, y)
        if spot is None:
            self._step(way)
            self._follow_item()
            return
        zoom = max(min(self._camera().zoom - way, 2), 0)
        closer = replace(self._camera(), zoom=zoom)
        left, top = camera.layout(self.war, zoom).middle(spot.hex)
        where = self.eyes.window
        moved = replace(closer, x=left - (x - where.x), y=top - (y - where.y))
        self.eyes.camera = camera.held(self.war, moved, where)

    def pan(self, x: int, y: int, right: int, down: int) -> bool:
        """Drag the map."""
        where = self.eyes.window
        if not self.on_map or not (where.x <= x < where.x + where.width and where.y <= y < where.y + where.height):
            return False
        now = self._camera()
        self.eyes.camera = camera.held(self.war, replace(now, x=now.x - right, y=now.y - down), where)
        return True
