"""What has been begun at a table of one's own and is no move yet: kept over leaving it, quitting and a crash."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen

_log = logging.getLogger(__name__)


class OwnDraft:
    """Keep what a game's interface has begun, after each key that changed it; at shared tables the server does."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._kept = ""

    def begin(self) -> None:
        """Bring back what had been begun."""
        self._kept = self.screen.table.draft()
        self.screen.ui.resume(self._kept)

    async def keep(self) -> None:
        """Keep what has been begun, if it is not what is kept; where the game is in memory alone, later."""
        text, table = self.screen.ui.begun_text(), self.screen.table
        if text != self._kept and not table.lost:
            self._kept = text
            try:
                await table.note_draft(text)
            except (OSError, TableError) as error:
                _log.warning("the draft of table %s is not kept: %s", table.id, error)

    async def end(self) -> None:
        await self.keep()
