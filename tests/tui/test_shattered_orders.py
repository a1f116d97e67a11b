"""Orders to a whole fleet of Shattered Reach: its fire, its formation, its deployment, and plans made anew."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from starforge.engine import hex as hx
from starforge.games import GAMES
from starforge.games.shattered_reach.plans.volleys import salvoes, suggested
from starforge.games.shattered_reach.view.types import name
from starforge.server.requests.table import LONGEST_DRAFT
from starforge.tables.local import LocalLobby
from starforge.tui.app.routes import screen_for
from starforge.tui.games.shattered_reach.fleets.hangar import read_stock
from starforge.tui.games.shattered_reach.kept_orders import bring_back, written
from starforge.tui.games.shattered_reach.map.story import SHOTS
from starforge.tui.games.shattered_reach.map.war_map import Eyes
from starforge.tui.games.shattered_reach.orders.fleet_fire import promise_of
from starforge.tui.games.shattered_reach.orders.wings import Wing
from starforge.tui.games.shattered_reach.side.shots import salvo_words
from starforge.tui.games.shattered_reach.side.table import LETTERS, shows_table, spot_of
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.warships import FIRING, PLANNING, play, view, words

GAME = "shattered-reach"
DEEDS = {*SHOTS, "destroyed"}


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME, "starforge.games.shattered_reach.game:GAME")


def test_a_fleet_fires_as_suggested_and_stops_when_a_target_is_lost(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press(",")
        assert "It stops whenever a target is lost. Comma again: fire" in words(seen)
        assert not [line for line in screen.log_lines if "fires" in line]
        await seen.press(",")
        assert "expected" in words(seen)
        shots = [line for line in screen.log_lines if " fires its " in line or " aims a " in line]
        gone = [ship.id for ship in screen.view.ships if ship.seat and (ship.wreck or ship.hulk)]
        assert shots
        assert len(gone) <= 1
        assert bool(gone) == ("Comma: go on" in words(seen)) or not suggested(screen.view)

    play(lobby, script, FIRING)


def test_a_suggested_volley_ends_with_the_shot_that_loses_its_target(lobby: LocalLobby) -> None:
    """Every comma that goes on fires until the next of the worn-out foes is lost, and not a shot after that."""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        told, lost = len(screen.told.told(0)), 0
        await seen.press(",")
        while screen.view.phase == "fire" and suggested(screen.view):
            await seen.press(",")
            events, told = [line.event for line, _ in screen.told.told(0)[told:]], len(screen.told.told(0))
            kinds = [e.kind for e in events if e.data.get("seat") == (e.kind == "destroyed") and e.kind in DEEDS]
            if "destroyed" not in kinds:
                break
            assert kinds.index("destroyed") == len(kinds) - 1
            lost += 1
            assert ("Comma: go on" in words(seen)) == (screen.view.phase == "fire" and bool(suggested(screen.view)))
        assert lost > 1

    worn = FIRING.replace('card = "outrigger"', 'card = "outrigger", hull = 1, shields = 0')
    play(lobby, script, worn.replace('card = "spark"', 'card = "spark", hull = 1, shields = 0'))


def test_the_table_of_shots_fires_one_or_all_of_a_line_with_any_ship(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("=")
        number = next(n for n, one in enumerate(screen.cursor.opened) if one.spot.ship != 1 and not one.spot.locks)
        one = salvoes(screen.view)[number]
        screen.cursor.put(number)
        await seen.press("enter")
        guns = dict(screen.view.ship(one.ship).guns)
        assert guns.get(one.weapon, 0) == len(one.actions) - 1
        assert "1 shot: " in words(seen)
        await seen.press("=")
        number = next(n for n, o in enumerate(screen.cursor.opened) if o.spot.ship == 1 and not o.spot.locks)
        one = salvoes(screen.view)[number]
        screen.cursor.put(number)
        await seen.press("x")
        lost = screen.view.ship(one.target) is None or screen.view.ship(one.target).wreck
        assert lost or not dict(screen.view.ship(1).guns).get(one.weapon, 0)

    play(lobby, script, FIRING)


def test_the_table_of_shots_uses_the_screen_and_stays_open_for_the_next_shot(lobby: LocalLobby) -> None:
    """With letters of its own, also those that are keys of the menu that it lies over."""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("=")
        table, shown = salvoes(screen.view), seen.text().splitlines()
        assert len(table) > len(LETTERS)
        for key, one in zip(LETTERS, table, strict=False):
            (row,) = [row for row in shown if row[1:3] == f"{key} "]
            assert all(
                words in row
                for words in (f"{one.percent}%", name(screen.view, one.ship), name(screen.view, one.target))
            )
        told = "1 shot: 1 hit of 0.7 expected, 2 damage of 1.4; l reads every roll. Mite 10 is disabled for good."
        screen.say(told)
        screen.repaint()
        await seen.settle()
        assert told in words(seen)
        assert "Space: page 1/2" in words(seen)
        await seen.press(" ")
        assert screen.cursor.number == len(LETTERS)
        assert f"{salvo_words(screen.view, table[len(LETTERS)])}. Enter: one shot" in words(seen)
        await seen.press(" ")
        row = next(n for n, one in enumerate(table) if not one.locks and LETTERS[n] in "asw")
        await seen.press(LETTERS[row])
        fired = [line.event.data for line, _ in screen.told.told(0) if line.event.kind == "fired"]
        assert (fired[-1]["ship"], fired[-1]["target"]) == (table[row].ship, table[row].target)
        assert shows_table(screen.scene())
        screen.ui.fire._open_again(spot_of(table[-1]), 0)
        assert screen.cursor.item.spot == spot_of(table[-1])  # wherever in the table the line stands after a shot
        await seen.press("backspace")
        assert not shows_table(screen.scene())

    wasps = "".join(f'{n + 20} = {{ seat = 0, card = "wasp", q = {n - 3}, r = {1 - n} }}\n' for n in range(6))
    play(lobby, script, f"{FIRING}{wasps}", size=(80, 24))


def test_every_line_of_the_table_says_who_fires_what_at_whom_with_which_chance() -> None:
    shown = view(FIRING)
    for one in salvoes(shown):
        told = salvo_words(shown, one)
        assert f"range {one.range} · {one.percent} %" in told
        assert ("about" in told) == (not one.locks)
    single = [one for one in suggested(shown) if not one.locks]
    assert sum(promise_of(one)["damage"] for one in single) > 0
    assert all(promise_of(one)["hits"] <= 100 for one in suggested(shown))


def test_marked_ships_move_in_formation_and_a_group_comes_back_by_its_letter(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("backspace", "t", "backspace", "c", "*", "!", "k")
        assert "Group k is kept: 1 ship, marked as before" in words(seen)
        await seen.press("t", "*", "!", "g")
        assert len(screen.ui.wings.wing.groups["g"]) == 2
        assert len(screen.ui.wings.marked) == 2
        await seen.press("!", "k")
        assert len(screen.ui.wings.marked) == 1
        await seen.press("!", "g")
        assert {letter: len(group) for letter, group in screen.ui.wings.wing.groups.items()} == {"k": 1, "g": 2}
        marked = screen.ui.wings.marked
        assert len(marked) == 2
        assert screen.view.hand in marked
        before = {number: screen.view.ship(number).hexes[0] for number in marked}
        lead = screen.view.hand
        reach = screen.ui.map.drawn.reach(screen.view, lead).reach
        at = max(reach.ends, key=lambda at: -hx.distance(at, hx.step(before[lead], screen.view.ship(lead).heading, 2)))
        screen.ui.map.arrive(at)
        await seen.press("enter")
        assert "keep the group's shape" in words(seen)
        ends = {plan.ship: plan.end for plan in screen.view.plans if plan.steps or plan.ship in marked}
        assert ends[lead][:2] == at
        await seen.press("!", "*", "c")
        assert f"{len(screen.ui.wings.marked)} ships in formation: go there for" in words(seen)
        await seen.press("enter")
        assert screen.view.plan(lead).end[:2] == before[lead]

    play(lobby, script, PLANNING)


def test_marks_groups_older_plans_and_what_is_unread_outlive_the_app(tmp_path: Path) -> None:
    async def script(seen: Seen) -> dict[str, Any]:
        screen: GameScreen = seen.app.screen
        await seen.press("backspace", "#", "#", "t", "*", "!", "k", "t", "*", "v")
        assert screen.ui.plans.flown
        screen.ui.map.turn_to("missiles")
        await seen.press("c")
        kept = json.loads((tmp_path / "drafts" / f"{screen.table.id}.json").read_text())  # as a crash would leave it
        assert kept["seats"]["0"]["groups"].keys() == {"k"}
        return begun(screen)

    def begun(screen: GameScreen) -> dict[str, Any]:
        eyes = screen.ui.map.eyes
        return {
            "wing": screen.ui.wings.wing,
            "flown": screen.ui.plans.flown,
            "eyes": (eyes.page, eyes.lens),
        }

    before = play(LocalLobby(tmp_path), script)
    assert before["wing"].marked
    assert before["eyes"] == ("missiles", "reach")

    async def again(app: Any) -> Any:
        return screen_for(await app.lobby.open(app.lobby.tables()[0].id))

    async def reopened(seen: Seen) -> dict[str, Any]:
        return begun(seen.app.screen)

    lobby = LocalLobby(tmp_path)
    assert run(make_app(lobby, again), reopened) == before
    (table,) = lobby.tables()
    asyncio.run(lobby.remove(table.id))
    assert not list((tmp_path / "drafts").iterdir())


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"seats": 3}', '{"seats": {"0": {"marked": ["x"]}}}', '{"flown": []}'),
        '{"seats": {"0": {"read": Infinity}}}',
        '{"seats": {"0": {"marked": [1e999]}}}',
    ],
)
def test_a_draft_that_cannot_be_read_brings_back_nothing(lobby: LocalLobby, text: str) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        screen.ui.resume(text)
        assert not screen.ui.wings.wing.marked
        assert not screen.ui.plans.flown

    play(lobby, script, PLANNING)


def test_what_is_begun_with_the_largest_fleet_fits_what_a_server_keeps() -> None:
    steps = ("pivot:3", *("forward",) * 6, *("left", "drift", "right") * 3)
    plans = SimpleNamespace(flown=dict.fromkeys(range(1, 46), steps))
    groups = {letter: frozenset(range(1, 46)) for letter in "abcdefgh"}
    wings = SimpleNamespace(wings={0: Wing(frozenset(range(45)), groups)})
    text = written(wings, plans, SimpleNamespace(looks={0: Eyes(page="report", read=9999)}))
    assert len(text) < LONGEST_DRAFT * 0.8
    again = SimpleNamespace(flown={})
    bring_back(text, SimpleNamespace(wings={}), again, SimpleNamespace(looks={}))
    assert again.flown == plans.flown


def test_older_plans_are_offered_for_the_ship_in_hand(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        number = next(n for n, one in enumerate(screen.cursor.items) if one.label == "Plan as another")
        labels = [one.label for one in screen.cursor.items[number].items]
        assert "As Wasp 3" in labels
        while screen.cursor.number != number:
            await seen.press("tab")
        await seen.press("enter")
        action = screen.cursor.action
        await seen.press("enter")
        assert screen.view.plan(2).steps == action.steps

    play(lobby, script, PLANNING)


def test_a_fleet_deploys_by_role_and_as_it_was_kept(lobby: LocalLobby, tmp_path: Path) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("x", "enter", "e", "e")
        assert screen.view.phase == "deploy"
        await seen.press(",")
        assert all(ship.hexes for ship in screen.view.ships if ship.seat == 0)
        assert "are deployed by role; every one can still be moved." in words(seen)
        places = {ship.id: (ship.hexes[0], ship.heading) for ship in screen.view.ships if ship.seat == 0}
        await seen.press("s", *"Wall", "enter")
        assert "Kept as Wall" in words(seen)
        first = min(places)
        screen.ui.map.arrive(places[first][0])
        await seen.press("enter", "w", "enter")
        again = {ship.id: (ship.hexes[0], ship.heading) for ship in screen.view.ships if ship.seat == 0}
        assert sorted(again.values()) == sorted(places.values())

    app = make_app(lobby, at_table(GAME, "Ada", "bot:random", scenario="small-skirmish", factions="ferrum,ember"))
    app.fleets = tmp_path / "fleets.toml"
    run(app, script, (120, 40))
    (one,) = read_stock(tmp_path / "fleets.toml").fleets
    assert one.name == "Wall"
    assert sum(len(zone.split("; ")) for zone in one.berths.values()) == sum(one.ships.values())


def test_what_a_volley_came_to_is_no_prompt_of_the_next_movement(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        for _ in range(60):
            if screen.view.ask is not None and screen.view.ask.kind == "move":
                break
            await seen.press("," if screen.view.ask is not None and suggested(screen.view) else "enter")
        assert screen.view.ask.kind == "move"
        assert " expected, " not in screen.prompt.note

    play(lobby, script, FIRING)
