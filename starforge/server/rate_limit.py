"""How fast one user may ask for things, in all sessions together."""

from __future__ import annotations

from time import monotonic

BURST, PER_SECOND = 80, 40
"""What a user's requests may cost at once, and over time; whoever asks for more has to wait."""


class RateLimit:
    """Allow ``BURST`` at once and ``PER_SECOND`` over time."""

    def __init__(self) -> None:
        self._left, self._at = float(BURST), monotonic()

    def wait(self, cost: float) -> float:
        """Spend ``cost`` and return for how many seconds whoever spent it has to wait."""
        now = monotonic()
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND) - cost
        self._at = now
        return max(0.0, -self._left / PER_SECOND)
