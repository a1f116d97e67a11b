"""Deployment on the map: one ship at a time under the cursor, or the whole fleet by role or as it was kept by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.rules import Illegal
from starforge.english import some
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.actions import PlaceShip, Select, SetHeading
from starforge.games.shattered_reach.plans.berths import Berth, berths_by_role
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.table import TableError, clean
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.text_field import TextField
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, keep
from starforge.tui.games.shattered_reach.fleets.shipyard import Shipyard
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.menu import lettered
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import FlySpot, KeepSpot, KeptSpot
from starforge.tui.screens.play.ui import Desk


class Deployment(WarPart):
    """Find the hexes that take the ship in hand, and deploy whole fleets."""

    def __init__(self, desk: Desk, map: WarMap, yard: Shipyard) -> None:  # noqa: A002
        super().__init__(desk)
        self.map, self.yard = map, yard

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

    def items(self) -> tuple[Item, ...]:
        """Return the lines about deploying the whole fleet."""
        if self.ask_kind != "deploy":
            return ()
        words = "A start to change: each ship without a place gets one, by its role."
        every = Item(
            "Deploy all by role", words, ",", spot=FlySpot(), reason="" if self.war.hand >= 0 else "All are placed."
        )
        if self.desk.app.fleets is None:
            return (every,)
        own = [one for one in self.yard.own_fleets() if zone_name(self.war) in one.berths]
        kept = lettered(Item(one.name, f"{one.words}.", spot=KeptSpot(one.name)) for one in own)
        none = "" if kept else "No deployment is kept for this zone yet; s keeps the one you make."
        words = "Keep with the fleet where its ships are, to deploy it so in other games."
        return (
            every,
            Item("Deployments you kept", "Deploy as you did before.", "w", None, kept, None, none),
            Item("Keep this deployment", words, "s", spot=KeepSpot()),
        )

    async def send(self, item: Item) -> bool:
        """Deploy the whole fleet, or keep its deployment."""
        if self.ask_kind != "deploy":
            return False
        if isinstance(item.spot, FlySpot):
            await self._deploy(berths_by_role(self.war), "by role")
        elif isinstance(item.spot, KeepSpot):
            self.desk.type("Keep this deployment as", TextField.of(self.yard.bench.name, 24, offered=True), self._keep)
        elif isinstance(item.spot, KeptSpot):
            name, faction = item.spot.name, self.war.seats[self.war.seat or 0].faction
            one = self.yard.stock.find(faction, name)
            with self.unseen():
                for number in [ship.id for ship in self.war.ships if ship.seat == self.war.seat and ship.hexes]:
                    await self._submit(Select(number))
            await self._deploy(kept_berths(self.war, one) if one is not None else (), f"as {name}")
        else:
            return False
        return True

    async def _deploy(self, berths: Sequence[Berth], how: str) -> None:
        """Place ships one by one; what is refused is left to the player."""
        self.desk.cursor.path = ()
        with self.unseen():
            for one in berths:
                if one.ship != self.war.hand:
                    await self._submit(Select(one.ship))
                if one.heading != self.war.facing:
                    await self._submit(SetHeading(one.heading))
                await self._submit(PlaceShip(*one.hex))
        placed = sum(bool(ship.hexes) for ship in self.war.ships if ship.seat == self.war.seat)
        count = sum(ship.seat == self.war.seat for ship in self.war.ships)
        told = f"{placed} of {count} ships are deployed {how}; every one can still be moved."
        self.desk.say(told, "good" if placed == count else "warn")

    async def _submit(self, action: Action) -> bool:
        seat = self.desk.viewers.actor
        try:
            if seat is not None:
                await self.desk.table.submit(seat, action)
        except (Illegal, TableError):
            return False
        return seat is not None

    def _keep(self, text: str) -> None:
        """Keep where the ships are, with the fleet of that name and of these ships."""
        path, name = self.desk.app.fleets, clean(text)
        if path is None or not name:
            self.desk.say("A deployment needs a name; nothing is kept.", "warn")
            return
        own = [ship for ship in self.war.ships if ship.seat == self.war.seat]
        faction = self.war.seats[self.war.seat or 0].faction
        ships = {card: sum(ship.card == card for ship in own) for card in dict.fromkeys(ship.card for ship in own)}
        there = self.yard.stock.find(faction, name)
        if there is not None and dict(there.ships) != ships:
            self.desk.say(f"{there.name} is another fleet: {there.words}. Take another name.", "warn")
            return
        one = there or Kept(name=name, faction=faction, ships=ships)  # type: ignore[arg-type]
        berths = [f"{s.card} {s.hexes[0][0]},{s.hexes[0][1]} {s.heading}" for s in own if s.hexes]
        try:
            keep(path, replace(one, berths={**one.berths, zone_name(self.war): "; ".join(berths)}))
            self.desk.say(f"Kept as {one.name}: {some(len(berths), 'ship')}.", "good")
        except (AssetError, OSError) as error:
            self.desk.say(f"It could not be kept: {error}", "danger")
        self.yard.bench.name = name
        self.yard.restock()
        self.desk.renew_menu()


def zone_name(view: WarView) -> str:
    """Return how the zone of the seat is called where deployments are kept: by the map, and counted from 1."""
    zones = [" ".join(f"{q},{r}" for q, r in zone) for zone in view.chart.zones]
    own = view.map.zones[view.seat or 0] if view.map.zones else ""
    return f"{view.map.title} {zones.index(own) + 1 if own in zones else 0}"


def kept_berths(view: WarView, one: Kept) -> list[Berth]:
    """Return where a kept deployment puts the ships that there are, of each type in the order of their numbers."""
    left = [ship for ship in view.ships if ship.seat == view.seat]
    found = []
    for text in filter(None, one.berths.get(zone_name(view), "").split("; ")):
        card, place, heading = text.split()
        ship = next((ship for ship in left if ship.card == card), None)
        if ship is not None:
            left.remove(ship)
            q, _, r = place.partition(",")
            found.append(Berth(ship.id, (int(q), int(r)), int(heading), "as kept"))
    return found
