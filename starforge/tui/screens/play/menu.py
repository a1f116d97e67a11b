"""The menu of a table: an overview of where one can go from it."""

from __future__ import annotations

from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.sky import draw_sky
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header


class MenuScreen(ListPage):
    """Choose what to do besides playing; ends with a word for the table, or None to play on.

    ``resigning`` says what giving up would lead to, '' where nobody here can; ``leaving`` what leaving does. What
    cannot be taken back is asked once more.
    """

    wide = 44

    def __init__(self, title: str, resigning: str = "", leaving: str = "It is saved as it stands.") -> None:
        super().__init__()
        self.heading, self._resigning, self._confirming, self._leaving = title, resigning, "", leaving

    def rows(self) -> list[Row]:
        go = self.go
        return [
            Row("Play on", do=lambda: go(None), key="p", hint="Back to the table."),
            Row("Rulebook", do=lambda: go("rules"), key="r", hint="The rules in our own words, with their ids."),
            Row("Log", do=lambda: go("log"), hint="Everything that happened.", key="o"),
            Row("Keys", do=self.do_help, key="?", hint="What each key does."),
            Row("Settings", do=self._settings, key="s", hint="Theme, look, animations, confirmations."),
            *([self._confirmed("Resign", "resign", "g", f"{self._resigning}.")] if self._resigning else ()),
            Row("Leave the table", do=lambda: go("leave"), key="v", hint=self._leaving),
            Row("Quit starforge", do=lambda: go("exit"), key="x", hint=self._leaving),
        ]

    def go(self, where: str | None) -> None:
        self.leave(where)

    def _confirmed(self, label: str, word: str, key: str, hint: str) -> Row:
        """Return a line that asks before it is done."""

        def act() -> None:
            if self._confirming == word:
                self.go(word)
            else:
                self._confirming = word
                self.note, self.mood = f"{label}? {hint[:1].upper()}{hint[1:]} The same again: yes", "warn"

        return Row(label, do=act, key=key, hint=f"{hint[:1].upper()}{hint[1:]}")

    async def press(self, key: str) -> None:
        """Forget a question when another line is chosen."""
        sure, at = self._confirming, self.number
        await super().press(key)
        if self._confirming == sure and self.number != at:
            self._confirming = ""

    def _settings(self) -> None:
        self.app.push_screen(routes.SettingsScreen())

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_sky(picture, 3)
        draw_header(picture, f"{self.heading} · menu", "everything is saved")
        rows = len(self.rows())
        spare = 4 if rows + 8 <= height else 2
        tall = min(rows + spare, height - 4)
        left, top = (width - self.wide) // 2, (height - tall) // 2
        for row in range(tall):
            picture.put(left, top + row, " " * self.wide)
        picture.box(Region(left, top, self.wide, tall), "Menu")
        self.draw_rows(picture, Region(left + 2, top + spare // 2, self.wide - 4, tall - spare))
        said = wrap(self.note or self.row.hint, self.wide - 2)
        for row, line in enumerate(said[: height - top - tall - 1]):
            picture.put(left, top + tall + row, " " * self.wide)
            picture.put(left + 2, top + tall + row, line, f"{self.mood} bold" if self.note else "dim")
        draw_footer(picture, self.scope)
        return picture
