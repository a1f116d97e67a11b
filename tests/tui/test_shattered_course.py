"""Sending ships of Shattered Reach to a hex: by the cursor, by letters, and what is said where they cannot go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from starforge.engine import hex as hx
from starforge.games import GAMES
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.tables.local import LocalLobby
from starforge.tui.app.routes import screen_for
from starforge.tui.games.shattered_reach.gaze import range_of
from starforge.tui.games.shattered_reach.map import camera
from starforge.tui.games.shattered_reach.orders.going import Going
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import make_app
from tests.tui.terminal import Seen, run
from tests.tui.warships import PLANNING, play, view, words

GAME = "shattered-reach"


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME, "starforge.games.shattered_reach.game:GAME")


async def put_cursor(seen: Seen, at: hx.Hex) -> None:
    """Put the map's cursor on a hex as keys do."""
    seen.app.screen.ui.map.arrive(at)


def test_enter_on_a_hex_plans_the_way_there_and_a_second_one_moves(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        reach = range_of(screen.view, 2).reach
        at = next(at for at in sorted(reach.ends) if len({one.heading for one in reach.ends[at]}) > 2)
        await put_cursor(seen, at)
        await seen.press(">")
        wanted = screen.ui.course.pointer.heading
        assert wanted in {one.heading for one in reach.ends[at]} - {reach.best(at).heading}
        assert f"{hx.NAMES[wanted]}" in words(seen)
        await seen.press("enter")
        one = reach.best(at, wanted)
        assert screen.view.plan(2).end == (*at, wanted, one.velocity)
        assert screen.view.plan(2).steps == one.steps
        await seen.press("backspace")
        assert screen.view.plan(2).steps == one.steps[:-1]
        await put_cursor(seen, at)
        await seen.press("enter", "enter")
        assert screen.view.ship(2).moved
        assert screen.view.ship(2).hexes[0] == at

    play(lobby, script)


def test_where_a_ship_cannot_go_the_line_says_why_and_enter_does_nothing(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        reach, before = range_of(screen.view, 2).reach, screen.view.plan(2)
        far = sorted(screen.view.chart.hexes - reach.ends.keys())
        for at in far[:: len(far) // 12]:
            await put_cursor(seen, at)
            await seen.press(">", "<")
            if screen.ui.course.wanted is None:
                continue
            await seen.press("enter")
            assert reach.why(at)[:40] in words(seen)
            assert screen.view.plan(2) == before

    play(lobby, script, size=(200, 60))


def test_the_hex_of_every_own_ship_tells_who_can_fire_at_it_as_each_other_hex_does(lobby: LocalLobby) -> None:
    """For the ship in hand as it stands and as planned, for others by their plans, and for one that has moved."""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert screen.view.hand == 2
        screen.cursor.put(screen.cursor.first())
        line = screen.ui.course.line
        assert "velocity 0; could fire at Outrigger 10 83% and 1 more; may meet fire of Outrigger 10 (8 shots" in line
        screen.repaint()
        await seen.settle()
        assert line[:60] in words(seen)
        await put_cursor(seen, screen.view.ship(3).hexes[0])
        line = screen.ui.course.line
        assert "Wasp 3 moves as planned; could fire at Spark 11 92%; may meet fire of Outrigger 10 (8 shots" in line
        assert line.startswith("Enter takes it in hand. ")
        assert screen.ui.course.standing() in screen.ui.about(screen.scene())
        await put_cursor(seen, screen.view.ship(1).hexes[0])
        assert "Rampart 1 drifts; under fire of Spark 12 (2 shots, 1.8 damage)." in screen.ui.course.line
        at = max(screen.ui.course.reach.ends)
        await put_cursor(seen, at)
        before = screen.ui.course.words(1).partition("; ")[2]
        await seen.press("enter")
        assert screen.view.plan(2).end[:2] == at
        assert screen.ui.course.line.endswith(f"; {before}")
        await seen.press("#", "#")
        await put_cursor(seen, at)
        assert "Picket 2 has moved; " in screen.ui.course.line

    play(lobby, script)


def test_a_lens_that_the_whole_map_has_no_room_for_comes_closer(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        while screen.ui.map.camera.zoom != camera.WHOLE:
            await seen.press("g")
        await seen.press("v")
        assert screen.ui.map.camera.zoom == 0
        assert "heading NE at velocity 4" in words(seen)
        while screen.ui.map.camera.zoom != camera.WHOLE:
            await seen.press("g")
        await seen.press("f")
        assert screen.ui.course.pointer.letters
        assert "Letters send Picket 2 there" in words(seen)

    play(lobby, script)


def test_all_ships_are_listed_however_much_is_said_below_the_map(
    lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Going, "line", "Spoken " * 120)

    async def script(seen: Seen) -> None:
        screen, told = seen.app.screen, ""
        screen.ui.map.turn_to("fleets")
        while screen.ui.map.eyes.page == "fleets":
            screen.repaint()
            await seen.settle()
            told += words(seen)
            screen.ui.map.do_panel()
        assert all(f"{ship.id} {hulls()[ship.card].name}" in told for ship in screen.view.ships)

    play(lobby, script, size=(80, 24))


@pytest.mark.parametrize("keys", ["t", ",,"])
def test_what_enter_would_do_is_not_told_of_another_ship(lobby: LocalLobby, keys: str) -> None:
    """The line below tells of the hex that the ship in hand was to go to, until another is in hand."""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        at = max(range_of(screen.view, 1).ends)
        while screen.view.hand != 2:
            await seen.press("t")
        await put_cursor(seen, at)
        await seen.press("<")
        assert "Picket 2: " in words(seen)
        await seen.press(*keys)
        assert screen.view.hand != 2
        assert screen.ui.course.words() == ""
        await seen.press("enter")
        assert screen.view.plan(screen.view.hand) is None or screen.view.plan(screen.view.hand).end[:2] != at

    play(lobby, script)


def test_a_group_that_cannot_go_to_a_hex_is_told_why_and_the_hex_stays_in_question(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("!", "*")
        at = max(screen.view.chart.hexes - range_of(screen.view, screen.view.hand).reach.ends.keys())
        await put_cursor(seen, at)
        await seen.press("enter")
        assert len(screen.ui.wings.marked) > 1
        assert screen.ui.course.reach.why(at)[:12] in screen.prompt.note
        assert screen.ui.course.wanted == at

    play(lobby, script)


def test_letters_send_one_ship_after_the_other_and_the_plans_outlive_the_app(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> dict[int, Any]:
        screen: GameScreen = seen.app.screen
        await seen.press("v", "f")
        sent = []
        while screen.ui.course.pointer.typed is not None:
            sent.append(screen.view.hand)
            word = max(screen.ui.course.pointer.letters)
            assert word[0] in seen.text()
            await seen.press(*word)
        assert sorted(sent) == [1, 2]
        assert "Every ship has a plan" in seen.text()
        return {plan.ship: plan.end for plan in screen.view.plans}

    ends = play(lobby, script)

    async def again(app: Any) -> Any:
        return screen_for(await app.lobby.open(app.lobby.tables()[0].id))

    async def reopened(seen: Seen) -> dict[int, Any]:
        return {plan.ship: plan.end for plan in seen.app.screen.view.plans}

    assert run(make_app(lobby, again), reopened) == ends


def test_the_reach_lens_shows_every_end_and_that_of_a_foe_under_the_cursor(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("v")
        for number in (2, 10):
            await put_cursor(seen, screen.view.ship(number).hexes[0])
            await seen.press(".", ".")
            screen.repaint()
            await seen.settle()
            found = screen.ui.map.drawn._fields[0].scenery.over.ends
            assert set(found) == set(range_of(screen.view, number).reach.ends)

    play(lobby, script)


def test_a_ship_is_sent_on_the_board_as_the_plans_before_its_own_leave_it() -> None:
    shown = view(PLANNING)
    assert [plan.ship for plan in shown.plans] == [2, 3]
    end = shown.plan(2).end
    assert (end[0], end[1]) not in range_of(shown, 3).reach.ends


def test_enter_on_a_foe_plans_a_ram_told_with_what_both_suffer(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("v")
        assert "ram?" in seen.text()
        await put_cursor(seen, screen.view.ship(10).hexes[0])
        await seen.press("<", ">")
        assert "Enter: ! ram it (< >): 3 MP, velocity 6; Outrigger 10 takes 6 of 34" in words(seen)
        await seen.press("<")
        assert "velocity 5" in words(seen)
        await seen.press("enter")
        (ram,) = screen.view.plan(2).rams
        assert (ram.target, ram.speed) == (10, 5)
        assert screen.ui.course.wanted is None
        await seen.press("enter")
        assert "# again: do it" in words(seen)
        await seen.press("enter")
        assert any("rams Outrigger 10" in line for line in screen.log_lines)

    play(lobby, script)


def test_the_signs_of_the_reach_lens_are_told_below_and_letters_leave_them_readable(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("v", "c")
        assert "↗»4 comes heading NE at velocity 4 · ! drifts on into harm · 2● can fire at 2" in seen.text()
        heads = {
            n: screen.ui.map.drawn._fields[0].mark(at).rows[0] for n, at in enumerate(range_of(screen.view, 2).ends)
        }
        before = {head: seen.text().count(head) for head in heads.values()}
        await seen.press("f")
        assert {head: seen.text().count(head) for head in heads.values()} == before

    play(lobby, script, size=(80, 24))


def test_the_reach_lens_brings_into_view_where_the_ship_can_go(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        eyes, war_map = screen.ui.map.eyes, screen.ui.map
        ship = screen.view.ship(screen.view.hand).hexes[0]
        for away in ((30, 0), (-30, 0), (0, 12), (0, -12)):
            now = war_map.camera
            eyes.camera, eyes.lens = replace(now, x=now.x + away[0], y=now.y + away[1]), "drift"
            await seen.press("v")
            ends = {*war_map.drawn.reach(screen.view, screen.view.hand).reach.ends, ship}
            held = camera.holding(screen.view, war_map.camera, eyes.window, [*ends], ship)
            assert (held.x, held.y) == (war_map.camera.x, war_map.camera.y)
            assert ship in war_map.in_view
            assert len(ends & war_map.in_view) > len(ends) * 0.8

    play(lobby, script, PLANNING)
