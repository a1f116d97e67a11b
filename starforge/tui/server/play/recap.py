"""What happened at a shared table since the user last looked."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.tui.screens.play.handoff import HandOffScreen


class RecapScreen(HandOffScreen):
    scope = "recap"

    def __init__(self, title: str, names: Sequence[str], seat: int, lines: Sequence[str]) -> None:
        super().__init__(title, names, None, seat, lines)
        self.sure = True

    def do_choose(self) -> None:
        self.leave()

    do_back = do_quit = do_choose
