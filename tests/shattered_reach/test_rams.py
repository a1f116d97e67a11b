"""Rams on purpose: all the ways there are, and what is told beforehand is what happens (SR-X1 to SR-X8)."""

from __future__ import annotations

from itertools import islice

from starforge.engine.event import Event
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.state import hull_of, works
from starforge.games.shattered_reach.plans.rams import best_ram, can_ram, menaces, ram_words, ways_to_ram
from starforge.games.shattered_reach.plans.reach import ShipReach, reach_of, without_fellows
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.orders import after
from tests.shattered_reach.test_reach import brute, crowds, fly
from tests.shattered_reach.test_warnings import war
from tests.tui.warships import PLANNING, view


def _suffered(events: list[Event], number: int) -> int:
    taken = [e.data["taken"] for e in events if e.kind == "rammed" and e.data["ship"] == number]
    return sum(taken)


def test_every_ram_at_every_velocity_is_found_and_comes_as_it_is_told() -> None:
    rammed = 0
    for s in crowds():
        ship = s.ships[1]
        found, rams = ShipReach(s, ship), brute(s, ship)[1]
        for number in can_ram(found):
            ways = ways_to_ram(found, number)
            speeds = [one.velocity for one in ways]
            assert speeds == sorted(set(speeds))
            assert {speed for target, speed in rams if target == number and speed} <= set(speeds)
            for one in ways[:: max(len(ways) - 1, 1)]:
                told = best_ram(found, number, one.velocity)
                assert told is not None
                after, spent = fly(s, told.move)
                events = [e for e in after.events if e.kind == "rammed"]
                assert [(e.data["target"], e.data["dealt"]) for e in events] == [
                    (ram.target, ram.dealt) for ram in told.plan.rams
                ]
                assert spent == told.move.cost
                assert told.plan.lost == (1 not in after.ships or after.ships[1].wreck)
                assert f"velocity {one.velocity}" in ram_words(found, told)
                rammed += 1
    assert rammed


def test_a_ship_rams_as_fast_as_it_survives() -> None:
    lived = 0
    for s in crowds():
        ship = s.ships[1]
        ship.hull = 9
        found = ShipReach(s, ship)
        for number in can_ram(found):
            ways = ways_to_ram(found, number)
            best = best_ram(found, number)
            assert best is not None
            if best.move is not ways[-1]:
                assert _suffered(fly(s, ways[-1])[0].events, 1) >= 10 or best.move.stop == flight.TURN_RAM
                lived += 1
    assert lived


def test_nobody_rams_a_wreck_or_a_ship_of_the_own_side() -> None:
    """SR-X8."""
    s, found = next((s, found) for s in crowds() if can_ram(found := ShipReach(s, s.ships[1])))
    prey = min(can_ram(found))
    s.ships[prey].wreck = True
    assert prey not in can_ram(ShipReach(s, s.ships[1]))
    s.ships[prey].wreck, s.ships[prey].seat = False, s.ships[1].seat
    assert prey not in can_ram(ShipReach(s, s.ships[1]))


def test_rams_are_asked_for_by_lines() -> None:
    shown = view(PLANNING)
    (told,) = GAME.inform(shown, ("Ada", "Ben"), "reach", ["2", "10"])
    assert "Picket 2 rams Outrigger 10: 3 MP, velocity 6; Outrigger 10 takes 6 of 34 and stays; you take 12" in told
    assert told.endswith("course 2 forward,forward,forward")
    (slower,) = GAME.inform(shown, ("Ada", "Ben"), "reach", ["2", "10", "4"])
    assert "velocity 4" in slower
    (never,) = GAME.inform(shown, ("Ada", "Ben"), "reach", ["1", "10"])
    assert never == "Rampart 1 cannot ram Outrigger 10 in its next move."
    (fast,) = GAME.inform(shown, ("Ada", "Ben"), "reach", ["2", "10", "9"])
    assert "it can at 4, 5, 6" in fast


def test_by_whom_a_ship_could_be_rammed_is_told_before_it_moves() -> None:
    """Whoever can ram where the plans lead is told with the damage it would deal, and nobody else."""
    foretold = 0
    for s in islice(crowds(), 12):
        view = GAME.view(s, 0)
        for ship in [ship for ship in s.fleet(0) if not ship.moved and works(ship)]:
            told = {one.foe: one for one in menaces(view, ship.id)}
            board = s
            for own in s.fleet(0):
                board = after(board, own.id, ()) if not own.moved else board
            for foe in [one for one in board.ships.values() if one.seat and not one.moved and works(one)]:
                alone = clone(board)
                alone.cells = without_fellows(alone, foe)
                there = ship.id in alone.ships and not alone.ships[ship.id].wreck
                ways = ShipReach(alone, foe).rams.get(ship.id, ()) if there else ()
                speed = max((one.velocity for one in ways), default=0)
                assert (foe.id in told) == bool(speed)
                assert not speed or told[foe.id][1:] == (speed, speed * hull_of(foe).ram)
                foretold += bool(speed)
    assert foretold


def test_of_a_foe_all_is_told_that_may_come_since_its_fellows_can_move_first() -> None:
    front, behind = "8 B wasp 0,2 S v0", "9 B wasp 0,1 S v3"
    both, alone = (war("small-skirmish", ["1 A wasp 0,6 N v0", *foes]) for foes in ([front, behind], [behind]))
    seen = [GAME.view(s, 0) for s in (both, alone)]
    assert reach_of(seen[0], 9).ends.keys() == reach_of(seen[1], 9).ends.keys()
    told = [next(one for one in menaces(view, 1) if one.foe == 9) for view in seen]
    assert told[0] == told[1]
    assert reach_of(GAME.view(both, 1), 9).ends.keys() < reach_of(seen[0], 9).ends.keys()
