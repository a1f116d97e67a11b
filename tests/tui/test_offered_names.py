"""What is offered in a field gives way to what is typed, and what a field does not take is told."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import starforge.tui
from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.app.app import StarforgeApp
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.new_game import NewGameScreen
from starforge.tui.screens.settings import SettingsScreen
from tests import source
from tests.tui.conftest import make_app
from tests.tui.terminal import Seen, run


async def settings(app: StarforgeApp) -> SettingsScreen:
    return SettingsScreen()


def test_typing_a_name_replaces_the_name_offered(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        rows = [row.label for row in seen.app.screen.rows()]
        await seen.press(*["down"] * rows.index("Your name"), "enter", *"Cy", "enter")
        assert seen.app.settings.name == "Cy"

    run(make_app(lobby, settings, name="Ada"), script)


@pytest.mark.xdist_group("structure")
def test_every_field_that_begins_with_a_text_offers_it() -> None:
    """What one has typed oneself, in talk or as a code, is no offer."""
    own = {"server/talk.py", "server/play/drafts.py", "server/registration.py"}
    package = Path(starforge.tui.__file__).parent
    for path in package.rglob("*.py"):
        for node in source.nodes(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "TextField.of" and node.args:
                empty = isinstance(node.args[0], ast.Constant) and node.args[0].value == ""
                offers = any(one.arg == "offered" for one in node.keywords)
                assert empty or offers or str(path.relative_to(package)) in own, (path, node.lineno)


def test_a_field_says_what_it_does_not_take() -> None:
    number = TextField.of("", 3, digits=True)
    assert number.typed("x").refused == "! digits only"
    assert number.typed("12").refused == ""
    assert number.typed("1234").refused == "! at most 3 characters"
    assert number.typed("1234").pressed("backspace").refused == ""
    assert TextField.of("Ada", 3, offered=True).typed("Z").text == "Z"


def test_a_number_that_no_game_takes_is_refused_when_it_is_typed(lobby: LocalLobby, monkeypatch: Any) -> None:
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")

    async def first(app: StarforgeApp) -> NewGameScreen:
        return NewGameScreen()

    async def script(seen: Seen) -> None:
        screen: NewGameScreen = seen.app.screen
        screen.form.choose("shattered-reach")
        screen.number = next(n for n, row in enumerate(screen.rows()) if row.label == "Rounds at most")
        await seen.press("enter", *"x")
        assert "! digits only" in seen.text()
        await seen.press(*"9999", "enter")
        assert screen.form.values["rounds"] == 100
        assert "9999 cannot be" in seen.text()
        await seen.press("enter", *"12", "enter")
        assert screen.form.values["rounds"] == 12

    run(make_app(lobby, first), script)
