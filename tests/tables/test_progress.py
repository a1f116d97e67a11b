"""What people may do at a table that is played, and how it stands afterwards."""

import json

import pytest

from starforge.engine.rng import Rng
from starforge.engine.shape import read_shape
from starforge.engine.state import Ask, Result, State, to_jsonable
from starforge.tables.play import progress
from starforge.tables.play.consent import answered, request_undo
from starforge.tables.play.meta import Asked, TableMeta
from starforge.tables.play.progress import Absence, bot_at, seat_of, step
from starforge.tables.shared import Clock, SeatAssignment, UndoRequest
from starforge.tables.table import TableError

ADA, BEN, CYD, BOT = SeatAssignment("Ada"), SeatAssignment("Ben"), SeatAssignment("Cyd"), SeatAssignment(bot="random")
NONE = Clock()


def state(*asked, turn=1, result=None):
    return State(rng=Rng(1), turn=turn, asks={n: Ask("lay") for n in asked}, result=result)


def begun(*assignments, asked=(0,), clock=NONE, now=10):
    return progress.begin(TableMeta(host="Ada", assignments=assignments, clock=clock), state(*asked), now)


def test_a_seat_is_asked_since_the_entry_that_led_to_it():
    meta = begun(ADA, BEN, asked=(0, 1))
    assert meta.asked == {0: Asked(0, 10), 1: Asked(0, 10)}
    meta = step(meta, state(1), Asked(1, 20))
    meta = step(meta, state(0, 1), Asked(2, 30))
    assert meta.asked == {0: Asked(2, 30), 1: Asked(0, 10)}


def test_who_comes_back_by_undo_is_told_of_no_new_turn():
    meta = step(step(begun(ADA, BEN, asked=(0,)), state(1), Asked(7, 20)), state(0), Asked(8, 30), back="own")
    assert meta.asked == {0: Asked(0, 10)}


def test_a_step_that_only_its_player_is_told_of_stirs_nothing():
    meta = begun(ADA, BEN, asked=(0, 1))
    assert step(meta, state(0, 1), Asked(1, 20), public=False).stirred == 10
    assert step(meta, state(0, 1), Asked(1, 20)).stirred == 20
    assert step(meta, state(1), Asked(1, 20), public=False).stirred == 20
    assert step(meta, state(0, 1, turn=2), Asked(1, 20), public=False).stirred == 20


def test_the_end_stops_the_clocks_and_asks_nobody():
    meta = step(begun(ADA, BEN, clock=Clock("move", 60)), state(0, result=Result((1,), "Ben has it.")), Asked(1, 20))
    assert (meta.stage, meta.outcome, meta.asked, meta.clocks.runs) == ("ended", "Ben has it.", {}, {})


def resigned(meta, seat, now, together=False):
    return progress.resign(
        meta, seat, ["Ada", "Random bot" if meta.assignments[1].bot else "Ben", "Cyd"], together, now
    )


def test_of_two_sides_the_other_wins_when_one_resigns():
    meta = resigned(begun(ADA, BEN), 0, 20)
    assert (meta.stage, meta.winners, meta.outcome) == ("ended", (1,), "Ada resigned; Ben wins.")
    assert resigned(begun(ADA, BOT), 0, 20).outcome == "Ada resigned; Random bot wins."


def test_of_more_sides_or_one_side_a_bot_plays_on_until_the_last_person_leaves():
    meta = resigned(begun(ADA, BEN, BOT), 0, 20)
    assert (meta.stage, bot_at(meta, 0), seat_of(meta, "Ada")) == ("playing", "captain", None)
    assert resigned(begun(ADA, BEN), 0, 20, together=True).stage == "playing"
    meta = resigned(meta, 1, 30)
    assert (meta.stage, meta.winners, meta.outcome) == ("ended", (), progress.ALL_LEFT)


def test_the_time_of_who_resigned_runs_no_longer():
    meta = resigned(begun(ADA, BEN, CYD, asked=(0, 1), clock=Clock("move", 60)), 0, 20)
    assert list(meta.clocks.runs) == [1]


def test_a_bot_plays_for_who_rests_and_gives_the_seat_back():
    meta = progress.rest(begun(ADA, BEN), 0, "random", 20)
    assert (bot_at(meta, 0), seat_of(meta, "Ada"), meta.assignments[0].away) == ("random", 0, True)
    assert progress.return_(meta, 0, 30).assignments[0] == ADA


def test_rest_and_return_are_refused_where_they_make_no_sense():
    meta = begun(ADA, BOT)
    for refused in (
        lambda: progress.rest(meta, 1, "greedy", 20),
        lambda: progress.rest(progress.rest(meta, 0, "greedy", 20), 0, "greedy", 20),
        lambda: progress.return_(meta, 0, 20),
    ):
        with pytest.raises(TableError):
            refused()


def test_a_bot_answers_for_who_is_out_of_time():
    meta = progress.run_out(begun(ADA, BEN, clock=Clock("move", 60)), 0, 80)
    assert (bot_at(meta, 0), bot_at(meta, 1)) == ("captain", "")
    assert bot_at(step(meta, state(1), Asked(1, 81)), 0) == ""


def test_a_request_waits_for_all_other_people_that_play_themselves():
    meta = progress.rest(begun(ADA, BEN, CYD, BOT), 2, "greedy", 20)
    meta = request_undo(meta, 0)
    assert meta.undo_request == UndoRequest(0, (1,))
    assert answered(meta, 1, True).undo_request == UndoRequest(0, ())
    assert request_undo(begun(ADA, BOT), 0).undo_request == UndoRequest(0, ())


def test_a_request_falls_with_the_first_no_and_with_any_act():
    meta = request_undo(begun(ADA, BEN, CYD), 0)
    assert answered(meta, 2, False).undo_request is None
    assert step(meta, state(0), Asked(1, 20), public=False).undo_request is None
    assert progress.rest(meta, 1, "greedy", 20).undo_request is None
    assert resigned(meta, 1, 20).undo_request is None


def test_only_who_is_waited_for_answers_a_request_and_only_one_is_open():
    meta = request_undo(begun(ADA, BEN, CYD), 0)
    for refused in (
        lambda: answered(meta, 0, True),
        lambda: answered(begun(ADA, BEN), 1, True),
        lambda: answered(answered(meta, 1, True), 1, True),
        lambda: request_undo(meta, 1),
    ):
        with pytest.raises(TableError):
            refused()


@pytest.mark.parametrize(
    ("seen", "now", "allowed"),
    [
        (None, 1009, False),  # asked at 10, has not looked since the server began
        (None, 1010, True),
        (5, 1009, False),  # here before, not since
        (5, 1010, True),
        (50, 149, False),  # was here when asked, and went
        (50, 150, True),
    ],
)
def test_others_may_let_a_bot_play_for_who_is_absent_long_enough(seen, now, allowed):
    assert progress.may_stand_in(begun(ADA, BEN), 0, Absence(seen, 100, 1000), now) is allowed


def test_nobody_is_stood_in_for_who_is_not_asked_or_has_a_clock():
    assert not progress.may_stand_in(begun(ADA, BEN), 1, Absence(None, 100, 1000), 9999)
    assert not progress.may_stand_in(begun(ADA, BEN, clock=Clock("move", 60)), 0, Absence(None, 100, 1000), 9999)


def test_how_a_table_stands_comes_back_from_the_store():
    meta = request_undo(begun(ADA, BEN, asked=(0, 1), clock=Clock("bank", 600)), 0)
    assert read_shape(TableMeta, json.loads(json.dumps(to_jsonable(meta)))) == meta
