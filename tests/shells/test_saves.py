"""The list of saved games: a line a game, and what distinguishes it."""

import asyncio
from datetime import UTC, datetime

from starforge.engine.save import Seat
from starforge.games import GAMES, load
from starforge.tables.lobby import label_of
from starforge.tables.local import LocalLobby
from starforge.tables.saved import saved_games
from starforge.tui.screens.saved_games import line_of
from tests.shells.starforge import starforge


def test_every_game_has_one_line_and_lists_say_what_sort_it_is(tmp_path):
    lobby = LocalLobby(tmp_path / "data")
    sorts = {
        "astroforce": ({"patrol": "hard"}, "hard patrol"),
        "shattered-reach": ({"scenario": "race-for-the-core"}, "Race"),
    }
    for game in GAMES:
        seats = [Seat(name=name) for name in ("Ada", "Ben")]
        table = asyncio.run(lobby.create(game, seats, sorts.get(game, ({}, ""))[0], 1))
        for _ in table.here:
            if table.view(None).result is None:
                asyncio.run(table.resign(table.here[0]))
    there = saved_games(tmp_path / "data")
    assert len(there) == len(GAMES)
    for one in there:
        words = sorts.get(one.game, ({}, ""))[1]
        assert words in label_of(one.game, one.options)
        assert words in line_of(one, 90, datetime.now(UTC))
        assert load(one.game).label({}) or not words
    said = starforge(tmp_path, "saves").stdout.splitlines()
    assert [line.split()[0] for line in said[:-1]] == [one.id for one in there]
