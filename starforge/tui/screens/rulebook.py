"""The rulebook of a game: to read, to search, and to open at the rule in question."""

from __future__ import annotations

from functools import lru_cache

from starforge.games import load
from starforge.games.rulebook import read_rulebook
from starforge.tui.markdown import Line, place_of, render
from starforge.tui.screens.text import TextPage


@lru_cache(8)
def _rendered(game: str, width: int) -> list[Line]:
    try:
        return render(read_rulebook(game), width)
    except OSError as error:
        return [[(f"The rulebook cannot be read: {error}", "danger")]]


class RulebookScreen(TextPage):
    """Show a game's rulebook, open at a rule if one is given."""

    scope = "search"

    def __init__(self, game: str, rule: str = "") -> None:
        title = load(game).info.title
        super().__init__(f"{title} · rules" + (f" · {rule}" if rule else ""))
        self.game, self._rule = game, rule

    def lines(self, width: int) -> list[Line]:
        """Return the rulebook, and go to the rule that was asked for."""
        lines = _rendered(self.game, width)
        if self._rule:
            place = place_of(lines, self._rule)
            self.words, self._rule = self._rule.lower(), ""
            if place is not None:
                self.top = max(place - 2, 0)
                self._hit = sum(self.words in "".join(t for t, _ in spans).lower() for spans in lines[:place])
        return lines
