"""What the players may know, field by field, enough to draw the whole table: only the decks' order is hidden."""

from __future__ import annotations

from starforge.engine.game import View
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class StackView:
    """Show one result on a card: the faces of the dice that make it, none for a Bridge Crew result."""

    result: str
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """Show a stage: what it needs as things stand, or in ``does`` the card action that it is.

    ``transmat``: shields must be at 0 for it. ``barred`` is the title of the Event that lets it not be completed.
    """

    name: str
    needs: tuple[str, ...]
    does: str
    transmat: bool
    done: bool
    current: bool
    barred: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """Show a card; ``target`` is its name in actions, ``text`` its printed effects, ``m`` what its 'M' does now.

    ``needs`` is all that a card without stages asks for, ``missing`` what it or its current stage lacks now,
    ``barred`` the title of the Event that lets no dice go on it, or forbids what an active Development gives.
    """

    target: str
    card: str
    title: str
    flavour: str
    text: tuple[str, ...]
    m: str = ""
    needs: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    stacks: tuple[StackView, ...] = ()
    captured: int = 0
    done: bool = False
    stages: tuple[StageView, ...] = ()
    stage: int = 0
    moved: bool = False
    barred: str = ""


@dataclass(frozen=True, slots=True)
class CardName:
    card: str
    title: str


@dataclass(frozen=True, slots=True)
class StationView:
    """Show a station: its dice, its places, whether an Event blocks it, its Bridge Crew results for this turn."""

    role: str
    dice: int
    places: int
    blocked: bool
    bridge: int


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Show how an order, by its text, can be paid now: with how many sets of dice, and with which as the smallest."""

    order: str
    dice: tuple[str, ...]
    ways: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AstroforceView(View):
    """Show the table. ``rolled``: the dice are on the table but have not reported to the stations yet.

    ``blow`` is the Damage that cards in play deal in the next Mission phase, and how much of it takes crew; ``drain``
    the Fuel that Events take there. ``odds`` is the chance that the next roll fills the Sensors, None where nobody
    can know it. ``payments`` are those of the orders allowed now, and ``usable`` the faces in stations that some of
    them could use (AF-D9). ``foreseen`` are the top Events, in order, as far as they were looked at. ``proposal`` is
    the Crew's last word (AF-V2): ``proposed`` the order it stands for, if it is one.
    """

    patrol: str
    failures: str
    conferring: str
    seats: int
    captain: int
    crew: int
    phase: str
    year: int
    rank: str
    fails: int
    hull: int
    hull_most: int
    shields: int
    shields_most: int
    fuel: int
    fuel_full: int
    quarters: int
    stations: tuple[StationView, ...]
    rolled: bool
    sensors: int
    sensors_most: int
    medbay: int
    on_cards: int
    captured: int
    odds: float | None
    mission: CardView | None
    plots: tuple[CardView, ...]
    offers: tuple[CardView, ...]
    active: tuple[CardView, ...]
    used: tuple[str, ...]
    missions_left: int
    events_left: int
    developments_left: int
    completed: tuple[CardName, ...]
    failed: tuple[CardName, ...]
    event_discards: tuple[CardName, ...]
    development_discards: tuple[CardName, ...]
    foreseen: tuple[CardName, ...]
    blow: tuple[int, int] = (0, 0)
    drain: int = 0
    payments: tuple[PaymentView, ...]
    usable: tuple[str, ...]
    proposal: str
    proposed: str
