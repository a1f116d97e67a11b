from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starforge.server.accounts.chat import BURST, PAUSE, TalkLimit, clean_line, heard, silence
from starforge.tables.play.meta import TableMeta
from starforge.tables.shared import LONGEST_LINE, ChatMessage, SeatAssignment
from starforge.tables.table import TableError

PLACES = (
    SeatAssignment("Ada"),
    SeatAssignment("Ben", bot="greedy", gone=True),
    SeatAssignment("Cyd", bot="greedy", away=True),
)
GATHERING = TableMeta(host="Ada", assignments=PLACES, began=50)
PLAYING = replace(GATHERING, stage="playing")
ENDED = replace(GATHERING, stage="ended")
STAGES = (GATHERING, PLAYING, ENDED)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Well   played!\n", "Well played!"),
        ("[bold red]no markup[/]", "[bold red]no markup[/]"),
        ("red \x1b[31malert\x07\x9b5m", "red [31malert5m"),
        ("turned \u202eback\u202c \u2066here\u2069", "turned back here"),
        ("un\u200bse\u200den\ufeff", "unseen"),
        ("e\u0301te", "\u00e9te"),
        ("a" + "\u0300" * 30, "\u00e0\u0300\u0300"),
        ("wide\ufe0f", "wide"),
        ("two\u2028lines\x85", "two lines"),
    ],
)
def test_a_line_is_made_clean(typed, shown):
    assert clean_line(typed) == shown


@pytest.mark.parametrize("typed", ["", " \t ", "\u3164\u2800", "\x1b\x07", "a" * (LONGEST_LINE + 1)])
def test_nothing_and_too_much_are_refused(typed):
    with pytest.raises(TableError):
        clean_line(typed)


@given(st.text(max_size=LONGEST_LINE))
def test_a_clean_line_stays_as_it_is_and_has_nothing_that_moves_a_cursor(typed):
    try:
        line = clean_line(typed)
    except TableError:
        return
    assert clean_line(line) == line
    assert line.isprintable()


@pytest.mark.parametrize(
    ("user", "hushed", "silent"),
    [("Ada", False, False), ("Ada", True, True), ("Cyd", True, True), ("Ben", False, True), ("Eve", True, False)],
)
def test_who_may_talk_while_a_game_is_on(user, hushed, silent):
    assert (silence(replace(PLAYING, silent=hushed), user) is not None) is silent


@pytest.mark.parametrize("user", ["Ada", "Ben", "Eve"])
@pytest.mark.parametrize("meta", [GATHERING, ENDED])
def test_before_and_after_the_game_everybody_may_talk(user, meta):
    assert silence(replace(meta, silent=True), user) is None


def line(user, at=60, n=1):
    return ChatMessage(n, datetime.fromtimestamp(at, UTC), user, "...")


LINES = [line("Eve", 40), line("Ada", 60), line("Eve", 61), line("Ben", 62)]


@pytest.mark.parametrize("user", ["Ada", "Cyd"])
def test_players_do_not_hear_who_looks_on_until_the_end(user):
    assert heard(PLAYING, user, LINES) == [LINES[0], LINES[1], LINES[3]]
    assert heard(ENDED, user, LINES) == heard(GATHERING, user, LINES) == LINES


@pytest.mark.parametrize("user", ["Ben", "Eve"])
def test_who_does_not_play_hears_everything(user):
    assert heard(PLAYING, user, LINES) == LINES


def test_a_user_may_say_some_lines_at_once_and_then_one_after_each_pause():
    now = 0.0
    limit = TalkLimit(lambda: now)
    for _ in range(BURST):
        limit.spend("Ada")
    with pytest.raises(TableError, match="wait 4 seconds"):
        limit.spend("Ada")
    limit.spend("Ben")
    now = PAUSE
    limit.spend("Ada")
    with pytest.raises(TableError):
        limit.spend("Ada")
    now = 1000
    for _ in range(BURST):
        limit.spend("Ada")


def test_a_seat_taken_over_by_a_bot_is_still_its_users():
    away = replace(PLAYING, assignments=(replace(PLACES[0], away=True, bot="greedy"), *PLACES[1:]))
    assert silence(away, "Ada") is None
    assert heard(away, "Ada", LINES) == heard(PLAYING, "Ada", LINES)
