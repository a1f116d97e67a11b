"""Fleet building by keys: buying and selling, and the fleets that the user keeps by name."""

from __future__ import annotations

from starforge.engine.rules import Illegal
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.actions import Buy
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.quick import dataclass
from starforge.tables.table import TableError, clean
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.text_field import TextField
from starforge.tui.games.shattered_reach import menu
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, Stock, drop, keep, read_stock
from starforge.tui.games.shattered_reach.fleets.stocking import order
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import KeepSpot, KeptSpot
from starforge.tui.screens.play.ui import Desk


@dataclass
class Bench:
    """Keep what one builder was at: the line of a ship, the name last kept, and a fleet that would be replaced."""

    line: int = 0
    name: str = ""
    replacing: str = ""


class Shipyard(WarPart):
    """Build a fleet; ``stock`` are the fleets kept by name, as the file had them when it was last looked at."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.stock = Stock()
        self._unread = ""
        self._stocked = False
        self._benches: dict[int | None, Bench] = {}

    @property
    def bench(self) -> Bench:
        """Return what the seat that builds now was at; no other seat's tells anything of it."""
        return self._benches.setdefault(self.desk.viewers.actor, Bench())

    def restock(self) -> None:
        """Look anew which fleets the user keeps; what is wrong with the file is said where they would be."""
        path, self._unread, self._stocked = self.desk.app.fleets, "", True
        try:
            self.stock = read_stock(path) if path else Stock()
        except AssetError as error:
            self.stock, self._unread = Stock(), f"The fleets you kept cannot be read: {error}"

    def kept_items(self) -> tuple[Item, ...]:
        """Return the lines about fleets kept by name; where none can be kept, there are none."""
        if self.ask_kind != "build" or self.desk.app.fleets is None:
            return ()
        if not self._stocked:
            self.restock()
        return menu.kept_items(self.war, self.stock, self._unread)

    def own_fleets(self) -> tuple[Kept, ...]:
        """Return the kept fleets of the seat's faction."""
        return self.stock.of(self.war.seats[self.war.seat].faction) if self.war.seat is not None else ()

    def _kept(self, one: Item | None) -> Kept | None:
        faction = self.war.seats[self.war.seat or 0].faction
        return self.stock.find(faction, one.spot.name) if one is not None and isinstance(one.spot, KeptSpot) else None

    async def press(self, key: str) -> bool:
        """Delete the kept fleet under the cursor."""
        return key == "x" and self.ask_kind == "build" and bool(self.desk.cursor.path) and self._forget()

    async def send(self, item: Item) -> bool:
        """Take a kept fleet, or ask for the name to keep this one by."""
        fleet = self._kept(item)
        if fleet is not None:
            await self._take_kept(fleet)
        elif isinstance(item.spot, KeepSpot):
            self._ask_name()
        else:
            return False
        return True

    async def _take_kept(self, fleet: Kept) -> None:
        """Buy a kept fleet ship by ship, as far as points and limits go; stop where something is refused."""
        seat, wanted = self.desk.viewers.actor, order(self.war, fleet.ships)
        without = f" Left out: {'; '.join(wanted.left_out)}." if wanted.left_out else ""
        self.desk.cursor.path, self.desk.cursor.pointed = (), None
        if seat is None or not wanted.actions:
            self.desk.say(f"Your fleet is {fleet.name} already, as far as it fits.{without}", "warn")
            return
        for action in wanted.actions:
            try:
                await self.desk.table.submit(seat, action)
            except (Illegal, TableError) as error:
                self.desk.failed(TableError(f"Stopped while taking {fleet.name}: {error}"))
                return
        self.desk.say(f"{fleet.name} is taken.{without}", "warn" if without else "good")

    def _ask_name(self) -> None:
        if not self.war.fleet:
            self.desk.say("There is nothing to keep yet: buy ships first.", "warn")
        else:
            self.desk.type("Keep this fleet as", TextField.of(self.bench.name, 24, offered=True), self._keep)

    def _keep(self, text: str) -> None:
        name, path = clean(text), self.desk.app.fleets
        if not name or path is None:
            self.desk.say("A fleet needs a name; nothing is kept.", "warn")
            return
        self.bench.name = name
        faction = self.war.seats[self.war.seat or 0].faction
        there = self.stock.find(faction, name)
        ships = {slug: self.war.fleet.count(slug) for slug in hulls() if slug in self.war.fleet}
        berths = there.berths if there is not None and there.ships == ships else {}
        one = Kept(name=name, faction=faction, ships=ships, berths=berths)  # type: ignore[arg-type]
        if there is not None and there.ships != one.ships and self.bench.replacing != name:
            self.bench.replacing = name
            self.desk.say(f"{there.name} is kept already: {there.words}. s and Enter again: replace it", "warn")
            return
        self.bench.replacing = ""
        try:
            keep(path, one)
            self.desk.say(f"Kept as {name}: {one.words}.", "good")
        except (AssetError, OSError) as error:
            self.desk.say(f"It could not be kept: {error}", "danger")
        self._changed()

    def _changed(self) -> None:
        """Show the fleets as they are kept now; the cursor stays where it was."""
        cursor = self.desk.cursor
        number, path = cursor.number, cursor.path
        self.restock()
        self.desk.renew_menu()
        cursor.path = path if path and cursor.items[path[0]].items else ()
        cursor.number = min(number, len(cursor.opened) - 1)

    def _forget(self) -> bool:
        """Delete the kept fleet under the cursor, after asking; tell whether there is one."""
        fleet, path, prompt = self._kept(self.desk.cursor.item), self.desk.app.fleets, self.desk.prompt
        if fleet is None or path is None:
            return False
        if not prompt.confirmed("forget", fleet.name):
            prompt.ask("forget", fleet.name, f"Delete {fleet.name} for ever? x again: delete")
            return True
        try:
            drop(path, fleet.faction, fleet.name)
            self.desk.say(f"{fleet.name} is deleted.", "good")
        except (AssetError, OSError) as error:
            self.desk.say(f"It could not be deleted: {error}", "danger")
        self._changed()
        return True

    def to_ship(self) -> None:
        """Put the cursor on a ship: the one it was on before, where it is not on one now."""
        cursor = self.desk.cursor
        first = next((n for n, one in enumerate(cursor.items) if isinstance(one.action, Buy)), cursor.number)
        near = (cursor.number, self.bench.line, first)
        ships = [n for n in near if 0 <= n < len(cursor.items) and isinstance(cursor.items[n].action, Buy)]
        if ships and not cursor.path:
            cursor.number = ships[0]

    async def buy(self) -> None:
        """Buy one ship of the type under the cursor."""
        self.to_ship()
        await self.desk.choose()

    async def sell(self) -> None:
        """Take one ship of the type under the cursor out of the fleet."""
        self.to_ship()
        action = self.desk.cursor.action
        choice = menu.sale(self.war, action.ship) if isinstance(action, Buy) else None
        if choice is None:
            self.desk.say("There is none of that type in your fleet.", "warn")
        elif choice.reason:
            self.desk.say(f"{choice.reason} [{choice.rule}]", "warn")
        else:
            await self.desk.send(Item(choice.label, action=choice.action))
