"""What the screens of a server share: they follow it, say what it refuses, and lead to its tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starforge.tui.app import routes
from starforge.tui.screens.listing import ListPage
from starforge.tui.server.refusals import REFUSALS, sentence


class Follower:
    """Have a screen take in what changes on the server, by ``refreshed``, while it is in front."""

    def __init__(self, page: ListPage, refreshed: Callable[[], None]) -> None:
        self._page, self._refreshed = page, refreshed
        self.end: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Begin to follow; changes are taken in one after the other, when the screen's turn has come."""
        self.end = self._page.shared.watch(self._called)
        self._refreshed()

    def _called(self) -> None:
        self._page.call_later(self.follow)

    def follow(self) -> None:
        page = self._page
        if page.is_mounted and not page.left and page.in_front:
            self._refreshed()
            page.repaint()

    async def attempt(self, what: Awaitable[Any]) -> Any:
        """Wait for what the server does and return it; where it refuses, say why and return None."""
        try:
            return await what
        except REFUSALS as error:
            self._page.tell(sentence(error), "danger")
            return None

    async def sit_down(self, table_id: str) -> None:
        table = await self.attempt(self._page.shared.open(table_id))
        if table is not None:
            self._page.app.push_screen(routes.screen_for(table))
