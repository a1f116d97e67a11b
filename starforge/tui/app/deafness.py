"""Deafness for a moment: what was typed before something was shown does not act on it."""

from __future__ import annotations

from collections.abc import Callable

SECONDS = 0.25
UNSEEN = 0.5
"""Seconds that a picture may take until it is on the screen."""


class Deafness:
    """Say which keys and clicks are taken; ``clock`` tells seconds.

    From the moment at which it begins until what is new has been on the screen, and there has been quiet, for so long,
    nothing is: a key that is held down repeats, and ends no deafness by that.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until = self._unseen_until = float("-inf")

    def begin(self) -> None:
        self._until = self._clock() + SECONDS
        self._unseen_until = self._until + UNSEEN

    def shown(self) -> None:
        """Take in that the screen shows how things are now."""
        if self._unseen_until > float("-inf"):
            self._until, self._unseen_until = self._clock() + SECONDS, float("-inf")

    def hears(self) -> bool:
        """Tell whether what is pressed now is taken."""
        now = self._clock()
        if now >= max(self._until, self._unseen_until):
            return True
        self._until = now + SECONDS
        return False
