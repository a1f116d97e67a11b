"""The board as far as a view shows it, for the rules to work on."""

from __future__ import annotations

from dataclasses import replace

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import Missile, Player, Ship, TargetLock, War
from starforge.games.shattered_reach.rules.flight import start
from starforge.games.shattered_reach.view.types import ShipView, WarView


def board(view: WarView) -> War:
    """Return the war that a view shows, with the plans of its seat; what it hides is as in any other war."""
    zones = [" ".join(f"{q},{r}" for q, r in zone) for zone in view.chart.zones]
    players = [
        Player(seat.faction, side=zones.index(zone), team=seat.team, conceded=seat.conceded)
        for seat, zone in zip(view.seats, view.map.zones or zones, strict=True)
    ]
    s = War(
        rng=Rng(0),
        rules=view.rules,
        turn=view.turn,
        players=players,
        scenario=view.scenario,
        custom=view.custom,
        budget=view.budget,
        phase=view.phase,
        rounds=view.rounds,
        holder=view.holder,
        ships={ship.id: _ship(view, ship) for ship in view.ships},
    )
    s.plans = {plan.ship: replace(start(s.ships[plan.ship]), steps=list(plan.steps)) for plan in view.plans}
    s.cells = {hx.pack(at): ship.id for ship in view.ships for at in ship.hexes}
    return s


def _ship(view: WarView, ship: ShipView) -> Ship:
    (q, r), hull = ship.hexes[0] if ship.hexes else (0, 0), hulls()[ship.card]
    left, firing = dict(ship.guns), view.phase == "fire"
    return Ship(
        ship.seat,
        ship.card,
        ship.id,
        q,
        r,
        ship.heading,
        ship.velocity,
        ship.hull,
        ship.shields,
        ship.missiles,
        bool(ship.hexes),
        ship.moved,
        ship.wreck,
        (view.turn - ship.spent) * ship.hulk,
        ship.numb,
        ship.stung,
        shots={kind: hull.weapons[kind] - left.get(kind, 0) for kind in hull.guns} if firing else {},
        used=[slot for slot in range(len(hull.launchers)) if firing and slot not in ship.launchers],
        locks={x.launcher: TargetLock(x.target, x.reach, view.turn - (not x.fresh)) for x in ship.locks},
        flights=[Missile(x.weapon, x.target, view.turn - (not x.fresh)) for x in ship.flights],
    )
