"""That every number shown as a chance is one: compared with how often it comes true, from the very same state."""

from __future__ import annotations

import os
from functools import partial

import pytest

from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import End, Keep, Reroll, Roll
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.turn import effects_of
from tests.chances import assert_comes_true
from tests.tui.patrols import played, seen

STATES = int(os.environ.get("STARFORGE_STATES", "6"))


def fills(s: Astroforce, seed: int) -> bool:
    """Play on, with other chances, until the next roll is made, and tell whether the Sensors were full."""
    s = clone(s)
    GAME.redeal(s, None, Rng(seed))
    s.events = []
    for _ in range(20):
        seat, ask = next(iter(s.asks.items()))
        if ask.kind == "deploy":
            GAME.apply(s, seat, End())
        elif ask.kind == "keep":
            GAME.apply(s, seat, Keep())
        elif ask.kind == "roll":
            GAME.apply(s, seat, Roll())
        elif ask.kind == "reroll":
            face = next(face for face, dice in s.crew.items() if dice)
            GAME.apply(s, seat, Reroll(face))
        else:
            GAME.apply(s, seat, GAME.legal(s, seat)[0])
        if any(event.kind == "rolled" for event in s.events):
            break
    return any(event.kind == "sensors-filled" for event in s.events)


def states(kind: str, count: int) -> list[Astroforce]:
    """Return states that ask for something and tell a chance, of many patrols."""
    found: list[Astroforce] = []
    for seed in range(101, 160):
        for s, _ in played(("easy", "hard")[seed % 2], 1, ("greedy", "random")[seed % 2], seed):
            ask = next(iter(s.asks.values()))
            odds = seen(s).odds if ask.kind == kind else None
            if odds is not None and (0 < odds < 1 or len(found) % 3 == 0) and s.turn % 3 == seed % 3:
                found.append(clone(s))
                if len(found) == count:
                    return found
                break
    return found


@pytest.mark.parametrize("kind", ["roll", "reroll", "deploy"])
def test_the_chance_that_the_sensors_fill_comes_true_as_often_as_it_says(kind: str) -> None:
    found = states(kind, STATES)
    assert len(found) == STATES
    for s in found:
        told = seen(s).odds
        assert told is not None
        assert_comes_true(told, partial(fills, s), about=f"{kind} of turn {s.turn}")


def test_a_chance_is_told_for_every_roll_and_never_for_what_nobody_can_know() -> None:
    for s, _ in played("medium", 1, "greedy", 7):
        view, kinds = seen(s), {ask.kind for ask in s.asks.values()}
        assert (view.odds is not None) or not kinds & {"roll", "reroll"}
        if kinds & {"deploy"} and s.mission is not None and ("event", 1) in effects_of(s, "mission", "m"):
            assert view.odds is None
