"""Figures of a whole game for simulations, counted from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starforge.engine.event import Event
from starforge.games.reach.model.catalogue import book

SOURCES = ("missions", "crew", "objectives", "damage")


def tally(events: Sequence[Event]) -> dict[str, float]:
    """Count landings, wins, points by source, claims by type and card, what was offered and taken."""
    found: Counter[str] = Counter()
    ships: dict[int, str] = {}
    for e in events:
        d = e.data
        if e.kind == "boarded":
            ships[d["seat"]] = d["ship"]
            found["ships"] += 1
            found[f"ship {d['ship']}"] += 1
        elif e.kind == "landed":
            found["landed"] += not d["short"]
            found[f"landed ship {ships[d['seat']]}"] += not d["short"]
        elif e.kind == "scored":
            _points(found, d["lines"])
        elif e.kind == "ended":
            for seat in d["winners"]:
                found[f"won seat {seat}"] += 1
                found[f"won ship {ships[seat]}"] += 1
        elif e.kind in ("claimed", "passed"):
            _claims(found, d.get("mission", ""), d["met"])
        elif e.kind == "kept":
            found[f"specialist {d['card']} taken"] += 1
            for card in (d["card"], *d["discarded"]):
                found[f"specialist {card} offered"] += 1
        elif e.kind == "played" and e.only is None:
            found[f"scavenge {d['card']} played"] += 1
        elif e.kind == "hit":
            found["damage taken"] += len(d["departments"])
            found["damage prevented"] += d["prevented"]
        elif e.kind == "repaired":
            found["damage repaired"] += 1
    return dict(found)


def _points(found: Counter[str], lines: Sequence[Sequence[int]]) -> None:
    """Add up a score: its first two lines are missions and crew, its last is damage, between stand objectives."""
    points = [int(line[1]) for line in lines]
    for source, n in zip(SOURCES, (points[0], points[1], sum(points[2:-1]), points[-1]), strict=True):
        found[f"points {source}"] += n


def _claims(found: Counter[str], claimed: str, met: Sequence[str]) -> None:
    missions = book().missions
    if claimed:
        found["claims"] += 1
        found[f"claimed type {missions[claimed].type}"] += 1
        found[f"claimed card {claimed}"] += 1
    else:
        found["passes"] += 1
    for m in met:
        found[f"met type {missions[m].type}"] += 1
        if missions[m].type == "scavenge":
            found[f"scavenge {m} offered"] += 1
            found[f"scavenge {m} taken"] += m == claimed
