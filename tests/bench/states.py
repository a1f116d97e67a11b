"""How many states a second of CPU a search makes: a copy of a state, and an action applied to it.

Run as ``python -m tests.bench.states [GAME]``. The states come from random play; each is copied for every action that
is legal there. A loop of plain Python is timed between the games, as in ``tests.bench.random_play``.
"""

from __future__ import annotations

from typing import Any

from starforge.engine.game import Game
from starforge.engine.rng import Rng
from starforge.engine.state import State, clone
from starforge.games import load
from tests.bench.random_play import pace, report

EVERY = 7
"""One state of so many is searched from."""
GAMES_SAMPLED = 20
"""Games that the states come from; one starts anew with the first when all have been searched."""


def sampled(game: Game[Any, Any], seats: int, seed: int) -> list[State]:
    """Return states of one game played at random."""
    s = game.new(game.options(), seats, seed)
    choose = Rng(seed + 1)
    found = []
    number = 0
    while s.result is None:
        if number % EVERY == 0:
            found.append(clone(s))
        seat = min(s.asks)
        legal = game.legal(s, seat)
        game.apply(s, seat, legal[choose.below(len(legal))])
        s.events.clear()
        number += 1
    return found


def search(game: Game[Any, Any], s: State) -> int:
    """Apply every action that is legal to a copy of the state, and return how many there are."""
    seat = min(s.asks)
    legal = game.legal(s, seat)
    for action in legal:
        game.apply(clone(s), seat, action)
    return len(legal)


def measure(slug: str, seats: int, seconds: float) -> str:
    game = load(slug)

    def turn(number: int) -> int:
        return sum(search(game, s) for s in games[number % len(games)])

    games = [sampled(game, seats, seed) for seed in range(GAMES_SAMPLED)]
    run = pace(turn, seconds)
    return f"{run.rate:>9,.0f} states/s  {run.ratio:>8.1f} loops a state"


if __name__ == "__main__":
    report("Time copying states and applying actions to them.", measure)
