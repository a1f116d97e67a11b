"""Crew that grows: raised by tokens, made Specialists, recruited, promoted, taught (UR-W1, UR-W2, UR-W5)."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.rules import Refusal
from starforge.engine.state import draw
from starforge.games.reach.model.actions import Keep, Promote, Raise, Recruit, Specialise
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import Player, Reach
from starforge.games.reach.rules.crew import (
    available,
    box,
    deal_in,
    higher,
    lies,
    next_up,
    promotable,
    pupils,
    recruits,
    remove,
    replace_crew,
    specialists_left,
    spots,
    take_on,
    takes_specialist,
    teach,
)

DRAWN = 3
"""How many Specialists are drawn to keep one (UR-W2)."""
_NOT_YOURS = Refusal("You have no such crew card there.", "UR-W1")


def offer_raises(s: Reach, seat: int) -> list[Raise]:
    p = s.players[seat]
    if not p.tokens:
        return []
    left = box(s)
    return [Raise(card, at, to) for card, at in spots(p) for to in higher(card) if left[to] > 0]


def allowed_raises(s: Reach, seat: int) -> list[Raise]:
    crew, tokens = book().crew, s.players[seat].tokens
    return [a for a in offer_raises(s, seat) if crew[a.to].level - crew[a.card].level <= tokens]


def check_raise(s: Reach, seat: int, a: Raise) -> Refusal | None:
    p, crew = s.players[seat], book().crew
    if not lies(p, a.card, a.at):
        return _NOT_YOURS
    if a.card not in crew:
        return Refusal("Specialists are not raised further.", "UR-W2")
    if a.to not in crew or crew[a.to].home != crew[a.card].home or crew[a.to].level <= crew[a.card].level:
        return Refusal("Crew is raised to a higher card of its own type.", "UR-W1")
    if available(s, a.to) < 1:
        return Refusal(f"The box has no {crew[a.to].title} left.", "UR-T3")
    cost = crew[a.to].level - crew[a.card].level
    return None if cost <= p.tokens else Refusal(f"That takes {cost} tokens; you have {p.tokens}.", "UR-W1")


def do_raise(s: Reach, seat: int, a: Raise) -> None:
    crew = book().crew
    _spend(s, seat, crew[a.to].level - crew[a.card].level)
    replace_crew(s, seat, a.card, a.at, a.to)
    push(s, ("growth", seat))


def _spend(s: Reach, seat: int, tokens: int) -> None:
    s.players[seat].tokens -= tokens
    s.emit("spent", seat=seat, tokens=tokens)


def offer_specialists(s: Reach, seat: int) -> list[Specialise]:
    p = s.players[seat]
    return [Specialise(card, at) for card, at in spots(p) if takes_specialist(card, at)] if p.tokens else []


def check_specialise(s: Reach, seat: int, a: Specialise) -> Refusal | None:
    p = s.players[seat]
    if not lies(p, a.card, a.at):
        return _NOT_YOURS
    if not takes_specialist(a.card, a.at):
        return Refusal("Only a Mid placed as a worker in another department becomes a Specialist.", "UR-W2")
    if not p.tokens:
        return Refusal("That takes a token.", "UR-W2")
    return None if specialists_left(s) else Refusal("There is no Specialist left.", "UR-W2")


def do_specialise(s: Reach, seat: int, a: Specialise) -> None:
    """Spend a token, give the Mid back, and draw the Specialists that only this seat sees."""
    p = s.players[seat]
    _spend(s, seat, 1)
    remove(p, a.card, a.at)
    if len(s.specialists) < DRAWN and s.specialist_discards:
        s.rng.shuffle(s.specialist_discards)
        s.specialists += s.specialist_discards
        s.specialist_discards = []
    p.offered = [card for card in (draw(s, s.specialists) for _ in range(DRAWN)) if card]
    s.emit("searched", seat=seat, card=a.card, at=a.at, offered=list(p.offered), secret={"offered": (seat,)})
    push(s, ("keep-one", seat), ("growth", seat))


def offer_keeps(s: Reach, seat: int) -> list[Keep]:
    return [Keep(card) for card in s.players[seat].offered]


def do_keep(s: Reach, seat: int, a: Keep) -> None:
    p = s.players[seat]
    others = [card for card in p.offered if card != a.card]
    p.offered = []
    s.specialist_discards += others
    s.learned += 1
    deal_in(p, a.card)
    s.emit("kept", seat=seat, card=a.card, discarded=others)


# --- cards from the box -----------------------------------------------------------------------------------------------


def _asked_for(s: Reach, seat: int) -> list[str]:
    """Return the cards that the question to the seat lets it choose from; a hired one may be of any type."""
    level, kind = (*map(str, s.asks[seat].args), "any")[:2]
    return recruits(s, level, kind)


def offer_recruits(s: Reach, seat: int) -> list[Recruit]:
    return [Recruit(card) for card in _asked_for(s, seat)]


def do_recruit(s: Reach, seat: int, a: Recruit) -> None:
    take_on(s, seat, a.card)


def do_hire(s: Reach, seat: int, a: Recruit) -> None:
    s.players[seat].hand.append(a.card)
    s.emit("recruited", seat=seat, card=a.card)


# --- by a card or a Specialist ----------------------------------------------------------------------------------------


def offer_promotions(s: Reach, seat: int) -> list[Promote]:
    return [Promote(card, at) for card, at in promotable(s, s.players[seat])]


def do_promote(s: Reach, seat: int, a: Promote) -> None:
    replace_crew(s, seat, a.card, a.at, next_up(s, a.card))


def _teacher(p: Player) -> str:
    specialists = book().specialists
    aboard = [card for card, _ in p.aboard() if card in specialists]
    return next(card for card in aboard if (specialists[card].round_end or ("",))[0] == "teach-here")


def offer_lessons(s: Reach, seat: int) -> list[Recruit]:
    return [Recruit(card) for card in pupils(s, seat, _teacher(s.players[seat]))]


def do_lesson(s: Reach, seat: int, a: Recruit) -> None:
    teach(s, seat, _teacher(s.players[seat]), a.card)
