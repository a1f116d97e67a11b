"""Positions typed wrong are refused in a sentence, and what is accepted can be played to a result."""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from typing import Any

import pytest
import tomli_w

from starforge.bots.levels import make
from starforge.engine.position import PositionError, read_position, write_position
from starforge.engine.rng import Rng
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.state import War

pytestmark = pytest.mark.xdist_group("typed positions")
ODD = (-1, 0, 1, 2, 3, 5, 7, 9, 40, 99, 10_000)
MANY = int(os.environ.get("STARFORGE_POSITIONS", "3"))


@lru_cache
def positions() -> list[dict[str, Any]]:
    """Return positions out of whole games, of every phase."""
    found = []
    for seed, scenario in enumerate(("small-skirmish", "homeworlds", "planetary-defense-2p")):
        s = GAME.new(GAME.options(scenario=scenario, rounds=4), 2, seed)
        bots = [make(GAME, "greedy", seed), make(GAME, "random", seed)]
        taken: dict[str, int] = {}
        while s.result is None:
            kind = next(iter(s.asks.values())).kind
            taken[kind] = taken.get(kind, 0) + 1
            if taken[kind] in (1, 3, 40, 200):
                found.append(tomllib.loads(write_position(GAME, s)))
            seat = min(s.asks)
            GAME.apply(s, seat, bots[seat].choose(GAME.view(s, seat), lambda now=s: now))
    return found


def places(facts: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where numbers, words and whole parts of a position stand."""
    items = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    return [place for key, value in items for place in ((*path, key), *places(value, (*path, key)))]


def spoiled(facts: dict[str, Any], dice: Rng) -> dict[str, Any]:
    """Return a position with one or two things in it changed or left out."""
    facts = tomllib.loads(tomli_w.dumps(facts))
    for _ in range(1 + dice.below(2)):
        found = [place for place in places(facts) if place[0] not in ("game", "rng", "cells")]
        place = found[dice.below(len(found))]
        inner: Any = facts
        for key in place[:-1]:
            inner = inner[key]
        old = inner[place[-1]]
        if isinstance(old, bool):
            inner[place[-1]] = not old
        elif isinstance(old, int):
            inner[place[-1]] = ODD[dice.below(len(ODD))]
        elif isinstance(old, str):
            inner[place[-1]] = ("", "wasp", "move", "fire", "deploy", "spark")[dice.below(6)]
        else:
            del inner[place[-1]]
    return facts


@pytest.mark.parametrize("seed", range(MANY))
def test_a_position_changed_at_random_is_refused_in_a_sentence_or_played_to_a_result(seed: int) -> None:
    dice = Rng(seed)
    for base in positions():
        text = tomli_w.dumps(spoiled(base, dice))
        try:
            s = read_position(GAME, text, seed)
        except PositionError as error:
            refused = str(error)
        else:
            refused = ""
        if refused:
            assert "\n" not in refused
            assert " " in refused.rsplit("possible: ", 1)[-1], f"no sentence: {refused}"
            continue
        assert isinstance(s, War)
        s.rounds = min(s.rounds, s.turn + 1) if s.turn else 2
        for _ in range(20_000):
            if s.result is not None:
                break
            assert s.asks, f"nobody is asked anything, and nobody has won:\n{text}"
            seat = min(s.asks)
            legal = GAME.legal(s, seat)
            GAME.apply(s, seat, legal[dice.below(len(legal))])
        assert s.result is not None, text
