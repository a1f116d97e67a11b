"""The games of the day: begun, gone on with, told in a line that fits a chat; at a server with boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from starforge.engine.save import SaveError
from starforge.english import some
from starforge.games import span_of
from starforge.games.astroforce.campaign import PATROLS
from starforge.games.daily import Daily
from starforge.games.new_game import offer
from starforge.tables.own.campaign import standing
from starforge.tables.own.daily import DayStanding, begin, own_standings, standings
from starforge.tables.summary import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header

ABOUT = "The same cards and dice for everybody, from the date alone. Your first try counts; then you may practise."
CAMPAIGN = "Patrols that belong together: see how yours stands, and fly the next."


ALL_BOARDS = 30
"""Rows from which on the boards of all games are shown, not only those of the one under the cursor."""
BOARDS_WIDE = 124


class DailyScreen(ListPage):
    """Play the games of the day, a ``server``'s or one's own; what was done is looked up whenever it is shown."""

    def __init__(self, server: bool = False) -> None:
        super().__init__()
        self.server = server
        self.found: list[DayStanding] = []
        self.campaign = "five patrols"

    def on_screen_resume(self) -> None:
        self.run_worker(self._look(), group="tries", exclusive=True)
        super().on_screen_resume()

    async def _look(self) -> None:
        try:
            if self.server:
                self.found = standings(await self.shared.daily())
            else:
                self.found = await own_standings(self.app.lobby, self.app.now().date().isoformat())
                if (flown := await standing(self.app.lobby)) is not None:
                    over = sum(one.ended for one in flown.patrols)
                    self.campaign = f"{over} of {len(PATROLS)} flown, {some(flown.years, 'year')}"
        except (SaveError, TableError) as error:
            self.note = str(error)
        self.repaint()

    def rows(self) -> list[Row]:
        own = [] if self.server else [self._campaign_row()]
        return [*map(self._row, self.found), *own, Row("Back", do=self.do_back, key="q")]

    def _campaign_row(self) -> Row:
        return Row("Campaign", self.campaign, CAMPAIGN, do=lambda: self.app.push_screen(routes.CampaignScreen()))

    def _row(self, one: DayStanding) -> Row:
        of = one.of
        label = f"Patrol of the day, {of.options['patrol'].title()}" if of.game == "astroforce" else "Reach of the day"
        if not one.tried:
            return Row(label, "begin", f"{ABOUT} {_card(of)}".strip(), do=partial(self._begin, one))
        if not one.ended and one.table_id:
            going = f"{span_of(of.game)} {one.turn}: go on"
            return Row(label, going, ABOUT, do=partial(self._sit_down, one.table_id))
        return Row(label, "done; practise", one.result, do=partial(self._begin, one))

    async def _begin(self, one: DayStanding) -> None:
        try:
            if self.server:
                table: Any = await self.shared.begin_daily(one.of.game)
            else:
                table = await begin(self.app.lobby, one.of, self.app.settings.name)
        except TableError as error:
            self.note = str(error)
        else:
            self.app.push_screen(routes.screen_for(table))

    async def _sit_down(self, table_id: str) -> None:
        try:
            lobby: Any = self.shared if self.server else self.app.lobby
            self.app.push_screen(routes.screen_for(await lobby.open(table_id)))
        except (SaveError, TableError) as error:
            self.note = str(error)

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_header(picture, "The games of the day", self.found[0].of.day if self.found else "")
        room = min(width - 2, 84)
        left, rows = (width - room) // 2, len(self.rows())
        picture.box(Region(left, 1, room, rows + 2), "Today")
        self.draw_rows(picture, Region(left + 2, 2, room - 4, rows), 40)
        results = [one.result for one in self.found if one.result]
        told = [self.note] if self.note else [self.row.hint, *results]
        y = rows + 4
        for words in dict.fromkeys(filter(None, told)):
            style = "title bold" if words in results else "dim"
            y = picture.lines(left + 2, y, wrap(words, room - 4), style)
        if self.server:
            some = self.found if height >= ALL_BOARDS else self.found[self.number : self.number + 1] or self.found[:1]
            wide = max(room, min(width - 2, BOARDS_WIDE))
            _draw_boards(picture, some, Region((width - wide) // 2, y + 1, wide, height - y - 2))
        else:
            top = max(y, rows + 8) + 1
            draw_vista(picture, Region(0, top, width, height - 1 - top), "frontier", self.plain)
        draw_footer(picture, self.scope)
        return picture


def _card(of: Daily) -> str:
    """Return what the patrol of a day is like, in words."""
    patrol = str(of.options.get("patrol", ""))
    return f"{patrol.title()}: {offer(of.game).options['patrol'].values[patrol].text}" if patrol else ""


def _draw_boards(picture: Picture, found: Sequence[DayStanding], region: Region) -> None:
    """Draw for each game the board of the day, and beside it that of all time."""
    if not found or region.height < 3:
        return
    tall, half = region.height // len(found), region.width // 2
    for n, one in enumerate(found):
        title = "Astroforce" if one.of.game == "astroforce" else "Reach"
        for side, (heading, lines) in enumerate(((f"{title} today", one.today), (f"{title} ever", one.ever))):
            box = Region(region.x + side * half, region.y + n * tall, half, tall)
            picture.box(box, heading)
            _draw_board(picture, lines, box.inside(2, 1))


def _draw_board(picture: Picture, lines: Sequence[str], region: Region) -> None:
    """Draw the lines of a board as far as there is room for whole ones, the first of them brightest."""
    row = region.y
    for n, words in enumerate(lines or ("nobody yet",)):
        place, name, rest = words.partition(": ")
        told = wrap(words, region.width)
        if len(told) > 1:
            told = (place + name, *(f"   {line}" for line in wrap(rest, region.width - 3)))
        if row + len(told) > region.bottom:
            break
        row = picture.lines(region.x, row, told, "title bold" if lines and not n else "dim")
