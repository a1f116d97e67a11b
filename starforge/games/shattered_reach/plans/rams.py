"""Rams on purpose: how a ship can run into another, at which velocities, and what both would suffer."""

from __future__ import annotations

from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.games.shattered_reach.model.state import War, hexes_of, hull_of, title_of, works
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach, without_fellows
from starforge.games.shattered_reach.rules.orders import after, board_for
from starforge.games.shattered_reach.view.build import show_plan
from starforge.games.shattered_reach.view.types import PlanView, WarView, name


class Ram(NamedTuple):
    """Hold a move that ends with a ram, and where its plan leads."""

    move: Arrival
    plan: PlanView


def ways_to_ram(reach: ShipReach, target: int) -> tuple[Arrival, ...]:
    """Return for each velocity at which a ship can run into another the cheapest move that does, the slowest first."""
    best: dict[int, Arrival] = {}
    for one in sorted(reach.rams.get(target, ()), key=lambda one: (one.cost, one.slowed)):
        if one.velocity:
            best.setdefault(one.velocity, one)
    return tuple(best[speed] for speed in sorted(best))


def best_ram(reach: ShipReach, target: int, speed: int | None = None) -> Ram | None:
    """Return the ram at a velocity, else the fastest that the ship survives, or where it survives none the fastest.

    Nothing is left to chance in a ram (SR-X2), so what its plan shows is what will be.
    """
    ways = [one for one in ways_to_ram(reach, target) if speed in (None, one.velocity)]
    if not ways:
        return None
    left = reach.ship.hull + reach.ship.shields
    lived = [one for one in ways if _suffered(reach.s, one) < left]
    move = (lived or ways)[-1]
    return Ram(move, show_plan(reach.s, reach.ship, move.steps))


def _suffered(s: War, one: Arrival) -> int:
    """Return the damage that a ram does to the ship itself, if it runs into all that it could (SR-X2)."""
    return sum(hull_of(s.ships[number]).ram * one.velocity for number in one.clash.targets) if one.clash else 0


def ram_words(reach: ShipReach, ram: Ram) -> str:
    """Return what a ram costs, and what it does to both, in words."""
    told = [f"{ram.move.cost} MP, velocity {ram.move.velocity}"]
    for one in ram.plan.rams:
        target = reach.s.ships[one.target]
        who, left = title_of(target), target.hull + target.shields
        moved = "is pushed" if one.pushed else "stays"
        told.append(
            f"{who} takes {one.dealt} of {left} and {moved}" if one.dealt < left else _end(who, one.dealt, left)
        )
    suffered, left = sum(one.taken for one in ram.plan.rams), reach.ship.hull + reach.ship.shields
    told.append(f"you take {suffered} of {left}" if suffered < left else _end("your ship", suffered, left))
    if ram.plan.lost and suffered < left:
        told.append("then your ship is lost where it comes to")
    return "; ".join(told)


def _end(who: str, damage: int, left: int) -> str:
    return f"{who} is destroyed ({damage} damage to {left})"


def can_ram(reach: ShipReach) -> frozenset[int]:
    """Return the ships of others that a ship can run into to any effect (SR-X8)."""
    s = reach.s
    team = s.players[reach.ship.seat].team
    foes = (s.ships[n] for n in reach.rams if s.players[s.ships[n].seat].team != team)
    return frozenset(foe.id for foe in foes if not foe.wreck and ways_to_ram(reach, foe.id))


class Menace(NamedTuple):
    """A foe that could run into a ship: the highest velocity at which it could, and the damage that it then deals."""

    foe: int
    speed: int
    dealt: int


def menaces(view: WarView, number: int) -> tuple[Menace, ...]:
    """Return by which foes a ship could be rammed before anybody fires, where the plans of its seat lead; worst first.

    Ships without a plan drift. None of the foes is in another's way, since any can move first.
    """
    if view.seat is None or view.phase != "move":
        return ()
    s = _moved(view, view.seat)
    ship, team, found = s.ships.get(number), s.players[view.seat].team, list[Menace]()
    if ship is None or ship.wreck:
        return ()
    foes = [one for one in s.ships.values() if s.players[one.seat].team != team and not one.moved and works(one)]
    cells, filled = s.cells, hexes_of(ship)
    for foe in foes:
        if min(hx.distance((foe.q, foe.r), at) for at in filled) <= hull_of(foe).speed + hull_of(foe).length:
            s.cells = without_fellows(s, foe)
            speed = max((one.velocity for one in ShipReach(s, foe).rams.get(number, ())), default=0)
            s.cells = cells
            found += [Menace(foe.id, speed, hull_of(foe).ram * speed)] if speed else []
    return tuple(sorted(found, key=lambda one: (-one.dealt, one.foe)))


def _moved(view: WarView, seat: int) -> War:
    """Return the board after all moves of a seat: those that are planned, then the others, which drift."""
    s, done = board_for(board(view), -1), {plan.ship for plan in view.plans if plan.steps}
    for number in [one.id for one in s.fleet(seat) if not one.moved and one.id not in done]:
        s = after(s, number, ())
    return s


def menace_words(view: WarView, number: int) -> str:
    """Return by which foes a ship could be rammed in words, '' for by none."""
    told = [f"{name(view, one.foe)} at velocity {one.speed}: {one.dealt} damage" for one in menaces(view, number)]
    return f"could be rammed by {'; '.join(told)}" if told else ""
