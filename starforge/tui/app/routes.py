"""Which screen shows which game: its own where there is one, else the generic one."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from starforge.tables.table import Table
from starforge.tui.screens.play.game import GameScreen

SCREENS = {
    "astroforce": "starforge.tui.games.astroforce.screen:AstroforceScreen",
    "reach": "starforge.tui.games.reach.screen:ReachScreen",
    "shattered-reach": "starforge.tui.games.shattered_reach.screen:ShatteredReachScreen",
}
"""Where the screens are: a game's slug, and 'module:class'."""


@lru_cache
def screen_class(game: str) -> type[GameScreen]:
    """Return the class of a game's screen."""
    if game not in SCREENS:
        return GameScreen
    module, name = SCREENS[game].split(":")
    found: type[GameScreen] = getattr(import_module(module), name)
    return found


def screen_for(table: Table) -> GameScreen:
    """Return a screen for a table."""
    return screen_class(table.game.info.id)(table)
