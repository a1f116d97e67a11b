"""Kept games play as they were written down; see ``goldens.py`` for how they are written anew."""

from __future__ import annotations

import pytest

from starforge.engine.match import Match
from starforge.games.shattered_reach.game import GAME
from tests.shattered_reach import goldens


@pytest.mark.parametrize("name", goldens.GAMES)
def test_a_kept_game_plays_the_same(name: str) -> None:
    moves, text = goldens.read(name)
    options, seats, seed = goldens.GAMES[name]
    match = Match(GAME, options, seats, seed)
    match.replay(moves)
    assert match.state.result is not None
    assert goldens.write(match) == text
