"""Whole games as they were played once, told in words: any change of rules, cards or words shows here.

``python -m tests.reach.test_goldens`` writes them anew; read the difference before keeping it.
"""

from pathlib import Path

import pytest

from starforge.bots.bot import derive, sampler
from starforge.bots.levels import make
from starforge.engine.state import digest
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from tests.reach.table import NAMES

FOLDER = Path(__file__).parent / "goldens"
GAMES = [(2, 1, ("greedy", "random")), (3, 2, ("greedy",) * 3), (4, 3, ("greedy", "random", "greedy", "greedy"))]


def record(seats: int, seed: int, levels: tuple[str, ...]) -> str:
    """Return a game as text: every action, and what everybody is told of it."""
    s = GAME.new(Options(), seats, seed)
    players = [make(GAME, level, derive("bot", seed, n)) for n, level in enumerate(levels)]
    lines = [f"{seats} seats, seed {seed}, {', '.join(levels)}"]
    number = 0
    while s.result is None:
        seat = min(s.asks)
        action = players[seat].choose(GAME.view(s, seat), sampler(GAME, s, seat, number))
        s.events.clear()
        GAME.apply(s, seat, action)
        number += 1
        lines.append(f"{number} {NAMES[seat]}: {action}")
        lines += [f"    {words}" for words in (GAME.tell(e, NAMES) for e in s.events if e.only is None) if words]
    return "\n".join([*lines, s.result.text, digest(s)]) + "\n"


def path(seats: int, seed: int) -> Path:
    return FOLDER / f"{seats}-seats-seed-{seed}.txt"


@pytest.mark.parametrize(("seats", "seed", "levels"), GAMES, ids=[f"{n}-seats" for n, _, _ in GAMES])
def test_golden(seats: int, seed: int, levels: tuple[str, ...]) -> None:
    assert record(seats, seed, levels) == path(seats, seed).read_text(encoding="utf-8")


if __name__ == "__main__":
    for seats, seed, levels in GAMES:
        path(seats, seed).write_text(record(seats, seed, levels), encoding="utf-8")
