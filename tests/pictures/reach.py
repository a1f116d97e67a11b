"""Pictures of USC: Reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.engine.save import Seat
from starforge.tables.local import LocalLobby
from starforge.tables.table import Table
from starforge.tui.app.routes import screen_for
from starforge.tui.screens.page import Page
from tests.pictures.shot import HUGE, LARGE, SEED, SMALL, Opening, Shot

NAMES = ("Ada", "Ben", "Cyd", "Dan")
_ADVICE: dict[tuple[int, int], Action] = {}
"""What was advised, by the number of players and of the moves before: every flight with so many goes alike."""


async def advised(table: Table, stop: Callable[[Any, str], bool]) -> tuple[int, Action] | None:
    """Play as advised up to the move for which ``stop`` holds, and return that move; None at the end of the game."""
    moves = 0
    while waiting := table.view(None).waiting:
        seat = max(waiting)
        view = table.view(seat)
        action = _ADVICE.get((len(view.boards), moves)) or table.game.advise(view, lambda: None, Rng(SEED))
        assert action is not None
        _ADVICE[len(view.boards), moves] = action
        moves += 1
        if stop(view, str(action)):
            return seat, action
        await table.submit(seat, action)
    return None


def flight(stop: Callable[[Any, str], bool], go_on: bool, *names: str) -> Opening:
    """Open a flight to Reach that was played as advised up to the move for which ``stop`` holds, or just after it."""

    async def first(lobby: LocalLobby) -> Page:
        flown = await lobby.create("reach", [Seat(name=name) for name in names], {}, SEED)
        last = await advised(flown, stop)
        screen = screen_for(flown)
        if go_on and last is not None:
            await flown.submit(*last)
        return screen

    return first


def planning(view: Any, action: str) -> bool:
    """Tell whether the first player has some cards left to place."""
    return view.turn == 5 and view.seat == 0 and view.ask.kind == "plan" and len(view.me.hand) == 3


def revealing(view: Any, action: str) -> bool:
    """Tell whether the screens will drop."""
    return view.turn == 5 and action == "ready" and len(view.waiting) == 1


def claiming(view: Any, action: str) -> bool:
    """Tell whether a mission will be claimed."""
    return view.turn == 5 and action.startswith("claim ")


def closing(view: Any, action: str) -> bool:
    """Tell whether crew may be raised at the end of the second round."""
    return view.turn == 6 and view.phase == "round-end" and view.ask.kind == "growth"


def landing(view: Any, action: str) -> bool:
    """Tell whether the last card before the landing will be placed."""
    me = view.me
    left = [*me.academy, *(card for d in me.departments for card in d.repairers)]
    alone = view.phase == "landing" and view.seat == view.order[-1] and view.ask.kind == "settle"
    return alone and not left and not me.deck and len(me.hand) == 1


def ending(view: Any, action: str) -> bool:
    """Tell that nothing stops the game before its end."""
    return False


STAGES = (
    ("planning", planning, False, ("enter", "enter")),
    ("reveal", revealing, True, ()),
    ("claims", claiming, False, ()),
    ("landing", landing, True, ()),
    ("scoring", ending, False, ()),
)
PICKED = ("enter", "enter", "1")
SHOTS = (
    *(
        Shot(f"reach-{stage}-{size[0]}x{size[1]}", flight(stop, go_on, *NAMES[: 4 if size == HUGE else 3]), keys, size)
        for stage, stop, go_on, keys in STAGES
        for size in (SMALL, LARGE, HUGE)
    ),
    Shot("reach-picked", flight(planning, False, *NAMES[:3]), PICKED),
    Shot("reach-growth", flight(closing, False, *NAMES[:3])),
    Shot("reach-ascii", flight(planning, False, *NAMES[:2]), PICKED, look="ascii"),
    Shot("reach-mono", flight(planning, False, *NAMES[:2]), PICKED, colours="none"),
    Shot("reach-sixteen", flight(planning, False, *NAMES[:2]), PICKED, colours="sixteen"),
)
