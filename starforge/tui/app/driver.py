"""The driver of the terminal that the program was started in."""

from __future__ import annotations

import os
import traceback
from select import select
from time import monotonic
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from starforge.tui.app.keyboard import Keyboard
from starforge.tui.app.terminal import ASK_GROUND

GONE = 129
"""The exit code when the terminal has gone: that of SIGHUP."""


class LocalDriver(LinuxDriver):
    """Read keys so that no byte whatever ends the app, and hear of sizes by signal alone."""

    def _query_in_band_window_resize(self) -> None:
        """Ask for no sizes between the keys; but ask for the colour of the ground, where that matters."""
        app: Any = self._app
        if app.asks_ground:
            self.write(ASK_GROUND)

    def run_input_thread(self) -> None:
        """Take what the terminal sends; a fault in that ends the app with a report, as any other does."""
        app: Any = self._app
        try:
            self._listen(app)
        except Exception:
            self._loop.call_soon_threadsafe(app.panic, traceback.format_exc())

    def _listen(self, app: Any) -> None:
        keyboard, heard = Keyboard(app.terminal_says), monotonic()
        while not self.exit_event.is_set():
            wait = keyboard.wait
            if select([self.fileno], [], [], 0.1 if wait is None else 0.02)[0]:
                data, heard = self._read(), monotonic()
                if not data:
                    self._loop.call_soon_threadsafe(app.exit, None, GONE)
                    return
                found = keyboard.feed(data)
            elif wait is not None and monotonic() - heard >= wait:
                found = keyboard.tick()
            else:
                continue
            for message in found:
                self.process_message(message)

    def _read(self) -> bytes:
        """Return what the terminal has sent, nothing once it has gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""
