"""Fleet building by keys: buying and selling, and the fleets that the user keeps by name."""

from __future__ import annotations

from dataclasses import dataclass

from starforge.engine.rules import Illegal
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.actions import Buy
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.tables.table import Table, TableError, clean
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.text_field import line
from starforge.tui.games.shattered_reach import menu
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, Stock, drop, keep, read_stock
from starforge.tui.games.shattered_reach.fleets.stocking import order
from starforge.tui.games.shattered_reach.map.screen import MapScreen
from starforge.tui.games.shattered_reach.spots import KeepSpot, KeptSpot


@dataclass
class Bench:
    """Keep what one builder was at: the line of a ship, the name last kept, and a fleet asked about."""

    line: int = 0
    name: str = ""
    asked: str = ""


class YardScreen(MapScreen):
    """Build a fleet; ``stock`` are the fleets kept by name, as the file had them when it was last looked at."""

    stock = Stock()
    _unread = ""
    _stocked = False

    def __init__(self, table: Table) -> None:
        self._benches: dict[int | None, Bench] = {}
        super().__init__(table)

    @property
    def bench(self) -> Bench:
        """Return what the seat that builds now was at; no other seat's tells anything of it."""
        return self._benches.setdefault(self.actor, Bench())

    def restock(self) -> None:
        """Look anew which fleets the user keeps; what is wrong with the file is said where they would be."""
        path, self._unread, self._stocked = self.stage.fleets, "", True
        try:
            self.stock = read_stock(path) if path else Stock()
        except AssetError as error:
            self.stock, self._unread = Stock(), f"The fleets you kept cannot be read: {error}"

    def kept_items(self) -> tuple[Item, ...]:
        """Return the lines about fleets kept by name; where none can be kept, there are none."""
        if self._phase() != "build" or self.stage.fleets is None:
            return ()
        if not self._stocked:
            self.restock()
        return menu.kept_items(self.war, self.stock, self._unread)

    def _kept(self, one: Item) -> Kept | None:
        faction = self.war.seats[self.war.seat or 0].faction
        return self.stock.find(faction, one.spot.name) if isinstance(one.spot, KeptSpot) else None

    async def act(self, one: Item) -> None:
        """Take a kept fleet, or ask for the name to keep this one by; all else goes in."""
        fleet = self._kept(one)
        if fleet is not None:
            await self._take_kept(fleet)
        elif isinstance(one.spot, KeepSpot):
            self._ask_name()
        else:
            await super().act(one)

    async def _take_kept(self, fleet: Kept) -> None:
        """Buy a kept fleet ship by ship, as far as points and limits go; stop where something is refused."""
        seat, wanted = self.actor, order(self.war, fleet.ships)
        without = f" Left out: {'; '.join(wanted.left_out)}." if wanted.left_out else ""
        self.path, self.place = (), None
        if seat is None or not wanted.actions:
            self.say(f"Your fleet is {fleet.name} already, as far as it fits.{without}", "warn")
            return
        for action in wanted.actions:
            try:
                await self.table.submit(seat, action)
            except (Illegal, TableError) as error:
                self.say(f"Stopped while taking {fleet.name}: {error}", "danger")
                return
        self.say(f"{fleet.name} is taken.{without}", "warn" if without else "good")

    def _ask_name(self) -> None:
        if not self.war.fleet:
            self.say("There is nothing to keep yet: buy ships first.", "warn")
        else:
            self.type("Keep this fleet as", line(self.bench.name, 24), self._keep)

    def _keep(self, text: str) -> None:
        name, path = clean(text), self.stage.fleets
        if not name or path is None:
            self.say("A fleet needs a name; nothing is kept.", "warn")
            return
        self.bench.name = name
        faction = self.war.seats[self.war.seat or 0].faction
        there = self.stock.find(faction, name)
        ships = {slug: self.war.fleet.count(slug) for slug in hulls() if slug in self.war.fleet}
        one = Kept(name=name, faction=faction, ships=ships)  # type: ignore[arg-type]
        if there is not None and there.ships != one.ships and self.bench.asked != name:
            self.bench.asked = name
            self.say(f"{there.name} is kept already: {there.words}. s and Enter again: replace it", "warn")
            return
        self.bench.asked = ""
        try:
            keep(path, one)
            self.say(f"Kept as {name}: {one.words}.", "good")
        except (AssetError, OSError) as error:
            self.say(f"It could not be kept: {error}", "danger")
        self._changed()

    def _changed(self) -> None:
        """Show the fleets as they are kept now; the cursor stays where it was."""
        at, path = self.at, self.path
        self.restock()
        self.refreshed()
        self.path = path if path and self.items[path[0]].items else ()
        self.at = min(at, len(self.opened()) - 1)

    def forget(self) -> bool:
        """Delete the kept fleet under the cursor, after asking; tell whether there is one."""
        items = self.opened()
        fleet = self._kept(items[self.at]) if 0 <= self.at < len(items) else None
        if fleet is None or self.stage.fleets is None:
            return False
        if self.before != ("forget", fleet.name):
            self.asked = ("forget", fleet.name)
            self.say(f"Delete {fleet.name} for ever? x again: delete", "warn")
            return True
        try:
            drop(self.stage.fleets, fleet.faction, fleet.name)
            self.say(f"{fleet.name} is deleted.", "good")
        except (AssetError, OSError) as error:
            self.say(f"It could not be deleted: {error}", "danger")
        self._changed()
        return True

    def to_ship(self, before: int) -> None:
        """Put the cursor on a ship: the one it was on before, where it is not on one now."""
        here = (self.at, before, next((n for n, o in enumerate(self.items) if isinstance(o.action, Buy)), self.at))
        ships = [n for n in here if 0 <= n < len(self.items) and isinstance(self.items[n].action, Buy)]
        if ships and not self.path:
            self.at = ships[0]

    async def buy(self) -> None:
        """Buy one ship of the type under the cursor."""
        self.to_ship(self.bench.line)
        await self.choose()

    async def sell(self) -> None:
        """Take one ship of the type under the cursor out of the fleet."""
        self.to_ship(self.bench.line)
        items = self.opened()
        one = items[self.at].action if 0 <= self.at < len(items) else None
        choice = menu.sale(self.war, one.ship) if isinstance(one, Buy) else None
        if choice is None:
            self.say("There is none of that type in your fleet.", "warn")
        elif choice.reason:
            self.say(f"{choice.reason} [{choice.rule}]", "warn")
        else:
            await self.act(Item(choice.label, action=choice.action))
