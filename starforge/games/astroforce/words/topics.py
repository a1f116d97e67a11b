"""What can be asked about the table in text."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import percent
from starforge.games.astroforce.view.chances import Chance, chances, dice_rolled
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.events import counted
from starforge.games.astroforce.words.report import card_lines, meanings

TOPICS = {
    "card": "card WORDS: what the cards on the table with these words in their title say",
    "odds": "odds: what the dice can pay for now, with one of them rolled again, and at the next Roll Call",
}


def inform(view: AstroforceView, topic: str, words: Sequence[str]) -> list[str]:
    """Return what cards say whose titles hold the words, or what the dice can pay for."""
    if topic == "odds":
        return odds(view)
    wanted = " ".join(words).lower()
    cards = [*([view.mission] if view.mission else ()), *view.plots, *view.offers, *view.active]
    found = [card for card in cards if wanted in card.title.lower()]
    return [line for card in found for line in (*card_lines(card), *meanings(card), f"  {card.flavour}")] or [
        "No card on the table has these words in its title."
    ]


def odds(view: AstroforceView) -> list[str]:
    """Return the chances of all that dice can be put on, a line each."""
    found = chances(view)
    if not found:
        return ["Nothing on the table needs dice."]
    dice = counted(dice_rolled(view), "die", "dice")
    return [f"By the dice alone, whatever Events bring. The next Roll Call is one of {dice}.", *map(_odds, found)]


def _odds(chance: Chance) -> str:
    parts = []
    if chance.now is not None:
        parts = ["can be paid now" if chance.now else "cannot be paid now"]
    if chance.again is not None and not chance.now:
        parts.append(f"{percent(chance.again)} if the best die for it is rolled again")
    if chance.next is not None:
        parts.append(f"{percent(chance.next)} at the next Roll Call")
    return (
        f"{chance.label}: {' '.join(chance.needs)}; {', '.join(parts)}.{f' {chance.reason}' if chance.reason else ''}"
    )
