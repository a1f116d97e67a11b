"""Deployment on the map: the menu's cursor stays with the hex under the map's cursor."""

from __future__ import annotations

from starforge.engine import hex as hx
from starforge.games.shattered_reach.model.actions import PlaceShip, Select
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.screens.play.ui import Desk


class Deployment(WarPart):
    """Find the hexes that take the ship in hand."""

    def __init__(self, desk: Desk, map: WarMap) -> None:  # noqa: A002
        super().__init__(desk)
        self.map = map

    def go_to_nearest(self) -> None:
        """Put the cursor on the nearest hex that takes the ship in hand."""
        found = (one.action for one in self.desk.cursor.items if not one.reason)
        berths = [(a.q, a.r) for a in found if isinstance(a, PlaceShip)]
        if berths:
            at = self.map.camera.cursor
            self.map.look_at(min(berths, key=lambda berth: (hx.distance(at, berth), berth)))
            self.settle()

    def settle(self) -> None:
        """Put the menu on what can be done at the hex under the cursor, where there is nothing to do on nothing."""
        number = self.map.item_at(self.map.camera.cursor)
        self.desk.cursor.number = -1 if number is None else number

    @property
    def on_hidden(self) -> bool:
        """Tell whether the menu's cursor is on an item that only the map shows."""
        return isinstance(self.desk.cursor.action, (PlaceShip, Select))
