"""Waiting for what must come: no test counts on how fast a machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
DEADLINE = 60
"""Seconds after which what is waited for does not come at all; a busy machine takes its time."""


async def until(true: Callable[[], T], seconds: float = DEADLINE) -> T:
    """Wait until something holds, while the loop goes on, and return what it is."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came to that"
        await asyncio.sleep(0.005)
    return found


def wait_until(true: Callable[[], T], seconds: float = DEADLINE, words: str = "it never came to that") -> T:
    """Wait until something holds that another process brings about, and return what it is."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, words
        time.sleep(0.02)
    return found
