"""What is foretold before movement ends is what then happens (SR-M3, SR-M11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import pytest

from starforge.engine.action import Action
from starforge.engine.hex import NAMES
from starforge.engine.position import PositionError
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import (
    Commit,
    Earlier,
    EndFire,
    EndMovement,
    FlyAll,
    Launch,
    PlanMove,
)
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.rules import firing
from starforge.games.shattered_reach.rules.movement import STEPS, can_move
from starforge.games.shattered_reach.words.warnings import warnings
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


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds", "race-for-the-core"])
def test_plans_come_to_what_they_show_when_all_are_carried_out(scenario: str) -> None:
    """Whatever they run into: each is shown on the board as those before it leave it (SR-M14)."""
    rammed = 0
    for n, s in enumerate(islice(crowds(scenario), 0, None, 3)):
        dice, able = Rng(n), [ship.id for ship in s.fleet(0) if can_move(ship)]
        dice.shuffle(able)
        for number in able[: 2 + dice.below(5)]:
            steps = [list(STEPS)[dice.below(len(STEPS))] for _ in range(1 + dice.below(4))]
            while steps:
                with suppress(Illegal):
                    GAME.apply(s, 0, PlanMove(number, tuple(steps)))
                    break
                steps.pop()
        if Earlier() in GAME.legal(s, 0):
            GAME.apply(s, 0, Earlier())
        plans = [plan for plan in GAME.view(s, 0).plans if plan.steps]
        if len(plans) < 2:
            continue
        expected = dangers(s, FlyAll())
        assert [words for words in hint(s, FlyAll()).split("; ") if " would " in words] == expected
        s.queue = []
        GAME.apply(s, 0, FlyAll())
        told = [e.data for e in s.events if e.kind == "flown" and e.data["ship"] in {plan.ship for plan in plans}]
        rams = [e.data["ship"] for e in s.events if e.kind == "rammed"]
        assert [d["ship"] for d in told][: len(plans)] == [plan.ship for plan in plans]
        for plan, d in zip(plans, told, strict=False):
            way = [(q, r, heading) for q, r, heading, _ in plan.path]
            assert list(map(tuple, d["path"])) == way
            assert not plan.rams or plan.ship in rams
        rammed += any(plan.rams for plan in plans)
    assert rammed > 2


def test_the_drifts_shown_are_those_that_come() -> None:
    """A ship that gets out of the way in time is not rammed, one that gets into the way is."""
    s = war("small-skirmish", ["1 A wasp 0,3 NE v1", "2 A wasp 1,4 N v3", "3 B wasp 0,-6 S v0"])
    assert {drift.ship: drift.stop for drift in GAME.view(s, 0).drifts} == {1: "", 2: "ram"}
    assert "Wasp 2 would ram Wasp 1" in hint(s, EndMovement())
    s = war("small-skirmish", ["1 A wasp 0,3 N v2", "2 A wasp 0,2 N v2", "3 B wasp 0,-6 S v0"])
    assert {drift.ship: drift.stop for drift in GAME.view(s, 0).drifts} == {1: "", 2: ""}
    assert "would" not in hint(s, EndMovement())


@pytest.mark.parametrize("scenario", ["homeworlds", "race-for-the-core"])
def test_a_capture_that_is_warned_of_comes_and_no_other(scenario: str) -> None:
    """SR-V2: whatever has happened to the ship, as long as nothing more happens to it."""
    warned, place = Counter[bool](), {"homeworlds": ("-4,7", "4,-7"), "race-for-the-core": ("0,0", "1,0")}[scenario]
    capital = next(slug for slug, hull in hulls().items() if not hull.fighter and hull.length == 2)
    for seed in range(40):
        dice = Rng(seed)
        mark = ("", "", " numb", " stung", " hull 0")[dice.below(5)]
        card = (capital, capital, "wasp")[dice.below(3)]
        where = (place[0], place[0], place[1], "3,1")[dice.below(4)]
        try:
            s = war(scenario, ["1 A wasp -2,-3 N v0", f"2 B {card} {where} N v0{mark}", "3 B wasp 2,-4 N v0"])
        except (PositionError, ValueError):
            continue
        told = [words for words in warnings(GAME.view(s, 0)) if "at the end of the round" in words]
        assert not [words for words in warnings(GAME.view(s, 1)) if " wins at the end" in words], "it is their own"
        GAME.apply(s, 0, EndMovement())
        won = s.result is not None and "captured" in s.result.text
        assert bool(told) == won, (seed, card, where, mark, told, s.result)
        warned[won] += 1
    assert warned[True] > 3
    assert warned[False] > 3


def test_a_lock_said_to_be_lost_cannot_be_launched_and_all_others_can() -> None:
    """SR-F11: in the firing of its owner nothing moves any more, so what is said is certain."""
    counted = Counter[bool]()
    for seed in range(60):
        dice = Rng(seed)
        q, r, reach = dice.below(7) - 3, dice.below(7) - 3, 2 + dice.below(4)
        if (q, r) == (0, 0):
            continue
        table = Table()
        table.line("on", "race-for-the-core" if dice.below(2) else "small-skirmish")
        table.line("A", "fires")
        mark = " numb" if dice.below(8) == 0 else ""
        table.line("ship", f"1 A spark {q},{r} {NAMES[dice.below(6)]} v1{mark} lock 0 on 2 within {reach} of round 1")
        table.line("ship", "2 B wasp 0,0 N v1" if table.scenario == "small-skirmish" else "2 B wasp 3,-2 N v1")
        table.line("ship", "3 A wasp 1,5 N v1")
        try:
            s = table.begin()
        except PositionError:  # nothing can be fired at
            continue
        view = GAME.view(s, 0)
        told = [words for words in warnings(view) if words.startswith("Spark 1 loses its lock on Wasp 2 this round")]
        able = mark == "" and any(isinstance(a, Launch) for a in firing.allowed(_in_hand(s, 1), 0))
        assert bool(told) != able, (seed, told, able)
        counted[able] += 1
        GAME.apply(s, 0, EndFire())
        assert not s.ships[1].locks
    assert min(counted[True], counted[False]) > 5, counted


def _in_hand(s: War, number: int) -> War:
    """Return a copy of a war in which the first seat has a ship in hand."""
    s = clone(s)
    s.players[0].chosen = number
    return s
