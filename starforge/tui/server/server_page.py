"""What the screens of a server share: they follow it, say what it refuses, and lead to its tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starforge.tables.shared import SharedLobby
from starforge.tui.app import routes
from starforge.tui.screens.listing import ListPage
from starforge.tui.server.refusals import REFUSALS, sentence


class ServerPage(ListPage):
    """Follow the server; ``refreshed`` takes in what has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._unwatch: Callable[[], None] = lambda: None

    @property
    def shared(self) -> SharedLobby:
        """Return the lobby of the server."""
        assert self.app.shared is not None
        return self.app.shared

    def begin(self, watch: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
        """Begin to follow something that tells when it changes; a session takes news in when its turn has come."""
        self._unwatch = watch(self._called)
        self.refreshed()

    def _called(self) -> None:
        self.call_later(self.follow)

    def follow(self) -> None:
        """Take in what has changed."""
        if self.is_mounted and not self.left and self.in_front:
            self.refreshed()
            self.repaint()

    def refreshed(self) -> None:
        """Take in what has changed."""

    def on_screen_resume(self) -> None:
        """Take in what changed while another screen was in front."""
        self.follow()

    def on_unmount(self) -> None:
        """Stop following."""
        self._unwatch()

    def tell(self, words: str | None, mood: str = "warn") -> None:
        """Say something until the next key."""
        self.note, self.mood = words or "", mood
        self.repaint()

    async def try_to(self, what: Awaitable[Any]) -> Any:
        """Wait for what the server does, and say why it refuses; return None then."""
        try:
            return await what
        except REFUSALS as error:
            self.tell(sentence(error), "danger")
            return None

    async def sit_down(self, table_id: str) -> None:
        """Show a table that is being played or has ended."""
        table = await self.try_to(self.shared.open(table_id))
        if table is not None:
            self.app.push_screen(routes.screen_for(table))
