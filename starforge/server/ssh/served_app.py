"""The app as a server runs it: beside others in one process, and apart from that process's own things."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from starforge.server.faults import trace
from starforge.tui.app.app import StarforgeApp

log = logging.getLogger(__name__)


class ServedApp(StarforgeApp):
    """Run beside other apps: nothing of it reaches the streams, the files or the browser of this process.

    While ``full``, frames are left out, for the terminal takes no more; ``started`` is called at the first one.
    """

    full = False

    def __init__(self, *args: Any, started: Callable[[], None] = lambda: None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._started = started
        self._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._capture_stderr = sys.stderr  # type: ignore[assignment]

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, None if self.full else renderable)

    def post_display_hook(self) -> None:
        """Tell once that there is something to see."""
        started, self._started = self._started, lambda: None
        started()

    def hold(self) -> None:
        self.full = True

    def go_on(self) -> None:
        if self.full:
            self.full = False
            self.repaint_all()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_text(self, *args: Any, **more: Any) -> None:
        """Deliver nothing: the files would be the server's."""

    def deliver_binary(self, *args: Any, **more: Any) -> None:
        """Deliver nothing."""

    def deliver_screenshot(self, *args: Any, **more: Any) -> None:
        """Deliver nothing."""

    def save_screenshot(self, *args: Any, **more: Any) -> str:
        """Save nothing."""
        return ""

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()


def apology(error: BaseException | None) -> str:
    """Write down where a fault happened, without any value, which may be secret; return what the user reads."""
    log.error("a fault ended a session: %s", "of no known kind" if error is None else trace(error))
    kind = "unknown" if error is None else type(error).__name__
    return f"starforge stopped by a fault of its own ({kind}). Every action that was accepted is saved."
