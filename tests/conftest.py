"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from starforge.games import GAMES

settings.register_profile("starforge", deadline=None)  # how long an example takes says nothing on a busy machine
settings.load_profile("starforge")

OF_ANY_GAME = {"bots", "server", "shells", "tables"}
"""The folders of tests that play the tiny game, which stands among the games there."""


@pytest.fixture(autouse=True)
def tiny(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.path.relative_to(Path(__file__).parent).parts[0] in OF_ANY_GAME:
        monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
