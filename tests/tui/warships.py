"""Positions of Shattered Reach for the screen: ships as new, so that no tuning of a card alters what is drawn."""

from __future__ import annotations

from typing import Any

from starforge.engine.position import read_position
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.local import LocalLobby
from starforge.tui.drawing.frame import Scene, keyed
from starforge.tui.games.shattered_reach.gaze import Gaze
from starforge.tui.games.shattered_reach.menu import menu
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

NAMES = ("Ada", "Ben")
HEAD = """
game = "shattered-reach"
scenario = "race-for-the-core"
turn = 4
phase = "{phase}"
holder = 0
queue = {queue}
[asks.0]
kind = "{phase}"
[[players]]
faction = "ferrum"
chosen = {hand}
ready = [1, 2, 3]
[[players]]
faction = "ember"
side = 1
team = 1
"""
PLANNING = (
    HEAD.format(phase="move", hand=2, queue='[["end-round", 0], ["fire-turn", 0], ["fire-turn", 1]]')
    + """
[ships]
1 = { seat = 0, card = "rampart", q = -3, r = 5, heading = 1, velocity = 1 }
2 = { seat = 0, card = "picket", q = -6, r = 1, heading = 1, velocity = 3 }
3 = { seat = 0, card = "wasp", q = -4, r = 2, heading = 0, velocity = 2 }
10 = { seat = 1, card = "outrigger", q = -2, r = -3, heading = 3, velocity = 1 }
11 = { seat = 1, card = "spark", q = -5, r = -3, heading = 3, velocity = 2, numb = true }
12 = { seat = 1, card = "spark", q = -1, r = 2, heading = 3, wreck = true }
[plans.2]
steps = ["forward"]
[plans.3]
steps = ["left"]
"""
)
FIRING = (
    HEAD.format(phase="fire", hand=1, queue='[["end-round", 0]]')
    + """
[ships]
1 = { seat = 0, card = "cudgel", q = -2, r = 4, heading = 1, velocity = 1 }
2 = { seat = 0, card = "picket", q = -6, r = 1, heading = 1, velocity = 3 }
3 = { seat = 0, card = "wasp", q = -4, r = 0, heading = 0, velocity = 2 }
10 = { seat = 1, card = "outrigger", q = -2, r = -1, heading = 3, velocity = 1 }
11 = { seat = 1, card = "spark", q = 0, r = 3, heading = 3, velocity = 2 }
12 = { seat = 1, card = "corona", q = 2, r = -3, heading = 3, velocity = 2 }
"""
)


def view(text: str, seat: int | None = 0) -> WarView:
    return GAME.view(read_position(GAME, text, 7), seat)


def scene(shown: WarView, at: int = 0, path: tuple[str, ...] = (), **more: Any) -> Scene:
    items = keyed(menu(shown), "shattered-reach")
    ascii_only = more.pop("ascii", False)
    for label in path:
        items = next(one for one in items if one.label.startswith(label)).items
    return Scene(
        view=shown,
        title="Shattered Reach",
        names=NAMES,
        question=GAME.question(shown),
        items=items,
        number=at,
        path=path,
        scope="shattered-reach",
        ascii=ascii_only,
        more=Gaze(**more),
    )


def play(lobby: LocalLobby, script: Any, start: str = PLANNING, size: tuple[int, int] = (120, 40)) -> Any:
    """Run a script at a race against a bot that goes on from a position."""
    first = at_table("shattered-reach", "Ada", "bot:random", start=start, scenario="race-for-the-core")
    return run(make_app(lobby, first), script, size)


def words(seen: Seen) -> str:
    """Return what is on the screen with its blanks made one."""
    return " ".join(seen.text().split())
