"""Play many games of four greedy bots and stop at the first that goes wrong: ``python -m tests.reach.soak 200``."""

from __future__ import annotations

import sys

from starforge.bots.arena import Series, play
from starforge.engine.rng import Rng
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.state import START_CREW


def four(seed: int) -> Series:
    return Series("reach", Options(), ("greedy",) * 4, seed)


def checked(seats: int, seed: int) -> None:
    """Play a game at random and count after every action: the census, and crew by how much was taken on."""
    s, dice = GAME.new(Options(), seats, seed), Rng(seed)
    first, taken_on = GAME.census(s), 0
    while s.result is None:
        asked = sorted(s.asks)
        seat = asked[dice.below(len(asked))]
        legal = GAME.legal(s, seat)
        GAME.apply(s, seat, legal[dice.below(len(legal))])
        assert GAME.census(s) == first
        taken_on += sum(e.kind == "recruited" for e in s.events)
        s.events.clear()
        crew = sum(len(p.owned()) + bool(p.offered) for p in s.players)
        assert crew == len(START_CREW) * seats + taken_on


def main(games: int) -> None:
    landed = 0.0
    for number in range(games):
        landed += play(four(1), number).tally["landed"]
        checked(2 + number % 3, number)
        print(f"\r{number + 1} of {games} games, {landed / (4 * number + 4):.0%} landed", end="", flush=True)
    print()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
