"""Dice onto cards in Deploy: paying stages, Events and Developments, Locking In, card actions."""

from __future__ import annotations

from functools import lru_cache

from starforge.engine.action import Action
from starforge.engine.ops import bind
from starforge.engine.rules import Refusal, Rule
from starforge.engine.state import Op
from starforge.games.astroforce.model.actions import CarryOut, LockIn, Pay
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import Astroforce, InPlay, stack
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.paying import Bill, go_on, spend, unaffordable
from starforge.games.astroforce.rules.payments import COST, ENOUGH, Dice, Memo, Purse, split
from starforge.games.astroforce.rules.piles import STAGES, find, lacking, missing, needs_printed, stages


def targets(s: Astroforce) -> list[tuple[str, InPlay]]:
    """Return the cards that dice may be meant for, by the name that actions use."""
    found = [(card.card, card) for card in (*s.plots, *s.offers)]
    return [("mission", s.mission), *found] if s.mission is not None else found


def closed(name: str, card: InPlay, now: Lasting) -> Refusal | None:
    """Return why nothing can be done on a card this turn."""
    if card.done:
        return Refusal("All it needs is there already; the card moves at Cleanup.", "AF-X5")
    if card.moved:
        return Refusal("Only one stage may be completed per turn.", "AF-X1")
    if not now.barred:
        return None
    if name == "mission" and "stages" in now.barred:
        return Refusal(f"{title_of(now.barred['stages'])} lets no Mission stage be completed.", "AF-X5")
    if "developments" in now.barred and name in developments():
        return Refusal(f"{title_of(now.barred['developments'])} lets no dice go on Developments.", "AF-X5")
    return None


def title_of(card: str) -> str:
    return events()[card].title


def unpayable(s: Astroforce, name: str, card: InPlay, now: Lasting) -> Refusal | None:
    """Return why no dice can be put on a card this turn, whatever dice there are."""
    steps = stages(card)
    return closed(name, card, now) or (_shut(s, card, now) if steps else None)


def _shut(s: Astroforce, card: InPlay, now: Lasting) -> Refusal | None:
    """Return why a stage takes no dice: it is a card action, or a Transmat that cannot work (AF-X2, AF-K5)."""
    stage = stages(card)[card.stage]
    if stage.does:
        return Refusal(f"{stage.name} takes no dice: carry it out.", "AF-X2")
    if not stage.transmat:
        return None
    if "transmat" in now.barred:
        return Refusal(f"{title_of(now.barred['transmat'])} keeps the Transmat shut.", "AF-K5")
    if s.shields and not now.through_shields:
        return Refusal("The Transmat works only while shields are at 0.", "AF-X2")
    return None


# --- paying ----------------------------------------------------------------------------------------------------------


def offer_pays(s: Astroforce, seat: int) -> list[Pay]:
    """Return the cards that still need dice."""
    return [pay(name) for name, card in targets(s) if missing(s, card)]


@lru_cache(200)
def pay(name: str) -> Pay:
    return Pay(name)


def check_pay(s: Astroforce, seat: int, a: Pay) -> Refusal | None:
    """Refuse a card that takes no dice now, or that the dice in stations cannot pay in full (AF-D4, AF-D5)."""
    card = find(s, a.card)
    if card is None:
        return Refusal("There is no such card to put dice on.", "AF-D4")
    refusal = unpayable(s, a.card, card, lasting(s))
    return refusal or unaffordable(s, missing(s, card))


def _needs(s: Astroforce, a: Pay) -> Dice:
    card = find(s, a.card)
    assert card is not None
    return missing(s, card)


def _paid(s: Astroforce, a: Pay, dice: Dice) -> None:
    """Put the dice on the card: a stage is completed, or the card is."""
    card = find(s, a.card)
    assert card is not None
    needs = missing(s, card)
    spend(s, dice)
    card.stacks += [stack(result, used) for result, used in split(needs, dice)]
    s.emit("paid", card=card.card, dice=dice, stage=card.stage)
    go_on(s, *_advance(s, card))


def _advance(s: Astroforce, card: InPlay) -> list[Op]:
    """Complete the stage, or the card without stages; return what follows."""
    steps = stages(card)
    ops: list[Op] = []
    if steps:
        ops += [bind(op, s.captain, card.card) for op in steps[card.stage].does]
        card.moved = True
        card.stage += 1
    card.done = card.stage >= len(steps)
    if card.done and card.card in events():
        ops += [bind(op, s.captain, card.card) for op in events()[card.card].reward]
    return ops


# --- locking in ------------------------------------------------------------------------------------------------------


def offer_locks(s: Astroforce, seat: int) -> list[LockIn]:
    """Return the results that cards without stages still need, if more than one."""
    return [one for name, card in targets(s) if not stages(card) for one in _locks(name, missing(s, card))]


@lru_cache(10_000)
def _locks(name: str, needs: Dice) -> tuple[LockIn, ...]:
    return tuple(LockIn(name, result) for result in dict.fromkeys(needs)) if len(needs) > 1 else ()


def check_lock(s: Astroforce, seat: int, a: LockIn) -> Refusal | None:
    """Refuse what is not one missing result of a card that may hold Locked In dice (AF-D7)."""
    card = find(s, a.card)
    if card is None:
        return Refusal("There is no such card to put dice on.", "AF-D4")
    now = lasting(s)
    if stages(card):
        return Refusal("Stages are paid in full; no dice are Locked In on them.", "AF-D7")
    refusal = closed(a.card, card, now)
    if refusal is not None:
        return refusal
    if now.in_full:
        return Refusal(f"{title_of(now.in_full)}: dice go on a card only to meet its full requirement.", "AF-K2")
    needs = missing(s, card)
    if a.result not in needs:
        return Refusal(f"The card does not need {a.result} any more.", "AF-D7")
    if len(needs) == 1:
        return Refusal("That would complete the card: pay it in full.", "AF-D7")
    return unaffordable(s, (a.result,))


def _locked(s: Astroforce, a: LockIn, dice: Dice) -> None:
    """Put the dice of one result on the card."""
    card = find(s, a.card)
    assert card is not None
    spend(s, dice)
    card.stacks.append(stack(a.result, dice))
    s.emit("locked-in", card=card.card, result=a.result, dice=dice)
    go_on(s)


# --- card actions ----------------------------------------------------------------------------------------------------


def offer_carry_outs(s: Astroforce, seat: int) -> list[CarryOut]:
    """Return the card actions that are the current stage of a card."""
    staged = [(name, card) for name, card in targets(s) if not card.done and stages(card)]
    return [carry_out(name) for name, card in staged if stages(card)[card.stage].does]


@lru_cache(200)
def carry_out(name: str) -> CarryOut:
    return CarryOut(name)


def check_carry_out(s: Astroforce, seat: int, a: CarryOut) -> Refusal | None:
    """Refuse a stage that is no card action, or not this turn (AF-X1, AF-X2)."""
    card = find(s, a.card)
    if card is None or not stages(card):
        return Refusal("There is no such card with stages.", "AF-X2")
    refusal = closed(a.card, card, lasting(s))
    if refusal is not None:
        return refusal
    stage = stages(card)[card.stage]
    return None if stage.does else Refusal(f"{stage.name} needs dice: {' '.join(stage.needs)}.", "AF-X2")


def do_carry_out(s: Astroforce, seat: int, a: CarryOut) -> None:
    """Complete the stage by doing what it says."""
    card = find(s, a.card)
    assert card is not None
    s.emit("carried-out", card=card.card, stage=card.stage)
    go_on(s, *_advance(s, card))


# --- all of it -------------------------------------------------------------------------------------------------------


def on_cards(s: Astroforce, now: Lasting, dice: Purse) -> list[Action]:
    """Return all that can be done on cards, in the order of the rules: payments, single results, card actions."""
    pays: list[Action] = []
    locks: list[Action] = []
    deeds: list[Action] = []
    able, over, plain, barred = dice.able, dice.over, dice.lent is None, now.barred
    may_lock = able and not now.in_full
    if s.mission is not None and "stages" not in barred:
        _on_stage(s, now, dice, s.mission, (pays, deeds))
    for card in s.plots if "developments" in barred else s.plots + s.offers:
        order, needs, cost = _SINGLE[card.card]
        if not needs:
            _on_stage(s, now, dice, card, (pays, deeds))
        elif able and not card.done:
            if card.stacks:
                needs = lacking(now, card)
                cost = COST[needs]
            if ENOUGH[over - cost] if plain else dice.pays(needs):
                pays.append(order)
            if may_lock and len(needs) > 1:
                locks += _locks_of(card.card, needs, able)
    return pays + locks + deeds if locks or deeds else pays


def _single(card: str) -> tuple[Pay, Dice, int]:
    needs = needs_printed(card)
    return pay(card), needs, COST[needs]


_SINGLE: Memo[str, tuple[Pay, Dice, int]] = Memo(_single)
"""What it takes to pay an Event or Development, as it is printed; one with stages needs nothing."""


def _on_stage(s: Astroforce, now: Lasting, dice: Purse, card: InPlay, found: tuple[list[Action], list[Action]]) -> None:
    """Add what can be done on a card's stage to the payments and the card actions found."""
    if card.done or card.moved:
        return
    name = "mission" if card is s.mission else card.card
    if STAGES[card.card][card.stage].does:
        found[1].append(carry_out(name))
    elif dice.able and dice.pays(lacking(now, card)) and _shut(s, card, now) is None:
        found[0].append(pay(name))


@lru_cache(50_000)
def _locks_of(name: str, needs: Dice, able: frozenset[str]) -> tuple[LockIn, ...]:
    return tuple(one for one in _locks(name, needs) if one.result in able)


CARD_BILLS: dict[type[Action], Bill] = {Pay: Bill(_needs, _paid), LockIn: Bill(lambda s, a: (a.result,), _locked)}
CARD_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Pay, offer_pays, check_pay, CARD_BILLS[Pay].settle),
    Rule(LockIn, offer_locks, check_lock, CARD_BILLS[LockIn].settle),
    Rule(CarryOut, offer_carry_outs, check_carry_out, do_carry_out),
)
