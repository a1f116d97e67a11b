"""Bots of Shattered Reach: they play every scenario to its end, beat chance, and do not fly to their death."""

from __future__ import annotations

import os

import pytest

from starforge import bots
from starforge.engine.event import Event
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model import Options, War
from starforge.games.shattered_reach.sectors import scenarios

SOAK = int(os.environ.get("SHATTERED_REACH_SOAK", "1"))
"""How often each scenario is played: SHATTERED_REACH_SOAK=20 python -m pytest tests/shattered_reach/test_bots.py"""
PLAYED = [(slug, int(n)) for slug, scenario in scenarios().items() for n in scenario.maps]


def play(options: Options, levels: tuple[str, ...], seed: int) -> tuple[War, list[Event]]:
    """Play a game and return its end and what happened."""
    s = GAME.new(options, len(levels), seed)
    players = [bots.make(GAME, level, seed * 10 + n) for n, level in enumerate(levels)]
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
    rounds = 100 if SOAK > 1 else 3
    s, told = play(Options(scenario=slug, rounds=rounds), ("greedy",) * players, seed)
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
    ends = [play(Options(), levels, seed)[0].result for seed in range(20)]
    assert sum(end is not None and end.winners == (seat,) for end in ends) >= 19


def test_the_greedy_bot_does_not_fly_to_its_death() -> None:
    """Its ships leave the map or hit planets only when ion has taken the helm."""
    for seed in range(6):
        _, told = play(Options(factions="ferrum,myriad"), ("greedy", "greedy"), seed)
        stunned: set[int] = set()
        for event in told:
            if event.kind == "stunned":
                stunned.add(event.data["ship"])
            assert event.kind != "crashed" or event.data["ship"] in stunned
