"""What holds for all tests."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from starforge.games import GAMES
from tests.steady import pytest_collection, pytest_runtest_makereport, pytest_timeout_set_timer
from tests.stores import fresh, maker, people, postgres

__all__ = [
    "fresh",
    "maker",
    "people",
    "postgres",
    "pytest_collection",
    "pytest_runtest_makereport",
    "pytest_timeout_set_timer",
]

# Hundreds of processes are started here: each would compile the whole program where no bytecode may be kept.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

EXAMPLES = int(os.environ.get("STARFORGE_EXAMPLES", "50"))
settings.register_profile("starforge", max_examples=EXAMPLES, deadline=None)  # a busy machine may take long over one
settings.load_profile("starforge")

OF_ANY_GAME = {"bots", "server", "shells", "tables"}
"""The folders of tests that play the tiny game, which stands among the games there."""


LONGEST = (
    "tests/tui/test_reach_game.py",
    "tests/tui/test_shattered_whole.py",
    "tests/shells/test_packages.py",
    "tests/server/test_openssh.py",
    "tests/server/test_whole_game.py",
    "tests/tui/test_shattered_facts.py",
    "tests/test_contributing.py",
    "tests/tui/test_whole_game.py",
    "tests/tui/test_reach_facts.py",
    "tests/tui/test_passing.py",
    "tests/tui/test_reach_play.py",
    "tests/tui/test_shared_table.py",
    "tests/tui/test_shattered_play.py",
    "tests/tui/test_foot.py",
    "tests/tui/test_art.py",
    "tests/tui/test_record.py",
    "tests/shattered_reach/test_bots.py",
    "tests/contract/test_levels.py",
    "tests/server",
    "tests/tables",
    "tests/tui/test_terminal.py",
)
"""What takes longest begins first, so that at the end no worker waits for another."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests, and let groups be groups: pytest 9.2 does not read the attribute in which xdist 3.8 names them."""
    items.sort(key=lambda item: next((n for n, one in enumerate(LONGEST) if item.nodeid.startswith(one)), len(LONGEST)))
    for item in items:
        named = getattr(item, "_nodeid", item.nodeid)
        if named != item.nodeid:
            item._id = type(item.id).parse(named)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def tiny(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.path.relative_to(Path(__file__).parent).parts[0] in OF_ANY_GAME:
        monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
