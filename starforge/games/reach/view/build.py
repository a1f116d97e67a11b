"""The view of a seat, built field by field (UR-S5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import (
    ACADEMY,
    DEFENCE,
    DEPARTMENTS,
    REPAIRS,
    ROUNDS,
    STOPPED,
    TURNS,
    Player,
    Reach,
    screened,
    unseen,
)
from starforge.games.reach.rules import power as w
from starforge.games.reach.rules.crew import box
from starforge.games.reach.rules.ends import score_lines
from starforge.games.reach.rules.ops.abilities import bonus
from starforge.games.reach.rules.ops.goals import progress
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.view.types import (
    BoardView,
    CardView,
    ClaimView,
    DepartmentView,
    LandingView,
    MissionView,
    ReachView,
    TileView,
)
from starforge.games.reach.words.names import NAMES
from starforge.games.reach.words.printed import mechanic

Known = Sequence[tuple[Player, dict[str, int]]]
"""The ships as a seat knows them, with their totals."""


def _counted(cards: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(cards).items()))


@lru_cache(1000)
def show_card(card: str, at: str, new: bool = False) -> CardView:
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
            landing=bonus(p, TURNS, "power", d),
            damage=p.damage[d],
            weighing=w.weighing(p, turn, d),
            calm=bonus(p, turn, "calm", d),
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
    return {card: {d: w.totals_with(p, turn, card, d)[d] for d in DEPARTMENTS} for card in sorted(set(p.hand))}


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
    if not s.tile:
        return None
    c = book().tiles[s.tile]
    return TileView(s.tile, c.title, c.order, c.damage, s.step > 1)


def observe(s: Reach, seat: int | None) -> ReachView:
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
        forecast=tuple(w.ranking(ships, w.strengths(s, known))) if s.tile else (),
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
