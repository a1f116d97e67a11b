import pytest

from starforge.games import GAMES
from tests.server.conftest import fresh, postgres

__all__ = ["fresh", "postgres"]


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
