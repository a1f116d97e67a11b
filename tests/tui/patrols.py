"""Patrols of many kinds, as views: played by bots from seeds on every patrol, for one and two, and typed positions."""

from __future__ import annotations

from collections.abc import Iterator

from starforge.engine.position import read_position
from starforge.games.assets import folder
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import PATROL_FUEL, Astroforce, Options
from starforge.games.astroforce.view.types import AstroforceView
from tests.tui.played import played


def flown(patrol: str, seats: int, level: str, seed: int) -> Iterator[tuple[Astroforce, list[str]]]:
    """Yield a patrol before each action, with what was told so far."""
    return played(GAME, Options(patrol=patrol), seats, level, seed)  # type: ignore[arg-type]


def typed() -> Iterator[tuple[Astroforce, list[str]]]:
    """Yield the positions that come with the game."""
    for path in sorted((folder("astroforce") / "positions").glob("*.toml")):
        yield read_position(GAME, path.read_text(encoding="utf-8"), 7), []


def some_patrols(every: int, seeds: int) -> Iterator[tuple[Astroforce, list[str]]]:
    """Yield every so many-th state of patrols of all kinds; and the typed."""
    yield from typed()
    for seed in range(seeds):
        for kind, patrol in enumerate(PATROL_FUEL):
            for seats in (1, 2):
                level = ("random", "greedy")[(seed + seats + kind) % 2]
                for n, found in enumerate(flown(patrol, seats, level, seed)):
                    if n % every == (seed + kind) % every:
                        yield found


def seen(s: Astroforce) -> AstroforceView:
    """Return what the seat sees that is asked."""
    return GAME.view(s, min(s.asks))
