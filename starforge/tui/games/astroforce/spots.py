"""What can be pointed at on the table of Astroforce."""

from __future__ import annotations

from starforge.quick import dataclass
from starforge.tui.drawing.spots import Spot


@dataclass(frozen=True, slots=True)
class CardSpot(Spot):
    """Stand for a card on the table, by the name that actions have for it."""

    target: str


@dataclass(frozen=True, slots=True)
class StationSpot(Spot):
    """Stand for a station of the ship."""

    role: str


@dataclass(frozen=True, slots=True)
class ZoneSpot(Spot):
    """Stand for where dice without a face are: quarters, medbay, sensors, completed."""

    name: str


MISSION = CardSpot("mission")
