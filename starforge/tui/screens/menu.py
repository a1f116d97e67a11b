"""The menu of a table: an overview of where one can go from it."""

from __future__ import annotations

from starforge.tui.picture import Picture
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header
from starforge.tui.screens.sky import draw_sky


class MenuScreen(ListPage):
    """Choose what to do besides playing; ends with a word for the table, or None to play on."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def rows(self) -> list[Row]:
        """Return where one can go."""
        go = self._go
        return [
            Row("Play on", act=lambda: go(None), key="p", hint="Back to the table."),
            Row("Rulebook", act=lambda: go("rules"), key="r", hint="The rules in our own words, with their ids."),
            Row("Log", act=lambda: go("log"), hint="Everything that happened.", key="o"),
            Row("Keys", act=self.do_help, key="?", hint="What each key does."),
            Row("Settings", act=self._settings, key="s", hint="Theme, look, animations, confirmations."),
            Row("Leave the table", act=lambda: go("leave"), key="v", hint="It is saved as it stands."),
            Row("Quit starforge", act=lambda: go("exit"), key="x", hint="The game is saved as it stands."),
        ]

    def _go(self, where: str | None) -> None:
        self.leave(where)

    def _settings(self) -> None:
        from starforge.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def draw(self, width: int, height: int) -> Picture:
        """Return the menu in the middle of the screen."""
        picture = Picture(width, height)
        draw_sky(picture, 3)
        draw_header(picture, f"{self.heading} · menu", "everything is saved")
        left, top = (width - 44) // 2, (height - 11) // 2
        for row in range(11):
            picture.put(left, top + row, " " * 44)
        picture.box(left, top, 44, 11, "Menu")
        self.draw_rows(picture, left + 2, top + 2, 40, 7)
        picture.put(left, top + 11, " " * 44)
        self.draw_note(picture, left + 2, top + 11, 40)
        draw_footer(picture, self.scope)
        return picture
