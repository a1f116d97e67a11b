"""Lessons and puzzles of a game, with those that are done ticked."""

from __future__ import annotations

from functools import partial

from starforge.bots.levels import USUAL
from starforge.engine.save import Seat
from starforge.games import GAMES, load
from starforge.games.lessons import Written, lessons, readable
from starforge.games.new_game import FirstGame, offer
from starforge.tables.own.lesson_table import LessonTable
from starforge.tables.summary import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.learn.guide import NEXT
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.page import draw_footer, draw_header

GRADES = ("", "easy", "medium", "hard")


class LearnScreen(ListPage):
    """Choose a lesson; ``at_once`` is the mark of one to begin with."""

    scope = "form"

    def __init__(self, game: str = "", at_once: str = "") -> None:
        super().__init__()
        self.game, self._at_once = game or next(game for game in GAMES if lessons(game)), at_once

    def on_mount(self) -> None:
        """Put the cursor on the first lesson that is not done, and say what is wrong in those that cannot be read."""
        self._go_to_next(-1)
        self.note = "; ".join(fault for game in GAMES for fault in readable(game)[1])
        if self._at_once:
            self.number = next(n for n, one in enumerate(lessons(self.game), 1) if one.mark == self._at_once)
            self.call_later(self._play, lessons(self.game)[self.number - 1])

    @property
    def ticked(self) -> list[str]:
        return self.app.settings.learned.split()

    def rows(self) -> list[Row]:
        title = load(self.game).info.title
        games = [game for game in GAMES if lessons(game)]
        change = partial(self._change, games)
        return [
            Row("Game", title, "◂ ▸ or Enter: the lessons of another game.", change=change, key="g"),
            *map(self._row, lessons(self.game)),
            *self._first_game(),
            Row("Back", do=self.do_back, key="q"),
        ]

    def _row(self, written: Written) -> Row:
        one = written.lesson
        tick = "✓" if written.mark in self.ticked else "·"
        kind = f"puzzle, {GRADES[one.grade]}" if one.grade else f"{len(one.steps)} steps"
        return Row(f"{tick} {one.title}", kind, one.about, do=partial(self._play, written))

    def _first_game(self) -> list[Row]:
        """Return the way to a first game, for those who have games of their own here."""
        first = offer(self.game).first
        if first is None or self.app.lobby is None:
            return []
        return [Row("Play a first game", "", first.text, do=partial(self._begin, first), key="f")]

    async def _begin(self, first: FirstGame) -> None:
        people = [Seat(name=self.app.settings.name or "Ada")] * (first.seats - first.bots)
        bots = [Seat(name="Bot", bot=USUAL)] * first.bots
        try:
            table = await self.app.lobby.create(self.game, [*people, *bots], first.options)
        except TableError as error:
            self.note = str(error)
        else:
            self.app.push_screen(routes.screen_for(table))

    def _change(self, games: list[str], way: int) -> None:
        self.game = cycled(games, self.game, way)

    def _go_to_next(self, after: int) -> None:
        """Put the cursor on the first lesson after one that is not done."""
        numbered = [*enumerate(lessons(self.game))]
        left = [n for n, one in numbered if one.mark not in self.ticked and n > after]
        self.number = (left or [after if after >= 0 else 0])[0] + 1

    def _play(self, written: Written) -> None:
        screen = routes.LessonScreen(LessonTable(written, self.app.settings.name))
        self.app.push_screen(screen, partial(self._ended, written))

    def _ended(self, written: Written, how: str | None) -> None:
        """Go on to the next lesson if that is wanted."""
        place = lessons(self.game).index(written)
        if written.mark in self.ticked:
            self._go_to_next(place)
        if how == NEXT and 0 < self.number <= len(lessons(self.game)):
            following = lessons(self.game)[self.number - 1]
            if following is not written:
                self.call_later(self._play, following)

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        done = sum(one.mark in self.ticked for one in lessons(self.game))
        draw_header(picture, "Learn by doing", f"{done} of {len(lessons(self.game))} done")
        room = min(width - 2, 84)
        left, rows = (width - room) // 2, len(self.rows())
        size = min(rows, height - 6)
        picture.box(Region(left, 1, room, size + 2), load(self.game).info.title)
        self.draw_rows(picture, Region(left + 2, 2, room - 4, size), room - 24)
        self.draw_note(picture, left + 2, size + 3, room - 4)
        draw_vista(picture, Region(0, size + 6, width, height - size - 7), "school", self.plain)
        draw_footer(picture, self.scope)
        return picture
