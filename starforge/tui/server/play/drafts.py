"""What has been begun at a shared table and not sent: the server keeps it for whatever device the user returns with."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.timer import Timer

from starforge.tables.remote.table import RemoteTable
from starforge.tables.table import TableError
from starforge.tui.drawing.text_field import TextField

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen
    from starforge.tui.server.talk import TalkScreen

PAUSE = 5.0
"""Seconds within which what was begun is kept; at leaving, however that comes, it is kept at once."""


class Draft:
    """What the user has begun: words of talk, a line being typed, the place in an open menu, what the game adds."""

    def __init__(self, screen: GameScreen, table: RemoteTable) -> None:
        self.screen, self.table = screen, table
        self.kept = table.draft()
        self.typed = ""
        self.talk: TalkScreen | None = None
        self._found: dict[str, str] = {}
        self._timer: Timer | None = None

    def restore(self) -> None:
        self._found = read(self.kept)
        self.typed = self._found.get("talk", "")
        self.screen.ui.resume(self._found.get("game", ""))
        if "action" in self._found:
            with suppress(ValueError):
                self.screen.point_out(self.table.game.parse(self._found["action"]))

    def resumed(self, label: str, start: TextField) -> TextField:
        """Return the line to type in, once with what was typed there when the table was left."""
        if self._found.get("label") != label or self.screen.field is not None:
            return start
        self._found.pop("label")
        return TextField.of(self._found["line"], start.limit, start.digits)

    def text(self) -> str:
        """Return what has been begun as text, '' when there is nothing."""
        found = {"talk": self.talk.typed() if self.talk is not None else self.typed}
        if self.screen.field is not None and self.screen.field.text:
            found |= {"label": self.screen.label, "line": self.screen.field.text}
        elif self._found.get("label"):
            found |= {"label": self._found["label"], "line": self._found["line"]}
        if (action := self.screen.cursor.begun) is not None:
            found["action"] = str(action)
        found = {name: text for name, text in {**found, "game": self.screen.ui.begun_text()}.items() if text}
        return json.dumps(found) if found else ""

    def note(self) -> None:
        """Keep what has been begun, together with what follows it in the next moments."""
        if self._timer is None and self.screen.is_mounted:
            self._timer = self.screen.set_timer(PAUSE, self._keep_now)

    async def _keep_now(self) -> None:
        self._timer = None
        await self.keep()

    async def keep(self) -> None:
        """Keep what has been begun, if it is not what is kept."""
        text = self.text()
        if text != self.kept and self.table.here:
            with suppress(TableError):
                await self.table.note_draft(text)
                self.kept = text


def read(draft: str) -> dict[str, str]:
    """Return what a kept draft holds; nothing where it was not written by this program."""
    try:
        found = json.loads(draft or "{}")
    except ValueError:
        return {}
    words = {str(k): v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}
    return words if "line" in words or "label" not in words else {}
