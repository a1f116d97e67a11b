"""What there is to show on the map, hex by hex: ships, plans, drifts, zones, targets, arcs. Drawn from a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import PlaceShip
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.rules.deployment import room_ahead
from starforge.games.shattered_reach.view.types import PlanView, ShipView, ShotView, WarView
from starforge.quick import dataclass

LENSES = ("drift", "reach", "arcs", "bare")
"""What the map shows besides what is there: where ships drift to, where one can go, what it covers, or nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """Show a hex of a plan: which it is in order, with the heading there, the step, and whether the plan is in hand."""

    number: int
    heading: int
    step: str
    own: bool


@dataclass(frozen=True, slots=True)
class Ghost:
    """Show a hex that a ship drifts through if it does nothing; ``stop`` ends it there, ``last`` is where it ends."""

    ship: ShipView
    last: bool
    stop: str


@dataclass(frozen=True, slots=True)
class Landfall:
    """Show a hex that a ship can come to: how it would arrive, whether at a risk, and at how many it could fire."""

    heading: int
    velocity: int
    risky: bool
    aims: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """Say what is shown besides what is there: a lens, the kind of weapon being aimed ('' for any), trails by seat.

    ``ends`` are the hexes that a ship can come to, ``prey`` the ships that it can ram.
    """

    lens: str = "drift"
    weapon: str = ""
    trails: Mapping[Hex, int] = field(default_factory=dict)
    ends: Mapping[Hex, Landfall] = field(default_factory=dict)
    prey: frozenset[int] = frozenset()


@dataclass(eq=False)
class Scenery:
    """Hold by hex what is to be drawn of a view with an overlay."""

    view: WarView
    over: Overlay = field(default_factory=Overlay)

    @cached_property
    def trails(self) -> Mapping[Hex, int]:
        """Return the hexes that ships have come through, each with the seat."""
        return {} if self.over.lens == "bare" else self.over.trails

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """Return the hexes of the map."""
        return self.view.chart.hexes

    @cached_property
    def hand(self) -> ShipView | None:
        """Return the ship in hand."""
        return self.view.ship(self.view.hand)

    @cached_property
    def plan(self) -> PlanView | None:
        """Return the plan in hand."""
        return self.view.plan(self.view.hand)

    @cached_property
    def bodies(self) -> dict[Hex, tuple[ShipView, int]]:
        """Return the filled hexes, each with its ship and its place behind the bow."""
        return {at: (ship, n) for ship in self.view.ships for n, at in enumerate(ship.hexes)}

    @cached_property
    def goals(self) -> dict[Hex, int]:
        """Return the objective hexes, each with the seat whose home it is, or -1."""
        return {(q, r): seat for q, r, seat in self.view.map.goals}

    @cached_property
    def zones(self) -> dict[Hex, int]:
        """Return the hexes to deploy in, each with its seat, while fleets are made and placed."""
        if self.view.phase not in ("faction", "build", "deploy"):
            return {}
        pairs = ((text.split(","), n) for n, zone in enumerate(self.view.map.zones) for text in zone.split())
        return {(int(q), int(r)): n for (q, r), n in pairs}

    @cached_property
    def busy(self) -> frozenset[Hex]:
        """Return all hexes that may show more than an empty one does."""
        shown = (self.bodies, self.steps, self.ghosts, self.view.chart.planets, self.ends)
        return self.hexes.intersection(
            frozenset[Hex]().union(*shown, self.zones, self.over.ends, self.trails, self.reach)
        )

    @cached_property
    def berths(self) -> frozenset[Hex]:
        """Return where the bow of the ship in hand can be placed."""
        choices = self.view.choices if self.view.phase == "deploy" else ()
        found = ((c.action, c.reason) for c in choices)
        return frozenset((a.q, a.r) for a, reason in found if isinstance(a, PlaceShip) and not reason)

    def cramped(self, at: Hex, heading: int) -> bool:
        """Tell whether a ship that is deployed with its bow on a hex would be lost by its first hex forward (SR-M2)."""
        return self.view.phase == "deploy" and not room_ahead(self.view.chart, at, heading)[0]

    @cached_property
    def steps(self) -> dict[Hex, Step]:
        """Return the hexes of all plans, the plan in hand over the others."""
        found: dict[Hex, Step] = {}
        for plan in sorted(self.view.plans, key=lambda plan: plan.ship == self.view.hand):
            number: dict[Hex, int] = {}
            for q, r, heading, step in plan.path:
                n = number.setdefault((q, r), len(number) + 1)
                found[q, r] = Step(n, heading, step, plan.ship == self.view.hand)
        return found

    @cached_property
    def ends(self) -> frozenset[Hex]:
        """Return the hexes that the ship in hand fills when its plan has been flown."""
        plan, ship = self.plan, self.hand
        if plan is None or ship is None or plan.lost:
            return frozenset()
        q, r, heading, _ = plan.end
        return frozenset(body(q, r, heading, hulls()[ship.card].length))

    @cached_property
    def rammed(self) -> dict[int, bool]:
        """Return the ships that the plan in hand rams, and whether each is pushed."""
        return {ram.target: ram.pushed for ram in self.plan.rams} if self.plan else {}

    @cached_property
    def ghosts(self) -> dict[Hex, Ghost]:
        """Return the hexes that ships drift through if they do nothing; plans take the place of drifts."""
        if self.over.lens != "drift":
            return {}
        planned = {plan.ship for plan in self.view.plans}
        found: dict[Hex, Ghost] = {}
        for drift in self.view.drifts:
            ship = self.view.ship(drift.ship)
            if ship is None or drift.ship in planned:
                continue
            for n, at in enumerate(drift.path, 1):
                last = n == len(drift.path)
                if last or at not in found:
                    found[at] = Ghost(ship, last, drift.stop if last else "")
        return found

    @cached_property
    def aims(self) -> tuple[ShotView, ...]:
        """Return the shots to show; while moves are planned, those from where the plan ends come with the arcs."""
        shown = self.view.phase == "fire" or self.over.lens == "arcs"
        return tuple(s for s in self.view.shots if shown and self.over.weapon in ("", s.weapon))

    @cached_property
    def shots(self) -> dict[int, ShotView]:
        """Return by target the best shot that can be made at it with the weapon being aimed, or with any."""
        found: dict[int, ShotView] = {}
        for shot in self.aims:
            before = found.get(shot.target)
            if not shot.reason and (before is None or shot.expected > before.expected):
                found[shot.target] = shot
        return found

    @cached_property
    def blocked(self) -> frozenset[Hex]:
        """Return the planets that keep the ship in hand from a shot."""
        return frozenset(s.blocker for s in self.aims if s.blocker and s.rule == "SR-F4")

    @cached_property
    def reach(self) -> dict[Hex, int]:
        """Return what the ship in hand covers where it is or will be, hex by hex with the range."""
        ship = self.hand
        if self.over.lens != "arcs" or ship is None or not ship.hexes:
            return {}
        filled, heading = ship.hexes, ship.heading
        if self.plan is not None and not self.plan.lost:
            q, r, heading, _ = self.plan.end
            filled = body(q, r, heading, len(ship.hexes))
        found: dict[Hex, int] = {}
        mounts = hulls()[ship.card].weapons
        for kind in mounts if self.over.weapon not in mounts else (self.over.weapon,):
            weapon = weapons()[kind]
            found |= targeting.cover(filled, heading, len(weapon.hit), weapon.any_arc, self.view.chart)
        return found

    def sight(self, at: Hex) -> tuple[Hex, ...]:
        """Return the hexes between the ship in hand and a ship it might shoot at, nearest pair of hexes."""
        ship, other = self.hand, self.bodies.get(at)
        if self.view.phase != "fire" or ship is None or other is None or other[0].seat == ship.seat:
            return ()
        pairs = [(hx.distance(a, b), a, b) for a in ship.hexes for b in other[0].hexes]
        return hx.between(*min(pairs)[1:]) if pairs else ()


def under(view: WarView, at: Hex) -> ShipView | None:
    """Return the ship at a hex."""
    return next((ship for ship in view.ships if at in ship.hexes), None)
