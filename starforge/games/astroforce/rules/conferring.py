"""Captain and Crew conferring (AF-V2): the Captain asks, the Crew proposes or points, the Captain has the last word.

Only one of them is ever asked something at a time, so that what one says never changes what the other was asked, and
undo stays with whoever spoke last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from starforge.engine.action import Action, parser
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Ask
from starforge.games.astroforce.model.actions import Accept, Confer, End, Point, Propose, Shrug, With
from starforge.games.astroforce.model.state import FACES, Astroforce, crew_seat
from starforge.games.astroforce.rules.deployment import CARD_BILLS, CARD_RULES
from starforge.games.astroforce.rules.ops.vocabulary import op
from starforge.games.astroforce.rules.orders import CREW_BILLS, CREW_RULES, END_RULES, USE_RULES, moves
from starforge.games.astroforce.rules.paying import Bill, answer, ask_with
from starforge.games.astroforce.rules.payments import Dice, Memo
from starforge.games.astroforce.rules.piles import find

CONFER = Ask("confer")
_ORDERS: dict[type[Action], Rule[Any]] = {
    rule.action: rule for rule in (*CARD_RULES, *CREW_RULES, *USE_RULES, *END_RULES)
}
BILLS: dict[type[Action], Bill] = CARD_BILLS | CREW_BILLS
"""The orders that dice are paid for, and how."""
_parse: Callable[[str], Action] = parser(_ORDERS)


@lru_cache(50_000)
def propose(order: Action) -> Propose:
    return Propose(str(order).replace(" ", "/"))


@lru_cache(50_000)
def proposed(words: str) -> tuple[Action, Dice] | None:
    """Return the order that a proposal stands for and the dice it names, None when it is no order."""
    *order, last = words.split("/")
    dice = tuple(last.split("."))
    if order and all(die.removeprefix("+") in FACES for die in dice):
        known = read(" ".join(order))
        if known is not None and type(known) in BILLS:
            return known, dice
    found = read(" ".join((*order, last)))
    return None if found is None else (found, ())


@lru_cache(10_000)
def read(text: str) -> Action | None:
    """Return the order of a text, None when it is none."""
    try:
        return _parse(text)
    except ValueError:
        return None


# --- the dice --------------------------------------------------------------------------------------------------------


def paid_for(s: Astroforce) -> Action:
    """Return the order whose dice are to be chosen."""
    return _ORDER[next(ask.args for ask in s.asks.values() if ask.kind == "with")]


_ORDER: Memo[tuple[str | int, ...], Action] = Memo(lambda words: _parse(" ".join(map(str, words))))


def offer_with(s: Astroforce, seat: int) -> tuple[With, ...]:
    """Return the ways to pay for the order."""
    order = _ORDER[s.asks[seat].args]
    return BILLS[type(order)].answers(s, order)


def check_with(s: Astroforce, seat: int, a: With) -> Refusal | None:
    """Refuse dice that are no smallest payment (AF-D5)."""
    order = _ORDER[s.asks[seat].args]
    bill = BILLS[type(order)]
    if a.dice in bill.ways(s, order):
        return None
    wanted = " ".join(bill.needs(s, order))
    return Refusal(f"Those dice do not pay {wanted}, or not with as few as will do.", "AF-D5")


def check_confer(s: Astroforce, seat: int, a: Confer) -> Refusal | None:
    """Refuse to confer alone, where the table does not allow it, or again before the Captain has answered."""
    if s.seats == 1:
        return Refusal("You command alone.", "AF-V1")
    if s.conferring == "off":
        return Refusal("This table does not confer during Deployment.", "AF-V2")
    return Refusal("The Crew has spoken; give an order first.", "AF-V2") if s.proposal else None


def do_confer(s: Astroforce, seat: int, a: Confer) -> None:
    s.asks[crew_seat(s)] = CONFER
    push(s, ("deploy", s.captain))


@op("spend the dice that were chosen")
def spend(s: Astroforce, seat: int, *words: str) -> None:
    """Carry out an order with the dice at the end of its words; the Crew only proposes it."""
    *order, dice = words
    paid = tuple(dice.split(","))
    if seat == s.captain:
        known = _ORDER[tuple(order)]
        BILLS[type(known)].do(s, known, paid)
    else:
        _speak(s, _worded(order, paid))


def _worded(order: Sequence[str], dice: Dice) -> str:
    return "/".join((*order, ".".join(dice)))


def check_accept(s: Astroforce, seat: int, a: Accept) -> Refusal | None:
    known = proposed(s.proposal)
    if known is None:
        return Refusal("The Crew has proposed no order.", "AF-V2")
    order, dice = known
    refusal = _ORDERS[type(order)].check(s, seat, order)
    if refusal is None and dice and dice not in BILLS[type(order)].ways(s, order):
        return Refusal("The dice that the Crew proposed are not there.", "AF-V2")
    return refusal


def do_accept(s: Astroforce, seat: int, a: Accept) -> None:
    """Carry out the order that was proposed."""
    known = proposed(s.proposal)
    assert known is not None
    order, dice = known
    s.emit("accepted", order=s.proposal)
    if dice:
        BILLS[type(order)].do(s, order, dice)
    else:
        _ORDERS[type(order)].do(s, seat, order)


def check_propose(s: Astroforce, seat: int, a: Propose) -> Refusal | None:
    """Refuse to propose what the Captain may not order."""
    order = read(a.order.replace("/", " "))
    if order is None or propose(order) != a:
        return Refusal("That is no order.", "AF-V2")
    return _ORDERS[type(order)].check(s, s.captain, order)


def do_propose(s: Astroforce, seat: int, a: Propose) -> None:
    """Propose the order with its dice, once it is known which."""
    order = _ORDER[tuple(a.order.split("/"))]
    bill = BILLS.get(type(order))
    ways = bill.ways(s, order) if bill else ()
    if len(ways) > 1:
        ask_with(s, seat, order)
    else:
        _speak(s, _worded(str(order).split(), ways[0]) if ways else a.order)


def _speak(s: Astroforce, words: str) -> None:
    s.proposal = words
    s.emit("conferred", words=words)


def check_point(s: Astroforce, seat: int, a: Point) -> Refusal | None:
    if s.crew.get(a.at) or find(s, a.at) is not None:
        return None
    return Refusal("There is nothing like that to point at.", "AF-V2")


def offer_points(s: Astroforce, seat: int) -> list[Point]:
    cards = (["mission"] if s.mission else []) + [card.card for card in (*s.plots, *s.offers)]
    return [_POINT[at] for at in (*[face for face in FACES if s.crew.get(face)], *cards)]


_POINT: Memo[str, Point] = Memo(Point)


def legal(s: Astroforce) -> list[Action]:
    """Return all that the Captain may order or ask, in the order of the rules."""
    found = moves(s)
    if s.seats > 1:
        seat = s.captain
        if s.proposal and check_accept(s, seat, _ACCEPT) is None:
            found.append(_ACCEPT)
        if check_confer(s, seat, _CONFER) is None:
            found.append(_CONFER)
    found.append(_END)
    return found


_ACCEPT, _CONFER, _END = Accept(), Confer(), End()
CAPTAIN_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Accept, lambda s, seat: (Accept(),) if proposed(s.proposal) else (), check_accept, do_accept),
    Rule(Confer, lambda s, seat: (Confer(),) if s.seats > 1 else (), check_confer, do_confer),
)
WITH_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(With, offer_with, check_with, lambda s, seat, a: answer(s, ",".join(a.dice))),
)
CONFER_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Propose, lambda s, seat: [propose(order) for order in (*moves(s), _END)], check_propose, do_propose),
    Rule(Point, offer_points, check_point, lambda s, seat, a: _speak(s, a.at)),
    Rule(Shrug, only(Shrug), always, lambda s, seat, a: _speak(s, "shrug")),
)
