"""The lobby's board: its tables in sections, a table a line, and beside them who is here and what is said. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from starforge.tables.lobby import title_of
from starforge.tables.shared import ChatMessage, Notice
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, Span, clean, pad, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import RowSpot
from starforge.tui.server.words import ago, holder, standing

SECTIONS = ("For you", "Your tables", "Open tables", "Being played", "Ended")
MOST_ENDED = 30


class Entry(NamedTuple):
    """One line of the board: a table, or the heading of a section."""

    heading: str = ""
    notice: Notice | None = None


def section(notice: Notice) -> int:
    """Return the number of the section that a table stands in."""
    if notice.stage == "ended":
        return 4
    if notice.asked or (notice.invited and notice.seat is None):
        return 0
    if notice.seat is not None:
        return 1
    return 2 if notice.stage == "gathering" else 3


def arranged(board: Sequence[Notice]) -> list[Notice]:
    """Return the tables as they stand on the board, section by section; of the ended ones the last."""
    rows: list[list[Notice]] = [[] for _ in SECTIONS]
    for notice in board:
        rows[section(notice)].append(notice)
    rows[4] = rows[4][:MOST_ENDED]
    return [notice for part in rows for notice in part]


def entries(tables: Sequence[Notice]) -> Iterator[Entry]:
    """Yield the lines of the board."""
    last = -1
    for notice in tables:
        now = section(notice)
        if now != last:
            last = now
            yield Entry(heading=SECTIONS[now])
        yield Entry(notice=notice)


def draw_tables(
    picture: Picture,
    tables: Sequence[Notice],
    at: int,
    keys: Sequence[str],
    box: tuple[int, int, int, int],
    now: datetime,
) -> None:
    """Draw the board into a box (x, y, width, height), scrolled so that the table ``at`` is seen."""
    x, y, width, height = box
    lines = list(entries(tables))
    places = [n for n, line in enumerate(lines) if line.notice is not None]
    cursor = places[at] if 0 <= at < len(places) else 0
    first = max(min(cursor - height // 2, len(lines) - height), 0)
    for row, line in enumerate(lines[first : first + height]):
        number = first + row
        if line.notice is None:
            end = picture.put(x, y + row, f"{line.heading} ", "legal" if line.heading == SECTIONS[0] else "dim")
            picture.put(end, y + row, "─" * (x + width - end), "faint")
            continue
        n = places.index(number)
        _draw_table(picture, line.notice, keys[n], n == at, (x, y + row, width), now)
        picture.spot(Region(x, y + row, width, 1), RowSpot(n))
    if first > 0:
        picture.right(x + width, y, " ↑", "dim")
    if first + height < len(lines):
        picture.right(x + width, y + height - 1, " ↓", "dim")


def _draw_table(
    picture: Picture, notice: Notice, key: str, here: bool, place: tuple[int, int, int], now: datetime
) -> None:
    x, y, width = place
    ground = " on:cursor" if here else ""
    picture.put(x, y, " " * width, ground.strip())
    picture.put(x, y, "▸" if here else " ", "legal bold" + ground)
    picture.put(x + 2, y, key, "legal bold" + ground)
    size = 22 if width > 100 else 15
    picture.put(x + 4, y, pad(title_of(notice.game, size), size), ("title bold" if here else "title") + ground)
    words, style = standing(notice, now)
    when = ago(notice.updated, now)
    picture.right(x + width, y, f"{when:>7}", "dim" + ground)
    names = x + size + 5
    room = x + width - 8 - names
    share = room * 9 // 20
    picture.spans(names, y, [(text, f"{look}{ground}") for text, look in _seats(notice)], share)
    tail = [(words, f"{style}{ground}")]
    if notice.unread and notice.seat is not None:
        tail.append((f" · talk {notice.unread}", f"warn{ground}"))
    picture.put(names + share, y, " ", ground.strip())
    picture.spans(names + share + 1, y, tail, room - share - 1)


def _seats(notice: Notice) -> Iterator[Span]:
    """Yield who sits at a table: the side's mark, the name, and a bot that plays for somebody."""
    for n, place in enumerate(notice.places):
        mark, style = SIDES[n % len(SIDES)]
        yield (f"{mark} ", style)
        yield (
            f"{holder(place)}{' zz' if place.away else ' ×' if place.gone else ''}  ",
            style if place.user else "dim",
        )


def draw_lines(
    picture: Picture, lines: Sequence[ChatMessage], x: int, y: int, width: int, height: int, fresh: int = 0
) -> int:
    """Draw the last lines of talk, the newest at the bottom, and return the rows drawn.

    The last ``fresh`` of them are new to the reader.
    """
    shown: list[list[Span]] = []
    for number, line in enumerate(reversed(lines)):
        shown[:0] = spoken(line, width, number < fresh)
        if len(shown) >= height:
            break
    shown = shown[-height:] if height > 0 else []
    for row, spans in enumerate(shown):
        picture.spans(x, y + row, spans, width)
    return len(shown)


def spoken(line: ChatMessage, width: int, fresh: bool = False) -> list[list[Span]]:
    """Return a line of talk as rows: who, then what, indented where it goes on."""
    who = f"{clean(line.user)}:"
    first, *rest = wrap(f"{who} {line.text}", width - 2) or (who,)
    style = "title" if fresh else ""
    head: list[Span] = [("› " if fresh else "  ", "legal bold"), (first[: len(who)], "mine bold")]
    return [[*head, (first[len(who) :], style)], *([("  ", ""), (part, style)] for part in rest)]
