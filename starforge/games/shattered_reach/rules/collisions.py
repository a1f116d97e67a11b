"""What happens where a move ends: rams and pushes, hazards, landings, and damage of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.state import (
    MovePlan,
    Ship,
    War,
    body,
    chart,
    hexes_of,
    hull_of,
    lift,
    named,
    put,
    remove,
    rulings,
    scenario,
    title_of,
)
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.flight import EDGE, GOAL, PLANET, RAM, TURN_RAM


def fly(s: War, ship: Ship, steps: Iterable[str]) -> bool:
    """Move a ship: its steps, the rest of its drift, and whatever ends the move (SR-M9); return whether it rammed."""
    trail: flight.Trail = []
    start = (ship.q, ship.r, ship.heading)
    p = flight.trace(s, ship, steps, trail)
    flight.coast(s, ship, p, trail)
    lift(s, ship)
    ship.q, ship.r, ship.heading, ship.velocity, ship.moved = p.q, p.r, p.heading, p.velocity, True
    if p.stop in (EDGE, PLANET):
        remove(s, ship)
    else:
        put(s, ship)
    path = [(q, r, heading) for q, r, heading, _ in trail]
    s.emit("flown", **named(ship), start=start, path=path, velocity=ship.velocity, stop=p.stop)
    if p.stop == RAM:
        _ram_ahead(s, ship)
    elif p.stop == TURN_RAM:
        _ram_turning(s, ship, p)
    else:
        arrive(s, ship, p.stop)
    return p.stop in (RAM, TURN_RAM)


def arrive(s: War, ship: Ship, met: str) -> None:
    """Carry out what a ship met in the hexes that it has entered (SR-M2, SR-V2, SR-V4)."""
    if met in (EDGE, PLANET):
        s.emit("crashed", **named(ship), card=ship.card, into=met)
    elif met == GOAL:
        s.stamp += 1
        ship.landed, ship.velocity, ship.moved = s.stamp, 0, True
        if scenario(s).victory == "devour" and not (ship.wreck and rulings(s)):
            s.devoured = True
        s.emit("landed", **named(ship), card=ship.card)


def _ram_ahead(s: War, ship: Ship) -> None:
    """Run straight into a ship (SR-X1 to SR-X6)."""
    ahead = hx.step((ship.q, ship.r), ship.heading)
    target = s.ships[s.cells[hx.pack(ahead)]]
    length = hull_of(ship).length
    if _collide(s, ship, target, Impact(ship.velocity, ship.heading, body(*ahead, ship.heading, length))):
        _displace(s, ship, ahead, ship.heading)


def _ram_turning(s: War, ship: Ship, p: MovePlan) -> None:
    """Turn into one ship or several, the nearest to the pivot first; one that stays put fails the turn (SR-X7)."""
    speed = p.velocity - p.gone
    bow = flight.swung(p.q, p.r, p.heading, p.facing, p.pivot)
    after = body(*bow, p.facing, hull_of(ship).length)
    pivot = after[p.pivot]
    done = set()
    for at in sorted(after, key=lambda a: (hx.distance(a, pivot), after.index(a) > p.pivot)):
        target = s.ships.get(s.cells.get(hx.pack(at), -1))
        if target is None or target is ship or target.id in done:
            continue
        done.add(target.id)
        if not _collide(s, ship, target, Impact(speed, push_heading(p, after.index(at)), after)):
            return
    _displace(s, ship, bow, p.facing)


def push_heading(p: MovePlan, place: int) -> int:
    """Return where a turning ship pushes what it hits with the hex ``place`` behind its bow (SR-X7)."""
    right = p.facing == (p.heading + 1) % 6
    ahead = place < p.pivot
    return (p.heading + (2 if ahead else 5) if right else p.heading + (4 if ahead else 1)) % 6


def _displace(s: War, ship: Ship, bow: Hex, heading: int) -> None:
    """Let a ship that has pushed its way through fill its new hexes, and meet what is there (SR-M13)."""
    before = hexes_of(ship)
    lift(s, ship)
    ship.q, ship.r, ship.heading = *bow, heading
    met = flight.meet(s, hull_of(ship), [at for at in hexes_of(ship) if at not in before])
    put(s, ship)
    if met in (EDGE, PLANET):
        remove(s, ship)
    arrive(s, ship, met)


class Impact(NamedTuple):
    """How hard a ship rams, in which heading it pushes, and the hexes it fills if it gets through."""

    speed: int
    heading: int
    after: tuple[Hex, ...]


def _collide(s: War, ship: Ship, target: Ship, impact: Impact) -> bool:
    """Deal the damage of a ram, then push the target if it can be; return whether it was (SR-X2 to SR-X6)."""
    speed, heading, after = impact
    pushed = can_push(s, ship, target, heading, after)
    dealt, taken = hull_of(ship).ram * speed, hull_of(target).ram * speed
    data: dict[str, Any] = {
        "target": target.id,
        "target_name": title_of(target),
        "speed": speed,
        "dealt": dealt,
        "taken": taken,
    }
    s.emit("rammed", **named(ship), **data, pushed=pushed)
    hurt(s, target, dealt)
    hurt(s, ship, taken)
    ship.velocity = target.velocity = 0
    if pushed:
        lift(s, target)
        target.q, target.r = hx.step((target.q, target.r), heading)
        put(s, target)
    return pushed


def can_push(s: War, ship: Ship, target: Ship, heading: int, after: tuple[Hex, ...]) -> bool:
    """Return whether a ram moves its target; ``after`` are the hexes of the rammer if it does (SR-X3, SR-X5)."""
    if hull_of(ship).ram <= hull_of(target).ram:
        return False
    field, before = chart(s), hexes_of(target)
    shifted = [hx.step(at, heading) for at in before]
    if any(at in after for at in shifted):
        return False
    others = (ship.id, target.id)
    return all(
        at in field.hexes and at not in field.planets and s.cells.get(hx.pack(at), ship.id) in others
        for at in shifted
        if at not in before
    )


def hurt(s: War, ship: Ship, amount: int, ion: bool = False) -> None:
    """Damage a ship, its shields first (SR-F6); ion disables (SR-F8, SR-F9), and what is disabled for good breaks."""
    if ship.wreck or amount <= 0:
        return
    if ship.hulk:
        if not ion:
            _destroy(s, ship)
        return
    absorbed = min(ship.shields, amount)
    ship.shields -= absorbed
    through = min(amount - absorbed, ship.hull)
    ship.hull -= through
    s.emit("damaged", **named(ship), shields=absorbed, hull=through)
    if through and ion and ship.hull:
        ship.stung = True
        s.emit("stunned", **named(ship))
    elif ion and not ship.hull:
        ship.hulk, ship.velocity = s.turn, 0
        s.emit("disabled", **named(ship))
    elif not ship.hull:
        _destroy(s, ship)


def _destroy(s: War, ship: Ship) -> None:
    """Make a ship a wreck, which stays on the board until the end of the round (SR-R3)."""
    ship.wreck, ship.velocity, ship.hull = True, 0, 0
    s.plans.pop(ship.id, None)
    s.emit("destroyed", **named(ship), card=ship.card)
