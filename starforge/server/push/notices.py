"""How a table stands in the lobby's listing, as one user may see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from starforge.server.accounts.chat import heard
from starforge.server.hub import Hub
from starforge.tables.play.clocks import show_times
from starforge.tables.play.meta import TableRow
from starforge.tables.play.progress import bot_at, seat_of
from starforge.tables.remote import wire
from starforge.tables.remote.wire import text
from starforge.tables.shared import Notice, SeatAssignment


def notice(hub: Hub, row: TableRow, user: str) -> Notice:
    """Return how a table stands for a user; nothing in it comes from what others do in secret."""
    meta = row.meta
    seat = seat_of(meta, user)
    asked = seat is not None and seat in meta.asked and not bot_at(meta, seat)
    return Notice(
        id=row.id,
        game=row.setup.game,
        options=row.setup.options,
        host=hub.name_of(meta.host),
        stage=meta.stage,
        assignments=tuple(_named(hub, place) for place in meta.assignments),
        clock=meta.clock,
        turn=meta.turn,
        updated=datetime.fromtimestamp(meta.stirred or row.created.timestamp(), UTC),
        seat=seat,
        asked=asked,
        waiting=tuple(meta.asked),
        since=datetime.fromtimestamp(meta.asked[seat].at, UTC) if asked and seat is not None else None,
        invited=bool(user) and any(place.invited == user for place in meta.assignments),
        deadline=show_times(meta.clocks, seat, tuple(meta.asked)).deadline if asked else None,
        unread=_unread(hub, row, user),
        watchers=len({client.user for client in hub.audience.followers(row.id) if seat_of(meta, client.user) is None}),
        outcome=meta.outcome or hub.broken.get(row.id, ""),
        rematch=meta.rematch,
        winners=meta.winners,
        scores=meta.scores,
    )


def _named(hub: Hub, place: SeatAssignment) -> SeatAssignment:
    return replace(
        place,
        user=place.user and hub.name_of(place.user),
        invited=place.invited and hub.name_of(place.invited),
    )


def _unread(hub: Hub, row: TableRow, user: str) -> int:
    """Return how many lines were said by others since the user last read there, at a table that concerns the user."""
    read = hub.read_markers.at(user, row.id).read
    if not read and all(user not in (place.user, place.invited) for place in row.meta.assignments):
        return 0
    return sum(line.n > read and line.user != user for line in heard(row.meta, user, hub.lines.get(row.id, ())))


def listed(hub: Hub, table_id: str, user: str) -> str:
    """Return how a table stands in a user's listing, packed, or null when it is not in it.

    All to whom the table is no concern are told the same, so that is put into words once.
    """
    row = hub.rows.get(table_id)
    if row is None:
        return "null"
    meta = row.meta
    concerned = any(user in (place.user, place.invited) for place in meta.assignments)
    if meta.stage == "ended" and not concerned:
        return "null"
    if concerned or _unread(hub, row, user):
        return text(wire.pack(Notice, notice(hub, row, user)))
    kept = hub.for_strangers.get(table_id)
    if kept is None or kept[0] is not meta:
        kept = hub.for_strangers[table_id] = meta, text(wire.pack(Notice, notice(hub, row, user)))
    return kept[1]
