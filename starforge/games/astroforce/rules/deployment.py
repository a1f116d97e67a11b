"""Dice onto cards in Deploy: paying stages, Events and Developments, Locking In, card actions."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.engine.ops import bind, push
from starforge.engine.rules import Refusal, Rule
from starforge.engine.state import Op
from starforge.games.astroforce.model.actions import CarryOut, Dice, Lock, Pay
from starforge.games.astroforce.model.catalogue import Stage, developments, events
from starforge.games.astroforce.model.state import Astroforce, InPlay, stack
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.payments import Counts, count, counts, payments, singles, split
from starforge.games.astroforce.rules.piles import find, lacking, missing, stages
from starforge.games.astroforce.rules.turn import DEPLOY


def go_on(s: Astroforce, *ops: Op) -> None:
    """Let ops run, then ask for the next order; the Crew's proposal is answered by whatever was ordered."""
    s.proposal = ""
    if ops:
        push(s, *ops, ("deploy", s.captain))
    else:
        s.asks[s.captain] = DEPLOY


def spend(s: Astroforce, dice: Dice) -> None:
    """Take dice from stations, and results from the Bridge Crew."""
    for die in dice:
        if die[0] == "+":
            s.bridge[die[1:]] -= 1
        else:
            s.crew[die] -= 1


def targets(s: Astroforce) -> list[tuple[str, InPlay]]:
    """Return the cards that dice may be meant for, by the name that actions use."""
    found = [(card.card, card) for card in (*s.plots, *s.offers)]
    return [("mission", s.mission), *found] if s.mission is not None else found


def closed(s: Astroforce, name: str, card: InPlay, now: Lasting) -> Refusal | None:
    """Return why nothing can be done on a card this turn."""
    if card.done:
        return Refusal("All it needs is there already; the card moves at Cleanup.", "AF-X5")
    if card.moved:
        return Refusal("Only one stage may be completed per turn.", "AF-X1")
    if name == "mission" and "stages" in now.barred:
        return Refusal(f"{title_of(now.barred['stages'])} lets no Mission stage be completed.", "AF-X5")
    if name in developments() and "developments" in now.barred:
        return Refusal(f"{title_of(now.barred['developments'])} lets no dice go on Developments.", "AF-X5")
    return None


def title_of(card: str) -> str:
    """Return the title of an Event."""
    return events()[card].title


def unpayable(s: Astroforce, name: str, card: InPlay, now: Lasting) -> Refusal | None:
    """Return why no dice can be put on a card this turn, whatever dice there are."""
    steps = stages(card)
    return closed(s, name, card, now) or (_shut(s, steps[card.stage], now) if steps else None)


def _shut(s: Astroforce, stage: Stage, now: Lasting) -> Refusal | None:
    """Return why a stage takes no dice: it is a card action, or a Transmat that cannot work (AF-X2, AF-K5)."""
    if stage.does:
        return Refusal(f"{stage.name} takes no dice: carry it out.", "AF-X2")
    if not stage.transmat:
        return None
    if "transmat" in now.barred:
        return Refusal(f"{title_of(now.barred['transmat'])} keeps the Transmat shut.", "AF-K5")
    if s.shields and not now.through_shields:
        return Refusal("The Transmat works only while shields are at 0.", "AF-X2")
    return None


def _pays(name: str, needs: Dice, crew: Counts, bridge: Counts) -> list[Action]:
    return [Pay(name, dice) for dice in payments(count(needs), crew, bridge)]


def _locks(name: str, needs: Dice, crew: Counts, bridge: Counts) -> list[Action]:
    if len(needs) < 2:
        return []
    ways = singles(crew, bridge)
    return [Lock(name, result, dice) for result in dict.fromkeys(needs) for dice in ways[result]]


def on_cards(s: Astroforce) -> tuple[list[Action], list[Action], list[Action]]:
    """Return all that can be done on cards: payments in full, single results, card actions."""
    now, crew, bridge = lasting(s), counts(s.crew), counts(s.bridge)
    pays: list[Action] = []
    locks: list[Action] = []
    deeds: list[Action] = []
    for name, card in targets(s):
        if closed(s, name, card, now) is not None:
            continue
        steps = stages(card)
        if not steps:
            needs = lacking(now, card)
            pays += _pays(name, needs, crew, bridge)
            if not now.in_full:
                locks += _locks(name, needs, crew, bridge)
        elif steps[card.stage].does:
            deeds.append(CarryOut(name))
        elif _shut(s, steps[card.stage], now) is None:
            pays += _pays(name, lacking(now, card), crew, bridge)
    return pays, locks, deeds


def _refused_pays(s: Astroforce) -> list[Action]:
    """Return for each card that cannot be paid the plainest payment, to show why."""
    now, crew, bridge = lasting(s), counts(s.crew), counts(s.bridge)
    found: list[Action] = []
    for name, card in targets(s):
        needs = missing(s, card)
        if needs and (unpayable(s, name, card, now) or not _pays(name, needs, crew, bridge)):
            found.append(Pay(name, needs))
    return found


def check_pay(s: Astroforce, seat: int, a: Pay) -> Refusal | None:
    """Refuse dice that are not a smallest payment of all that the card or stage needs (AF-D5)."""
    card = find(s, a.card)
    if card is None:
        return Refusal("There is no such card to put dice on.", "AF-D4")
    refusal = unpayable(s, a.card, card, lasting(s))
    if refusal is not None:
        return refusal
    needs = missing(s, card)
    return wrong_dice(s, needs, a.dice)


def wrong_dice(s: Astroforce, needs: Dice, dice: Dice) -> Refusal | None:
    """Refuse dice that are no smallest payment of the results (AF-D5)."""
    paid = payments(count(needs), counts(s.crew), counts(s.bridge))
    if dice in paid:
        return None
    wanted = " ".join(needs)
    if not paid:
        return Refusal(f"The dice in stations cannot make {wanted}.", "AF-D5")
    return Refusal(f"Those dice do not pay {wanted}, or not with as few as will do.", "AF-D5")


def do_pay(s: Astroforce, seat: int, a: Pay) -> None:
    """Put the dice on the card: a stage is completed, or the card is."""
    card = find(s, a.card)
    assert card is not None
    needs = missing(s, card)
    spend(s, a.dice)
    card.stacks += [stack(result, dice) for result, dice in split(needs, a.dice)]
    s.emit("paid", card=card.card, dice=a.dice, stage=card.stage)
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


def check_lock(s: Astroforce, seat: int, a: Lock) -> Refusal | None:
    """Refuse dice that are not one missing result of a card that may hold Locked In dice (AF-D7)."""
    card = find(s, a.card)
    if card is None:
        return Refusal("There is no such card to put dice on.", "AF-D4")
    now = lasting(s)
    if stages(card):
        return Refusal("Stages are paid in full; no dice are Locked In on them.", "AF-D7")
    refusal = closed(s, a.card, card, now)
    if refusal is not None:
        return refusal
    if now.in_full:
        return Refusal(f"{title_of(now.in_full)}: dice go on a card only to meet its full requirement.", "AF-K2")
    needs = missing(s, card)
    if a.result not in needs:
        return Refusal(f"The card does not need {a.result} any more.", "AF-D7")
    if len(needs) == 1:
        return Refusal("That would complete the card: pay it in full.", "AF-D7")
    return wrong_dice(s, (a.result,), a.dice)


def _refused_locks(s: Astroforce) -> list[Action]:
    """Return, while nothing may be Locked In, one such result a card, to show why."""
    if not lasting(s).in_full:
        return []
    open_cards = [(name, missing(s, card)) for name, card in targets(s) if not stages(card) and not card.done]
    return [Lock(name, needs[0], (needs[0],)) for name, needs in open_cards if len(needs) > 1]


def do_lock(s: Astroforce, seat: int, a: Lock) -> None:
    """Put the dice of one result on the card."""
    card = find(s, a.card)
    assert card is not None
    spend(s, a.dice)
    card.stacks.append(stack(a.result, a.dice))
    s.emit("locked-in", card=card.card, result=a.result, dice=a.dice)
    go_on(s)


def check_carry_out(s: Astroforce, seat: int, a: CarryOut) -> Refusal | None:
    """Refuse a stage that is no card action, or not this turn (AF-X1, AF-X2)."""
    card = find(s, a.card)
    if card is None or not stages(card):
        return Refusal("There is no such card with stages.", "AF-X2")
    refusal = closed(s, a.card, card, lasting(s))
    if refusal is not None:
        return refusal
    stage = stages(card)[card.stage]
    return None if stage.does else Refusal(f"{stage.name} needs dice: {' '.join(stage.needs)}.", "AF-X2")


def _refused_carry_outs(s: Astroforce) -> list[Action]:
    """Return the card actions that have to wait."""
    now = lasting(s)
    staged = [(name, card) for name, card in targets(s) if not card.done and stages(card)]
    waiting = [(name, card) for name, card in staged if stages(card)[card.stage].does]
    return [CarryOut(name) for name, card in waiting if closed(s, name, card, now) is not None]


def do_carry_out(s: Astroforce, seat: int, a: CarryOut) -> None:
    """Complete the stage by doing what it says."""
    card = find(s, a.card)
    assert card is not None
    s.emit("carried-out", card=card.card, stage=card.stage)
    go_on(s, *_advance(s, card))


CARD_RULES: tuple[Rule[Astroforce], ...] = (
    Rule(Pay, lambda s, seat: on_cards(s)[0] + _refused_pays(s), check_pay, do_pay),
    Rule(Lock, lambda s, seat: on_cards(s)[1] + _refused_locks(s), check_lock, do_lock),
    Rule(CarryOut, lambda s, seat: on_cards(s)[2] + _refused_carry_outs(s), check_carry_out, do_carry_out),
)
