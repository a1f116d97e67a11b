"""The map on the screen: the cursor's ways over it, the zooms, the pages beside it, and the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from starforge.engine.event import Event
from starforge.engine.hex import Hex
from starforge.quick import dataclass
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach.draw import panel_parts, seen_through
from starforge.tui.games.shattered_reach.gaze import Drawn, Lately
from starforge.tui.games.shattered_reach.map import camera
from starforge.tui.games.shattered_reach.map.camera import PAGES, WHOLE, Camera
from starforge.tui.games.shattered_reach.map.scenery import LENSES, under
from starforge.tui.games.shattered_reach.map.story import place_of
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import HexSpot, SalvoSpot, ShipSpot
from starforge.tui.screens.play.ui import Desk

LENS_WORDS = {
    "drift": "where every ship drifts if it does nothing",
    "reach": "where a ship can end its move: that in hand, or a foe under the cursor",
    "arcs": "what the ship in hand reaches, with the range",
    "bare": "only what is there",
}


@dataclass
class Eyes:
    """Keep how one seat looks at the map; no other seat's look tells anything about it.

    ``deed`` is the line of the report that is being read, ``read`` how much of the log had been told when it was shown,
    ``before`` the page in whose place it opened by itself.
    """

    camera: Camera | None = None
    page: str = "ship"
    part: int = 0
    deed: int = -1
    read: int = 0
    before: str = ""
    lens: str = "drift"
    chart: bool = True
    window: Region = field(default_factory=lambda: Region(0, 0, 0, 0))


class WarMap(WarPart):
    """Look at the map; ``arrived`` is told where the player has moved the cursor, ``flight`` is the last shot."""

    def __init__(self, desk: Desk, arrived: Callable[[Hex], None]) -> None:
        super().__init__(desk)
        self.looks: dict[int | None, Eyes] = {}
        self._arrived = arrived
        self.drawn = Drawn()
        self.flight: Event | None = None

    @property
    def eyes(self) -> Eyes:
        """Return how the seat that looks now looks at the map."""
        return self.looks.setdefault(self.desk.viewers.actor, Eyes())

    @property
    def shown(self) -> bool:
        """Tell whether the map is shown, and not a list to choose from."""
        return self.ask_kind in ("", "deploy", "move", "fire")

    @property
    def camera(self) -> Camera:
        """Return the camera, moved where the terminal has changed its size."""
        eyes, where = self.eyes, camera.window(*self.desk.picture_size, self.eyes.page)
        if eyes.camera is None:
            eyes.camera = camera.centred(self.war, Camera(camera.home(self.war)), where)
        elif eyes.window != where:
            eyes.camera = camera.following(self.war, eyes.camera, where)
        eyes.window = where
        return eyes.camera

    def look_at(self, at: Hex) -> None:
        """Put the map's cursor on a hex."""
        if at in self.war.chart.hexes:
            where = camera.window(*self.desk.picture_size, self.eyes.page)
            self.eyes.camera = camera.following(self.war, replace(self.camera, cursor=at), where)

    def go(self, heading: int) -> None:
        """Move the map's cursor one hex, along the edge where that is in the way; go through a list in its place."""
        if self.shown:
            self.arrive(camera.onward(self.war, self.camera.cursor, heading))
        else:
            self.desk.cursor.step(-1 if heading in (5, 0, 1) else 1)

    def arrive(self, at: Hex) -> None:
        """Put the cursor on a hex, and on what can be done there."""
        self.look_at(at)
        self.desk.cursor.pointed = None
        self._arrived(at)

    def item_at(self, at: Hex) -> int | None:
        """Return the number of the item that is about a hex or the ship there."""
        spots = {HexSpot(at)}
        ship = under(self.war, at)
        if ship is not None:
            spots.add(HexSpot(ship.hexes[0]))
        return next((n for n, one in enumerate(self.desk.cursor.opened) if one.spot in spots), None)

    def moved(self) -> None:
        """Go to the hex of the item under the menu's cursor, of a line in the table of shots to its target."""
        spot = self.desk.cursor.item.spot if self.desk.cursor.item is not None else None
        at = self.hex_of(ShipSpot(spot.target) if isinstance(spot, SalvoSpot) else spot)
        if at is not None and self.shown:
            self.look_at(at)

    def do_north(self) -> None:
        self.go(0)

    def do_northeast(self) -> None:
        self.go(1)

    def do_southeast(self) -> None:
        self.go(2)

    def do_south(self) -> None:
        self.go(3)

    def do_southwest(self) -> None:
        self.go(4)

    def do_northwest(self) -> None:
        self.go(5)

    def go_west(self) -> None:
        """Move the cursor west, in steps up and down so that it keeps its row."""
        self.go(5 if self._high else 4)

    def go_east(self) -> None:
        """Move the cursor east, in steps up and down so that it keeps its row."""
        self.go(1 if self._high else 2)

    @property
    def _high(self) -> bool:
        """Tell which of two sideways steps comes next."""
        return self.shown and bool(self.camera.cursor[0] % 2)

    def do_zoom(self) -> None:
        """Go to the next zoom, after the closest to the whole map."""
        zoom = (self.camera.zoom + 2) % 4 - 1
        self.eyes.camera = camera.centred(self.war, replace(self.camera, zoom=zoom), self.eyes.window)

    def do_centre(self) -> None:
        """Put the cursor on the ship in hand, and that into the middle."""
        now = self.camera
        ship = self.war.ship(self.war.hand)
        self.arrive(ship.hexes[0] if ship is not None and ship.hexes else now.cursor)
        self.eyes.camera = camera.centred(self.war, self.camera, self.eyes.window)

    def do_fit(self) -> None:
        """Show all ships that can still fight as large as they fit; the second time the whole map."""
        now = self.camera
        fight = camera.on_fight(self.war, now.cursor, self.eyes.window)
        whole = camera.fitted(self.war, now.cursor, self.eyes.window)
        self.eyes.camera = whole if now == fight else fight

    def do_chart(self) -> None:
        """Show the small map of the whole board in the panel, or what else there is room for."""
        self.eyes.chart = not self.eyes.chart
        words = "is shown beside the large one where there is room" if self.eyes.chart else "is hidden; : shows it"
        self.desk.say(f"The small map {words}. 0: the fight, then the whole map.")

    def do_panel(self) -> None:
        """Show more of the page beside the map, or another; after a report that opened by itself the one before it."""
        eyes = self.eyes
        if eyes.part + 1 < panel_parts(self.desk.scene(), eyes.page, *self.desk.picture_size):
            eyes.part += 1
        elif eyes.page == "report" and eyes.before:
            self.turn_to(eyes.before)
        else:
            self.turn_to(PAGES[(PAGES.index(eyes.page) + 1) % len(PAGES)])

    def turn_to(self, page: str) -> None:
        """Show a page beside the map, from its beginning."""
        self.eyes.page, self.eyes.part, self.eyes.deed, self.eyes.before = page, 0, -1, ""

    @property
    def in_view(self) -> frozenset[Hex]:
        """Return the hexes that are whole in the window."""
        now, where = self.camera, self.eyes.window
        if now.zoom == WHOLE:
            return frozenset()
        size = camera.layout(self.war, now.zoom)
        corners = ((at, size.corner(at)) for at in self.war.chart.hexes)
        inner = Region(now.x, now.y, where.width - size.zoom.across, where.height - size.zoom.tall)
        return frozenset(at for at, (x, y) in corners if inner.contains(x, y))

    @property
    def lately(self) -> Lately:
        """Return what has happened of late."""
        return self.drawn.lately(self.desk.told.told(self.desk.viewers.seat), self.war)

    def bring_last(self) -> None:
        """Bring into view what happened last; the cursor stays."""
        lines = self.desk.told.told(self.desk.viewers.seat)
        places = (place_of(told.event, self.war) for told, _ in reversed(lines))
        at = next((at for at in places if at in self.war.chart.hexes), None)
        if at is not None:
            now = self.camera
            self.eyes.camera = camera.following(self.war, now, self.eyes.window, at)

    def bring(self, shot: Event) -> None:
        """Bring into view who shoots and, if not both fit, rather at whom."""
        for key in ("ship", "target"):
            ship = self.war.ship(shot.data[key])
            if ship is not None and ship.hexes:
                self.eyes.camera = camera.following(self.war, self.camera, self.eyes.window, ship.hexes[0])

    def report(self) -> None:
        """Show what others have done, if there is anything that was not shown yet."""
        eyes, told = self.eyes, len(self.desk.told.told(self.desk.viewers.seat))
        if self.lately.deeds and told > eyes.read:
            before = eyes.before or eyes.page
            self.turn_to("report")
            eyes.before = before if before != "report" else ""
        elif eyes.page == "report" and not self.lately.deeds:
            self.turn_to("ship")
        eyes.read = told

    def do_news(self) -> None:
        """Open the report, and read on in it: each line shows the ship that it is about."""
        self._read(self.eyes.deed + 1 if self.eyes.page == "report" else 0)

    def _read(self, number: int) -> None:
        found = self.lately.deeds
        self.turn_to("report" if number < max(len(found), 1) else "ship")
        if 0 <= number < len(found):
            self.eyes.deed = number
            ship = self.war.ship(found[number].ship)
            self.look_at(ship.hexes[0] if ship is not None and ship.hexes else (found[number].way or ((0, 0),))[-1])
        elif self.eyes.page == "ship":
            self.do_centre()

    def do_news_back(self) -> None:
        """Read back in the report."""
        if self.eyes.page == "report" and self.eyes.deed >= 0:
            self._read(self.eyes.deed - 1)
        else:
            self.do_news()

    def do_lens(self) -> None:
        """Show on the map where ships drift, what the ship in hand reaches, or only what is there."""
        self.eyes.lens = LENSES[(LENSES.index(self.eyes.lens) + 1) % len(LENSES)]
        self.desk.say(f"The map shows {LENS_WORDS[self.eyes.lens]}.")
        if self.eyes.lens in ("reach", "arcs"):
            self.come_closer()
        self.show_reach()

    def come_closer(self) -> None:
        """Go from the whole map, on which no hex has room for what a lens shows, to the widest zoom that has it."""
        if self.camera.zoom == WHOLE:
            self.eyes.camera = camera.centred(self.war, replace(self.camera, zoom=WHOLE + 1), self.eyes.window)

    def show_reach(self) -> None:
        """Bring into view where the ship in hand can go, as far as it fits, while that is what the map shows."""
        hand = self.war.ship(self.war.hand)
        if self.eyes.lens == "reach" and hand is not None and hand.hexes and not hand.moved:
            ends, near = list(self.drawn.reach(self.war, hand.id).reach.ends), hand.hexes[0]
            self.eyes.camera = camera.holding(self.war, self.camera, self.eyes.window, [near, *ends], near)

    def hex_of(self, spot: Spot | None) -> Hex | None:
        """Return the hex that a spot stands for, for a ship that of its bow."""
        if isinstance(spot, HexSpot):
            return spot.hex
        ship = self.war.ship(spot.ship) if isinstance(spot, ShipSpot) else None
        return ship.hexes[0] if ship is not None and ship.hexes else None

    def go_to(self, spot: Spot) -> bool:
        """Put the cursor on the hex that a spot stands for."""
        at = self.hex_of(spot)
        if at is None or not self.shown:
            return False
        self.arrive(at)
        return True

    async def point(self, spot: Spot) -> bool:
        """Take a click on a hex; the second does what can be done there."""
        at = self.hex_of(spot)
        if at is None or not self.shown:
            return False
        again = at == self.camera.cursor
        self.arrive(at)
        if again and self.item_at(at) is not None:
            await self.desk.choose()
        return True

    def find(self, x: int, y: int) -> HexSpot | None:
        """Return the hex of the map at a cell."""
        if not self.shown or not self.eyes.window.contains(x, y):
            return None
        now, where = seen_through(self.desk.scene(), *self.desk.picture_size)
        if not where.contains(x, y):
            return None
        if now.zoom == WHOLE:
            at = self.drawn.sketch(self.war, where.width, where.height).hit(x - where.x, y - where.y)
        else:
            at = camera.layout(self.war, now.zoom).hit(x - where.x + now.x, y - where.y + now.y)
        return HexSpot(at) if at in self.war.chart.hexes else None

    def wheel(self, x: int, y: int, way: int) -> bool:
        """Zoom at the hex under the pointer; beside the map go through the menu."""
        spot = self.find(x, y)
        if spot is None:
            self.desk.cursor.step(way)
            self.moved()
            return True
        zoom = max(min(self.camera.zoom - way, 2), WHOLE)
        closer = replace(self.camera, zoom=zoom)
        if zoom == WHOLE:
            self.eyes.camera = closer
            return True
        left, top = camera.layout(self.war, zoom).middle(spot.hex)
        where = self.eyes.window
        moved = replace(closer, x=left - (x - where.x), y=top - (y - where.y))
        self.eyes.camera = camera.held(self.war, moved, where)
        return True

    def pan(self, x: int, y: int, right: int, down: int) -> bool:
        """Drag the map."""
        where = self.eyes.window
        if not self.shown or not where.contains(x, y):
            return False
        now = self.camera
        self.eyes.camera = camera.held(self.war, replace(now, x=now.x - right, y=now.y - down), where)
        return True
