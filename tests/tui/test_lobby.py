"""The lobby of a server and its rooms: as text at two sizes and in both looks, and what each key does for whom."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any

import pytest

from starforge.tables.local import LocalLobby
from starforge.tables.shared import Clock, Notice, SeatAssignment
from starforge.tables.store.sql import at_once
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.server.lobby import LobbyScreen, hint
from starforge.tui.server.new_table import NewTableScreen
from starforge.tui.server.registration import RegistrationScreen
from starforge.tui.server.talk import TalkScreen
from starforge.tui.server.waiting_room import WaitingRoomScreen
from tests.tui.fake_lobby import NOON, FakeLobby, FakeServer
from tests.tui.shared import client, filled, finish, settle, together
from tests.tui.snapshots import same
from tests.tui.terminal import Seen, emulate

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
LOOKS = pytest.mark.parametrize("look", ["unicode", "ascii"])


@pytest.fixture(autouse=True)
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def shot(seen: Seen, name: str, look: str) -> None:
    width, height = seen.app.size
    rows = [row.rstrip() for row in emulate(seen.bytes, width, height).display]
    assert look == "unicode" or "".join(rows).isascii()
    same(f"shared-{name}-{look}-{width}x{height}", "\n".join(rows))


def test_at_the_first_visit_keys_are_shown_that_do_what_they_say() -> None:
    server = FakeServer("Ada")

    async def script(seen: Seen) -> None:
        assert "Come in" in seen.text()
        assert not re.search(r"\bc +Come in", seen.text()), "what is pressed is typed, so no key leads there"
        await seen.press(*"Zoe", "enter")
        assert re.search(r"\bc +Come in", seen.text())
        await seen.press("c")
        assert server.users == ["Ada", "Zoe"]

    together(script, client(server))


@LOOKS
@SIZES
def test_the_lobby_and_its_talk(size: tuple[int, int], look: str) -> None:
    server = filled()

    async def script(ada: Seen) -> None:
        shot(ada, "lobby", look)
        await ada.press("5", "j")
        await ada.press(";", *"hi")
        shot(ada, "talk", look)

    together(script, client(server, "Ada", look=look), size=size)


@LOOKS
@SIZES
def test_a_first_visit_a_new_table_and_its_waiting_room(size: tuple[int, int], look: str) -> None:
    server = FakeServer("Ada", invites=["sesame"])

    async def script(new: Seen) -> None:
        await new.press(*"Zoe", "enter", *"sesam", "enter", "c")
        shot(new, "register", look)
        await new.press("2", "e", "enter", "c")
        shot(new, "lobby-empty", look)
        await new.press("n", "left")
        screen: NewTableScreen = new.app.screen
        screen.number = 3
        await new.press("enter", *"Ada", "enter")
        screen.number = len(screen.rows()) - 3
        await new.press("right", "right")
        await new.press("down", "right")
        shot(new, "new-table", look)
        await new.press("t")
        shot(new, "waiting", look)

    together(script, client(server, look=look), size=size)
    record = server.only
    assert (record.host, record.game) == ("Zoe", "tiny")
    assert record.assignments == [SeatAssignment(user="Zoe"), SeatAssignment(invited="Ada")]
    assert record.clock == Clock("bank", 7200)


def test_a_first_visit_tells_how_several_keys_have_one_name_where_there_is_room() -> None:
    async def script(new: Seen) -> None:
        await new.press(*"Zoe", "enter")
        assert "'ssh HOST keys code'" in new.text()
        assert "keys add CODE" in new.text()
        await new.resize(60, 20)
        assert "Come in" in new.text()
        assert "keys code" not in new.text()

    together(script, client(FakeServer("Ada")))


def test_a_small_terminal_shows_the_tables_alone() -> None:
    async def script(ada: Seen) -> None:
        assert "For you" in ada.text()
        assert "Talk" not in ada.text()
        await ada.press("3")
        assert "waiting room" in ada.text()
        await ada.resize(59, 20)
        assert "needs 60 columns" in ada.text()
        await ada.resize(200, 60)
        assert "Talk" in ada.text()

    together(script, client(filled(), "Ada"), size=(60, 20))


def test_a_name_that_is_taken_or_looks_like_another_is_refused_in_words() -> None:
    server = FakeServer("Ada")

    async def script(new: Seen) -> None:
        assert isinstance(new.app.screen, RegistrationScreen)
        await new.press(*"ADA", "enter", "c")
        assert "'ADA' is taken, or looks like 'Ada'" in new.text()
        await new.press("escape")
        assert isinstance(new.app.screen, RegistrationScreen)
        await new.press("1", *["backspace"] * 3, *"Ben", "enter", "c")
        assert isinstance(new.app.screen, LobbyScreen)
        assert "STARFORGE · Ben" in new.text()

    together(script, client(server))
    assert server.users == ["Ada", "Ben"]


def test_the_cursor_stays_with_its_table_when_the_listing_changes() -> None:
    server = filled()

    async def script(ada: Seen) -> None:
        screen: LobbyScreen = ada.app.screen
        await ada.press("j", "j", "j", "j")
        chosen = screen.chosen
        cyd = FakeLobby(server, "Cyd")
        for _ in range(3):
            await cyd.offer("tiny", [SeatAssignment(), SeatAssignment(invited="Ada")], {}, Clock())
        await settle(ada)
        assert screen.chosen == chosen
        assert screen.notice is not None
        assert screen.notice.id == chosen
        assert "Cyd invites you" in ada.text()
        at_once(server.hub.remove(chosen))
        await settle(ada)
        assert screen.notice is not None

    together(script, client(server, "Ada"))


def test_invited_to_a_table_joined_and_begun() -> None:
    server = FakeServer("Ada", "Ben")

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("n", "left")
        ada.app.screen.number = 3
        await ada.press("enter", *"Ben", "enter", "t")
        await settle(ada, ben)
        assert isinstance(ada.app.screen, WaitingRoomScreen)
        assert "Ada invites you" in ben.text()
        await ada.press("b")
        assert "every seat has to be taken" in ada.text()
        await ben.press("1", "t")
        await settle(ada, ben)
        assert "● Ben" in ada.text()
        await ben.press(";", *"ready", "enter")
        await settle(ada, ben)
        assert "Ben: ready" in ada.text()
        await ada.press("b")
        await settle(ada, ben)
        assert isinstance(ada.app.screen, GameScreen)
        assert "The game has begun; Esc goes to the table." in ben.text()
        await ben.press("escape")
        await settle(ada, ben)
        assert isinstance(ben.app.screen, GameScreen)
        assert (ada.app.screen.viewers.seat, ben.app.screen.viewers.seat) == (0, 1)
        await ben.press("q", "q")
        assert isinstance(ben.app.screen, LobbyScreen)

    together(script, client(server, "Ada"), client(server, "Ben"))


def test_the_host_gives_seats_to_bots_and_removes_the_table() -> None:
    server = FakeServer("Ada", "Ben")

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("n", "left", "t")
        await settle(ada, ben)
        await ben.press("1")
        room: WaitingRoomScreen = ada.app.screen
        room.number = 1
        await ada.press("right")
        assert server.only.assignments[1] == SeatAssignment(bot="random")
        await ada.press("left", "i", *"Nobody", "enter")
        assert "nobody called 'Nobody'" in ada.text()
        await ada.press("i", *"Ben", "enter")
        assert server.only.assignments[1] == SeatAssignment(invited="Ben")
        await ada.press("x")
        assert "x again: yes" in ada.text()
        await ada.press("j", "x", "x")
        await settle(ada, ben)
        assert isinstance(ada.app.screen, LobbyScreen)
        assert isinstance(ben.app.screen, LobbyScreen)
        assert "Ada has removed this table." in ben.text()

    together(script, client(server, "Ada"), client(server, "Ben"))


def test_an_invitation_is_declined_in_the_lobby_after_asking() -> None:
    server = filled()

    async def script(ada: Seen) -> None:
        await ada.press("x")
        assert "Decline this invitation?" in ada.text()
        await ada.press("j", "k", "x")
        assert any(place.invited == "Ada" for record in server.records.values() for place in record.assignments)
        await ada.press("x")
        assert not any(place.invited == "Ada" for record in server.records.values() for place in record.assignments)

    together(script, client(server, "Ada"))


def test_a_game_is_watched_and_an_ended_one_replayed_exported_and_offered_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    server = filled()
    ended = finish(server, "Ada", "Ben")

    async def script(ada: Seen, cyd: Seen) -> None:
        await cyd.press(row(cyd, "Being played"))
        screen: GameScreen = cyd.app.screen
        assert (screen.viewers.seat, screen.table.here) == (None, ())
        assert "watching" in cyd.text()
        assert "You watch. The table waits for" in cyd.text()
        assert screen.view.choices == ()
        await ada.press("w")
        assert "This game has not ended." in ada.text()
        await ada.press(*["k"])
        assert ada.app.screen.chosen == ended
        await ada.press("w")
        assert isinstance(ada.app.screen, ReplayScreen)
        await ada.press("n", "n", "q", "e")
        assert (tmp_path / f"starforge-{ended}.json").read_text(encoding="utf-8").startswith("{")
        await ada.press("a")
        assert isinstance(ada.app.screen, WaitingRoomScreen)
        assert server.records[ended].rematch

    store = LocalLobby(tmp_path)
    together(script, client(server, "Ada", lobby=store), client(server, "Cyd"), size=(80, 40))


def row(seen: Seen, section: str) -> str:
    """Return the key of the first table in a section."""
    lines = seen.text().splitlines()
    number = next(n for n, line in enumerate(lines) if section in line)
    return lines[number + 1][4]


def test_a_click_sits_down_and_a_click_on_the_talk_opens_it() -> None:
    async def script(ada: Seen) -> None:
        await ada.click(*ada.find("Cyd: [b]I"))
        assert isinstance(ada.app.screen, TalkScreen)
        await ada.press("escape")
        await ada.click(*ada.find("your turn"))
        assert isinstance(ada.app.screen, GameScreen)

    together(script, client(filled(), "Ada"))


def test_talk_is_never_markup_and_never_reaches_a_terminal_as_a_command() -> None:
    server = FakeServer("Ada", "Ben")
    evil = "[red]x[/] \x1b]0;own\x07 \x1b[2J \u202egnol"

    async def script(ada: Seen, ben: Seen) -> None:
        await server.hub.say("", server.ids["Ben"], evil)
        await settle(ada, ben)
        await ada.press(";")
        assert "[red]x[/]" in ada.text()
        for seen in (ada, ben):
            assert "\x1b]0;" not in seen.bytes
            assert "\x1b[2J" not in seen.bytes
            assert "\u202e" not in seen.bytes

    together(script, client(server, "Ada"), client(server, "Ben"))


def test_what_others_say_marks_the_talk_until_it_is_read() -> None:
    server = filled()

    async def script(ada: Seen, ben: Seen) -> None:
        await ben.press(";", *"again?", "enter")
        await settle(ada, ben)
        assert "1 new" in ada.text()
        assert "› Ben: again?" in ada.text()
        await ada.press(";", *"half a lin", "escape")
        assert "1 new" not in ada.text()
        await ada.press(";", "e", "enter", "escape")
        assert server.lines[-1].text == "half a line"

    together(script, client(server, "Ada"), client(server, "Ben"))


def test_the_lobby_says_that_the_server_is_gone_and_when_it_is_back() -> None:
    server = filled()

    async def script(ada: Seen) -> None:
        server.cut(False)
        await settle(ada)
        assert "the server cannot be reached" in ada.text()
        await ada.press("enter")
        assert "nothing has changed" in ada.text()
        server.cut(True)
        await settle(ada)
        await ada.press("j", "k")
        assert "cannot be reached" not in ada.text()

    together(script, client(server, "Ada"))


def test_own_games_are_one_key_away_and_over_the_network_it_is_said_where_they_are(tmp_path: Any) -> None:
    async def script(ada: Seen, far: Seen) -> None:
        await ada.press("o")
        assert isinstance(ada.app.screen, HomeScreen)
        await ada.press("q")
        assert isinstance(ada.app.screen, LobbyScreen)
        await far.press("o")
        assert "your own games are on your own computer" in far.text()

    server = filled()
    together(script, client(server, "Ada", lobby=LocalLobby(tmp_path)), client(server, "Ben"))


@pytest.mark.parametrize(
    ("users", "words"), [(["Ada"], "where Ada waits."), (["Ada", "Ben"], "where Ada and Ben wait.")]
)
def test_who_waits_at_a_table_is_said_of_one_as_of_many(users: list[str], words: str) -> None:
    seats = (*(SeatAssignment(user=user) for user in users), SeatAssignment())
    assert words in hint(Notice("t", "tiny", {}, "Ada", "seating", seats, Clock(), 0, NOON))


def test_no_row_of_the_listing_tells_a_secret() -> None:
    server = filled()
    record = next(r for r in server.records.values() if r.stage == "playing" and r.seat_of("Ada") == 0)
    assert record.match is not None

    async def script(ada: Seen, cyd: Seen) -> None:
        assert record.match is not None
        secrets = [card for player in record.match.state.players for card in player.hand]
        await ada.press("2", "1", "4", "q", "q")
        await settle(ada, cyd)
        assert not [card for card in secrets if card in cyd.bytes]
        assert not [card for card in secrets if card in ada.text()]

    together(script, client(server, "Ada"), client(server, "Cyd"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(59, "0:59"), (599, "9:59"), (600, "10 m"), (7260, "2 h 1 m"), (180000, "2 d 2 h"), (-5, "0:00")],
)
def test_what_is_left_is_said_as_short_as_it_may_be(seconds: int, words: str) -> None:
    from starforge.tui.server.words import left

    assert left(NOON + timedelta(seconds=seconds), NOON) == words


def test_every_clock_has_words_of_its_own() -> None:
    from starforge.tui.server.words import CLOCKS, clock_about, clock_words

    assert len({clock_words(clock) for clock in CLOCKS}) == len(CLOCKS)
    assert all(clock_about(clock) for clock in CLOCKS)
