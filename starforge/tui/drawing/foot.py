"""What stands below the board: what is asked or said, the choices, what is under the cursor, the news. Pure.

Each stands whole in one place: what is asked, or was just said, above the choices, what the item under the cursor
would do below them, what happened last in the last rows. What needs more rows than usual takes them from the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from starforge.quick import dataclass
from starforge.tui.drawing.frame import (
    PAGE_MARK,
    Scene,
    draw_choices,
    draw_log,
    draw_said,
    draw_text,
    log_rows,
    paged,
    said,
    widest,
)
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region

BOARD = 5
"""Rows that are left to the board, whatever there is to say."""

NEWS = 2
"""Rows that the news takes where it has to share; the log has what is longer."""


@dataclass(frozen=True, kw_only=True)
class Foot:
    """Say what a game puts below its board, in a picture so many cells wide and high.

    ``which`` are the lines of the menu in the list, ``rows`` those that it takes, in columns of at least ``narrowest``;
    ``usual`` are the rows for what is under the cursor, ``about`` in its ``style``, for what ``signs`` mean
    and for the ``news``: new lines of the log, none where they stand elsewhere. ``board`` are the rows that are left
    to the board whatever there is to say of what is under the cursor.
    """

    scene: Scene
    width: int
    height: int
    which: Sequence[int]
    rows: int
    narrowest: int
    usual: int
    about: str = ""
    style: str = "dim"
    signs: str = ""
    news: Sequence[str] = ()
    board: int = BOARD

    @cached_property
    def column(self) -> int:
        """Return the columns of a choice at least."""
        return min(max(self.narrowest, widest(self.scene, self.which)), max(self.width, 1))

    @cached_property
    def words(self) -> tuple[tuple[str, ...], str]:
        """Return what is said or asked as lines, beside which the mark of the pages has room, and its style."""
        return said(self.scene, self.width - 2, PAGE_MARK * (self.pages > 1))

    @cached_property
    def pages(self) -> int:
        """Return on how many pages the choices stand."""
        room = Region(0, 0, self.width, self.rows)
        return len(paged(self.scene, self.which, room, self.column)[0]) if self.which else 0

    @cached_property
    def parts(self) -> tuple[int, int, int]:
        """Return the rows of what is said, of what is under the cursor, and of the news.

        A hint of several rows says itself what the item under the cursor would do: that leaves it the rows which are
        not enough for both.
        """
        most = self.height - 2 - BOARD - self.rows
        lines = max(len(self.words[0]), 1)
        news = self._newest(max(most - lines, 1)) if self.news else 0
        lines = min(lines, most - news)
        rest = max(most - max(self.board - BOARD, 0) - lines - news, 0)
        needed, signs = self._lines(self.about), self._lines(self.signs)
        if lines == 1:  # however the cursor moves, the rows stay the same
            usable = (self.scene.items[n] for n in self.which if not self.scene.items[n].reason)
            needed = max(needed, *(self._lines(one.hint) for one in usable), 0)
        elif needed + signs > rest:
            needed = 0
        return lines, min(max(needed + signs, self.usual - news), rest), news

    def _newest(self, most: int) -> int:
        """Return the rows of what happened last, beside the mark of more."""
        beside = len(_more(len(self.news) - 1)) * (len(self.news) > 1)
        return min(len(wrap(self.news[-1], self.width - 2 - beside)), NEWS, most)

    def _lines(self, text: str) -> int:
        return len(wrap(text, self.width - 2))

    @property
    def tall(self) -> int:
        """Return the rows of all of it."""
        return sum(self.parts) + self.rows

    def draw(self, picture: Picture) -> None:
        """Draw all of it above the last row of the picture."""
        self.draw_at(picture, self.height - 1 - self.tall)

    def draw_at(self, picture: Picture, y: int) -> None:
        """Draw all of it from a row on."""
        lines, about, news = self.parts
        whole = Region(0, y, self.width, self.tall)
        for row in range(whole.height):
            picture.put(0, whole.y + row, " " * self.width)
        picture.spot(whole, None)
        top, choices, rest = whole.split_rows(lines, self.rows)
        draw_said(picture, *self.words, top)
        draw_choices(picture, self.scene, choices, self.which, self.column)
        row = rest.y
        if about:
            room = rest.top(about).inside(1, 0)
            row = draw_text(picture, self.about, room.top(about - self._lines(self.signs)), self.style, "i")
            row = draw_text(picture, self.signs, room.from_row(row), "dim")
        if news:
            draw_news(picture, self.scene, self.news, rest.from_row(row))


def fresh(scene: Scene) -> Sequence[str]:
    """Return what is new in the log, at least its last line."""
    return scene.log[-max(scene.fresh, 1) :]


def draw_news(picture: Picture, scene: Scene, new: Sequence[str], region: Region) -> None:
    """Draw the end of the log, with a mark where something new does not fit."""
    rows = sum(len(wrap(line, region.width - 2)) for line in new)
    if rows <= region.height or not region.height:
        draw_log(picture, scene, region)
        return
    room = region.left(region.width - len(_more(len(new) - 1)))
    draw_log(picture, scene, room)
    left = len(new) - len(log_rows(scene, room.width, room.height))
    picture.right(region.end, region.bottom - 1, _more(left), "legal")


def _more(count: int) -> str:
    """Return the mark for so many entries that are not shown, 0 where only the end of one is not."""
    return f" {count} more: l" if count else " more: l"
