"""Fleets kept by name, in the plain shell: listed, kept, taken and deleted by words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from starforge.engine.rules import Illegal
from starforge.engine.shape import read_shape
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.table import Table, TableError, clean
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, drop, keep, read_stock
from starforge.tui.games.shattered_reach.fleets.stocking import order

USE = (
    "fleets: the fleets you kept for your faction; 'fleets keep NAME' keeps the one you build, 'fleets take NAME' "
    "builds one again, 'fleets delete NAME' forgets it"
)


class Shelf:
    """Answer a person's lines about the fleets that are kept in a file."""

    def __init__(self, table: Table, seat: int, path: Path, say: Callable[..., None]) -> None:
        self.table, self.seat, self.path, self.say = table, seat, path, say
        self.view = cast(WarView, table.view(seat))
        self.faction = self.view.seats[seat].faction

    async def answer(self, words: Sequence[str]) -> None:
        """Answer a line."""
        what, name = (words[0].lower(), clean(" ".join(words[1:]))) if words else ("", "")
        try:
            if not self.faction:
                self.say("Fleets are kept by faction; choose yours first.")
            elif not words:
                self._list()
            elif what not in ("keep", "take", "delete") or not name:
                self.say(f"{USE}.")
            elif what == "keep":
                self._keep(name)
            else:
                await self._use(what, name)
        except AssetError as error:
            self.say(f"The fleets you kept cannot be read: {error}.")
        except OSError as error:
            self.say(f"The fleet cannot be written: {error.strerror or error}.")

    @property
    def _building(self) -> bool:
        return self.view.ask is not None and self.view.ask.kind == "build"

    def _list(self) -> None:
        stock = read_stock(self.path)
        own = stock.of(self.faction)
        self.say(*(f"{one.name}: {one.words}; {one.cost:,} points.{self._without(one)}" for one in own))
        self.say(*(f"Cannot be used: {fault}." for fault in stock.faults))
        if not own:
            self.say(f"No fleet of the {FACTION_NAMES[self.faction].removeprefix('The ')} is kept yet.")

    def _without(self, one: Kept) -> str:
        left_out = order(self.view, one.ships).left_out if self._building else ()
        return f" Left out here: {'; '.join(left_out)}." if left_out else ""

    def _keep(self, name: str) -> None:
        if not self.view.fleet:
            self.say("There is nothing to keep: buy ships first, and keep the fleet before you commit it.")
            return
        there = read_stock(self.path).find(self.faction, name)
        ships = {slug: self.view.fleet.count(slug) for slug in hulls() if slug in self.view.fleet}
        one = read_shape(Kept, {"name": name, "faction": self.faction, "ships": ships})
        if there is not None and there.ships != ships:
            self.say(f"{there.name} is kept already: {there.words}. Delete it first, or take another name.")
            return
        keep(self.path, one)
        self.say(f"Kept as {one.name}: {one.words}.")

    async def _use(self, what: str, name: str) -> None:
        one = read_stock(self.path).find(self.faction, name)
        if one is None:
            self.say(f"No fleet {name} of your faction is kept; 'fleets' lists them.")
        elif what == "delete":
            drop(self.path, one.faction, one.name)
            self.say(f"{one.name} is deleted.")
        elif not self._building:
            self.say("A fleet is taken while fleets are built.")
        else:
            await self._take(one)

    async def _take(self, one: Kept) -> None:
        """Buy a kept fleet ship by ship; stop where something is refused."""
        wanted = order(self.view, one.ships)
        for action in wanted.actions:
            try:
                await self.table.submit(self.seat, action)
            except (Illegal, TableError) as error:
                self.say(f"Stopped while taking {one.name}: {error}")
                return
        self.say(f"{one.name} is taken." if wanted.actions else f"Your fleet is {one.name} already, as far as it fits.")
        if wanted.left_out:
            self.say(f"Left out: {'; '.join(wanted.left_out)}.")
