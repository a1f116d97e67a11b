"""Screens that are a list of lines with a cursor: home, a new game, settings, menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from starforge.quick import dataclass
from starforge.tui.app.keys import free
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import RowSpot, Spot
from starforge.tui.screens.page import Page, _await


@dataclass(frozen=True, slots=True)
class Row:
    """Offer one line: what it says, its value, what it does when chosen, and when its value is changed by one step."""

    label: str
    value: str = ""
    hint: str = ""
    do: Callable[[], Any] | None = None
    change: Callable[[int], Any] | None = None
    key: str = ""
    remove: Callable[[], Any] | None = None


class ShownRow(NamedTuple):
    """A line with its key, whether the cursor is on it, and the column of its value (0: after the label)."""

    key: str
    row: Row
    here: bool
    value: int


class ListPage(Page):
    """Show rows; letters, arrows, Enter and clicks choose among them."""

    scope = "list"

    def __init__(self) -> None:
        super().__init__()
        self.number = 0
        self.note, self.mood = "", "warn"

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def keyed(self) -> list[tuple[str, Row]]:
        rows = self.rows()
        rest = iter(free(self.scope, [row.key for row in rows]))
        return [(row.key or next(rest, ""), row) for row in rows]

    @property
    def row(self) -> Row:
        rows = self.rows()
        self.number = min(self.number, len(rows) - 1)
        return rows[self.number]

    def draw_rows(self, picture: Picture, region: Region, value: int = 0, part: slice = slice(None)) -> None:
        """Draw the lines, or a part of them, scrolled to the cursor; ``value`` is the column of their values."""
        rows = list(enumerate(self.keyed()))
        self.number = max(min(self.number, len(rows) - 1), 0)
        rows = rows[part]
        at = self.number - rows[0][0] if rows else 0
        first = max(min(at - region.height // 2, len(rows) - region.height), 0)
        for y, (n, (key, row)) in enumerate(rows[first : first + region.height]):
            dead = self.field is not None  # what is pressed now is typed
            _draw_row(picture, region.row(y), ShownRow("" if dead else key, row, n == self.number, value))
            picture.spot(region.row(y), RowSpot(n))
        if first > 0:
            picture.right(region.end, region.y, "↑", "dim")
        if first + region.height < len(rows):
            picture.right(region.end, region.bottom - 1, "↓", "dim")

    def draw_note(self, picture: Picture, x: int, y: int, width: int) -> None:
        """Draw what was just said, or what the line under the cursor is about."""
        picture.put(x, y, self.note or self.row.hint, f"{self.mood} bold" if self.note else "dim", width)

    def tell(self, words: str | None, mood: str = "warn") -> None:
        """Say something until the next key."""
        self.note, self.mood = words or "", mood
        self.repaint()

    def ask(self, words: str) -> None:
        """Ask before something is done for good; a key that was typed before that was read is no answer."""
        self.tell(words)
        self.app.deafness.begin()

    async def press(self, key: str) -> None:
        """Go to a line by its key and choose it, or do what the table of keys says."""
        self.note = ""
        for n, (name, _) in enumerate(self.keyed()):
            if name == key:
                self.number = n
                await self.do_choose()
                return
        await super().press(key)

    async def point(self, spot: Spot) -> None:
        self.note = ""
        if isinstance(spot, RowSpot):
            self.number = spot.number
            await self.do_choose()

    def do_next(self) -> None:
        self.number = (self.number + 1) % len(self.rows())

    def do_previous(self) -> None:
        self.number = (self.number - 1) % len(self.rows())

    async def do_choose(self) -> None:
        """Choose the line under the cursor, or change its value."""
        row = self.row
        if row.do is not None:
            await _await(row.do())
        elif row.change is not None:
            await _await(row.change(1))

    async def do_more(self) -> None:
        if self.row.change is not None:
            await _await(self.row.change(1))

    async def do_less(self) -> None:
        if self.row.change is not None:
            await _await(self.row.change(-1))


def cycled(values: list[Any], now: Any, way: int) -> Any:
    """Return the value some steps after the one of now."""
    return values[(values.index(now) + way) % len(values)] if now in values else values[0]


def _draw_row(picture: Picture, region: Region, shown: ShownRow) -> None:
    x, y, width, _ = region
    key, row, here, value = shown
    ground = " on:cursor" if here else ""
    picture.put(x, y, " " * width, ground.strip())
    picture.put(x, y, "▸" if here else " ", "legal bold" + ground)
    picture.put(x + 2, y, key, "legal bold" + ground)
    picture.put(x + 5, y, row.label, ("title bold" if here else "") + ground, width - 5)
    if row.value:
        beside = 5 + len(row.label) + 2
        column = x + max(min(value or beside, width - len(row.value) - 4), beside)  # further left rather than cut
        before, after = ("◂ ", " ▸") if here and row.change else ("", "")
        picture.put(column, y, f"{before}{row.value}{after}", "mine" + ground, region.end - column)
