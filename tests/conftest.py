"""What holds for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from starforge.games import GAMES

EXAMPLES = int(os.environ.get("STARFORGE_EXAMPLES", "100"))
settings.register_profile("starforge", max_examples=EXAMPLES, deadline=None)  # a busy machine may take long over one
settings.load_profile("starforge")

OF_ANY_GAME = {"bots", "server", "shells", "tables"}
"""The folders of tests that play the tiny game, which stands among the games there."""


@pytest.fixture(autouse=True)
def tiny(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.path.relative_to(Path(__file__).parent).parts[0] in OF_ANY_GAME:
        monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
