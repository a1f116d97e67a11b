"""Games that bots play from a seed, a state at a time, with what was told of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.game import Game

NAMES = ("Ada", "Ben", "Cyd")


def played(game: Game[Any, Any], options: Any, seats: int, level: str, seed: int) -> Iterator[tuple[Any, list[str]]]:
    """Yield a game before each action, with what was told so far."""
    s = game.new(options, seats, seed)
    bots = [make(game, level, derive(seed, n)) for n in range(seats)]
    log: list[str] = []
    while s.result is None:
        log += [words for event in s.events if (words := game.tell(event, NAMES[:seats]))]
        s.events = []
        seat = min(s.asks)
        yield s, log
        game.apply(s, seat, bots[seat].choose(look(game, s, seat, bots[seat]), sampler(game, s, seat, seed)))
