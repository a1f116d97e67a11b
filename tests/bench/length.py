"""How long a game takes people: bots play it, and every decision is counted at a human pace.

``python -m tests.bench.length [GAME ...] [--games N] [--kept FILE]`` writes ``lengths.toml`` beside each game's cards:
minutes by what is played, and of how many games that is the mean. What was played is kept, a line a game, so that a run
which was stopped goes on where it was; kinds take turns, so that all of them have had about as many games by then.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
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


def measure(games: Sequence[str], each: int, kept: Path) -> dict[str, dict[str, list[float]]]:
    """Return the decisions of so many games of each kind, by game and kind, playing those that are not kept yet."""
    counts: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ():
        game, name, count = line.split()
        counts[game][name].append(float(count))
    with kept.open("a", encoding="utf-8") as file:
        for seed in range(each):
            for game in games:
                for name, options, seats in kinds(game):
                    if len(counts[game][name]) > seed:
                        continue
                    counts[game][name].append(decisions(game, options, seats, seed))
                    file.write(f"{game} {name} {counts[game][name][-1]}\n")
                    file.flush()
    return counts


def lines_of(game: str, counts: dict[str, list[float]]) -> Iterator[str]:
    """Yield the file of a game's lengths: the mean in steps of five minutes, and how far games differ."""
    most, least = (of(map(len, counts.values())) for of in (max, min))
    games = f"{least} to {most}" if least < most else f"{most}"
    yield f"# Minutes that a game takes, measured from {games} games of bots a kind: python -m tests.bench.length"
    yield ""
    for name, _, _ in kinds(game):
        minutes = [count * SECONDS[game] / 60 for count in counts[name]]
        low, _, high = quantiles(minutes, n=4) if len(minutes) > 1 else minutes * 3
        mean = max(round(sum(minutes) / len(minutes) / 5), 1) * 5
        yield f"{name} = {mean}  # {len(minutes)} games, half of them {low:.0f} to {high:.0f} minutes"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--kept", type=Path, default=Path("lengths.txt"), help="where games are kept, a line each")
    given = parser.parse_args()
    counts = measure(given.game, given.games, given.kept)
    for game in given.game:
        text = "\n".join([*lines_of(game, counts[game]), ""])
        (folder(game) / "lengths.toml").write_text(text, encoding="utf-8")
        print(text)


if __name__ == "__main__":
    main()
