import pytest

from starforge.games import GAMES


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
