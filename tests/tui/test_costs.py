"""What a step on the screen of a game costs."""

import pytest

from starforge.games import GAMES
from tests.bench.screens import Walk, cursor, walks

ALL = dict(GAMES)


@pytest.fixture(autouse=True)
def all_games(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)


@pytest.mark.parametrize("walk", walks(), ids=lambda walk: walk.game)
def test_a_cursor_move_costs_few_bytes_in_every_game(walk: Walk) -> None:
    milliseconds, sent = cursor(walk, (120, 36), moves=14)
    assert sent <= 800
    assert milliseconds < 50, "10 times what a quiet core needs"
