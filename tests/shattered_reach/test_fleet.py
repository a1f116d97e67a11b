"""Orders for several ships: a group keeps its shape and nobody is in another's way, plans of before are fitted."""

from __future__ import annotations

from itertools import islice

import pytest

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Earlier, FlyAll, PlanMove
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.plans.fleet import fitting, formation, lead_reach, mirrored, untangled
from starforge.games.shattered_reach.plans.reach import reach_of
from starforge.games.shattered_reach.rules.orders import after
from tests.shattered_reach.test_warnings import crowds, war

COLUMN = ["1 A wasp 0,2 N v2", "2 A wasp 0,3 N v2", "3 A wasp 0,4 N v2", "4 A wasp 1,3 NE v2", "9 B wasp 0,-6 S v0"]


def flown(s: War, moves: list[tuple[int, tuple[str, ...]]]) -> War:
    s = clone(s)
    for number, steps in moves:
        GAME.apply(s, 0, PlanMove(number, steps))
    s.events, s.queue = [], []
    GAME.apply(s, 0, FlyAll())
    return s


def test_a_group_keeps_its_shape_wherever_its_leader_goes() -> None:
    s = war("small-skirmish", COLUMN)
    group, kept = [1, 2, 3, 4], 0
    for (one, _), _ in zip(reach_of(GAME.view(s, 0), 2).lens().values(), range(24), strict=False):
        stations = formation(GAME.view(s, 0), group, 2, one)
        assert sorted(station.ship for station in stations) == group
        able = [station for station in stations if station.move and not station.why]
        assert all(station.why for station in stations if not station.move)
        if len(able) < 2:
            continue
        after = flown(s, [(station.ship, station.move.steps) for station in able if station.move])
        assert not [event for event in after.events if event.kind in ("rammed", "crashed")]
        turned = one.heading - s.ships[2].heading
        for station in able:
            ship, before = after.ships[station.ship], s.ships[station.ship]
            place = hx.sub((before.q, before.r), (s.ships[2].q, s.ships[2].r))
            assert (ship.q, ship.r) == hx.add(one.hex, hx.rotate(place, turned))
            assert ship.heading == (before.heading + turned) % 6
        kept += len(able) == len(group)
    assert kept > 2


def test_no_mate_bars_the_way_of_a_leader_behind_it_but_one_that_cannot_leave() -> None:
    """Wherever the last ship of the column leads to, those before it go first."""
    s, barred = war("small-skirmish", COLUMN), 0
    view = GAME.view(s, 0)
    alone, reach = reach_of(view, 3), lead_reach(view, 3, [1, 2, 3])
    assert alone.ends.keys() < reach.ends.keys()
    for at in sorted(reach.ends.keys() - alone.ends.keys() - {(0, 2), (0, 3), (0, 4)})[::12]:
        move = reach.best(at)
        assert move is not None
        assert "Wasp" in alone.why(at)
        stations = formation(view, [1, 2, 3], 3, move)
        assert next(one for one in stations if one.ship == 3).move is not None
        if not any(one.why for one in stations):
            order = [(one.ship, one.move.steps) for one in stations if one.move]
            events = flown(s, order).events
            assert not [event for event in events if event.kind in ("rammed", "crashed")]
            barred += 1
    assert barred
    s.ships[1].hulk = 1
    view = GAME.view(s, 0)
    assert lead_reach(view, 2, [1, 2]).ends.keys() == reach_of(view, 2).ends.keys()


def test_a_ship_that_cannot_keep_its_place_comes_as_near_to_it_as_it_safely_can() -> None:
    s = war("small-skirmish", [*COLUMN[:3], "4 A wasp 1,3 N v0", "9 B wasp 1,0 S v0"])
    view, lead = GAME.view(s, 0), reach_of(GAME.view(s, 0), 1).best((0, -1), 0)
    assert lead is not None
    stations = formation(view, [1, 2, 3, 4], 1, lead)
    (astray,) = [station for station in stations if station.why]
    assert (astray.ship, astray.hex, astray.why) == (4, (1, 0), "Wasp 9 is there.")
    assert astray.move is not None
    assert (astray.move.hex, astray.move.heading) == ((1, 2), 0)  # one hex on it would drift into the Wasp
    assert not reach_of(view, 4).hazards(astray.move)
    events = flown(s, [(one.ship, one.move.steps) for one in stations if one.move]).events
    assert not [event for event in events if event.kind in ("rammed", "crashed")]


def test_a_formation_is_asked_for_by_lines() -> None:
    s = war("small-skirmish", [*COLUMN[:3], "4 A wasp 1,3 N v0", "9 B wasp 1,0 S v0"])
    told = GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "formation", ["1", "0,-1"])
    assert told[0] == "Wasp 1 in its place. course 1 forward"
    assert told[-1] == "Wasp 4 2 off its place: Wasp 9 is there. course 4 forward"
    for line in told:
        GAME.apply(s, 0, GAME.parse(line[line.index("course") :]))
    assert len([plan for plan in GAME.view(s, 0).plans if plan.steps]) == 4
    assert len(GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "formation", ["1", "0,-1", "2"])) == 2
    for words in (["1"], ["9", "0,-1"], ["1", "0,-1", "x"], [], ["1", "5"]):
        assert "Name ships of yours" in GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "formation", words)[0]
    assert "off the map" in GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "formation", ["1", "99,99"])[0]


def test_a_column_is_ordered_so_that_nobody_rams_whoever_has_yet_to_leave() -> None:
    s = war("small-skirmish", COLUMN)
    for number in (1, 2, 3):
        GAME.apply(s, 0, PlanMove(number, ("drift",)))
    assert untangled(GAME.view(s, 0)) == (1, 2, 3)
    for _ in range(2):
        GAME.apply(s, 0, Earlier())
    assert [plan.ship for plan in GAME.view(s, 0).plans if plan.steps] == [3, 1, 2]
    assert GAME.view(s, 0).plan(3).rams  # type: ignore[union-attr]
    assert untangled(GAME.view(s, 0)) == (1, 2, 3)


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds"])
def test_plans_of_before_are_made_as_far_as_they_go(scenario: str) -> None:
    cut = 0
    for n, s in enumerate(islice(crowds(scenario), 40)):
        dice, number = Rng(n), s.players[0].chosen
        steps = tuple(("forward", "left", "right", "slow", "drift")[dice.below(5)] for _ in range(4))
        for wanted in (steps, mirrored(steps)):
            (fit,) = fitting(GAME.view(s, 0), number, [wanted])
            assert wanted[: len(fit)] == fit
            GAME.apply(clone(s), 0, PlanMove(number, fit))
            cut += len(fit) < len(wanted)
        assert mirrored(mirrored(steps)) == steps
    assert cut > 8


def test_a_ship_that_works_no_more_carries_no_plan_out() -> None:
    s = war("small-skirmish", COLUMN)
    assert after(s, 1, ("forward",)) is not s
    s.ships[1].hulk = 1
    assert after(s, 1, ("forward",)) is s
