"""What a player can do in USC: Reach. ``card`` is a crew card or a mission, ``at`` a place on the ship."""

from __future__ import annotations

from typing import ClassVar

from starforge.engine.action import Action
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class BoardShip(Action):
    word: ClassVar[str] = "board"
    ship: str


@dataclass(frozen=True, slots=True)
class PlaceCard(Action):
    word: ClassVar[str] = "place"
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Repair(Action):
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Lift(Action):
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """End one's planning (UR-P4)."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    card: str


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Play no card now."""


@dataclass(frozen=True, slots=True)
class Claim(Action):
    card: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Claim nothing."""


@dataclass(frozen=True, slots=True)
class Choose(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Mend(Action):
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
    card: str


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Go on: nothing more to do here."""


@dataclass(frozen=True, slots=True)
class Raise(Action):
    card: str
    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Specialise(Action):
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Keep(Action):
    card: str


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    card: str


@dataclass(frozen=True, slots=True)
class Promote(Action):
    card: str
    at: str


@dataclass(frozen=True, slots=True)
class Rove(Action):
    word: ClassVar[str] = "move"

    at: str
