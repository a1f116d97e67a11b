"""How a table stands on the lobby's board, as one user may see it."""

from __future__ import annotations

from datetime import UTC, datetime

from starforge.server.house import House
from starforge.server.people.talk import heard
from starforge.server.tables.clocks import show_times
from starforge.server.tables.face import text
from starforge.server.tables.records import Row
from starforge.server.tables.standing import bot_at, seat_of
from starforge.tables import wire
from starforge.tables.shared import Notice


def notice(house: House, row: Row, user: str) -> Notice:
    """Return how a table stands for a user; nothing in it comes from what others do in secret."""
    meta = row.meta
    seat = seat_of(meta, user)
    asked = seat is not None and seat in meta.asked and not bot_at(meta, seat)
    return Notice(
        id=row.id,
        game=row.setup.game,
        options=row.setup.options,
        host=meta.host,
        stage=meta.stage,
        places=meta.places,
        clock=meta.clock,
        turn=meta.turn,
        updated=datetime.fromtimestamp(meta.stirred or row.created.timestamp(), UTC),
        seat=seat,
        asked=asked,
        waiting=tuple(meta.asked),
        since=datetime.fromtimestamp(meta.asked[seat].at, UTC) if asked and seat is not None else None,
        invited=bool(user) and any(place.invited == user for place in meta.places),
        deadline=show_times(meta.clocks, seat, tuple(meta.asked)).deadline if asked else None,
        unread=_unread(house, row, user),
        watchers=len({guest.user for guest in house.followers(row.id) if seat_of(meta, guest.user) is None}),
        outcome=meta.outcome or house.broken.get(row.id, ""),
        rematch=meta.rematch,
    )


def _unread(house: House, row: Row, user: str) -> int:
    """Return how many lines were said by others since the user last read there, at a table that concerns the user."""
    read = house.marks.at(user, row.id).read
    if not read and all(user not in (place.user, place.invited) for place in row.meta.places):
        return 0
    return sum(line.n > read and line.user != user for line in heard(row.meta, user, house.lines.get(row.id, ())))


def on_board(house: House, table_id: str, user: str) -> str:
    """Return how a table stands on a user's board, packed, or null when it is not on it.

    All to whom the table is no concern are told the same, so that is put into words once.
    """
    row = house.rows.get(table_id)
    if row is None:
        return "null"
    meta = row.meta
    concerned = any(user in (place.user, place.invited) for place in meta.places)
    if meta.stage == "ended" and not concerned:
        return "null"
    if concerned or _unread(house, row, user):
        return text(wire.pack(Notice, notice(house, row, user)))
    kept = house.for_strangers.get(table_id)
    if kept is None or kept[0] is not meta:
        kept = house.for_strangers[table_id] = meta, text(wire.pack(Notice, notice(house, row, user)))
    return kept[1]
