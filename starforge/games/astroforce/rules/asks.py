"""Which actions answer which ask: the Roll, the orders of Deploy, and the small questions that cards and dice raise."""

from __future__ import annotations

from typing import Any

from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Ask
from starforge.games.astroforce.model.actions import (
    Become,
    Change,
    Discard,
    Enough,
    First,
    Keep,
    Next,
    Pick,
    Reroll,
    Roll,
    TakeHome,
)
from starforge.games.astroforce.model.state import Astroforce, locked
from starforge.games.astroforce.rules.conferring import CAPTAIN_RULES, CONFER_RULES, WITH_RULES
from starforge.games.astroforce.rules.deployment import CARD_RULES
from starforge.games.astroforce.rules.dice import becoming, candidates, changeable, changing
from starforge.games.astroforce.rules.orders import CREW_RULES, END_RULES, USE_RULES
from starforge.games.astroforce.rules.paying import answer
from starforge.games.astroforce.rules.payments import Memo
from starforge.games.astroforce.rules.piles import drop, find, leave, stack_home
from starforge.games.astroforce.rules.turn import KEEP, act, pending, roll_call

S = Astroforce


def _answer(s: S, chosen: str) -> None:
    s.answer = chosen


def _keep(s: S, seat: int, a: Keep) -> None:
    """Keep what is Locked In; Cleanup goes on by itself."""


def do_roll(s: S, seat: int, a: Roll) -> None:
    roll_call(s, s.captain)


# --- order -----------------------------------------------------------------------------------------------------------


def _kind(s: S) -> str:
    return str(s.asks[s.captain].args[0])


def offer_first(s: S, seat: int) -> list[First]:
    """Return the cards that have yet to act."""
    return [_FIRST[name] for name in pending(s, _kind(s))]


_FIRST: Memo[str, First] = Memo(First)


def check_first(s: S, seat: int, a: First) -> Refusal | None:
    """Refuse a card that has nothing to do, or has done it."""
    if a.card in pending(s, _kind(s)):
        return None
    return Refusal("That card has no effect waiting; each acts once in a phase.", "AF-M3")


def do_first(s: S, seat: int, a: First) -> None:
    act(s, a.card, "roll" if s.phase == "roll" else "m")


# --- single dice -----------------------------------------------------------------------------------------------------


def _purpose(s: S) -> tuple[str, str]:
    purpose, *card = map(str, s.asks[s.captain].args)
    return purpose, card[0] if card else ""


def offer_pick(s: S, seat: int) -> list[Pick]:
    return [_PICK[place] for place in candidates(s, _purpose(s)[0])]


_PICK: Memo[str, Pick] = Memo(Pick)


def check_pick(s: S, seat: int, a: Pick) -> Refusal | None:
    purpose, _ = _purpose(s)
    if a.place in candidates(s, purpose):
        return None
    return Refusal("There is no such die to pick.", "AF-H2" if purpose == "hurt" else "AF-D8")


def offer_change(s: S, seat: int) -> list[Change]:
    """Return the dice in stations that Orders can change."""
    return [Change(die) for die in changeable(s)]


def check_change(s: S, seat: int, a: Change) -> Refusal | None:
    """Refuse a die that is in no station, or that can become nothing else (AF-D6)."""
    if not s.crew.get(a.die):
        return Refusal("Orders change a die that is in a station.", "AF-D6")
    return None if a.die in changeable(s) else _no_role()


def _no_role() -> Refusal:
    return Refusal("A die becomes another role, never a Threat nor a role whose station is blocked.", "AF-D6")


def do_change(s: S, seat: int, a: Change) -> None:
    """Turn the die to the only role there is, or ask which."""
    roles = becoming(s, a.die)
    if len(roles) > 1:
        s.asks[seat] = Ask("become", (a.die,))
        push(s, ("turn-die", seat, a.die))
    else:
        push(s, ("turn-die", seat, a.die, roles[0]))


def offer_become(s: S, seat: int) -> list[Become]:
    """Return the roles that the die can become."""
    return [Become(face) for face in becoming(s, changing(s))]


def check_become(s: S, seat: int, a: Become) -> Refusal | None:
    """Refuse a face that is none, the die's own, or blocked (AF-D6)."""
    return None if a.face in becoming(s, changing(s)) else _no_role()


def offer_reroll(s: S, seat: int) -> list[Reroll]:
    """Return the roles of which a die was rolled."""
    return [Reroll(face) for face, dice in s.crew.items() if dice]


def check_reroll(s: S, seat: int, a: Reroll) -> Refusal | None:
    if s.crew.get(a.face):
        return None
    return Refusal("No such die was rolled; Threats on Sensors are not rolled again.", "AF-D1")


# --- cards -----------------------------------------------------------------------------------------------------------


def offer_take_home(s: S, seat: int) -> list[TakeHome]:
    return [_TAKE_HOME[place] for place in dict.fromkeys([(card.card, one) for card, one in locked(s)])]


_TAKE_HOME: Memo[tuple[str, str], TakeHome] = Memo(lambda place: TakeHome(*place))


def check_take_home(s: S, seat: int, a: TakeHome) -> Refusal | None:
    """Refuse what is not Locked In; a result's dice go home together (AF-D7)."""
    card = find(s, a.card)
    if card is not None and card is not s.mission and not (card.done or card.moved) and a.stack in card.stacks:
        return None
    return Refusal("No such dice are Locked In there; the dice of one result go home together.", "AF-D7")


def do_take_home(s: S, seat: int, a: TakeHome) -> None:
    card = find(s, a.card)
    assert card is not None
    stack_home(s, card, a.stack)
    s.emit("taken-home", card=a.card, stack=a.stack)
    if locked(s):
        s.asks[seat] = KEEP


def offer_discard(s: S, seat: int) -> list[Discard]:
    """Return the ten Developments of which one must go."""
    return [Discard(card) for card in s.active]


def check_discard(s: S, seat: int, a: Discard) -> Refusal | None:
    return None if a.card in s.active else Refusal("That Development is not active.", "AF-C2")


def do_discard(s: S, seat: int, a: Discard) -> None:
    s.emit("development-discarded", card=a.card)
    drop(s, a.card)


def offer_dismiss(s: S, seat: int) -> list[Discard]:
    """Return the Events in play that are not complete."""
    return [Discard(plot.card) for plot in s.plots if not plot.done]


def check_dismiss(s: S, seat: int, a: Discard) -> Refusal | None:
    return None if a in offer_dismiss(s, seat) else Refusal("That Event is not in play.", "AF-X5")


def do_dismiss(s: S, seat: int, a: Discard) -> None:
    plot = find(s, a.card)
    assert plot is not None
    s.emit("event-dismissed", card=a.card)
    leave(s, plot)


def _window(s: S) -> tuple[int, int]:
    done, seen = map(int, s.asks[s.captain].args)
    return done, seen


def offer_next(s: S, seat: int) -> list[Next]:
    """Return the Events looked at that are not in their place yet."""
    done, seen = _window(s)
    return [Next(card) for card in dict.fromkeys(s.plot_deck[done:seen])]


def check_next(s: S, seat: int, a: Next) -> Refusal | None:
    return None if a in offer_next(s, seat) else Refusal("That Event is not among those you look at.", "AF-X7")


RULES: dict[str, tuple[Rule[Any], ...]] = {
    "roll": (Rule(Roll, only(Roll), always, do_roll),),
    "order": (Rule(First, offer_first, check_first, do_first),),
    "pick": (Rule(Pick, offer_pick, check_pick, lambda s, seat, a: _answer(s, a.place)),),
    "reroll": (
        Rule(Reroll, offer_reroll, check_reroll, lambda s, seat, a: _answer(s, a.face)),
        Rule(Enough, only(Enough), always, lambda s, seat, a: _answer(s, "")),
    ),
    "deploy": (*CARD_RULES, *CREW_RULES, *USE_RULES, *CAPTAIN_RULES, *END_RULES),
    "with": WITH_RULES,
    "change": (Rule(Change, offer_change, check_change, do_change),),
    "become": (Rule(Become, offer_become, check_become, lambda s, seat, a: answer(s, a.face)),),
    "confer": CONFER_RULES,
    "keep": (Rule(Keep, only(Keep), always, _keep), Rule(TakeHome, offer_take_home, check_take_home, do_take_home)),
    "discard": (Rule(Discard, offer_discard, check_discard, do_discard),),
    "dismiss": (Rule(Discard, offer_dismiss, check_dismiss, do_dismiss),),
    "arrange": (Rule(Next, offer_next, check_next, lambda s, seat, a: _answer(s, a.card)),),
}
"""The rules by the kind of ask: rolling, choosing what acts first, picking single dice, ordering, tidying up."""
