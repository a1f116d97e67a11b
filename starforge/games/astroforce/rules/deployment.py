"""Dice onto cards in Deploy: paying stages, Events and Developments, Locking In, card actions."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.engine.ops import bind
from starforge.engine.rules import Refusal, Rule
from starforge.engine.state import Op
from starforge.games.astroforce.model.actions import CarryOut, LockIn, Pay
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, Astroforce, InPlay, stack
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.paying import Bill, go_on, spend, unaffordable
from starforge.games.astroforce.rules.payments import COST, ENOUGH, Dice, Memo, Purse, split
from starforge.games.astroforce.rules.piles import STAGES, find, lacking, left, missing, needs_printed, stages


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
    return [PAY[name] for name, card in targets(s) if missing(s, card)]


PAY: Memo[str, Pay] = Memo(Pay)


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
    card.stacks += _STACKS[needs, dice]
    s.emit("paid", card=card.card, dice=dice, stage=card.stage)
    go_on(s, *_advance(s, card))


_STACKS: Memo[tuple[Dice, Dice], list[str]] = Memo(lambda paid: [stack(*one) for one in split(*paid)])
"""What lies on a card when needs have been paid with dice."""


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


def _locks(name: str, needs: Dice) -> list[LockIn]:
    return [LockIn(name, result) for result in dict.fromkeys(needs)] if len(needs) > 1 else []


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
    return [_CARRY_OUT[name] for name, card in staged if stages(card)[card.stage].does]


_CARRY_OUT: Memo[str, CarryOut] = Memo(CarryOut)


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
    lockable = 0 if now.in_full else able
    if s.mission is not None and "stages" not in barred:
        _on_stage(s, now, dice, s.mission, (pays, deeds))
    for card in s.plots if not able or "developments" in barred else s.plots + s.offers:
        order, needs, cost, single = _OPEN[(card.card, *card.stacks)] if card.stacks else _WHOLE[card.card]
        if not cost:
            _on_stage(s, now, dice, card, (pays, deeds))
        elif able and not card.done:
            if ENOUGH[over - cost] if plain else dice.pays(needs):
                pays.append(order)
            locks += single[lockable]
    return pays + locks + deeds if locks or deeds else pays


Open = tuple[Pay, Dice, int, list[list[LockIn]]]
"""How a card without stages is paid: by which order, what it lacks, that packed, what may be Locked In by ``able``."""


def _open(card: tuple[str, ...]) -> Open:
    """Return it for a card and the results that lie on it; a card with stages lacks nothing."""
    name = card[0]
    needs = left(card) if needs_printed(name) else ()
    return PAY[name], needs, COST[needs], _SINGLE[name, needs]


def _single(card: tuple[str, Dice]) -> list[list[LockIn]]:
    locks = _locks(*card)
    return [[lock for lock in locks if able >> FACES.index(lock.result) & 1] for able in range(1 << len(FACES))]


_SINGLE: Memo[tuple[str, Dice], list[list[LockIn]]] = Memo(_single)
_OPEN: Memo[tuple[str, ...], Open] = Memo(_open)
_WHOLE: Memo[str, Open] = Memo(lambda card: _open((card,)))


def _on_stage(s: Astroforce, now: Lasting, dice: Purse, card: InPlay, found: tuple[list[Action], list[Action]]) -> None:
    """Add what can be done on a card's stage to the payments and the card actions found."""
    if card.done or card.moved:
        return
    name = "mission" if card is s.mission else card.card
    if STAGES[card.card][card.stage].does:
        found[1].append(_CARRY_OUT[name])
    elif dice.able and dice.pays(lacking(now, card)) and _shut(s, card, now) is None:
        found[0].append(PAY[name])


CARD_BILLS: dict[type[Action], Bill] = {Pay: Bill(_needs, _paid), LockIn: Bill(lambda s, a: (a.result,), _locked)}
CARD_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Pay, offer_pays, check_pay, CARD_BILLS[Pay].settle),
    Rule(LockIn, offer_locks, check_lock, CARD_BILLS[LockIn].settle),
    Rule(CarryOut, offer_carry_outs, check_carry_out, do_carry_out),
)
