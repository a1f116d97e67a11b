"""How many states a second of CPU a search makes: a copy of a state, and an action applied to it.

Run as ``python -m tests.bench.states [GAME]``. The states come from random play; each is copied for every action that
is legal there. A loop of plain Python is timed between the games, as in ``tests.bench.random_play``.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time
from typing import Any

from starforge.engine.game import Game
from starforge.engine.rng import Rng
from starforge.engine.state import State, clone
from starforge.games import GAMES, load
from tests.bench.random_play import SHARE, loop

EVERY = 7
"""One state of so many is searched from."""


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
    made = seed = 0
    spent = since = 0.0
    loops = [loop()]
    while spent < seconds:
        states = sampled(game, seats, seed)
        seed += 1
        begun = process_time()
        made += sum(search(game, s) for s in states)
        took = process_time() - begun
        spent, since = spent + took, since + took
        if since > SHARE:
            loops.append(loop())
            since = 0.0
    rate = made / spent
    return f"{slug:<16} {seats} seats  {rate:>9,.0f} states/s  {median(loops) / rate:>8.1f} loops a state"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time copying states and applying actions to them.")
    parser.add_argument("game", nargs="*", help=f"which, of {', '.join(GAMES)}; all without one")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and number of seats")
    args = parser.parse_args()
    for slug in args.game or GAMES:
        for seats in load(slug).info.seats:
            print(measure(slug, seats, args.seconds), flush=True)


if __name__ == "__main__":
    main()
