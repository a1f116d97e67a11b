"""Edges of the rules at which breaking them on purpose went unnoticed: ``python -m tests.bench.mutants``."""

from __future__ import annotations

from itertools import product

import pytest

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.state import Ask
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Buy, Commit, Pivot, PlaceShip, Ready, Select
from starforge.games.shattered_reach.model.catalogue import fleets, hulls
from starforge.games.shattered_reach.model.state import (
    MovePlan,
    body,
    chart,
)
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.building import affordable, check_buy
from starforge.games.shattered_reach.rules.collisions import push_heading
from starforge.games.shattered_reach.rules.deployment import berths, room_ahead
from starforge.games.shattered_reach.rules.firing import fires_yet
from starforge.games.shattered_reach.rules.targeting import LONGEST, _hidden, bear, check_reacquire, cover
from tests.allowed import agrees, played
from tests.shattered_reach.test_setup import begun, do, mustered, place_all
from tests.shattered_reach.test_warnings import hint, war
from tests.shattered_reach.transcript import Table


def test_sr_f2_what_lies_behind_is_covered_by_weapons_of_any_arc_alone() -> None:
    s = war("small-skirmish", ["1 A wasp 0,2 N v2", "9 B wasp 0,-6 S v0"])
    ship = s.ships[1]
    bow = (ship.q, ship.r)
    found = {any_arc: cover([bow], ship.heading, 4, any_arc, chart(s)) for any_arc in (True, False)}
    assert found[True].items() >= found[False].items()
    around = {at for at in chart(s).hexes if 0 < hx.distance(bow, at) <= 4}
    assert found[True].keys() <= around
    assert found[False].keys() == {at for at in found[True] if hx.in_front(bow, ship.heading, at)}
    assert found[True].keys() - found[False].keys()


def test_sr_f3_a_long_ship_covers_what_its_closest_hexes_see() -> None:
    s = war("small-skirmish", ["1 A rampart 0,2 N v2", "9 B wasp 0,-6 S v0"])
    filled, field = body(0, 2, 0, 3), chart(s)
    for any_arc in (True, False):
        found = cover(filled, 0, 4, any_arc, field)
        for at in field.hexes:
            away = min(hx.distance(a, at) for a in filled)
            closest = [a for a in filled if hx.distance(a, at) == away and (any_arc or hx.in_front(a, 0, at))]
            clear = any(field.planets.isdisjoint(hx.between(a, at)) for a in closest)
            assert found.get(at, 0) == (away if 0 < away <= 4 and clear else 0)


def test_sr_m12_to_turn_about_the_bow_needs_no_order_and_there_is_no_hex_before_it() -> None:
    s = war("small-skirmish", ["1 A rampart 0,2 N v2", "9 B wasp 0,-6 S v0"])
    with pytest.raises(Illegal, match="turns about its bow anyway"):
        GAME.apply(s, 0, Pivot(0))
    with pytest.raises(Illegal, match="counted from 0 at the bow"):
        GAME.apply(s, 0, Pivot(-1))


def test_sr_r3_who_has_fired_fires_no_more_in_this_round() -> None:
    s = war("small-skirmish", ["1 A wasp 0,2 N v2", "9 B wasp 0,-6 S v0"])
    one, other = s.ships[1], s.ships[9]
    s.phase, s.asks, s.queue = "fire", {other.seat: Ask("fire")}, []
    assert (fires_yet(s, one), fires_yet(s, other)) == (False, True)
    s.queue = [("fire-turn", one.seat)]
    assert fires_yet(s, one)
    s.phase, s.asks, s.queue = "move", {one.seat: Ask("move")}, []
    assert not fires_yet(s, one)


def test_sr_s5_a_deployment_ends_when_every_ship_is_placed_whichever_is_in_hand() -> None:
    s = mustered()
    seat = min(s.asks)
    first, *others = s.fleet(seat)
    assert others
    do(s, seat, next(a for a in GAME.legal(s, seat) if isinstance(a, PlaceShip)))
    do(s, seat, Select(first.id))
    assert Ready() not in GAME.legal(s, seat)
    place_all(s, seat)
    assert all(ship.placed for ship in s.fleet(seat))


@pytest.mark.parametrize("length", [1, 2, 3])
def test_sr_s6_a_berth_has_every_hex_of_its_ship_in_the_zone(length: int) -> None:
    field = chart(mustered())
    for side, zone in enumerate(field.zones):
        within = set(map(hx.pack, zone))
        for heading in range(6):
            found = berths(("small-skirmish", "", 2), side, length, heading)
            bodies = {bow: body(*bow, heading, length) for bow in zone}
            fitting = {bow for bow, hexes in bodies.items() if set(zone).issuperset(hexes)}
            assert set(found.filled) == {bow for bow in fitting if length < 3 or bodies[bow][-1] in field.edge}
            assert found.filled
            assert all(within.issuperset(filled) and len(filled) == length for filled in found.filled.values())


@pytest.mark.parametrize("scenario", ["small-skirmish", "planetary-defense-2p", "fleet-assault-2p", "long-corridor"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_listed_quickly_is_what_the_rules_allow(scenario: str, seed: int) -> None:
    """SR-S4 to SR-S6, SR-M3, SR-F1: in building, deployment, movement and fire."""
    dice, asked = Rng(seed), set()
    for s in played(GAME, GAME.new(GAME.options(scenario=scenario), 2, seed), seed, 90):
        assert agrees(GAME, s), s.asks
        asked |= {ask.kind for ask in s.asks.values()}
        if s.phase == "build" and dice.below(3) == 0:  # or fleets would be built and sold for ever
            seat = min(s.asks)
            ready = [a for a in GAME.legal(s, seat) if isinstance(a, Ready)]
            if ready:
                GAME.apply(s, seat, ready[0])
    assert "build" in asked


@pytest.mark.parametrize("steps", [[], ["forward"], ["forward", "select 3", "forward"], ["select 3", "forward"]])
@pytest.mark.parametrize("length", ["wasp", "rampart"])
def test_while_moves_are_planned_what_is_listed_quickly_is_what_the_rules_allow(steps: list[str], length: str) -> None:
    ships = [f"1 A {length} 0,3 N v2", "3 A wasp 3,0 N v1", "4 A spark 5,-2 N v1 numb", "9 B wasp 0,-6 S v0"]
    s = war("small-skirmish", ships)
    for text in steps:
        GAME.apply(s, 0, GAME.parse(text))
        assert agrees(GAME, s)
    assert agrees(GAME, s)


@pytest.mark.parametrize("heading", range(6))
def test_sr_s6_a_ship_that_finds_no_berth_is_told_which_half_of_the_rule_it_breaks(heading: int) -> None:
    s = mustered()
    seat = min(s.asks)
    p, zone = s.players[seat], set(chart(s).zones[s.players[seat].side])
    ship = next(ship for ship in s.fleet(seat) if hulls()[ship.card].length > 2)
    p.chosen, p.heading = ship.id, heading
    fits = berths(("small-skirmish", "", 2), p.side, 3, heading).filled
    for bow in chart(s).hexes - fits.keys():
        with pytest.raises(Illegal) as refused:
            GAME.apply(s, seat, PlaceShip(*bow))
        assert ("rearmost" in refused.value.reason) is zone.issuperset(body(*bow, heading, 3))


def test_sr_s5_what_ends_the_way_ahead_of_a_berth_is_called_what_it_is() -> None:
    field, ends = chart(mustered()), set()
    for at in field.hexes:
        for heading in range(6):
            count, what = room_ahead(field, at, heading)
            last = hx.step(at, heading, count + 1)
            assert not what or what == ("a planet" if last in field.planets else "the edge of the map")
            ends.add(what)
    assert len(ends) == 3


def test_sr_m5_a_ship_slows_down_only_while_it_has_mp() -> None:
    s = war("small-skirmish", ["1 A wasp 0,3 N v4", "9 B wasp 0,-6 S v0"])
    plan = s.plans[1]
    assert "slow" in flight.possible(s.ships[1], plan)
    plan.mp = 0
    assert flight.possible(s.ships[1], plan) == ("drift",)


def test_sr_s4_a_fleet_that_takes_the_last_point_is_offered_and_none_that_takes_more() -> None:
    for slug, fleet in fleets().items():
        cost = sum(hulls()[ship].cost for ship in fleet.list)
        assert slug in affordable(fleet.faction, "open-play", "", cost, 0)
        assert slug not in affordable(fleet.faction, "open-play", "", cost - 1, 0)


def test_what_all_have_seen_is_never_taken_back() -> None:
    """SR-M14: committing one plan or all of them is seen by others, so the count of what was learned only grows."""
    ships = ["1 A wasp 0,3 N v2", "3 A wasp 3,0 N v1", "9 B wasp 0,-6 S v0"]
    for steps, end in (
        (["forward", "select 3", "forward"], "fly-all"),
        (["forward", "select 3", "forward"], "commit"),
        ([], "end-movement"),
        (["concede"], "confirm"),
    ):
        s = war("small-skirmish", ships)
        for text in steps:
            GAME.apply(s, 0, GAME.parse(text))
        before = s.learned
        GAME.apply(s, 0, GAME.parse(end))
        assert s.learned == before + 1
    s, before = mustered(), begun()
    assert s.learned == before.learned + 1, "fleets"
    for seat in range(2):
        place_all(s, seat)
        do(s, seat, Ready())
    assert s.learned == before.learned + 2, "deployments"
    table = Table()
    table.play(["a case", "ship 1 A wasp 0,4 N v0", "ship 2 B wasp 0,2 N v0", "A fires", "> end-fire"])
    assert table.begin().learned == war("small-skirmish", ships).learned + 1


def test_sr_s4_the_bristlemaw_that_a_scenario_gives_is_in_every_fleet_once_and_free() -> None:
    """SR-C8: a ready-made fleet with it costs the rest alone, one without it comes beside it."""
    found = affordable("myriad", "planetary-defense-2p", "", 0, 0)
    budget, both = 2500, set()
    for slug, fleet in fleets().items():
        bought = [ship for ship in fleet.list if ship != "bristlemaw"]
        cost = sum(hulls()[ship].cost for ship in bought)
        assert (slug in found) is (fleet.faction == "myriad" and cost <= budget)
        if slug in found:
            assert found[slug][0] == {"any": budget - cost}
            assert sorted(found[slug][1]) == sorted(["bristlemaw", *bought])
            both.add("bristlemaw" in fleet.list)
    assert both


def test_sr_s4_what_a_ship_costs_and_what_is_left_is_told() -> None:
    """SR-C6: nothing is left for capital ships where the points are for fighters."""
    s = begun(scenario="fleet-assault-2p")
    for seat, p in enumerate(s.players):
        for slug in (slug for slug, hull in hulls().items() if hull.faction == p.faction):
            refusal = check_buy(s, seat, Buy(slug))
            left = p.purse.get(hulls()[slug].kind, 0)
            assert (refusal is None) is (hulls()[slug].cost <= left)
            assert refusal is None or f"It costs {hulls()[slug].cost:,}, and {left:,} of" in refusal.reason


@pytest.mark.parametrize(("turn", "act"), [("moves", "commit"), ("fires", "fire laser 2")])
@pytest.mark.parametrize("number", [0, 1])
def test_sr_r1_a_turn_begins_once_whichever_number_a_ship_has(turn: str, act: str, number: int) -> None:
    table = Table()
    ships = [f"ship {number} A wasp 0,4 N v0", "ship 2 B wasp 0,2 N v0", "ship 3 A wasp 2,4 N v0"]
    table.play(["a case", *ships, f"A {turn}", f"> {act}"])
    assert "turn-begun" not in [event.kind for event in table.begin().events]


@pytest.mark.parametrize("turn", ["moves", "fires"])
def test_sr_v5_a_war_that_somebody_gave_up_is_over_and_told_to_be(turn: str) -> None:
    table = Table()
    table.play(["a case", "ship 1 A wasp 0,4 N v0", "ship 2 B wasp 0,2 N v0", f"A {turn}", "then round ends"])
    s = table.begin()
    for text in ("concede", "confirm"):
        GAME.apply(s, 0, GAME.parse(text))
    assert (s.phase, s.asks) == ("over", {})
    assert [event.kind for event in s.events][-2:] == ["conceded", "ended"]


def test_sr_s5_with_a_placed_ship_in_hand_a_deployment_goes_on_while_others_are_not_placed() -> None:
    s = mustered()
    seat = min(s.asks)
    first = s.fleet(seat)[0]
    do(s, seat, next(a for a in GAME.legal(s, seat) if isinstance(a, PlaceShip)))
    s.players[seat].chosen = first.id
    assert first.placed
    assert Ready() not in GAME.legal(s, seat)
    assert agrees(GAME, s)


def test_sr_f4_a_planet_hides_what_lies_on_a_line_through_it() -> None:
    around = hx.disc((0, 0), LONGEST)
    crossed = {at: set(hx.between((0, 0), at)) for at in around}
    for planet in around:
        assert _hidden(frozenset([planet]), 0, 0) == {at for at in around if planet in crossed[at]}


@pytest.mark.parametrize("heading", range(6))
def test_sr_x7_a_turning_ship_pushes_aside_whatever_way_it_goes(heading: int) -> None:
    """What is ahead of the pivot goes to the inside of the turn, what is behind it to the other side."""
    for side, ahead, behind in ((1, 2, 5), (5, 4, 1)):
        p = MovePlan(heading=heading, facing=(heading + side) % 6, pivot=2)
        pushed = [push_heading(p, place) for place in range(5)]
        assert pushed == [(heading + (ahead if place < 2 else behind)) % 6 for place in range(5)]


@pytest.mark.parametrize("length", [1, 2])
def test_sr_f3_beyond_the_range_of_all_weapons_ships_have_no_line_to_each_other(length: int) -> None:
    for away in range(1, LONGEST + 4):
        for heading, facing in product(range(6), repeat=2):
            reach, lanes = bear((0, -away), heading, length, facing, 1)
            assert reach == min(hx.distance(at, (0, -away)) for at in body(0, 0, heading, length))
            assert bool(lanes) is (reach <= LONGEST)


def test_sr_m11_a_commit_foretells_the_drift_of_others_only_where_it_ends_the_movement() -> None:
    s = war(
        "small-skirmish", ["1 A wasp 3,3 N v1", "3 A wasp -2,3 N v3", "4 A wasp 5,1 N v0 moved", "9 B wasp 0,-6 S v0"]
    )
    assert "planet" not in hint(s, Commit())
    s.ships[3].numb = True
    assert "Wasp 3 would hit a planet" in hint(s, Commit())


@pytest.mark.parametrize(("far", "found"), [(8, True), (9, False)])
def test_sr_f12_a_missile_finds_nothing_beyond_the_last_range_of_its_table(far: int, found: bool) -> None:
    table = Table()
    missile = f"ship 1 A javelin 0,{far - 5} N v0 missiles 2 flight missile to 2 of round 2"
    ships = [missile, "ship 2 B spark 0,-5 S v0", "ship 3 A wasp 0,-3 N v0"]
    table.play(["a case", "on homeworlds", "round 3", *ships, "A fires"])
    s = table.begin()
    refusal = check_reacquire(s, s.ships[1], s.ships[1].flights[0])
    assert refusal is None if found else "out of reach" in refusal.reason
