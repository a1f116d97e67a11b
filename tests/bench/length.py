"""How long a game takes people: bots play it, and every decision is counted at a human pace.

``python -m tests.bench.length [GAME ...]`` writes ``lengths.toml`` beside each game's cards: minutes by what is played.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.save import read_options
from starforge.games import GAMES, load
from starforge.games.assets import folder
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import ScenarioId

SECONDS = {"astroforce": 9.0, "reach": 11.0, "shattered-reach": 3.5}
"""What a decision takes a person who knows the rules, looking at the board included."""
GAMES_EACH = {"astroforce": 6, "reach": 4, "shattered-reach": 1}
LEVEL = "greedy"
MOST = 20_000


def kinds(game: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield what there is to be measured: its name in the file, options, seats."""
    if game == "astroforce":
        yield from ((f"{patrol}-{n}", {"patrol": patrol}, n) for patrol in ("easy", "hard") for n in (1, 2))
    elif game == "reach":
        yield from ((f"{n}", {}, n) for n in (2, 3, 4))
    else:
        for scenario in ScenarioId.__args__:  # type: ignore[attr-defined]
            yield from (
                (f"{scenario}-{n}", {"scenario": scenario}, n) for n in sorted(map(int, scenario_of(scenario, "").maps))
            )


def decisions(game: str, options: dict[str, Any], seats: int, seed: int) -> float:
    """Return how many decisions follow one another in a game of bots; what all plan at once counts once."""
    rules = load(game)
    s = rules.new(read_options(rules, options), seats, seed)
    bots = [make(rules, LEVEL, derive("length", seed, n)) for n in range(seats)]
    count = 0.0
    for _ in range(MOST):
        if s.result is not None:
            break
        seat = min(s.asks)
        count += 1 / len(s.asks)
        action = bots[seat].choose(look(rules, s, seat, bots[seat]), sampler(rules, s, seat, seed))
        rules.apply(s, seat, action)
        s.events.clear()
    return count


def main() -> None:
    for game in sys.argv[1:] or GAMES:
        lines = ["# Minutes that a game takes, measured from games of bots: python -m tests.bench.length", ""]
        for name, options, seats in kinds(game):
            counts = [decisions(game, options, seats, seed) for seed in range(GAMES_EACH[game])]
            minutes = sum(counts) / len(counts) * SECONDS[game] / 60
            lines.append(f"{name} = {max(round(minutes / 5), 1) * 5}")
            print(lines[-1], flush=True)
        (folder(game) / "lengths.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
