"""A number that is shown as a chance, compared with how often it comes true."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import sqrt

DRAWS = int(os.environ.get("STARFORGE_DRAWS", "500"))
"""How often the event of a chance is drawn, each time with the chance of another seed."""


def assert_comes_true(told: float, happens: Callable[[int], bool], rounded: float = 0.0, about: str = "") -> None:
    """Check that an event, drawn from a seed, happens as often as is told, which may be off by half a ``rounded``."""
    often = sum(map(happens, range(DRAWS))) / DRAWS
    assert abs(often - told) <= 4.5 * sqrt(told * (1 - told) / DRAWS) + rounded / 2 + 1e-9, (about, told, often)
