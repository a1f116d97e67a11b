"""The parts of USC: Reach's screen: moments that all look at together, the ships, and the hand with its placements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from starforge.engine.event import Event, redact
from starforge.games.reach.model import actions as a
from starforge.games.reach.view.types import ReachView
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach import about, draw, draw_moments, menu, moments
from starforge.tui.games.reach.spots import CrewSpot, DepartmentSpot, HandSpot, SeatSpot
from starforge.tui.screens.play.ui import Desk, Part

PUBLIC_KEYS = ("help", "log", "rules", "menu", "quit", "back")
"""What can be done while a moment is shown: nothing that needs eyes of one's own."""


class Together(Part):
    """Show moments to all at the terminal: ``pages`` are those to come, ``shown`` is which screen of the first.

    ``reported``: the last of them was a report. ``public`` is what all may see, ``heard`` how many events are known of
    those that all could know of.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.pages: list[moments.Moment] = []
        self.shown = 0
        self.reported = False
        self.heard = len(self._told())
        self.public = cast(ReachView, desk.table.view(None))

    def notice(self) -> None:
        """Find the moments in what was told since the last look."""
        before, self.public = self.public, cast(ReachView, self.desk.table.view(None))
        told = self._told()
        known, new = told[: self.heard], told[self.heard :]
        self.heard = len(told)
        if before.turn and any(e.kind in ("ordered", "turned", "approached", "landed") for e in new):
            last = max((n for n, e in enumerate(known) if e.kind == "ordered"), default=-1)
            first = not self.pages
            self.pages += moments.moments(new, before, self.public, self._tell, known[last + 1 :])
            if first:
                self._begin()

    def _told(self) -> list[Event]:
        """Return what all could know as it happened; what comes to light at the end of a game is not among it."""
        told = self.desk.table.log(None)
        return [event for one in told if (event := redact(one.event, None)) is not None]

    def _tell(self, event: Event) -> str:
        return self.desk.table.game.tell(event, self.desk.names)

    def _begin(self) -> None:
        self.desk.countdown.stop()
        self.shown = 0
        if self.pages and not isinstance(self.pages[0], moments.Report):
            self.desk.countdown.start()

    def _go_on(self) -> None:
        self.shown += 1
        if self.shown < draw_moments.parts(self.pages[0], *self.desk.picture_size):
            return
        self.reported = isinstance(self.pages.pop(0), moments.Report)
        if self.pages:
            self._begin()
        else:
            self.desk.follow()

    async def press(self, key: str) -> bool:
        if not self.pages:
            return False
        bound = taken("reach").get(key)
        if bound is not None and bound.do in PUBLIC_KEYS:
            await self.desk.press_bound(key)
        elif key in ("enter", "space"):
            self._go_on()
        elif bound is not None and bound.do == "inspect":
            self.desk.read(["The table", *self.desk.table.game.lines(self.public, self.desk.names)])
        else:
            self.desk.say("Not while all look at this together. Enter: go on")
        return True

    async def drag(self, spot: Spot, to: Spot | None) -> bool:
        """Take whatever is dragged for a click, while a moment is shown."""
        if self.pages and to is not None:
            await self.point(to)
        return bool(self.pages)

    async def point(self, spot: Spot) -> bool:
        """End what moves, or go on from a moment."""
        if self.desk.countdown.left:
            self.desk.countdown.stop()
        elif self.pages:
            self._go_on()
        else:
            return False
        return True


class Ships(Part):
    """Look at the ships of others: ``other`` is how many ships on from the own one."""

    other = 0

    async def send(self, item: Item) -> bool:
        """Look at the own ship again, to see what comes of an action."""
        self.other = 0
        return False

    async def point(self, spot: Spot) -> bool:
        if not isinstance(spot, SeatSpot):
            return False
        boards = draw.ships(replace(self.desk.scene(), more=moments.Showing()))
        self.other = next((n for n, b in enumerate(boards) if b.seat == spot.seat), 0)
        return True

    def do_others(self) -> None:
        """Look at the next ship; after the last one at the own again."""
        self.other = (self.other + 1) % (len(self.desk.names) + (self.desk.view.result is not None))

    def do_supplies(self) -> None:
        """Read what the decks and the box still hold."""
        self.desk.read(about.supplies(self.desk.scene()))


class Hand(Part):
    """Put cards where they go: by a letter, by clicks, by dragging them; and take them up again."""

    async def press(self, key: str) -> bool:
        cursor = self.desk.cursor
        if cursor.path:
            return False
        if key == "backspace" and await self._take_back():
            return True
        ways: Sequence[Item] = cursor.item.items if cursor.item is not None else ()
        way = next((one for one in ways if one.key == key), None)
        if way is None or not isinstance(way.action, (a.PlaceCard, a.Repair)) or cursor.with_key(key) is not None:
            return False
        await self._place(way)
        return True

    async def _take_back(self) -> bool:
        one = menu.take_back(self.desk.cursor.opened)
        if one is None or self.desk.cursor.pointed is not None:
            return False
        await self.desk.send(one)
        return True

    async def _place(self, one: Item) -> None:
        if one.reason:
            self.desk.say(f"{one.reason} [{one.rule}; r reads it]", "warn")
        else:
            await self.desk.send(one)

    async def send(self, item: Item) -> bool:
        """Place a card, and stay on the next one like it."""
        if not isinstance(item.action, (a.PlaceCard, a.Repair)):
            return False
        cursor = self.desk.cursor
        pile = next((n for n, card in enumerate(cursor.items) if card.items and item in card.items), -1)
        spot = cursor.items[pile].spot if pile >= 0 else None
        await self.desk.submit(item)
        if spot is not None and not cursor.path:
            self._stay_at(spot, pile)
        return True

    def _stay_at(self, spot: Spot, pile: int) -> None:
        """Put the cursor on the next card like the one that was placed, else where that lay, at last on taking back."""
        cursor = self.desk.cursor
        cards = [n for n, one in enumerate(cursor.items) if isinstance(one.spot, HandSpot)]
        same = next((n for n in cards if cursor.items[n].spot == spot), None)
        end = next((n for n, one in enumerate(cursor.items) if menu.takes_back(one)), cursor.number)
        cursor.number = same if same is not None else min(pile, cards[-1]) if cards else end

    async def point(self, spot: Spot) -> bool:
        if isinstance(spot, HandSpot) and self._pick(spot):
            return True
        way = self._way(spot)
        if way is not None:
            await self._place(way)
        return way is not None

    async def drag(self, spot: Spot, to: Spot | None) -> bool:
        """Put a card dragged from the hand into a department; drag a placed one to the hand to take it back."""
        if isinstance(spot, HandSpot) and self._pick(spot):
            way = self._way(to)
        elif isinstance(spot, CrewSpot):
            self.desk.cursor.path = ()
            way = next((b for one in self.desk.cursor.items for b in one.items if b.spot == spot), None)
            way = way if way is not None and isinstance(way.action, (a.TakeBack, a.Lift)) else None
        else:
            return False
        if way is not None:
            await self._place(way)
        return True

    def _pick(self, spot: Spot) -> bool:
        items = self.desk.cursor.items
        number = next((n for n, one in enumerate(items) if one.spot == spot and one.items), None)
        if number is not None:
            self.desk.cursor.open(number)
        return number is not None

    def _way(self, spot: Spot | None) -> Item | None:
        """Return the placement of the picked card at a clicked spot; crew there stands for its department."""
        if isinstance(spot, CrewSpot):
            spot = DepartmentSpot(spot.zone)
        cursor = self.desk.cursor
        ways = cursor.opened if cursor.path else cursor.item.items if cursor.item else ()
        found = next((w for w in ways if w.spot == spot), None)
        return found if found is not None and isinstance(found.action, (a.PlaceCard, a.Repair)) else None
