"""What is hidden from whom - fleets being built, deployments, plans - and how it is made anew at random."""

from __future__ import annotations

from starforge.engine.rng import Rng
from starforge.games.shattered_reach.model.actions import Buy
from starforge.games.shattered_reach.model.catalogue import roster
from starforge.games.shattered_reach.model.state import (
    Ship,
    War,
    allied,
    hull_of,
    lift,
    packed_hexes_of,
    put,
    side_of,
)
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.building import buy, check_buy
from starforge.games.shattered_reach.rules.deployment import free_berths
from starforge.games.shattered_reach.rules.movement import can_move, take_in_hand


def hidden(s: War, seat: int | None) -> dict[str, list[str]]:
    """Return by zone what a seat cannot know."""
    others = [n for n in range(len(s.players)) if n != seat]
    foes = [n for n in others if seat is None or not allied(s, seat, n)]
    deploying = [ship for n in foes for ship in s.fleet(n) if ship.placed] if s.phase == "deploy" else []
    return {
        "fleets": [slug for n in others for slug in s.players[n].fleet],
        "places": [f"{ship.id}@{ship.q},{ship.r},{ship.heading}" for ship in deploying],
        "plans": [
            f"{n}:{','.join(plan.steps)}" for n, plan in s.plans.items() if plan.steps and s.ships[n].seat != seat
        ],
    }


def redeal(s: War, seat: int | None, rng: Rng) -> None:
    """Make anew at random all that a seat cannot know, and nothing that it can."""
    for n in range(len(s.players)):
        if n == seat:
            continue
        if s.phase == "build":
            _rebuild(s, n, rng)
        elif s.phase == "deploy" and (seat is None or not allied(s, seat, n)):
            _redeploy(s, n, rng)
        elif s.phase == "move" and n in s.asks:
            _replan(s, n, rng)
    s.rng = rng


def _rebuild(s: War, seat: int, rng: Rng) -> None:
    """Buy another fleet: of one ship at least when the seat has committed."""
    p, side = s.players[seat], side_of(s, seat)
    p.purse, p.fleet = side.points(), [side.free] if side.free else []
    while not (p.fleet or seat in s.asks) or rng.below(12):
        choices = [slug for slug in roster(p.faction) if check_buy(s, seat, Buy(slug)) is None]
        if not choices:
            break
        buy(p, choices[rng.below(len(choices))])


def _redeploy(s: War, seat: int, rng: Rng) -> None:
    """Place the fleet elsewhere: all of it when the seat has committed; leave it as it was if it does not fit."""
    p, fleet = s.players[seat], list(s.fleet(seat))
    count = rng.below(len(fleet) + 1) if seat in s.asks else len(fleet)
    before = [(ship, ship.placed, ship.q, ship.r, ship.heading) for ship in fleet]
    if not _scatter(s, fleet, count, rng):
        _clear(s, fleet)
        for ship, placed, *where in before:
            ship.q, ship.r, ship.heading = where
            if placed:
                put(s, ship)
    p.chosen = next((ship.id for ship in fleet if not ship.placed), -1)
    p.heading = rng.below(6)


def _clear(s: War, fleet: list[Ship]) -> None:
    for ship in fleet:
        if ship.placed:
            lift(s, ship)
        ship.q = ship.r = ship.heading = 0


def _scatter(s: War, fleet: list[Ship], count: int, rng: Rng) -> bool:
    """Place so many of a fleet at random, the longest first; return whether all found a place."""
    for _ in range(10):
        _clear(s, fleet)
        longest = sorted(fleet, key=lambda ship: -hull_of(ship).length)
        if all(_berth(s, ship, rng) for ship in longest[:count]):
            return True
    return False


def _berth(s: War, ship: Ship, rng: Rng) -> bool:
    first = rng.below(6)
    for n in range(6):
        heading = (first + n) % 6
        free = list(free_berths(s, ship.seat, ship, heading))
        if free:
            at = free[rng.below(len(free))]
            ship.q, ship.r, ship.heading = at.q, at.r, heading
            put(s, ship)
            return True
    return False


def _replan(s: War, seat: int, rng: Rng) -> None:
    """Plan other moves; a seat that is making up its mind to concede plans none."""
    if s.asks[seat].kind != "move":
        return
    s.plans.clear()
    able = [ship for ship in s.fleet(seat) if can_move(ship)]
    for ship in able:
        steps = [flight.STEPS[rng.below(len(flight.STEPS))] for _ in range(rng.below(4))]
        plan = flight.trace(s, ship, steps)
        if plan.steps:
            s.plans[ship.id] = plan
    s.fresh = s.fresh and not s.plans
    take_in_hand(s, seat, able[rng.below(len(able))])


def misplaced(s: War) -> int:
    """Return how many hexes are noted as filled and are not, or the reverse, and fleets that are not as remembered."""
    filled = {at: ship.id for ship in s.ships.values() if ship.placed for at in packed_hexes_of(ship)}
    wrong = sum(filled.get(at) != s.cells.get(at) for at in filled.keys() | s.cells.keys())
    remembered = [s.fleet(seat) for seat in range(len(s.players))]
    return wrong + (remembered != list(s.count_fleets().values()))
