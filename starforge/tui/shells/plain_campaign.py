"""A campaign by lines: how it stands is told, and what goes on to the next patrol is asked."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.tables.own.campaign import Campaign, goes_on_words
from starforge.tui.shells.lines import Lines


def ask_what_goes_on(found: Campaign, lines: Lines) -> tuple[str, tuple[str, ...]]:
    """Return the Development and the marks that go on; where there is no choice nothing is asked."""
    lines.say(*found.lines())
    cards = [*found.developments, ""]
    card = cards[_ask(lines, "Which Development goes on (AF-P2)?", [goes_on_words(card) for card in cards])]
    roles = found.mark_choices
    words = [f"{' and '.join(some) or 'nobody'}{' (as before)' if not n else ''}" for n, some in enumerate(roles)]
    return card, roles[_ask(lines, "Who has a veteran's mark from now on (AF-P3)?", words)]


def _ask(lines: Lines, question: str, words: Sequence[str]) -> int:
    """Return which of some things was chosen, the first one at the end of input."""
    if len(words) == 1:
        return 0
    lines.say(question, *(f"{n}. {what}." for n, what in enumerate(words, 1)))
    while (line := lines.ask()) is not None:
        if line.isdecimal() and len(line) < 10 and 1 <= int(line) <= len(words):
            return int(line) - 1
        lines.say(f"Type a number from 1 to {len(words)}.")
    return 0
