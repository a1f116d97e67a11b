"""What a seat can do, by phase."""

from __future__ import annotations

from typing import ClassVar

from starforge.engine.action import Action
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Take a faction."""

    faction: str


@dataclass(frozen=True, slots=True)
class Defer(Action):
    """Let the others choose their factions first."""


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Put a ship into the fleet."""

    ship: str


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Take a ship out of the fleet again."""

    ship: str


@dataclass(frozen=True, slots=True)
class Enlist(Action):
    """Replace the fleet by a ready-made one."""

    fleet: str


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Commit the fleet, or its deployment."""


@dataclass(frozen=True, slots=True)
class SetHeading(Action):
    """Turn the ship in hand to a heading, from 0 north clockwise to 5."""

    word: ClassVar[str] = "face"

    heading: int


@dataclass(frozen=True, slots=True)
class PlaceShip(Action):
    """Place the ship in hand with its bow on a hex."""

    word: ClassVar[str] = "place"

    q: int
    r: int


@dataclass(frozen=True, slots=True)
class Select(Action):
    """Take a ship in hand, by its number."""

    ship: int


@dataclass(frozen=True, slots=True)
class Forward(Action):
    """Speed up by one and go a hex straight ahead."""


@dataclass(frozen=True, slots=True)
class Slow(Action):
    """Give up one of velocity and drift."""


@dataclass(frozen=True, slots=True)
class TurnLeft(Action):
    """Turn one hex side to the left, drifting first as far as the turn needs."""

    word: ClassVar[str] = "left"


@dataclass(frozen=True, slots=True)
class TurnRight(Action):
    """Turn one hex side to the right, drifting first as far as the turn needs."""

    word: ClassVar[str] = "right"


@dataclass(frozen=True, slots=True)
class DriftHex(Action):
    """Travel one hex of the drift now."""

    word: ClassVar[str] = "drift"


@dataclass(frozen=True, slots=True)
class Pivot(Action):
    """Turn about another hex of a large ship, counted from 0 at the bow."""

    hex: int


@dataclass(frozen=True, slots=True)
class Back(Action):
    """Take the plan's last step back."""


@dataclass(frozen=True, slots=True)
class Commit(Action):
    """Move the ship as planned."""


@dataclass(frozen=True, slots=True)
class PlanMove(Action):
    """Plan the whole move of a ship at once: ``course 3 forward,forward,left``; it is too long a list to be offered."""

    word: ClassVar[str] = "course"

    ship: int
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Earlier(Action):
    """Let the plan of the ship in hand be carried out one place earlier."""


@dataclass(frozen=True, slots=True)
class FlyAll(Action):
    """Carry all plans out, in their order."""


@dataclass(frozen=True, slots=True)
class EndMovement(Action):
    """Let every ship that was not moved drift."""


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Confirm(Action):
    """Do what was asked about."""


@dataclass(frozen=True, slots=True)
class Cancel(Action):
    """Do not do what was asked about."""


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """Shoot one weapon of a kind at a ship."""

    weapon: str
    target: int


@dataclass(frozen=True, slots=True)
class LockOn(Action):
    """Lock a launcher, counted from 0, onto a ship."""

    word: ClassVar[str] = "lock"

    launcher: int
    target: int


@dataclass(frozen=True, slots=True)
class Launch(Action):
    """Launch the missile of a launcher at the ship it is locked onto."""

    launcher: int


@dataclass(frozen=True, slots=True)
class Reacquire(Action):
    """Let a missile in flight, counted from 0, try for its target again."""

    missile: int


@dataclass(frozen=True, slots=True)
class EndFire(Action):
    """Fire no more this round."""
