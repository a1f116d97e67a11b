"""What holds for all tests."""

import pytest
from hypothesis import settings

settings.register_profile("starforge", deadline=None)  # how long an example takes says nothing on a busy machine
settings.load_profile("starforge")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests that wait for a terminal or another process two more tries: a busy machine can starve them."""
    for item in items:
        if item.path.parent.name in {"tui", "shells", "server"}:
            item.add_marker(pytest.mark.flaky(reruns=2))
