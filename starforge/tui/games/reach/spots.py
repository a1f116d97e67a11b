"""What can be pointed at on the table of USC: Reach."""

from __future__ import annotations

from starforge.quick import dataclass
from starforge.tui.drawing.spots import Spot


@dataclass(frozen=True, slots=True)
class HandSpot(Spot):
    """Stand for all cards of a kind in the hand."""

    card: str


@dataclass(frozen=True, slots=True)
class DepartmentSpot(Spot):
    """Stand for a department, Defence and Academy included."""

    slug: str


@dataclass(frozen=True, slots=True)
class RepairSpot(Spot):
    slug: str


@dataclass(frozen=True, slots=True)
class CrewSpot(Spot):
    """Stand for a crew card aboard, in the zone where it lies."""

    zone: str
    card: str


@dataclass(frozen=True, slots=True)
class MissionSpot(Spot):
    mission: str


@dataclass(frozen=True, slots=True)
class ClaimSpot(Spot):
    mission: str


@dataclass(frozen=True, slots=True)
class SeatSpot(Spot):
    seat: int


@dataclass(frozen=True, slots=True)
class LandingSpot(Spot):
    """Stand for the Landing card that is shown."""


@dataclass(frozen=True, slots=True)
class GoOnSpot(Spot):
    """Stand for the line that goes on from a moment."""
