"""Captain and Crew conferring (AF-V2): the Captain asks, the Crew proposes or points, the Captain has the last word.

Only one of them is ever asked something at a time, so that what one says never changes what the other was asked, and
undo stays with whoever spoke last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starforge.engine.action import Action, parser
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Ask
from starforge.games.astroforce.model.actions import Accept, Confer, End, Point, Propose, Shrug
from starforge.games.astroforce.model.state import FACES, Astroforce, crew_seat
from starforge.games.astroforce.rules.deployment import CARD_RULES
from starforge.games.astroforce.rules.orders import CREW_RULES, END_RULES, USE_RULES, moves
from starforge.games.astroforce.rules.piles import find

if TYPE_CHECKING:
    from collections.abc import Callable

CONFER = Ask("confer")
_ORDERS: dict[type[Action], Rule[Any]] = {
    rule.action: rule for rule in (*CARD_RULES, *CREW_RULES, *USE_RULES, *END_RULES)
}
_parse: Callable[[str], Action] = parser(_ORDERS)


@lru_cache(50_000)
def propose(order: Action) -> Propose:
    """Return the proposal of an order."""
    return Propose(str(order).replace(" ", "/").replace(",", "."))


@lru_cache(50_000)
def proposed(order: str) -> Action | None:
    """Return the order that a proposal's word stands for, None when it is none."""
    try:
        return _parse(order.replace("/", " ").replace(".", ","))
    except ValueError:
        return None


def check_confer(s: Astroforce, seat: int, a: Confer) -> Refusal | None:
    """Refuse to confer alone, where the table does not allow it, or again before the Captain has answered."""
    if s.seats == 1:
        return Refusal("You command alone.", "AF-V1")
    if s.conferring == "off":
        return Refusal("This table does not confer during Deployment.", "AF-V2")
    return Refusal("The Crew has spoken; give an order first.", "AF-V2") if s.proposal else None


def do_confer(s: Astroforce, seat: int, a: Confer) -> None:
    """Ask the Crew."""
    s.asks[crew_seat(s)] = CONFER
    push(s, ("deploy", s.captain))


def check_accept(s: Astroforce, seat: int, a: Accept) -> Refusal | None:
    """Refuse when no order is proposed."""
    order = proposed(s.proposal)
    if order is None:
        return Refusal("The Crew has proposed no order.", "AF-V2")
    return _ORDERS[type(order)].check(s, seat, order)


def do_accept(s: Astroforce, seat: int, a: Accept) -> None:
    """Carry out the order that was proposed."""
    order = proposed(s.proposal)
    assert order is not None
    s.emit("accepted", order=s.proposal)
    _ORDERS[type(order)].do(s, seat, order)


def check_propose(s: Astroforce, seat: int, a: Propose) -> Refusal | None:
    """Refuse to propose what the Captain may not order."""
    order = proposed(a.order)
    if order is None or propose(order) != a:
        return Refusal("That is no order.", "AF-V2")
    return _ORDERS[type(order)].check(s, s.captain, order)


def _speak(s: Astroforce, words: str) -> None:
    s.proposal = words
    s.emit("conferred", words=words)


def check_point(s: Astroforce, seat: int, a: Point) -> Refusal | None:
    """Refuse to point at what is not there."""
    if s.crew.get(a.at) or find(s, a.at) is not None:
        return None
    return Refusal("There is nothing like that to point at.", "AF-V2")


def offer_points(s: Astroforce, seat: int) -> list[Point]:
    """Return the dice and cards to point at."""
    cards = (["mission"] if s.mission else []) + [card.card for card in (*s.plots, *s.offers)]
    return [Point(face) for face in FACES if s.crew.get(face)] + [Point(card) for card in cards]


def legal(s: Astroforce) -> list[Action]:
    """Return all that the Captain may order or ask, in the order of the rules."""
    found = moves(s)
    if s.seats > 1:
        seat = s.captain
        found += [a for a in (Accept(),) if s.proposal and check_accept(s, seat, a) is None]
        found += [a for a in (Confer(),) if check_confer(s, seat, a) is None]
    found.append(End())
    return found


CAPTAIN_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Accept, lambda s, seat: (Accept(),) if proposed(s.proposal) else (), check_accept, do_accept),
    Rule(Confer, lambda s, seat: (Confer(),) if s.seats > 1 else (), check_confer, do_confer),
)
CONFER_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(
        Propose,
        lambda s, seat: [propose(order) for order in (*moves(s), End())],
        check_propose,
        lambda s, seat, a: _speak(s, a.order),
    ),
    Rule(Point, offer_points, check_point, lambda s, seat, a: _speak(s, a.at)),
    Rule(Shrug, only(Shrug), always, lambda s, seat, a: _speak(s, "shrug")),
)
