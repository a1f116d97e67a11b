"""The log: everything that happened and that the reader may know, by turn."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.screens.text import TextPage


class LogScreen(TextPage):
    """Show lines, each with its turn, which the game calls ``span``; it opens at the end."""

    scope = "search"

    def __init__(self, title: str, told: Sequence[tuple[int, str]], span: str = "turn") -> None:
        super().__init__(f"{title} · log")
        self.told, self._span = tuple(told), span
        self.top = 1_000_000

    def lines(self, width: int) -> list[list[Span]]:
        lines: list[list[Span]] = []
        turn = -1
        for now, words in self.told:
            if now != turn:
                turn = now
                head = f"{self._span.title()} {turn} " if turn else "Setup "
                lines += [[], [(head, "legal bold"), ("─" * max(width - len(head) - 2, 0), "line")]]
            lines += [[("· " if n == 0 else "  ", "dim"), (line, "")] for n, line in enumerate(wrap(words, width - 2))]
        return lines or [[("Nothing has happened yet.", "dim")]]
