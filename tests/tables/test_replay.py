"""Replays: any moment, forwards and backwards, showing secrets only after the end."""

import asyncio
from dataclasses import replace

import pytest

from starforge.engine.save import SaveError, Seat
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from tests.tables.test_local import BOTS, PEOPLE, play_out
from tests.tiny import TakeBack


@pytest.fixture
def table(tmp_path):
    return asyncio.run(LocalLobby(tmp_path).create("tiny", PEOPLE, {}, 8))


def some(table, count):
    for _ in range(count):
        seat = min(table.view(None).waiting)
        asyncio.run(table.submit(seat, table.view(seat).legal[-1]))


def test_every_moment_is_as_it_was_in_play(table):
    views = [table.view(None)]
    while table.view(None).result is None:
        some(table, 1)
        views.append(table.view(None))
    replay = Replay(table.save())
    assert replay.length == len(views) - 1
    assert replay.turns == [v.turn for v in views]
    for n in [*range(len(views)), *reversed(range(len(views)))]:
        assert replay.view(n) == views[n]


def test_after_the_end_everything_is_shown(table):
    play_out(table)
    replay = Replay(table.save())
    assert replay.viewers == (None, 0, 1)
    events = [e for n in range(replay.length + 1) for e in replay.events(n, 1)]
    assert [t.event for t in table.log(None)] == events
    assert replay.view(0, 1).hand
    assert replay.move(1) == tuple(table.save().moves[0])
    assert replay.move(0) is None


def test_before_the_end_nobody_looks_into_a_hand(table):
    some(table, 2)
    replay = Replay(table.save())
    assert replay.viewers == (None,)
    assert all(e.kind != "laid" for n in range(replay.length + 1) for e in replay.events(n))
    assert replay.move(1) is None
    with pytest.raises(ValueError, match="has not ended"):
        replay.view(1, 0)


def test_before_the_end_what_others_did_in_secret_makes_no_step(tmp_path):
    """How long a replay is would tell how often a bot has acted behind its screen."""
    steps = []
    for n, acts in enumerate(([0], [0, -1, 0])):  # it lays a card; it lays one, takes it back, and lays it again
        table = asyncio.run(LocalLobby(tmp_path / str(n)).create("tiny", BOTS, {}, 8))
        some(table, 1)
        for which in acts:
            asyncio.run(table.submit(1, table.view(1).legal[which] if which == 0 else TakeBack()))
        replay = Replay(table.save())
        steps.append(
            [(replay.view(step, 0), replay.events(step, 0), replay.turns[step]) for step in range(replay.length + 1)]
        )
    assert steps[0] == steps[1]
    assert len(steps[0]) == 2


def test_the_only_person_may_look_at_their_own_seat_before_the_end(tmp_path):
    table = asyncio.run(LocalLobby(tmp_path).create("tiny", BOTS, {}, 8))
    some(table, 1)
    replay = Replay(table.save())
    assert replay.viewers == (None, 0)
    assert replay.view(1, 0).laid
    with pytest.raises(ValueError, match="has not ended"):
        replay.view(1, 1)


def test_a_moment_of_a_replay_offers_no_action(table):
    some(table, 1)
    play_out(table)
    replay = Replay(table.save())
    assert all(replay.view(n, seat).choices == () for n in range(replay.length) for seat in (None, 0, 1))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "does not have"),
        ({"rules_version": 3}, "rules version 3"),
        ({"moves": [(0, "ready")]}, "move 1 .* is refused"),
        ({"moves": [(7, "ready")]}, "move 1 .* is refused"),
        ({"seats": [Seat(name="x")] * 2, "start": "game = 'tiny'"}, "does not play"),
    ],
)
def test_a_save_that_does_not_play_says_why(table, change, words):
    save = replace(table.save(), **change)
    with pytest.raises(SaveError, match=words):
        Replay(save)
