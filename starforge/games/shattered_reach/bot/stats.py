"""Figures of a whole game for simulations."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine.event import Event
from starforge.games.shattered_reach.model.catalogue import hulls

COUNTED = {
    "rammed": "rams",
    "landed": "landings",
    "crashed": "crashes",
    "destroyed": "ships destroyed",
    "disabled": "ships disabled for good",
    "round-begun": "rounds",
}


def tally(events: Sequence[Event]) -> dict[str, float]:
    """Return how often things happened in a game, and who won: which faction of which, and from which side."""
    found = dict.fromkeys(COUNTED.values(), 0.0)
    factions: dict[int, str] = {}
    sides: list[int] = []
    for event in events:
        if event.kind in COUNTED:
            found[COUNTED[event.kind]] += 1
        elif event.kind == "sided":
            sides = event.data["sides"]
        elif event.kind == "mustered":
            factions[event.data["seat"]] = hulls()[event.data["ships"][0]].faction
        elif event.kind == "ended":
            pairing = " v ".join(sorted(factions.values()))
            found[f"games {pairing}"] = 1.0
            for seat in event.data["winners"]:
                found[f"won by {factions[seat]} in {pairing}"] = 1.0
                found[f"won by side {sides[seat] + 1}"] = 1.0
    return found
