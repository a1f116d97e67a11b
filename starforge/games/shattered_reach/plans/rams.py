"""Rams on purpose: how a ship can run into another, at which velocities, and what both would suffer."""

from __future__ import annotations

from typing import NamedTuple

from starforge.games.shattered_reach.model.state import War, hull_of, title_of
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach
from starforge.games.shattered_reach.view.build import show_plan
from starforge.games.shattered_reach.view.types import PlanView


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
