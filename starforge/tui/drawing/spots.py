"""What can be pointed at in a picture, besides what each game has of its own. Pure."""

from __future__ import annotations

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
