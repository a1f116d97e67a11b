"""The tables of a lobby as a list: in sections, a table a line, and beside them who is here and what is said. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from starforge.tables.lobby import label_of, title_of
from starforge.tables.shared import ChatMessage, Notice
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, Span, clean, pad, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import RowSpot
from starforge.tui.server.words import ago, holder, table_state

SECTIONS = ("For you", "Your tables", "Open tables", "Being played", "Ended")
MOST_ENDED = 30


class ListingLine(NamedTuple):
    """One line of the listing: a table, or the heading of a section."""

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
    return 2 if notice.stage == "seating" else 3


def arranged(notices: Sequence[Notice]) -> list[Notice]:
    """Return the tables as they are listed, section by section; of the ended ones the last."""
    rows: list[list[Notice]] = [[] for _ in SECTIONS]
    for notice in notices:
        rows[section(notice)].append(notice)
    rows[4] = rows[4][:MOST_ENDED]
    return [notice for part in rows for notice in part]


def entries(tables: Sequence[Notice]) -> Iterator[ListingLine]:
    """Yield the lines of the list."""
    last = -1
    for notice in tables:
        now = section(notice)
        if now != last:
            last = now
            yield ListingLine(heading=SECTIONS[now])
        yield ListingLine(notice=notice)


class ListedTables(NamedTuple):
    """The tables as one looks at them: the number of the one under the cursor, a key for each, and the time."""

    tables: Sequence[Notice]
    at: int
    keys: Sequence[str]
    now: datetime


def draw_listing(picture: Picture, region: Region, listing: ListedTables) -> None:
    """Draw the tables in their sections, scrolled so that the one under the cursor is seen."""
    lines = list(entries(listing.tables))
    places = [n for n, line in enumerate(lines) if line.notice is not None]
    cursor = places[listing.at] if 0 <= listing.at < len(places) else 0
    first = max(min(cursor - region.height // 2, len(lines) - region.height), 0)
    for n, line in enumerate(lines[first : first + region.height]):
        row = region.row(n)
        if line.notice is None:
            end = picture.put(row.x, row.y, f"{line.heading} ", "legal" if line.heading == SECTIONS[0] else "dim")
            picture.put(end, row.y, "─" * (row.end - end), "line")
        else:
            number = places.index(first + n)
            _draw_table(picture, row, listing, number)
            picture.spot(row, RowSpot(number))
    if first > 0:
        picture.right(region.end, region.y, " ↑", "dim")
    if first + region.height < len(lines):
        picture.right(region.end, region.bottom - 1, " ↓", "dim")


def _draw_table(picture: Picture, row: Region, listing: ListedTables, n: int) -> None:
    (x, y, width, _), notice, here = row, listing.tables[n], n == listing.at
    ground = " on:cursor" if here else ""
    picture.put(x, y, " " * width, ground.strip())
    picture.put(x, y, "▸" if here else " ", "legal bold" + ground)
    picture.put(x + 2, y, listing.keys[n], "legal bold" + ground)
    size = 22 if width > 100 else 15
    picture.put(x + 4, y, pad(title_of(notice.game, size), size), ("title bold" if here else "title") + ground)
    picture.right(row.end, y, f"{ago(notice.updated, listing.now):>7}", "dim" + ground)
    names = x + size + 5
    room = row.end - 8 - names
    ended = notice.stage == "ended"
    share = room * (5 if ended else 9) // 20
    picture.spans(names, y, [(text, f"{look}{ground}") for text, look in _seats(notice)], share)
    words, style = table_state(notice, listing.now)
    tail = [(words, f"{style}{ground}")]
    if notice.unread and notice.seat is not None:
        tail.append((f" · talk {notice.unread}", f"warn{ground}"))
    if label := label_of(notice.game, notice.options):
        tail.insert(0 if ended else 1, (f"{label} · " if ended else f" · {label}", f"dim{ground}"))
    picture.put(names + share, y, " ", ground.strip())
    picture.spans(names + share + 1, y, tail, room - share - 1)


def _seats(notice: Notice) -> Iterator[Span]:
    """Yield who sits at a table: the side's mark, the name, and a bot that plays for somebody."""
    for n, place in enumerate(notice.assignments):
        mark, style = SIDES[n % len(SIDES)]
        yield (f"{mark} ", style)
        yield (
            f"{holder(place)}{' zz' if place.away else ' ×' if place.gone else ''}  ",
            style if place.user else "dim",
        )


def draw_talk(picture: Picture, region: Region, lines: Sequence[ChatMessage], fresh: int = 0) -> int:
    """Draw the last lines of talk, the newest at the bottom, and return the rows drawn.

    The last ``fresh`` of them are new to the reader.
    """
    shown: list[list[Span]] = []
    for number, line in enumerate(reversed(lines)):
        shown[:0] = spoken(line, region.width, number < fresh)
        if len(shown) >= region.height:
            break
    shown = shown[-region.height :] if region.height > 0 else []
    for row, spans in enumerate(shown):
        picture.spans(region.x, region.y + row, spans, region.width)
    return len(shown)


def spoken(line: ChatMessage, width: int, fresh: bool = False) -> list[list[Span]]:
    """Return a line of talk as rows: who, then what, indented where it goes on."""
    who = f"{clean(line.user)}:"
    first, *rest = wrap(f"{who} {line.text}", width - 2) or (who,)
    style = "title" if fresh else ""
    head: list[Span] = [("› " if fresh else "  ", "legal bold"), (first[: len(who)], "mine bold")]
    return [[*head, (first[len(who) :], style)], *([("  ", ""), (part, style)] for part in rest)]
