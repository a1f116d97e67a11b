"""Planning several ships and moving them at once, locks and missiles beside the map, and the keys of small lists."""

from __future__ import annotations

from typing import Any

import pytest

from starforge.engine.rules import Illegal, Refusal
from starforge.games import GAMES
from starforge.games.shattered_reach.game import GAME as RULES
from starforge.games.shattered_reach.model.actions import PlaceShip, Ready
from starforge.games.shattered_reach.model.state import Options
from starforge.tables.local import LocalLobby
from starforge.tui.games.shattered_reach.about import lock_paragraphs
from starforge.tui.games.shattered_reach.draw import draw
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.scenery import Scenery
from starforge.tui.games.shattered_reach.menu import menu
from starforge.tui.games.shattered_reach.side.cards import warnings
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.warships import FIRING, HEAD, PLANNING, play, scene, view, words

GAME = "shattered-reach"
COLUMN = (
    HEAD.format(phase="move", hand=2, queue='[["end-round", 0], ["fire-turn", 0], ["fire-turn", 1]]')
    + """
[ships]
2 = { seat = 0, card = "wasp", q = -4, r = 3, heading = 0, velocity = 1 }
3 = { seat = 0, card = "wasp", q = -4, r = 2, heading = 0, velocity = 1 }
4 = { seat = 0, card = "wasp", q = -6, r = 2, heading = 0, velocity = 1 }
10 = { seat = 1, card = "outrigger", q = 2, r = -3, heading = 3 }
[plans.2]
steps = ["forward"]
[plans.3]
steps = ["forward", "forward"]
"""
)
IN_ORDER = (
    COLUMN[: COLUMN.index("[plans.2]")] + COLUMN[COLUMN.index("[plans.3]") :] + '[plans.2]\nsteps = ["forward"]\n'
)
CHASING = FIRING.replace(
    '3 = { seat = 0, card = "wasp", q = -4, r = 0, heading = 0, velocity = 2 }',
    '3 = { seat = 0, card = "javelin", q = -4, r = 0, heading = 0, missiles = 2, '
    'locks = { 0 = { target = 10, reach = 6, round = 3 } }, flights = [{ kind = "missile", target = 12, round = 3 }] }',
).replace(
    "q = 2, r = -3, heading = 3, velocity = 2 }",
    "q = 2, r = -3, heading = 3, velocity = 2, missiles = 1, locks = { 0 = { target = 2, reach = 1, round = 4 } } }",
)

ALONE = (
    HEAD.format(phase="fire", hand=1, queue='[["end-round", 0]]')
    + """
[ships]
1 = { seat = 0, card = "picket", q = -6, r = 1, heading = 1, velocity = 1 }
10 = { seat = 1, card = "outrigger", q = -5, r = 0, heading = 3 }
"""
)


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME, "starforge.games.shattered_reach.game:GAME")


def test_all_plans_are_carried_out_by_a_key_after_a_question_about_a_ram(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("t", "w", ",")
        assert "Picket 2 rams Outrigger 10: 4 damage to it, 8 to you. Comma again: go on" in words(seen)
        await seen.press("c", ",")
        assert not any(ship.moved for ship in screen.view.ships if ship.seat == 0)
        await seen.press(",")
        assert screen.view.ship(10).shields == 10
        assert all(ship.moved for ship in screen.view.ships if ship.seat == 0)

    play(lobby, script, PLANNING)


def test_the_order_of_plans_is_shown_and_can_be_changed_before_one_rams_the_other(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert [plan.ship for plan in screen.view.plans] == [2, 3]
        assert screen.view.plan(2).rams
        await seen.press("t", "t", "=")
        assert [plan.ship for plan in screen.view.plans] == [3, 2]
        assert not screen.view.plan(2).rams
        await seen.press(",")
        assert "Wasp 3 and Wasp 2 moved as planned." in words(seen)
        assert [screen.view.ship(n).hexes[0] for n in (2, 3)] == [(-4, 1), (-4, -1)]
        assert screen.view.hand == 4

    play(lobby, script, COLUMN)


def test_carrying_out_stops_where_it_is_refused(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen

        async def refusing(seat: int, action: Any) -> Any:
            raise Illegal(Refusal("The stars are wrong.", "SR-R1"))

        monkeypatch.setattr(screen.table, "submit", refusing)
        await seen.press(",")
        assert "Stopped: The stars are wrong. [SR-R1]" in seen.text()
        assert not [ship.id for ship in screen.view.ships if ship.moved]

    play(lobby, script, IN_ORDER)


def test_the_menu_has_all_plans_too_and_says_when_there_is_none(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        number = next(n for n, one in enumerate(screen.cursor.items) if one.key == ",")
        assert screen.cursor.items[number].label == "Move all 2 planned"
        while screen.cursor.number != number:
            await seen.press("tab")
        await seen.press("enter")
        assert [ship.id for ship in screen.view.ships if ship.moved] == [2, 3]
        await seen.press(",")
        assert "No plan has a step yet" in seen.text()

    play(lobby, script, IN_ORDER)


def test_an_enter_too_many_moves_no_ship(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("t")
        assert screen.view.hand == 4
        await seen.press("enter")
        assert "Nothing is planned, so Wasp 4 only drifts. # again: do it" in seen.text()
        assert not screen.view.ship(4).moved
        await seen.press("enter")
        assert screen.view.ship(4).moved

    play(lobby, script, COLUMN)


def test_movement_ends_only_after_a_question_while_ships_could_move(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press(",", "e")
        assert "Wasp 4 would only drift or stay. e again: do it" in words(seen)
        await seen.press("c", "e")
        assert screen.view.phase == "move"
        await seen.press("e")
        assert screen.view.phase != "move" or screen.view.turn == 5

    play(lobby, script, IN_ORDER)


def test_planned_ships_are_marked_in_the_fleet_list() -> None:
    text = draw(scene(view(PLANNING), page="fleets"), 80, 24).text()
    lines = {line.split("│")[-1].split()[1]: line.split("│ ")[-1][0] for line in text.splitlines() if "▲" in line[50:]}
    assert {number: lines[number] for number in "123"} == {"1": "·", "2": "+", "3": "+"}


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_locks_and_missiles_of_both_sides_are_listed_with_their_next_chance(size: tuple[int, int]) -> None:
    for seat in (0, 1):
        text = draw(scene(view(CHASING, seat), page="missiles"), *size).text()
        for told in ("Locks and missiles", "now: ", "89%", "next: lost", "Corona 12"):
            assert told in text, (told, text)
    roomy = draw(scene(view(CHASING)), 120, 40).text()
    assert "Locks and missiles" in roomy
    assert "now: range 2, lock to 6" in roomy


def test_reading_about_a_ship_tells_who_can_shake_its_locks_off() -> None:
    shown = view(CHASING)
    told = [words for ship in shown.ships for words in lock_paragraphs(shown, ship)]
    assert any(words.startswith("Lock of Javelin 3 on Outrigger 10: it holds to range 6") for words in told)
    assert any("shake it off" in words for words in told)


def test_a_launch_and_a_guided_missile_say_their_chance_in_the_menu() -> None:
    text = draw(scene(view(CHASING.replace("chosen = 1", "chosen = 3"))), 80, 24).text()
    assert "Launch missile 1, 89%: Outrigger 10" in text
    assert "Guide missile, 52%: Corona 12" in text


def test_factions_have_letters_and_the_cursor_skips_what_is_taken(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert [one.key for one in screen.cursor.items] == ["a", "b", "c", "d"]
        await seen.press("d")
        await seen.press("enter")
        assert "Ada lets the others choose first." in seen.text()
        await seen.press("b")
        await seen.press("enter")
        assert screen.view.seats[1].faction == "ember"
        assert not screen.cursor.item.reason
        await seen.press("b")
        assert "Another player commands that faction." in seen.text()
        await seen.press("c")
        assert [seat.faction for seat in screen.view.seats] == ["ferrum", "ember", "myriad"]

    run(make_app(lobby, at_table(GAME, "Ada", "Ben", "Cyd", scenario="small-skirmish")), script)


def test_the_fire_ceases_only_after_a_question_while_ships_could_shoot(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("e")
        assert "Cudgel 1, Picket 2 and Wasp 3 can still shoot." in words(seen)
        assert "shots are worth firing: comma. e again: do it" in words(seen)
        await seen.press("c", "e")
        assert screen.view.phase == "fire"
        await seen.press("e")
        assert screen.view.turn == 5

    play(lobby, script, FIRING)


def test_the_key_that_was_to_cease_the_fire_does_not_end_a_movement_that_nobody_has_seen(lobby: LocalLobby) -> None:
    """The firing ends by itself with the last shot, and the same key ends the movement that follows."""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        while screen.view.phase == "fire":
            await seen.press(",")
        assert (screen.view.phase, screen.view.turn) == ("move", 5)
        for said in (
            "The movement of round 5 has only just begun. e again: go on",
            "Picket 1 would only drift or stay.",
        ):
            await seen.press("e")
            assert said in screen.prompt.note
            assert screen.view.phase == "move"
        await seen.press("e")
        assert screen.view.phase != "move" or screen.view.ask is None

    play(lobby, script, ALONE)


def test_a_weapon_keeps_its_key_while_others_are_spent() -> None:
    def keys(text: str) -> dict[str, str]:
        return {one.label.split(":")[0].split(" ×")[0]: one.key for one in menu(view(text)) if one.key in [*"wasdx"]}

    before = keys(FIRING)
    assert before == {"Fire laser turret": "w", "Lock missile 1": "a", "Lock missile 2": "s"}
    spent = keys(FIRING.replace("velocity = 1 }\n2", "velocity = 1, shots = { turret = 13 } }\n2"))
    assert spent == {label: key for label, key in before.items() if not label.startswith("Fire")}
    used = keys(FIRING.replace("velocity = 1 }\n2", "velocity = 1, used = [0] }\n2"))
    assert used == {label: key for label, key in before.items() if label != "Lock missile 1"}


LONE = (
    HEAD.format(phase="move", hand=2, queue='[["end-round", 0], ["fire-turn", 0], ["fire-turn", 1]]')
    + """
[ships]
2 = {{ seat = 0, card = "cudgel", q = {q}, r = {r}, heading = {heading}, velocity = {velocity} }}
10 = {{ seat = 1, card = "spark", q = {at}, heading = 3, velocity = 0 }}
[plans.2]
steps = []
"""
)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ({"q": -6, "r": 3, "heading": 0, "velocity": 4, "at": "-6, r = 0"}, "! rams Spark 10 at v4: it takes"),
        ({"q": -6, "r": 3, "heading": 0, "velocity": 4, "at": "-6, r = 0"}, "it is pushed back 1 hex"),
        ({"q": -7, "r": 0, "heading": 3, "velocity": 4, "at": "9, r = 0"}, "! hits a planet and is lost"),
        ({"q": -11, "r": -1, "heading": 5, "velocity": 4, "at": "9, r = 0"}, "! leaves the map and is lost"),
        ({"q": -4, "r": 3, "heading": 1, "velocity": 4, "at": "9, r = 0"}, "! stops on the objective"),
    ],
)
def test_a_plan_warns_of_rams_planets_the_edge_and_objectives(place: dict[str, Any], told: str) -> None:
    shown = view(LONE.format(**place))
    assert told in " ".join(" ".join(warnings(shown, plan)) for plan in shown.plans)
    text = draw(scene(shown), 120, 40).text()
    assert " ".join(told.split()[:3]) in " ".join(line.split("│")[-1].strip() for line in text.splitlines())


def test_allies_see_each_others_deployment_on_their_maps_and_foes_do_not() -> None:
    s = RULES.new(Options(scenario="fleet-assault-3p", factions="ferrum,ember,myriad"), 3, 7)
    for seat in range(3):
        fleet = next(
            c.action for c in RULES.view(s, seat).choices if str(c.action).startswith("enlist") and not c.reason
        )
        for action in (fleet, Ready()):
            RULES.apply(s, seat, action)
    allies = [n for n in range(3) if sum(p.team == s.players[n].team for p in s.players) == 2]
    foe = next(n for n in range(3) if n not in allies)
    place = next(c.action for c in RULES.view(s, allies[0]).choices if isinstance(c.action, PlaceShip) and not c.reason)
    RULES.apply(s, allies[0], place)
    ship = next(ship for ship in s.ships.values() if ship.seat == allies[0] and ship.placed)
    seen = {}
    for seat in (*allies, foe):
        shown = RULES.view(s, seat)
        field = Field(Scenery(shown), 1, False)
        seen[seat] = field.mark((ship.q, ship.r)).ship
    assert seen == {allies[0]: ship.id, allies[1]: ship.id, foe: -1}
