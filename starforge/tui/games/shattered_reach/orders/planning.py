"""Planning by keys: the plans of several ships flown one after the other, and warnings before what cannot be undone."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine.action import Action
from starforge.engine.rules import Illegal
from starforge.english import some
from starforge.games.shattered_reach.model.actions import (
    Back,
    Buy,
    Commit,
    EndFire,
    EndMovement,
    FlyAll,
    PlanMove,
    Ready,
    Select,
)
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.plans.fleet import fitting, mirrored
from starforge.games.shattered_reach.plans.volleys import suggested
from starforge.games.shattered_reach.view.types import PlanView, WarView, name
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tables.table import TableError
from starforge.tui.drawing.frame import Item
from starforge.tui.games.shattered_reach import menu
from starforge.tui.games.shattered_reach.part import WarPart
from starforge.tui.games.shattered_reach.spots import FlySpot
from starforge.tui.screens.play.ui import Desk

_MET = {
    "ram": "rams a ship",
    "turn-ram": "rams a ship",
    "edge": "leaves the map and is lost",
    "planet": "hits a planet and is lost",
}


class Planning(WarPart):
    """Take planned steps back, and fly all plans at once; ``flown`` has the last plan of each ship."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.flown: dict[int, tuple[str, ...]] = {}

    async def press(self, key: str) -> bool:
        """Take the last step of the plan in hand back; after the first the key does not open the menu unasked."""
        if key != "backspace" or self.desk.cursor.path or self.ask_kind != "move":
            return False
        back = next((o for o in self.desk.cursor.items if isinstance(o.action, Back) and not o.reason), None)
        if back is not None:
            await self.desk.send(back)
        elif not self.desk.viewers.passing:
            self.desk.say("No step is left to take back; m opens the menu, u takes back the last action.", "warn")
        return True

    def items(self, view: WarView) -> tuple[Item, ...]:
        """Return the line behind which older plans are, made anew for the ship in hand, where there are any."""
        if view.ask is None or view.ask.kind != "move" or view.hand < 0:
            return ()
        plan, flown = view.plan(view.hand), self.flown.get(view.hand, ())
        wanted = {"To the other side": mirrored(plan.steps) if plan is not None else (), "As it moved before": flown}
        wanted |= {f"As {name(view, one.ship)}": one.steps for one in menu.finished(view) if one.ship != view.hand}
        wanted = {label: steps for label, steps in wanted.items() if steps}
        ways = zip(wanted, fitting(view, view.hand, wanted.values()) if wanted else (), strict=True)
        lines = [Item(what, f"{' '.join(way)}.", action=PlanMove(view.hand, way)) for what, way in ways if way]
        whole = Item("Plan as another", "Older plans, for this ship.", "$", None, menu.lettered(lines))
        return (whole,) if lines else ()

    async def send(self, item: Item) -> bool:
        """Fly all plans; remember what was planned for each ship that moves."""
        if self.ask_kind == "move" and isinstance(item.action, Commit):
            self.flown |= {plan.ship: plan.steps for plan in self.war.plans if plan.ship == self.war.hand}
        if not isinstance(item.spot, FlySpot) or self.ask_kind != "move":
            return False
        await self._fly_all()
        return True

    async def _fly_all(self) -> None:
        """Carry all plans out in their order; ask first where one of them is not harmless."""
        plans = menu.finished(self.war)
        doubts = [
            f"{name(self.war, plan.ship)} {'; '.join(found)}" for plan in plans if (found := menu.risks(self.war, plan))
        ]
        about = tuple((plan.ship, plan.end) for plan in plans)
        if not plans:
            self.desk.say("No plan is finished: plan a ship's steps first.", "warn")
        elif doubts and not self.desk.prompt.confirmed("fly", about):
            self.desk.prompt.ask("fly", about, f"{'. '.join(doubts)}. Comma again: go on")
        elif await self._carry_out(plans) and not self.desk.viewers.passing:
            self.desk.say(f"{_named([name(self.war, plan.ship) for plan in plans])} moved as planned.", "good")

    async def _carry_out(self, plans: Sequence[PlanView]) -> bool:
        self.flown |= {plan.ship: plan.steps for plan in plans}
        if any(isinstance(action, FlyAll) for action in self.war.legal):
            return await self._commit(FlyAll())
        for plan in plans:
            in_hand = plan.ship == self.war.hand or await self._commit(Select(plan.ship))
            if not (in_hand and await self._commit(Commit())):
                return False
        return True

    async def _commit(self, action: Action) -> bool:
        """Send an action in and tell whether it was taken; what was refused is said."""
        seat = self.desk.viewers.actor
        if seat is None:
            return False
        try:
            await self.desk.table.submit(seat, action)
        except Illegal as refused:
            self.desk.say(f"Stopped: {refused.reason} [{refused.rule}]", "danger")
            return False
        except TableError as error:
            self.desk.failed(TableError(f"Stopped: {error}"))
            return False
        return True


def planned_warning(war: WarView, one: Item) -> str:
    """Return a warning before what leaves something undone, or a ship to a ram or its end (SR-M3, SR-M11)."""
    if isinstance(one.action, Commit):
        plan = war.plan(war.hand)
        risks = menu.risks(war, plan) if plan else []
        if plan is not None and not plan.steps and not risks:
            risks = [f"nothing is planned, so {name(war, war.hand)} {'only drifts' if plan.drift else 'stays'}"]
        return " ".join(f"{words[:1].upper()}{words[1:]}." for words in risks)
    if isinstance(one.action, EndFire):
        return _unfired(war)
    if isinstance(one.action, Ready):
        return _unspent(war)
    return _drifting(war) if isinstance(one.action, EndMovement) else ""


def _named(ships: Sequence[str]) -> str:
    """Return ships by name, or how many they are."""
    if len(ships) > 3:
        return f"{len(ships)} ships"
    return " and ".join(filter(None, (", ".join(ships[:-1]), ships[-1])))


def _unfired(war: WarView) -> str:
    """Return a warning before the fire ceases while ships could still shoot."""
    able = [war.hand, *(a.ship for a in war.legal if isinstance(a, Select))]
    left = suggested(war)
    worth = f" {some(len(left), 'shot')} {'is' if len(left) == 1 else 'are'} worth firing: comma." if left else ""
    return f"{_named([name(war, number) for number in able])} can still shoot.{worth}"


def _unspent(war: WarView) -> str:
    """Return a warning before a fleet is committed that leaves much unspent although more fits."""
    cheapest = min((hulls()[a.ship].cost for a in war.legal if isinstance(a, Buy)), default=0)
    left = sum(points for _, points in war.purse)
    spent = sum(hulls()[slug].cost for slug in war.fleet)
    much = cheapest and left * 10 > left + spent
    return f"{left:,} points are unspent, and more ships fit." if much else ""


def _drifting(war: WarView) -> str:
    own = {ship.id: ship for ship in war.ships if ship.seat == war.seat and ship.can_act}
    bad = [f"{ship_name(own[d.ship])} {_MET[d.stop]}" for d in war.drifts if d.ship in own and d.stop in _MET]
    dropped = len(menu.finished(war))
    idle = [] if dropped else [ship_name(ship) for ship in own.values()]
    words = [f"{_named(idle)} would only drift or stay."] if idle else []
    words += [f"Drifting: {', '.join(bad)}."] if bad else []
    if dropped:
        plans = f"{dropped} plans are not flown and would be dropped; comma flies them."
        words.append(plans if dropped > 1 else "A plan is not flown and would be dropped; comma flies it.")
    return " ".join(words)
