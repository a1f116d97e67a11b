"""The list of saved games: a line a game, and what distinguishes it."""

import asyncio
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from starforge.engine.save import Seat
from starforge.games import GAMES, load
from starforge.server.ssh.commands import _line
from starforge.tables.local import LocalLobby
from starforge.tables.saved import saved_games
from starforge.tables.shared import Clock, Notice, SeatAssignment
from starforge.tables.store.schema import LOCAL_FILE
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.saved_games import line_of
from starforge.tui.server.listing import ListedTables, draw_listing
from tests.shells.starforge import COMMAND, ROOT, environment, starforge


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
        assert words in one.label
        assert words in line_of(one, 90, datetime.now(UTC))
        assert load(one.game).label({}) or not words
    said = starforge(tmp_path, "saves").stdout.splitlines()
    assert [line.split()[0] for line in said[:-1]] == [one.id for one in there]


def in_lobby(notice, width):
    """Return how the list of a server's lobby and its command of SSH tell of a table."""
    picture = Picture(width, 4)
    draw_listing(picture, Region(0, 0, width, 4), ListedTables([notice], 0, "1", datetime.now(UTC)))
    return "\n".join("".join(row) for row in picture.chars), _line(notice)


@pytest.mark.parametrize(
    ("game", "options", "label"),
    [
        ("reach", {}, ""),
        ("shattered-reach", {"scenario": "race-for-the-core", "rounds": 2}, "Race"),
        ("astroforce", {"patrol": "hard"}, "hard patrol"),
    ],
)
def test_lists_tell_of_an_ended_game_who_won_with_which_score_or_rank(tmp_path, game, options, label):
    lobby = LocalLobby(tmp_path / "data")
    seats = [Seat(name="Ada", bot="greedy"), Seat(name="Ben", bot="greedy")]

    async def played():
        table = await lobby.create(game, seats, options, 5)
        while await table.step_bot():
            pass
        return table.view(None).result

    result = asyncio.run(played())
    (one,) = saved_games(tmp_path / "data")
    (here,) = lobby.tables()
    assert (one.winners, one.scores) == (here.winners, here.scores) == (result.winners, result.scores)
    places = tuple(SeatAssignment(bot="", user=name) for name in one.names)
    notice = Notice("a1", game, options, "Ada", "ended", places, Clock(), one.turn, one.updated)
    notice = replace(notice, outcome=result.text, winners=result.winners, scores=result.scores)
    told = [line_of(one, 98, datetime.now(UTC)), starforge(tmp_path, "saves").stdout, *in_lobby(notice, 110)]
    facts = [f"{name} {score}" for name, score in zip(one.names, result.scores, strict=True)]
    facts = facts if len(set(result.scores)) > 1 else [result.text.rpartition("Rank: ")[2].strip(".")]
    assert all(fact in words for fact in facts for words in told), told
    best = max(range(len(facts)), key=lambda n: (n in result.winners, result.scores[n]))
    assert all(words.index(facts[best]) == min(map(words.index, facts)) for words in told), "best first"
    assert all(label in words for words in (told[0], *told[2:])), told


def test_home_lists_games_without_what_plays_them(tmp_path):
    for game, seats in (("astroforce", 1), ("shattered-reach", 2)):
        asyncio.run(LocalLobby(tmp_path).create(game, [Seat(name="Ada")] * seats, {}, 1))
    code = f"""
import sys
from datetime import UTC, datetime
from pathlib import Path
import starforge.cli.context, starforge.cli.saved_games, starforge.tui.app.run, starforge.tui.screens.home
from starforge.tables.local import LocalLobby
from starforge.tui.screens.saved_games import line_of
print(*(line_of(one, 90, datetime.now(UTC)) for one in LocalLobby(Path({str(tmp_path)!r})).tables()))
games = "starforge.games.astroforce", "starforge.games.reach", "starforge.games.shattered_reach"
inner = "starforge.engine.game", "starforge.bots", *games
assert not [name for name in sys.modules if name.startswith(inner)]
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "easy patrol" in said
    assert "Shattered Reach" in said


def test_a_damaged_game_is_named_and_the_others_play_on(tmp_path):
    lobby = LocalLobby(tmp_path / "data")
    whole, broken = (asyncio.run(lobby.create("tiny", [Seat(name="Ada"), Seat(name="Ben")], {}, n)).id for n in (1, 2))
    for column, text in (("meta", "{"), ("setup", "[]"), ("meta", '{"stage": 3}')):
        with sqlite3.connect(tmp_path / "data" / LOCAL_FILE) as db:
            db.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (text, broken))
        first, last = saved_games(tmp_path / "data")
        assert (first.id, first.damaged, last.id, last.damaged) == (whole, False, broken, True)
        assert f"cannot be read · {broken}" in line_of(last, 80, datetime.now(UTC))
        said = starforge(tmp_path, "saves").stdout.splitlines()
        assert [line.split()[0] for line in said[:2]] == [whole, broken]
        assert "damaged" in said[1]
        done = starforge(tmp_path, "resume", broken, "--plain")
        assert done.returncode == 1
        assert broken in done.stderr
        assert "fault" not in done.stderr
        assert starforge(tmp_path, "resume", "--plain").returncode == 0


@pytest.mark.parametrize(
    "words", [["saves"], ["rules", "reach"], ["play", "tiny", "--plain"], ["play", "tiny", "--json"]]
)
def test_an_output_that_takes_nothing_is_the_world_s_fault(tmp_path, words):
    for code, told in (("exec >/dev/full", "make room"), ("exec >&-", "closed"), ("exec >&- 2>&-", "")):
        command = ["sh", "-c", f'{code}; exec "$@"', "sh", *COMMAND, *words]
        done = subprocess.run(command, env=environment(tmp_path), cwd=ROOT, capture_output=True, text=True, input="")
        assert done.returncode == 1
        assert "fault" not in done.stderr
        assert "Exception ignored" not in done.stderr
        assert told in done.stderr
        assert done.stderr.count("\n") == bool(told)


def test_a_file_that_may_not_grow_is_the_world_s_fault(tmp_path):
    for blocks in (0, 1, 8, 30):
        command = [
            "sh",
            "-c",
            f'ulimit -f {blocks}; exec "$@"',
            "sh",
            *COMMAND,
            "play",
            "tiny",
            "--plain",
            "--seed",
            "1",
        ]
        done = subprocess.run(
            command, env=environment(tmp_path / str(blocks)), cwd=ROOT, capture_output=True, text=True, input="1\n1\n"
        )
        assert "starforge has a fault" not in done.stderr, blocks
        assert done.returncode in (0, 1)
