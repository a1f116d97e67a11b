"""Typed positions: what they leave out is filled in, and play goes on from them."""

from __future__ import annotations

import pytest

from starforge.bots.levels import make
from starforge.engine.position import PositionError, read_position, write_position
from starforge.engine.rules import Illegal
from starforge.engine.state import digest
from starforge.games.assets import folder
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Commit, Select
from starforge.games.shattered_reach.model.state import War

SHORT = """game = "shattered-reach"
scenario = "{scenario}"
phase = "{phase}"
holder = 1
[asks.{seat}]
kind = "{phase}"
[[players]]
[[players]]
[ships]
1 = {{ seat = 0, card = "gnat", q = 0, r = 3, velocity = 1 }}
2 = {{ seat = 1, card = "{foe}", q = 0, r = 0, heading = 3 }}
3 = {{ seat = 0, card = "gnat", q = 2, r = 3, velocity = 1 }}
"""


def position(phase: str, seat: int, scenario: str = "small-skirmish", foe: str = "spark") -> War:
    s = read_position(GAME, SHORT.format(phase=phase, seat=seat, scenario=scenario, foe=foe), 5)
    assert isinstance(s, War)
    return s


@pytest.mark.parametrize("path", sorted((folder("shattered_reach") / "positions").glob("*.toml")), ids=lambda p: p.stem)
def test_those_that_come_with_the_game_can_be_played_on(path) -> None:
    s = read_position(GAME, path.read_text(encoding="utf-8"), 3)
    begun = s.turn
    players = [make(GAME, "random", n) for n in range(2)]
    while s.result is None and s.turn == begun:
        seat = min(s.asks)
        GAME.apply(s, seat, players[seat].choose(GAME.view(s, seat), lambda: s))
    assert s.result is not None or s.turn == begun + 1


def test_seats_are_foes_of_the_faction_of_their_ships() -> None:
    s = position("fire", 0)
    assert [(p.faction, p.side, p.team) for p in s.players] == [("ferrum", 0, 0), ("ember", 1, 1)]
    assert [str(a) for a in GAME.legal(s, 0)][:1] == ["fire laser 2"]


def test_sides_follow_the_roles_of_the_scenario() -> None:
    """SR-C6, SR-C8: who is first in turn order commands the assault, the Myriad have the Bristlemaw."""
    assert [p.side for p in position("move", 0, "fleet-assault-2p").players] == [0, 1]
    assert [p.side for p in position("move", 0, "planetary-defense-2p", "ripper").players] == [1, 0]


def test_the_round_goes_on_after_the_turn_that_is_asked() -> None:
    """SR-R1: those after it move, all fire in the same order, and the round ends."""
    assert position("move", 0).queue == [("end-round", 1), ("fire-turn", 1), ("fire-turn", 0), ("move-turn", 1)]
    assert position("fire", 1).queue == [("end-round", 1)]


def test_a_position_filled_in_is_written_out_whole() -> None:
    s = position("move", 0)
    assert digest(read_position(GAME, write_position(GAME, s), 0)) == digest(s)


def test_a_seat_without_ships_cannot_be_asked() -> None:
    with pytest.raises(PositionError, match="has no ship that can"):
        read_position(
            GAME,
            SHORT.format(phase="move", seat=1, scenario="small-skirmish", foe="spark").replace("seat = 1", "seat = 0"),
            5,
        )


def test_all_that_is_planned_can_be_committed_one_after_another() -> None:
    """SR-M3: several ships are planned before any is committed, and each commit leaves the other plans as they were."""
    s = position("move", 0)
    for text in ("forward", "select 3", "right", "commit", "commit"):
        GAME.apply(s, 0, GAME.parse(text))
    assert [(ship.q, ship.r, ship.heading, ship.moved) for ship in s.ships.values() if ship.seat == 0] == [
        (0, 1, 0, True),
        (2, 2, 1, True),
    ]
    assert Commit() not in GAME.legal(s, 0)
    assert Select(1) not in GAME.legal(s, 0)


@pytest.mark.parametrize("again", ["back", "course 1 -"])
def test_a_plan_that_is_emptied_stands_after_all_others(again: str) -> None:
    """SR-M14: what the others will have rammed does not set out with the velocity that it had before."""
    text = SHORT.format(phase="move", seat=0, scenario="small-skirmish", foe="spark")
    text = text.replace("q = 2, r = 3, velocity = 1", "q = 0, r = 4, velocity = 3").replace(
        "= 0, r = 0,", "= 7, r = -7,"
    )
    s = read_position(GAME, text, 5)
    for move in ("forward", "select 3", "forward", "select 1", again):
        GAME.apply(s, 0, GAME.parse(move))
    assert [ram.target for plan in GAME.view(s, 0).plans for ram in plan.rams] == [1]
    assert s.plans[1].velocity == 0
    with pytest.raises(Illegal) as refused:
        GAME.apply(s, 0, GAME.parse("slow"))
    assert refused.value.rule == "SR-M5"


@pytest.mark.parametrize(
    ("phase", "given", "number"),
    [("move", "", 2), ("fire", "", 1), *(("move", f", {word} = true", 1) for word in ("moved", "numb"))],
)
def test_plans_are_of_ships_that_can_be_moved_now(phase: str, given: str, number: int) -> None:
    """SR-R1: no plan of a foe, of a ship that has moved or is inoperable, or of the next round can be carried out."""
    text = SHORT.format(phase=phase, seat=0, scenario="small-skirmish", foe="spark")
    text = text.replace("r = 3, velocity = 1 }", f"r = 3, velocity = 1{given} }}", 1)
    plans = f"[plans]\n3 = {{ steps = ['drift'] }}\n{number} = {{ steps = ['forward'] }}\n"
    with pytest.raises(PositionError, match=f"plans.{3 if phase == 'fire' else number}: .*cannot be moved now"):
        read_position(GAME, text + plans, 5)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("heading = 7", "heading of ship 1 is from 0 to 5, not 7"),
        ("velocity = 99", "velocity of ship 1"),
        ("missiles = 40", "missiles of ship 1"),
        ("seat = 2", "seat of ship 1 is from 0 to 1, not 2"),
        ("locks.5 = { target = 2, reach = 3, round = 1 }", "locks of ship 1"),
        ("hull = 9", "hull of ship 1 is from 1 to 4, not 9"),
        ("hull = 0", "hull of ship 1 is from 1 to 4, not 0"),
        ("wreck = true\nhull = 2", "hull of ship 1 is 0, not 2"),
        ("shields = 2", "shields of ship 1 is from 0 to 1, not 2"),
        ("hulk = 7", "hulk of ship 1 is from 0 to 1, not 7"),
        ("used = [3]", "used of ship 1: it has 1 launchers, and none is 3"),
        ("shots = { laser = 2 }", "shots.laser of ship 1 is from 0 to 1, not 2"),
        ("shots = { turret = 1 }", "shots.turret of ship 1 is 0, not 1"),
        ("locks.0 = { target = 77, reach = 3, round = 1 }", "locks.0.target of ship 1: there is no ship 77"),
        ("locks.0 = { target = 1, reach = 3, round = 1 }", "locks.0.target of ship 1: ship 1 is its own side's"),
        ("locks.0 = { target = 2, reach = 9, round = 1 }", "locks.0.reach of ship 1 is from 1 to 8, not 9"),
        ("locks.0 = { target = 2, reach = 3, round = 6 }", "locks.0.round of ship 1 is from 0 to 1, not 6"),
        ("flights = [{ kind = 'missile', target = 77, round = 1 }]", "flights.target of ship 1: there is no ship 77"),
        ("flights = [{ kind = 'acid', target = 2, round = 1 }]", "flights of ship 1: it launches no 'acid'"),
    ],
)
def test_a_ship_that_cannot_be_is_refused_with_the_name_of_the_field(wrong: str, words: str) -> None:
    ship = {"seat": "0", "card": "'javelin'", "r": "3"}
    name, _, value = wrong.partition(" = ")
    lines = [f"{field} = {given}" for field, given in {**ship, name: value}.items()]
    text = "game = 'shattered-reach'\nphase = 'move'\n[asks.0]\nkind = 'move'\n[[players]]\n[[players]]\n"
    text += "[ships.1]\n" + "\n".join(lines) + "\n[ships.2]\nseat = 1\ncard = 'wasp'\nr = -3\n"
    with pytest.raises(PositionError, match=words):
        read_position(GAME, text, 1)
