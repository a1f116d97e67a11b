"""The operator's hook: a command that the server runs once for each turn of a user, by mail, say, or a messenger.

It is run without a shell, with the arguments that the operator has set, then the table and the user; the environment
holds STARFORGE_TABLE, STARFORGE_USER, STARFORGE_GAME, and STARFORGE_HERE, which is "yes" for those who are connected,
and little else, and nothing that is secret in a game. What users want to be run for themselves is run by their own
clients, never with the rights of the server.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic

from starforge.server.hub import Hub
from starforge.tables.play.meta import TableMeta
from starforge.tables.play.progress import bot_at
from starforge.tables.remote.turns import carry_out
from starforge.tables.store.contract import StoreError

TIME_LIMIT = 20.0
"""Seconds that the command may take."""
AT_ONCE = 4
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ")
_log = logging.getLogger(__name__)


def due(meta: TableMeta) -> list[tuple[str, int]]:
    """Return the users that a table waits for, each with a number that counts up from turn to turn."""
    return [(meta.assignments[seat].user, call.n + 1) for seat, call in meta.asked.items() if not bot_at(meta, seat)]


class Hook:
    """Run the command ``argv``, at most ``per_minute`` times; what is too much is left out."""

    def __init__(self, argv: Sequence[str], per_minute: int, now: Callable[[], float] = monotonic) -> None:
        self._argv, self._per_minute, self._now = list(argv), per_minute, now
        self._ran: deque[float] = deque()
        self._room = asyncio.Semaphore(AT_ONCE)

    async def run(self, table_id: str, user: str, game: str, here: bool = False) -> bool:
        """Run the command and wait for it; return whether it was run and did what it should."""
        now = self._now()
        while self._ran and self._ran[0] <= now - 60:
            self._ran.popleft()
        if len(self._ran) >= self._per_minute:
            _log.warning("no notice of a turn at table %s was sent: too many in a minute", table_id)
            return False
        self._ran.append(now)
        async with self._room:
            return await self._run(table_id, user, game, here)

    async def _run(self, table_id: str, user: str, game: str, here: bool) -> bool:
        environ = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        environ |= {"STARFORGE_TABLE": table_id, "STARFORGE_USER": user, "STARFORGE_GAME": game}
        environ |= {"STARFORGE_HERE": "yes" if here else ""}
        argument = f" {user}" if user.startswith("-") else user  # a name is never an option
        wrong = await carry_out([*self._argv, table_id, argument], environ, TIME_LIMIT, "/")
        if wrong:
            _log.warning("the command for notices %s", wrong)
        return not wrong


class TurnHook:
    """See whose turn it is at which table, and have the hook run once for each, also over restarts and many daemons."""

    def __init__(self, hub: Hub, hook: Hook) -> None:
        self._hub, self._hook = hub, hook
        self._known: dict[str, dict[str, int]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look at every table, and again at each that changes, for ever."""
        self._hub.after.append(self.look)
        for table_id in list(self._hub.rows):
            self.look(table_id)
        try:
            await asyncio.Event().wait()
        finally:
            self._hub.after.remove(self.look)
            for task in self._sending:
                task.cancel()
            await asyncio.gather(*self._sending, return_exceptions=True)

    def look(self, table_id: str) -> None:
        row = self._hub.rows.get(table_id)
        if row is None or row.meta.stage != "playing":
            self._known.pop(table_id, None)
            return
        known = self._known.setdefault(table_id, {})
        for user, n in due(row.meta):
            if known.get(user, 0) < n:
                known[user] = n
                task = asyncio.ensure_future(self._send(table_id, user, n))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _send(self, table_id: str, user: str, n: int) -> None:
        try:
            first = await self._hub.store.notice(user, table_id, n)
        except StoreError as error:
            _log.warning("no notice of a turn at table %s was sent: %s", table_id, error)
            return
        row = self._hub.rows.get(table_id)
        if first and row is not None:
            await self._hook.run(table_id, self._hub.name_of(user), row.setup.game, self._hub.audience.is_here(user))
