"""How many actions a second of CPU random play makes, all that is legal being listed before each.

Run as ``python -m tests.bench.random_play [GAME]``.

A loop of plain Python is timed between the games, so that the ratio to it compares between machines and busy hours.
Garbage is looked for as often as the program itself does.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple

from starforge.cli import GARBAGE
from starforge.engine.rng import Rng
from starforge.games import GAMES, load

GAMES["tiny"] = "tests.tiny:GAME"
SHARE = 0.25
"""Seconds between two timings of the loop."""


class Pace(NamedTuple):
    """What was done in how many turns and how many seconds of CPU, and how often a second the plain loop ran."""

    done: int
    turns: int
    spent: float
    loops: float

    @property
    def rate(self) -> float:
        return self.done / self.spent

    @property
    def ratio(self) -> float:
        """Return how many loops one thing done takes."""
        return self.loops / self.rate


def pace(turn: Callable[[int], int], seconds: float) -> Pace:
    """Take turns, numbered from 0, that return how much they have done, and time the loop between them."""
    done = turns = 0
    spent = since = 0.0
    loops = [loop()]
    while spent < seconds:
        begun = process_time()
        done += turn(turns)
        took = process_time() - begun
        turns, spent, since = turns + 1, spent + took, since + took
        if since > SHARE:
            loops.append(loop())
            since = 0.0
    return Pace(done, turns, spent, median(loops))


def loop() -> float:
    """Return how often a second a plain loop adds two numbers and puts one in a dict."""
    table: dict[int, int] = {}
    begun = process_time()
    for number in range(200_000):
        table[number & 255] = number + 1
    return 200_000 / (process_time() - begun)


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


def measure(slug: str, seats: int, seconds: float) -> str:
    listed = 0

    def turn(number: int) -> int:
        nonlocal listed
        actions, choices = play(slug, seats, number)
        listed += choices
        return actions

    run = pace(turn, seconds)
    return (
        f"{run.rate:>9,.0f} actions/s  {listed / run.spent:>10,.0f} legal listed/s  "
        f"{run.ratio:>8.1f} loops an action  ({run.turns} games, {run.done / run.turns:.0f} actions each)"
    )


def report(description: str, measure: Callable[[str, int, float], str]) -> None:
    """Print what is measured of the games named on the command line, at each number of seats."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game", nargs="*", help=f"which, of {', '.join(GAMES)}; all without one")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and number of seats")
    args = parser.parse_args()
    gc.set_threshold(GARBAGE)
    for slug in args.game or GAMES:
        for seats in load(slug).info.seats:
            print(f"{slug:<16} {seats} seats  {measure(slug, seats, args.seconds)}", flush=True)


if __name__ == "__main__":
    report("Time random play.", measure)
