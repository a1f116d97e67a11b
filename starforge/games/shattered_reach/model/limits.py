"""What a war can be: the limits that hold in every game, which typed positions are held to."""

from __future__ import annotations

from collections.abc import Iterator

from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls, weapons
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Ship, War, chart, side_of, works

PHASES = {
    "faction": ("faction",),
    "build": ("build",),
    "deploy": ("deploy",),
    "move": ("move", "concede"),
    "fire": ("fire", "concede"),
    "over": (),
}
"""The phases, each with what is asked in it."""
Limit = tuple[str, int, int, int]
"""What a number belongs to, the least and the most that it can be, and what it is."""


def check_table(s: War) -> None:
    """Raise ValueError for a table that no game can come to; the ships are not looked at."""
    if not s.custom and s.scenario not in scenarios():
        raise ValueError(f"scenario: there is no {s.scenario!r}")
    seats = len(s.players)
    chart(s)
    if s.phase not in PHASES:
        raise ValueError(f"phase is one of {', '.join(PHASES)}, not {s.phase!r}")
    for seat, ask in s.asks.items():
        _check("asks: a seat", 0, seats - 1, seat)
        if ask.kind not in PHASES[s.phase]:
            raise ValueError(f"asks.{seat}: in the phase {s.phase!r} nobody is asked {ask.kind!r}")
    if s.phase in ("move", "fire") and len(s.asks) > 1:
        raise ValueError(f"asks: in the phase {s.phase!r} one seat is asked, not {len(s.asks)}")
    for limit in (("holder", 0, seats - 1, s.holder), ("rounds", 1, 1000, s.rounds), ("turn", 0, s.rounds, s.turn)):
        _check(*limit)
    for number, p in enumerate(s.players):
        _check(f"players.{number}.heading", 0, 5, p.heading)
        for slug in p.fleet:
            if slug not in hulls():
                raise ValueError(f"players.{number}.fleet: there is no ship {slug!r}")
        if p.faction not in ("", *FACTION_NAMES):
            raise ValueError(f"players.{number}.faction: there is no {p.faction!r}")
    for number, ship in s.ships.items():
        if ship.card not in hulls():
            raise ValueError(f"ships.{number}.card: there is no ship {ship.card!r}")
    _check_plans(s)


def check_seats(s: War) -> None:
    """Raise ValueError for players who cannot meet; their sides and factions are filled in."""
    if s.phase == "faction":
        return
    sides = [p.side for p in s.players]
    if sorted(sides) != list(range(len(sides))):
        raise ValueError(f"players: each has a side of their own from 0 to {len(sides) - 1}, not {sides}")
    for number, p in enumerate(s.players):
        if s.phase in ("build", "deploy") and not p.faction:
            raise ValueError(f"players.{number}.faction is missing")
        if s.phase == "build":
            _check_fleet(s, number)
            if number not in s.asks and not p.fleet:
                raise ValueError(f"players.{number} has committed its fleet, and there is no ship in it")
        if s.phase == "deploy" and number not in s.asks and not all(ship.placed for ship in s.fleet(number)):
            raise ValueError(f"players.{number} has committed its deployment, and has a ship that is not placed")
        if s.phase == "deploy" and not any(s.fleet(number)):
            raise ValueError(f"players.{number} has no ship to deploy")
        if p.chosen != -1 and p.chosen not in [ship.id for ship in s.fleet(number)]:
            raise ValueError(f"players.{number}.chosen: it has no ship {p.chosen}")


def _check_fleet(s: War, number: int) -> None:
    """Raise ValueError for a fleet that cannot be built, or a purse that it does not leave; fill an empty purse."""
    p, side = s.players[number], side_of(s, number)
    left, paid = side.points(), list(p.fleet)
    if side.free:
        if side.free not in paid:
            raise ValueError(f"players.{number}.fleet: the scenario gives it {side.free!r}")
        paid.remove(side.free)
    for slug in p.fleet:
        count, hull = p.fleet.count(slug), hulls()[slug]
        if hull.faction != p.faction or count > hull.limit:
            raise ValueError(f"players.{number}.fleet: {count} x {slug!r} cannot be in a fleet of {p.faction}")
    for hull in (hulls()[slug] for slug in paid):
        kind = "any" if "any" in left else hull.kind
        left[kind] = left.get(kind, 0) - hull.cost
    if min(left.values()) < 0:
        raise ValueError(f"players.{number}.fleet costs more than its points")
    p.purse = p.purse or left
    if p.purse != left:
        given = ", ".join(f"{kind} {points}" for kind, points in left.items())
        raise ValueError(f"players.{number}.purse: its fleet leaves {given}")


def _check_plans(s: War) -> None:
    """Raise ValueError for plans of what is not there or cannot be moved in the turn that is asked (SR-R1)."""
    for number, plan in s.plans.items():
        ship = s.ships.get(number)
        if ship is None:
            raise ValueError(f"plans: there is no ship {number}")
        able = s.phase == "move" and ship.seat in s.asks and works(ship) and not (ship.moved or ship.numb)
        if plan.steps and not able:
            raise ValueError(f"plans.{number}: ship {number} cannot be moved now")
        for step in plan.steps:
            if step not in ("forward", "slow", "left", "right", "drift") and not _pivots(step):
                raise ValueError(f"plans.{number}.steps: there is no step {step!r}")


def _pivots(step: str) -> bool:
    word, _, place = step.partition(":")
    return word == "pivot" and place.isdecimal() and len(place) == 1


def check_ship(s: War, ship: Ship) -> None:
    """Raise ValueError for what no ship of its type can be, with the name of the field."""
    hull = hulls()[ship.card]
    for limit in _limits(s, ship):
        _check(*limit)
    for kind, count in ship.shots.items():
        _check(f"shots.{kind} of ship {ship.id}", 0, hull.weapons[kind] if kind in hull.guns else 0, count)
    for slot in (*ship.used, *ship.locks):
        if not 0 <= slot < len(hull.launchers):
            name = "locks" if slot in ship.locks else "used"
            raise ValueError(f"{name} of ship {ship.id}: it has {len(hull.launchers)} launchers, and none is {slot}")
    for missile in ship.flights:
        if missile.kind not in hull.launchers:
            raise ValueError(f"flights of ship {ship.id}: it launches no {missile.kind!r}")
    for slot, lock in ship.locks.items():
        reach = len(weapons()[hull.launchers[slot]].hit)
        _check(f"locks.{slot}.reach of ship {ship.id}", 1, reach, lock.reach)


def _limits(s: War, ship: Ship) -> Iterator[Limit]:
    hull, able = hulls()[ship.card], works(ship)
    most = {
        "seat": len(s.players) - 1,
        "heading": 5,
        "velocity": hull.speed if able else 0,
        "shields": hull.shields,
        "missiles": hull.missiles,
        "hulk": s.turn,
    }
    for name, limit in most.items():
        yield f"{name} of ship {ship.id}", 0, limit, getattr(ship, name)
    yield f"hull of ship {ship.id}", int(able), hull.hull if able else 0, ship.hull
    rounds = [(f"locks.{slot}", lock.round) for slot, lock in ship.locks.items()]
    rounds += [("flights", missile.round) for missile in ship.flights]
    for name, number in rounds:
        yield f"{name}.round of ship {ship.id}", s.turn - 1, s.turn, number


def check_targets(s: War) -> None:
    """Raise ValueError for locks and missiles after a ship that is not there; it may be among those lost."""
    missing = set()
    for ship in s.ships.values():
        aims = [(f"locks.{slot}", lock.target) for slot, lock in ship.locks.items()]
        aims += [("flights", missile.target) for missile in ship.flights]
        for name, number in aims:
            target = s.ships.get(number)
            if target is None:
                missing.add(number)
            elif s.players[target.seat].team == s.players[ship.seat].team:
                raise ValueError(f"{name}.target of ship {ship.id}: ship {number} is its own side's")
            if len(missing) > len(s.lost):
                raise ValueError(f"{name}.target of ship {ship.id}: there is no ship {number}")


def _check(name: str, least: int, most: int, given: int) -> None:
    if not least <= given <= most:
        raise ValueError(f"{name} is {f'from {least} to {most}' if most > least else most}, not {given}")
