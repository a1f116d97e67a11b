"""Anything typed and clicked, at any size: nothing falls over, and the table is there afterwards."""

from __future__ import annotations

import random

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

KEYS = (
    *("enter", "tab", "backspace", "space", "up", "down", "left", "right", "pagedown", "home", "end", "shift+tab"),
    *"abcdefghijklmnoprstuvwyz1234567890?/",
)
STEPS = 120
ALL = dict(GAMES)


@pytest.mark.parametrize("game", [*ALL, "tiny"])
@pytest.mark.parametrize("seed", [1, 2])
def test_anything_may_be_typed(lobby: LocalLobby, game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)
    chance = random.Random(seed)

    async def script(seen: Seen) -> None:
        for _ in range(STEPS):
            if not seen.app.is_running:
                return
            what = chance.random()
            if what < 0.03:
                await seen.resize(chance.choice([40, 60, 80, 120, 200]), chance.choice([10, 20, 23, 40, 60]))
            elif what < 0.15:
                await seen.click(chance.randrange(80), chance.randrange(24))
            else:
                await seen.press(chance.choice(KEYS))

    run(make_app(lobby, at_table(game, "Ada", "Ben", seed=seed)), script)
    assert len(lobby.tables()) >= 1
