"""Before a turn, and after bots have acted, a player is told all that has happened since: once, and never cut."""

from __future__ import annotations

import random
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from starforge.tui.screens.play.report import ReportBox, ReportScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.waiting import until

SEATS = {
    "solo": ("astroforce", "Ada"),
    "astroforce": ("astroforce", "Ada", "bot:random"),
    "reach": ("reach", "Ada", "bot:greedy", "bot:random"),
    "shattered-reach": ("shattered-reach", "Ada", "bot:random"),
}


def at_rest(table: GameScreen) -> bool:
    """Tell whether no report is on its way."""
    return table.news._open is None or table.news._open.left


async def random_step(seen: Seen, chance: random.Random) -> None:
    """Act at the table as anybody might, by keys."""
    screen: Any = seen.app.screen
    usable = [one.key for one in screen.cursor.opened if not one.reason and one.key]
    await seen.press(chance.choice([*usable, "enter"]) if usable and chance.random() < 0.9 else "enter")


def own_deeds(table: GameScreen) -> list[tuple[int, Any]]:
    """Return a list to which is added what comes of each action here with which no turn begins, with its move."""
    done, submit = [], table.table.submit

    async def noted(seat: int, action: Any) -> Any:
        turn = table.view.turn
        events = await submit(seat, action)
        if all(event.turn == turn for event in events):
            done.extend((table.table.length(seat), event) for event in events)
        return events

    table.table.submit = noted  # type: ignore[method-assign]
    return done


@pytest.mark.parametrize("case", SEATS)
def test_what_has_happened_is_told_once_before_the_next_turn(lobby: LocalLobby, monkeypatch: Any, case: str) -> None:
    game, *people = SEATS[case]
    monkeypatch.setitem(GAMES, game, f"starforge.games.{game.replace('-', '_')}.game:GAME")
    chance, found = random.Random(4), 0

    async def script(seen: Seen) -> None:
        nonlocal found
        table = next(screen for screen in seen.app.screen_stack if isinstance(screen, GameScreen))
        turn, told, paged, own = table.view.turn, 0, 0, own_deeds(table)
        for _ in range(50):
            front: Any = seen.app.screen
            if table.view.result is not None:
                break
            if isinstance(front, ReportScreen):
                found += 1
                log, shown = table.told.told(table.viewers.seat), list(front.report.lines)
                fresh = (start for start in range(told, len(log)) if table.ui.news(log[start:]) == shown)
                first = next(fresh, None)
                assert first is not None, "the report is the end of the log, and nothing is told twice"
                assert (log[first][0].n, log[first][0].event) not in own, "what one did is told as it is done"
                await seen.press(chance.choice(["enter", "escape"]))
                assert seen.app.screen is table
                told = len(log)
                turn = table.news._turn
            elif front is table:
                await until(lambda: seen.app.screen is not table or (at_rest(table) and not table.bot_clock.acting))
                if seen.app.screen is not table:
                    continue
                lines = len(table.told.lines(table.viewers.seat))
                paged = lines if table.ui.busy else paged  # pages of the game's own tell it
                assert table.view.turn == turn or not table.view.ask or lines <= max(told, paged), (
                    "no turn begins in silence"
                )
                turn = table.view.turn
                await random_step(seen, chance)
            else:
                await seen.press("escape")

    run(make_app(lobby, at_table(game, *people, seed=4), reports=True, confirmations=False), script)
    assert found


def test_without_the_setting_nothing_stands_in_the_way(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        chance = random.Random(4)
        for _ in range(25):
            assert not isinstance(seen.app.screen, ReportScreen)
            await random_step(seen, chance) if isinstance(seen.app.screen, GameScreen) else await seen.press("escape")

    run(make_app(lobby, at_table("astroforce", "Ada", seed=4), confirmations=False), script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("handed", [False, True], ids=["report", "hand-off"])
def test_a_long_report_scrolls_and_drops_nothing(lobby: LocalLobby, size: tuple[int, int], handed: bool) -> None:
    lines = [f"Line {n}: {'what happened then, in words ' * (n % 4)}end{n}." for n in range(70)]
    seen_lines: set[int] = set()

    async def script(seen: Seen) -> None:
        home = seen.app.screen
        screen: Any = ReportScreen(ReportBox(0, ["Ada"], lines))
        if handed:
            screen = HandOffScreen("Tiny", ["Ada", "Ben"], 1, 0, lines)
        seen.app.call_later(seen.app.push_screen, screen)
        await seen.settle()
        if handed:
            await seen.press("enter")
        for _ in range(70):
            seen_lines.update(n for n in range(70) if f"end{n}." in seen.text())
            if seen.app.screen is home:
                break
            await seen.press("space")
        assert seen.app.screen is home

    run(make_app(lobby), script, size)
    assert seen_lines == set(range(70))


def test_a_key_that_means_something_at_the_table_leads_there_and_does_it(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        table: GameScreen = seen.app.screen
        seen.app.call_later(
            seen.app.push_screen, ReportScreen(ReportBox(0, ["Ada"], ["So it went."])), table.news._read
        )
        await seen.settle()
        await seen.press("h")
        assert seen.app.screen is table
        assert "Thinking" in seen.text() or "Hint" in seen.text()

    run(make_app(lobby, at_table("astroforce", "Ada", seed=4)), script)
