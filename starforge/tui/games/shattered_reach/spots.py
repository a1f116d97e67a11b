"""What can be pointed at in Shattered Reach, and what lines of its menu stand for that are no action of the game."""

from __future__ import annotations

from starforge.engine.hex import Hex
from starforge.quick import dataclass
from starforge.tui.drawing.spots import Spot


@dataclass(frozen=True, slots=True)
class HexSpot(Spot):
    """Stand for a hex of the map."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class ShipSpot(Spot):
    """Stand for a ship where it has no place on the map."""

    ship: int


@dataclass(frozen=True, slots=True)
class TypeSpot(Spot):
    """Stand for a type of ship in the shipyard."""

    ship: str


@dataclass(frozen=True, slots=True)
class WeaponSpot(Spot):
    """Stand for the weapons of a kind, or for one launcher of the kind by its number from 1."""

    kind: str
    launcher: int = 0


@dataclass(frozen=True, slots=True)
class KeptSpot(Spot):
    """Stand for a fleet that the user keeps, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class KeepSpot(Spot):
    """Stand for keeping the fleet that is being built."""


@dataclass(frozen=True, slots=True)
class FlySpot(Spot):
    """Stand for what all ships do at once: moving as planned, or firing as suggested."""


@dataclass(frozen=True, slots=True)
class SalvoSpot(Spot):
    """Stand for what a ship can do with its weapons of a kind to another: fire them, or lock them onto it."""

    ship: int
    weapon: str
    target: int
    locks: bool
