"""The vocabularies that cards are written in, and the words for what they speak of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.ops import Ops
from starforge.engine.state import Op
from starforge.games.reach.model import ACADEMY, DEFENCE, REPAIRS


class Answers(Ops):
    """Read and say ops that answer a question about a ship instead of changing anything."""

    def __call__(self, says: str | Callable[..., str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a function that returns the answer."""
        return super().__call__(says)

    def answer(self, asked: Op, *about: Any) -> Any:
        """Return what the op finds; ``about`` are the two things its function takes before the op's own arguments."""
        find: Callable[..., Any] = self._forms[str(asked[0])].run
        return find(*about, *asked[1:])


op = Ops()
"""What missions, Specialists and the course of the game do (effects, turns, ends)."""
ability = Answers()
"""What Specialists change for as long as they are aboard (abilities)."""
goal = Answers()
"""What Landing cards reward (goals)."""

NAMES = {
    "engine": "Engine Chamber",
    "research": "Research Center",
    "quarters": "Crew Quarters",
    "command": "Command Bridge",
    DEFENCE: "Defence Center",
    ACADEMY: "Junior Academy",
    "deck": "crew deck",
    "hand": "hand",
}
NAMES.update({zone: f"repairs in the {NAMES[d]}" for d, zone in REPAIRS.items()})
"""Every place by its name."""
SHORT = {"engine": "Engine", "research": "Research", "quarters": "Quarters", "command": "Command"}
"""The power departments by a short name."""
KIND_NAMES = {
    "expedition": "Expedition",
    "research": "Research",
    "scavenge": "Scavenge",
    "distress": "Distress Call",
    "maintenance": "Maintenance",
    "any": "",
}
WHEN = {
    "before": "before planning",
    "planning": "while planning",
    "claim": "just before your claim",
    "claimed": "just after your claim",
    "end": "at the end of a turn or round",
}
"""The windows of Scavenge cards in words (UR-W4)."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def count(n: int, noun: str) -> str:
    """Return ``n`` and a noun, ``two Missions``."""
    number = NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
    return f"{number} {noun}" if n == 1 else f"{number} {noun}s"


def some(n: int, noun: str) -> str:
    """Return ``n`` and a noun in figures, ``2 Mid Pilots``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(parts: list[str], last: str = "and") -> str:
    """Return parts as ``a, b and c``; 'nothing' for none."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
