"""What can be asked about the table in text."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.report import card_lines

TOPICS = {"card": "card WORDS: what the cards on the table with these words in their title say"}


def inform(view: AstroforceView, topic: str, words: Sequence[str]) -> list[str]:
    """Return what cards say whose titles hold the words."""
    wanted = " ".join(words).lower()
    cards = [*([view.mission] if view.mission else ()), *view.plots, *view.offers, *view.active]
    found = [card for card in cards if wanted in card.title.lower()]
    return [line for card in found for line in (*card_lines(card), f"  {card.flavour}")] or [
        "No card on the table has these words in its title."
    ]
