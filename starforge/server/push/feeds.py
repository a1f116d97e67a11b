"""What a client is told: the difference between what it may know now and what it was sent last, or nothing."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from starforge.server.accounts.chat import heard, silence
from starforge.server.hub import Hub
from starforge.server.push.notices import listed, notice
from starforge.tables.play.clocks import show_times
from starforge.tables.play.live_table import LiveTable
from starforge.tables.play.progress import viewed_seat
from starforge.tables.play.projection import Projection
from starforge.tables.remote import wire
from starforge.tables.remote.wire import text
from starforge.tables.shared import ChatMessage, Notice, Times, UndoRequest

_packed: MutableMapping[Projection, tuple[dict[str, str], dict[str, str]]] = WeakKeyDictionary()


def facts(hub: Hub, table: LiveTable, user: str, seat: int | None) -> dict[str, Any]:
    """Return what is told about a table beside its match, to a user who looks from a seat; each when it has changed."""
    meta = table.row.meta
    return {
        "seat": seat,
        "notice": wire.pack(Notice, notice(hub, table.row, user)),
        "seats": [[one.name, one.bot] for one in table.seats],
        "times": wire.pack(Times, show_times(meta.clocks, seat, tuple(meta.asked))),
        "undo_request": wire.pack(UndoRequest | None, meta.undo_request),
        "silence": silence(meta, user),
        "draft": hub.read_markers.at(user, table.id).draft,
        "present": [hub.name_of(one.user) for one in meta.assignments if hub.audience.is_here(one.user)],
    }


def packed(shown: Projection) -> tuple[dict[str, str], dict[str, str]]:
    """Return all of a projection but log and view, and its view by field; it is packed once for all that are told."""
    known = _packed.get(shown)
    if known is None:
        pieces = {"length": str(shown.length)}
        if shown.viewer is not None:
            pieces |= {"mine": str(shown.mine), "undoable": text(shown.takeable)}
            pieces["retractable"] = text(shown.retractable)
        view = wire.pack_view(shown.game, shown.view)
        known = _packed[shown] = pieces, {name: text(value) for name, value in view.items()}
    return known


class Sent:
    """Remember the last pieces that were sent, and tell which are new."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def news(self, pieces: dict[str, str]) -> list[str]:
        """Return those pieces, as members of an object, that are not what was sent last."""
        new = {name: piece for name, piece in pieces.items() if self._last.get(name) != piece}
        self._last.update(new)
        return [f'"{name}":{piece}' for name, piece in new.items()]


class ProjectionFeed:
    """Tell one projection of a table."""

    def __init__(self) -> None:
        self._sent, self._view, self._entries, self._cuts = Sent(), Sent(), 0, 0
        self._last: Projection | None = None

    def news(self, shown: Projection) -> str:
        """Return an object of what is new, '' when nothing is."""
        if shown is self._last:
            return ""
        pieces, view = map(Sent.news, (self._sent, self._view), packed(shown))
        if view:
            pieces.append(f'"view":{{{",".join(view)}}}')
        start = min((self._entries, *shown.cuts[self._cuts :]))
        if self._last is None or start < self._entries or start < len(shown.log):
            pieces.append(f'"log":[{start},{text(wire.pack_told(shown.log[start:]))}]')
        self._last, self._entries, self._cuts = shown, len(shown.log), len(shown.cuts)
        return f"{{{','.join(pieces)}}}" if pieces else ""


class TalkFeed:
    """Tell what was said at one place; it is told again when somebody who spoke there is called otherwise."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._told: dict[int, str] = {}

    def news(self, lines: list[ChatMessage]) -> list[str]:
        """Return the new lines as a member of an object, nothing when there are none."""
        named = [line._replace(user=self._hub.name_of(line.user)) for line in lines]
        new = [line for line in named if self._told.get(line.n) != line.user]
        if not new:
            return []
        self._told.update((line.n, line.user) for line in new)
        return [f'"talk":{text(wire.pack(tuple[ChatMessage, ...], new))}']


class TableFeed:
    """Tell a client about a table that it has open, as from ``seat`` (None: as a spectator)."""

    def __init__(self, hub: Hub, table_id: str, user: str, seat: int | None) -> None:
        self._hub, self._id, self.user, self.seat = hub, table_id, user, seat
        self._projections = (
            {"public": ProjectionFeed()} if seat is None else {"own": ProjectionFeed(), "public": ProjectionFeed()}
        )
        self._sent, self._talk = Sent(), TalkFeed(hub)

    async def begin(self) -> None:
        """Have the table keep the projections that are to be told."""
        table = await self._hub.table(self._id)
        await table.show(self.seat)

    def news(self) -> str:
        table = self._hub.open.get(self._id)
        if table is None:
            return ""
        pieces = []
        seat = self.seat if viewed_seat(table.row.meta, self.user) == self.seat else None
        for name, feed in self._projections.items():
            if name == "own" and seat is None:
                continue
            shown = table.projections.get(seat if name == "own" else None)
            if shown is not None and (news := feed.news(shown)):
                pieces.append(f'"{name}":{news}')
        told = facts(self._hub, table, self.user, seat)
        pieces += self._sent.news({name: text(fact) for name, fact in told.items()})
        pieces += self._talk.news(heard(table.row.meta, self.user, self._hub.lines.get(self._id, [])))
        return f'{{"push":"table","table":"{self._id}",{",".join(pieces)}}}' if pieces else ""


class EarFeed:
    """Tell a client what is said at a table that it has not open."""

    def __init__(self, hub: Hub, table_id: str, user: str) -> None:
        self._hub, self._id, self._user = hub, table_id, user
        self._talk = TalkFeed(hub)

    def news(self) -> str:
        row = self._hub.rows.get(self._id)
        lines = self._talk.news(heard(row.meta, self._user, self._hub.lines.get(self._id, []))) if row else []
        return f'{{"push":"talk","table":"{self._id}",{lines[0]}}}' if lines else ""


class LobbyFeed:
    """Tell a client which tables there are, who is there and what is said in the lobby.

    While it looks elsewhere, it is told of those tables only that concern its user, and not who is there.
    """

    def __init__(self, hub: Hub, user: str) -> None:
        self._hub, self.user = hub, user
        self._notices, self._sent, self._talk = Sent(), Sent(), TalkFeed(hub)
        self._changed: dict[str, None] = dict.fromkeys(hub.rows)
        self._own: dict[str, None] = {}

    def look_at(self, table_id: str, users: frozenset[str] = frozenset(), looking: bool = True) -> bool:
        """Take in that a table stands otherwise, which concerns these users; return whether that is to be told now."""
        self._changed[table_id] = None
        if self.user in users:
            self._own[table_id] = None
        return looking or self.user in users

    def news(self, looking: bool = True) -> str:
        """Return what is new, all of it to who looks at the lobby."""
        changed = self._changed if looking else self._own
        notices = self._notices.news({name: listed(self._hub, name, self.user) for name in changed})
        self._changed = {} if looking else {name: None for name in self._changed if name not in changed}
        self._own.clear()
        pieces = [f'"listing":{{{",".join(notices)}}}'] if notices else []
        pieces += self._sent.news({"user": text(self._hub.name_of(self.user))})
        if looking:
            pieces += self._sent.news({"people": text(self._hub.audience.people())})
        pieces += self._talk.news(self._hub.lines.get("", []))
        return f'{{"push":"lobby",{",".join(pieces)}}}' if pieces else ""
