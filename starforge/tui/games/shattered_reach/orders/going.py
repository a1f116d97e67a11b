"""Going there: the cursor on a hex says how the ship in hand comes to it and what awaits it; Enter plans the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import Commit, PlanMove, Select
from starforge.games.shattered_reach.plans.rams import best_ram, ram_words, ways_to_ram
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach
from starforge.games.shattered_reach.view.types import ShipView, name
from starforge.games.shattered_reach.words.contacts import contact_words, post_of
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach import menu
from starforge.tui.games.shattered_reach.map.camera import WHOLE
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.orders.wings import Wings
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.screens.play.ui import Desk

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Pointer:
    """Keep to which hex a seat points, in which heading (None: any), and its letters: None while hexes have none.

    ``speed`` is the velocity at which the ship there is to be rammed (None: what is best).
    """

    at: Hex | None = None
    heading: int | None = None
    speed: int | None = None
    typed: str | None = None
    letters: dict[str, Hex] = field(default_factory=dict)


class Going(WarPart):
    """Plan the move of the ship in hand by where it is to end."""

    def __init__(self, desk: Desk, map: WarMap, wings: Wings) -> None:  # noqa: A002
        super().__init__(desk)
        self.map, self.wings = map, wings
        self._pointers: dict[int | None, Pointer] = {}

    @property
    def pointer(self) -> Pointer:
        """Return what the seat that answers now points at; no other seat's tells anything of it."""
        return self._pointers.setdefault(self.desk.viewers.actor, Pointer())

    @property
    def reach(self) -> ShipReach:
        """Return what the ship in hand can do; the ships that are marked with it go out of its way."""
        return self.map.drawn.reach(self.war, self.war.hand, self.wings.marked).reach

    def point_at(self, at: Hex) -> None:
        """Take in that the player has moved the map's cursor to a hex."""
        self.pointer.at, self.pointer.heading, self.pointer.speed = at, None, None

    def moved(self) -> None:
        """Let go of the hex when the player goes through the menu instead."""
        self.pointer.at = None

    @property
    def wanted(self) -> Hex | None:
        """Return the hex that Enter would send the ship in hand to: not where it already goes, or alone where it is."""
        at, hand, plan = self.pointer.at, self.war.ship(self.war.hand), self.war.plan(self.war.hand)
        if self.ask_kind != "move" or at is None or hand is None or self.desk.cursor.path:
            return None
        together = bool(self.wings.marked - {self.war.hand})
        if (at in hand.hexes and (at != hand.hexes[0] or not together)) or self.map.item_at(at) is not None:
            return None
        if (prey := self.prey) is not None:
            rams = [ram.speed for ram in plan.rams if ram.target == prey.id] if plan is not None else []
            return None if rams and self.pointer.speed in (None, *rams) else at
        done = plan is not None and plan.steps and plan.end[:2] == at and self.pointer.heading in (None, plan.end[2])
        return None if done and not together else at

    @property
    def prey(self) -> ShipView | None:
        """Return the foe at the hex that is pointed at, if the ship in hand can ram it."""
        foe = under(self.war, self.pointer.at) if self.pointer.at is not None else None
        found = self.map.drawn.reach(self.war, self.war.hand)
        return foe if foe is not None and foe.id in found.prey else None

    def words(self, most: int = 99) -> str:
        """Return what Enter would do with the ship in hand, '' where it does not go to a hex; so many foes named."""
        at = self.wanted
        if at is None:
            return ""
        if (prey := self.prey) is not None:
            ram, ways = best_ram(self.reach, prey.id, self.pointer.speed), ways_to_ram(self.reach, prey.id)
            others = " (< >)" if len(ways) > 1 else ""
            return f"Enter: ! ram it{others}: {ram_words(self.reach, ram)}." if ram is not None else ""
        one = self.reach.best(at, self.pointer.heading)
        if one is None:
            why = f"× {name(self.war, self.war.hand)}: {self.reach.why(at, self.pointer.heading)}"
            return " ".join(filter(None, [why, self.standing(most)]))
        marked = len(self.wings.marked | {self.war.hand})
        together = f", {marked} ships in formation" if self.wings.marked - {self.war.hand} else ""
        return f"Enter{together}: {self._described(one, most)}"

    def _described(self, one: Arrival, most: int) -> str:
        """Return where a move ends, what it costs, its risks, and who could fire at whom there."""
        others = {other.heading for other in self.reach.ends.get(one.hex, ())} - {one.heading}
        ways = f"{hx.NAMES[one.heading]:<2}{' (< >)' if others else ' only'}"
        words = [f"go there for {one.cost} MP, velocity {one.velocity} {ways}"]
        words += [f"! {risk}" for risk in self.reach.hazards(one)]
        sights = self.map.drawn.reach(self.war, self.war.hand, self.wings.marked).sights
        return "; ".join([*words, *contact_words(self.war, sights, (one.hex, one.heading), most)]) + "."

    @property
    def line(self) -> str:
        """Return what the line below the map says of a hex or of an own ship, '' while it tells of an item."""
        told = self._other is not None or isinstance(self.desk.cursor.action, Commit)
        return self.words(1) or (self.standing(1) if told else "")

    @property
    def _other(self) -> ShipView | None:
        """Return the own ship under the map's cursor that is not in hand."""
        there = under(self.war, self.map.camera.cursor) if self.map.shown else None
        return there if there is not None and there.seat == self.war.seat and there.id != self.war.hand else None

    def standing(self, most: int = 99) -> str:
        """Return what awaits the own ship under the cursor, else that in hand, where its plan or its drift leads.

        So many foes are named.
        """
        war, other, one = self.war, self._other, self.desk.cursor.item
        ship = other or war.ship(war.hand)
        if war.phase != "move" or self.desk.viewers.passing or ship is None or ship.wreck or not ship.hexes:
            return ""
        plan, post = war.plan(ship.id), post_of(war, ship)
        if other is None:
            begin = menu.outlook(war, plan)[:-1] if plan is not None else ""
        else:
            take = one is not None and one.action == Select(ship.id)
            goes = "moves as planned" if plan is not None and plan.steps else "drifts"
            how = "has moved" if ship.moved else "stays" if post == (ship.hexes[0], ship.heading) else goes
            begin = f"{'Enter takes it in hand. ' * take}{name(war, ship.id)} {how}"
        told = contact_words(war, self.map.drawn.sights(war, ship.id), post, most) if post else ["it is lost"]
        return "; ".join(filter(None, [begin, *(told if post or other else [])])) + "."

    async def press(self, key: str) -> bool:
        """Take Enter on a hex, the headings to arrive in, and letters that stand for hexes."""
        if self.pointer.typed is not None:
            return await self._letter(key)
        if key == "f" and self.ask_kind == "move" and self.map.eyes.lens == "reach" and not self.desk.viewers.passing:
            self._name_hexes()
            return True
        if key in ("enter", "5") and self.wanted is not None and not self.desk.viewers.passing:
            together = self.wings.marked - {self.war.hand}
            if self.prey is not None and together:
                self.desk.say("Ships that are marked do not ram as one; * takes a mark away.", "warn")
            elif self.prey is not None:
                await self._ram(self.prey)
            elif together and self.reach.best(self.wanted, self.pointer.heading) is not None:
                at, self.pointer.at = self.wanted, None  # no search for each ship in hand while plans are made
                await self.wings.go(at, self.pointer.heading)
            else:
                await self._go(self.wanted, self.pointer.heading)
            return True
        return False

    def do_left_of(self) -> None:
        """Let the ship arrive in the next heading to the left."""
        self._face(-1)

    def do_right_of(self) -> None:
        """Let the ship arrive in the next heading to the right."""
        self._face(1)

    def _face(self, way: int) -> None:
        at = self.pointer.at if self.ask_kind == "move" else None
        if at is not None and self.prey is not None:
            self._speed_up(self.prey.id, way)
            return
        headings = sorted({one.heading for one in self.reach.ends.get(at, ())}) if at is not None else []
        best = self.reach.best(at) if at is not None else None
        if best is None:
            self.desk.say("Put the cursor on a hex that the ship in hand can come to: < > choose its heading.", "warn")
            return
        now = best.heading if self.pointer.heading is None else self.pointer.heading
        self.pointer.heading = headings[(headings.index(now) + way) % len(headings)]

    def _speed_up(self, target: int, way: int) -> None:
        """Choose the next velocity at which the ship in hand can ram another."""
        ram, speeds = best_ram(self.reach, target), [one.velocity for one in ways_to_ram(self.reach, target)]
        now = self.pointer.speed or (ram.move.velocity if ram is not None else 0)
        place = speeds.index(now) + way if now in speeds else 0
        self.pointer.speed = speeds[max(min(place, len(speeds) - 1), 0)]

    async def _ram(self, prey: ShipView) -> None:
        """Plan to ram a foe."""
        ram = best_ram(self.reach, prey.id, self.pointer.speed)
        if ram is not None:
            await self._plan(ram.move)

    async def _go(self, at: Hex, heading: int | None) -> bool:
        """Plan the best way to a hex, and tell whether there is one."""
        one = self.reach.best(at, heading)
        if one is None:
            self.desk.say(self.reach.why(at, heading), "warn")
            return False
        await self._plan(one)
        return True

    async def _plan(self, one: Arrival) -> None:
        """Plan a move for the ship in hand, and say where it leads; Enter then moves it."""
        hand, cursor = self.war.hand, self.desk.cursor
        await self.desk.send(Item("", action=PlanMove(hand, one.steps)))
        cursor.number = cursor.first()
        plan = self.war.plan(hand)
        if plan is not None and not self.desk.prompt.note:
            risky = plan.rams or plan.lost
            self.desk.say(f"{name(self.war, hand)} {menu.outlook(self.war, plan)}", "warn" if risky else "good")

    def _name_hexes(self) -> None:
        """Give letters to all hexes in view that the ship in hand can come to, the nearest first."""
        if self.map.camera.zoom == WHOLE:
            self.map.come_closer()
            self.map.show_reach()
        ship, where = self.war.ship(self.war.hand), self.map.in_view
        start = ship.hexes[0] if ship is not None and ship.hexes else (0, 0)
        found = sorted((at for at in self.reach.ends if at in where), key=lambda at: (hx.distance(start, at), at))
        pairs = [a + b for a in LETTERS for b in LETTERS]
        names = LETTERS if len(found) <= len(LETTERS) else pairs
        self.pointer.letters, self.pointer.typed = dict(zip(names, found, strict=False)), ""
        if not self.desk.prompt.note:
            self.desk.say(f"Letters send {name(self.war, self.war.hand)} there; Escape stops.")
        if not found:
            self._stop("No hex that the ship in hand can come to is in view; g and 0 show more.")

    def _stop(self, words: str = "") -> None:
        self.pointer.typed, self.pointer.letters = None, {}
        if words:
            self.desk.say(words, "warn")

    @property
    def signs(self) -> Mapping[Hex, str]:
        """Return the letters of hexes, as far as they go on from those typed."""
        typed = self.pointer.typed
        if typed is None or self.ask_kind != "move":
            return {}
        return {at: word.removeprefix(typed) for word, at in self.pointer.letters.items() if word.startswith(typed)}

    async def _letter(self, key: str) -> bool:
        """Take a letter; with the last of a word the ship goes there, and the next without a plan has its turn."""
        typed = (self.pointer.typed or "") + key
        if self.ask_kind != "move" or not any(word.startswith(typed) for word in self.pointer.letters):
            self._stop()
            return key in ("escape", "backspace", "f")
        self.pointer.typed = typed
        if typed in self.pointer.letters:
            at = self.pointer.letters[typed]
            self._stop()
            if await self._go(at, None):
                await self._next()
        return True

    async def _next(self) -> None:
        """Take the next ship in hand that has no plan yet, and name the hexes that it can come to."""
        planned = {plan.ship for plan in menu.finished(self.war)}
        idle = [a.ship for a in self.war.legal if isinstance(a, Select) and a.ship not in planned]
        later = [number for number in idle if number > self.war.hand] or idle
        if not later:
            self.desk.say("Every ship has a plan: comma moves them all.", "good")
            return
        told = self.desk.prompt.note
        await self.desk.send(Item("", action=Select(later[0])))
        self.map.do_centre()
        self.desk.say(told, self.desk.prompt.mood)
        self._name_hexes()
