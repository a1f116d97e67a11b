"""Locks and missiles in flight as all may see them: whom they are after, and their chance at the next try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from starforge.games.shattered_reach.model.catalogue import Weapon, weapons
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.types import LockView, MissileView, ShipView, WarView


class Chase(NamedTuple):
    """A missile after a ship, or a launcher locked onto it, and what comes of the next try from where both are now.

    ``reach`` is the range to which a lock holds, or a missile in flight seeks; ``range`` the present one. ``seeks`` is
    the chance in percent that a missile finds its target again (SR-F12), 100 for a lock; ``hits`` that of the launch
    table (SR-F11). ``due`` says that the next try is in this round's firing; ``why`` what keeps it from being made.
    ``percent`` is the chance of the whole try, 0 when it cannot be made as things stand.
    """

    ship: ShipView
    target: int
    weapon: Weapon
    flying: bool
    reach: int
    range: int
    seeks: int
    hits: int
    due: bool
    why: str
    percent: int = 0


def sight(view: WarView, ship: ShipView, target: ShipView) -> targeting.Sight:
    """Return how one ship on the map sees another (SR-F2 to SR-F4)."""
    (q, r), (tq, tr) = ship.hexes[0], target.hexes[0]
    bearing = targeting.bear((tq - q, tr - r), ship.heading, len(ship.hexes), target.heading, len(target.hexes))
    return targeting.see(q, r, bearing, view.chart.planets)


def chases(view: WarView) -> tuple[Chase, ...]:
    """Return all locks and missiles in flight, by ship."""
    return tuple(one for ship in view.ships for one in _of(view, ship))


def _of(view: WarView, ship: ShipView) -> Iterator[Chase]:
    for lock in ship.locks:
        yield _chase(view, ship, lock)
    for flight in ship.flights:
        yield _chase(view, ship, flight)


def _chase(view: WarView, ship: ShipView, one: LockView | MissileView) -> Chase:
    weapon, flying = weapons()[one.weapon], isinstance(one, MissileView)
    target, due = view.ship(one.target), not one.fresh
    reach = len(weapon.hit) if isinstance(one, MissileView) else one.reach
    if target is None or target.wreck or not target.hexes or not ship.hexes or _leaves(view, target, due):
        return Chase(ship, one.target, weapon, flying, reach, 0, 0, 0, due, "its target is gone")
    far, ahead, seen, blocker = sight(view, ship, target)
    why = f"out of range: {far} now, it holds to {reach}" if far > reach else ""
    if not why and not seen and blocker:
        why = f"the planet at {blocker[0]},{blocker[1]} is in the way"
    if not why and not flying and not (ahead or weapon.any_arc):
        why = "the target is not ahead"
    if flying and (target.spent if due else target.hulk):
        why = "its target is disabled"
    why = _lame(view, ship, one) or why
    finds = targeting.WAYS[weapon.hit[far - 1]] if flying and far <= reach else 36
    hits = targeting.launch_chance(weapon)[0]
    seeks, percent = round(finds * 100 / 36), 0 if why else round(finds * hits * 100 / 36**2)
    return Chase(ship, one.target, weapon, flying, reach, far, seeks, round(hits * 100 / 36), due, why, percent)


def _leaves(view: WarView, ship: ShipView, due: bool) -> bool:
    """Return whether a ship is removed before a try that is not due: its owner has conceded (SR-V5)."""
    return view.seats[ship.seat].conceded and not due


def _lame(view: WarView, ship: ShipView, one: LockView | MissileView) -> str:
    """Return why a ship cannot launch, or guide, when the time comes (SR-R3, SR-F8, SR-F9, SR-F12, SR-V5)."""
    if view.seats[ship.seat].conceded:
        return "its owner has conceded"
    if one.fresh and ship.wreck:
        return "its ship is destroyed"
    if ship.hulk if one.fresh else ship.spent:
        return "its ship is disabled"
    if isinstance(one, MissileView):
        return ""
    if ship.stung if one.fresh else ship.numb:
        return "its ship is inoperable then"
    if one.acted and not one.fresh:
        return "its launcher has acted"
    return "" if ship.missiles else "no missile is left"
