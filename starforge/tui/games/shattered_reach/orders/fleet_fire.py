"""The fire of a whole fleet: a table of all shots, best first, and the suggested ones, taken shot by shot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from starforge.english import amount, some
from starforge.games.shattered_reach.model.actions import Select
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.plans.volleys import WHOLE, Salvo, salvoes, suggested
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach.orders.gunnery import Gunnery, ends_round
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.side.shots import salvo_words
from starforge.tui.games.shattered_reach.side.table import LETTERS, spot_of
from starforge.tui.games.shattered_reach.spots import FlySpot, SalvoSpot
from starforge.tui.screens.play.ui import Desk


class FleetFire(WarPart):
    """Fire what all ships can fire, by table or as suggested."""

    def __init__(self, desk: Desk, guns: Gunnery) -> None:
        super().__init__(desk)
        self.guns = guns

    def items(self, view: WarView) -> tuple[Item, ...]:
        """Return the lines about the fire of the whole fleet."""
        table = salvoes(view) if view.ask is not None and view.ask.kind == "fire" else ()
        if not table:
            return ()
        best = suggested(view)
        lines = tuple(
            Item(
                salvo_words(view, one, short=True),
                f"{salvo_words(view, one)}. Enter: one shot{f', x: all {len(one.actions)}' * (len(one.actions) > 1)}.",
                key,
                spot=spot_of(one),
            )
            for one, key in zip(table, cycle(LETTERS))
        )
        none = "" if best else "No shot is left that is worth firing."
        words = f"Fire as suggested: {some(len(best), 'shot')}" if best else "Fire as suggested"
        return (
            Item(words, self._promise(view, best), ",", None, (), FlySpot(), none),
            Item("Table of all shots", "What every weapon could do to every target, best first.", "=", None, lines),
        )

    @staticmethod
    def _promise(view: WarView, best: Sequence[Salvo]) -> str:
        """Return what the suggested shots are fired at, and what they may come to."""
        targets = Counter(one.target for one in best)
        damage, locks = sum(promise_of(one)["damage"] for one in best) / 100, sum(one.locks for one in best)
        whom = ", ".join(f"{count} at {name(view, number)}" for number, count in targets.most_common())
        if locks == len(best):
            return f"{whom}: locks alone, to launch on in the next round."
        locking = f", and {some(locks, 'lock')} for the next round" if locks else ""
        return f"{whom}: about {amount(damage)} damage{locking}. It stops whenever a target is lost."

    def _salvo(self, item: Item | None) -> Salvo | None:
        """Return what a line of the table stands for, as things are now."""
        if item is None or not isinstance(item.spot, SalvoSpot):
            return None
        return next((one for one in salvoes(self.war) if spot_of(one) == item.spot), None)

    async def press(self, key: str) -> bool:
        """Fire all of a line of the table."""
        one = self._salvo(self.desk.cursor.item) if key == "x" else None
        if one is None:
            return False
        before, promised, turn, number = len(self.guns.lines), Counter[str](), self.guns.turn, self.desk.cursor.number
        for _ in range(len(one.actions)):
            again = next((found for found in salvoes(self.war) if spot_of(found) == spot_of(one)), None)
            if (
                again is None
                or self.guns.turn != turn
                or self._gone(one.target)
                or not await self._fire(again, promised)
            ):
                break
        self.guns.tell_volley(promised, before)
        self._open_again(spot_of(one), number)
        return True

    def _open_again(self, spot: SalvoSpot, number: int) -> None:
        """Open the table again after a shot, on the same line or, when that is gone, on the one that took its place."""
        cursor = self.desk.cursor
        place = next((n for n, one in enumerate(cursor.items) if one.key == "=" and one.items), None)
        if self.ask_kind == "fire" and place is not None:
            cursor.path, same = (place,), cursor.items[place].items
            there = (n for n, one in enumerate(same) if one.spot == spot)
            cursor.number = next(there, min(number, len(same) - 1))

    async def send(self, item: Item) -> bool:
        """Fire as suggested, or one shot of a line of the table."""
        if self.ask_kind != "fire":
            return False
        one = self._salvo(item)
        if isinstance(item.spot, FlySpot):
            await self._as_suggested()
        elif one is not None:
            before, promised, number = len(self.guns.lines), Counter[str](), self.desk.cursor.number
            await self._fire(one, promised)
            self.guns.tell_volley(promised, before)
            self._open_again(spot_of(one), number)
        else:
            return False
        return True

    async def _as_suggested(self) -> None:
        """Fire the suggested shots after a question, each chosen anew, until a target is lost; comma goes on then."""
        best, turn = suggested(self.war), self.guns.turn
        if not self.desk.prompt.confirmed("volley", turn):
            told = f"{self._promise(self.war, best)} Comma again: fire"
            self.desk.prompt.ask("volley", turn, told)
            return
        before, promised = len(self.guns.lines), Counter[str]()
        while self.guns.turn == turn and (best := suggested(self.war)):
            if ends_round(self.war) and promised:
                break
            target = best[0].target
            if not await self._fire(best[0], promised) or (self._gone(target) and self.guns.turn == turn):
                break
        self.guns.tell_volley(promised, before)
        if self.guns.turn == turn and suggested(self.war):
            left = f"{self.desk.prompt.note} {len(suggested(self.war))} more suggested. Comma: go on"
            self.desk.prompt.ask("volley", turn, left)

    def _gone(self, number: int) -> bool:
        ship = self.war.ship(number)
        return ship is None or ship.wreck or ship.hulk

    async def _fire(self, one: Salvo, promised: Counter[str]) -> bool:
        """Take one shot, the ship first in hand, and tell whether it was taken."""
        before = len(self.guns.lines)
        if one.ship != self.war.hand:
            await self.desk.submit(Item("", action=Select(one.ship)))
        await self.desk.submit(Item("", action=one.actions[0]))
        taken = len(self.guns.lines) > before
        if taken:
            promised.update(promise_of(one))
        return taken


def promise_of(one: Salvo) -> Counter[str]:
    """Return what may be expected of one shot, in hundredths of hits and of damage."""
    if one.locks:
        return Counter(hits=one.percent, damage=0)
    hits = one.ways * 100 / WHOLE
    return Counter(hits=round(hits), damage=round(hits * weapons()[one.weapon].damage))
