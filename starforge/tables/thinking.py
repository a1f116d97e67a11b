"""Bots that think beside the loop of this process, for a limited time, and end when nobody waits for them any more."""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from starforge.bots.levels import title
from starforge.engine.action import Action
from starforge.engine.game import Game, View
from starforge.games.policy import Pace

THINKING, GRACE = 5.0, 1.0
"""Seconds a bot may think; and seconds it then has to stop with the best it has found."""


class TimeUp(BaseException):
    """Tell a bot that nobody waits for it any more."""


async def think_aside(think: Callable[[], Action], pace: Pace, seconds: float) -> Action:
    """Return what ``think`` does in a thread; raise TimeoutError when that takes too long, also after it was hurried.

    The thread is told to stop when time is up or whoever asked is cancelled, and the program waits for its end: one
    that lives on while everything is taken down can crash it.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Action] = loop.create_future()

    def settle(action: Action | None, error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error or RuntimeError("the bot chose nothing")) if action is None else done.set_result(
                action
            )

    def run() -> None:
        action, error = None, None
        with suppress(TimeUp):
            try:
                action = think()
            except Exception as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
                loop.call_soon_threadsafe(settle, action, error)

    thread = Thread(target=run)
    thread.start()
    try:
        await asyncio.wait([done], timeout=seconds)
        pace.hurried = True
        return await asyncio.wait_for(done, GRACE)
    finally:
        if not done.done() or done.cancelled():
            _stop(thread)


def _stop(thread: Thread) -> None:
    """Raise TimeUp in a thread, where it is in Python code next."""
    if thread.ident is not None and thread.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TimeUp))


def explain(game: Game[Any, Any], view: View, action: Action, level: str) -> tuple[Action, str] | None:
    """Return an action that a bot prefers and why in words, None when it is none of the choices."""
    choice = next((c for c in view.choices if c.action == action), None)
    if choice is None:
        return None
    count = len(view.legal)
    plain = f"The {title(level)} prefers it among {count} choices." if count > 1 else "There is nothing else to do."
    why = game.why(view, action) or plain
    what = "; ".join(filter(None, (choice.label.rstrip("."), choice.hint.rstrip("."))))
    return choice.action, f"{what}. {why}"
