"""The words for what cards speak of."""

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
