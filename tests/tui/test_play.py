"""Playing at a table: choosing, refusing, taking back, jumping, handing over, leaving, with keys and mouse."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from starforge.engine.save import Seat
from starforge.games.policy import Pace
from starforge.tables import local_table
from starforge.tables.local import LocalLobby
from starforge.tables.table import TableError
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.play import countdown
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from starforge.tui.screens.play.menu import MenuScreen
from starforge.tui.screens.record.log import LogScreen
from starforge.tui.screens.rulebook import RulebookScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.waiting import DEADLINE, until

ALONE = at_table("tiny", "Ada", "bot:greedy")
TOGETHER = at_table("tiny", "Ada", "Ben")


def test_a_choice_is_made_by_its_key_by_enter_or_by_a_click(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        hand = screen.view.hand
        await seen.press("1")
        assert screen.view.laid == hand[0]
        await seen.press("u")
        assert screen.view.laid == ""
        await seen.press("tab", "enter")
        assert screen.view.laid == hand[1]
        await seen.click(*seen.find("take-back"))
        assert screen.view.laid == ""

    run(make_app(lobby, ALONE), script)


def test_what_is_not_allowed_is_shown_with_its_reason_and_rule(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        assert "×5 ready" in seen.text()
        await seen.press("5")
        assert "You have laid no card. [T-3; r reads it]" in seen.text()
        assert seen.app.screen.view.ready[0] is False
        await seen.press("r")
        assert isinstance(seen.app.screen, RulebookScreen)
        assert "T-3" in seen.text()

    run(make_app(lobby, ALONE), script)


def test_the_cursor_walks_only_over_what_is_allowed(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        walked = []
        for _ in range(4):
            walked.append(screen.cursor.item.label.split()[0])
            await seen.press("tab")
        assert walked == ["lay"] * 4
        await seen.press("shift+tab")
        assert screen.cursor.number == 0

    run(make_app(lobby, ALONE), script)


def test_a_hint_that_cannot_be_had_is_told_in_words(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        async def refuse(seat: int, level: str) -> None:
            raise TableError("the server cannot be reached just now")

        seen.app.screen.table.hint = refuse
        await seen.press("h")
        await until(lambda: "the server cannot be reached just now" in seen.text())
        assert seen.app.crash == ""

    run(make_app(lobby, ALONE), script)


def test_the_hint_points_at_what_the_bot_would_do(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("h")
        await until(lambda: "Hint: lay" in seen.text())

    run(make_app(lobby, ALONE), script)


def test_escape_throws_nothing_away_and_leaving_asks_once(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("1", "escape")
        assert isinstance(seen.app.screen, MenuScreen)
        assert screen.view.laid
        await seen.press("escape", "q")
        assert "q again: leave" in seen.text()
        await seen.press("tab", "q")
        assert "q again: leave" in seen.text()
        await seen.press("q")

    run(make_app(lobby, ALONE), script)
    assert len(lobby.tables()) == 1


def test_the_menu_leads_everywhere(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("m", "o")
        assert isinstance(seen.app.screen, LogScreen)
        await seen.press("escape", "m", "r")
        assert isinstance(seen.app.screen, RulebookScreen)
        await seen.press("escape", "m", "s", "3")
        assert seen.app.settings.animations
        await seen.press("escape", "p")
        assert isinstance(seen.app.screen, GameScreen)

    run(make_app(lobby, ALONE), script)


@pytest.mark.parametrize("key", ["v", "x"])
def test_the_menu_asks_before_it_leaves_the_table(key: str, lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("escape", key)
        assert isinstance(seen.app.screen, MenuScreen)
        assert "The same again: yes" in seen.text()
        await seen.press(key)
        assert not isinstance(seen.app.screen, MenuScreen)

    run(make_app(lobby, ALONE), script)


async def take_seat(seen: Seen) -> None:
    assert isinstance(seen.app.screen, HandOffScreen)
    await seen.press("enter", "enter")
    assert isinstance(seen.app.screen, GameScreen)


def test_the_terminal_changes_hands_behind_a_screen_of_its_own(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        assert "Pass the terminal to Ada" in seen.text()
        await seen.press("escape", "x", "tab")
        assert isinstance(seen.app.screen, HandOffScreen)
        await take_seat(seen)
        screen: GameScreen = seen.app.screen
        await seen.press("1", "4")
        assert "Now it is Ben's turn at the terminal." in seen.text()
        assert screen.viewers.seat == 0
        await seen.press("enter")
        assert "Ada's turn at the terminal is over" in seen.text()
        assert "Pass the terminal to Ben (●)" in seen.text()
        await take_seat(seen)
        assert screen.viewers.seat == 1

    run(make_app(lobby, TOGETHER), script)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
def test_no_byte_between_two_players_tells_a_secret(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        await take_seat(seen)
        screen: GameScreen = seen.app.screen
        secrets = {*screen.view.hand}
        await seen.press("1", "4", "l", "escape", "m", "escape")
        await seen.press("enter")
        start = len(seen.bytes)
        await seen.resize(size[0] + 1, size[1])
        await seen.press("tab", "?", "escape", "l", "u", "h", "i", "enter")
        await seen.resize(*size)
        between = seen.bytes[start:]
        await seen.press("enter")
        assert screen.viewers.seat == 1
        assert len(between) > 1000
        hers = {card for card in secrets if card in between}
        his = {card for card in screen.view.hand if card in between}
        assert (hers, his) == (set(), set())

    run(make_app(lobby, TOGETHER), script, size)


def test_the_first_frame_after_the_hand_off_shows_no_hand(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen_stack[1]
        frames: list[str] = []
        show = screen.sheet.show

        def spy(picture: Any, theme: Any) -> None:
            frames.append(picture.text())
            show(picture, theme)

        screen.sheet.show = spy
        await take_seat(seen)
        assert "Your hand" not in frames[0]
        assert "Your hand" in frames[-1]

    run(make_app(lobby, TOGETHER), script)


def test_bots_play_while_the_screen_belongs_to_nobody(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await take_seat(seen)
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            screen = seen.app.screen
            if isinstance(screen, HandOffScreen):
                await seen.press("enter", "enter")
                continue
            if screen.view.result is not None:
                break
            legal = [one.key for one in screen.cursor.opened if not one.reason]
            await seen.press(legal[-1] if legal else "enter")
            await asyncio.sleep(0.02)
        assert seen.app.screen.view.result is not None
        assert "The talks are over." in seen.text()

    run(make_app(lobby, at_table("tiny", "Ada", "Ben", "bot:greedy")), script)


def test_names_with_markup_and_escapes_harm_nothing(lobby: LocalLobby) -> None:
    name = "[red]E[/]\x1b]0;x\x07\x1b[2J"

    async def script(seen: Seen) -> str:
        await seen.press("enter", "enter", "l", "escape", "i", "escape", "m", "escape", "1")
        assert "[red]E[/]" in seen.text()
        return seen.bytes

    sent = run(make_app(lobby, at_table("tiny", name, "Ben")), script)
    assert "\x1b]0;" not in sent
    assert "\x1b[2J" not in sent
    assert "\x07" not in sent


def test_the_size_may_change_at_any_moment(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        for width, height in ((120, 40), (59, 24), (80, 19), (1, 1), (200, 60), (80, 24)):
            await seen.resize(width, height)
            shown = seen.shown()
            assert [row.rstrip() for row in shown] == seen.app.screen.sheet.picture.text().split("\n")
            if width < 60 or height < 20:
                assert "Your hand" not in seen.text()
        await seen.resize(59, 20)
        assert "needs 60 columns and 20 rows; this terminal has 59 x 20" in " ".join(seen.text().split())
        await seen.press("1")
        await seen.resize(80, 24)
        assert not seen.app.screen.view.laid, "a key does nothing that cannot be seen"
        await seen.press("1")
        assert "Laid: c" in seen.text()

    run(make_app(lobby, ALONE), script)


def test_a_game_goes_on_where_it_was_left(lobby: LocalLobby) -> None:
    async def leave(seen: Seen) -> str:
        await seen.press("1")
        laid: str = seen.app.screen.view.laid
        await seen.press("q", "q")
        return laid

    laid = run(make_app(lobby, ALONE), leave)

    async def come_back(seen: Seen) -> None:
        assert "Continue" in seen.text()
        await seen.press("c")
        assert seen.app.screen.view.laid == laid
        await seen.press("q", "q")
        assert isinstance(seen.app.screen, HomeScreen)

    run(make_app(LocalLobby(lobby.store.database.path.parent)), come_back)


def test_a_table_that_cannot_be_opened_says_why(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        table = await lobby.create("tiny", [Seat(name="A"), Seat(name="B")], {}, 1)
        await lobby.remove(table.id)
        seen.app.screen._tables = [t._replace(id="gone") for t in seen.app.screen._tables]
        await seen.press("c")
        assert "there is no saved game 'gone'" in seen.text()

    async def prepare() -> None:
        await lobby.create("tiny", [Seat(name="A"), Seat(name="B")], {}, 1)

    asyncio.run(prepare())
    run(make_app(lobby), script)


def test_bots_go_on_thinking_while_people_act(lobby: LocalLobby) -> None:
    thinking: list[int] = []
    thought = asyncio.Event()

    async def first(app: Any) -> GameScreen:
        screen: GameScreen = await ALONE(app)
        step = screen.table.step_bot

        async def slow() -> bool:
            thinking.append(1)
            await thought.wait()
            return await step()

        screen.table.step_bot = slow  # type: ignore[method-assign]
        return screen

    async def script(seen: Seen) -> None:
        await seen.press("1", "u", "1")
        assert thinking == [1]
        thought.set()
        await until(lambda: seen.app.screen.view.ready == (False, True))

    run(make_app(lobby, first), script)


def test_a_bot_that_thinks_long_is_told_of_with_its_seconds_and_can_be_hurried(lobby, monkeypatch) -> None:
    class Patient:
        blind = False

        def choose(self, view: Any, sample: Any, pace: Pace) -> Any:
            pace.best = view.legal[0]
            while patient and not pace.hurried:
                time.sleep(0.005)
            return pace.best

    now, patient = [100.0], [True]
    monkeypatch.setattr(countdown, "monotonic", lambda: now[0])
    monkeypatch.setattr(local_table, "make", lambda *_: Patient())

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("1", "4")
        assert "thinking" not in seen.text()
        now[0] += 3.2
        screen.repaint()
        await seen.press("tab")
        assert "Bot is thinking: 3 s. Enter: let it play now" in seen.text()
        moves = screen.table.save().moves
        await seen.press("enter")
        await until(lambda: len(screen.table.save().moves) > len(moves))
        patient.clear()
        await screen.table.hurry()

    run(make_app(lobby, ALONE), script)
