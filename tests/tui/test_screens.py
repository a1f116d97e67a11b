"""Every screen as text at 80x24 and 120x40, and what each does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import starforge
from starforge.engine.save import Seat
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.summary import Summary
from starforge.tui.app.app import StarforgeApp
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.new_game import NewGameScreen
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.record.log import LogScreen
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.screens.rulebook import RulebookScreen
from starforge.tui.screens.saved_games import ago, line_of
from starforge.tui.screens.settings import SettingsScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.snapshots import same
from tests.tui.terminal import Seen, run
from tests.waiting import until

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
BOOK = """# Tiny

Envoys talk.

## Laying
- **T-1** Lay one card, then no other before it is taken back.
- **T-2** Only a card of your hand.
- **T-3** Nobody is ready without a card.
"""


def shot(seen: Seen, name: str) -> None:
    width, height = seen.app.size
    text = seen.text().replace(starforge.__version__, "VERSION")
    same(f"{name}-{width}x{height}", text)


def fill(lobby: LocalLobby) -> None:
    async def tables() -> None:
        await lobby.create("tiny", [Seat(name="Ada"), Seat(name="Ben"), Seat(name="Bot", bot="greedy")], {}, 1)
        await lobby.create("tiny", [Seat(name="[b]Eve[/]"), Seat(name="Ben")], {}, 2)
        ended = await lobby.create("tiny", [Seat(name="Ada"), Seat(name="Ben")], {"rounds": 1}, 3)
        while (waiting := ended.view(None).waiting) != {}:
            seat = min(waiting)
            await ended.submit(seat, ended.view(seat).legal[-1])

    asyncio.run(tables())


def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    monkeypatch.setattr("starforge.games.rulebook.folder", lambda game: tmp_path)


@SIZES
def test_home(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def empty(seen: Seen) -> None:
        shot(seen, "home-first")

    async def filled(seen: Seen) -> None:
        shot(seen, "home")
        await seen.press("w")
        shot(seen, "replays")

    run(make_app(lobby), empty, size)
    fill(lobby)
    run(make_app(lobby), filled, size)


@SIZES
def test_new_game_and_settings_and_menu_and_help(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("n", "left")
        shot(seen, "new-game")
        await seen.press("escape", "s")
        shot(seen, "settings")
        await seen.press("?")
        shot(seen, "help")

    run(make_app(lobby), script, size)


def test_what_only_two_need_to_settle_is_offered_to_two(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("n")
        assert isinstance(seen.app.screen, NewGameScreen)
        assert "Patrol" in seen.text()
        assert "Conferring" not in seen.text()
        await seen.press("down", "right")
        assert "Seat 2" in seen.text()
        assert "Conferring" in seen.text()

    run(make_app(lobby), script)


@SIZES
def test_a_table_its_log_its_menu_and_the_hand_off(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        shot(seen, "hand-off")
        await seen.press("enter")
        shot(seen, "recap")
        await seen.press("enter", "1")
        shot(seen, "table")
        await seen.press("i")
        shot(seen, "inspect")
        await seen.press("escape", "l")
        shot(seen, "log")
        await seen.press("escape", "m")
        shot(seen, "menu")

    run(make_app(lobby, at_table("tiny", "Ada", "Ben")), script, size)


def test_the_log_has_a_heading_for_every_turn_and_for_what_came_before_the_first() -> None:
    lines = LogScreen("Tiny", [(0, "Ada sits down."), (1, "A card."), (1, "More."), (2, "A third.")]).lines(40)
    told = ["".join(text for text, _ in line).strip("─ ") for line in lines]
    assert told == ["", "Setup", "· Ada sits down.", "", "Turn 1", "· A card.", "· More.", "", "Turn 2", "· A third."]
    assert {sum(len(text) for text, _ in line) for line in lines if len(line) == 2 and "─" in line[1][0]} == {38}


@SIZES
def test_the_rulebook(
    lobby: LocalLobby, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book(tmp_path, monkeypatch)

    async def first(app: StarforgeApp) -> RulebookScreen:
        return RulebookScreen("tiny", "T-2")

    async def script(seen: Seen) -> None:
        shot(seen, "rulebook")
        await seen.press("/", *"CARD", "enter")
        assert "'card': 3 lines" in seen.text()
        await seen.press("n")
        assert "▸ • T-2" in seen.text()
        await seen.press("p", "p")
        assert "▸ • T-3" in seen.text()

    run(make_app(lobby, first), script, size)


@SIZES
def test_the_replay(lobby: LocalLobby, size: tuple[int, int]) -> None:
    fill(lobby)

    async def script(seen: Seen) -> None:
        await seen.press("w", "1", "right", "right")
        assert isinstance(seen.app.screen, ReplayScreen)
        shot(seen, "replay")
        await seen.press("end")
        assert "4/4" in seen.text()

    run(make_app(lobby), script, size)


def test_a_replay_steps_jumps_plays_and_takes_no_game_input(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(lobby)
    monkeypatch.setattr("starforge.tui.screens.record.replay.PACES", (0.01,) * 4)

    async def first(app: StarforgeApp) -> ReplayScreen:
        table = next(t for t in lobby.tables() if t.ended)
        return ReplayScreen(Replay((await lobby.open(table.id)).save()))

    async def script(seen: Seen) -> None:
        screen: ReplayScreen = seen.app.screen
        await seen.press("n", "n", "b")
        assert screen.n == 1
        for key in ("1", "2", "enter", "backspace", "x"):
            await seen.press(key)
        assert screen.n == 1
        await seen.press("g", "j", "2", "enter")
        assert screen.replay.turns[screen.n] == 2
        await seen.press("u")
        assert screen.n == 0
        await seen.press("p")
        await until(lambda: screen.n == screen.replay.length)
        await seen.press("s", "l")
        assert "· revealed" in seen.text()

    run(make_app(lobby, first), script)


def test_an_unfinished_game_is_replayed_without_its_secrets(lobby: LocalLobby) -> None:
    fill(lobby)

    async def script(seen: Seen) -> None:
        await seen.press("w", "2", "end", "s", "l")
        assert "Your hand" not in seen.bytes

    run(make_app(lobby), script)


def test_a_game_is_set_up_by_keys(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("n", "left")
        screen: NewGameScreen = seen.app.screen
        assert screen.form.game == "tiny"
        await seen.press("2")
        assert screen.form.count == 3
        await seen.press("4", *["backspace"] * 9, *"Zoë", "enter", "5", "5")
        await seen.press("down", "down")
        row = next(n for n, r in enumerate(screen.rows()) if r.label == "Rounds")
        screen.number = row
        await seen.press("right")
        assert screen.form.values["rounds"] == 1
        screen.number = row + 1
        await seen.press("enter", *"12x3", "enter")
        assert screen.seed == "123"
        await seen.press("b")
        assert not isinstance(seen.app.screen, NewGameScreen)

    run(make_app(lobby), script)
    table = lobby.tables()[0]
    save = asyncio.run(lobby.open(table.id)).save()
    assert [(seat.name, seat.bot) for seat in save.seats] == [("Zoë", ""), ("Captain bot", "captain"), ("Player 3", "")]
    assert (save.options, save.seed) == ({"rounds": 1}, 123)


def test_escape_leaves_a_line_as_it_was(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("n", "left", "4", *"xyz", "escape")
        assert seen.app.screen.names[0] == "Ada"
        await seen.press("escape")
        assert isinstance(seen.app.screen, HomeScreen)
        await seen.press("escape")
        assert isinstance(seen.app.screen, HomeScreen)

    run(make_app(lobby), script)


def test_a_game_is_deleted_only_after_asking(lobby: LocalLobby) -> None:
    fill(lobby)

    async def script(seen: Seen) -> None:
        await seen.press("up")
        await seen.press("x", "up", "x")
        assert len(lobby.tables()) == 3
        assert "x again: delete" in seen.text()
        await seen.press("x")
        assert len(lobby.tables()) == 2

    run(make_app(lobby), script)


def test_settings_hold_at_once_and_are_kept(lobby: LocalLobby) -> None:
    kept: list[dict[str, Any]] = []

    def keep(values: dict[str, Any]) -> str:
        kept.append(values)
        return "The disk is full." if len(kept) > 2 else ""

    async def script(seen: Seen) -> None:
        app = seen.app
        app._keep = keep
        await seen.press("s", "1")
        assert app.look.id == "daylight"
        await seen.press("2")
        assert app.settings.look == "ascii"
        assert "\u25b8" not in "".join(seen.shown())
        await seen.press("4")
        assert "The disk is full." in seen.text()
        assert kept == [{"theme": "daylight"}, {"look": "ascii"}, {"confirmations": False}]

    run(make_app(lobby), script)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (90000, "1 day ago"), (864000, "10 days ago")],
)
def test_how_long_ago_is_said_in_words(seconds: int, words: str) -> None:
    now = datetime.now(UTC)
    assert ago(now - timedelta(seconds=seconds), now) == words


@pytest.mark.parametrize("width", [61, 81])
def test_the_turn_of_a_game_is_told_however_many_play_it(width: int) -> None:
    now = datetime.now(UTC)
    seats = tuple(f"{name} the Unforgettable" for name in ("Ada", "Ben", "Cyd", "Dov"))
    line = line_of(Summary("a1", "reach", seats, 12, now, False, "", "USC: Reach"), width, now)
    assert "turn 12 ·" in line
    assert len(line) <= width


def test_an_unknown_game_has_the_generic_screen(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        assert type(seen.app.screen) is GameScreen

    run(make_app(lobby, at_table("tiny", "Ada", "bot:random")), script)


def test_keys_typed_faster_than_screens_change_are_not_lost(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        for _ in range(3):
            seen.app.memory.feed("sqn")
            await until(lambda: isinstance(seen.app.screen, NewGameScreen))
            await seen.settle()
            await seen.press("escape")
        seen.app.memory.feed("r1qqwqs")
        await until(lambda: isinstance(seen.app.screen, SettingsScreen))

    run(make_app(lobby), script)
