"""The start of a patrol, and what a typed position leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache

from starforge.engine.ops import push
from starforge.engine.rng import Rng
from starforge.engine.state import rest, spread
from starforge.games.astroforce.campaign import Carried, carried
from starforge.games.astroforce.model.catalogue import developments, events, marks, missions
from starforge.games.astroforce.model.state import (
    ACTIVE_MOST,
    DICE,
    FACES,
    FAILURES_LOST,
    FUEL,
    HULL,
    PATROL_FUEL,
    PLOTS_MOST,
    QUEUE,
    SENSORS,
    SHIELDS,
    YEARS,
    Astroforce,
    InPlay,
    Options,
    cards_in_play,
    dice_of,
    dice_on,
    result_of,
)
from starforge.games.astroforce.rules.effects import op
from starforge.games.astroforce.rules.lasting import NOTHING, lasting
from starforge.games.astroforce.rules.payments import Memo
from starforge.games.astroforce.rules.piles import needs_printed, refill, stages

PHASES = ("mission", "roll", "deploy", "cleanup")


@cache
def editions() -> dict[str, str]:
    """Return the cards that replace others, by the cards that older games deal in their place."""
    return {one.replaces: card for deck in (events(), developments()) for card, one in deck.items() if one.replaces}


@cache
def _printed_decks() -> tuple[list[str], list[str], list[str]]:
    newer = (*editions().values(), *marks())
    plots = spread({card: event.copies for card, event in events().items() if card not in newer})
    return list(missions()), plots, [card for card in developments() if card not in newer]


def decks(older: Collection[str] = ()) -> tuple[list[str], list[str], list[str]]:
    """Return the Mission, Event and Development decks, unshuffled (AF-S1), with those older cards that are named."""
    tasks, plots, offers = _DECKS[tuple(card for card in editions() if card in older)]
    return tasks[:], plots[:], offers[:]


def _decks(older: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    newer = {card: one for card, one in editions().items() if card not in older}
    tasks, plots, offers = ([newer.get(card, card) for card in deck] for deck in _printed_decks())
    return tasks, plots, offers


_DECKS: Memo[tuple[str, ...], tuple[list[str], list[str], list[str]]] = Memo(_decks)


def new(options: Options, seats: int, seed: int, older: Collection[str] = ()) -> Astroforce:
    """Set up a patrol (AF-S1), with the older cards that are named, and begin its first turn; may raise OptionError."""
    over = carried(options)
    patrol = options.patrol if over is None else over.patrol
    s = Astroforce(
        rng=Rng(seed),
        patrol=patrol,
        failures=options.failures,
        conferring=options.conferring,
        seats=seats,
        fuel=PATROL_FUEL[patrol],
        quarters=DICE,
        crew=dict.fromkeys(FACES, 0),
        bridge=dict.fromkeys(FACES, 0),
    )
    s.missions, s.plot_deck, s.developments = decks(older)
    if over is not None:
        _bring(s, over)
    for deck in (s.missions, s.plot_deck, s.developments):
        s.rng.shuffle(deck)
    for _ in range(QUEUE):
        refill(s)
    push(s, ("start-turn", 0))
    op.run(s)
    return s


def _bring(s: Astroforce, over: Carried) -> None:
    """Let a patrol of a campaign begin with what came over (AF-P1 to AF-P4)."""
    s.hull, s.active = over.first_hull, over.cards
    s.developments = [card for card in s.developments if card != over.development]
    s.emit("campaign-patrol", number=over.number, development=over.development, marks=list(over.marks))


def complete(s: Astroforce) -> None:
    """Fill in a position: dice not named are in Quarters, cards not named in their decks, shuffled.

    The Development queue is dealt when none is named. Raise ValueError when there are more dice or cards than exist.
    """
    s.crew, s.bridge = _by_role(s.crew), _by_role(s.bridge)
    if s.fuel == -1:
        s.fuel = PATROL_FUEL[s.patrol]
    _check_cards(s)
    _check_gauges(s)
    placed = sum(s.crew.values()) + s.sensors + s.medbay
    placed += sum(card.captured + dice_on(card) for card in cards_in_play(s))
    if s.quarters == -1:
        s.quarters = DICE - placed
    if s.quarters < 0 or s.quarters + placed != DICE:
        raise ValueError(f"there are {DICE} dice, not {placed + max(0, s.quarters)}")
    _fill_decks(s)


def _check_gauges(s: Astroforce) -> None:
    """Raise ValueError for a number that is not on its track."""
    if s.seats not in (1, 2) or s.captain not in range(s.seats):
        raise ValueError("seats and captain: one or two players sit here, and one of them is the Captain")
    if not all(seat < s.seats for seat in s.asks):
        raise ValueError(f"asks: there is no seat {max(s.asks)}, for seats = {s.seats}")
    if s.phase not in PHASES:
        raise ValueError(f"phase is one of {', '.join(PHASES)}, not {s.phase!r}")
    tracks = lasting(s) if s.shields > SHIELDS or s.sensors > SENSORS else NOTHING
    most = {"hull": HULL, "shields": tracks.shields, "fuel": FUEL, "sensors": tracks.sensors, "medbay": DICE}
    going = s.result is None
    lowest = {"year": 1, "quarters": -1}
    for name, limit in {**most, "year": YEARS + 1, "fails": FAILURES_LOST - going, "quarters": DICE}.items():
        low, value = lowest.get(name, 0), getattr(s, name)
        if not low <= value <= limit:
            raise ValueError(f"{name} is from {low} to {limit}, not {value}")
    if not 0 <= s.foreseen <= len(s.plot_deck):
        raise ValueError(f"foreseen is from 0 to how many Events plot_deck names, not {s.foreseen}")
    if len(s.plots) > PLOTS_MOST or len(s.active) > ACTIVE_MOST + 1 or len(s.offers) > QUEUE:
        raise ValueError(f"at most {PLOTS_MOST} plots, {ACTIVE_MOST} active and {QUEUE} offers lie on the table")


def _by_role(dice: dict[str, int]) -> dict[str, int]:
    for face, n in dice.items():
        if face not in FACES or n < 0:
            raise ValueError(f"{n} dice of {face!r} cannot be; the roles are {', '.join(FACES)}")
    return {face: dice.get(face, 0) for face in FACES}


def _check_cards(s: Astroforce) -> None:
    kinds: tuple[tuple[str, Collection[str], list[str]], ...] = (
        ("Mission", missions(), [s.mission.card] if s.mission else []),
        ("Event", events(), [plot.card for plot in s.plots]),
        ("Development", developments(), s.active + [offer.card for offer in s.offers]),
    )
    for kind, known, named in kinds:
        for card in named:
            if card not in known:
                raise ValueError(f"there is no {kind} {card!r}")
    for in_play in cards_in_play(s):
        _check_card(in_play)


def _check_card(card: InPlay) -> None:
    steps = stages(card)
    if card.captured < 0 or card.stage < 0:
        raise ValueError(f"stage and captured of {card.card!r} are 0 or more")
    for one in card.stacks:
        if not one or result_of(one) not in FACES or not set(dice_of(one)) <= set(FACES):
            raise ValueError(
                f"stacks of {card.card!r}: dice are written like 'ENG', 'ENG:SEC+SEC' or '+ENG', not {one!r}"
            )
    if steps and (card.stage > len(steps) or card.done != (card.stage == len(steps))):
        raise ValueError(f"{card.card!r} has {len(steps)} stages and is done after the last")
    if not steps:
        over = Counter(map(result_of, card.stacks)) - Counter(needs_printed(card.card))
        if over:
            raise ValueError(f"{card.card!r} needs no {next(iter(over))} that is on it")


def _fill_decks(s: Astroforce) -> None:
    named = [card.card for card in (*s.plots, *s.offers)]
    named += [*s.active, *s.plot_deck, *s.plot_discards, *s.developments, *s.development_discards]
    of_missions, of_events, of_developments = decks(named)
    gone = [*([s.mission.card] if s.mission else ()), *s.completed, *s.failed]
    _fill(s, s.missions, of_missions, gone)
    _fill(s, s.plot_deck, of_events, [plot.card for plot in s.plots] + s.plot_discards)
    rest(list(marks()), [card for card in s.active if card in marks()])
    taken = [offer.card for offer in s.offers] + s.development_discards
    taken += [card for card in s.active if card not in marks()]
    _fill(s, s.developments, of_developments, taken)
    while not s.offers and len(s.developments) >= QUEUE:
        s.offers += [InPlay(s.developments.pop(0)) for _ in range(QUEUE)]


def _fill(s: Astroforce, deck: list[str], whole: list[str], gone: list[str]) -> None:
    """Put what is nowhere else below what is named of a deck, shuffled."""
    left = rest(whole, gone + deck)
    s.rng.shuffle(left)
    deck += left
