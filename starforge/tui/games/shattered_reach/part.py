"""What the parts of Shattered Reach's screen have in common: the view by its own type, and the phase."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from starforge.games.shattered_reach.view.types import WarView
from starforge.tui.screens.play.ui import Part


class WarPart(Part):
    """Be a part of the screen of a war."""

    @property
    def war(self) -> WarView:
        return cast(WarView, self.desk.view)

    @property
    def ask_kind(self) -> str:
        """Return the kind of what is asked, '' for nothing."""
        return self.desk.view.ask.kind if self.desk.view.ask else ""

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Let what several actions come to be seen when the last of them is done."""
        self.desk.acting = True
        try:
            yield
        finally:
            self.desk.acting = False
            self.desk.follow()
