"""The menu of a table: an overview of where one can go from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.tui.app import routes
from starforge.tui.drawing.art.sky import draw_sky
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header

Act = Callable[[], Any]
"""What a line does for the table, at once or when it is awaited."""
More = Callable[["MenuScreen"], list[Row]]
Watch = Callable[[Callable[[], None]], Callable[[], None]]


class MenuScreen(ListPage):
    """Choose what to do besides playing; ends with a word or an act for the table, or None to play on.

    ``resigning`` says what giving up would lead to, '' where nobody here can. What cannot be taken back is asked once
    more, and so is whether to leave, where confirmations are wanted; ``leaving`` says why that needs no question.
    ``more`` are lines besides, ``watch`` has them made anew after a change. ``kept``: the game is not in memory alone.
    """

    kept = True

    def __init__(
        self,
        title: str,
        resigning: str = "",
        leaving: str = "",
        more: More = lambda menu: [],
        watch: Watch | None = None,
    ) -> None:
        super().__init__()
        self.heading, self._resigning, self._leaving = title, resigning, leaving or "It is saved as it stands."
        self._more, self._confirming, self._asks = more, "", not leaving
        self._watch, self.wide = watch, 56 if watch else 44
        self._unwatch: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        if self._watch is not None:
            self._unwatch = self._watch(self._called)

    def _called(self) -> None:
        self.call_later(self.repaint)

    def on_unmount(self) -> None:
        self._unwatch()

    def rows(self) -> list[Row]:
        leaving = self._leaving if self.kept else "It is in memory alone, and lost when you leave."
        rescue = self.going("Keep it elsewhere", "rescue", "w", "Its file is gone: name a folder to keep it in.")
        away = self.confirmed if self.app.settings.confirmations and self._asks else self.going
        return [
            self.going("Play on", None, "p", "Back to the table."),
            *(() if self.kept else [rescue]),
            *self._more(self),
            self.going("Rulebook", "rules", "r", "The rules in our own words, with their ids."),
            self.going("Log", "log", "o", "Everything that happened."),
            Row("Keys", do=self.do_help, key="?", hint="What each key does."),
            Row("Settings", do=self._settings, key="s", hint="Theme, look, animations, confirmations."),
            *([self.confirmed("Resign", "resign", "g", f"{self._resigning}.")] if self._resigning else ()),
            away("Leave the table", "leave", "v", leaving),
            away("Quit starforge", "exit", "x", leaving),
        ]

    def going(self, label: str, what: str | Act | None, key: str, hint: str) -> Row:
        """Return a line that ends the menu with what is to be done."""
        return Row(label, do=lambda: self.leave(what), key=key, hint=hint)

    def confirmed(self, label: str, what: str | Act, key: str, hint: str) -> Row:
        """Return a line that asks before it does so."""
        about = f"{hint[:1].upper()}{hint[1:]}"

        def act() -> None:
            if self._confirming == label:
                self.leave(what)
            else:
                self._confirming = label
                self.ask(f"{label}? {about} The same again: yes")

        return Row(label, do=act, key=key, hint=about)

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
        draw_header(picture, f"{self.heading} · menu", "everything is saved" if self.kept else "this game is not kept!")
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
