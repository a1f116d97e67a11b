"""Who offers a table, takes a seat at it, and begins."""

from datetime import UTC, datetime

import pytest

from starforge.tables.play.meta import TableMeta, TableRow, TableSetup
from starforge.tables.play.new_table import set_up
from starforge.tables.play.seating import (
    A_DAY,
    IN_A_DAY,
    again,
    assign,
    check_day,
    check_limits,
    create,
    join,
    leave,
    ready,
    seats_of,
)
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError

OPEN, ADA, BEN, BOT = SeatAssignment(), SeatAssignment("Ada"), SeatAssignment("Ben"), SeatAssignment(bot="random")


def table(*assignments, host="Ada", stage="seating"):
    return TableMeta(host=host, assignments=assignments, stage=stage)


def kept(user):
    return SeatAssignment(invited=user)


def test_who_founds_a_table_takes_the_first_open_place():
    meta = create("Ada", [BOT, kept("Ben"), OPEN, OPEN], Clock("move", 600))
    assert (meta.host, meta.assignments) == ("Ada", (BOT, kept("Ben"), ADA, OPEN))
    assert (meta.stage, meta.clock) == ("seating", Clock("move", 600))


@pytest.mark.parametrize(
    ("assignments", "clock"),
    [
        ([BOT, BOT], Clock()),
        ([OPEN, kept("Ada")], Clock()),
        ([OPEN, kept("Ben"), kept("Ben")], Clock()),
        ([OPEN, SeatAssignment(bot="mighty")], Clock()),
        ([OPEN, OPEN], Clock("move", 59)),
        ([OPEN, OPEN], Clock("bank", 31 * 86_400)),
    ],
)
def test_tables_that_make_no_sense_are_not_founded(assignments, clock):
    with pytest.raises(TableError):
        create("Ada", assignments, clock)


def test_nobody_is_seated_by_another():
    assert create("Ada", [OPEN, BEN], Clock()).assignments == (ADA, OPEN)
    assert assign(table(ADA, OPEN), "Ada", 1, SeatAssignment("Ben", away=True, gone=True)).assignments[1] == OPEN


def test_a_place_that_is_open_or_kept_for_one_can_be_taken():
    assert join(table(ADA, BOT, OPEN), "Ben").assignments[2] == BEN
    assert join(table(ADA, OPEN, kept("Ben")), "Ben").assignments == (ADA, OPEN, BEN)
    assert join(table(ADA, OPEN, kept("Ben")), "Ben", 1).assignments == (ADA, BEN, OPEN)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3, -1])
def test_a_place_that_is_taken_or_kept_for_another_cannot_be(seat):
    with pytest.raises(TableError):
        join(table(ADA, BOT, kept("Ben")), "Cyd", seat)


def test_nobody_holds_two_places():
    meta = join(table(ADA, BEN, OPEN), "Ben", 2)
    assert meta.assignments == (ADA, OPEN, BEN)
    assert join(meta, "Ben") == meta


def test_who_leaves_opens_a_place_and_who_declines_too():
    assert leave(table(ADA, BEN), "Ben").assignments == (ADA, OPEN)
    assert leave(table(ADA, kept("Ben")), "Ben").assignments == (ADA, OPEN)
    with pytest.raises(TableError):
        leave(table(ADA, OPEN), "Ben")


def test_a_host_who_leaves_removes_the_table():
    assert leave(table(ADA, BEN), "Ada") is None


def test_a_host_opens_places_keeps_them_and_gives_them_to_bots():
    meta = table(ADA, BEN, OPEN)
    assert assign(meta, "Ada", 1, OPEN).assignments[1] == OPEN
    assert assign(meta, "Ada", 2, BOT).assignments[2] == BOT
    assert assign(meta, "Ada", 2, kept("Cyd")).assignments[2] == kept("Cyd")


@pytest.mark.parametrize(
    ("user", "seat", "wanted"),
    [
        ("Ben", 2, BOT),
        ("Ada", 0, BOT),
        ("Ada", 5, BOT),
        ("Ada", 2, kept("Ben")),
        ("Ada", 2, kept("Ada")),
        ("Ada", 2, SeatAssignment(bot="mighty")),
    ],
)
def test_places_are_given_by_the_host_only_and_to_one_who_has_none(user, seat, wanted):
    with pytest.raises(TableError):
        assign(table(ADA, BEN, OPEN), user, seat, wanted)


def test_the_host_begins_when_every_place_is_taken():
    assert ready(table(ADA, BEN, BOT), "Ada")
    with pytest.raises(TableError, match="only the host"):
        ready(table(ADA, BEN), "Ben")
    with pytest.raises(TableError, match=r"seat 2, 3 \(reserved\) yet"):
        ready(table(ADA, OPEN, kept("Ben")), "Ada")


@pytest.mark.parametrize("stage", ["playing", "ended"])
def test_once_begun_nobody_comes_goes_or_begins_again(stage):
    meta = table(ADA, BEN, stage=stage)
    for late in (
        lambda: join(meta, "Cyd"),
        lambda: leave(meta, "Ben"),
        lambda: assign(meta, "Ada", 1, BOT),
        lambda: ready(meta, "Ada"),
    ):
        with pytest.raises(TableError):
            late()


def test_people_keep_their_names_and_bots_take_others():
    seats = seats_of(
        (
            BOT,
            SeatAssignment("Random bot"),
            SeatAssignment(bot="random"),
            SeatAssignment("Ben", bot="greedy", away=True),
        )
    )
    assert [seat.name for seat in seats] == ["Random bot 2", "Random bot", "Random bot 3", "Ben"]
    assert [seat.bot for seat in seats] == ["random", "", "random", ""]


def test_what_a_match_begins_from_is_checked():
    setup = set_up("tiny", 3, {"rounds": "2"}, 7, "")
    assert (setup.options, setup.seed, setup.rules_version) == ({"rounds": 2}, 7, 1)
    for game, seats, options, start in (
        ("chess", 2, {}, ""),
        ("tiny", 4, {}, ""),
        ("tiny", 2, {"rounds": 9}, ""),
        ("tiny", 2, {"round": 1}, ""),
        ("tiny", 2, {}, "nonsense ["),
        ("tiny", 2, {}, "[[players]]\n[[players]]\n[[players]]"),
        ("tiny", 2, {}, "#" * 40_000),
    ):
        with pytest.raises(TableError):
            set_up(game, seats, options, 7, start)


@pytest.mark.parametrize(
    "start",
    [
        "a = " + "[" * 16_000,
        "a = [\n" + "[\n" * 9_000,
        ".".join("a" * 8_000) + " = 1",
        "a = 1_000_000",
        "a = 0xfffffff",
        "a = -1e9",
        "a = inf",
        "a = nan",
        'a = ["draw 10\\u003000000"]',
        "1000000.a = 1",
        'queue = [["draw", 0, 1000]]',
        'a = ["\\u009b31m"]',
        'a = "\\u202e"',
    ],
)
def test_a_position_that_would_keep_the_server_busy_or_command_terminals_is_refused_before_it_is_laid_out(start):
    with pytest.raises(TableError, match=r"a (line|number) (of|in) a position|not nested|text in a position"):
        set_up("tiny", 2, {}, 7, start)


def test_to_play_again_everybody_goes_one_seat_further():
    assignments = (
        ADA,
        SeatAssignment("Ben", bot="greedy", gone=True),
        BOT,
        SeatAssignment("Cyd", bot="random", away=True),
    )
    ended = TableMeta(
        host="Ada", assignments=assignments, stage="ended", clock=Clock("move", 60), outcome="Ada has it."
    )
    assert again(ended, "Ben") == TableMeta(
        host="Ben", assignments=(kept("Cyd"), kept("Ada"), BEN, BOT), clock=Clock("move", 60)
    )


def test_only_who_sat_at_an_ended_table_plays_it_again():
    for meta, user in ((table(ADA, BEN, stage="ended"), "Cyd"), (table(ADA, BEN, stage="playing"), "Ada")):
        with pytest.raises(TableError):
            again(meta, user)


def test_a_user_founds_and_joins_no_more_than_so_many_tables():
    metas = [table(ADA, BEN), table(BEN, ADA, host="Ben", stage="playing"), table(ADA, BEN, stage="ended")]
    at = datetime.now(UTC)
    rows = [
        TableRow(str(n), TableSetup(game="tiny", rules_version=1, seed=1), meta, 1, 0, at, at)
        for n, meta in enumerate(metas)
    ]
    check_limits(rows, "Ada", tables=2, seats=3)
    with pytest.raises(TableError, match="created 1 tables"):
        check_limits(rows, "Ada", tables=1, seats=3)
    with pytest.raises(TableError, match="a seat at 2 tables"):
        check_limits(rows, "Ada", tables=2, seats=2)


def test_a_user_founds_no_more_than_so_many_tables_a_day_even_if_all_have_ended():
    at, ended = datetime.now(UTC), table(ADA, BEN, stage="ended")
    row = TableRow("1", TableSetup(game="tiny", rules_version=1, seed=1), ended, 1, 0, at, at)
    for count, host, later in ((IN_A_DAY - 1, "Ada", 0), (IN_A_DAY, "Ben", 0), (IN_A_DAY, "Ada", A_DAY)):
        check_day([row] * count, host, at.timestamp() + later)
    with pytest.raises(TableError, match="within a day"):
        check_day([row] * IN_A_DAY, "Ada", at.timestamp() + A_DAY - 1)
