"""What has happened since a player last looked: before a turn, after a hand-off, and on coming back to a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starforge.engine.event import Event
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.art.sky import draw_sky
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import AnywhereSpot, Spot
from starforge.tui.screens.page import Page, draw_footer

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen


class ReportBox:
    """Lines for whoever plays a seat, in a box that scrolls; ``last`` is the greatest that ``top`` can be."""

    def __init__(self, seat: int, names: Sequence[str], lines: Sequence[str]) -> None:
        self._mark, self._style = SIDES[seat % len(SIDES)]
        self._name, self.lines = names[seat], tuple(lines) or ("Nothing that everybody may know.",)
        self.top = self.last = 0
        self._room = 1

    def draw(self, picture: Picture, heading: str, onward: str) -> None:
        width = min(picture.width - 8, 92)
        left, self._room = (picture.width - width) // 2, picture.height - 9
        rows = [f"{'  ' if n else '· '}{line}" for words in self.lines for n, line in enumerate(wrap(words, width - 6))]
        self.last = max(len(rows) - self._room, 0)
        self.top = min(self.top, self.last)
        shown = rows[self.top : self.top + self._room]
        y = max((picture.height - len(shown) - 6) // 2, 1)
        picture.centre(y, f"    {self._mark} {self._name}    ", f"{self._style} bold")
        part = f"{self.top + 1} to {self.top + len(shown)} of {len(rows)} lines" if self.last else ""
        picture.box(Region(left, y + 2, width, len(shown) + 2), heading, part)
        for row, words in enumerate(shown):
            picture.put(left + 1, y + 3 + row, " " * (width - 2))
            picture.put(left + 2, y + 3 + row, words)
        more = f"Space: {self.last - self.top} lines more · " if self.top < self.last else ""
        picture.centre(y + len(shown) + 5, more + onward, "legal bold")
        picture.spot(Region(0, 0, picture.width, picture.height - 1), AnywhereSpot())

    def scroll(self, rows: int) -> None:
        self.top = max(min(self.top + rows, self.last), 0)

    def page(self, way: int = 1) -> bool:
        """Go a page on or back; return False where there is none."""
        before = self.top
        self.scroll(way * max(self._room - 1, 1))
        return self.top != before


class ReportPage(Page):
    """A page that holds a report, and reads through it."""

    def __init__(self, report: ReportBox) -> None:
        super().__init__()
        self.report = report

    def do_choose(self) -> None:
        self.leave()

    def do_page(self) -> None:
        """Go a page on, and from the last to the board."""
        if not self.report.page():
            self.do_choose()

    def do_page_up(self) -> None:
        self.report.page(-1)

    def do_down(self) -> None:
        self.report.scroll(1)

    def do_up(self) -> None:
        self.report.scroll(-1)


class ReportScreen(ReportPage):
    """Tell what has happened; ends with the key that was pressed, if that means something at the table."""

    scope = "report"

    def __init__(self, report: ReportBox, heading: str = "Since you last looked") -> None:
        super().__init__(report)
        self.heading = heading

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_sky(picture, 7)
        draw_footer(picture, self.scope)
        self.report.draw(picture, self.heading, "Enter: to your board")
        return picture

    async def press(self, key: str) -> None:
        """Let a key that means nothing here lead to the table, and mean there what it does."""
        if key in taken(self.scope):
            await super().press(key)
        else:
            self.leave(key)

    async def point(self, spot: Spot) -> None:
        self.leave()

    def do_back(self) -> None:
        self.leave()

    def do_quit(self) -> None:
        self.leave("q")


class Reporter:
    """Tell the players here what has happened before they act again: in a new turn, and after others have acted.

    ``_mark`` is how much of the log there was before the last action here, ``_known`` how much the seat knows already.
    """

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._seat: int | None = None
        self._mark, self._turn, self._waited = -1, 0, False
        self._known = 0
        self._open: ReportScreen | None = None
        self._paged = False

    @property
    def _wanted(self) -> bool:
        """Tell whether reports are to be shown; nobody is told of a seat that a bot plays for its user."""
        played = self.screen.presence is None or self.screen.presence.plays
        return played and self.screen.reports and self.screen.app.settings.reports

    @property
    def fresh(self) -> int:
        """Return how many of the last lines of the log came with or after the last action here."""
        return max(len(self.screen.log_lines) - max(self._mark, 0), 0) if self._seat == self.screen.viewers.seat else 0

    def told(self) -> None:
        """Take all there is to tell as told."""
        viewers = self.screen.viewers
        self._seat, self._turn, self._waited = viewers.seat, self.screen.view.turn, False
        self._mark = self._known = len(self.screen.told.lines(viewers.seat))

    def acted(self, events: Sequence[Event]) -> None:
        """Take what came of an own action as known, where no turn began with it: it was seen as it happened."""
        told = self.screen.told.told(self._seat)
        if all(event.turn == self._turn for event in events):
            while self._known < len(told) and told[self._known][0].event in events:
                self._known += 1

    def _news(self) -> list[str]:
        """Return what is new to the seat, in the game's words."""
        return self.screen.ui.news(self.screen.told.told(self.screen.viewers.seat)[self._known :])

    def follow(self) -> None:
        """Take in how the table stands; tell what is new, if somebody here is asked again."""
        screen, viewers, view = self.screen, self.screen.viewers, self.screen.view
        paged, self._paged = self._paged, screen.ui.busy
        if self._open is not None and not self._open.left:
            self._open.report.lines += tuple(self._news())
            self.told()
            self._open.repaint()
        elif self._mark < 0 or viewers.seat != self._seat or (paged and not self._paged and screen.ui.reported):
            self.told()
        elif view.ask is None or viewers.passing:
            self._waited = self._waited or any(self._elsewhere(n) for n in view.waiting)
        elif (
            (self._waited or view.turn != self._turn)
            and screen.in_front
            and not (screen.ui.busy or screen.countdown.left)
        ):
            lines = self._news()
            self.told()
            if lines and self._wanted:
                self.show(lines)

    def _elsewhere(self, seat: int) -> bool:
        """Tell whether a bot plays a seat, or somebody at another terminal."""
        table = self.screen.table
        return table.seats[seat].bot != "" or seat not in table.here

    def show(self, lines: Sequence[str]) -> None:
        """Open a report; what happens while it is read is added to it."""
        seat = self.screen.viewers.actor
        assert seat is not None
        self.screen.app.deafness.begin()
        self._open = routes.ReportScreen(ReportBox(seat, self.screen.names, lines))
        self.screen.app.push_screen(self._open, self._read)

    async def _read(self, key: str | None) -> None:
        if key is not None:
            await self.screen.hit(key)
            self.screen.repaint()
