"""What one seat may see of a game of USC: Reach, built field by field (UR-S5), and enough to draw the whole screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from starforge.engine.game import View
from starforge.games.reach import power as w
from starforge.games.reach.abilities import bonus
from starforge.games.reach.cards import Crew, book, crew_card
from starforge.games.reach.ends import score_lines
from starforge.games.reach.goals import progress
from starforge.games.reach.model import (
    ACADEMY,
    DEFENCE,
    DEPARTMENTS,
    REPAIRS,
    ROUNDS,
    STOPPED,
    Player,
    Reach,
    screened,
    unseen,
)
from starforge.games.reach.supply import box
from starforge.games.reach.words import NAMES, ability, op

Known = Sequence[tuple[Player, dict[str, int]]]
"""The ships as a seat knows them, with their totals."""


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

    ``extra`` is what Specialists and cards add for now; ``weighing`` the damage that counts.
    """

    slug: str
    name: str
    total: int
    default: int
    crew: int
    research: int
    extra: int
    damage: int
    weighing: int
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
        """Return the total power by department."""
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
        """Return the own board, None for a spectator."""
        return None if self.seat is None else self.boards[self.seat]

    @property
    def landing(self) -> LandingView | None:
        """Return the own Landing card, None for a spectator and before it is dealt."""
        return next((card for card in self.landings if card.seat == self.seat), None)


def _counted(cards: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(cards).items()))


def mechanic(card: Crew) -> str:
    """Return a Specialist's mechanic as it is printed, '' for other crew."""
    if card.ability:
        return ability.say(card.ability)
    deed = card.turn_end or card.round_end
    return op.say(deed) if deed else ""


@lru_cache(1000)
def show_card(card: str, at: str, new: bool = False) -> CardView:
    """Return a crew card as it lies in a zone or in hand."""
    c = crew_card(card)
    gives, face = 0, at
    if at in DEPARTMENTS:
        face = "main" if c.home == at else "worker"
        gives = c.main if c.home == at else c.worker
    elif at == DEFENCE:
        gives, face = c.worker, "worker"
    elif at == "hand":
        gives = c.main
    elif at != ACADEMY:
        face = "repair"
    return CardView(card, c.title, c.home, c.level, c.main, c.worker, c.points, gives, face, new, mechanic(c))


def show_zone(p: Player, zone: str) -> tuple[CardView, ...]:
    """Return the cards of a zone; those placed this turn come last and are marked."""
    new = sum(at == zone for _, at in p.plan)
    cards = p.crew[zone]
    return tuple(show_card(card, zone, n >= len(cards) - new) for n, card in enumerate(cards))


def _departments(p: Player, turn: int) -> tuple[DepartmentView, ...]:
    have, own = w.totals(p, turn), w.defaults(p)
    return tuple(
        DepartmentView(
            slug=d,
            name=NAMES[d],
            total=have[d],
            default=own[d],
            crew=w.crewed(p, d),
            research=w.attached(p, d),
            extra=bonus(p, turn, "power", d) + p.boosts.get(d, 0),
            damage=p.damage[d],
            weighing=w.weighing(p, turn, d),
            cards=show_zone(p, d),
            repairers=show_zone(p, REPAIRS[d]),
        )
        for d in DEPARTMENTS
    )


def _claims(p: Player) -> tuple[ClaimView, ...]:
    found = []
    for m in p.claimed:
        c = book().missions[m]
        at = p.research.get(m, "")
        found.append(ClaimView(m, c.title, c.type, c.points, op.say(c.reward), m in p.spent, at, c.windows))
    return tuple(found)


def _would(p: Player, turn: int) -> dict[str, dict[str, int]]:
    return {card: {d: w.totals(w.with_card(p, card, d), turn)[d] for d in DEPARTMENTS} for card in sorted(set(p.hand))}


def show_board(s: Reach, n: int, p: Player, mine: bool) -> BoardView:
    """Return the ship of seat ``n``, ``p`` being what may be seen of it."""
    true = s.players[n]
    open_ = mine or true.front is None
    landing = p.landing if mine or s.result is not None else ""
    lines = tuple(score_lines(p, s.turn, landing))
    return BoardView(
        seat=n,
        ship=p.ship,
        title=book().ships[p.ship].title if p.ship else "",
        departments=_departments(p, s.turn),
        defence=show_zone(p, DEFENCE),
        academy=show_zone(p, ACADEMY),
        workers=min(w.workers(p), STOPPED),
        stops=w.stopped(p, s.turn),
        decoy=p.decoy,
        hurt=p.hurt(),
        tokens=p.tokens,
        claimed=_claims(p),
        deck=len(p.deck),
        unseen=_counted(true.deck if open_ else unseen(true)),
        hand=tuple(show_card(card, "hand") for card in p.hand),
        would=_would(p, s.turn) if mine else {},
        ready=true.ready,
        lines=lines,
        score=sum(points for _, points in lines),
    )


def show_mission(s: Reach, mission: str, seat: int | None, reserved: int | None, known: Known) -> MissionView:
    """Return a mission of the pool as ``seat`` may see it, beside every ship as that seat knows it."""
    c = book().missions[mission]
    needs = c.upper if s.step == 1 else c.lower
    return MissionView(
        mission=mission,
        title=c.title,
        type=c.type,
        round=c.round,
        points=c.points,
        upper=dict(c.upper),
        lower=dict(c.lower),
        needs=dict(needs),
        required=dict(needs) if seat is None else w.required(s.players[seat], s.turn, mission),
        text=op.say(c.reward),
        windows=c.windows,
        reserved=reserved,
        lacking=tuple(w.lacking(p, s.turn, mission, have) for p, have in known),
    )


def show_landing(s: Reach, n: int) -> LandingView:
    """Return seat ``n``'s Landing card; only its owner sees it before the end (UR-S4)."""
    p = s.players[n]
    c = book().landings[p.landing]
    goals = tuple(progress(p, s.turn, p.landing))
    return LandingView(
        n, p.landing, c.title, dict(c.need), w.landing_needs(p, s.turn), w.short_of_landing(p, s.turn), goals
    )


def show_tile(s: Reach) -> TileView | None:
    """Return the tile of the turn."""
    if not s.tile:
        return None
    c = book().tiles[s.tile]
    return TileView(s.tile, c.title, c.order, c.damage, s.step > 1)


def board(s: Reach, seat: int | None) -> ReachView:
    """Return what ``seat`` may know."""
    me = None if seat is None else s.players[seat]
    pool: list[tuple[str, int | None]] = [(m, None) for m in s.pool]
    pool += [(m, n) for n, p in enumerate(s.players) for m in p.reserved]
    ships = [p if n == seat else screened(p) for n, p in enumerate(s.players)]
    known = [(p, w.totals(p, s.turn)) for p in ships]
    shown = [n for n, p in enumerate(s.players) if p.landing and (n == seat or s.result is not None)]
    return ReachView(
        seat=seat,
        turn=s.turn,
        waiting={n: a.kind if n == seat or s.phase != "planning" else "plan" for n, a in sorted(s.asks.items())},
        ask=s.asks.get(seat) if seat is not None else None,
        result=s.result,
        phase=s.phase,
        round=s.round,
        step=s.step,
        tile=show_tile(s),
        tiles_left=dict.fromkeys(sorted(s.tiles), 1),
        past_tiles=tuple(s.past_tiles),
        order=tuple(s.order),
        forecast=tuple(w.ranking(s, ships)) if s.tile else (),
        pool=tuple(show_mission(s, m, seat, n, known) for m, n in pool),
        boards=tuple(show_board(s, n, p, n == seat) for n, p in enumerate(ships)),
        landings=tuple(show_landing(s, n) for n in shown),
        offered=tuple(show_card(card, "hand") for card in me.offered) if me else (),
        lifts=me.lifts if me else 0,
        supply=box(s),
        tokens=s.tokens,
        missions_left=tuple(_counted(book().missions[m].type for m in s.missions[r]) for r in ROUNDS),
        damage_left=_counted(s.damage),
        damage_discards=_counted(s.damage_discards),
        specialists_left=len(s.specialists),
        specialist_discards=tuple(s.specialist_discards),
    )
