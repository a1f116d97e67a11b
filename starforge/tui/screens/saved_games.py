"""A saved game as one line of a list. Pure."""

from __future__ import annotations

from datetime import datetime

from starforge.games import span_of
from starforge.tables.summary import Summary
from starforge.tui.drawing.picture import pad


def ago(then: datetime, now: datetime) -> str:
    """Return how long ago something was, in words."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for size, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return ""


def line_of(table: Summary, width: int, now: datetime) -> str:
    """Return a table in one line; what does not fit is cut from its names, or from how it ended."""
    turn, names = f"{span_of(table.game)} {table.turn}", ", ".join(table.names)
    stands = (table.label, table.verdict) if table.ended else (turn, table.label, names)
    words = " · ".join(filter(None, (table.label, table.id) if table.damaged else stands))
    title = 26 if width > 66 else 16
    room = max(width - title - 17, 10)
    return (
        f"{pad(table.titled(title), title)} {pad(words, room)} {'' if table.damaged else ago(table.updated, now):>14}"
    )
