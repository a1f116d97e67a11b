"""Decks and piles: lists of card slugs whose first is the top."""

from __future__ import annotations

from collections import Counter

from starforge.engine.state import State


def draw(s: State, deck: list[str], discards: list[str] | None = None) -> str | None:
    """Take the top card, known from now on; with an empty deck shuffle ``discards`` into it first.

    Return None when both are empty.
    """
    if not deck and discards:
        deck[:] = discards
        discards.clear()
        s.rng.shuffle(deck)
    if not deck:
        return None
    s.learned += 1
    return deck.pop(0)


def spread(cards: dict[str, int]) -> list[str]:
    """Return a deck from how often each card stands in it, in the order given."""
    return [card for card, copies in cards.items() for _ in range(copies)]


def rest(deck: list[str], gone: list[str]) -> list[str]:
    """Return ``deck`` without one copy of each card in ``gone``; raise ValueError for one that is not in it."""
    if not gone:
        return list(deck)
    owed, left = Counter(gone), []
    for card in deck:
        if owed[card]:
            owed[card] -= 1
        else:
            left.append(card)
    for card, copies in owed.items():
        if copies:
            raise ValueError(f"there is no {card!r} left in the deck")
    return left
