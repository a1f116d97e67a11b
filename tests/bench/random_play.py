"""How many actions a second of CPU random play makes, all that is legal being listed before each.

Run as ``python -m tests.bench.random_play [GAME]``.

A loop of plain Python is timed between the games, so that the ratio to it compares between machines and busy hours.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from starforge.engine.rng import Rng
from starforge.games import GAMES, load

GAMES["tiny"] = "tests.tiny:GAME"
SHARE = 0.25
"""Seconds between two timings of the loop."""


def play(slug: str, seats: int, seed: int) -> tuple[int, int]:
    """Play one game at random and return its actions and all the legal ones it chose from."""
    game = load(slug)
    s = game.new(game.options(), seats, seed)
    choose = Rng(seed + 1)
    actions = listed = 0
    while s.result is None:
        seat = min(s.asks)
        legal = game.legal(s, seat)
        game.apply(s, seat, legal[choose.below(len(legal))])
        s.events.clear()
        actions += 1
        listed += len(legal)
    return actions, listed


def loop() -> float:
    """Return how often a second a plain loop adds two numbers and puts one in a dict."""
    table: dict[int, int] = {}
    begun = process_time()
    for number in range(200_000):
        table[number & 255] = number + 1
    return 200_000 / (process_time() - begun)


def measure(slug: str, seats: int, seconds: float) -> str:
    actions = listed = games = 0
    spent, since = 0.0, 0.0
    loops = [loop()]
    while spent < seconds:
        begun = process_time()
        more, choices = play(slug, seats, games)
        took = process_time() - begun
        actions, listed, games = actions + more, listed + choices, games + 1
        spent, since = spent + took, since + took
        if since > SHARE:
            loops.append(loop())
            since = 0.0
    rate, pace = actions / spent, median(loops)
    return (
        f"{slug:<16} {seats} seats  {rate:>9,.0f} actions/s  {listed / spent:>10,.0f} legal listed/s  "
        f"{pace / rate:>8.1f} loops an action  ({games} games, {actions / games:.0f} actions each)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time random play.")
    parser.add_argument("game", nargs="*", help=f"which, of {', '.join(GAMES)}; all without one")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and number of seats")
    args = parser.parse_args()
    for slug in args.game or GAMES:
        for seats in load(slug).info.seats:
            print(measure(slug, seats, args.seconds), flush=True)


if __name__ == "__main__":
    main()
