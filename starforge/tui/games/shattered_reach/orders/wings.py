"""Several ships at once: marks, groups by letter, and moves in formation, each a plan of its own."""

from __future__ import annotations

from dataclasses import field

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.english import some
from starforge.games.shattered_reach.model.actions import PlanMove, Select
from starforge.games.shattered_reach.plans.fleet import Station, formation
from starforge.games.shattered_reach.view.types import name
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach import menu
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.screens.play.ui import Desk


@dataclass
class Wing:
    """Keep which ships a seat has marked, its groups by letter, and whether the next key names a group."""

    marked: frozenset[int] = frozenset()
    groups: dict[str, frozenset[int]] = field(default_factory=dict)
    naming: bool = False


class Wings(WarPart):
    """Mark ships, keep groups of them by letter, and move those that are marked as one."""

    def __init__(self, desk: Desk, map: WarMap) -> None:  # noqa: A002
        super().__init__(desk)
        self.map = map
        self.wings: dict[int | None, Wing] = {}

    @property
    def wing(self) -> Wing:
        """Return the marks of the seat that answers now; no other seat's tells anything of them."""
        return self.wings.setdefault(self.desk.viewers.actor, Wing())

    @property
    def marked(self) -> frozenset[int]:
        """Return the marked ships that can be moved now."""
        return self.wing.marked & self._able if self.ask_kind == "move" else frozenset()

    @property
    def _able(self) -> frozenset[int]:
        return frozenset([self.war.hand, *(a.ship for a in self.war.legal if isinstance(a, Select))])

    async def press(self, key: str) -> bool:
        """Take the letter of a group, or the sign for all ships."""
        if not self.wing.naming:
            return False
        self.wing.naming = False
        if key == "*":
            self.wing.marked = self._able
            self._tell()
        elif len(key) == 1 and key.isalpha():
            await self._group(key)
        return True

    def do_mark(self) -> None:
        """Mark the own ship under the cursor, else that in hand, or take its mark away."""
        ship = under(self.war, self.map.camera.cursor) if self.map.shown else None
        number = ship.id if ship is not None and ship.seat == self.war.seat else self.war.hand
        if self.ask_kind != "move" or number not in self._able:
            self.desk.say("Only ships that can still be moved are marked, to be moved as one.", "warn")
            return
        self.wing.marked = self.marked ^ {number}
        self._tell()

    def _tell(self) -> None:
        names = ", ".join(name(self.war, number) for number in sorted(self.marked)[:6])
        names += f" and {len(self.marked) - 6} more" if len(self.marked) > 6 else ""
        words = f"Marked: {names}. Enter on a hex moves them as one; ! and a letter keeps the group."
        self.desk.say(words if names else "No ship is marked.")

    def do_group(self) -> None:
        """Keep the marked ships as a group, or mark those of one: a letter follows."""
        if self.ask_kind == "move":
            self.wing.naming = True
            kept = ", ".join(sorted(self.wing.groups)) or "none yet"
            recalls = f"marks a group ({kept})"
            what = recalls if self._kept or not self.marked else "keeps the marked ships as a group"
            self.desk.say(f"A letter {what}; * marks all that can still move.")

    @property
    def _kept(self) -> bool:
        """Tell whether the marked ships are a group that is kept."""
        return any(group & self._able == self.marked for group in self.wing.groups.values())

    async def _group(self, letter: str) -> None:
        """Keep marks that no letter keeps, or mark what is kept under one and take the first of them in hand."""
        wing = self.wing
        if self.marked and not (letter in wing.groups and self._kept):
            wing.groups[letter] = self.marked
            kept = f"Group {letter} is kept: {some(len(self.marked), 'ship')}"
            self.desk.say(f"{kept}, marked as before; Enter on a hex moves them as one.", "good")
            return
        wing.marked = wing.groups.get(letter, frozenset())
        first = min(self.marked, default=self.war.hand)
        if first != self.war.hand:
            await self.desk.send(Item("", action=Select(first)))
        self._tell()

    def _astray(self, one: Station) -> str:
        """Return why a ship does not keep its place in a group, and how far from it its move ends."""
        far = f" ({hx.distance(one.move.hex, one.hex)} off)" if one.move is not None else " (no plan)"
        return f"{name(self.war, one.ship)}{far}: {one.why}"

    async def go(self, at: Hex, heading: int | None) -> None:
        """Plan the move of the ship in hand to a hex, and of those marked so that the group keeps its shape."""
        lead, group = self.war.hand, sorted(self.marked - {self.war.hand})
        reach = self.map.drawn.reach(self.war, lead, self.marked).reach
        move = reach.best(at, heading)
        if move is None:
            self.desk.say(reach.why(at, heading), "warn")
            return
        stations = formation(self.war, [lead, *group], lead, move)
        failed = [self._astray(one) for one in stations if one.why]
        with self.unseen():
            for number in {one.ship for one in stations} & {plan.ship for plan in menu.finished(self.war)}:
                await self.desk.send(Item("", action=PlanMove(number, ())))
            for one in stations:
                if one.move is not None:
                    await self.desk.send(Item("", action=PlanMove(one.ship, one.move.steps)))
            if self.war.hand != lead:
                await self.desk.send(Item("", action=Select(lead)))
        self.desk.cursor.open()
        told = f"{len(stations) - len(failed)} of {len(stations)} ships keep the group's shape; comma moves them."
        risks = [f"{name(self.war, p.ship)} {'; '.join(r)}." for p in self.war.plans if (r := menu.risks(self.war, p))]
        self.desk.say(" ".join([told, *failed, *risks]), "warn" if failed or risks else "good")
        self.wing.marked = frozenset()
