"""How likely positions are to be won: games of bots are played, and by which signs they are won is fitted to them.

``python -m tests.bench.prospects GAME [--games N] [--kept FILE]`` writes ``prospects.toml`` beside the game's cards:
the weights of a logistic regression of who won on the signs at the beginning of each turn. Games are kept, a line each,
so that a run which was stopped goes on where it was.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import cycle, islice
from math import exp, log
from pathlib import Path
from typing import Any

from starforge.bots.arena import seating
from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import levels_of, make
from starforge.engine.save import read_options
from starforge.games import load
from starforge.games.assets import folder
from starforge.games.prospects import SIGNS, signs

Row = tuple[dict[str, float], int]
"""The signs of a seat at the beginning of a turn, and whether it won."""
_RIDGE = 1.0


def kinds(game: str) -> list[tuple[dict[str, Any], int]]:
    """Return what is played in turn: options and seats."""
    if game == "astroforce":
        return [({"patrol": patrol}, n) for patrol in ("easy", "medium", "hard", "deadly") for n in (1, 1, 1, 2)]
    if game == "reach":
        return [({}, n) for n in (2, 3, 4)]
    two = ("small-skirmish", "homeworlds", "race-for-the-core", "planetary-defense-2p", "fleet-assault-2p")
    small = [*((scenario, 2) for scenario in two), ("small-skirmish", 3), ("homeworlds", 3)]
    return [({"scenario": scenario}, n) for scenario, n in small]


def play(game: str, options: dict[str, Any], seats: int, seed: int) -> list[Row]:
    """Return the rows of one game of Captains, one of whom is weaker in every other game, so that some fall behind."""
    rules = load(game)
    weaker = [level for level in levels_of(rules) if level in ("officer", "cadet")]
    other = weaker[seed // 2 % len(weaker)] if weaker and seed % 2 else "captain"
    levels = seating([other, *["captain"] * (seats - 1)], seed)
    s = rules.new(read_options(rules, options), seats, derive("prospects", seed))
    bots = [make(rules, level, derive("bot", seed, n)) for n, level in enumerate(levels)]
    found: list[tuple[int, dict[str, float]]] = []
    turn = count = 0
    while s.result is None:
        if s.turn != turn:
            turn = s.turn
            found += [(seat, signs(rules, s, seats, seat)) for seat in range(1 if rules.info.together else seats)]
        seat = min(s.asks)
        action = bots[seat].choose(look(rules, s, seat, bots[seat]), sampler(rules, s, seat, derive(seed, count)))
        rules.apply(s, seat, action)
        s.events.clear()
        count += 1
    return [(row, int(seat in s.result.winners)) for seat, row in found]


def played(game: str, games: int, kept: Path) -> Iterator[list[Row]]:
    """Give the rows of so many games, of which those that are kept are not played again."""
    known = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    with kept.open("a", encoding="utf-8") as file:
        for seed, (options, seats) in enumerate(islice(cycle(kinds(game)), games)):
            if seed < len(known):
                yield json.loads(known[seed])
                continue
            rows = play(game, options, seats, seed)
            file.write(json.dumps(rows) + "\n")
            file.flush()
            yield rows


def fitted(rows: list[Row]) -> dict[str, float]:
    """Return the weights under which what happened is likeliest, by Newton's steps, drawn a little towards 0."""
    names = list(rows[0][0])
    weights = [0.0] * len(names)
    for _ in range(12):
        slope = [-_RIDGE * w for w in weights]
        bend = [[_RIDGE * (a == b) for a in range(len(names))] for b in range(len(names))]
        for row, won in rows:
            x = [row[name] for name in names]
            p = _chance(weights, x)
            for a, xa in enumerate(x):
                if xa:
                    slope[a] += (won - p) * xa
                    for b, xb in enumerate(x):
                        bend[a][b] += p * (1 - p) * xa * xb
        weights = [w + step for w, step in zip(weights, solved(bend, slope), strict=True)]
    return dict(zip(names, weights, strict=True))


def _chance(weights: list[float], x: list[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(w * one for w, one in zip(weights, x, strict=True))))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations whose matrix is positive definite."""
    n, rows = len(right), [[*row, one] for row, one in zip(matrix, right, strict=True)]
    for a in range(n):
        for b in range(a + 1, n):
            part = rows[b][a] / rows[a][a]
            rows[b] = [y - part * x for x, y in zip(rows[a], rows[b], strict=True)]
    found = [0.0] * n
    for a in reversed(range(n)):
        found[a] = (rows[a][n] - sum(rows[a][b] * found[b] for b in range(a + 1, n))) / rows[a][a]
    return found


def surprise(weights: dict[str, float], rows: list[Row]) -> float:
    """Return how much one learns from how a game ends, in bits a row: 1 where nothing was known before."""
    names = list(weights)
    chances = [(_chance(list(weights.values()), [row[name] for name in names]), won) for row, won in rows]
    return -sum(log(max(1e-9, p if won else 1 - p), 2) for p, won in chances) / len(chances)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(SIGNS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--kept", type=Path, default=Path("prospects.txt"), help="where games are kept, a line each")
    given = parser.parse_args()
    games = list(played(given.game, given.games, given.kept))
    held = [row for game in games[::5] for row in game]
    tried = fitted([row for n, game in enumerate(games) if n % 5 for row in game])
    print(f"held out, every fifth game: {surprise(tried, held):.3f} bits a position")
    weights = fitted([row for game in games for row in game])
    lines = [f"# Who wins from where, fitted to {len(games)} games: python -m tests.bench.prospects {given.game}", ""]
    text = "\n".join([*lines, *(f"{name} = {value:.3f}" for name, value in weights.items()), ""])
    (folder(given.game) / "prospects.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
