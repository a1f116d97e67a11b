"""What can be pointed at in a picture, besides what each game has of its own. Pure."""

from __future__ import annotations

import re
from dataclasses import fields

from starforge.quick import dataclass


class Spot:
    """Be something that can be pointed at: two are the same when they are of one kind and hold the same."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class KeySpot(Spot):
    """Stand for a key that is named on the screen; a click presses it."""

    key: str


@dataclass(frozen=True, slots=True)
class ItemSpot(Spot):
    """Stand for a line of the menu that is open, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class PageSpot(Spot):
    """Stand for the next page of the menu that is open, by the number of its first line."""

    number: int


@dataclass(frozen=True, slots=True)
class RowSpot(Spot):
    """Stand for a line of a list, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class AnywhereSpot(Spot):
    """Stand for all of a screen on which a click means one thing wherever it falls."""


_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def name_of(spot: Spot) -> str:
    """Return what lessons and the glossary call a spot: ``station ENG``, ``hex 3 -2``."""
    kind = _WORD.sub("-", type(spot).__name__.removesuffix("Spot")).lower()
    values = [getattr(spot, field.name) for field in fields(spot)]  # type: ignore[arg-type]
    flat = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
    return " ".join(map(str, (kind, *flat)))
