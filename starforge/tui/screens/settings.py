"""The settings: how it looks and how much it asks. Every change holds at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.bots.levels import title
from starforge.tui.app.theme import THEMES
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.page import draw_footer, draw_header

ADVISERS = ["cadet", "officer", "captain", "admiral"]
ADVICE = "Which level of bots gives them (h); New game says how each plays."
LOOKS = {"auto": "as the terminal can", "unicode": "all glyphs", "ascii": "ASCII only"}


class SettingsScreen(ListPage):
    """Change settings."""

    scope = "form"

    def rows(self) -> list[Row]:
        now = self.app.settings
        theme = THEMES.get(now.theme) or next(iter(THEMES.values()))
        return [
            Row("Theme", theme.title, theme.about.capitalize() + ".", change=self._cycle("theme", list(THEMES))),
            Row("Look", LOOKS[now.look], "Which glyphs to draw with.", change=self._cycle("look", list(LOOKS))),
            self._switch("Animations", "animations", "Half a second for dice, shots and deeds; any key ends it."),
            self._switch("Confirmations", "confirmations", "Ask once more before a table is left."),
            self._switch("Hand-offs", "handoffs", "Wait for a key when another player here is asked, secrets or not."),
            self._switch("Reports", "reports", "Tell before your turn what has happened, and what bots have done."),
            self._switch("Bell", "bell", "Ring when it is your turn at a table of a server."),
            Row(
                "Hints",
                title(now.hints),
                ADVICE,
                change=self._cycle("hints", ADVISERS),
            ),
            Row("Your name", now.name or "not set", "The name offered in new games.", do=self._rename),
            Row("Back", do=self.do_back),
        ]

    def _switch(self, label: str, name: str, hint: str) -> Row:
        now = getattr(self.app.settings, name)
        return Row(label, "on" if now else "off", hint, change=lambda way: self._set(name, not now))

    def _cycle(self, name: str, values: list[str]) -> Callable[[int], None]:
        return lambda way: self._set(name, cycled(values, getattr(self.app.settings, name), way))

    def _set(self, name: str, value: Any) -> None:
        self.note, self.mood = self.app.set(**{name: value}), "danger"

    def _rename(self) -> None:
        start = TextField.of(self.app.settings.name, 24, offered=True)
        self.type("Your name", start, lambda name: self._set("name", name.strip()))

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_header(picture, "Settings", "kept at once")
        left, room = max((width - 72) // 2, 1), min(width - 2, 72)
        picture.box(Region(left, 1, room, 12), "Settings")
        self.draw_rows(picture, Region(left + 2, 2, room - 4, 10), 24)
        self.draw_note(picture, left + 2, 13, room - 4)
        if height >= 21:
            self._sample(picture, left, 15, room)
        draw_vista(picture, Region(0, 21, width, height - 22), "quiet", self.plain)
        draw_footer(picture, self.scope)
        return picture

    def _sample(self, picture: Picture, x: int, y: int, width: int) -> None:
        picture.box(Region(x, y, width, 5), f"How it looks: {self.app.look.title}")
        row = [
            ("▲ mine  ", "mine bold"),
            ("● foe  ", "foe bold"),
            ("◆ ally  ", "ally bold"),
            ("■ third  ", "third bold"),
        ]
        picture.spans(x + 2, y + 1, row)
        row = [
            ("▸ can be done  ", "legal bold"),
            ("! danger  ", "danger bold"),
            ("✓ done  ", "good"),
            ("× barred", "dim"),
        ]
        picture.spans(x + 2, y + 2, row)
        picture.put(x + 2, y + 3, " under the cursor ", "title on:cursor")
        picture.put(x + 22, y + 3, " matches it ", "on:lit bold")
        for n in range(6):
            at = x + 37 + 4 * n
            picture.spans(at, y + 3, [("▐", f"hue{n + 1}"), ("CSMEX!"[n], f"on:hue{n + 1} bold"), ("▌", f"hue{n + 1}")])
