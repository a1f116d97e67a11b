"""The words for what cards speak of, and words for numbers and lists."""

from __future__ import annotations

from starforge.games.reach.model.state import ACADEMY, DEFENCE, REPAIRS

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
LEVEL_NAMES = {"junior": "Jr", "mid": "Mid", "senior": "Sr", "lead": "Lead"}
"""The levels of crew in short."""
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


def stopped(words: str) -> str:
    """Return words as a sentence; titles may end with a full stop of their own."""
    return words if words.endswith(".") else f"{words}."


def listed(parts: list[str], last: str = "and") -> str:
    """Return parts as ``a, b and c``; 'nothing' for none."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
