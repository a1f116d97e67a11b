"""What a lesson says below the table, and how it lights up what matters. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from starforge.engine.action import Action
from starforge.tui.drawing.frame import Item, walk
from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot, KeySpot, PageSpot, name_of

MOST = 5
"""Rows of a lesson's words at most; the table keeps the rest, and at least so many as it needs."""
LEAST_TABLE = 16
NEXT = "next"
"""How a lesson ends after which the next is wanted."""
_RULE = re.compile(r"(\[[A-Z]{2}-[A-Z]+\d+\])")


def light(picture: Picture, lit: Sequence[str], items: Sequence[Item], wanted: Action | None) -> None:
    """Light up what a step is about, and the choice that leads on; dim everything else but the choices."""
    bright = [region for region, spot in picture.spots if spot is not None and name_of(spot) in lit]
    for region, spot in picture.spots:
        if isinstance(spot, ItemSpot) and spot.number < len(items) and leads(items[spot.number], wanted):
            picture.tint(Region(region.x, region.y, 3, 1), "on:lit")
    if not bright:
        return
    lists = (ItemSpot, KeySpot, PageSpot)
    plain = [region for region, spot in picture.spots if isinstance(spot, lists)]
    board = max(region.bottom for region, spot in picture.spots if spot is not None and not isinstance(spot, lists))
    for y in range(1, board):
        for x in range(picture.width):
            if not any(region.contains(x, y) for region in (*bright, *plain)):
                picture.styles[y][x] = "dim"
    for x, y, width, height in bright:
        for row in picture.styles[y : y + height]:
            row[x : x + width] = [one if "on:" in one else f"{one} on:lit".strip() for one in row[x : x + width]]


def leads(item: Item, wanted: Action | None) -> bool:
    """Tell whether an item is an action, or opens the way to it."""
    return wanted is not None and any(one.action == wanted for one in walk([item]))


def guide_lines(see: str, do: str, place: str, width: int) -> list[list[Span]]:
    """Return what a lesson says as lines: what there is to see, then what to do."""
    lines = [_marked(line, "") for line in wrap(f"{place}  {see}" if place else see, width)]
    return lines + [_marked(line, "legal bold") for line in wrap(f"▸ {do}" if do else "", width)]


def _marked(line: str, style: str) -> list[Span]:
    """Return a line with the ids of rules in it dimmed."""
    parts = enumerate(_RULE.split(line))
    return [(part, "dim on:panel" if n % 2 else f"{style} on:panel".strip()) for n, part in parts if part]
