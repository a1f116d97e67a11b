"""Behind the screens, and wherever else crew is placed: what may go where (UR-P4, UR-P5), and the choice of a ship."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from starforge.engine.ops import push
from starforge.engine.rules import Refusal
from starforge.engine.state import Ask
from starforge.games.reach.model.actions import BoardShip, Lift, PlaceCard, Ready, Repair, TakeBack
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS, REPAIRS, STOPPED, Reach
from starforge.games.reach.rules.crew import earlier
from starforge.games.reach.rules.power import worker, workers
from starforge.games.reach.words.names import NAMES

_POWER = frozenset(DEPARTMENTS)
_PLAN = Ask("plan")
_READY = (Ready(),)
_NOT_IN_HAND = Refusal("That card is not in your hand.", "UR-P4")


# --- ships ------------------------------------------------------------------------------------------------------------


def offer_ships(s: Reach, seat: int) -> list[BoardShip]:
    return [BoardShip(ship) for ship in book().ships]


def check_ship(s: Reach, seat: int, a: BoardShip) -> Refusal | None:
    if a.ship not in book().ships:
        return Refusal("There is no such ship.", "UR-S1")
    if any(p.ship == a.ship for p in s.players):
        return Refusal("Somebody has taken that ship.", "UR-S1")
    return None


def do_ship(s: Reach, seat: int, a: BoardShip) -> None:
    """Take the ship; after the last one the Landing cards are dealt."""
    s.players[seat].ship = a.ship
    s.emit("boarded", seat=seat, ship=a.ship)
    push(s, ("choose-ship", seat + 1))


# --- placing ----------------------------------------------------------------------------------------------------------


@cache
def _places(card: str) -> tuple[PlaceCard, ...]:
    junior = crew_card(card).level == 1
    zones = (*DEPARTMENTS, DEFENCE, *((ACADEMY,) if junior else ()))
    return tuple(PlaceCard(card, zone) for zone in zones)


@lru_cache(5_000)
def _allowed(hand: tuple[str, ...], room: int, learns: bool) -> tuple[PlaceCard, ...]:
    return tuple(
        a
        for card in dict.fromkeys(hand)
        for a in _places(card)
        if (a.at != DEFENCE or worker(card) <= room) and (a.at != ACADEMY or learns)
    )


@lru_cache(5_000)
def _repairs(hand: tuple[str, ...], hurt: tuple[str, ...]) -> tuple[Repair, ...]:
    return tuple(Repair(card, d) for card in dict.fromkeys(hand) for d in hurt)


@cache
def _take_back(spot: tuple[str, str]) -> TakeBack:
    return TakeBack(*spot)


def offer_places(s: Reach, seat: int) -> list[PlaceCard]:
    return [a for card in dict.fromkeys(s.players[seat].hand) for a in _places(card)]


def allowed_places(s: Reach, seat: int) -> tuple[PlaceCard, ...]:
    p = s.players[seat]
    return _allowed(tuple(p.hand), STOPPED - workers(p), len(p.crew[ACADEMY]) < STOPPED)


def check_place(s: Reach, seat: int, a: PlaceCard) -> Refusal | None:
    p = s.players[seat]
    if a.card not in p.hand:
        return _NOT_IN_HAND
    if a.at in _POWER:
        return None
    if a.at == DEFENCE:
        fits = workers(p) + worker(a.card) <= STOPPED
        return None if fits else Refusal("The Defence Center takes three Worker Power in all.", "UR-D1")
    if a.at == ACADEMY:
        if crew_card(a.card).level != 1:
            return Refusal("The Academy takes Juniors only.", "UR-D4")
        full = len(p.crew[ACADEMY]) >= STOPPED
        return Refusal("The Academy takes three Juniors in a round.", "UR-D4") if full else None
    return Refusal("There is no such department.", "UR-P5")


def do_place(s: Reach, seat: int, a: PlaceCard) -> None:
    _put(s, seat, a.card, a.at)


def _put(s: Reach, seat: int, card: str, zone: str) -> None:
    p = s.players[seat]
    p.hand.remove(card)
    p.crew[zone].append(card)
    p.plan.append((card, zone))
    s.asks[seat] = _PLAN
    s.emit("placed", seat=seat, card=card, at=zone, only=(seat,))


def offer_repairs(s: Reach, seat: int) -> tuple[Repair, ...]:
    p = s.players[seat]
    return _repairs(tuple(p.hand), tuple(d for d in DEPARTMENTS if p.damage[d]))


def allowed_repairs(s: Reach, seat: int) -> tuple[Repair, ...]:
    p = s.players[seat]
    hurt = [d for d, n in p.damage.items() if n and n > len(p.crew[REPAIRS[d]])]
    return _repairs(tuple(p.hand), tuple(hurt)) if hurt and p.hand else ()


def check_repair(s: Reach, seat: int, a: Repair) -> Refusal | None:
    p = s.players[seat]
    if a.card not in p.hand:
        return _NOT_IN_HAND
    if a.at not in REPAIRS:
        return Refusal("Only departments with power can be damaged.", "UR-D3")
    if len(p.crew[REPAIRS[a.at]]) >= p.damage[a.at]:
        return Refusal(f"The {NAMES[a.at]} has no damage card left to repair.", "UR-D3")
    return None


def do_repair(s: Reach, seat: int, a: Repair) -> None:
    _put(s, seat, a.card, REPAIRS[a.at])


def offer_take_backs(s: Reach, seat: int) -> Iterable[TakeBack]:
    plan = s.players[seat].plan
    return map(_take_back, dict.fromkeys(plan)) if plan else ()


def do_take_back(s: Reach, seat: int, a: TakeBack) -> None:
    p = s.players[seat]
    p.plan.remove((a.card, a.at))
    _take_up(s, seat, a.card, a.at)


def _take_up(s: Reach, seat: int, card: str, zone: str) -> None:
    p = s.players[seat]
    cards = p.crew[zone]
    last = len(cards) - 1
    while cards[last] != card:
        last -= 1
    del cards[last]
    insort(p.hand, card)
    s.asks[seat] = _PLAN
    s.emit("taken", seat=seat, card=card, at=zone, only=(seat,))


def offer_lifts(s: Reach, seat: int) -> Iterator[Lift] | tuple[()]:
    """Offer crew of earlier turns while a card allows it."""
    return (Lift(card, zone) for card, zone in earlier(s, seat)) if s.players[seat].lifts else ()


def check_lift(s: Reach, seat: int, a: Lift) -> Refusal | None:
    if not s.players[seat].lifts:
        return Refusal("Placed crew stays until the end of the round.", "UR-P6")
    if (a.card, a.at) not in earlier(s, seat):
        return Refusal("That card was not placed there in an earlier turn.", "UR-P6")
    return None


def do_lift(s: Reach, seat: int, a: Lift) -> None:
    s.players[seat].lifts -= 1
    _take_up(s, seat, a.card, a.at)


def offer_ready(s: Reach, seat: int) -> tuple[Ready, ...]:
    return _READY


def allowed_ready(s: Reach, seat: int) -> tuple[Ready, ...]:
    return () if s.players[seat].hand else _READY


def check_ready(s: Reach, seat: int, a: Ready) -> Refusal | None:
    return Refusal("Place every card of your hand first.", "UR-P4") if s.players[seat].hand else None


def do_ready(s: Reach, seat: int, a: Ready) -> None:
    """End the planning of the seat for good; the last one makes all screens drop together (UR-P4)."""
    s.players[seat].ready = True
    s.learned += 1
    s.emit("readied", seat=seat)
    if not s.asks:
        push(s, ("reveal", 0))


# --- placing anew in the open -----------------------------------------------------------------------------------------


def offer_settling(s: Reach, seat: int) -> list[PlaceCard]:
    return [a for card in dict.fromkeys(s.players[seat].hand) for a in _places(card)[: len(DEPARTMENTS)]]


def check_settle(s: Reach, seat: int, a: PlaceCard) -> Refusal | None:
    """Refuse what is not at hand, and departments without power: nothing would come of it any more (UR-E2)."""
    if a.card not in s.players[seat].hand:
        return Refusal("That card is not yours to place now.", "UR-E2")
    return None if a.at in _POWER else Refusal("Place it in a department with power.", "UR-E2")


def do_settle(s: Reach, seat: int, a: PlaceCard) -> None:
    p = s.players[seat]
    p.hand.remove(a.card)
    p.crew[a.at].append(a.card)
    s.emit("settled", seat=seat, card=a.card, at=a.at)
    push(s, ("settle", seat))


def legal_spots(s: Reach, seat: int) -> list[tuple[str, str]]:
    """Return every card of the seat's hand with every zone where it may be placed."""
    places = [(a.card, a.at) for a in offer_places(s, seat) if check_place(s, seat, a) is None]
    return places + [(a.card, REPAIRS[a.at]) for a in offer_repairs(s, seat) if check_repair(s, seat, a) is None]
