"""What others may watch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class Watched:
    """Let others be called after every change."""

    def __init__(self) -> None:
        self._watchers: list[Callable[[], None]] = []

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call ``tell`` after every change, until the function returned is called."""
        one = partial(tell)
        self._watchers.append(one)
        return lambda: self._watchers.remove(one) if one in self._watchers else None

    def changed(self) -> None:
        """Call those who watch."""
        for tell in list(self._watchers):
            tell()
