"""What is true in a game of Astroforce: the dice and where they are, the gauges, the cards in play and their decks."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from starforge.engine.state import State
from starforge.quick import dataclass

FACES = ("COM", "SCI", "MED", "ENG", "SEC")
"""The five roles; a die's sixth face is the Threat."""
DICE, HULL, SHIELDS, FUEL, SENSORS, YEARS = 10, 7, 5, 10, 4, 5
STATIONS = (2, 3, 3, 3, 3)
ACTIVE_MOST, PLOTS_MOST, QUEUE, FAILURES_LOST = 9, 9, 3, 2
PATROL_FUEL = {"easy": 10, "medium": 9, "hard": 8, "deadly": 7}
PARTNER = {"SCI": "MED", "MED": "SCI", "ENG": "SEC", "SEC": "ENG"}
"""Two dice of the partner's role act as one of the role (AF-D5)."""
Patrol = Literal["easy", "medium", "hard", "deadly"]
RANKS = ("Crewman 3rd Class", "Ensign", "Lieutenant", "Commander", "Captain", "Admiral")


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the table's options: the patrol card, how failures are counted, whether Captain and Crew may confer.

    In a campaign the patrol follows from ``carried``: which of the five it is, and what came over (AF-P1).
    """

    patrol: Patrol = "easy"
    failures: Literal["total", "consecutive"] = "total"
    conferring: Literal["on", "off"] = field(default="on", metadata={"seats": 2})
    campaign: Literal["off", "on"] = field(default="off", metadata={"own": True})
    carried: str = ""


@dataclass(slots=True)
class InPlay:
    """Hold a card in play: the Mission, an Event, or a Development in the queue.

    ``stacks`` are the results on it: ``ENG`` is one die, ``ENG:SEC+SEC`` the dice that act as one, ``+ENG`` a Bridge
    Crew result. ``moved``: a stage was completed this turn; ``done``: all is met, the card moves at Cleanup.
    """

    card: str
    stage: int = 0
    moved: bool = False
    done: bool = False
    stacks: list[str] = field(default_factory=list)
    captured: int = 0


@dataclass(slots=True, kw_only=True)
class Astroforce(State):
    """Hold a whole game.

    ``crew`` are the dice rolled this turn by face: in no station yet while ``phase`` is "roll", in stations during
    "deploy"; ``bridge`` are results without a die for this turn; both hold every role in order. ``plots`` are the
    Events in play, oldest first, and ``offers`` the Development queue, leftmost first. ``foreseen`` is how many top
    Events everybody knows. ``acted`` are the cards whose effect has run in this phase, ``used`` the Developments used
    this turn. ``answer`` is what was chosen last, for the op that waits for it.
    """

    patrol: Patrol = "easy"
    failures: Literal["total", "consecutive"] = "total"
    conferring: Literal["on", "off"] = "on"
    seats: int = 1
    captain: int = 0
    phase: str = "deploy"
    year: int = 1
    hull: int = HULL
    shields: int = 0
    fuel: int = -1
    fails: int = 0
    quarters: int = -1
    crew: dict[str, int] = field(default_factory=dict)
    bridge: dict[str, int] = field(default_factory=dict)
    sensors: int = 0
    medbay: int = 0
    mission: InPlay | None = None
    plots: list[InPlay] = field(default_factory=list)
    offers: list[InPlay] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    proposal: str = ""
    answer: str = ""
    foreseen: int = 0
    missions: list[str] = field(default_factory=list)
    plot_deck: list[str] = field(default_factory=list)
    developments: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    plot_discards: list[str] = field(default_factory=list)
    development_discards: list[str] = field(default_factory=list)

    def silent(self) -> bool:
        """Return whether nobody may confer: at some tables not in Deployment, Roll Call included (AF-V2)."""
        return self.conferring == "off" and self.seats > 1 and self.phase in ("roll", "deploy")


def by_rules(s: Astroforce, version: int) -> bool:
    """Return whether what came with a version of the rules holds; games begun before go on without it.

    With 3 came rulings on AF-D2, S1, X5, X6 and C2; with 4 nobody is asked for an order that cannot matter
    (AF-X7), with 5 nor where damage takes the last of the Hull.
    """
    return not 0 < s.rules < version


def rank(s: Astroforce) -> str:
    """Return the rank by years completed, with the patrol's initial (AF-E2)."""
    return f"{RANKS[min(s.year - 1, YEARS)]} ({s.patrol[0].upper()})"


def crew_seat(s: Astroforce) -> int:
    """Return the seat that rolls: the Crew's, or the only one (AF-V1)."""
    return (s.captain + 1) % s.seats


def stack(result: str, dice: tuple[str, ...]) -> str:
    """Return the text of the dice that make one result on a card."""
    return dice[0] if dice in ((result,), ("+" + result,)) else f"{result}:{'+'.join(dice)}"


def result_of(stack: str) -> str:
    """Return the result that a stack stands for."""
    return stack.lstrip("+").split(":")[0]


def dice_of(stack: str) -> tuple[str, ...]:
    """Return the faces of the dice in a stack; a Bridge Crew result has none."""
    return () if stack[0] == "+" else tuple(stack.split(":")[-1].split("+"))


def dice_on(card: InPlay) -> int:
    return sum(len(dice_of(one)) for one in card.stacks)


def cards_in_play(s: Astroforce) -> list[InPlay]:
    """Return everything dice can lie on: the Mission, the Events, the Development queue."""
    return [*([s.mission] if s.mission else ()), *s.plots, *s.offers]


def locked(s: Astroforce) -> list[tuple[InPlay, str]]:
    """Return the results on cards that are not complete: dice Locked In, or about to be (AF-D7)."""
    return [
        (card, one)
        for card in s.plots + s.offers
        if card.stacks and not card.done and not card.moved
        for one in card.stacks
    ]


def active_dice(s: Astroforce) -> int:
    """Return how many dice are active: not in Medbay, not captured, not on Sensors (AF-D8)."""
    return s.quarters + sum(s.crew.values()) + sum(dice_on(card) for card in cards_in_play(s))
