"""Figures of a whole game from its events, which a simulation adds up to see whether the cards are in balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starforge.engine.event import Event

_KINDS = {
    "mission-drawn": "mission {} drawn",
    "mission-completed": "mission {} completed",
    "mission-failed": "mission {} failed",
    "event-drawn": "event {} drawn",
    "event-completed": "event {} completed",
    "development-shown": "development {} offered",
    "development-claimed": "development {} taken",
}


def tally(events: Sequence[Event]) -> dict[str, float]:
    """Return how often each card came and what became of it, and the patrol's turns and years.

    What a patrol that was won offered and took counts once more under ``won:``.
    """
    counted: Counter[str] = Counter()
    for event in events:
        if event.kind in _KINDS:
            counted[_KINDS[event.kind].format(event.data["card"])] += 1
    ended = next((event.data for event in reversed(events) if event.kind == "patrol-ended"), None)
    if ended is not None and ended["won"]:
        counted.update({f"won: {key}": n for key, n in counted.items() if key.startswith("development")})
    counted["turns"] = sum(event.kind == "turn-began" for event in events)
    counted["years"] = ended["year"] - 1 if ended is not None else 0
    return dict(counted)
