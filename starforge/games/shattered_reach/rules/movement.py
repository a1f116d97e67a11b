"""The movement phase: planning ship by ship, committing, and the drift of what was not moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Ask, clone
from starforge.games.shattered_reach.model.actions import (
    Back,
    Cancel,
    Commit,
    Concede,
    Confirm,
    DriftHex,
    Earlier,
    EndMovement,
    FlyAll,
    Forward,
    Pivot,
    PlanMove,
    Select,
    Slow,
    TurnLeft,
    TurnRight,
)
from starforge.games.shattered_reach.model.state import MovePlan, Ship, War, hull_of, rulings, works
from starforge.games.shattered_reach.rules import flight, orders
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.ops import op

ASK = Ask("move")


STEPS: dict[str, type[Action]] = {
    "forward": Forward,
    "slow": Slow,
    "left": TurnLeft,
    "right": TurnRight,
    "drift": DriftHex,
}


def step_action(step: str) -> Action:
    """Return the action that adds a step to a plan."""
    return Pivot(int(step.removeprefix("pivot:"))) if step.startswith("pivot") else STEPS[step]()


class _Selects(dict[int, Select]):
    def __missing__(self, number: int) -> Select:
        made = Select(number)
        if len(self) < 1024:
            self[number] = made
        return made


SELECT = _Selects()
"""The actions that take a ship in hand, by its number; actions are never changed, so they can be shared."""
_PIVOTS = tuple(Pivot(n) for n in range(5))
_BACK, _COMMIT, _EARLIER, _FLY_ALL = Back(), Commit(), Earlier(), FlyAll()
_END, _CONCEDE = EndMovement(), Concede()


def can_move(ship: Ship) -> bool:
    """Return whether a ship may still be moved this round (SR-R1, SR-R3, SR-F8)."""
    return not (ship.moved or ship.wreck or ship.hulk or ship.numb)


def can_drift(s: War, ship: Ship) -> bool:
    """Return whether an inoperable ship may be let drift before the end of movement (SR-F8)."""
    return ship.numb and ship.velocity > 0 and not (ship.moved or ship.wreck or ship.hulk) and rulings(s)


def _offer_ships(s: War, seat: int) -> list[Action]:
    chosen = s.players[seat].chosen
    return [SELECT[ship.id] for ship in s.fleet(seat) if ship.id != chosen and (can_move(ship) or can_drift(s, ship))]


def check_own(s: War, seat: int, number: int) -> Refusal | None:
    """Return why a ship is not one that the seat may take in hand."""
    ship = s.ships.get(number)
    if ship is None or ship.seat != seat:
        return Refusal("You have no ship of that number.", "SR-R1")
    return Refusal("That ship is in hand already.", "SR-R1") if number == s.players[seat].chosen else None


def _check_select(s: War, seat: int, a: Select) -> Refusal | None:
    refusal = check_own(s, seat, a.ship)
    if refusal is None and not (can_move(s.ships[a.ship]) or can_drift(s, s.ships[a.ship])):
        ship = s.ships[a.ship]
        if ship.numb and works(ship) and not ship.moved:
            return Refusal("It is inoperable this round.", "SR-F8") if ship.velocity else _STANDS
        return Refusal("It moves no more." if not works(ship) else "It has moved this round.", "SR-R1")
    return refusal


def _do_select(s: War, seat: int, a: Select) -> None:
    take_in_hand(s, seat, s.ships[a.ship])
    s.asks[seat] = ASK


def take_in_hand(s: War, seat: int, ship: Ship) -> None:
    """Let a seat plan a ship's move; the plan made so far is kept."""
    s.players[seat].chosen = ship.id
    alone = len(s.plans) < 2 and 0 < s.rules < 6  # games begun by rules 5 go on as they were
    plan, board = s.plans.get(ship.id), s if alone else orders.board_for(s, ship.id)
    there = board.ships[ship.id]
    if plan is None or not plan.steps:
        if plan is None or (plan.q, plan.r, plan.velocity) != (there.q, there.r, there.velocity):
            s.plans[ship.id] = flight.start(there)
    elif orders.chained(s):
        s.plans[ship.id] = flight.trace(board, there, plan.steps)


def _plan(s: War, seat: int) -> tuple[Ship, MovePlan]:
    number = s.players[seat].chosen
    return s.ships[number], s.plans[number]


def _step_rule(step: str) -> Rule[War]:
    def check(s: War, seat: int, a: Action) -> Refusal | None:
        return _refuse(s, seat, step)

    def do(s: War, seat: int, a: Action) -> None:
        _extend(s, seat, step)

    return Rule(STEPS[step], only(STEPS[step]), check, do)


def _refuse(s: War, seat: int, step: str) -> Refusal | None:
    ship, p = _plan(s, seat)
    return _INOPERABLE if ship.numb else flight.refuse(ship, p, step)


_STANDS = Refusal("It is inoperable this round and stands still.", "SR-F8")
_INOPERABLE = Refusal("It is inoperable this round: it only drifts.", "SR-F8")


def _extend(s: War, seat: int, step: str) -> None:
    ship, p = _plan(s, seat)
    if not p.steps:
        s.plans[ship.id] = s.plans.pop(ship.id)  # a plan takes its place in the order when it is begun
    flight.take(orders.board_for(s, ship.id), ship, p, step)
    s.fresh = False
    s.asks[seat] = ASK


def _offer_pivots(s: War, seat: int) -> tuple[Pivot, ...]:
    return _PIVOTS[1 : hull_of(s.ships[s.players[seat].chosen]).length]


def _check_pivot(s: War, seat: int, a: Pivot) -> Refusal | None:
    return _refuse(s, seat, f"pivot:{a.hex}")


def _do_pivot(s: War, seat: int, a: Pivot) -> None:
    _extend(s, seat, f"pivot:{a.hex}")


def _check_back(s: War, seat: int, a: Back) -> Refusal | None:
    return None if _plan(s, seat)[1].steps else Refusal("Nothing is planned for this ship.", "SR-M3")


def _do_back(s: War, seat: int, a: Back) -> None:
    ship, p = _plan(s, seat)
    _replan(s, ship, p.steps[:-1])
    s.asks[seat] = ASK


def _replan(s: War, ship: Ship, steps: Sequence[str]) -> None:
    """Give a plan other steps; one without any stands after all others (SR-M14)."""
    s.plans[ship.id] = orders.whole(s, ship, steps)
    if not steps:
        s.plans[ship.id] = orders.whole(s, ship, ())


def _do_commit(s: War, seat: int, a: Commit) -> None:
    ship, p = _plan(s, seat)
    del s.plans[ship.id]
    s.learned += 1
    s.fresh = False
    rammed = fly(s, ship, p.steps)
    orders.retrace(s)
    if rammed:
        for number in s.plans.keys() - orders.planned(s):
            s.plans[number] = flight.start(s.ships[number])
    push(s, ("go-on-moving", seat))


def _check_planned(s: War, seat: int, a: FlyAll) -> Refusal | None:
    return None if len(orders.planned(s)) > 1 else Refusal("Fewer than two moves are planned.", "SR-M14")


def _do_planned(s: War, seat: int, a: FlyAll) -> None:
    s.learned += 1
    s.fresh = False
    orders.carry_out(s)
    s.plans.clear()
    push(s, ("go-on-moving", seat))


def _check_course(s: War, seat: int, a: PlanMove) -> Refusal | None:
    ship = s.ships.get(a.ship)
    refusal = None if a.ship == s.players[seat].chosen else _check_select(s, seat, Select(a.ship))
    if refusal or ship is None:
        return refusal
    wrong = next((step for step in a.steps if step not in STEPS and not re.fullmatch(r"pivot:[0-4]", step)), None)
    if wrong:
        return Refusal(f"There is no step {wrong!r}; there are: {', '.join(STEPS)}, pivot:1.", "SR-M3")
    if a.steps and ship.numb:
        return _INOPERABLE
    p = orders.whole(s, ship, a.steps)
    return flight.refuse(ship, p, a.steps[len(p.steps)]) if len(p.steps) < len(a.steps) else None


def _do_course(s: War, seat: int, a: PlanMove) -> None:
    if a.ship in s.plans and not s.plans[a.ship].steps:
        del s.plans[a.ship]
    _replan(s, s.ships[a.ship], a.steps)
    s.players[seat].chosen = a.ship
    s.fresh = False
    s.asks[seat] = ASK


def _check_earlier(s: War, seat: int, a: Earlier) -> Refusal | None:
    order = orders.planned(s)
    if s.players[seat].chosen not in order:
        return Refusal("Nothing is planned for this ship.", "SR-M14")
    return Refusal("Its plan is the first already.", "SR-M14") if s.players[seat].chosen == order[0] else None


def _do_earlier(s: War, seat: int, a: Earlier) -> None:
    orders.advance(s, s.players[seat].chosen)
    take_in_hand(s, seat, s.ships[s.players[seat].chosen])
    s.asks[seat] = ASK


def _do_end(s: War, seat: int, a: EndMovement) -> None:
    s.learned += 1
    push(s, ("drift-rest", seat))


@op("move your ships")
def move_turn(s: War, seat: int) -> None:
    """Let a seat move, or let its ships drift when it can do nothing (SR-R1)."""
    s.phase, s.fresh = "move", True
    s.players[seat].chosen = -1
    push(s, ("go-on-moving", seat))


@op("go on moving")
def go_on_moving(s: War, seat: int) -> None:
    """Ask for the next ship; when none can be moved, the rest drifts."""
    p = s.players[seat]
    waiting = [] if p.conceded else [ship.id for ship in s.fleet(seat) if can_move(ship)]
    if not waiting:
        push(s, ("drift-rest", seat))
        return
    if p.chosen < 0:
        s.emit("turn-begun", seat=seat, phase="move")
    number = p.chosen if p.chosen in waiting else next((n for n in waiting if n > p.chosen), waiting[0])
    take_in_hand(s, seat, s.ships[number])
    s.asks[seat] = ASK


@op("drift")
def drift_rest(s: War, seat: int) -> None:
    """Let all that was not moved drift: first always the first ship whose path meets no other (SR-M11)."""
    s.plans.clear()
    s.players[seat].chosen = -1
    drifting = [ship for ship in s.fleet(seat) if _drifts(ship)]
    while drifting:
        first = next((n for n, ship in enumerate(drifting) if not flight.drifts_into_ship(s, ship)), 0)
        if fly(s, drifting.pop(first), ()):
            drifting = [ship for ship in drifting if ship.id in s.ships and _drifts(ship)]


def foresee(s: War, seat: int, a: Action) -> list[Event]:
    """Return what would happen if a seat ended its movement, or carried out one plan or all: tried on a copy."""
    s = clone(s)
    s.events = []
    if isinstance(a, Commit):
        ship, p = _plan(s, seat)
        fly(s, ship, p.steps)
    elif isinstance(a, FlyAll):
        orders.carry_out(s)
    if isinstance(a, EndMovement) or not any(can_move(ship) for ship in s.fleet(seat)):
        drift_rest(s, seat)
    return s.events


def _drifts(ship: Ship) -> bool:
    """Return whether a ship has yet to drift; one that stands still has then moved."""
    if ship.moved or not works(ship):
        return False
    ship.moved = not ship.velocity
    return not ship.moved


def fresh_only(s: War, seat: int, a: Action) -> Refusal | None:
    """Return why a seat cannot concede now: it has begun its turn."""
    return None if s.fresh else Refusal("Concede at the start of a turn, before you plan, move or fire.", "SR-V5")


def ask_to_concede(s: War, seat: int, a: Concede) -> None:
    """Ask whether the seat means it."""
    s.asks[seat] = Ask("concede")


def _again(s: War, seat: int, a: Cancel) -> None:
    s.asks[seat] = Ask(s.phase)


def _do_concede(s: War, seat: int, a: Confirm) -> None:
    s.players[seat].conceded = True
    s.learned += 1
    s.emit("conceded", seat=seat)
    push(s, ("give-up", seat))


CONCEDE: Rule[War] = Rule(Concede, only(Concede), fresh_only, ask_to_concede)
RULES = {
    "move": (
        *map(_step_rule, STEPS),
        Rule(Pivot, _offer_pivots, _check_pivot, _do_pivot),
        Rule(PlanMove, lambda s, seat: (), _check_course, _do_course),
        Rule(Back, only(Back), _check_back, _do_back),
        Rule(Commit, only(Commit), always, _do_commit),
        Rule(Earlier, only(Earlier), _check_earlier, _do_earlier),
        Rule(FlyAll, only(FlyAll), _check_planned, _do_planned),
        Rule(Select, _offer_ships, _check_select, _do_select),
        Rule(EndMovement, only(EndMovement), always, _do_end),
        CONCEDE,
    ),
    "concede": (Rule(Confirm, only(Confirm), always, _do_concede), Rule(Cancel, only(Cancel), always, _again)),
}


@lru_cache
def _actions(steps: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(STEPS[step]() for step in steps)


def allowed(s: War, seat: int) -> list[Action]:
    hand = s.players[seat].chosen
    ship, p = s.ships[hand], s.plans[hand]
    found = list(_actions(flight.possible(ship, p))) if not ship.numb else []
    if hull_of(ship).length > 1:
        found += [a for a in _offer_pivots(s, seat) if _check_pivot(s, seat, a) is None]
    if p.steps:
        found.append(_BACK)
    found.append(_COMMIT)
    order = [number for number, plan in s.plans.items() if plan.steps] if len(s.plans) > 1 else ()
    if len(order) > 1:
        found += (_EARLIER, _FLY_ALL) if p.steps and order[0] != hand else (_FLY_ALL,)
    # can_move written out: this list is the longest, and asked for before every step
    found += [
        SELECT[other.id]
        for other in s.fleet(seat)
        if not (other.moved or other.wreck or other.hulk or other is ship or (other.numb and not can_drift(s, other)))
    ]
    found.append(_END)
    return [*found, _CONCEDE] if s.fresh else found
