"""Firing on the map: weapons that light up their targets, volleys, and what the shots came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from starforge.engine.action import Action
from starforge.engine.hex import Hex
from starforge.english import amount
from starforge.games.shattered_reach.model.actions import Concede, EndFire, Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.view.types import WarView
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.map.story import SHOTS as SHOTS_TOLD
from starforge.tui.games.shattered_reach.map.story import Line
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.menu import shot_at
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import HexSpot, WeaponSpot
from starforge.tui.screens.play.ui import Desk

SHOTS = (Fire, LockOn, Launch, Reacquire)
"""What is told at once, with its dice."""
SUCCESSES = ("a hit.", "locked.", "found.")
"""How the lines end that tell of a shot that has come off."""


class Gunnery(WarPart):
    """Choose weapons and targets, and fire; ``summary`` says what the last volley came to."""

    def __init__(self, desk: Desk, map: WarMap) -> None:  # noqa: A002
        super().__init__(desk)
        self.map, self.summary = map, ""

    @property
    def weapon(self) -> WeaponSpot | None:
        """Return the weapon that is open."""
        group = self.desk.cursor.group
        return group.spot if group is not None and isinstance(group.spot, WeaponSpot) else None

    async def press(self, key: str) -> bool:
        """Fire all guns of the ship in hand at the target under the cursor; a digit goes to a target without firing."""
        if self.weapon is None:
            return False
        found = self.desk.cursor.all_with_key(key) if key.isdecimal() else []
        if found:
            later = [n for n in found if n > self.desk.cursor.number]
            self.desk.cursor.put((later or found)[0])
            self.map.moved()
        elif key == "x":
            await self._volley()
        return bool(found) or key == "x"

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
        """Fire the guns of the ship in hand at the target, first those chosen, one at a time.

        It goes on as long as the same ship can hit the same target. A last shot that would end the round is left to
        the player.
        """
        action, ship, turn = self.desk.cursor.action, self.war.hand, self.turn
        if not isinstance(action, Fire):
            self.desk.say("x fires guns: a lock is made by Enter.", "warn")
            return
        before, held, promised = len(self.lines), False, Counter[str]()
        while self.turn == turn and self.war.hand == ship and (shot := self._next_shot(action)) is not None:
            held = ends_round(self.war)
            if held:
                break
            promised += promise(self.war, shot)
            await self.desk.send(Item("", action=shot))
        self.tell_volley(promised, before)
        if held:
            self.desk.say(f"{self.desk.prompt.note} The last shot ends the round: Enter fires it.".strip(), "warn")

    @property
    def lines(self) -> Sequence[Line]:
        return self.desk.told.told(self.desk.viewers.seat)

    @property
    def turn(self) -> tuple[int, int | None]:
        """Return what changes when the next seat, or the next round, has its turn."""
        return self.war.turn, self.desk.viewers.actor if self.ask_kind == "fire" else None

    def forget(self) -> None:
        """Take back what a volley came to when the firing phase is over: it is no prompt of the next movement."""
        if self.war.phase != "fire" and self.summary and self.desk.prompt.note.startswith(self.summary):
            self.desk.prompt.note = ""

    def _next_shot(self, first: Fire) -> Fire | None:
        """Return a shot at the same target, of the same kind of gun if there is one."""
        shots = [a for a in self.war.legal if isinstance(a, Fire) and a.target == first.target]
        return first if first in shots else next(iter(shots), None)

    def tell_volley(self, promised: Counter[str], before: int) -> None:
        """Say what the shots came to since the log had so many lines, beside what was to be expected."""
        told = [line.event for line, _ in self.lines[before:]]
        shots = [event.data for event in told if event.kind in SHOTS_TOLD]
        if not shots or self.war.result is not None or self.war.phase != "fire":
            return
        hits = sum(bool(d.get("hit", d.get("outcome") == "hit")) for d in shots)
        damage = sum(event.data["shields"] + event.data["hull"] for event in told if event.kind == "damaged")
        ends = [f"{event.data['name']} is {event.kind}." for event in told if event.kind in ("destroyed", "disabled")]
        counted = f"{len(shots)} shot{'s' * (len(shots) > 1)}: {hits} hit{'s' * (hits != 1)} of "
        counted += f"{amount(promised['hits'] / 100)} expected, {damage} damage of {amount(promised['damage'] / 100)}"
        self.summary = " ".join([f"{counted}; l reads every roll.", *ends])
        self.desk.say(self.summary, "good" if hits else "dim")
        self.map.moved()

    async def send(self, item: Item) -> bool:
        """Do an item; say what a shot came to, and stay with the weapon."""
        before, weapon = len(self.desk.log_lines), self.weapon
        await self.desk.submit(item)
        if weapon is not None:
            self._open_again(weapon, item.action)
        if isinstance(item.action, SHOTS) and not self.desk.prompt.note and self.desk.view.result is None:
            self._tell_shot(self.desk.log_lines[before:])
        return True

    def _tell_shot(self, told: Sequence[str]) -> None:
        """Say what was rolled and what came of it; who fired what at whom stands on a line of its own."""
        if not told:
            return
        whom, colon, rolled = told[0].partition(": ")
        after = [words.strip() for words in takewhile(lambda words: words.startswith("  "), told[1:])]
        words = " ".join([f"Rolled {rolled}" if colon else whom, *after])
        self.desk.say(words, "good" if told[0].endswith(SUCCESSES) else "dim")

    def _open_again(self, weapon: WeaponSpot, action: Action | None) -> None:
        """Open the same weapon again while it has targets, on the same one if that can still be hit."""
        cursor = self.desk.cursor
        found = (n for n, o in enumerate(cursor.items) if o.spot == weapon and o.items and not o.reason)
        number = next(found, None)
        if number is not None and not cursor.path:
            cursor.path = (number,)
            same = (n for n, o in enumerate(cursor.opened) if o.action == action and not o.reason)
            cursor.number = next(same, cursor.first())


def promise(war: WarView, shot: Fire) -> Counter[str]:
    """Return what may be expected of a shot of the ship in hand, in hundredths of hits and of damage."""
    seen = shot_at(war, shot.weapon, shot.target)
    return Counter(hits=seen.percent, damage=seen.expected) if seen is not None else Counter()


def ends_round(war: WarView) -> bool:
    """Tell whether the next shot of the ship in hand is the last of the round: nobody has anything to do after it."""
    hand = war.ship(war.hand)
    guns = [(kind, left) for kind, left in hand.guns if left] if hand is not None else []
    others = [a for a in war.legal if not isinstance(a, (Fire, EndFire, Concede))]
    kinds = {a.weapon for a in war.legal if isinstance(a, Fire)}
    last = not others and len(kinds) == 1 and dict(guns).get(next(iter(kinds)), 0) == 1
    later = war.order[war.order.index(war.seat) + 1 :] if war.seat in war.order else ()
    return last and not any(ship.seat in later and not (ship.hulk or ship.numb) for ship in war.ships)
