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


async def answer(table: Table, seat: int, path: Path, words: Sequence[str], say: Callable[..., None]) -> None:
    """Answer a line about kept fleets from the person at a seat."""
    what, name = (words[0].lower(), clean(" ".join(words[1:]))) if words else ("", "")
    view = cast(WarView, table.view(seat))
    try:
        if not view.seats[seat].faction:
            say("Fleets are kept by faction; choose yours first.")
        elif not words:
            _list(view, seat, path, say)
        elif what not in ("keep", "take", "delete") or not name:
            say(f"{USE}.")
        elif what == "keep":
            _keep(view, seat, path, name, say)
        else:
            await _use(table, view, seat, path, what, name, say)
    except AssetError as error:
        say(f"The fleets you kept cannot be read: {error}.")
    except OSError as error:
        say(f"The fleet cannot be written: {error.strerror or error}.")


def _list(view: WarView, seat: int, path: Path, say: Callable[..., None]) -> None:
    stock, faction = read_stock(path), view.seats[seat].faction
    own = stock.of(faction)
    say(*(f"{one.name}: {one.words}; {one.cost:,} points.{_without(view, one)}" for one in own))
    say(*(f"Cannot be used: {fault}." for fault in stock.faults))
    if not own:
        say(f"No fleet of the {FACTION_NAMES[faction].removeprefix('The ')} is kept yet.")


def _without(view: WarView, one: Kept) -> str:
    left_out = order(view, one.ships).left_out if view.ask is not None and view.ask.kind == "build" else ()
    return f" Left out here: {'; '.join(left_out)}." if left_out else ""


def _keep(view: WarView, seat: int, path: Path, name: str, say: Callable[..., None]) -> None:
    if not view.fleet:
        say("There is nothing to keep: buy ships first, and keep the fleet before you commit it.")
        return
    faction = view.seats[seat].faction
    there = read_stock(path).find(faction, name)
    ships = {slug: view.fleet.count(slug) for slug in hulls() if slug in view.fleet}
    one = read_shape(Kept, {"name": name, "faction": faction, "ships": ships})
    if there is not None and there.ships != ships:
        say(f"{there.name} is kept already: {there.words}. Delete it first, or take another name.")
        return
    keep(path, one)
    say(f"Kept as {one.name}: {one.words}.")


async def _use(
    table: Table, view: WarView, seat: int, path: Path, what: str, name: str, say: Callable[..., None]
) -> None:
    one = read_stock(path).find(view.seats[seat].faction, name)
    if one is None:
        say(f"No fleet {name} of your faction is kept; 'fleets' lists them.")
    elif what == "delete":
        drop(path, one.faction, one.name)
        say(f"{one.name} is deleted.")
    elif view.ask is None or view.ask.kind != "build":
        say("A fleet is taken while fleets are built.")
    else:
        await _take(table, view, seat, one, say)


async def _take(table: Table, view: WarView, seat: int, one: Kept, say: Callable[..., None]) -> None:
    """Buy a kept fleet ship by ship; stop where something is refused."""
    wanted = order(view, one.ships)
    for action in wanted.actions:
        try:
            await table.submit(seat, action)
        except (Illegal, TableError) as error:
            say(f"Stopped while taking {one.name}: {error}")
            return
    say(f"{one.name} is taken." if wanted.actions else f"Your fleet is {one.name} already, as far as it fits.")
    if wanted.left_out:
        say(f"Left out: {'; '.join(wanted.left_out)}.")
