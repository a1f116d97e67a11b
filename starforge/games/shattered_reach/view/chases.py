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

    @property
    def percent(self) -> int:
        """Return the chance that the next try hits, in percent, 0 when it cannot be made as things stand."""
        return 0 if self.why else round(self.seeks * self.hits / 100)


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
    target = view.ship(one.target)
    reach = len(weapon.hit) if isinstance(one, MissileView) else one.reach
    if target is None or target.wreck or not target.hexes or not ship.hexes:
        return Chase(ship, one.target, weapon, flying, reach, 0, 0, 0, not one.fresh, "its target is gone")
    far, ahead, seen, blocker = sight(view, ship, target)
    why = f"out of range: {far} now, it holds to {reach}" if far > reach else ""
    if not why and not seen and blocker:
        why = f"the planet at {blocker[0]},{blocker[1]} is in the way"
    if not why and not flying and not (ahead or weapon.any_arc):
        why = "the target is not ahead"
    why = _lame(ship, one) or why
    seeks = round(targeting.WAYS[weapon.hit[far - 1]] * 100 / 36) if flying and far <= reach else 100
    hits = round(targeting.launch_chance(weapon)[0] * 100 / 36)
    return Chase(ship, one.target, weapon, flying, reach, far, seeks, hits, not one.fresh, why)


def _lame(ship: ShipView, one: LockView | MissileView) -> str:
    """Return why a ship cannot launch, or guide, when the time comes (SR-F8, SR-F9, SR-F12)."""
    if isinstance(one, MissileView):
        return "its ship is disabled" if ship.hulk and not one.needed else ""
    if ship.hulk and not one.ready:
        return "its ship is disabled"
    if ship.stung if one.fresh else ship.numb:
        return "its ship is inoperable then"
    return "" if ship.missiles else "no missile is left"
