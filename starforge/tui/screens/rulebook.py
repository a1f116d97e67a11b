"""The rulebook of a game: to read, to search, and to open at the rule in question."""

from __future__ import annotations

from functools import lru_cache

from starforge.games import load
from starforge.games.rulebook import read_rulebook
from starforge.tui.drawing.markdown import Line, place_of, render
from starforge.tui.screens.text import TextPage

_rendered = lru_cache(8)(render)


class RulebookScreen(TextPage):
    """Show a game's rulebook, open at a rule if one is given."""

    scope = "search"

    def __init__(self, game: str, rule: str = "") -> None:
        title = load(game).info.title
        super().__init__(f"{title} · rules" + (f" · {rule}" if rule else ""))
        self._rule = rule
        try:
            self._text = read_rulebook(game)
        except OSError as error:
            self._text = f"The rulebook cannot be read: {error}"

    def lines(self, width: int) -> list[Line]:
        """Return the rulebook, and go to the rule that was asked for."""
        lines = _rendered(self._text, width)
        if self._rule:
            place = place_of(lines, self._rule)
            self.words, self._rule = self._rule.lower(), ""
            if place is not None:
                self.top = max(place - 2, 0)
                self._hit = sum(self.words in "".join(t for t, _ in spans).lower() for spans in lines[:place])
        return lines
