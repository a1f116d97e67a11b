"""How a seat's view of the war is built: what it may know, where plans lead, what shots promise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starforge.engine.state import clone
from starforge.games.shattered_reach.model.actions import EndMovement
from starforge.games.shattered_reach.model.catalogue import TURNING, weapons
from starforge.games.shattered_reach.model.maps import NOBODY, chart_of, goals_of, map_of
from starforge.games.shattered_reach.model.state import (
    MovePlan,
    Ship,
    War,
    allied,
    hexes_of,
    hull_of,
    scenario,
    side_of,
    works,
)
from starforge.games.shattered_reach.rules import flight, orders, targeting
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.firing import can_guide, fires_yet, guns_left, launchers_left
from starforge.games.shattered_reach.rules.movement import can_move, foresee
from starforge.games.shattered_reach.rules.rounds import turn_order
from starforge.games.shattered_reach.view.types import (
    DriftView,
    LockView,
    MapView,
    MissileView,
    PlanView,
    RamView,
    SeatView,
    ShipView,
    ShotView,
    WarView,
)


def look(s: War, seat: int | None) -> WarView:
    p = s.players[seat] if seat is not None else None
    moving = s.phase == "move" and bool(s.asks)
    own = seat is not None and seat in s.asks
    hand = s.ships.get(p.chosen) if p else None
    return WarView(
        seat=seat,
        turn=s.turn,
        waiting={n: s.phase if ask.kind == "concede" else ask.kind for n, ask in sorted(s.asks.items())},
        ask=s.asks.get(seat) if seat is not None else None,
        result=s.result,
        scenario=s.scenario,
        custom=s.custom,
        phase=s.phase,
        rounds=s.rounds,
        holder=s.holder,
        order=tuple(n for n in turn_order(s)) if s.turn else (),
        victory=scenario(s).victory,
        seats=tuple(_seat(s, n) for n in range(len(s.players))),
        map=_map(s.scenario, s.custom, tuple(q.side for q in s.players), s.phase == "faction"),
        ships=tuple(_ship(s, ship, seat) for ship in s.ships.values()),
        hand=hand.id if hand else -1,
        facing=p.heading if p else 0,
        budget=s.budget,
        rules=s.rules,
        fleet=tuple(p.fleet) if p else (),
        purse=tuple(sorted(p.purse.items())) if p else (),
        plans=_plans(s, seat) if moving and own and seat is not None else (),
        drifts=_drifts(s) if moving else (),
        shots=_shots(s, hand) if own and hand and s.phase in ("move", "fire") else (),
    )


def _seat(s: War, n: int) -> SeatView:
    p = s.players[n]
    fleet = [ship for ship in s.fleet(n) if works(ship)]
    side = side_of(s, n).name if s.phase != "faction" else ""
    return SeatView(p.faction, side, p.team, sum(hull_of(ship).cost for ship in fleet), len(fleet), p.conceded)


@lru_cache(64)
def _map(slug: str, custom: str, sides: tuple[int, ...], bare: bool) -> MapView:
    field = chart_of(slug, custom, len(sides))
    left, top = min(q for q, _ in field.hexes), min(2 * r + q for q, r in field.hexes)
    wide = max(q for q, _ in field.hexes) - left + 1
    tall = max(2 * r + q for q, r in field.hexes) - top + 1
    grid = [[" "] * wide for _ in range(tall)]
    homes = frozenset(at for home in field.homes for at in home)
    for q, r in field.hexes:
        at = (q, r)
        mark = "C" if at in field.core else "H" if at in homes else "O" if at in field.planets else ""
        grid[2 * r + q - top][q - left] = mark or ("+" if at in field.edge else ".")
    seat_of = {side: n for n, side in enumerate(sides)} | {NOBODY: NOBODY}
    goals = [(q, r, NOBODY if bare else seat_of[side]) for (q, r), side in goals_of(slug, custom, len(sides)).items()]
    zones = [" ".join(f"{q},{r}" for q, r in field.zones[side]) for side in sides] if not bare else []
    return MapView(
        map_of(slug, custom, len(sides)).title,
        left,
        top,
        tuple("".join(row).rstrip() for row in grid),
        tuple(sorted(goals)),
        tuple(zones),
    )


def _ship(s: War, ship: Ship, seat: int | None) -> ShipView:
    hidden = s.phase == "deploy" and (seat is None or not allied(s, seat, ship.seat))
    placed = ship.placed and not hidden
    guns = guns_left(s, ship) if s.phase == "fire" else []
    return ShipView(
        ship.id,
        ship.seat,
        ship.card,
        hexes_of(ship) if placed else (),
        ship.heading if placed else 0,
        ship.velocity,
        ship.hull,
        ship.shields,
        ship.missiles,
        ship.moved,
        ship.wreck,
        ship.hulk > 0,
        ship.numb,
        ship.stung,
        can_move(ship) if s.phase == "move" else bool(guns) or (s.phase == "fire" and _can_launch(s, ship)),
        tuple(_lock(s, ship, slot) for slot in sorted(ship.locks)) if ship.locks else (),
        tuple(_missile(s, ship, n) for n in range(len(ship.flights))) if ship.flights else (),
        tuple((kind, hull_of(ship).weapons[kind] - ship.shots.get(kind, 0)) for kind in guns) if guns else (),
        fires_yet(s, ship),
        0 < ship.hulk < s.turn,
        tuple(launchers_left(s, ship)) if s.phase == "fire" else (),
    )


def _acting(s: War, ship: Ship) -> bool:
    return s.phase == "fire" and ship.seat in s.asks


def _can_launch(s: War, ship: Ship) -> bool:
    return bool(ship.missiles and launchers_left(s, ship))


def _lock(s: War, ship: Ship, slot: int) -> LockView:
    lock, kind = ship.locks[slot], hull_of(ship).launchers[slot]
    ready = s.phase == "fire" and slot in launchers_left(s, ship)
    ready = ready and targeting.check_launch(s, ship, lock, weapons()[kind]) is None
    return LockView(
        slot, kind, lock.target, lock.reach, ready, lock.round == s.turn, _acting(s, ship) and slot in ship.used
    )


def _missile(s: War, ship: Ship, n: int) -> MissileView:
    missile = ship.flights[n]
    ready = s.phase == "fire" and can_guide(s, ship) and targeting.check_reacquire(s, ship, missile) is None
    needed = targeting.number(s, ship, weapons()[missile.kind], s.ships[missile.target]) if ready else 0
    return MissileView(n, missile.kind, missile.target, needed, missile.round == s.turn)


def _plans(s: War, seat: int) -> tuple[PlanView, ...]:
    """Show the plan of every ship that has one, in the order in which they are carried out, then of one in hand."""
    hand, shown = s.players[seat].chosen, []
    for number, board in orders.boards(s):
        if number >= 0:
            shown.append(show_plan(board, board.ships[number], s.plans[number].steps))
        elif hand in s.plans and not s.plans[hand].steps:
            shown.append(show_plan(board, board.ships[hand], ()))
    return tuple(shown)


def show_plan(s: War, ship: Ship, steps: Sequence[str]) -> PlanView:
    """Return a ship's plan with the whole path of its move and what it would do to others (SR-M3)."""
    trail: flight.Trail = []
    p = flight.trace(s, ship, steps, trail)
    end = clone(p)
    flight.coast(s, ship, end, trail)
    rams, after = _outcome(s, ship, end)
    final = (end.q, end.r, end.heading, end.velocity)
    if after is not None and end.stop:
        final = (after.q, after.r, after.heading, after.velocity)
    return PlanView(
        ship.id,
        tuple(steps),
        tuple(trail),
        p.mp,
        max(0, p.velocity - p.gone) if not p.stop else 0,
        p.velocity,
        p.gone,
        p.since,
        TURNING[p.velocity],
        p.pivot,
        final,
        end.stop,
        rams,
        after is None or after.wreck,
    )


def _outcome(s: War, ship: Ship, end: MovePlan) -> tuple[tuple[RamView, ...], Ship | None]:
    """Return the rams that a move ends with and the ship after it, None when it is gone; tried out on a copy."""
    if not end.stop:
        return (), ship
    s = clone(s)
    s.events = []
    fly(s, s.ships[ship.id], end.steps)
    rams = (e.data for e in s.events if e.kind == "rammed")
    seen = tuple(RamView(d["target"], d["speed"], d["dealt"], d["taken"], d["pushed"]) for d in rams)
    return seen, s.ships.get(ship.id)


def _drifts(s: War) -> tuple[DriftView, ...]:
    """Show where ships drift: those of the seat that moves in the order of drifting, others where all stand."""
    mover = min(s.asks)
    flown = [event.data for event in foresee(s, mover, EndMovement()) if event.kind == "flown"]
    own = [DriftView(d["ship"], tuple((q, r) for q, r, _ in d["path"]), d["stop"]) for d in flown]
    others = [ship for ship in s.ships.values() if ship.seat != mover and ship.velocity and not ship.moved]
    return tuple(sorted([*own, *(_drift(s, ship) for ship in others)], key=lambda drift: drift.ship))


def _drift(s: War, ship: Ship) -> DriftView:
    trail: flight.Trail = []
    p = flight.start(ship)
    flight.coast(s, ship, p, trail)
    return DriftView(ship.id, tuple((q, r) for q, r, _, _ in trail), p.stop)


def _shots(s: War, ship: Ship) -> tuple[ShotView, ...]:
    """Show the shots left to a ship; while it is being moved, all its shots from where its plan ends."""
    kinds = dict.fromkeys([*guns_left(s, ship), *(hull_of(ship).launchers[n] for n in launchers_left(s, ship))])
    if s.phase == "move":
        kinds, ship = dict.fromkeys(hull_of(ship).weapons), _at_end(s, ship)
    near = (t for t in targeting.foes(s, ship.seat) if targeting.near(ship, t, targeting.LONGEST))
    return tuple(show_shot(s, ship, t, kind) for t in near for kind in kinds)


def _at_end(s: War, ship: Ship) -> Ship:
    """Return a copy of a ship where its plan leads, if nothing comes between."""
    steps = s.plans[ship.id].steps if ship.id in s.plans else ()
    s = orders.board_for(s, ship.id)
    p = flight.trace(s, s.ships[ship.id], steps)
    flight.coast(s, ship, p)
    moved = clone(ship)
    moved.q, moved.r, moved.heading = p.q, p.r, p.heading
    return moved


def show_shot(s: War, ship: Ship, target: Ship, kind: str) -> ShotView:
    weapon = weapons()[kind]
    reach, _, _, blocker = targeting.sight(s, ship, target)
    refusal = targeting.check_shot(s, ship, weapon, target)
    needed = weapon.hit[reach - 1] if reach <= len(weapon.hit) else 0
    ways = targeting.WAYS[needed]
    hits = targeting.launch_chance(weapon)[0] if weapon.launched else 36
    expected = round(ways * hits * weapon.damage * 100 / 36**2)
    reason, rule = refusal or ("", "")
    return ShotView(kind, target.id, reach, needed, round(ways * 100 / 36), expected, blocker, reason, rule)
