"""A screen of a few paragraphs: what there is to know about a thing."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.tui.app import routes
from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.screens.text import TextPage


class ReaderScreen(TextPage):
    """Show paragraphs; the first is the title of the thing. ``rule`` of ``game`` can be opened, if there is one."""

    def __init__(self, title: str, paragraphs: Sequence[str], game: str = "", rule: str = "") -> None:
        super().__init__(title)
        self.paragraphs, self.game, self.rule = tuple(paragraphs), game, rule
        self.scope = "reader" if rule else "text"

    def do_rules(self) -> None:
        self.app.push_screen(routes.RulebookScreen(self.game, self.rule))

    def lines(self, width: int) -> list[list[Span]]:
        lines: list[list[Span]] = [[]]
        for number, words in enumerate(self.paragraphs):
            lines += [[(line, "title bold" if number == 0 else "")] for line in wrap(words, width)]
            if number == 0 or len(words) > width:
                lines.append([])
        return lines
