"""Lists to choose one thing from: a game to watch, a rulebook to read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from starforge.engine.save import SaveError
from starforge.games import GAMES, load
from starforge.tables.play.replay import Replay
from starforge.tables.summary import Summary
from starforge.tables.table import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header
from starforge.tui.screens.saved_games import line_of


def draw_choice(page: ListPage, picture: Picture, heading: str, empty: str = "") -> Picture:
    """Draw a list in a box; ``empty`` is what to say when there is nothing in it but the way back."""
    width, height = picture.width, picture.height
    draw_header(picture, heading)
    room = min(width - 2, 100)
    left, rows = (width - room) // 2, len(page.rows())
    size = min(rows, height - 7)
    picture.box(Region(left, 2, room, size + 2), heading)
    page.draw_rows(picture, Region(left + 2, 3, room - 4, size))
    if rows == 1 and empty:
        picture.put(left + 2, size + 5, empty, "dim")
    picture.put(left, height - 2, " " * room)
    page.draw_note(picture, left + 2, height - 2, room - 4)
    draw_footer(picture, page.scope)
    return picture


class ReplaysScreen(ListPage):
    def __init__(self, tables: Sequence[Summary]) -> None:
        super().__init__()
        self._tables = tuple(tables)

    def draw(self, width: int, height: int) -> Picture:
        return draw_choice(
            self,
            Picture(width, height),
            "Replays",
            "There is no game yet. Every game you play can be watched here afterwards.",
        )

    def rows(self) -> list[Row]:
        now, width = self.app.now(), min(self.app.size.width - 2, 100) - 9
        tables = sorted(self._tables, key=lambda table: not table.ended)
        return [
            *(Row(line_of(t, width, now), hint=_hint(t), do=partial(self._watch, t.id)) for t in tables),
            Row("Back", do=self.do_back),
        ]

    async def _watch(self, table_id: str) -> None:
        try:
            table = await self.app.lobby.open(table_id)
            self.app.push_screen(routes.ReplayScreen(Replay(table.save()), table_id))
        except (SaveError, TableError) as error:
            self.tell(str(error), "danger")


def _hint(table: Summary) -> str:
    if table.ended:
        return "It has ended: everybody may see everything."
    return "It goes on: watched as a spectator sees it, unless you play alone."


class RulebooksScreen(ListPage):
    def draw(self, width: int, height: int) -> Picture:
        return draw_choice(self, Picture(width, height), "Rulebooks")

    def rows(self) -> list[Row]:
        return [
            *(Row(load(g).info.title, hint=load(g).info.tagline, do=partial(self._read, g)) for g in GAMES),
            Row("Back", do=self.do_back),
        ]

    def _read(self, game: str) -> None:
        self.app.push_screen(routes.RulebookScreen(game))
