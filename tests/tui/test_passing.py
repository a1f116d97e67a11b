"""Passing a terminal on: it says whose turn it is and waits, no key too many acts, and nothing harmful is in reach."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.games.assets import folder
from starforge.tables.local import LocalLobby
from starforge.tui.app.deafness import SECONDS, Deafness
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

FINAL = ("concede", "end", "pass", "commit", "cease fire", "ready", "enough")


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "reach", "starforge.games.reach.game:GAME")
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")


def fire() -> str:
    return (folder("shattered_reach") / "positions" / "fire.toml").read_text()


class Clock:
    """A clock that stands until it is set on."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at

    def wait(self) -> None:
        self.at += SECONDS


def held(screen: GameScreen) -> int | None:
    """Return the seat whose question can be answered now."""
    return screen.viewers.actor if screen.view.choices else None


def harmless(screen: GameScreen, another: bool = True) -> None:
    """Check that Enter would end nothing; for the same player as before, where anything else can be done."""
    one = screen.cursor.item
    usable = [item for item in screen.cursor.opened if not item.reason]
    if not another and all(screen.ui.gives_up(screen.view, item) for item in usable):
        return
    assert one is None or not one.label.lower().startswith(FINAL), one
    assert one is None or not screen.ui.gives_up(screen.view, one), one


async def random_key(seen: Seen, chance: random.Random) -> None:
    """Choose anything that can be chosen, at once or one step in, else press Enter."""
    screen = seen.app.screen
    usable = [n for n, one in enumerate(screen.cursor.opened) if not one.reason]
    if not usable:
        await seen.press("enter")
        return
    screen.cursor.put(chance.choice(usable))
    item = screen.cursor.item
    if item.label.startswith(("Yes, concede", "Confer")) and len(usable) > 1:
        return
    await seen.press("enter")
    if screen.prompt._asked:  # confirmed by the same again
        await seen.press("enter")


@pytest.mark.parametrize("seed", range(1, 1 + int(os.environ.get("STARFORGE_SEEDS", "1"))))
@pytest.mark.parametrize("game", ["astroforce", "reach", "shattered-reach", "fire"])
def test_whoever_is_asked_next_is_told_so_and_begins_on_what_is_harmless(
    lobby: LocalLobby, game: str, seed: int
) -> None:
    start = fire() if game == "fire" else ""
    first = at_table("shattered-reach" if start else game, "Ada", "Ben", seed=seed, start=start)

    async def script(seen: Seen) -> int:
        chance, screen, changes = random.Random(seed), seen.app.screen_stack[1], 0
        last, kind = held(screen), ""
        for _ in range(150):
            front = seen.app.screen
            if isinstance(front, HandOffScreen):
                coming, passed = front.coming, True
                assert front.names[coming] in seen.text()
                await seen.press("enter", "enter")
            elif not isinstance(front, GameScreen):
                await seen.press("escape")
                continue
            elif screen.view.result is not None:
                break
            elif screen.viewers.passing:
                coming, passed = screen.viewers.coming, True
                assert not screen.view.choices
                if screen.viewers.openly and not screen.ui.busy:
                    assert screen.viewers.seat is None
                    assert f"Now it is {screen.names[coming]}'s turn at the terminal" in " ".join(seen.text().split())
                    assert coming != last
                await seen.press("enter")
            else:
                passed = False
                await random_key(seen, chance)
            now = held(screen)
            if now is None:
                continue
            if last is not None and now != last:
                changes += 1
                assert passed, f"{last} was followed by {now} without a hand-off"
                harmless(screen)
            elif screen.view.ask.kind != kind or (game == "astroforce" and not screen.cursor.path):
                harmless(screen, False)
                one = screen.cursor.item
                assert one is None or not one.reason or all(item.reason for item in screen.cursor.opened)
            last, kind = now, screen.view.ask.kind
        return changes

    assert run(make_app(lobby, first, confirmations=False), script) > 0


async def until_another_is_asked(seen: Seen, clock: Clock) -> int:
    """Choose anything, a while after each other, until the other player is asked; return who that is."""
    screen, chance = seen.app.screen, random.Random(3)
    asked = held(screen)
    assert asked is not None
    for _ in range(200):
        clock.wait()
        await random_key(seen, chance)
        if held(screen) != asked:
            return 1 - asked
    raise AssertionError("the other player is never asked")


def test_enter_held_down_never_answers_for_the_next_player(lobby: LocalLobby) -> None:
    clock = Clock()

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        for _ in range(4):
            coming = await until_another_is_asked(seen, clock)
            moves = len(screen.table.save().moves)
            await seen.press(*["enter"] * 9)
            assert screen.viewers.passing, "the hand-off is deaf to what was typed before it was shown"
            clock.wait()
            await seen.press(*["enter"] * 9)
            assert held(screen) == coming
            assert len(screen.table.save().moves) == moves
            harmless(screen)

    run(make_app(lobby, at_table("astroforce", "Ada", "Ben", seed=5), clock=clock), script)


def test_without_hand_offs_the_next_question_is_deaf_and_begins_on_what_is_harmless(lobby: LocalLobby) -> None:
    clock = Clock()

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        for _ in range(4):
            coming = await until_another_is_asked(seen, clock)
            moves = len(screen.table.save().moves)
            assert held(screen) == coming
            harmless(screen)
            await seen.press(*"1e", "enter", *"2x", "enter")
            assert len(screen.table.save().moves) == moves

    run(make_app(lobby, at_table("astroforce", "Ada", "Ben", seed=5), handoffs=False, clock=clock), script)


def test_captain_and_crew_change_by_one_key(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: Any = seen.app.screen
        chance, keys, changes, last = random.Random(5), 0, 0, held(screen)
        for _ in range(90):
            assert isinstance(seen.app.screen, GameScreen)
            if screen.viewers.passing:
                keys += 1
                await seen.press("enter")
            else:
                await random_key(seen, chance)
            now = held(screen)
            changes += now is not None and now != last
            last = last if now is None else now
        assert keys == changes > 0

    run(make_app(lobby, at_table("astroforce", "Ada", "Ben", seed=5)), script)


def test_an_end_is_not_left_by_a_key_typed_before_it_was_shown(lobby: LocalLobby) -> None:
    clock = Clock()

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        clock.wait()
        await screen.table.resign(0)
        screen.follow()
        await seen.press("enter", "enter", "q")
        assert seen.app.screen is screen
        clock.wait()
        await seen.press("tab")
        assert "Enter: how it went" in seen.text()

    run(make_app(lobby, at_table("astroforce", "Ada"), clock=clock), script)


def test_a_held_key_keeps_a_terminal_deaf() -> None:
    clock = Clock()
    deafness = Deafness(clock)
    assert deafness.hears()
    deafness.begin()
    for _ in range(9):
        clock.at += SECONDS * 0.9
        assert not deafness.hears()
    clock.wait()
    assert deafness.hears()


def test_whether_to_give_up_is_asked_with_the_cursor_on_no(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        screen.point_out(next(one.action for one in screen.cursor.items if one.label.startswith("Concede")))
        await seen.press("enter")
        assert screen.view.ask.kind == "concede"
        harmless(screen)
        await seen.press("enter")
        assert screen.view.ask.kind != "concede"
        harmless(screen)

    run(make_app(lobby, at_table("shattered-reach", "Ada", "bot:random", start=fire())), script)
