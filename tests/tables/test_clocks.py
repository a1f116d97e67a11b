from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from starforge.tables.play.clocks import (
    Clocks,
    Run,
    Waiting,
    next_due,
    out_of_time,
    overdue,
    put_off,
    run_out,
    show_times,
    wind_up,
)
from starforge.tables.play.clocks import follow as follow_on
from starforge.tables.shared import Clock, Times

MOVE, BANK, NONE = Clock("move", 100), Clock("bank", 100), Clock()
SEATS = (0, 1, 2)


def follow(clock, was, asked, turn, now, away=(), back=""):
    return follow_on(clock, was, Waiting(asked, turn, away, back), now)


def asked(clock, *asks, turn=1, now=0.0, was=None):
    was = was or wind_up(clock, SEATS)
    return follow(clock, was, asks, turn, now)


def test_without_a_clock_nothing_ever_runs():
    assert asked(NONE, 0, 1) == Clocks()
    assert next_due(asked(NONE, 0), 0) is None


def test_all_that_are_asked_at_the_same_moment_have_one_deadline():
    c = asked(MOVE, 0, 1, 2, now=50)
    assert {run.due for run in c.runs.values()} == {150}


def test_neither_own_steps_nor_answers_of_others_restart_a_stretch():
    c = asked(MOVE, 0, 1)
    c = follow(MOVE, c, (0, 1), 1, 30)
    c = follow(MOVE, c, (1,), 1, 60)
    assert c.runs == {1: Run(0, 100)}


def test_a_new_turn_gives_time_anew_to_whoever_is_still_asked():
    c = follow(MOVE, asked(MOVE, 0), (0,), 2, 60)
    assert c.runs == {0: Run(60, 160)}


def test_a_seat_that_was_not_asked_in_between_gets_its_time_anew():
    c = follow(MOVE, asked(MOVE, 0), (1,), 1, 60)
    assert follow(MOVE, c, (0,), 1, 90).runs == {0: Run(90, 190)}


def test_undo_takes_a_seat_back_to_the_deadline_it_had():
    c = follow(MOVE, asked(MOVE, 0, 1), (1,), 1, 60)
    assert follow(MOVE, c, (0, 1), 1, 80, back="own").runs[0].due == 100


def test_undo_after_that_deadline_gives_what_was_left_when_the_seat_answered():
    c = follow(MOVE, asked(MOVE, 0), (1,), 1, 97)
    assert follow(MOVE, c, (0,), 1, 190, back="own").runs[0].due == 193


def test_a_turn_that_is_undone_and_reached_again_gives_no_new_time():
    c = follow(MOVE, asked(MOVE, 0), (0,), 2, 60)
    c = follow(MOVE, c, (0,), 1, 70, back="own")
    assert follow(MOVE, c, (0,), 2, 80).runs == {0: Run(60, 160)}


def test_an_undo_that_all_agreed_to_gives_time_to_those_who_have_to_answer_again():
    c = follow(MOVE, asked(MOVE, 0), (1,), 1, 99)
    assert follow(MOVE, c, (0,), 1, 500, back="agreed").runs == {0: Run(500, 600)}


def test_a_bank_is_used_up_only_while_its_seat_is_asked():
    c = follow(BANK, asked(BANK, 0), (1,), 1, 30)
    c = follow(BANK, c, (0,), 1, 50)
    assert c.runs == {0: Run(50, 120)}
    assert c.banks == {0: 70, 1: 80, 2: 100}


def test_when_time_runs_out_a_bot_answers_until_the_seat_is_no_longer_asked():
    c = asked(MOVE, 0, 1)
    assert overdue(c, 99) == []
    assert overdue(c, 100) == [0, 1]
    assert (next_due(c, 99), next_due(c, 100)) == (100, None)
    c = run_out(MOVE, c, 0)
    assert out_of_time(c) == (0,)
    c = follow(MOVE, c, (0, 1), 1, 101)
    assert (out_of_time(c), overdue(c, 101)) == ((0,), [1])
    c = follow(MOVE, c, (1,), 1, 102)
    assert out_of_time(c) == ()
    assert follow(MOVE, c, (0,), 1, 103).runs == {0: Run(103, 203)}


def test_a_new_turn_gives_the_seat_back_whose_time_ran_out():
    c = run_out(MOVE, asked(MOVE, 0), 0)
    c = follow(MOVE, c, (0,), 2, 101)
    assert (out_of_time(c), c.runs[0].due) == ((), 201)


def test_with_an_empty_bank_a_bot_answers_for_good():
    c = run_out(BANK, asked(BANK, 0), 0)
    c = follow(BANK, c, (1,), 2, 110)
    c = follow(BANK, c, (0,), 3, 120)
    assert (out_of_time(c), c.runs) == ((0,), {})


def test_time_stands_still_for_a_seat_that_rests_and_is_not_given_anew_at_its_return():
    c = asked(MOVE, 0)
    c = follow(MOVE, c, (0,), 1, 40, away=(0,))
    assert next_due(c, 40) is None
    assert follow(MOVE, c, (0,), 1, 140, back="own").runs[0].due == 200
    c = follow(MOVE, c, (1,), 1, 45, away=(0,))
    c = follow(MOVE, c, (0,), 1, 50, away=(0,))
    assert follow(MOVE, c, (0,), 1, 60, back="own").runs[0].due == 160


def test_clocks_stop_at_the_end():
    c = follow(BANK, asked(BANK, 0, 1), (), 1, 40)
    assert (next_due(c, 40), c.banks[0]) == (None, 60)


def test_the_time_without_a_server_does_not_count():
    c = put_off(follow(MOVE, asked(MOVE, 0, 1), (1,), 1, 90), 1000)
    assert c.runs == {1: Run(1000, 1100)}
    assert follow(MOVE, c, (0, 1), 1, 1095, back="own").runs[0].due == 1100


def test_what_others_used_of_their_banks_in_a_secret_phase_shows_when_it_is_over():
    c = asked(BANK, 0, 1)
    c = follow(BANK, c, (1,), 1, 30)
    assert show_times(c, 0, (1,)) == Times(datetime.fromtimestamp(100, UTC), {0: 70, 1: 100, 2: 100})
    assert show_times(c, 1, (1,)).left == {0: 100, 1: 100, 2: 100}
    c = follow(BANK, c, (2,), 1, 50)
    assert show_times(c, None, (2,)).left == {0: 70, 1: 50, 2: 100}


def test_the_deadline_shown_is_ones_own_else_the_next_of_those_that_one_sees_waiting():
    c = follow(MOVE, asked(MOVE, 0), (0, 1), 1, 20)
    assert show_times(c, 1, (0, 1)).deadline == datetime.fromtimestamp(120, UTC)
    assert show_times(c, 2, (0, 1)).deadline == datetime.fromtimestamp(100, UTC)
    assert show_times(c, 2, (1,)).deadline == datetime.fromtimestamp(120, UTC)
    assert show_times(c, 2, ()).deadline is None


# Any sequence of events: how much time passes, who is asked then, whether the turn is a new one.
steps = st.lists(st.tuples(st.integers(0, 70), st.sets(st.sampled_from(SEATS)), st.booleans()), min_size=1, max_size=25)
clocks = st.sampled_from([MOVE, BANK])


def played(clock, steps, gap=(-1, 0)):
    """Yield the time and the clocks after each step, the times that have run out seen to as a daemon does.

    ``gap``: before this step the server stops for so many seconds.
    """
    now, turn = 0.0, 1
    c = wind_up(clock, SEATS)
    for number, (passes, asks, later) in enumerate(steps):
        if number == gap[0]:
            c = put_off(c, gap[1])
            now += gap[1]
        end = now + passes
        while (due := min((run.due for run in c.runs.values()), default=None)) is not None and due <= end:
            for seat in overdue(c, due):
                c = run_out(clock, c, seat)
        now, turn = end, turn + later
        c = follow(clock, c, sorted(asks), turn, now)
        yield now, c


@given(steps)
def test_no_stretch_is_longer_than_the_clock_gives_and_none_is_restarted(steps):
    before = Clocks(turn=1)
    for now, c in played(MOVE, steps):
        begun = {run.due for run in c.runs.values() if run.began == now}
        assert len(begun) <= 1
        for seat, run in c.runs.items():
            assert run.due - run.began == 100
            if seat in before.runs and c.turn == before.turn:
                assert run == before.runs[seat]
        before = c


@given(steps)
def test_a_bank_loses_exactly_the_time_in_which_its_seat_was_asked(steps):
    used = dict.fromkeys(SEATS, 0.0)
    last, running = 0.0, ()
    for now, c in played(BANK, steps):
        for seat in running:
            used[seat] += now - last
        for seat in SEATS:
            spent = used[seat] - (now - c.runs[seat].began if seat in c.runs else 0)
            assert c.banks[seat] == max(0, 100 - spent)
        last, running = now, tuple(c.runs)


@given(clocks, steps, st.integers(0, 25), st.integers(0, 10_000))
def test_a_server_that_was_down_changes_nothing_but_the_hour(clock, steps, number, seconds):
    plain = [(now, c) for now, c in played(clock, steps)]
    with_gap = [(now, c) for now, c in played(clock, steps, (number, seconds))]
    for place, ((now, c), (then, d)) in enumerate(zip(plain, with_gap, strict=True)):
        by = seconds if place >= number else 0
        assert then == now + by
        assert {n: run.due + by for n, run in c.runs.items()} == {n: run.due for n, run in d.runs.items()}
        assert (c.banks, c.out) == (d.banks, d.out)


@given(st.lists(st.tuples(st.integers(0, 70), st.sampled_from(["answer", "undo", "step", "rest", "return"]))))
def test_nobody_gains_time_by_answering_and_undoing_or_by_resting(acts):
    c, now, used, there, away = asked(MOVE, 0, 1), 0.0, 0.0, True, False
    for passes, act in acts:
        if 0 in c.runs:
            used += min(passes, max(0.0, c.runs[0].due - now))
        now += passes
        if overdue(c, now):
            break
        back = "own" if act in ("undo", "return") else ""
        there = {"answer": False, "undo": True}.get(act, there)
        away = {"rest": True, "return": False}.get(act, away)
        c = follow(MOVE, c, (0, 1) if there else (1,), 1, now, (0,) if away else (), back)
    assert used <= 100


@given(clocks, steps)
def test_clocks_come_back_from_the_store_as_they_were(clock, steps):
    kind = TypeAdapter(Clocks)
    for _, c in played(clock, steps):
        assert kind.validate_json(kind.dump_json(c)) == c


@pytest.mark.parametrize("seat", [None, *SEATS])
@given(steps)
def test_what_is_shown_of_others_changes_only_when_all_have_answered(seat, steps):
    before = None
    for _, c in played(BANK, steps):
        shown = {n: left for n, left in show_times(c, seat, ()).left.items() if n != seat}
        if before and before[0].turn == c.turn and before[0].runs.keys() & c.runs.keys():
            assert shown == before[1]
        before = (c, shown)
