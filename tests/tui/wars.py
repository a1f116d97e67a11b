"""Wars of many kinds, as views: played by bots from seeds in every scenario, for two and three, and typed positions."""

from __future__ import annotations

from collections.abc import Iterator

from starforge.engine.position import read_position
from starforge.games.assets import folder
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Options
from starforge.games.shattered_reach.view.types import WarView
from tests.tui.played import played
from tests.tui.warships import FIRING, PLANNING

War = tuple[WarView, list[str]]
"""What the seat that is asked sees, and what was told so far."""


def fought(scenario: str, seats: int, level: str, seed: int) -> Iterator[War]:
    """Yield a war before each action."""
    for s, log in played(GAME, Options(scenario=scenario), seats, level, seed):
        yield GAME.view(s, min(s.asks)), log


def typed() -> Iterator[War]:
    """Yield the positions that come with the game, and those of these tests."""
    files = sorted((folder("shattered-reach") / "positions").glob("*.toml"))
    for text in (*(path.read_text(encoding="utf-8") for path in files), PLANNING, FIRING):
        s = read_position(GAME, text, 7)
        yield GAME.view(s, min(s.asks)), []


def some_wars(every: int, longest: int, seeds: int) -> Iterator[War]:
    """Yield every so many-th view, as far as so many actions, of each scenario and number of seats; and the typed."""
    yield from typed()
    for scenario in scenarios():
        for seats in map(int, scenarios()[scenario].maps):
            for seed in range(seeds):
                level = ("random", "greedy")[(seed + seats) % 2]
                for n, war in enumerate(fought(scenario, seats, level, seed)):
                    if n > longest:
                        break
                    if n % every == seed % every:
                        yield war
