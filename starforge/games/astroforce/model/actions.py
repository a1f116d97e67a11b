"""The answers that players may give; each has its text form, ``pay mission``."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.quick import dataclass

Dice = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the dice from Quarters (AF-D1)."""


@dataclass(frozen=True, slots=True)
class First(Action):
    """Let the effect of a card (``mission``, or an Event's or Development's slug) happen next (AF-M3, AF-X7)."""

    card: str


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Choose a die: ``quarters``, a role (in its station), ``CARD/STACK``, or ``completed`` (cards)."""

    place: str


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay all that a card or its stage still needs (AF-D4); ``card`` is ``mission`` or a slug."""

    card: str


@dataclass(frozen=True, slots=True)
class LockIn(Action):
    """Put one result on an Event or Development that will not be complete yet (AF-D7)."""

    word = "lock"
    card: str
    result: str


@dataclass(frozen=True, slots=True)
class With(Action):
    """Choose the dice for an order that can be paid in several ways: ``with ENG,ENG`` (AF-D5)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class CarryOut(Action):
    """Do the card action that is the current stage (AF-X2)."""

    card: str


@dataclass(frozen=True, slots=True)
class CrewAction(Action):
    """Be one of the actions that a result of one role is spent on."""


@dataclass(frozen=True, slots=True)
class Orders(CrewAction):
    """Spend a COM to change another die; which one is asked next (AF-D6)."""


@dataclass(frozen=True, slots=True)
class RaiseShields(CrewAction):
    """Spend a SCI to raise shields to the maximum (AF-D6)."""


@dataclass(frozen=True, slots=True)
class LowerShields(CrewAction):
    """Spend a SCI to lower shields to 0 (AF-D6)."""


@dataclass(frozen=True, slots=True)
class Heal(CrewAction):
    """Spend a MED to bring a die home from Medbay (AF-D6)."""


@dataclass(frozen=True, slots=True)
class Repair(CrewAction):
    """Spend an ENG to repair the hull (AF-D6)."""


@dataclass(frozen=True, slots=True)
class ClearSensors(CrewAction):
    """Spend a SEC to bring a Threat die home from Sensors (AF-D6)."""


@dataclass(frozen=True, slots=True)
class Change(Action):
    """Choose the die in a station that Orders change; to what is asked next (AF-D6)."""

    die: str


@dataclass(frozen=True, slots=True)
class Become(Action):
    """Choose the role that the die becomes (AF-D6)."""

    face: str


@dataclass(frozen=True, slots=True)
class Use(Action):
    card: str


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the deployment (AF-D9)."""


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Roll one die of a role again."""

    face: str


@dataclass(frozen=True, slots=True)
class Enough(Action):
    """Leave it at that: no more re-rolls, no change."""


@dataclass(frozen=True, slots=True)
class TakeHome(Action):
    """Take a Locked In result's dice home from a card (AF-D7)."""

    card: str
    stack: str


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep all dice that are Locked In and go on (AF-D7)."""


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard one of ten Developments (AF-C2), or an Event that a card lets you discard."""

    card: str


@dataclass(frozen=True, slots=True)
class Next(Action):
    """Put a card that was looked at next on top of the Event deck."""

    card: str


@dataclass(frozen=True, slots=True)
class Confer(Action):
    """Ask the Crew player for a proposal (AF-V2)."""


@dataclass(frozen=True, slots=True)
class Propose(Action):
    """Propose an order to the Captain; the order's text with ``/`` for spaces and ``.`` for commas (AF-V2)."""

    order: str


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Point at dice of a role or at a card (AF-V2)."""

    at: str


@dataclass(frozen=True, slots=True)
class Shrug(Action):
    """Leave it to the Captain (AF-V2)."""


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Do what the Crew player proposed (AF-V2)."""
