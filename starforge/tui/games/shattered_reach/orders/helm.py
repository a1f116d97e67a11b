"""The keys of Shattered Reach that mean something else in each phase."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.shattered_reach.model.actions import Buy, Select
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach.fleets.shipyard import Shipyard
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.menu import STEP_KEYS, finished
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import ShipSpot
from starforge.tui.screens.play.ui import Desk


class Helm(WarPart):
    """Take the keys that no other part has taken; ``refused`` is the rule against the step that was tried last."""

    def __init__(self, desk: Desk, map: WarMap, yard: Shipyard) -> None:  # noqa: A002
        super().__init__(desk)
        self.map, self.yard = map, yard
        self.refused = ""
        self._shown, self._shown_in = set[int](), (-1, "")

    async def press(self, key: str) -> bool:
        """Take a key; in an open list its own go before those of the whole menu, and planning leaves the menu alone."""
        cursor = self.desk.cursor
        if cursor.path and not cursor.all_with_key(key) and any(one.key == key for one in cursor.items):
            cursor.path, cursor.number = (), -1
        if not cursor.path and isinstance(cursor.action, Buy):
            self.yard.bench.line = cursor.number
        by_key = self.ask_kind == "build" and any(one.key == key for one in cursor.items)
        planned = self.ask_kind == "move" and key in STEP_KEYS.values() and not cursor.path
        await self.desk.press_common(key)
        if by_key and self.ask_kind == "build":
            self.yard.to_ship()
        if planned and not cursor.path:
            self.refused = cursor.item.rule if self.desk.prompt.note and cursor.item is not None else ""
            cursor.number = cursor.first()
        elif key != "r":
            self.refused = ""
        return True

    async def do_west(self) -> None:
        """Move the cursor west; in a shipyard take one ship out."""
        if self.ask_kind == "build":
            await self.yard.sell()
        else:
            self.map.go_west()

    async def do_east(self) -> None:
        """Move the cursor east; in a shipyard buy one ship."""
        if self.ask_kind == "build":
            await self.yard.buy()
        else:
            self.map.go_east()

    async def do_turn_left(self) -> None:
        """Take one ship out of the fleet; elsewhere the menu's own line takes this key."""
        await self.yard.sell() if self.ask_kind == "build" else self._no_use()

    async def do_turn_right(self) -> None:
        """Buy one ship; elsewhere the menu's own line takes this key."""
        await self.yard.buy() if self.ask_kind == "build" else self._no_use()

    def _no_use(self) -> None:
        """Say that the menu has no line for a key now."""
        if not self.desk.viewers.passing:
            self.desk.say("That key does nothing here now; ? shows the keys.", "warn")

    do_ahead = do_slower = do_first = do_end = do_fly = do_earlier = _no_use

    def _next_of(self, found: Sequence[Item]) -> Item:
        """Return the item of the next ship: those without a plan first, and each once before any comes again."""
        planned, hand = {plan.ship for plan in finished(self.war)}, self.war.hand
        ships = {one.action.ship: one for one in found if isinstance(one.action, Select)}
        now = self.war.turn, self.war.phase
        old = self._shown if now == self._shown_in and ships.keys() - self._shown else set()
        self._shown, self._shown_in = {*old, hand}, now
        return ships[min(ships, key=lambda ship: (ship in self._shown, ship in planned, ship <= hand, ship))]

    async def do_ship(self) -> None:
        """Take the next ship in hand that can still act, first those without a plan; else go to the next on the map."""
        deploying = self.ask_kind == "deploy"
        found = [o for o in self.desk.cursor.items if isinstance(o.action, Select) and not o.reason]
        found = [o for o in found if not deploying or isinstance(o.spot, ShipSpot)]
        if self.ask_kind and found:
            await self.desk.send(self._next_of(found))
            self.map.show_reach()
            return
        ships = [ship.hexes[0] for ship in self.war.ships if ship.hexes]
        if ships and self.map.shown:
            at = self.map.camera.cursor
            self.map.arrive(ships[(ships.index(at) + 1) % len(ships) if at in ships else 0])
