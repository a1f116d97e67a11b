"""What the screens of a server share: they follow it, say what it refuses, and lead to its tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starforge.tables.remote.lobby import RemoteLobby
from starforge.tui.app import routes
from starforge.tui.screens.listing import ListPage
from starforge.tui.server.refusals import REFUSALS, sentence


class ServerPage(ListPage):
    """Follow the server; ``refreshed`` takes in what has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._unwatch: Callable[[], None] = lambda: None

    @property
    def shared(self) -> RemoteLobby:
        assert self.app.shared is not None
        return self.app.shared

    def begin(self, watch: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
        """Begin to follow; changes are taken in one after the other, when this screen's turn has come."""
        self._unwatch = watch(self._called)
        self.refreshed()

    def _called(self) -> None:
        self.call_later(self.follow)

    def follow(self) -> None:
        if self.is_mounted and not self.left and self.in_front:
            self.refreshed()
            self.repaint()

    def refreshed(self) -> None:
        """Take in what has changed."""

    def on_screen_resume(self) -> None:
        self.follow()

    def on_unmount(self) -> None:
        self._unwatch()

    def tell(self, words: str | None, mood: str = "warn") -> None:
        self.note, self.mood = words or "", mood
        self.repaint()

    async def attempt(self, what: Awaitable[Any]) -> Any:
        """Wait for what the server does and return it; where it refuses, say why and return None."""
        try:
            return await what
        except REFUSALS as error:
            self.tell(sentence(error), "danger")
            return None

    async def sit_down(self, table_id: str) -> None:
        table = await self.attempt(self.shared.open(table_id))
        if table is not None:
            self.app.push_screen(routes.screen_for(table))
