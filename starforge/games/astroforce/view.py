"""What the players may know, built field by field, enough to draw the whole table: only the decks' order is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from starforge.engine.action import Action
from starforge.engine.game import View
from starforge.engine.state import Op
from starforge.games.astroforce.cards import Development, Event, Mission, Stage, developments, events, missions
from starforge.games.astroforce.confer import proposed
from starforge.games.astroforce.effects import ops
from starforge.games.astroforce.model import (
    FACES,
    FUEL,
    HULL,
    Astroforce,
    InPlay,
    cards_in_play,
    crew_seat,
    dice_of,
    dice_on,
    rank,
    result_of,
)
from starforge.games.astroforce.orders import moves
from starforge.games.astroforce.payments import counts
from starforge.games.astroforce.piles import missing, stages
from starforge.games.astroforce.standing import capacity, lasting, needs_of, standing


@dataclass(frozen=True, slots=True)
class StackView:
    """Show one result on a card: the faces of the dice that make it, none for a Bridge Crew result."""

    result: str
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """Show a stage: what it needs as things stand, or in ``does`` the card action that it is."""

    name: str
    needs: tuple[str, ...]
    does: str
    transmat: bool
    done: bool
    current: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """Show a card; ``target`` is its name in actions, ``text`` its printed effects, ``m`` what its 'M' does now.

    ``needs`` is all that a card without stages asks for, ``missing`` what it or its current stage lacks now.
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


@dataclass(frozen=True, slots=True)
class CardName:
    """Name a card that lies in a pile."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class AstroforceView(View):
    """Show the table. ``rolled``: the dice are on the table but have not reported to the stations yet.

    ``odds`` is the chance that the next roll fills the Sensors. ``usable`` are the faces in stations that some order
    allowed now could use (AF-D9). ``foreseen`` are the top Events, in order, as far as they were looked at.
    ``proposal`` is the Crew's last word (AF-V2): ``proposed`` the order it stands for, if it is one.
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
    odds: float
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
    usable: tuple[str, ...]
    proposal: str
    proposed: str


def title(card: str) -> str:
    """Return the title of any card by its slug."""
    return _card(card).title


def pile(cards: Sequence[str]) -> tuple[CardName, ...]:
    """Return the names of the cards in a pile."""
    return tuple(map(_named, cards))


@lru_cache(200)
def _named(card: str) -> CardName:
    return CardName(card, title(card))


def _card(card: str) -> Mission | Event | Development:
    return missions().get(card) or events().get(card) or developments()[card]


def say(effects: Sequence[Op]) -> str:
    """Return effects in words."""
    return ", then ".join(ops.say(op) for op in effects)


@lru_cache(200)
def printed(card: str) -> tuple[str, ...]:
    """Return the printed text of a card, made from its effects, a line for each kind."""
    c = _card(card)
    lines = [("M", say(c.m))] if isinstance(c, (Mission, Event)) else []
    if isinstance(c, Mission):
        lines.append(("M after stage 1", say(c.later)))
    if isinstance(c, Event):
        lines += [("now", say(c.now)), ("at a Mission's end", say(c.mission_end)), ("reward", say(c.reward))]
    lines.append(("lasting", "; ".join(lasting.say(op) for op in c.lasting)))
    lines.append(("at Roll Call", say(c.roll)))
    if isinstance(c, Development):
        lines.append((c.uses, say(c.use)))
    return tuple(f"{kind}: {words}" for kind, words in lines if words)


def card_view(card: str) -> CardView:
    """Return a card that is not in play, such as an active Development, as it is printed."""
    c = _card(card)
    return CardView(card, card, c.title, c.flavour, printed(card), needs=c.needs)


def in_play(s: Astroforce, card: InPlay, target: str) -> CardView:
    """Return a card in play."""
    c = _card(card.card)
    m = (c.later if card.stage and c.later else c.m) if isinstance(c, Mission) else c.m if isinstance(c, Event) else ()
    return CardView(
        target,
        card.card,
        c.title,
        c.flavour,
        printed(card.card),
        m=say(m),
        needs=c.needs,
        missing=missing(s, card),
        stacks=tuple(StackView(result_of(one), dice_of(one)) for one in card.stacks),
        captured=card.captured,
        done=card.done,
        stages=tuple(_stage(s, card, n, stage) for n, stage in enumerate(stages(card))),
        stage=card.stage,
        moved=card.moved,
    )


def _stage(s: Astroforce, card: InPlay, n: int, stage: Stage) -> StageView:
    needs = needs_of(standing(s), stage.name, stage.needs) if stage.needs and card.card in missions() else stage.needs
    return StageView(stage.name, needs, say(stage.does), stage.transmat, n < card.stage, n == card.stage)


@lru_cache(200)
def odds_to_fill(dice: int, free: int) -> float:
    """Return the chance that of ``dice`` rolled at least ``free`` show a Threat."""
    ways: int = sum(comb(dice, k) * 5 ** (dice - k) for k in range(max(0, free), dice + 1))
    return ways / float(6**dice)


def next_roll(s: Astroforce) -> int:
    """Return how many dice the next Roll Call rolls, if nothing else happens to them."""
    if s.phase in ("mission", "roll"):
        return s.quarters
    home = sum(dice_on(card) for card in cards_in_play(s) if card.done or card.moved)
    return s.quarters + sum(s.crew.values()) + home


def usable(s: Astroforce, orders: Sequence[Action]) -> tuple[str, ...]:
    """Return the faces in stations that some order could use now (AF-D9)."""
    eaten = {die for order in orders for die in getattr(order, "dice", ())}
    faces = [face for face in FACES for _ in range(s.crew[face]) if face in eaten]
    return (*faces, *("+" + face for face in FACES if "+" + face in eaten))


def board(s: Astroforce, seat: int | None) -> AstroforceView:
    """Return the table as everybody sees it."""
    now = standing(s)
    rolled = s.phase == "roll" and any(s.crew.values())
    deploying = any(ask.kind == "deploy" for ask in s.asks.values())
    order = proposed(s.proposal)
    places = zip(FACES, counts(s.crew), now.stations, capacity(now), counts(s.bridge), strict=True)
    return AstroforceView(
        seat=seat,
        turn=s.turn,
        waiting={n: ask.kind for n, ask in sorted(s.asks.items())},
        ask=s.asks.get(seat) if seat is not None else None,
        result=s.result,
        patrol=s.patrol,
        failures=s.failures,
        conferring=s.conferring,
        seats=s.seats,
        captain=s.captain,
        crew=crew_seat(s),
        phase=s.phase,
        year=s.year,
        rank=rank(s),
        fails=s.fails,
        hull=s.hull,
        hull_most=HULL,
        shields=s.shields,
        shields_most=now.shields,
        fuel=s.fuel,
        fuel_full=FUEL,
        quarters=s.quarters,
        stations=tuple(StationView(role, dice, n, not open_, plus) for role, dice, n, open_, plus in places),
        rolled=rolled,
        sensors=s.sensors,
        sensors_most=now.sensors,
        medbay=s.medbay,
        on_cards=sum(dice_on(card) for card in cards_in_play(s)),
        captured=sum(plot.captured for plot in s.plots),
        odds=odds_to_fill(next_roll(s), now.sensors - s.sensors),
        mission=in_play(s, s.mission, "mission") if s.mission else None,
        plots=tuple(in_play(s, plot, plot.card) for plot in s.plots),
        offers=tuple(in_play(s, offer, offer.card) for offer in s.offers),
        active=tuple(map(card_view, s.active)),
        used=tuple(s.used),
        missions_left=len(s.missions),
        events_left=len(s.plot_deck),
        developments_left=len(s.developments),
        completed=pile(s.completed),
        failed=pile(s.failed),
        event_discards=pile(s.plot_discards),
        development_discards=pile(s.development_discards),
        foreseen=pile(s.plot_deck[: s.foreseen]),
        usable=usable(s, moves(s)) if deploying else (),
        proposal=s.proposal,
        proposed=str(order) if order else "",
    )
