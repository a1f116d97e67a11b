"""The highest level: it compares orders for the whole fleet by how the war would go on, and shares out all fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import lru_cache

from starforge.engine.action import Action
from starforge.games.policy import Decision, Pace
from starforge.games.shattered_reach.bot import player
from starforge.games.shattered_reach.bot.concert import orders_in_concert
from starforge.games.shattered_reach.bot.foresight import Foresight
from starforge.games.shattered_reach.bot.pilot import JudgedPlan, Orders, judged
from starforge.games.shattered_reach.model.actions import Back, Commit, EndFire, EndMovement, FlyAll, Select
from starforge.games.shattered_reach.model.state import Ship, War, hull_of
from starforge.games.shattered_reach.plans.volleys import suggested
from starforge.games.shattered_reach.rules.movement import can_move, step_action
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass

WORK = 480
"""How many moves are thought out for the orders of a turn, those of all ships in all that is played on."""
LEAST = 5
"""How often a war is played on at least."""
CAUTIONS = (0.0, 1.0, 2.0)
"""The cautions with which captains would fly beside the usual one."""
OTHERS = 5
"""How many other moves of a ship are tried."""


@dataclass(frozen=True, slots=True)
class FleetToMove:
    """A board and the seat whose fleet moves; equal when all that matters is, so that orders are thought out once.

    ``hurried`` says that there is no time from the start.
    """

    key: tuple[object, ...]
    seat: int
    hurried: bool
    board: Callable[[], War] = field(compare=False)
    pace: Pace = field(compare=False)


class FleetAdmiral:
    """Play for the fleet, not for each ship."""

    about = "thinks out orders for the whole fleet, two rounds on, and shares out its fire"
    explains = False

    def choose(self, at: Decision[War, WarView]) -> Action:
        kind = at.view.ask.kind if at.view.ask else ""
        if kind == "move":
            return _move(at)
        return fire(at.view) if kind == "fire" else player.captain(at)


def fire(view: WarView) -> Action:
    """Take the shot that the fleet had best take first."""
    best = next(iter(suggested(view)), None)
    if best is None:
        return EndFire()
    return best.actions[0] if best.ship == view.hand else Select(best.ship)


def _move(at: Decision[War, WarView]) -> Action:
    """Write the fleet's orders down, ship by ship, then have them carried out."""
    view = at.view
    assert view.seat is not None
    at.pace.best = Commit() if view.plan(view.hand) else EndMovement()
    key = (view.scenario, view.custom, view.turn, view.ships)
    orders = fleet_orders(FleetToMove(key, view.seat, at.pace.hurried, at.sample, at.pace))
    for number, steps in orders:
        plan = view.plan(number)
        made = plan.steps if plan else ()
        if made == steps:
            continue
        if number != view.hand:
            return Select(number)
        if made != steps[: len(made)]:
            return Back()
        if step_action(steps[len(made)]) in view.legal:
            return step_action(steps[len(made)])
        return Commit()
    return _carry_out(view, [number for number, steps in orders if steps])


def _carry_out(view: WarView, planned: list[int]) -> Action:
    if FlyAll() in view.legal:
        return FlyAll()
    if not planned:
        return EndMovement()
    return Commit() if view.hand == planned[0] else Select(planned[0])


@lru_cache(8)
def fleet_orders(where: FleetToMove) -> Orders:
    """Return the best orders found within the budget, or until somebody hurries."""
    war = Foresight(where.board(), where.seat)
    values = _Values(war, max(LEAST, WORK // war.cost()), where.pace)
    for orders in _whole(war, where.seat):
        values.weigh(orders)
    s = war.start
    ships = sorted(filter(can_move, s.fleet(where.seat)), key=lambda ship: (-hull_of(ship).cost, ship.id))
    others = {ship.id: _others(s, ship) for ship in ships} if values.rest else {}
    for place in range(OTHERS if others else 0):
        for ship in ships:
            if place < len(others[ship.id]):
                steps = others[ship.id][place].steps
                values.weigh(tuple((n, steps if n == ship.id else old) for n, old in values.best))
    return tuple(sorted(values.best, key=lambda order: not order[1]))


class _Values:
    """Weigh orders, each once, until the budget is used up or somebody hurries; ``best`` are the best so far."""

    def __init__(self, war: Foresight, rest: int, pace: Pace) -> None:
        self.best: Orders = ()
        self.rest = rest
        self._war, self._pace = war, pace
        self._found: dict[Orders, float] = {}

    def weigh(self, orders: Orders) -> None:
        if orders in self._found or not self.rest:
            return
        self._found[orders] = self._war.value(orders)
        if not self.best or self._found[orders] > self._found[self.best]:
            self.best = orders
        self.rest = 0 if self._pace.hurried else self.rest - 1


def _whole(war: Foresight, seat: int) -> Iterator[Orders]:
    """Give orders for all ships: those of captains of different caution, and those in concert."""
    yield war.captains_orders()
    yield orders_in_concert(war.start, seat)
    for caution in CAUTIONS:
        yield war.captains_orders(caution)


def _others(s: War, ship: Ship) -> list[JudgedPlan]:
    """Return promising moves of a ship that differ, the best first."""
    found: list[JudgedPlan] = []
    for one in sorted(judged(s, ship), key=lambda one: -one.value):
        if all(_differ(one, other) for other in found):
            found.append(one)
            if len(found) == OTHERS:
                break
    return found


def _differ(one: JudgedPlan, other: JudgedPlan) -> bool:
    a, b = one.end, other.end
    return abs(a.q - b.q) + abs(a.r - b.r) + (a.heading != b.heading) >= 2
