"""What is foretold before movement ends is what then happens (SR-M3, SR-M11)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from starforge.engine.action import Action
from starforge.engine.hex import NAMES
from starforge.engine.position import PositionError
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Commit, EndMovement
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.rules.movement import can_move
from tests.shattered_reach.transcript import Table

END = "round ends"


def war(scenario: str, ships: list[str]) -> War:
    """Return a war in which seat A moves, and the round ends after that."""
    table = Table()
    table.line("on", scenario)
    table.line("A", "moves")
    table.line("then", END)
    for ship in ships:
        table.line("ship", ship)
    return table.begin()


def crowds(scenario: str) -> Iterator[War]:
    """Return ships close together that drift in all directions, one in four of them inoperable."""
    for seed in range(120):
        dice = Rng(seed)
        places = list(dict.fromkeys((dice.below(7) - 3, dice.below(7) - 3) for _ in range(12)))
        ships = []
        for number, (q, r) in enumerate(places, 1):
            seat = "AB"[number - 1] if number < 3 else "AAB"[dice.below(3)]
            numb = " numb" if dice.below(4) == 0 and number > 1 else ""
            card, heading = ("gnat", "wasp", "spark")[dice.below(3)], NAMES[dice.below(6)]
            ships.append(f"{number} {seat} {card} {q},{r} {heading} v{dice.below(5)}{numb}")
        try:
            yield war(scenario, ships)
        except PositionError:
            continue


def hint(s: War, action: Action) -> str:
    return next(choice.hint for choice in GAME.choices(s, 0) if choice.action == action)


def dangers(s: War, action: Action) -> list[str]:
    """Return the rams and losses that come of an action, as they should be foretold."""
    s = clone(s)
    s.events = []
    GAME.apply(s, 0, action)
    into = {"planet": "hit a planet", "edge": "leave the map"}
    ends = {"rammed": lambda d: f"ram {d['target_name']}", "crashed": lambda d: into[d["into"]]}
    return [f"{e.data['name']} would {ends[e.kind](e.data)}" for e in s.events if e.kind in ends]


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds", "race-for-the-core"])
def test_ending_movement_is_foretold(scenario: str) -> None:
    warned = 0
    for s in crowds(scenario):
        told = hint(s, EndMovement()).split("; ")
        expected = dangers(s, EndMovement())
        assert [words for words in told if " would " in words] == expected
        warned += bool(expected)
    assert warned > 20


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds"])
def test_a_commit_that_ends_movement_warns_as_ending_it_does(scenario: str) -> None:
    warned = 0
    for s in crowds(scenario):
        p = s.players[0]
        for ship in s.fleet(0):
            ship.moved = can_move(ship) and ship.id != p.chosen
        own = f" {p.chosen} would "
        expected = [words for words in dangers(s, Commit()) if own not in words]
        assert [words for words in hint(s, Commit()).split("; ") if " would " in words] == expected
        warned += bool(expected)
    assert warned > 10


def test_the_drifts_shown_are_those_that_come() -> None:
    """A ship that gets out of the way in time is not rammed, one that gets into the way is."""
    s = war("small-skirmish", ["1 A wasp 0,3 NE v1", "2 A wasp 1,4 N v3", "3 B wasp 0,-6 S v0"])
    assert {drift.ship: drift.stop for drift in GAME.view(s, 0).drifts} == {1: "", 2: "ram"}
    assert "Wasp 2 would ram Wasp 1" in hint(s, EndMovement())
    s = war("small-skirmish", ["1 A wasp 0,3 N v2", "2 A wasp 0,2 N v2", "3 B wasp 0,-6 S v0"])
    assert {drift.ship: drift.stop for drift in GAME.view(s, 0).drifts} == {1: "", 2: ""}
    assert "would" not in hint(s, EndMovement())
