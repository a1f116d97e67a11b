"""The view of the table, built from the state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starforge.games.astroforce.model.catalogue import EventCard, Mission, Stage, developments, events, missions
from starforge.games.astroforce.model.state import (
    FACES,
    FUEL,
    HULL,
    YEARS,
    Astroforce,
    InPlay,
    cards_in_play,
    crew_seat,
    dice_of,
    dice_on,
    rank,
    result_of,
)
from starforge.games.astroforce.rules.conferring import BILLS, proposed
from starforge.games.astroforce.rules.lasting import Lasting, lasting, needs_of
from starforge.games.astroforce.rules.orders import BARRED, moves
from starforge.games.astroforce.rules.outlook import blow, drain
from starforge.games.astroforce.rules.payments import Dice
from starforge.games.astroforce.rules.piles import missing, stages
from starforge.games.astroforce.view.odds import odds
from starforge.games.astroforce.view.types import (
    AstroforceView,
    CardName,
    CardView,
    PaymentView,
    StackView,
    StageView,
    StationView,
)
from starforge.games.astroforce.words.printed import card_of, printed, say, title


def pile(cards: Sequence[str]) -> tuple[CardName, ...]:
    return tuple(map(_named, cards))


@lru_cache(200)
def _named(card: str) -> CardName:
    return CardName(card, title(card))


def active(s: Astroforce, card: str) -> CardView:
    """Return an active Development as it is printed, ``barred`` by the Event that forbids what it gives."""
    c = developments()[card]
    ops = (*c.lasting, *c.use)
    acts = [_GIVES.get(str(name)) or BARRED.get(str(name)) or str(args[0]) for name, *args in ops]
    manned = [args[0] for name, *args in ops if name in ("station", "man")]
    blocking = (
        title(p.card) for p in s.plots for at in manned if not p.done and ("block", at) in events()[p.card].lasting
    )
    barred = _barred(lasting(s), *acts) or next(blocking, "")
    return CardView(card, card, c.title, c.flavour, printed(card), needs=c.needs, barred=barred)


_GIVES = {"stronger-shields": "shields", "through-shields": "transmat", "lighter": "stages", "dismiss": "nothing"}
"""What ops are about that do not name it first; an Event may bar it."""


def in_play(s: Astroforce, card: InPlay, target: str) -> CardView:
    c = card_of(card.card)
    event_m = c.m if isinstance(c, EventCard) else ()
    m = (c.later if card.stage and c.later else c.m) if isinstance(c, Mission) else event_m
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
        barred=_barred(lasting(s), "developments") if card.card in developments() and not card.done else "",
    )


def _barred(now: Lasting, *acts: str) -> str:
    """Return the title of the Event that bars one of these acts."""
    return next((title(now.barred[act]) for act in acts if act in now.barred), "") if now.barred else ""


def _stage(s: Astroforce, card: InPlay, n: int, stage: Stage) -> StageView:
    now, mission = lasting(s), card.card in missions()
    needs = needs_of(now, stage.name, stage.needs) if stage.needs and mission else stage.needs
    acts = [*(["stages"] if mission else []), *(["transmat"] if stage.transmat else [])]
    barred = _barred(now, *acts) if n >= card.stage else ""
    down = stage.transmat and not now.through_shields
    return StageView(stage.name, needs, say(stage.does), down, n < card.stage, n == card.stage, barred)


def payments(s: Astroforce) -> list[tuple[str, tuple[Dice, ...]]]:
    """Return the orders allowed now that cost dice, and all the ways to pay each."""
    return [(str(order), BILLS[type(order)].ways(s, order)) for order in moves(s) if type(order) in BILLS]


def usable(s: Astroforce, paid: Sequence[tuple[str, tuple[Dice, ...]]]) -> tuple[str, ...]:
    """Return the faces in stations that some order could use now (AF-D9); none where the patrol is as good as won."""
    if s.mission is not None and s.mission.done and s.year == YEARS:
        return ()
    used = {die for _, ways in paid for dice in ways for die in dice}
    faces = [face for face in FACES for _ in range(s.crew[face]) if face in used]
    return (*faces, *("+" + face for face in FACES if "+" + face in used))


def view(s: Astroforce, seat: int | None) -> AstroforceView:
    now = lasting(s)
    rolled = s.phase == "roll" and any(s.crew.values())
    paid = payments(s) if any(ask.kind == "deploy" for ask in s.asks.values()) else []
    order = proposed(s.proposal)
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
        stations=tuple(
            StationView(role, s.crew[role], n, not now.room[role], s.bridge[role]) for role, n in now.stations.items()
        ),
        rolled=rolled,
        sensors=s.sensors,
        sensors_most=now.sensors,
        medbay=s.medbay,
        on_cards=sum(dice_on(card) for card in cards_in_play(s)),
        captured=sum(plot.captured for plot in s.plots),
        odds=odds(s),
        mission=in_play(s, s.mission, "mission") if s.mission else None,
        plots=tuple(in_play(s, plot, plot.card) for plot in s.plots),
        offers=tuple(in_play(s, offer, offer.card) for offer in s.offers),
        active=tuple(active(s, card) for card in s.active),
        used=tuple(s.used),
        missions_left=len(s.missions),
        events_left=len(s.plot_deck),
        developments_left=len(s.developments),
        completed=pile(s.completed),
        failed=pile(s.failed),
        event_discards=pile(s.plot_discards),
        development_discards=pile(s.development_discards),
        foreseen=pile(s.plot_deck[: s.foreseen]),
        blow=blow(s),
        drain=drain(s),
        payments=tuple(PaymentView(order, ways[0], len(ways)) for order, ways in paid),
        usable=usable(s, paid),
        proposal=s.proposal,
        proposed=" with ".join((str(order[0]), *([",".join(order[1])] if order[1] else []))) if order else "",
    )
