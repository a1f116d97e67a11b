"""Panels that stay as they were drawn for as long as what they are drawn from has not changed."""

from __future__ import annotations

from collections.abc import Callable

from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region

Paint = Callable[[Picture, Region], object]


class Panels:
    """Keep the last picture of each panel of a screen, by name, with its size and all that it was drawn from."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], Picture, object]] = {}

    def draw(self, picture: Picture, region: Region, name: str, parts: tuple[object, ...], paint: Paint) -> object:
        """Draw a panel, anew only where one of its ``parts`` is another than the last time.

        ``paint`` draws inside the region that it is given, on a blank ground, from ``parts`` and nothing else. Return
        what it returned.
        """
        sized = (region.width, region.height, *parts)
        known = self._known.get(name)
        if known is None or not _alike(known[0], sized):
            panel = Picture(region.width, region.height)
            known = self._known[name] = sized, panel, paint(panel, Region(0, 0, region.width, region.height))
        picture.paste(known[1], region.x, region.y)
        return known[2]


def _alike(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return len(before) == len(now) and all(a is b or a == b for a, b in zip(before, now, strict=True))
