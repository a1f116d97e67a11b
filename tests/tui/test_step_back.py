"""Backspace means one thing in every question of every game: a step back, or a sentence why there is none."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.app.keys import free
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.waiting import until

SEATS = {"astroforce": ("Ada",), "reach": ("Ada", "bot:random"), "shattered-reach": ("Ada", "bot:random")}
SEEDS = int(os.environ.get("STARFORGE_SEEDS", "1"))
STEPS = 16 if SEEDS == 1 else 70


def nothing_planned(view: Any) -> bool:
    """Tell whether a ship is in hand whose plan has no step that could be taken back."""
    plan = view.plan(view.hand) if hasattr(view, "plans") else None
    return view.ask is not None and view.ask.kind == "move" and plan is not None and not plan.steps


@pytest.mark.parametrize("seed", range(8, 8 + SEEDS))
@pytest.mark.parametrize("game", SEATS)
def test_backspace_steps_back_or_says_why_not(lobby: LocalLobby, monkeypatch: Any, game: str, seed: int) -> None:
    monkeypatch.setitem(GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")
    chance, met = random.Random(seed), set[str]()

    async def script(seen: Seen) -> None:
        table: GameScreen = seen.app.screen
        await until(lambda: not table.bot_clock.acting)
        asked = table.view
        await seen.press("backspace")
        assert (seen.app.screen, table.view) == (table, asked)
        assert table.prompt.note, "it says that there is nothing to take back"
        for _ in range(STEPS):
            await until(lambda: not table.bot_clock.acting)
            for _ in range(20):
                if not (table.ui.busy or table.countdown.left):
                    break
                await seen.press("enter")
            if table.view.result is not None:
                return
            usable = [one.key for one in table.cursor.opened if not one.reason and one.key]
            await seen.press(chance.choice([*usable, "enter"]) if usable else "tab")
            await until(lambda: not table.bot_clock.acting)
            if seen.app.screen is not table or table.field is not None:
                await seen.press("escape")
                continue
            if table.ui.busy or table.countdown.left or chance.random() < 0.4:
                continue
            seat, path, pointed = table.viewers.actor, table.cursor.path, table.cursor.pointed
            before, view = table.table.length(seat), table.view
            refusal = table.table.retractable(seat) if seat is not None else None
            await seen.press("backspace")
            assert seen.app.screen is table, "no other screen comes"
            after = table.table.length(seat)
            if path or pointed is not None:
                assert (len(table.cursor.path), after) == (max(len(path) - (pointed is None), 0), before)
                met.add("list")
            elif refusal is None and seat is not None and not nothing_planned(view):
                assert after == before - 1 or (after == before + 1 and table.view != view), "a step is taken back"
                met.add("step")
            else:
                assert (after, table.view) == (before, view)
                assert table.prompt.note, "it says why there is nothing to take back"

    run(make_app(lobby, at_table(game, *SEATS[game], seed=seed - 4), confirmations=False), script)
    assert "step" in met


@pytest.mark.parametrize("game", SEATS)
def test_a_key_that_means_nothing_says_so_in_every_list(lobby: LocalLobby, monkeypatch: Any, game: str) -> None:
    monkeypatch.setitem(GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")

    async def script(seen: Seen) -> None:
        table: GameScreen = seen.app.screen
        await until(lambda: not table.bot_clock.acting)
        for _ in range(4):
            idle = [key for key in free(table.scope) if not table.cursor.all_with_key(key)]
            for key in ("$", "ß", *(idle if game == "astroforce" else ())):  # elsewhere letters place cards, and go on
                before = table.view.legal, table.cursor.path, table.cursor.number
                await seen.press(key)
                assert (table.view.legal, table.cursor.path, table.cursor.number) == before
                assert "That key does nothing here now" in table.prompt.note, key
            opening = next((n for n, one in enumerate(table.cursor.opened) if one.items and not one.reason), None)
            if opening is None:
                await seen.press("enter")
            else:
                table.cursor.open(*table.cursor.path, opening)

    run(make_app(lobby, at_table(game, *SEATS[game], seed=4), confirmations=False), script)
