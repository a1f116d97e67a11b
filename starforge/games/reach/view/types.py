"""What one seat may see of a game of USC: Reach, and enough to draw the whole screen (UR-S5)."""

from __future__ import annotations

from starforge.engine.game import View
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class CardView:
    """Show a crew card: what it gives where it lies (in hand: at home), and how it lies there.

    ``face`` is main, worker, repair, academy or hand; ``new`` says that it was placed this turn; ``text`` is a
    Specialist's mechanic.
    """

    card: str
    title: str
    home: str
    level: int
    main: int
    worker: int
    points: int
    gives: int
    face: str
    new: bool
    text: str


@dataclass(frozen=True, slots=True)
class DepartmentView:
    """Show a power department: its total and what adds up to it; ``repairers`` lie face down on its damage.

    ``extra`` is what Specialists and cards add for now, ``landing`` what Specialists add in the Landing Sequence;
    ``weighing`` is the damage that counts, ``calm`` how many damage cards take no power.
    """

    slug: str
    name: str
    total: int
    default: int
    crew: int
    research: int
    extra: int
    landing: int
    damage: int
    weighing: int
    calm: int
    cards: tuple[CardView, ...]
    repairers: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Show a claimed mission; ``at`` is where Research is attached."""

    mission: str
    title: str
    type: str
    points: int
    text: str
    spent: bool
    at: str
    windows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """Show a seat's ship: the own one as it is, another's as it last stood open while its screen is up.

    ``workers`` is the Worker Power in the Defence Center that counts, ``stops`` the damage of a tile that it prevents.
    ``unseen`` counts by card what lies in the crew deck and, behind a screen, in hand; ``would`` holds by card in hand
    and department the total there with it, Specialists' mechanics counted. ``lines`` are the score so far, with
    objectives on the own board only.
    """

    seat: int
    ship: str
    title: str
    departments: tuple[DepartmentView, ...]
    defence: tuple[CardView, ...]
    academy: tuple[CardView, ...]
    workers: int
    stops: int
    decoy: int
    hurt: int
    tokens: int
    claimed: tuple[ClaimView, ...]
    deck: int
    unseen: dict[str, int]
    hand: tuple[CardView, ...]
    would: dict[str, dict[str, int]]
    ready: bool
    lines: tuple[tuple[str, int], ...]
    score: int

    @property
    def totals(self) -> dict[str, int]:
        return {d.slug: d.total for d in self.departments}


@dataclass(frozen=True, slots=True)
class MissionView:
    """Show a mission of the pool: both rows, the one that counts, and what each seat's last known board lacks for it.

    ``needs`` are the figures of the row that counts as printed; ``required`` is what they come to for this seat.
    ``reserved`` is the only seat that may claim it, or None.
    """

    mission: str
    title: str
    type: str
    round: int
    points: int
    upper: dict[str, int]
    lower: dict[str, int]
    needs: dict[str, int]
    required: dict[str, int]
    text: str
    windows: tuple[str, ...]
    reserved: int | None
    lacking: tuple[dict[str, int], ...]


@dataclass(frozen=True, slots=True)
class TileView:
    """Show the Space tile; ``counts`` is False on the first of a round, when its damage is skipped (UR-P2)."""

    tile: str
    title: str
    order: str
    damage: int
    counts: bool


@dataclass(frozen=True, slots=True)
class LandingView:
    """Show a Landing card beside the ship: what it needs, what is short, and how far the objectives are."""

    seat: int
    landing: str
    title: str
    need: dict[str, int]
    required: dict[str, int]
    short: dict[str, int]
    objectives: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachView(View):
    """Show the whole table to a seat or a spectator.

    ``order`` is the play order as last determined, ``forecast`` what it would be by the boards as this seat knows them.
    ``landings`` hold the own card, at the end everybody's. ``supply`` and the
    decks are counts by card, missions by round and type: nobody knows an order.
    """

    phase: str
    round: int
    step: int
    tile: TileView | None
    tiles_left: dict[str, int]
    past_tiles: tuple[str, ...]
    order: tuple[int, ...]
    forecast: tuple[int, ...]
    pool: tuple[MissionView, ...]
    boards: tuple[BoardView, ...]
    landings: tuple[LandingView, ...]
    offered: tuple[CardView, ...]
    lifts: int
    supply: dict[str, int]
    tokens: int
    missions_left: tuple[dict[str, int], ...]
    damage_left: dict[str, int]
    damage_discards: dict[str, int]
    specialists_left: int
    specialist_discards: tuple[str, ...]

    @property
    def me(self) -> BoardView | None:
        return None if self.seat is None else self.boards[self.seat]

    @property
    def landing(self) -> LandingView | None:
        """Return the own Landing card, None for a spectator and before it is dealt."""
        return next((card for card in self.landings if card.seat == self.seat), None)
