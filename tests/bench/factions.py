"""How the factions of Shattered Reach fare against each other when greedy bots command them.

Run as ``python -m tests.bench.factions [SCENARIO...] [--seats 2] [--games 60] [--jobs 1]``; all scenarios without one.

Every pairing of factions is played from every seat equally often. Where a scenario has different sides, the wins of
each side are counted for each pairing too. Draws are not decided games.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from statistics import median

from starforge.bots.arena import Played, Series, play_all
from starforge.games.shattered_reach.model.catalogue import FACTIONS
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Options

SHORT = {"ferrum": "Ferrum", "ember": "Ember", "myriad": "Myriad"}


@dataclass
class Count:
    """Add up the games of one pairing, or of all."""

    decided: int = 0
    draws: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)

    def add(self, played: Played, winners: list[str]) -> None:
        self.decided += bool(winners)
        self.draws += not winners
        self.wins.update(winners)
        self.rounds.append(played.turns)

    def share(self, name: str) -> str:
        return f"{name} {self.wins[name]} ({100 * self.wins[name] / (self.decided or 1):.0f} %)"

    def lengths(self) -> str:
        drawn = f", {self.draws} drawn" if self.draws else ""
        return f"{median(self.rounds):g} rounds, at most {max(self.rounds)}{drawn}"


def measure(slug: str, seats: int, games: int, jobs: int, seed: int) -> Iterator[str]:
    """Play a scenario and give the lines of its table."""
    scenario = scenarios()[slug]
    total, limited = Count(), 0
    factions = [group for group in combinations(FACTIONS, seats) if scenario.roles != "myriad" or "myriad" in group]
    for group in factions:
        count, by_side = Count(), Counter[str]()
        orders = list(permutations(group))
        for number, order in enumerate(orders):
            options = Options(scenario=slug, factions=",".join(order))  # type: ignore[arg-type]
            share = games // len(orders) + (number < games % len(orders))
            for played in play_all(Series("shattered-reach", options, ("greedy",) * seats, seed + number), share, jobs):
                limited += played.turns >= options.rounds
                count.add(played, [SHORT[order[n]] for n in played.winners])
                total.add(played, [f"seat {n + 1}" for n in played.winners])
                sides = [name for name in played.tally if name.startswith("won by side")]
                total.wins.update(sides)
                by_side.update(f"{SHORT[order[n]]} {side[7:]}" for n in played.winners for side in sides[:1])
        shares = ", ".join(count.share(SHORT[name]) for name in group)
        yield f"  {' v '.join(SHORT[name] for name in group):<24} {shares}; {count.lengths()}"
        if scenario.sides:
            yield f"  {'':<24} {', '.join(f'{name} {by_side[name]}' for name in sorted(by_side))}"
    names = [f"seat {n + 1}" for n in range(seats)] + [f"won by side {n + 1}" for n in range(seats) if scenario.sides]
    yield f"  {'in all':<24} {', '.join(map(total.share, names))}; {total.lengths()}, {limited} by the round limit"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fair the scenarios of Shattered Reach are.")
    parser.add_argument("scenario", nargs="*", help=f"which, of {', '.join(scenarios())}; all without one")
    parser.add_argument("--seats", type=int, choices=(2, 3), action="append", help="for so many players only")
    parser.add_argument("--games", type=int, default=60, help="of each pairing")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for slug in args.scenario or scenarios():
        for seats in args.seats or (2, 3):
            if str(seats) in scenarios()[slug].maps:
                print(f"{slug}, {seats} players, {args.games} games of each pairing, seed {args.seed}", flush=True)
                for line in measure(slug, seats, args.games, args.jobs, args.seed):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
