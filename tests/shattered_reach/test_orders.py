"""Before the first shot: initiative, fleets, deployments and the order of plans (SR-S2 to SR-S6, SR-M14)."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from starforge.engine.rules import Illegal
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import PlaceShip, Ready, Select, SetHeading
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import War, chart, hexes_of
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.deployment import onward
from starforge.games.shattered_reach.rules.orders import board_for, boards, planned
from starforge.games.shattered_reach.rules.targeting import WAYS, check_target, launch_chance
from tests.shattered_reach.test_setup import begun, do, mustered, place_all, refused
from tests.shattered_reach.test_warnings import war

THREE = ["1 A wasp 0,3 N v2", "3 A wasp 3,0 N v1", "5 A wasp -3,3 N v1", "9 B wasp 0,-6 S v0"]


def plan(order: tuple[int, ...], ships: list[str] = THREE) -> War:
    """Return a war in which ships have planned one hex forward, in an order."""
    s = war("small-skirmish", ships)
    for number in order:
        if s.players[0].chosen != number:
            GAME.apply(s, 0, Select(number))
        GAME.apply(s, 0, GAME.parse("forward"))
    return s


@pytest.mark.parametrize("order", list(permutations([1, 3, 5])))
def test_sr_m14_a_plan_put_earlier_changes_places_with_the_one_before(order: tuple[int, ...]) -> None:
    s = plan(order)
    assert planned(s) == list(order)
    assert [number for number, _ in boards(s)] == [*order, -1]
    GAME.apply(s, 0, GAME.parse("earlier"))
    assert planned(s) == [order[0], order[2], order[1]]
    assert [ship.moved for ship in boards(s)[2][1].fleet(0)] == [ship.id != order[1] for ship in s.fleet(0)]
    GAME.apply(s, 0, GAME.parse("earlier"))
    assert planned(s) == [order[2], order[0], order[1]]
    assert [ship.id for ship in boards(s)[1][1].fleet(0) if ship.moved] == [order[2]]
    assert refused(s, 0, GAME.parse("earlier")) == "SR-M14"
    before = s.events.copy()
    GAME.apply(s, 0, GAME.parse("fly-all"))
    flown = [event.data["ship"] for event in s.events[len(before) :] if event.kind == "flown"]
    assert flown == planned(plan((order[2], order[0], order[1])))
    assert not set(s.plans) & {1, 3, 5}


def test_sr_m14_a_plan_that_is_changed_is_seen_by_those_after_it() -> None:
    s = plan((1, 3))
    for course in ("forward,forward", "drift", "forward", "slow"):
        GAME.apply(s, 0, GAME.parse(f"course 1 {course}"))
        board = board_for(s, 3)
        expected = clone(s)
        fly(expected, expected.ships[1], course.split(","))
        assert (board.ships[1].q, board.ships[1].r) == (expected.ships[1].q, expected.ships[1].r)
        assert board_for(s, 1) is s


def test_sr_m14_of_four_plans_two_change_places_and_the_others_stay() -> None:
    for place, after in ((1, [3, 1, 5, 7]), (2, [1, 5, 3, 7]), (3, [1, 3, 7, 5])):
        s = plan((1, 3, 5, 7), [*THREE, "7 A wasp 5,0 N v1"])
        if place < 3:
            GAME.apply(s, 0, Select([1, 3, 5, 7][place]))
        GAME.apply(s, 0, GAME.parse("earlier"))
        assert planned(s) == after


def test_sr_f8_no_course_is_planned_for_an_inoperable_ship() -> None:
    """SR-M3, SR-R1: nor one of steps that there are not, or for a ship that is not there to be moved."""
    s = war("small-skirmish", [*THREE[:2], "5 A wasp -3,3 N v1 numb", "7 A wasp 5,0 N v1 moved", THREE[3]])
    reasons = {
        "course 5 drift": "only drifts",
        "course 5 forward": "only drifts",
        "course 7 forward": "has moved",
        "course 9 forward": "no ship of that number",
        "course 8 forward": "no ship of that number",
        "course 1 sideways": "no step 'sideways'",
        "course 1 pivot:7": "no step 'pivot:7'",
        "course 3 forward,drift,drift": "no drift left",
    }
    for text, words in reasons.items():
        with pytest.raises(Illegal, match=words):
            GAME.apply(s, 0, GAME.parse(text))
    for text in ("course 1 forward,drift", "course 3 forward"):
        GAME.apply(s, 0, GAME.parse(text))
    assert planned(s) == [1, 3]


def test_sr_m14_each_plan_finds_the_board_as_those_before_it_leave_it() -> None:
    s = plan((3, 5, 1))
    found = boards(s)
    for place, (_, board) in enumerate(found):
        gone = {number for number, _ in found[:place]}
        for ship in board.fleet(0):
            was = s.ships[ship.id]
            assert (ship.moved, ship.velocity) == (
                (True, was.velocity + 1) if ship.id in gone else (False, was.velocity)
            )


def test_sr_f11_a_launch_hits_as_often_as_two_dice_say() -> None:
    throws = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert [sum(total <= most for total in throws) for most in range(13)] == list(WAYS)
    for weapon in (weapon for weapon in weapons().values() if weapon.launched):
        hits = sum(weapon.miss < total < weapon.dud for total in throws)
        assert launch_chance(weapon) == (hits, 36)


def test_sr_f7_what_cannot_be_targeted() -> None:
    s = war("small-skirmish", ["1 A wasp 0,3 N v2", "2 A wasp 3,0 N v1", "3 B wasp 0,0 N v0", "9 B wasp 0,-6 S v0"])
    s.ships[3].wreck = True
    reasons = {1: "your allies", 2: "your allies", 3: "wreck", 4: "no ship of that number", 9: ""}
    for number, words in reasons.items():
        refusal = check_target(s, 0, number)
        assert (refusal is None) is (words == "")
        assert refusal is None or words in refusal.reason


# --- fleets and deployments -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds", "fleet-assault-2p"])
def test_sr_s4_fleets_are_numbered_one_after_the_other_and_stand_ready_to_be_placed(scenario: str) -> None:
    s = mustered(scenario=scenario)
    assert list(s.ships) == list(range(1, len(s.ships) + 1))
    rank = list(hulls())
    for seat, p in enumerate(s.players):
        fleet = s.fleet(seat)
        assert [rank.index(ship.card) for ship in fleet] == sorted(
            (rank.index(one.card) for one in fleet), reverse=True
        )
        assert (p.chosen, p.heading, p.fleet) == (fleet[0].id, chart(s).facings[p.side], [])
        for ship in fleet:
            hull = hulls()[ship.card]
            assert (ship.hull, ship.shields, ship.missiles) == (hull.hull, hull.shields, hull.missiles)
            assert (ship.placed, ship.q, ship.r, ship.heading, ship.velocity) == (False, 0, 0, 0, 0)


def test_sr_s5_the_next_ship_comes_to_hand_and_one_taken_up_leaves_no_trace() -> None:
    s = mustered()
    for seat in range(2):
        fleet, p = s.fleet(seat), s.players[seat]
        facing = p.heading
        for number, ship in enumerate(fleet):
            assert p.chosen == ship.id
            do(s, seat, next(a for a in GAME.legal(s, seat) if isinstance(a, PlaceShip)))
            assert set(s.cells.values()) >= {one.id for one in fleet[: number + 1]}
        assert p.chosen == -1
        assert refused(s, seat, PlaceShip(0, 0)) == refused(s, seat, SetHeading((facing + 1) % 6)) == "SR-S5"
        p.heading = (facing + 2) % 6
        do(s, seat, Select(fleet[-1].id))
        assert p.heading == facing
        assert fleet[-1].id not in s.cells.values()
        assert (fleet[-1].q, fleet[-1].r, fleet[-1].heading, fleet[-1].placed) == (0, 0, 0, False)
        place_all(s, seat)
        do(s, seat, Ready())
    told = next(event.data["ships"] for event in reversed(s.events) if event.kind == "revealed")
    assert told == {number: list(hexes_of(ship)) for number, ship in s.ships.items()}
    assert (s.turn, s.phase) == (1, "move")


def test_sr_s5_how_many_ships_are_not_placed_is_told() -> None:
    s = mustered()
    count = len(s.fleet(0))
    for left in range(count, 0, -1):
        reason = next(choice.reason for choice in GAME.choices(s, 0) if choice.action == Ready())
        assert reason == f"{left} ship{'s' if left > 1 else ''} of yours {'are' if left > 1 else 'is'} not placed yet."
        do(s, 0, next(a for a in GAME.legal(s, 0) if isinstance(a, PlaceShip)))


@pytest.mark.parametrize("seats", [2, 3])
def test_sr_s2_initiative_is_rolled_until_one_is_highest_and_points_are_handed_out(seats: int) -> None:
    for seed in range(8):
        s = begun(seats, seed)
        rolls = [event.data["rolls"] for event in s.events if event.kind == "rolled"]
        left = list(range(seats))
        for one in rolls:
            assert list(one) == left
            assert len(left) > 1
            left = [seat for seat in left if one[seat] == max(one.values())]
        assert left == [s.holder]
        assert all(ask.kind == "build" for ask in s.asks.values())
        assert list(s.asks) == list(range(seats))
        assert s.bank == GAME.new(GAME.options(factions="any"), seats, seed).bank - sum(
            sum(p.purse.values()) for p in s.players
        )


@pytest.mark.parametrize("number", [-1, 0, 1])
def test_sr_s5_a_ship_of_any_number_is_turned_while_it_is_in_hand(number: int) -> None:
    s = mustered()
    p = s.players[0]
    p.chosen = number
    (check,) = (rule.check for rule in GAME.rules["deploy"] if rule.action is SetHeading)
    for heading in range(-1, 8):
        reason = check(s, 0, SetHeading(heading))
        words = "0 to 5" if not 0 <= heading < 6 else "every ship is placed" if number < 0 else ""
        words = words or ("faces that way" if heading == p.heading else "")
        assert (reason is None) is (words == "")
        assert reason is None or words in reason.reason.lower()


def test_sr_s5_what_leads_on_is_ready_else_a_berth_else_a_ship_that_stands() -> None:
    place, turn, take, ready = PlaceShip(0, 0), SetHeading(1), Select(1), Ready()
    assert onward([place, turn, take]) == [place, turn]
    assert onward([turn, take]) == [turn, take]
    assert onward([take, ready]) == [ready]
