"""The help: the keys of a screen, out of the table of keys."""

from __future__ import annotations

from starforge.tui.app import routes
from starforge.tui.app.keys import bindings, says, taken
from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.screens.text import TextPage

GENERAL = (
    "Everything is saved as it happens; leaving never asks to save. Each choice has its own key, shown before it.",
    "The mouse works too: a click on a choice does it, a click on the board goes there, a second click acts.",
)


class HelpScreen(TextPage):
    """Show what each key does in some scopes; at a table of ``game`` its words and signs are a key away."""

    def __init__(self, *scopes: str, game: str = "") -> None:
        super().__init__("Keys")
        self.of, self.game = scopes, game
        self.scope = "help" if game else "text"

    def lines(self, width: int) -> list[list[Span]]:
        lines: list[list[Span]] = [[]]
        works = {name: key for scope in self.of for name, key in taken(scope).items()}
        for key in (key for scope in self.of for key in bindings(scope)):
            names = [says(name) for name in key.keys if works[name] is key]
            if names:
                column = "  ".join(names)
                for n, line in enumerate(wrap(key.help, width - 24)):
                    lines.append([(f"{column if n == 0 else '':<22}", "legal bold"), (line, "")])
        for words in GENERAL:
            lines += [[], *([(line, "dim")] for line in wrap(words, width))]
        return lines

    def do_glossary(self) -> None:
        self.app.push_screen(routes.GlossaryScreen(self.game))

    def do_help(self) -> None:
        self.do_back()
