"""The state of USC: Reach: a table of decks and a player a seat, all cards short slugs in lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from starforge.engine.state import State
from starforge.quick import dataclass

DEPARTMENTS = ("engine", "research", "quarters", "command")
"""The departments with power (UR-T1), in the order they are printed."""
DEFENCE, ACADEMY = "defence", "academy"
REPAIRS = {d: f"repair-{d}" for d in DEPARTMENTS}
"""Where crew lies face down to repair a department (UR-D3)."""
ZONES = (*DEPARTMENTS, DEFENCE, ACADEMY, *REPAIRS.values())
"""Every place on a ship where a crew card can lie."""
TYPES = ("engineer", "scientist", "operator", "pilot")
TYPE_OF = {t[0]: t for t in TYPES}
"""The type of a crew card by the first letter of its slug: ``e1`` to ``p4``, the figure being the level."""
LEVELS = ("junior", "mid", "senior", "lead")
KINDS = ("expedition", "research", "scavenge", "distress", "maintenance")
SEATS = (2, 3, 4)
ROUNDS = (1, 2, 3)
TURNS = 9
TOKENS = 20
HAND = 5
STOPPED = 3
"""What the workers in the Defence Center can prevent at most, and how many Juniors the Academy takes (UR-D1, UR-D4)."""
START_CREW = tuple(f"{t[0]}{level}" for t in TYPES for level in (1, 1, 2))
"""The crew deck everybody begins with (UR-S3)."""


@dataclass(frozen=True, slots=True)
class Front:
    """Hold what the others see of a ship while its screen is up: the crew and spent cards as they last stood open."""

    crew: tuple[tuple[str, str], ...]
    spent: tuple[str, ...]


@dataclass(slots=True)
class Player:
    """Hold one seat's ship and cards.

    ``crew`` has the cards by zone, those of this turn too; ``plan`` names these as (card, zone) until the reveal.
    ``damage`` counts the damage cards by where they lie, ``strays`` are those that were moved (as printed, place).
    ``spent`` are the claimed missions whose reward has been used, ``research`` says where attached ones lie. Until the
    end of the turn ``boosts`` add power, ``eased`` lowers what missions need, ``first`` is a place in the play order
    that a card gave, and ``reserved`` are missions only this seat may claim. ``decoy`` counts the tiles whose damage
    will miss, ``lifts`` the cards that may still be taken up; ``offered`` are Specialists drawn.
    """

    ship: str = ""
    landing: str = ""
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    crew: dict[str, list[str]] = field(default_factory=lambda: {zone: [] for zone in ZONES})
    plan: list[tuple[str, str]] = field(default_factory=list)
    front: Front | None = None
    ready: bool = False
    damage: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DEPARTMENTS, 0))
    strays: list[tuple[str, str]] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    research: dict[str, str] = field(default_factory=dict)
    tokens: int = 0
    boosts: dict[str, int] = field(default_factory=dict)
    eased: dict[str, int] = field(default_factory=dict)
    first: int = 0
    reserved: list[str] = field(default_factory=list)
    decoy: int = 0
    lifts: int = 0
    offered: list[str] = field(default_factory=list)

    def aboard(self) -> Iterator[tuple[str, str]]:
        return ((card, zone) for zone in ZONES for card in self.crew[zone])

    def owned(self) -> list[str]:
        """Return every crew card of the player: on the ship, in hand, in the deck."""
        cards = [*self.deck, *self.hand]
        for zone in ZONES:
            cards += self.crew[zone]
        return cards

    def damage_cards(self) -> list[str]:
        """Return the damage cards on the ship by the department printed on them."""
        cards = [d for d, n in self.damage.items() for _ in range(n)]
        for printed, at in self.strays:
            cards.remove(at)
            cards.append(printed)
        return cards

    def hurt(self) -> int:
        return sum(self.damage.values())


@dataclass(slots=True, kw_only=True)
class Reach(State):
    """Hold a whole game. ``order`` is this turn's play order once revealed, until then the last turn's (UR-D2).

    ``phase`` is one of setup, opening, planning, claims, rewards, round-end, landing.
    ``gone`` are the missions that left the game, ``landings`` the cards returned to the box.
    """

    players: list[Player]
    phase: str = "planning"
    order: list[int] = field(default_factory=list)
    tile: str = ""
    tiles: list[str] = field(default_factory=list)
    past_tiles: list[str] = field(default_factory=list)
    missions: dict[int, list[str]] = field(default_factory=lambda: {r: [] for r in ROUNDS})
    pool: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)
    damage_discards: list[str] = field(default_factory=list)
    specialists: list[str] = field(default_factory=list)
    specialist_discards: list[str] = field(default_factory=list)
    landings: list[str] = field(default_factory=list)

    @property
    def round(self) -> int:
        return max(0, self.turn - 1) // 3 + 1

    @property
    def step(self) -> int:
        return max(0, self.turn - 1) % 3 + 1

    @property
    def tokens(self) -> int:
        """Return how many Experience tokens are left (UR-T4)."""
        return TOKENS - sum(p.tokens for p in self.players)


def rulings(s: Reach) -> bool:
    """Return whether the rulings of rules 2 hold; games begun before go on without them (UR-W4)."""
    return not 0 < s.rules < 2


def screened(p: Player) -> Player:
    """Return the player as the others know it: behind a screen, what last stood open (UR-P4, UR-S5)."""
    if p.front is None:
        return p
    crew: dict[str, list[str]] = {zone: [] for zone in ZONES}
    for card, zone in p.front.crew:
        crew[zone].append(card)
    return replace(p, crew=crew, spent=list(p.front.spent), plan=[], boosts={}, lifts=0, hand=[], deck=unseen(p))


def unseen(p: Player) -> list[str]:
    """Return, sorted, the crew that the others have not seen placed: deck, hand and this turn's placements."""
    left = sorted(p.owned())
    for card, _ in p.front.crew if p.front else p.aboard():
        left.remove(card)
    return left
