"""How a ship flies: the steps of a move, what each needs, and where they lead, up to whatever ends the move.

Until then a move touches nothing but the ship that makes it, so a plan can be traced on the board as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.rules import Refusal
from starforge.games.shattered_reach.model.catalogue import TURNING, Hull, hulls
from starforge.games.shattered_reach.model.state import MovePlan, Ship, War, body, chart, goals, scenario

STEPS = ("forward", "slow", "left", "right", "drift")
SIXTHS = {"left": 5, "right": 1}
RAM, TURN_RAM, EDGE, PLANET, GOAL = "ram", "turn-ram", "edge", "planet", "goal"
Trail = list[tuple[int, int, int, str]]
"""What a move passes through: bow, heading, and the step or drift that led there."""


def start(ship: Ship) -> MovePlan:
    return MovePlan(ship.q, ship.r, ship.heading, ship.velocity, 0 if ship.numb else hulls()[ship.card].speed)


def refuse(ship: Ship, p: MovePlan, step: str) -> Refusal | None:
    """Return why a plan cannot go on with a step, None if it can (SR-M4 to SR-M10)."""
    if p.stop:
        return _ENDED[p.stop]
    return _refuse_step(hulls()[ship.card].speed, p, step) if step in STEPS else _refuse_pivot(ship, p, step)


def possible(ship: Ship, p: MovePlan) -> tuple[str, ...]:
    """Return the steps that a plan can go on with, pivots apart."""
    if p.stop:
        return ()
    return _possible((hulls()[ship.card].speed, p.velocity, p.mp, p.since, p.gone, p.turned))


@lru_cache(16384)
def _possible(pace: tuple[int, int, int, int, int, bool]) -> tuple[str, ...]:
    speed, velocity, mp, since, gone, turned = pace
    p = MovePlan(velocity=velocity, mp=mp, since=since, gone=gone, turned=turned)
    return tuple(step for step in STEPS if _refuse_step(speed, p, step) is None)


def _refuse_step(speed: int, p: MovePlan, step: str) -> Refusal | None:
    if step == "forward":
        return _refuse_forward(p.velocity, p.mp, speed)
    if step in ("left", "right"):
        return _refuse_turn(p.velocity, p.mp, p.since, p.velocity - p.gone, p.turned)
    if step == "slow" and p.mp < 1:
        return _NO_MP
    return None if p.velocity > p.gone else _NO_DRIFT[step]


_RAMMED = Refusal("The move ends with a ram; take a step back to plan another.", "SR-M3")
_ENDED = {
    RAM: _RAMMED,
    TURN_RAM: _RAMMED,
    EDGE: Refusal("The move ends off the map; take a step back to plan another.", "SR-M3"),
    PLANET: Refusal("The move ends in a planet; take a step back to plan another.", "SR-M3"),
    GOAL: Refusal("The ship stops on the objective; take a step back to plan another.", "SR-M3"),
}
_NO_MP = Refusal("Slowing down takes 1 MP, and none is left.", "SR-M5")
_NO_DRIFT = {
    "slow": Refusal("There is no drift left in this move.", "SR-M5"),
    "drift": Refusal("There is no drift left in this move.", "SR-M10"),
}


@lru_cache(4096)
def _refuse_forward(velocity: int, mp: int, speed: int) -> Refusal | None:
    if velocity >= speed:
        return Refusal(f"Its velocity is {velocity}, and that is its speed: it cannot go faster.", "SR-M4")
    return None if mp >= 1 else Refusal("A hex forward takes 1 MP, and none is left.", "SR-M4")


@lru_cache(16384)
def _refuse_turn(velocity: int, mp: int, since: int, drift: int, turned: bool) -> Refusal | None:
    cost, hexes = TURNING[velocity]
    if mp < cost:
        return Refusal(f"At velocity {velocity} a turn takes {cost} MP, and it has {mp} left.", "SR-M6")
    missing = 0 if turned else hexes - since
    if missing > drift:
        return Refusal(
            f"At velocity {velocity} it must travel {hexes} before a turn; it has travelled {since} and has {drift} of "
            "drift left.",
            "SR-M7",
        )
    return None


def _refuse_pivot(ship: Ship, p: MovePlan, step: str) -> Refusal | None:
    place = int(step.removeprefix("pivot:"))
    if not 0 <= place < hulls()[ship.card].length:
        return Refusal(f"It has {hulls()[ship.card].length} hexes, counted from 0 at the bow.", "SR-M12")
    if any(made.startswith("pivot") or made in ("left", "right") for made in p.steps):
        return Refusal("The pivot is chosen once in a move, before its first turn.", "SR-M12")
    return Refusal("It turns about its bow anyway.", "SR-M12") if place == 0 else None


def take(s: War, ship: Ship, p: MovePlan, step: str, trail: Trail | None = None) -> None:
    """Add a step that is not refused to a plan."""
    p.steps.append(step)
    if step == "forward":
        p.mp -= 1
        p.velocity += 1
        _travel(s, ship, p, step, trail)
    elif step == "slow":
        p.mp -= 1
        p.velocity -= 1
    elif step == "drift":
        _travel(s, ship, p, step, trail)
    elif step in SIXTHS:
        _turn(s, ship, p, step, trail)
    else:
        p.pivot = int(step.removeprefix("pivot:"))


def coast(s: War, ship: Ship, p: MovePlan, trail: Trail | None = None) -> None:
    """Travel what is left of the drift (SR-M9)."""
    while p.velocity > p.gone and not p.stop:
        _travel(s, ship, p, "coast", trail)


def drifts_into_ship(s: War, ship: Ship) -> bool:
    """Return whether a ship that only drifts would run into another."""
    cells, open_hexes = s.cells, chart(s).open
    dq, dr = hx.STEPS[ship.heading]
    q, r = ship.q, ship.r
    for _ in range(ship.velocity):
        q, r = at = q + dq, r + dr
        if cells.get(hx.pack(at), ship.id) != ship.id:
            return True
        if at not in open_hexes:
            return False
    return False


def trace(s: War, ship: Ship, steps: Iterable[str], trail: Trail | None = None) -> MovePlan:
    """Return the plan of the given steps, as many of them as are possible on the board as it is."""
    p = start(ship)
    for step in steps:
        if refuse(ship, p, step) is not None:
            break
        take(s, ship, p, step, trail)
    return p


def _travel(s: War, ship: Ship, p: MovePlan, step: str, trail: Trail | None) -> None:
    """Go one hex straight ahead, or stop the plan at what is there."""
    dq, dr = hx.STEPS[p.heading]
    at = p.q + dq, p.r + dr
    if s.cells.get(hx.pack(at), ship.id) != ship.id:
        p.stop, p.facing = RAM, p.heading
        return
    p.q, p.r = at
    p.gone += 1
    p.since += 1
    p.turned = False
    if trail is not None:
        trail.append((*at, p.heading, step))
    if at not in chart(s).open:
        p.stop = meet(s, hulls()[ship.card], (at,))


def _turn(s: War, ship: Ship, p: MovePlan, step: str, trail: Trail | None) -> None:
    """Drift the hexes that are missing before the turn, then turn, or stop the plan at what is there."""
    hull = hulls()[ship.card]
    cost, hexes = TURNING[p.velocity]
    for _ in range(0 if p.turned else hexes - p.since):
        _travel(s, ship, p, "drift", trail)
        if p.stop:
            return
    p.mp -= cost
    p.facing = (p.heading + SIXTHS[step]) % 6
    if hull.length == 1:
        p.heading, p.since, p.turned = p.facing, 0, True
        if trail is not None:
            trail.append((p.q, p.r, p.heading, step))
        return
    q, r = swung(p.q, p.r, p.heading, p.facing, p.pivot)
    before = body(p.q, p.r, p.heading, hull.length)
    entered = [at for at in body(q, r, p.facing, hull.length) if at not in before]
    if any(s.cells.get(hx.pack(at), ship.id) != ship.id for at in entered):
        p.stop = TURN_RAM
        return
    p.q, p.r, p.heading, p.since, p.turned = q, r, p.facing, 0, True
    if trail is not None:
        trail.append((q, r, p.heading, step))
    p.stop = meet(s, hull, entered)


def swung(q: int, r: int, heading: int, facing: int, pivot: int) -> Hex:
    """Return the bow of a ship after it has turned about the hex ``pivot`` behind the bow (SR-M12)."""
    return hx.step(hx.step((q, r), heading, -pivot), facing, pivot)


def meet(s: War, hull: Hull, entered: Iterable[Hex]) -> str:
    """Return what a ship meets in the hexes it enters: the map's edge, a planet, an objective, or nothing (SR-M13)."""
    field = chart(s)
    found = ""
    for at in entered:
        if at not in field.hexes:
            return EDGE
        if at in field.planets:
            if not stops_on(s, hull, at):
                return PLANET
            found = GOAL
    return found


def stops_on(s: War, hull: Hull, at: Hex) -> bool:
    """Return whether a planet is an objective that a ship of this type stops on (SR-V2, SR-V4)."""
    if at not in goals(s):
        return False
    return hull is hulls()["bristlemaw"] if scenario(s).victory == "devour" else not hull.fighter
