"""Why the bot would fire as it advises: what the shot is worth to it, and what the next best would be."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.games.shattered_reach.bot.player import worths
from starforge.games.shattered_reach.model.actions import EndFire, Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.view.types import WarView


def why(view: WarView, action: Action) -> str:
    """Return what speaks for a shot and what the next best is worth, in words; '' for what is not compared."""
    if view.ask is None or view.ask.kind != "fire":
        return ""
    if isinstance(action, Reacquire):
        return "It costs no launcher its action, and a missile that does not try now is lost."
    values = {a: value for a, value in worths(view).items() if value > 0 and isinstance(a, (Fire, Launch, LockOn))}
    labels = {choice.action: choice.label for choice in view.choices}
    if isinstance(action, EndFire):
        return "" if values else "No shot that is left does any harm worth counting."
    if action not in values:
        return ""
    words = f"On average it takes {_points(values.pop(action))} from the enemy"
    best = max(values, key=lambda a: values[a], default=None)
    if best is None:
        return f"{words}; nothing else that can fire does any harm."
    return f"{words}; the next best, {labels[best]}, {_points(values[best])}."


def _points(value: float) -> str:
    return f"{max(1, round(value)):,} points"
