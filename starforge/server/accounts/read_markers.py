"""How far each user who is connected has come: what was seen and read at each table, and what is being prepared."""

from __future__ import annotations

from starforge.tables.store.contract import ReadMarker
from starforge.tables.store.server import ServerStore


class ReadMarkers:
    """Keep the markers of users at hand; what is noted is durable on return."""

    def __init__(self, store: ServerStore) -> None:
        self._store = store
        self._of: dict[str, dict[str, ReadMarker]] = {}

    async def load(self, user: str) -> None:
        self._of[user] = await self._store.read_markers(user)

    def forget(self, user: str) -> None:
        self._of.pop(user, None)

    def at(self, user: str, table_id: str) -> ReadMarker:
        return self._of.get(user, {}).get(table_id, ReadMarker())

    async def note(
        self, user: str, table_id: str, *, seen: int | None = None, read: int | None = None, draft: str | None = None
    ) -> None:
        """Keep how far a user has come; what is None, or no news, stays as it was."""
        was = self.at(user, table_id)
        now = ReadMarker(
            was.seen if seen is None else seen,
            max(was.read, read or 0),
            was.draft if draft is None else draft,
            was.noticed,
        )
        if now != was:
            await self._store.mark(user, table_id, now)
            self._of.setdefault(user, {})[table_id] = now
