"""The screen of talk: what was said, and a line to say something."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from starforge.tables.shared import LONGEST_LINE
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.page import draw_footer, draw_header
from starforge.tui.screens.text import TextPage
from starforge.tui.server.listing import spoken
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.talk_rooms import TalkRoom


class TalkScreen(TextPage):
    """Show what was said; the first ``talk_seen`` lines are known. It ends with what was being typed."""

    scope = "talk"
    typing_keys = "Enter say · Esc back"

    def __init__(self, room: TalkRoom, talk_seen: int, draft: str = "") -> None:
        super().__init__(f"{room.title} · talk")
        self.room, self.talk_seen, self.draft = room, talk_seen, draft
        self.note = ""
        self.top = 1_000_000
        self._count = -1
        self._unwatch: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        self._unwatch = self.room.watch(lambda: self._called())
        if self.room.silence() is None:
            self.do_say()
        self.follow()

    def _called(self) -> None:
        self.call_later(self.follow)

    def on_unmount(self) -> None:
        self._unwatch()

    def follow(self) -> None:
        """Show what was said meanwhile; whoever reads further up stays there."""
        if self.left:
            return
        count = len(self.room.lines())
        if count != self._count:
            self._count = count
            if self.top + self._rows >= self._length:
                self.top = 1_000_000
            if self.in_front:
                self.run_worker(self._read(), exclusive=True)
        if self.field is not None and self.room.silence() is not None:
            self.draft, self.field = self.field.text, None
        self.repaint()

    async def _read(self) -> None:
        try:
            await self.room.note_read()
        except REFUSALS:
            return  # it will be kept with the next line that is read

    def lines(self, width: int) -> list[list[Span]]:
        rows: list[list[Span]] = []
        day = ""
        for number, line in enumerate(self.room.lines()):
            here = line.at.astimezone()
            if (now := f"{here:%A %d %B}") != day:
                day = now
                rows += [[], [(f"{day} ", "dim"), ("─" * max(width - len(day) - 1, 0), "line")]]
            first, *rest = spoken(line, width - 6, number >= self.talk_seen)
            rows += [[(f"{here:%H:%M} ", "dim"), *first], *([("      ", ""), *row] for row in rest)]
        return rows or [[], [("Nobody has said anything here yet.", "dim")]]

    def draw(self, width: int, height: int) -> Picture:
        """Return what was said, and why nobody may talk where that is so."""
        picture = super().draw(width, height)
        refusal = self.room.silence()
        barred = f"{refusal.reason} [{refusal.rule}]" if refusal else ""
        if words := self.note or self.room.news() or barred:
            picture.put(0, height - 2, " " * width)
            picture.put(2, height - 2, words, "warn bold", width - 4)
        return picture

    def _frame(self, picture: Picture, size: int) -> None:
        count = len(self.room.lines())
        draw_header(picture, self.heading, "1 line" if count == 1 else f"{count} lines")
        draw_footer(picture, self.scope)

    def do_say(self) -> None:
        refusal = self.room.silence()
        if refusal is None:
            self.type("Say", TextField.of(self.draft, LONGEST_LINE), self._say)
        else:
            self.note = f"{refusal.reason} [{refusal.rule}]"

    async def _say(self, text: str) -> None:
        self.note, self.draft = "", ""
        if text.strip():
            try:
                await self.room.say(text)
            except REFUSALS as error:
                self.note, self.draft = sentence(error), text
        self.top = 1_000_000
        self.do_say()

    async def _type(self, field: TextField, event: events.Key) -> None:
        """Type; arrows and paging keys scroll meanwhile, and Escape goes back with what is typed kept."""
        scroll = {"up": self.do_up, "down": self.do_down, "pageup": self.do_page_up, "pagedown": self.do_page_down}
        if event.key in scroll:
            scroll[event.key]()
        elif event.key == "escape":
            self.draft = field.text
            self.do_back()
        else:
            await super()._type(field, event)

    def typed(self) -> str:
        return self.field.text if self.field is not None else self.draft

    def do_back(self) -> None:
        self.leave(self.typed())
