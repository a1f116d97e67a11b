"""What a position is worth to a seat."""

from __future__ import annotations

from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.view.types import ShipView, WarView


def worth(view: WarView) -> float:
    """Return the points of the seat's team less those of the others, each ship by what is left of it."""
    assert view.seat is not None
    team = view.seats[view.seat].team
    return sum(_left(ship) * (1 if view.seats[ship.seat].team == team else -1) for ship in view.ships)


def _left(ship: ShipView) -> float:
    """Return what is left of a ship in points; half of a ship's worth is that it works at all."""
    if ship.wreck or ship.hulk:
        return 0.0
    h = hulls()[ship.card]
    return h.cost * (0.5 + 0.5 * (ship.hull + ship.shields) / (h.hull + h.shields))
