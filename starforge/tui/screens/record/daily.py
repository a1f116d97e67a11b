"""The games of the day: begun, gone on with, and told in a line that fits a chat."""

from __future__ import annotations

from functools import partial
from typing import Any

from starforge.engine.save import SaveError
from starforge.english import some
from starforge.games.daily import GAMES_OF_THE_DAY, Daily, daily
from starforge.tables.own.campaign import standing
from starforge.tables.own.daily import begin, result, tries
from starforge.tables.summary import Summary, TableError
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header

ABOUT = "The same cards and dice for everybody, from the date alone. Your first try counts; then you may practise."
CAMPAIGN = "Patrols that belong together: see how yours stands, and fly the next."


class DailyScreen(ListPage):
    """Play the games of the day; what was done at them is looked up whenever the screen is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.tries: dict[str, list[Summary]] = {}
        self.results: dict[str, str] = {}
        self.campaign = "five patrols"

    @property
    def today(self) -> list[Daily]:
        day = self.app.now().date().isoformat()
        return [daily(game, day) for game in GAMES_OF_THE_DAY]

    def on_screen_resume(self) -> None:
        self.run_worker(self._look(), group="tries", exclusive=True)
        super().on_screen_resume()

    async def _look(self) -> None:
        try:
            for of in self.today:
                self.tries[of.game] = await tries(self.app.lobby, of)
                first = next(iter(self.tries[of.game]), None)
                if first is not None and first.ended and of.game not in self.results:
                    self.results[of.game] = await result(self.app.lobby, of, first)
            if (found := await standing(self.app.lobby)) is not None:
                self.campaign = f"{len(found.patrols)} of 5 flown, {some(found.years, 'year')}"
        except (SaveError, TableError) as error:
            self.note = str(error)
        self.repaint()

    def rows(self) -> list[Row]:
        return [*map(self._row, self.today), self._campaign_row(), Row("Back", do=self.do_back, key="q")]

    def _campaign_row(self) -> Row:
        return Row("Campaign", self.campaign, CAMPAIGN, do=lambda: self.app.push_screen(routes.CampaignScreen()))

    def _row(self, of: Daily) -> Row:
        label = f"Patrol of the day, {of.options['patrol'].title()}" if of.game == "astroforce" else "Reach of the day"
        first = next(iter(self.tries.get(of.game, ())), None)
        if first is None:
            return Row(label, "begin", ABOUT, do=partial(self._begin, of))
        if not first.ended:
            return Row(label, f"turn {first.turn}: go on", ABOUT, do=partial(self._sit_down, first.id))
        return Row(label, "done; practise", self.results.get(of.game, ""), do=partial(self._begin, of))

    async def _begin(self, of: Daily) -> None:
        try:
            table = await begin(self.app.lobby, of, self.app.settings.name)
        except TableError as error:
            self.note = str(error)
        else:
            self.app.push_screen(routes.screen_for(table))

    async def _sit_down(self, table_id: str) -> Any:
        try:
            self.app.push_screen(routes.screen_for(await self.app.lobby.open(table_id)))
        except (SaveError, TableError) as error:
            self.note = str(error)

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_header(picture, "The games of the day", self.today[0].day)
        room = min(width - 2, 84)
        left, rows = (width - room) // 2, len(self.rows())
        picture.box(Region(left, 1, room, rows + 2), "Today")
        self.draw_rows(picture, Region(left + 2, 2, room - 4, rows), 40)
        told = [self.note] if self.note else [self.row.hint, *self.results.values()]
        y = rows + 4
        for words in dict.fromkeys(filter(None, told)):
            style = "title bold" if words in self.results.values() else "dim"
            y = picture.lines(left + 2, y, wrap(words, room - 4), style)
        draw_footer(picture, self.scope)
        return picture
