"""How long the greedy bot of Shattered Reach thinks: about one action, and about the whole movement of a fleet.

Run as ``python -m tests.bench.thinking [--games 10]``. Times are CPU, with the view that the bot looks at.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.state import Options, ScenarioId

SCENARIOS: tuple[ScenarioId, ...] = ("small-skirmish", "race-for-the-core", "grand-armada")


def measure(scenario: ScenarioId, games: int) -> str:
    """Play a scenario and return a line about its times."""
    actions: list[float] = []
    turns: dict[tuple[int, int, int], float] = {}
    most = 0
    for seed in range(games):
        s = GAME.new(Options(scenario=scenario), 2, seed)
        players = [make(GAME, "greedy", seed * 2 + n) for n in range(2)]
        while s.result is None:
            seat = min(s.asks)
            begun = process_time()
            view = look(GAME, s, seat, players[seat])
            a = players[seat].choose(view, sampler(GAME, s, seat, len(actions)))
            spent = process_time() - begun
            actions.append(spent)
            if s.phase == "move":
                turns[seed, s.turn, seat] = turns.get((seed, s.turn, seat), 0.0) + spent
                most = max(most, sum(1 for _ in s.fleet(seat)))
            GAME.apply(s, seat, a)
            s.events.clear()
    whole = _spread(list(turns.values()))
    return f"{scenario:<18} up to {most:>2} ships: an action {_spread(actions)}; all movement of a turn {whole}"


def _spread(times: list[float]) -> str:
    found = sorted(1000 * spent for spent in times)
    return f"{median(found):.1f} ms, p99 {found[len(found) * 99 // 100]:.0f}, max {found[-1]:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the greedy bot of Shattered Reach.")
    parser.add_argument("--games", type=int, default=10, help="of each scenario")
    args = parser.parse_args()
    for scenario in SCENARIOS:
        print(measure(scenario, args.games), flush=True)


if __name__ == "__main__":
    main()
