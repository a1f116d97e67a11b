"""What a position is worth, and what a simulation counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.games.shattered_reach.data import hulls
from starforge.games.shattered_reach.model import War
from starforge.games.shattered_reach.view import ShipView, WarView


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


def advise(view: WarView, sample: Callable[[], War]) -> Action | None:
    """Return nothing."""
    return None


def tally(events: Sequence[Event]) -> dict[str, float]:
    """Return how often each thing happened in a game that is worth counting."""
    counted = {"rammed": "rams", "landed": "landings", "crashed": "crashes", "destroyed": "destroyed"}
    found = dict.fromkeys(counted.values(), 0.0)
    for event in events:
        if event.kind in counted:
            found[counted[event.kind]] += 1
    return found
