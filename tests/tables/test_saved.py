"""The list of saved games: who plays what and how it stands, at once."""

import asyncio
import subprocess
import sys

import pytest

from starforge.engine.save import Seat
from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tables.saved import saved_games


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")


async def played(lobby):
    """Return after two games were begun, of which one has ended."""
    await lobby.create("tiny", [Seat(name="Ada"), Seat(name="Bot", bot="greedy")], {}, 3)
    table = await lobby.create("tiny", [Seat(name="Ada"), Seat(name="Ben")], {}, 4)
    while waiting := table.view(None).waiting:
        seat = min(waiting)
        await table.submit(seat, table.view(seat).legal[-1])


def test_it_tells_who_plays_and_what_has_ended(tmp_path):
    lobby = LocalLobby(tmp_path)
    asyncio.run(played(lobby))
    ended, begun = saved_games(tmp_path)
    assert (ended.names, ended.ended, begun.names, begun.ended) == (("Ada", "Ben"), True, ("Ada", "Bot"), False)
    assert ended.outcome


def test_without_a_store_there_are_no_games(tmp_path):
    assert saved_games(tmp_path) == []
    assert not list(tmp_path.iterdir())


def test_it_is_there_at_once():
    # sys.modules is measured, for time is not the same twice
    heavy = {"asyncio", "dataclasses", "starforge.engine"}
    code = f"import sys, starforge.cli.saved_games\nassert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
