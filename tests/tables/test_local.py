"""Tables in this process: what is acknowledged is kept, what is refused changes nothing, secrets stay with a seat."""

import asyncio
import sqlite3
from contextlib import suppress
from threading import Event

import pytest

from starforge.bots.levels import LEVELS
from starforge.engine.position import PositionError, write_position
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import OptionError, SaveError, Seat
from starforge.engine.state import digest
from starforge.tables import local_table, thinking
from starforge.tables.lobby import check_seats
from starforge.tables.local import LocalLobby
from starforge.tables.table import Overtaken, TableError, clean
from tests.tiny import GAME, Lay, Options, Ready, TakeBack
from tests.waiting import DEADLINE, until

PEOPLE = (Seat(name="Ada"), Seat(name="Ben"))
BOTS = (Seat(name="Ada"), Seat(name="Robot", bot="greedy"))


def run(work):
    return asyncio.run(work)


def table_of(folder, seats=PEOPLE, seed=1, **options):
    return run(LocalLobby(folder).create("tiny", seats, options, seed))


def again(folder, table):
    return run(LocalLobby(folder).open(table.id))


def state(table):
    return table.state


def first(table, seat):
    return table.view(seat).legal[0]


def play_out(table, limit=500):
    for _ in range(limit):
        asks = sorted(table.view(None).waiting)
        if not asks:
            return
        legal = [a for a in table.view(asks[0]).legal if not isinstance(a, TakeBack)]
        run(table.submit(asks[0], legal[-1]))
    raise AssertionError("the game does not end")


def test_what_a_move_tells_belongs_to_the_turn_in_which_it_happened(tmp_path):
    table = table_of(tmp_path)
    for seat in (0, 1):
        run(table.submit(seat, first(table, seat)))
        run(table.submit(seat, Ready()))
    assert table.view(None).turn == 2  # the last move has ended the turn
    for at in (table, again(tmp_path, table)):
        for seat in (0, None):
            assert [one.turn for one in at.log(seat) if one.event.kind == "revealed"] == [1]


def test_every_acknowledged_action_is_there_on_reopening(tmp_path):
    table = table_of(tmp_path)
    for _ in range(12):
        seat = min(table.view(None).waiting)
        run(table.submit(seat, table.view(seat).legal[-1]))
        reopened = again(tmp_path, table)
        assert digest(state(reopened)) == digest(state(table))
        assert reopened.log(0) == table.log(0)
        assert reopened.save() == table.save()


def test_reopening_never_rolls_again(tmp_path):
    table = table_of(tmp_path, seed=8)
    play_out(table)
    rolls = [t for t in table.log(None) if t.event.kind == "fought"]
    assert rolls, "choose a seed with a roll"
    assert [t for t in again(tmp_path, table).log(None) if t.event.kind == "fought"] == rolls


def test_a_refused_action_changes_nothing_and_names_its_rule(tmp_path):
    table = table_of(tmp_path)
    before = digest(state(table))
    with pytest.raises(Illegal) as refused:
        run(table.submit(0, Ready()))
    assert refused.value.rule == "T-3"
    assert digest(state(table)) == before == digest(state(again(tmp_path, table)))


def test_undo_is_an_entry_of_its_own_and_nothing_is_rewritten(tmp_path):
    table = table_of(tmp_path)
    before = digest(state(table))
    run(table.submit(0, first(table, 0)))
    assert table.undoable(0) is None
    run(table.undo(0))
    assert digest(state(table)) == before == digest(state(again(tmp_path, table)))
    kept = sqlite3.connect(tmp_path / "tables.db").execute("SELECT n, action FROM moves ORDER BY n").fetchall()
    assert [n for n, _ in kept] == [1, 2]
    assert kept[0][1].startswith("lay ")
    assert table.save().moves == []
    with pytest.raises(Illegal, match="nothing to undo"):
        run(table.undo(0))


def test_undo_before_what_others_did_behind_their_screens_leaves_their_log(tmp_path):
    table = table_of(tmp_path)
    run(table.submit(0, first(table, 0)))
    run(table.submit(1, first(table, 1)))
    kept = [told.event for told in table.log(1) if told.n]
    assert table.undoable(0) is None
    run(table.undo(0))
    assert [(told.n, told.event) for told in table.log(1) if told.n] == [(1, event) for event in kept]
    assert [told for told in table.log(0) if told.n] == []
    assert table.undone == 1
    assert digest(state(table)) == digest(state(again(tmp_path, table)))
    assert again(tmp_path, table).log(1) == table.log(1)


def test_the_log_of_a_seat_holds_no_secret_of_another_before_the_end(tmp_path):
    table = table_of(tmp_path)
    card = first(table, 0)
    told = run(table.submit(0, card))
    assert [e.data["card"] for e in told if e.kind == "laid"] == [card.card]
    assert [t.event.kind for t in table.log(0)] == ["laid"]
    assert table.log(1) == table.log(None) == []
    play_out(table)
    assert table.log(None) == table.log(0) == table.log(1)
    assert any(t.event.kind == "laid" for t in table.log(None))


def test_the_log_can_be_read_from_a_move_on(tmp_path):
    table = table_of(tmp_path)
    play_out(table)
    whole = table.log(None)
    for since in (0, 3, len(table.save().moves)):
        assert table.log(None, since) == [t for t in whole if t.n >= since]
    assert [t.n for t in whole] == sorted(t.n for t in whole)


def test_watchers_hear_of_every_change_until_they_stop(tmp_path):
    table = table_of(tmp_path)
    heard = []
    stop = table.watch(lambda: heard.append(1))
    run(table.submit(0, first(table, 0)))
    run(table.undo(0))
    stop()
    stop()
    run(table.submit(0, first(table, 0)))
    assert len(heard) == 2


def test_bots_act_when_they_are_asked_and_only_then(tmp_path):
    async def play():
        table = await LocalLobby(tmp_path).create("tiny", BOTS, {}, 4)
        while table.view(None).result is None:
            if not await table.step_bot():
                legal = [a for a in table.view(0).legal if not isinstance(a, TakeBack)]
                await table.submit(0, legal[-1])
        return table, await table.step_bot()

    table, more = run(play())
    assert not more
    assert {seat for seat, _ in table.save().moves} == {0, 1}
    assert digest(state(again(tmp_path, table))) == digest(state(table))


class Stuck:
    blind = True

    def choose(self, view, sample, pace):
        while True:
            sample()


class Broken:
    blind = False

    def choose(self, view, sample, pace):
        raise RuntimeError("a bug")


class Cheat:
    blind = False

    def choose(self, view, sample, pace):
        return Lay("c99")


@pytest.mark.parametrize("bot", [Stuck, Broken, Cheat])
def test_a_bot_that_fails_still_acts(tmp_path, monkeypatch, bot):
    real = local_table.make
    monkeypatch.setattr(local_table, "THINKING", 0.05)
    monkeypatch.setattr(thinking, "GRACE", 0.05)
    monkeypatch.setattr(
        local_table, "make", lambda game, level, seed: bot() if level == "captain" else real(game, level, seed)
    )
    table = table_of(tmp_path, BOTS)
    assert run(table.step_bot())
    assert [seat for seat, _ in table.save().moves] == [1]


FOUND = Event()
"""Set once a bot has found something."""


class Searching(Stuck):
    """Find something at once, and look for better until somebody hurries it."""

    best = -1

    def choose(self, view, sample, pace):
        pace.best = view.legal[self.best]
        FOUND.set()
        while not pace.hurried:
            sample()
        return pace.best


class Deaf(Stuck):
    """Find something at once, and then go on for ever."""

    best = -1

    def choose(self, view, sample, pace):
        pace.best = view.legal[self.best]
        FOUND.set()
        return super().choose(view, sample, pace)


@pytest.mark.parametrize(("bot", "seconds", "best"), [(Searching, 60, 0), (Deaf, 1, 0), (Deaf, 1, 1)])
def test_a_bot_that_is_hurried_or_out_of_time_plays_the_best_it_has_found(tmp_path, monkeypatch, bot, seconds, best):
    monkeypatch.setattr(bot, "best", best)
    monkeypatch.setattr(local_table, "THINKING", seconds)
    monkeypatch.setattr(thinking, "GRACE", 0.05)
    monkeypatch.setattr(local_table, "make", lambda *_: bot())

    async def play():
        table = await LocalLobby(tmp_path).create("tiny", BOTS, {}, 3)
        wanted = table.view(1).legal[best]
        FOUND.clear()
        step = asyncio.ensure_future(table.step_bot())
        await until(FOUND.is_set)
        assert not step.done()
        await table.hurry()
        await asyncio.wait_for(step, DEADLINE)
        return table, wanted

    table, wanted = run(play())
    assert table.save().moves == [(1, str(wanted))]


class Finishing(Stuck):
    """Find something at once, and something better when it is told to come to an end."""

    def choose(self, view, sample, pace):
        pace.best = view.legal[-1]
        while not pace.hurried:
            sample()
        return view.legal[0]


def test_a_bot_whose_time_is_up_may_come_to_an_end_before_it_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(local_table, "THINKING", 0.1)
    monkeypatch.setattr(local_table, "make", lambda *_: Finishing())
    table = table_of(tmp_path, BOTS)
    wanted = table.view(1).legal[0]
    assert run(table.step_bot())
    assert table.save().moves == [(1, str(wanted))]


class Slow:
    """Let the person act while it thinks."""

    blind = True

    def __init__(self, loop, table):
        self.loop, self.table = loop, table

    def choose(self, view, sample, pace):
        asyncio.run_coroutine_threadsafe(self.table.submit(0, first(self.table, 0)), self.loop).result()
        return view.legal[0]


def test_what_a_bot_chose_holds_when_a_person_acted_meanwhile(tmp_path, monkeypatch):
    async def play():
        table = await LocalLobby(tmp_path).create("tiny", BOTS, {}, 3)
        monkeypatch.setattr(local_table, "make", lambda *_: Slow(asyncio.get_running_loop(), table))
        await table.step_bot()
        return table

    assert [seat for seat, _ in run(play()).save().moves] == [0, 1]


def test_a_hint_comes_from_the_level_that_is_asked_or_the_next_weaker_one_that_the_game_offers(tmp_path, monkeypatch):
    asked = []
    real = local_table.make
    monkeypatch.setattr(local_table, "make", lambda game, level, seed: asked.append(level) or real(game, level, seed))
    table = table_of(tmp_path)
    for level in ("captain", "admiral", "cadet", "greedy"):
        action, why = run(table.hint(0, level))
        assert action in table.view(0).legal
        assert "The Captain bot prefers it" in why
    assert asked == ["captain"] * 4


class Last:
    """Take the last choice there is, and say so."""

    about, explains = "takes the last choice", True

    def choose(self, at):
        return at.view.legal[-1]


def test_a_hint_comes_from_a_level_of_the_game_s_own_where_it_explains_itself(tmp_path, monkeypatch):
    table = table_of(tmp_path)
    monkeypatch.setattr(type(table.game), "policies", {"cadet": Last()})
    action, why = run(table.hint(0, "cadet"))
    assert action == table.view(0).legal[-1]
    assert "The Cadet bot prefers it" in why
    monkeypatch.setattr(Last, "explains", False)
    assert "The Captain bot prefers it" in run(table.hint(0, "cadet"))[1]


def test_there_is_no_hint_from_a_bot_that_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(local_table, "make", lambda game, level, seed: Broken())
    assert run(table_of(tmp_path).hint(0)) is None


def test_a_hint_is_legal_says_why_and_does_nothing(tmp_path):
    table = table_of(tmp_path)
    action, why = run(table.hint(0))
    assert action in table.view(0).legal
    assert why.startswith(str(action))
    assert table.save().moves == []
    play_out(table)
    assert run(table.hint(0)) is None


def test_two_openings_of_one_table_agree_by_the_primary_key(tmp_path):
    # Given one table open twice, when both act for a seat, then one is kept, the other is told and sees what happened.
    one = table_of(tmp_path)
    two = again(tmp_path, one)
    told = []
    two.watch(lambda: told.append(1))
    run(one.submit(0, first(one, 0)))
    with pytest.raises(Overtaken, match="from another place"):
        run(two.submit(0, two.view(0).legal[-1]))
    assert told
    assert digest(state(two)) == digest(state(one))
    run(two.submit(1, first(two, 1)))
    assert one.refresh()
    assert digest(state(one)) == digest(state(two))


def test_two_seats_that_answer_at_the_same_time_both_count(tmp_path):
    # Given a table open twice and both seats asked, when each answers without having seen the other, then both count.
    one = table_of(tmp_path)
    two = again(tmp_path, one)
    cards = [first(one, 0), first(two, 1)]
    run(one.submit(0, cards[0]))
    run(two.submit(1, cards[1]))
    run(one.submit(0, Ready()))
    run(two.undo(1))
    assert one.refresh()
    assert digest(state(two)) == digest(state(one)) == digest(state(again(tmp_path, one)))
    assert [p.laid for p in state(one).players] == [cards[0].card, ""]


def test_an_answer_that_another_made_impossible_is_overtaken(tmp_path, monkeypatch):
    # Given that what one seat did makes the other's answer impossible, then that is told, and nothing is kept of it.
    one = table_of(tmp_path)
    two = again(tmp_path, one)
    run(one.submit(0, first(one, 0)))
    card, legal = first(two, 1), GAME.apply

    def apply(s, seat, action):
        if seat == 1 and s.players[0].laid:
            raise Illegal(Refusal("Too late.", "T-1"))
        legal(s, seat, action)

    monkeypatch.setattr(GAME, "apply", apply)
    with pytest.raises(Overtaken):
        run(two.submit(1, card))
    assert digest(state(two)) == digest(state(one))


def test_two_openings_cannot_both_undo(tmp_path):
    one = table_of(tmp_path)
    run(one.submit(0, first(one, 0)))
    two = again(tmp_path, one)
    run(one.undo(0))
    with pytest.raises(Overtaken):
        run(two.undo(0))
    assert digest(state(two)) == digest(state(one))


@pytest.mark.parametrize(
    ("pragma", "words"),
    [("max_page_count=1", "the disk is full: make room"), ("query_only=ON", "make that file and its folder writable")],
)
def test_what_cannot_be_kept_is_not_acknowledged_and_the_table_goes_on(tmp_path, pragma, words):
    lobby = LocalLobby(tmp_path)
    table = run(lobby.create("tiny", PEOPLE, {}, 1, ""))
    before = digest(state(table))
    lobby.store.database.db.execute(f"PRAGMA {pragma}")

    async def until_it_fails():
        while True:
            await table.submit(0, first(table, 0))
            await table.undo(0)

    with pytest.raises(TableError) as failed:
        run(until_it_fails())
    assert words in str(failed.value)
    assert "tables.db" in str(failed.value)
    lobby.store.database.db.execute("PRAGMA max_page_count=1000000")
    lobby.store.database.db.execute("PRAGMA query_only=OFF")
    assert digest(state(again(tmp_path, table))) == digest(state(table))
    if pragma.startswith("query"):
        assert digest(state(table)) == before
    seat = min(table.view(None).waiting)
    run(table.submit(seat, first(table, seat)))


def test_a_fault_in_the_rules_leaves_the_table_as_it_was(tmp_path, monkeypatch):
    table = table_of(tmp_path)
    before = digest(state(table))

    def broken(s, seat, action):
        s.turn = 99
        raise RuntimeError("a bug")

    monkeypatch.setattr(GAME, "apply", broken)
    with pytest.raises(RuntimeError):
        run(table.submit(0, first(table, 0)))
    monkeypatch.undo()
    assert digest(state(table)) == before


def test_the_list_tells_without_opening_newest_first(tmp_path):
    lobby = LocalLobby(tmp_path)
    old = run(lobby.create("tiny", PEOPLE, {}, 1))
    new = run(lobby.create("tiny", BOTS, {"rounds": 1}, 2))
    assert [t.id for t in lobby.tables()] == [new.id, old.id]
    play_out(old)
    listed = lobby.tables()
    assert [(t.id, t.ended, t.outcome) for t in listed] == [(old.id, True, "The talks are over."), (new.id, False, "")]
    assert listed[0].turn == state(old).turn
    assert list(listed[1].names) == ["Ada", "Robot"]
    run(lobby.remove(old.id))
    assert [t.id for t in LocalLobby(tmp_path).tables()] == [new.id]
    with pytest.raises(TableError, match="there is no saved game"):
        run(lobby.remove(old.id))
    with pytest.raises(TableError, match="there is no saved game"):
        run(lobby.open("nowhere"))


def test_a_table_of_another_rules_version_says_so_and_stays_listed(tmp_path):
    table = table_of(tmp_path)
    sqlite3.connect(tmp_path / "tables.db", isolation_level=None).execute(
        "UPDATE tables SET setup = replace(setup, '\"rules_version\":1', '\"rules_version\":7')"
    )
    with pytest.raises(SaveError, match="rules version 7, and these are version 1; install starforge"):
        again(tmp_path, table)
    assert [t.id for t in LocalLobby(tmp_path).tables()] == [table.id]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE moves SET action = 'lay c99' WHERE n = 2", "entry 2: .* is refused"),
        ("UPDATE moves SET action = 'dance' WHERE n = 1", "there is no action 'dance'"),
        ("UPDATE moves SET digest = 'abc' WHERE n = 3", "entry 3: the game after it"),
        ("UPDATE tables SET setup = replace(setup, '\"tiny\"', '\"chess\"')", "does not have"),
        ("UPDATE tables SET setup = replace(setup, '\"rounds\":3', '\"rounds\":9')", "does not play as recorded"),
        (
            'UPDATE tables SET setup = replace(setup, \'"start":""\', \'"start":"game = 3"\')',
            "does not play as recorded",
        ),
    ],
)
def test_a_record_that_does_not_play_says_where(tmp_path, change, words):
    table = table_of(tmp_path)
    play_out(table)
    sqlite3.connect(tmp_path / "tables.db", isolation_level=None).execute(change)
    lobby = LocalLobby(tmp_path)
    for _ in range(2):
        with pytest.raises(SaveError, match=words):
            run(lobby.open(table.id))
    assert len(lobby.tables()) == 1


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (PEOPLE[:1], {}, "Tiny is for 2 or 3 seats, not 1"),
        ((*PEOPLE, Seat(name="x", bot="genius")), {}, "no bot level 'genius'"),
        (PEOPLE, {"rounds": 9}, "option rounds"),
        (PEOPLE, {"colour": "red"}, "no option 'colour'; it has: rounds"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_in_words(tmp_path, seats, options, words):
    with pytest.raises(OptionError, match=words):
        table_of(tmp_path, seats, **options)
    assert LocalLobby(tmp_path).tables() == []


def test_a_game_that_is_not_there_is_refused_in_words(tmp_path):
    with pytest.raises(OptionError, match="there is no game 'chess'"):
        run(LocalLobby(tmp_path).create("chess", PEOPLE, {}))


def test_a_table_can_begin_from_a_position(tmp_path):
    s = GAME.new(Options(), 2, 77)
    s.players[1].points = 4
    text = write_position(GAME, s)
    table = run(LocalLobby(tmp_path).create("tiny", PEOPLE, {}, 5, text))
    assert table.view(None).points == (0, 4)
    assert again(tmp_path, table).view(None).points == (0, 4)
    with pytest.raises(PositionError, match="for 2 seats, and the table has 3"):
        run(LocalLobby(tmp_path).create("tiny", (*PEOPLE, Seat(name="Cyd")), {}, 5, text))


def test_seeds_differ_unless_given_and_any_number_will_do(tmp_path):
    lobby = LocalLobby(tmp_path)
    seeds = {run(lobby.create("tiny", PEOPLE, {})).save().seed for _ in range(3)}
    assert len(seeds) == 3
    for seed in (0, -5, 2**70):
        table = run(lobby.create("tiny", PEOPLE, {}, seed))
        assert again(tmp_path, table).save().seed == seed


@pytest.mark.parametrize("level", LEVELS)
def test_a_bots_level_needs_no_cleaning(level):
    assert clean(level) == level


def test_names_are_clean_short_and_unlike():
    evil = "\x1b]0;x\x07A\u202eda\n[b]" + "y" * 100
    assert clean(evil) == "]0;xAda [b]" + "y" * 13
    assert clean(" \t ") == ""
    seats = (Seat(name="Ada"), Seat(name="ADA\x00"), Seat(name="\x1b"))
    assert [s.name for s in check_seats("tiny", seats)] == ["Ada", "ADA 2", "Player 3"]


def test_a_bot_that_thinks_on_does_not_keep_the_program(tmp_path, monkeypatch):
    monkeypatch.setattr(local_table, "THINKING", 0.01)
    monkeypatch.setattr(thinking, "GRACE", 0.01)
    table = table_of(tmp_path, BOTS)
    with suppress(TimeoutError):
        run(asyncio.wait_for(table.step_bot(), 5))
    assert table.save().moves
