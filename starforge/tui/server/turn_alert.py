"""Telling users that it is their turn at a table of the server: a bell, the terminal's title, the user's own command.

On every screen of the session, once for each turn, and without anything that not everybody may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Any

from starforge.tables.folders import data_folder
from starforge.tables.lobby import title_of
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.remote.turns import Turns, run
from starforge.tables.shared import Notice
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.tui.app.app import StarforgeApp

BELL = "\x07"
KEEP_TITLE, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Have the terminal remember its title, and take it again."""
AT_ONCE = 1.0
"""Seconds within which bots answer; a turn that comes back from them so soon needs no bell."""


def titled(words: str) -> str:
    """Return what sets a terminal's title; a title holds nothing that a terminal obeys."""
    shown = "".join(c for c in words if c.isascii() and c.isprintable())
    return f"\x1b]2;{shown}\x1b\\"


def title(asked: Sequence[Notice]) -> str:
    """Return the terminal's title while these tables wait for the user."""
    if not asked:
        return "starforge"
    return f"starforge: your turn {f'in {title_of(asked[0].game)}' if len(asked) == 1 else f'at {len(asked)} tables'}"


class TurnAlert:
    """Watch the tables for one session; what waits already when it begins is seen in the lobby, and rings no bell."""

    def __init__(self, app: StarforgeApp, shared: RemoteLobby) -> None:
        self.app, self.shared = app, shared
        self.turns = Turns(data_folder()) if app.lobby is not None else None
        self._told: set[tuple[str, datetime | None]] = set()
        self._asked: set[str] = set()
        self._begun = False
        self._acted: dict[str, float] = {}
        self._title = ""
        self._commands: set[asyncio.Task[Any]] = set()
        self._ended = False
        self._unwatch = shared.watch(self._called)
        self._check()

    def _called(self) -> None:
        self.app.call_later(self._check)

    def acted(self, table_id: str) -> None:
        self._acted[table_id] = monotonic()

    def _check(self) -> None:
        if self._ended:
            return
        asked = [one for one in self.shared.listing() if one.asked]
        new = [one for one in asked if (one.id, one.since) not in self._told or one.id not in self._asked]
        self._told = {(one.id, one.since) for one in asked}
        self._asked = {one.id for one in asked}
        if self._begun and self.app.settings.bell and any(not self._back_at_once(one) for one in new):
            self._send(BELL)
        self._begun = self.shared.known
        self._set_title(title(asked))
        self._command(asked)

    def _back_at_once(self, one: Notice) -> bool:
        """Tell whether only bots have acted since the user did, a moment ago."""
        others = any(p.user and not p.away and not p.gone for n, p in enumerate(one.assignments) if n != one.seat)
        return not others and monotonic() - self._acted.get(one.id, 0.0) < AT_ONCE

    def _set_title(self, words: str) -> None:
        if words == self._title or self.app.environ.get("TERM", "").startswith(("linux", "vt")):
            return
        self._send(("" if self._title else KEEP_TITLE) + titled(words))
        self._title = words

    def _send(self, sequence: str) -> None:
        """Write to the user's own terminal, between two pictures."""
        driver = self.app._driver
        if driver is not None and not self.app.is_headless:
            driver.write(sequence)
            driver.flush()

    def _command(self, asked: Sequence[Notice]) -> None:
        """Run the user's own command for turns that no other process of the user has told of."""
        if not asked or self.turns is None or not self.app.settings.notify:
            return
        try:
            news = self.turns.news(asked)
        except OSError as error:
            self._report(f"turns cannot be noted in {self.turns.path}: {error.strerror}")
            return
        for one in news:
            task = asyncio.get_running_loop().create_task(self._run(one))
            self._commands.add(task)
            task.add_done_callback(self._commands.discard)

    async def _run(self, one: Notice) -> None:
        try:
            wrong = await run(self.app.settings.notify, one)
        except TableError as error:
            wrong = str(error)
        if wrong:
            self._report(wrong)

    def _report(self, wrong: str) -> None:
        tell = getattr(self.app.screen, "tell", None) or getattr(self.app.screen, "say", None)
        if tell is not None:
            tell(f"{wrong[:1].upper()}{wrong[1:]}.", "danger")
            self.app.repaint_all()

    def end(self) -> None:
        """Stop, and give the terminal its title back."""
        if not self._ended:
            self._ended = True
            self._unwatch()
            if self._title:
                self._send(titled("") + GIVE_BACK)
