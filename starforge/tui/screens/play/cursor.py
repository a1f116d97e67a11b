"""The cursor of a game's menu: which items are open, which of them it is on, and what is pointed at besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starforge.engine.action import Action
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.spots import Spot


class MenuCursor:
    """Hold the ``items`` of a menu and where the cursor is.

    ``path`` are the numbers of the items that were opened one behind the other, ``number`` is that of the item under
    the cursor (-1: none). ``pointed`` is a spot without an item that is pointed at instead. ``start`` says where to
    begin in a menu, None for the first item that can be chosen.
    """

    def __init__(self, start: Callable[[Sequence[Item]], int | None]) -> None:
        self.items: tuple[Item, ...] = ()
        self.path: tuple[int, ...] = ()
        self.number = -1
        self.pointed: Spot | None = None
        self._start = start

    @property
    def opened(self) -> tuple[Item, ...]:
        items = self.items
        for n in self.path:
            items = items[n].items if n < len(items) else ()
        return items

    @property
    def item(self) -> Item | None:
        items = self.opened
        return items[self.number] if 0 <= self.number < len(items) else None

    @property
    def group(self) -> Item | None:
        """Return the item of the whole menu that was opened."""
        return self.items[self.path[0]] if self.path and self.path[0] < len(self.items) else None

    @property
    def labels(self) -> tuple[str, ...]:
        labels, items = [], self.items
        for n in self.path:
            labels.append(items[n].label)
            items = items[n].items
        return tuple(labels)

    @property
    def spot(self) -> Spot | None:
        """Return what is pointed at, else the spot of the item under the cursor or of the nearest opened one."""
        spot, items = None, self.items
        for n in (*self.path, self.number):
            if 0 <= n < len(items):
                spot, items = items[n].spot or spot, items[n].items
        return self.pointed or spot

    def first(self) -> int:
        """Return where to begin in the open menu."""
        items = self.opened
        start = None if self.path else self._start(items)
        usable = (n for n, one in enumerate(items) if not one.reason)
        return next(usable, 0 if items else -1) if start is None else start

    def renew(self, items: tuple[Item, ...], keep: bool) -> None:
        """Take in a menu made anew; if it is another, begin in it, or stay on the action if it is to be kept."""
        same, action = [one.label for one in self.items] == [one.label for one in items], self.action
        self.items = items
        if not same or self.number >= len(self.opened):
            self.open()
            if keep:
                self.return_to(action)
        elif not keep and self.item is not None and self.item.reason:
            self.number = self.first()

    @property
    def action(self) -> Action | None:
        return self.item.action if self.item is not None else None

    @property
    def begun(self) -> Action | None:
        """Return the action under the cursor of a menu that was opened on the way to it."""
        return self.action if self.path else None

    def put(self, number: int) -> None:
        self.number, self.pointed = number, None

    def open(self, *path: int) -> None:
        """Open what is behind items, nothing for the whole menu, and begin there."""
        self.path, self.pointed = path, None
        self.number = self.first()

    def close(self) -> None:
        """Close all that is open; the cursor stays on the same number as far as there are items."""
        self.path, self.pointed = (), None
        self.number = min(self.number, len(self.items) - 1)

    def back(self) -> bool:
        """Take the last step back, and tell whether there was one."""
        if self.pointed is None and not self.path:
            return False
        if self.pointed is None:
            self.number, self.path = self.path[-1], self.path[:-1]
        self.pointed = None
        return True

    def step(self, way: int) -> None:
        """Go to the next or the previous item, past those that cannot be chosen."""
        items = self.opened
        if not items:
            return
        self.pointed = None
        order = [n for n, one in enumerate(items) if not one.reason] or list(range(len(items)))
        after = [n for n in order if (n > self.number if way > 0 else n < self.number)]
        self.number = (after or order)[0 if way > 0 else -1]

    def with_key(self, key: str) -> int | None:
        return next(iter(self.all_with_key(key)), None)

    def all_with_key(self, key: str) -> list[int]:
        """Return the numbers of the open items that have a key: when there are more of them than keys, several."""
        return [n for n, one in enumerate(self.opened) if one.key == key]

    def with_spot(self, spot: Spot) -> int | None:
        return next((n for n, one in enumerate(self.opened) if one.spot == spot), None)

    def go_to(self, spot: Spot) -> None:
        """Put the cursor on a spot, on its item if it has one."""
        number = self.with_spot(spot)
        self.number, self.pointed = (self.number, spot) if number is None else (number, None)

    def return_to(self, action: Action | None) -> bool:
        """Put the cursor on the item of an action, wherever it is, and tell whether there is one."""
        path = None if action is None else way_to(self.items, action)
        if path is not None:
            self.path, self.number = path[:-1], path[-1]
        return path is not None


def way_to(items: Sequence[Item], action: Action, path: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """Return the way through a menu to an action."""
    for n, one in enumerate(items):
        if one.action == action:
            return (*path, n)
        found = way_to(one.items, action, (*path, n))
        if found is not None:
            return found
    return None
