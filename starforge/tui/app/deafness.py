"""Deafness for a moment: what was typed before something was shown does not act on it."""

from __future__ import annotations

from collections.abc import Callable

SECONDS = 0.25


class Deafness:
    """Say which keys and clicks are taken; ``clock`` tells seconds.

    From the moment at which it begins until there has been quiet for so long, nothing is: a key that is held down
    repeats, and ends no deafness by that.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until = float("-inf")

    def begin(self) -> None:
        self._until = self._clock() + SECONDS

    def hears(self) -> bool:
        """Tell whether what is pressed now is taken."""
        now = self._clock()
        if now >= self._until:
            return True
        self._until = now + SECONDS
        return False
