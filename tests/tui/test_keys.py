"""One table of keys: no collisions, nothing out of reach on any keyboard, and help and footers made from it."""

from __future__ import annotations

import pytest

from starforge import games
from starforge.tables.local import LocalLobby
from starforge.tui.app.keys import KEYS, PARENTS, bindings, footer, free, named, says, taken
from starforge.tui.app.routes import GAMES
from starforge.tui.screens.choose import ReplaysScreen, RulebooksScreen
from starforge.tui.screens.help import HelpScreen
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.new_game import NewGameScreen
from starforge.tui.screens.page import Page
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from starforge.tui.screens.play.menu import MenuScreen
from starforge.tui.screens.play.report import ReportScreen
from starforge.tui.screens.reader import ReaderScreen
from starforge.tui.screens.record.log import LogScreen
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.screens.rulebook import RulebookScreen
from starforge.tui.screens.settings import SettingsScreen
from starforge.tui.server.lobby import LobbyScreen
from starforge.tui.server.new_table import NewTableScreen
from starforge.tui.server.play.presence import TablePresence
from starforge.tui.server.registration import RegistrationScreen
from starforge.tui.server.talk import TalkScreen
from starforge.tui.server.waiting_room import WaitingRoomScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

PLAIN = {*"abcdefghijklmnopqrstuvwxyz0123456789?/,.;:+-*=!%<>#'", "enter", "escape", "backspace", "tab", "space"}
PAGES: list[type[Page]] = [
    *(HomeScreen, NewGameScreen, SettingsScreen, MenuScreen, ReplaysScreen, RulebooksScreen, HelpScreen, ReaderScreen),
    *(LobbyScreen, NewTableScreen, WaitingRoomScreen, TalkScreen, RegistrationScreen, ReportScreen),
    *(LogScreen, RulebookScreen, ReplayScreen, HandOffScreen),
]


@pytest.mark.parametrize("scope", PARENTS)
def test_no_key_means_two_things_on_one_screen(scope: str) -> None:
    own = [name for key in KEYS if key.scope == scope for name in key.keys]
    assert len(set(own)) == len(own)


@pytest.mark.parametrize("scope", PARENTS)
def test_everything_can_be_done_with_keys_that_every_keyboard_has(scope: str) -> None:
    found = taken(scope)
    for key in bindings(scope):
        mine = [name for name in key.keys if found[name] is key]
        assert not mine or PLAIN & set(mine), (scope, key.do)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_every_screen_does_what_its_keys_say(page: type[Page]) -> None:
    for key in taken(page.scope).values():
        assert callable(getattr(page, f"do_{key.do}", None)), (page, key.do)


@pytest.mark.parametrize("game", ["tiny", *GAMES])
def test_every_game_does_what_its_keys_say(game: str, lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    if game != "tiny":
        monkeypatch.setitem(games.GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        for key in taken(screen.scope).values():
            assert callable(screen.bound(key.do)), key.do

    run(make_app(lobby, at_table(game, "Ada", "Ben")), script)


@pytest.mark.parametrize("game", ["tiny", *GAMES])
def test_a_key_without_a_meaning_says_so_and_one_that_moves_says_nothing(
    game: str, lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game != "tiny":
        monkeypatch.setitem(games.GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        idle = "]"
        if game == "astroforce":
            await seen.press("e", "s")
            assert screen.view.ask.kind == "with"
            idle = "x"
        await seen.press("tab", "pagedown")
        assert "does nothing here" not in seen.text()
        await seen.press(idle)
        way = "Backspace goes back" if game == "astroforce" else "? shows the keys"
        assert f"That key does nothing here now; {way}." in " ".join(seen.text().split())

    others = () if game == "astroforce" else ("bot:greedy",)
    run(make_app(lobby, at_table(game, "Ada", *others)), script)


def test_a_shared_table_has_keys_that_no_game_uses() -> None:
    for name, key in taken("shared").items():
        assert callable(getattr(TablePresence, f"do_{key.do}"))
        assert not [scope for scope in ("game", *GAMES) if name in taken(scope)]


@pytest.mark.parametrize("scope", PARENTS)
def test_the_help_names_every_key_that_works(scope: str) -> None:
    text = "\n".join("".join(part for part, _ in line) for line in HelpScreen(scope).lines(100))
    for name, key in taken(scope).items():
        row = next(line for line in text.splitlines() if key.help[:40] in line)
        assert says(name) in row.split("  "), (name, row)


def test_choices_never_take_a_key_of_the_screen() -> None:
    for scope in PARENTS:
        assert not set(free(scope)) & set(taken(scope))
    assert len(free("game")) >= 20
    assert "a" not in free("game", ["a"])


def test_footers_show_what_the_table_says() -> None:
    for scope in PARENTS:
        for key, words in footer(scope):
            assert words
            assert key.lower() in taken(scope)


def test_keys_are_the_same_in_capitals_and_on_every_terminal() -> None:
    assert named("A", "A") == "a"
    assert named("question_mark", "?") == "?"
    assert named("ctrl+j", "\n") == "enter"
    assert named("space", " ") == "space"
    assert all(key.help.endswith(".") for key in KEYS)
