"""Set up a game, and complete a typed position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from starforge.engine.ops import push
from starforge.engine.rng import Rng
from starforge.engine.state import rest, spread
from starforge.games.reach.model.catalogue import Replacing, book, dealt
from starforge.games.reach.model.state import (
    DEFENCE,
    DEPARTMENTS,
    ROUNDS,
    SEATS,
    START_CREW,
    TURNS,
    ZONES,
    Front,
    Player,
    Reach,
)
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.turns import deal_landings

T = TypeVar("T")
PHASES = ("setup", "opening", "planning", "claims", "rewards", "round-end", "landing")
MOST = 20
"""No player has more of anything: tokens, damage, power that is added."""


def new(seats: int, seed: int) -> Reach:
    """Return a new game that asks the first seat for its ship (UR-S1 to UR-S4)."""
    s = Reach(rng=Rng(seed), players=[Player() for _ in range(seats)], phase="setup")
    complete(s)
    push(s, ("choose-ship", 0))
    op.run(s)
    return s


def complete(s: Reach) -> None:
    """Put every card that a position does not name where it starts, shuffled; ValueError if cards cannot be so.

    Named cards of a deck stay on top, in their order. A player without any crew gets the deck of the setup.
    """
    b = book()
    if len(s.players) not in SEATS:
        raise ValueError(f"{len(s.players)} cannot play; two to four can")
    s.order = s.order or list(range(len(s.players)))
    for p in s.players:
        p.crew = _whole(p.crew, ZONES, list)
        p.damage = _whole(p.damage, DEPARTMENTS, int)
    _check_numbers(s)
    for r in ROUNDS:
        deck = s.missions.setdefault(r, [])
        named = [*deck, *_elsewhere(s)]
        _fill(
            s,
            deck,
            [m for m in _editions(b.missions, named) if b.missions[m].round == r],
            [m for m in named if b.missions[m].round == r],
        )
    _fill(s, s.tiles, list(b.tiles), [*s.tiles, *s.past_tiles, *([s.tile] if s.tile else [])])
    _fill(s, s.damage, spread({d: n for d, (_, n) in b.damage.items()}), _damage(s))
    kept = [c for p in s.players for c in (*p.owned(), *p.offered) if c in b.specialists]
    special = [*s.specialists, *s.specialist_discards, *kept]
    _fill(s, s.specialists, _editions(b.specialists, special), special)
    _fill(s, s.landings, list(b.landings), [*s.landings, *(p.landing for p in s.players if p.landing)])
    for p in s.players:
        _complete_player(s, p)
    if s.phase != "setup" and not all(p.landing for p in s.players):
        deal_landings(s)
        s.events.clear()
    _check_box(s)


def _editions(cards: dict[str, Replacing], named: list[str]) -> list[str]:
    """Return the cards that are dealt, in place of each that is named the card it replaces."""
    return [card.replaces if card.replaces in named else slug for slug, card in dealt(cards).items()]


def deal_older(s: Reach, version: int) -> None:
    """Put the cards of older rules into the decks in the place of those that replace them."""
    b = book()
    older = {slug: card.replaces for slug, card in b.missions.items() if card.replaces}
    older |= {slug: card.replaces for slug, card in b.specialists.items() if card.replaces}
    for deck in (*s.missions.values(), s.specialists):
        deck[:] = [older.get(card, card) for card in deck]


def _check_numbers(s: Reach) -> None:
    """Raise ValueError for a phase, turn, seat or number that there cannot be."""
    if s.phase not in PHASES:
        raise ValueError(f"phase is one of {', '.join(PHASES)}, not {s.phase!r}")
    if not 0 <= s.turn <= TURNS:
        raise ValueError(f"turn is from 0 to {TURNS}, not {s.turn}")
    if sorted(s.order) != list(range(len(s.players))):
        raise ValueError(f"order names each of the seats 0 to {len(s.players) - 1} once, not {s.order}")
    if any(seat >= len(s.players) for seat in s.asks):
        raise ValueError(f"asks: there is no seat {max(s.asks)} among {len(s.players)} players")
    for r in s.missions:
        if r not in ROUNDS:
            raise ValueError(f"missions are those of rounds 1 to 3, not {r}")
    if s.tile and s.tile not in book().tiles:
        raise ValueError(f"tile: there is no {s.tile!r}")
    for n, p in enumerate(s.players):
        _check_player(n, p)


def _check_player(n: int, p: Player) -> None:
    where = f"players.{n}"
    if p.ship and p.ship not in book().ships:
        raise ValueError(f"{where}.ship: there is no {p.ship!r}; there are: {', '.join(book().ships)}")
    if p.landing and p.landing not in book().landings:
        raise ValueError(f"{where}.landing: there is no {p.landing!r}")
    counts = {"tokens": p.tokens, "decoy": p.decoy, "lifts": p.lifts, "first": p.first}
    for name, value in {**counts, **{f"damage.{d}": count for d, count in p.damage.items()}}.items():
        if not 0 <= value <= MOST:
            raise ValueError(f"{where}.{name} is from 0 to {MOST}, not {value}")
    for name, powers in (("boosts", p.boosts), ("eased", p.eased)):
        for place, value in powers.items():
            if place not in (*DEPARTMENTS, DEFENCE) or not -MOST <= value <= MOST:
                raise ValueError(f"{where}.{name} gives power to {', '.join(DEPARTMENTS)}, not {value} to {place!r}")
    for name, cards in (("claimed", p.claimed), ("reserved", p.reserved), ("spent", p.spent)):
        for card in cards:
            if card not in book().missions:
                raise ValueError(f"{where}.{name}: there is no mission {card!r}")
    for card in p.owned() + p.offered:
        if card not in book().crew and card not in book().specialists:
            raise ValueError(f"{where}: there is no crew card {card!r}")
    if not {*p.spent, *p.research} <= set(p.claimed):
        raise ValueError(f"{where}.spent and research name missions that are claimed")


def _whole(given: dict[str, T], places: Sequence[str], nothing: Callable[[], T]) -> dict[str, T]:
    """Return what is given, with nothing at the places not named; ValueError for a place that does not exist."""
    for place in given:
        if place not in places:
            raise ValueError(f"there is no {place!r} on a ship; there are: {', '.join(places)}")
    return {place: given[place] if place in given else nothing() for place in places}


def _elsewhere(s: Reach) -> list[str]:
    """Return the missions that lie in no deck."""
    return [*s.pool, *s.gone, *(m for p in s.players for m in (*p.claimed, *p.reserved))]


def _damage(s: Reach) -> list[str]:
    return [*s.damage, *s.damage_discards, *(d for p in s.players for d in p.damage_cards())]


def _fill(s: Reach, deck: list[str], every: list[str], named: list[str]) -> None:
    missing = rest(every, named)
    if missing:
        s.rng.shuffle(missing)
        deck += missing


def _complete_player(s: Reach, p: Player) -> None:
    if not p.owned():
        p.deck = list(START_CREW)
        s.rng.shuffle(p.deck)
    if s.phase == "planning" and p.front is None:
        left = list(p.aboard())
        for spot in p.plan:
            left.remove(spot)
        p.front = Front(tuple(left), tuple(p.spent))


def _check_box(s: Reach) -> None:
    """Refuse crew and ships that do not exist, and more of a card than there are."""
    b = book()
    owned = [card for p in s.players for card in p.owned()]
    rest(spread({slug: card.copies for slug, card in b.crew.items()}), [c for c in owned if c not in b.specialists])
    rest(list(b.ships), [p.ship for p in s.players if p.ship])
    if s.tokens < 0:
        raise ValueError("there are 20 Experience tokens, not more")
