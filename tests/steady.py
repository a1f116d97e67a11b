"""What keeps a run of tests going: one that hangs ends, and no report of one ends the others."""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator
from typing import Any

import pytest

SELDOM = (50_000, 50, 50)
"""When to look for garbage: as seldom as costs no memory worth the name."""
AGAIN = 3
"""Seconds after which a test that hangs is failed again."""


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(settings: Any) -> Generator[None, object, object]:
    """Fail a test that hangs again and again until it ends: asyncio keeps what is raised in a task for the task."""
    done = yield
    signal.setitimer(signal.ITIMER_REAL, settings.timeout, AGAIN)
    return done


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while thousands of tests are gathered, none among those that stay, and else seldom."""
    gc.disable()
    done = yield
    gc.freeze()
    gc.set_threshold(*SELDOM)
    gc.enable()
    return done


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, object, object]:
    """Collect no garbage meanwhile: in CPython 3.11 no finaliser may parse, to be traced, while source is parsed."""
    was = gc.isenabled()
    gc.disable()
    try:
        return (yield)
    finally:
        if was:
            gc.enable()
