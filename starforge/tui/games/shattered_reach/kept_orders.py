"""What a commander has begun, as text to be kept with the table: marks, groups, plans of before, what is yet unread."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from starforge.tui.games.shattered_reach.map.camera import PAGES
from starforge.tui.games.shattered_reach.map.scenery import LENSES
from starforge.tui.games.shattered_reach.map.war_map import Eyes, WarMap
from starforge.tui.games.shattered_reach.orders.planning import Planning
from starforge.tui.games.shattered_reach.orders.wings import Wing, Wings
from starforge.tui.games.shattered_reach.side.cards import SHORT

_LONG = {letter: step for step, letter in SHORT.items()}


def written(wings: Wings, plans: Planning, map: WarMap) -> str:  # noqa: A002
    """Return what is begun; the text is short enough for a server to keep with fleets of any size."""
    seats = {}
    for seat in sorted({*wings.wings, *map.looks} - {None}, key=str):
        wing, eyes = wings.wings.get(seat, Wing()), map.looks.get(seat, Eyes())
        found: dict[str, Any] = {
            "marked": sorted(wing.marked),
            "groups": {letter: sorted(ships) for letter, ships in wing.groups.items()},
            "read": eyes.read,
            "page": eyes.page if eyes.page != Eyes.page else "",
            "lens": eyes.lens if eyes.lens != Eyes.lens else "",
            "no_chart": not eyes.chart,
        }
        seats[str(seat)] = {key: value for key, value in found.items() if value}
    flown = {str(ship): _short(steps) for ship, steps in plans.flown.items()}
    kept = {"seats": {seat: one for seat, one in seats.items() if one}, "flown": flown}
    kept = {key: value for key, value in kept.items() if value}
    return json.dumps(kept, separators=(",", ":")) if kept else ""


def bring_back(text: str, wings: Wings, plans: Planning, map: WarMap) -> None:  # noqa: A002
    """Bring back what was begun, as far as the text can be read."""
    with suppress(ValueError, TypeError, AttributeError, LookupError, OverflowError):
        kept = json.loads(text or "{}")
        plans.flown |= {int(ship): _steps(word) for ship, word in kept.get("flown", {}).items()}
        for name, one in kept.get("seats", {}).items():
            seat = int(name)
            groups = {str(letter): frozenset(_numbers(ships)) for letter, ships in one.get("groups", {}).items()}
            wings.wings[seat] = Wing(frozenset(_numbers(one.get("marked", ()))), groups)
            eyes = map.looks.setdefault(seat, Eyes())
            eyes.read = int(one.get("read", 0))
            eyes.page = one["page"] if one.get("page") in PAGES else Eyes.page
            eyes.chart = not one.get("no_chart")
            eyes.lens = one["lens"] if one.get("lens") in LENSES else Eyes.lens


def _numbers(numbers: Any) -> list[int]:
    return [int(number) for number in numbers]


def _short(steps: tuple[str, ...]) -> str:
    """Return steps as a word: a letter each, a digit for the hex that is turned about."""
    return "".join(SHORT.get(step, step[-1]) for step in steps)


def _steps(word: str) -> tuple[str, ...]:
    return tuple(f"pivot:{sign}" if sign.isdecimal() else _LONG[sign] for sign in word)
