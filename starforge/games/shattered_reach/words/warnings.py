"""What a player is about to lose, as far as it can be known: the war by a capture, and locks that nobody can launch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name


def warnings(view: WarView) -> list[str]:
    """Return what is lost before long unless somebody does something, the worst first."""
    return [*captures(view), *_locks(view)]


def worded(warning: str) -> list[str]:
    """Return a warning in ever fewer words: whole, without its condition or reason, and without its place."""
    short = re.split(": | unless | if it was there", warning)[0]
    ship, there, rest = short.partition(" is on ")
    return [f"{warning}.", short, f"{ship} {rest.partition(' and ')[2]}" if there else short]


def captors(view: WarView) -> list[ShipView]:
    """Return the ships that would capture an objective if the round ended as things stand (SR-V2)."""
    if view.victory not in ("homes", "core"):
        return []
    goals = {(q, r): seat for q, r, seat in view.map.goals}
    able = (ship for ship in view.ships if not (ship.wreck or ship.hulk or ship.numb or ship.stung))
    ships = (ship for ship in able if not hulls()[ship.card].fighter and not view.seats[ship.seat].conceded)
    return [ship for ship in ships if any(goals.get(at, ship.seat) != ship.seat for at in ship.hexes)]


def captures(view: WarView) -> list[str]:
    """Return which foes win by a capture when the round ends as things stand."""
    return list(_captures(view, view.seat)) if view.seat is not None and view.result is None else []


def _captures(view: WarView, seat: int) -> Iterator[str]:
    team, what = view.seats[seat].team, "the core" if view.victory == "core" else "a home planet"
    holding = captors(view)
    own = [ship for ship in holding if view.seats[ship.seat].team == team]
    for ship in holding:
        if ship not in own:
            first = f" if it was there before {name(view, own[0].id)}," if own else ""
            yield (
                f"{name(view, ship.id)} is on {what} and wins at the end of the round{first} "
                "unless it is destroyed, disabled or touched by ion"
            )


def _locks(view: WarView) -> Iterator[str]:
    """Yield the own locks that are gone after this round's firing and cannot be launched as things stand (SR-F11)."""
    for one in chases(view):
        if one.ship.seat == view.seat and not one.flying and one.due and one.why:
            whom = name(view, one.target)
            yield f"{name(view, one.ship.id)} loses its lock on {whom} this round: {one.why}"
