"""What was said, how far everybody has come, and since when the server lives."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from starforge.tables.shared import ChatMessage
from starforge.tables.store.contract import Gone, News, ReadMarker
from starforge.tables.store.sql import LobbyClock, LobbyTime, SharedDatabase, Sql, Work, act, stamped
from starforge.tables.store.tables import change_meta, sound_rows

KEPT_LINES = 500
"""Lines of talk kept in one place; older ones go."""

SILENCE = timedelta(seconds=30)
"""After so long without a beat no daemon lived, or none could write, so nobody could play either."""

_NEW_MARKER = "INSERT INTO read_markers VALUES (?, ?, NULL, 0, '', 0) ON CONFLICT DO NOTHING"


class _Beat(NamedTuple):
    """When a daemon was alive: by the time of the lobby, and by its wall clock."""

    at: datetime
    wall: datetime


class Seen(Sql):
    """Keep talk, read markers and beats; ``wall`` is the clock of this machine."""

    database: SharedDatabase
    wall: LobbyClock

    @act("write to")
    def say(self, work: Work, table_id: str, user: str, line: str) -> ChatMessage:
        """Keep a line of talk at a table ('': in the lobby)."""
        work.alone()
        _hold(work, table_id)
        last = work("SELECT coalesce(max(n), 0) FROM talk WHERE table_id = ?", table_id).fetchone()[0]
        said = ChatMessage(last + 1, self.now(), user, line)
        work("INSERT INTO talk VALUES (?, ?, ?, ?, ?)", table_id, said.n, user, line, stamped(said.at))
        work("DELETE FROM talk WHERE table_id = ? AND n <= ?", table_id, said.n - KEPT_LINES)
        work.tell(News("talk", table_id))
        return said

    @act("read")
    def talk(self, work: Work, table_id: str, since: int = 0, most: int = 200) -> list[ChatMessage]:
        """Return the last lines of talk after number ``since``, oldest first."""
        query = "SELECT n, at, user_id, line FROM talk WHERE table_id = ? AND n > ? ORDER BY n DESC LIMIT ?"
        found = work(query, table_id, since, most).fetchall()
        return [ChatMessage(n, datetime.fromisoformat(at), user, line) for n, at, user, line in reversed(found)]

    @act("read")
    def read_markers(self, work: Work, user: str) -> dict[str, ReadMarker]:
        """Return how far a user has come at each table."""
        query = "SELECT table_id, seen, last_read, draft, noticed FROM read_markers WHERE user_id = ? ORDER BY table_id"
        return {row[0]: ReadMarker(*row[1:]) for row in work(query, user).fetchall()}

    @act("write to")
    def mark(self, work: Work, user: str, table_id: str, marker: ReadMarker) -> None:
        """Keep how far a user has come at a table, all but what was noticed."""
        _hold(work, table_id)
        work(_NEW_MARKER, user, table_id)
        change = "UPDATE read_markers SET seen = ?, last_read = ?, draft = ? WHERE user_id = ? AND table_id = ?"
        work(change, marker.seen, marker.read, marker.draft, user, table_id)

    @act("write to")
    def notice(self, work: Work, user: str, table_id: str, n: int) -> bool:
        """Return True to one caller only, of all daemons, for each ``n``, which counts up: who may send that notice."""
        _hold(work, table_id)
        work(_NEW_MARKER, user, table_id)
        claim = "UPDATE read_markers SET noticed = ? WHERE user_id = ? AND table_id = ? AND noticed < ?"
        return bool(work(claim, n, user, table_id, n).rowcount)

    @act("write to")
    def beat(self, work: Work, daemon: str) -> None:
        """Note that a daemon lives and can write; it is to be noted again within half a minute.

        Where nobody could for longer, all clocks are put off by that time, and ``news`` yields ``all``.
        """
        self.database.lobby(work)
        self._give_back(work, SILENCE)
        self._beat(work, daemon)

    @act("write to")
    def resume(self, work: Work, daemon: str) -> timedelta:
        """Let all clocks go on that stood still while no daemon lived; return for how long that was.

        The wall clock may have been set back or on meanwhile: nobody has more or less time left than at the last beat.
        A daemon that comes to others goes by their time.
        """
        if self.database.leads(work):
            down = self._give_back(work, None)
            work("DELETE FROM beats")
        else:
            if (beat := self._last_beat(work)) is not None and isinstance(self.now, LobbyTime):
                self.now.set(beat.at + (self.wall() - beat.wall))
            down = self._give_back(work, SILENCE)
        self._beat(work, daemon)
        return down

    @act("write to")
    def lead(self, work: Work) -> bool:
        """Return whether this daemon is the one that cares for clocks and bots; another follows when it dies."""
        if not self.database.leads(work):
            return False
        if self._give_back(work, SILENCE):
            self._beat(work, "")
        return True

    def _beat(self, work: Work, daemon: str) -> None:
        new = "INSERT INTO beats VALUES (?, ?, ?)"
        work(
            f"{new} ON CONFLICT (daemon) DO UPDATE SET at = excluded.at, wall = excluded.wall",
            daemon,
            self.stamp(),
            stamped(self.wall()),
        )

    def _last_beat(self, work: Work) -> _Beat | None:
        found = work("SELECT at, wall FROM beats ORDER BY at DESC LIMIT 1").fetchone()
        return found and _Beat(*map(datetime.fromisoformat, found))

    def _give_back(self, work: Work, least: timedelta | None) -> timedelta:
        """Put all clocks off by the time since the last beat, if that is more than ``least``; return by how much.

        Without ``least``, by whatever lies between the two, also if that is less than nothing.
        """
        work.alone()
        last = self._last_beat(work)
        down = self.now() - last.at if last else timedelta()
        if down == timedelta() or (least is not None and down <= least):
            return timedelta()
        for row in sound_rows(work, self.where):
            if (later := row.meta.later(down)) != row.meta:
                change_meta(work, row.id, later, row.version, self.stamp())
        work.tell(News("all"))
        return down


def _hold(work: Work, table_id: str) -> None:
    """Keep a table from being removed until the commit, or raise Gone; the lobby ('') is always there."""
    if table_id and not work.hold("tables", "id", table_id):
        raise Gone(table_id)
