"""The box beside the table: crew that can still be taken, and how crew is replaced. Nothing here is stored twice."""

from __future__ import annotations

from collections import Counter
from functools import cache

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, LEVELS, Player, Reach


def available(s: Reach, card: str) -> int:
    return book().crew[card].copies - sum(p.owned().count(card) for p in s.players)


def box(s: Reach) -> dict[str, int]:
    owned = Counter(card for p in s.players for card in p.owned())
    return {card: crew.copies - owned[card] for card, crew in book().crew.items()}


def recruits(s: Reach, level: str, kind: str) -> list[str]:
    """Return the crew cards of a level and type ('any' for each) of which the box has some."""
    letters = "esop" if kind == "any" else kind[0]
    cards = [f"{letter}{LEVELS.index(level) + 1}" for letter in letters]
    left = box(s)
    return [card for card in cards if left[card] > 0]


@cache
def higher(card: str) -> tuple[str, ...]:
    """Return the higher cards of the same type, the next level first; none for a Specialist (UR-W2)."""
    return tuple(f"{card[0]}{n}" for n in range(int(card[1]) + 1, 5)) if card in book().crew else ()


def next_up(s: Reach, card: str) -> str:
    """Return the card one level higher if the box has it, else ''."""
    return next((to for to in higher(card)[:1] if available(s, to) > 0), "")


def spots(p: Player) -> list[tuple[str, str]]:
    """Return every crew card of the player with its place, equal ones once: on the ship, in hand, in the deck."""
    deck = [(card, "deck") for card in sorted(p.deck)]
    return list(dict.fromkeys([*p.aboard(), *((card, "hand") for card in p.hand), *deck]))


def lies(p: Player, card: str, at: str) -> bool:
    if at in ("deck", "hand"):
        return card in (p.deck if at == "deck" else p.hand)
    return card in p.crew.get(at, ())


def remove(p: Player, card: str, at: str) -> None:
    (p.deck if at == "deck" else p.hand if at == "hand" else p.crew[at]).remove(card)


def takes_specialist(card: str, at: str) -> bool:
    """Return whether crew is a Mid that works in another department (UR-W2: not repairers, but the Defence Center)."""
    crew = book().crew.get(card)
    return crew is not None and crew.level == 2 and (at == DEFENCE or (at in DEPARTMENTS and at != crew.home))


def specialists_left(s: Reach) -> int:
    return len(s.specialists) + len(s.specialist_discards)


def deal_in(p: Player, card: str) -> None:
    """Give a player new crew: it is at hand until it goes into the deck with the rest, or in landing is placed."""
    p.hand = sorted([*p.hand, card])


def take_on(s: Reach, seat: int, card: str) -> None:
    deal_in(s.players[seat], card)
    s.emit("recruited", seat=seat, card=card)


def promotable(s: Reach, p: Player) -> list[tuple[str, str]]:
    left = box(s)
    return [(card, at) for card, at in dict.fromkeys(p.aboard()) if any(left[to] > 0 for to in higher(card)[:1])]


def where(p: Player, card: str) -> str:
    return next(zone for one, zone in p.aboard() if one == card)


def pupils(s: Reach, seat: int, card: str) -> list[str]:
    """Return the Juniors beside a Specialist for whom there is a Mid."""
    p = s.players[seat]
    here = dict.fromkeys(p.crew[where(p, card)])
    return [c for c in here if crew_card(c).level == 1 and next_up(s, c)]


def teach(s: Reach, seat: int, card: str, pupil: str) -> None:
    replace_crew(s, seat, pupil, where(s.players[seat], card), next_up(s, pupil))


def replace_crew(s: Reach, seat: int, card: str, at: str, to: str) -> None:
    """Put a higher card where a crew member stands; in the Landing Sequence it will be placed anew (UR-E2)."""
    p = s.players[seat]
    remove(p, card, at)
    if s.phase == "landing" or at not in p.crew:
        s.learned += at == "deck"
        deal_in(p, to)
    else:
        p.crew[at].append(to)
    s.emit("raised", seat=seat, card=card, at=at, to=to)


def earlier(s: Reach, seat: int) -> list[tuple[str, str]]:
    """Return the crew aboard that was placed in earlier turns, equal ones once."""
    p = s.players[seat]
    left = list(p.aboard())
    for spot in p.plan:
        left.remove(spot)
    return list(dict.fromkeys(left))
