"""What a player can do in USC: Reach. ``card`` is a crew card or a mission, ``at`` a place on the ship."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starforge.engine.action import Action


@dataclass(frozen=True, slots=True)
class BoardShip(Action):
    """Take a ship (UR-S1)."""

    word: ClassVar[str] = "board"
    ship: str


@dataclass(frozen=True, slots=True)
class PlaceCard(Action):
    """Place a crew card from the hand in a department (UR-P5)."""

    word: ClassVar[str] = "place"
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Repair(Action):
    """Place a crew card face down on a damaged department (UR-D3)."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take a card placed this turn back into the hand (UR-P4)."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Lift(Action):
    """Take up crew placed in an earlier turn, as a Scavenge card allows."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """End one's planning (UR-P4)."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a Scavenge card (UR-W4)."""

    card: str


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Play no card now."""


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Claim a mission (UR-C1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Claim nothing."""


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a department for what a card does there."""

    at: str


@dataclass(frozen=True, slots=True)
class Mend(Action):
    """Remove a damage card from a department."""

    at: str


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """Move a damage card to another department."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Leave the rest of an effect unused."""


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Use a Maintenance card (UR-W6)."""

    card: str


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Go on: nothing more to do here."""


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Raise a crew member to a higher card of its type, a token a level (UR-W1)."""

    card: str
    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Specialise(Action):
    """Make a Mid that works elsewhere a Specialist, for one token (UR-W2)."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep one of the Specialists drawn (UR-W2)."""

    card: str


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    """Take a crew card from the supply (UR-W5)."""

    card: str


@dataclass(frozen=True, slots=True)
class Promote(Action):
    """Raise a crew member on the ship by one level, as a card allows."""

    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Rove(Action):
    """Move a Specialist that may move to another department."""

    word: ClassVar[str] = "move"

    at: str
