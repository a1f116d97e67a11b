"""Every sign and word of a game, with its sign drawn as on the board."""

from __future__ import annotations

import re

from starforge.games import load
from starforge.games.glossary import Term, glossary
from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.screens.text import TextPage

SIGN = 14
"""Columns of the signs."""
_DIE = re.compile(r"(▐.+?▌)")


class GlossaryScreen(TextPage):
    scope = "search"

    def __init__(self, game: str) -> None:
        super().__init__(f"{load(game).info.title} · words and signs")
        self.game = game

    def lines(self, width: int) -> list[list[Span]]:
        return [[], *(line for term in glossary(self.game) for line in term_lines(term, width))]


def term_lines(term: Term, width: int) -> list[list[Span]]:
    """Return a term as lines: its sign, its word, then what it is for and the rule."""
    drawn = sign(term)
    room = SIGN - sum(len(text) for text, _ in drawn)
    lines: list[list[Span]] = [[*drawn, (" " * max(room, 1), ""), (term.word, "title bold")]]
    words = wrap(term.text + (f" [{term.rule}]" if term.rule else ""), width - SIGN)
    return [*lines, *([(" " * SIGN, ""), (line, "")] for line in words), []]


def sign(term: Term) -> list[Span]:
    """Return a sign as it is drawn: a die or plate stands on a ground of its hue."""
    spans: list[Span] = []
    for part in _DIE.split(term.sign):
        if _DIE.fullmatch(part):
            spans += [(part[0], term.style), (part[1:-1], f"on:{term.style} bold"), (part[-1], term.style)]
        elif part:
            spans.append((part, term.style))
    return spans
