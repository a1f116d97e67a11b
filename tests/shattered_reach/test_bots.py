"""Bots of Shattered Reach: they play every scenario to its end, beat chance, and do not fly to their death."""

from __future__ import annotations

import os

import pytest

from starforge.bots.bot import look
from starforge.bots.levels import make
from starforge.engine import hex as hx
from starforge.engine.event import Event
from starforge.engine.position import read_position
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.bot.courses import courses
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import PlaceShip, Select
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Options, War
from starforge.games.shattered_reach.rules import flight

ALONE = """game = "shattered-reach"
scenario = "all-out-war"
phase = "move"
[asks.0]
kind = "move"
[[players]]
[[players]]
[ships]
1 = {{ seat = 0, card = "{card}", q = -1, r = 1, heading = {heading}, velocity = {velocity} }}
2 = {{ seat = 1, card = "spark", q = 0, r = -12, heading = 3 }}
"""
SOAK = int(os.environ.get("STARFORGE_SCENARIOS", "1"))
"""How often each scenario is played."""
LARGE = 2500
"""Points of a fleet above which one round is enough, but for a soak."""
PLAYED = [(slug, int(n)) for slug, scenario in scenarios().items() for n in scenario.maps]


def play(options: Options, levels: tuple[str, ...], seed: int) -> tuple[War, list[Event]]:
    """Play a game and return its end and what happened."""
    s = GAME.new(options, len(levels), seed)
    players = [make(GAME, level, seed * 10 + n) for n, level in enumerate(levels)]
    told = list(s.events)
    while s.result is None:
        seat = min(s.asks)
        a = players[seat].choose(GAME.view(s, seat), lambda seat=seat: sample(s, seat))
        s.events.clear()
        GAME.apply(s, seat, a)
        told += s.events
    return s, told


def sample(s: War, seat: int) -> War:
    twin = clone(s)
    GAME.redeal(twin, seat, Rng(5))
    return twin


@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_bots_play_every_scenario_to_its_end(slug: str, players: int, seed: int) -> None:
    """SR-C1 to SR-C12, at every seat count."""
    rounds = 100 if SOAK > 1 else 2 if players == 2 and scenarios()[slug].budget <= LARGE else 1
    levels = ["greedy"] * players if SOAK > 1 else ["random"] * players
    levels[players - 1] = "greedy"
    s, told = play(Options(scenario=slug, rounds=rounds), tuple(levels), seed)
    assert s.result is not None
    assert s.result.text
    assert GAME.census(s)["misplaced"] == 0
    figures = GAME.tally(told)
    assert figures["rounds"] == s.turn
    names = [f"P{n}" for n in range(players)]
    assert all(isinstance(GAME.tell(event, names), str) for event in told)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_greedy_bot_beats_chance_from_either_seat(seat: int) -> None:
    levels = ("greedy", "random") if seat == 0 else ("random", "greedy")
    ends = [play(Options(), levels, seed)[0].result for seed in range(seat, 4 * SOAK, 2)]
    assert all(end is not None and end.winners == (seat,) for end in ends)


@pytest.mark.parametrize(("card", "velocity"), [("lancet", 3), ("wasp", 9), ("rampart", 2), ("bristlemaw", 0)])
def test_the_moves_a_bot_looks_at_are_those_the_rules_allow(card: str, velocity: int) -> None:
    """SR-M3: flown on the board, each ends where it says, unless something is in its way."""
    s = read_position(GAME, ALONE.format(card=card, velocity=velocity, heading=2), 1)
    assert isinstance(s, War)
    ship = s.ships[1]
    found = courses(card, velocity)
    assert len({course.steps for course in found}) == len(found) > 20
    free = 0
    for steps, _, (q, r), heading, speed in found:
        end = flight.trace(s, ship, steps)
        assert tuple(end.steps) == steps[: len(end.steps)]
        flight.coast(s, ship, end)
        free += not end.stop
        if not end.stop:
            assert tuple(end.steps) == steps
            turned = hx.rotate((q, r), 2)
            assert (end.q - ship.q, end.r - ship.r) == turned
            assert (end.heading, end.velocity) == ((heading + 2) % 6, speed)
    assert free > 20


def test_the_greedy_bot_does_not_fly_to_its_death() -> None:
    """Its ships leave the map or hit planets only when ion has taken the helm."""
    for seed in range(2 * SOAK - 1):
        _, told = play(Options(factions="ferrum,myriad"), ("greedy", "greedy"), seed)
        stunned: set[int] = set()
        for event in told:
            if event.kind == "stunned":
                stunned.add(event.data["ship"])
            assert event.kind != "crashed" or event.data["ship"] in stunned


def test_a_random_bot_deploys_a_grand_armada_soon() -> None:
    """It sets every ship once; taking up again what stands went on for thousands of steps."""
    s, steps = GAME.new(Options(scenario="grand-armada", factions="ember,myriad"), 2, 4), 0
    builders, bots = ([make(GAME, level, n) for n in range(2)] for level in ("captain", "random"))
    while s.phase != "move":
        seat = min(s.asks)
        bot = (builders if s.phase == "build" else bots)[seat]
        steps += s.phase == "deploy"
        GAME.apply(s, seat, bot.choose(look(GAME, s, seat, bot), lambda: s))
        assert steps < 400
    assert len(s.ships) > 40
    assert all(ship.placed for ship in s.ships.values())


def test_a_random_bot_takes_up_what_stands_where_a_ship_finds_no_berth() -> None:
    s = GAME.new(Options(scenario="small-skirmish", factions="ferrum,ember"), 2, 1)
    while s.phase != "deploy":
        GAME.apply(s, min(s.asks), GAME.legal(s, min(s.asks))[-1])
    bot, other = make(GAME, "random", 1), s.fleet(0)[1].id
    legal = GAME.legal(s, 0)
    stuck = [a for a in legal if not isinstance(a, PlaceShip)]
    assert Select(other) in GAME.onward(s, 0, stuck)
    assert Select(other) not in GAME.onward(s, 0, legal)
    assert not any(isinstance(a, Select) for a in look(GAME, s, 0, bot).legal)
