"""Firing on the map: weapons that light up their targets, volleys, and what the shots came to."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import HexSpot, WeaponSpot
from starforge.tui.screens.play.ui import Desk

SHOTS = (Fire, LockOn, Launch, Reacquire)
"""What is told at once, with its dice."""
SUCCESSES = ("a hit.", "locked.", "found.")
"""How the lines end that tell of a shot that has come off."""


class Gunnery(WarPart):
    """Choose weapons and targets, and fire."""

    def __init__(self, desk: Desk, map: WarMap) -> None:  # noqa: A002
        super().__init__(desk)
        self.map = map

    @property
    def weapon(self) -> WeaponSpot | None:
        """Return the weapon that is open."""
        group = self.desk.cursor.group
        return group.spot if group is not None and isinstance(group.spot, WeaponSpot) else None

    async def press(self, key: str) -> bool:
        """Fire all weapons of a kind."""
        if key != "x" or self.weapon is None:
            return False
        await self._volley()
        return True

    def aim_at(self, at: Hex) -> bool:
        """Open the first weapon that can hit the ship at a hex, and tell whether there is one."""
        ship, cursor = under(self.war, at), self.desk.cursor
        if self.ask_kind != "fire" or cursor.path or ship is None:
            return False
        bow = HexSpot(ship.hexes[0])
        found = (
            (n, k)
            for n, one in enumerate(cursor.items)
            for k, target in enumerate(one.items)
            if target.spot == bow and not target.reason
        )
        n, k = next(found, (-1, -1))
        if n >= 0:
            cursor.path, cursor.number = (n,), k
        return n >= 0

    async def _volley(self) -> None:
        """Fire every weapon of the kind at the target, one at a time, as long as it can be hit."""
        action = self.desk.cursor.action
        if not isinstance(action, Fire):
            await self.desk.choose()
            return
        shots = hits = 0
        while action in self.desk.view.legal:
            before = len(self.desk.log_lines)
            await self.desk.send(Item("", action=action))
            shots, hits = shots + 1, hits + sum("a hit" in words for words in self.desk.log_lines[before:])
        if shots and self.desk.view.result is None:
            target = self.war.ship(action.target)
            end = f" {ship_name(target)} is destroyed." if target is not None and target.wreck else ""
            self.desk.say(f"{shots} shots, {hits} hits; l reads every roll.{end}", "good" if hits else "dim")
            self.map.moved()

    async def send(self, item: Item) -> bool:
        """Do an item; say what a shot came to, and stay with the weapon."""
        before, weapon = len(self.desk.log_lines), self.weapon
        await self.desk.submit(item)
        if weapon is not None:
            self._open_again(weapon, item.action)
        if isinstance(item.action, SHOTS) and not self.desk.prompt.note and self.desk.view.result is None:
            told = [words.strip() for words in self.desk.log_lines[before:]]
            well = any(words.endswith(SUCCESSES) for words in told)
            self.desk.say(" ".join(told[:3]), "good" if well else "dim")
        return True

    def _open_again(self, weapon: WeaponSpot, action: Action | None) -> None:
        """Open the same weapon again while it has targets, on the same one if that can still be hit."""
        cursor = self.desk.cursor
        found = (n for n, o in enumerate(cursor.items) if o.spot == weapon and o.items and not o.reason)
        number = next(found, None)
        if number is not None and not cursor.path:
            cursor.path = (number,)
            same = (n for n, o in enumerate(cursor.opened) if o.action == action and not o.reason)
            cursor.number = next(same, cursor.first())
