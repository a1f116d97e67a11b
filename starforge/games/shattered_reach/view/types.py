"""What a seat may know of the war: enough to draw the whole screen."""

from __future__ import annotations

from starforge.engine.game import View
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.maps import Chart, chart_of
from starforge.games.shattered_reach.model.state import Ship, title_of
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class MapView:
    """Show the map as rows of marks, north up: ``.`` open, ``+`` edge, ``O`` planet, ``H`` home, ``C`` core.

    Column x of row y is the hex q = left + x, 2 * r + q = top + y; every second place of a row is empty. ``goals`` are
    the objective hexes with the seat whose home each is, or -1; ``zones`` holds by seat the hexes to deploy in.
    """

    title: str
    left: int
    top: int
    rows: tuple[str, ...]
    goals: tuple[tuple[int, int, int], ...]
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LockView:
    """Show a lock: of which launcher, on which ship, to which range it holds, and whether it can be launched on now.

    ``fresh`` says that it was made in this round, ``acted`` that its launcher has acted in its owner's present turn.
    """

    launcher: int
    weapon: str
    target: int
    reach: int
    ready: bool
    fresh: bool = False
    acted: bool = False


@dataclass(frozen=True, slots=True)
class MissileView:
    """Show a missile in flight: its place, its target, what it must roll to reacquire it, 0 when it cannot now.

    ``fresh`` says that it has missed in this round.
    """

    missile: int
    weapon: str
    target: int
    needed: int
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class ShipView:
    """Show a ship; ``hexes`` are bow first, none while it is not placed or its place is secret.

    ``hulk`` says disabled for good, ``numb`` inoperable this round, ``stung`` inoperable the next; ``can_act`` says
    that it may still be moved or has weapons left in its owner's present turn. ``guns`` counts by kind those that have
    yet to shoot in this firing phase, ``launchers`` are those that have yet to act. ``fires`` says that it may still
    fire in this round, also as a wreck (SR-R3); ``spent`` that it was disabled for good in an earlier round, so that
    missiles lose it (SR-F12).
    """

    id: int
    seat: int
    card: str
    hexes: tuple[Hex, ...]
    heading: int
    velocity: int
    hull: int
    shields: int
    missiles: int
    moved: bool
    wreck: bool
    hulk: bool
    numb: bool
    stung: bool
    can_act: bool
    locks: tuple[LockView, ...] = ()
    flights: tuple[MissileView, ...] = ()
    guns: tuple[tuple[str, int], ...] = ()
    fires: bool = False
    spent: bool = False
    launchers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RamView:
    """Show a ram that a plan leads to: with whom, at which velocity, the damage to both, and whether it is pushed."""

    target: int
    speed: int
    dealt: int
    taken: int
    pushed: bool


@dataclass(frozen=True, slots=True)
class PlanView:
    """Show a ship's plan and where it leads: ``path`` has each bow hex with heading and step, the last drift too.

    ``mp`` and ``drift`` are left after the steps, ``turn`` is what a turn costs now and the hexes it needs. ``stop`` is
    what ends the move early, '' for nothing; ``lost`` says that the ship would be destroyed.
    """

    ship: int
    steps: tuple[str, ...]
    path: tuple[tuple[int, int, int, str], ...]
    mp: int
    drift: int
    velocity: int
    travelled: int
    since: int
    turn: tuple[int, int]
    pivot: int
    end: tuple[int, int, int, int]
    stop: str
    rams: tuple[RamView, ...]
    lost: bool


@dataclass(frozen=True, slots=True)
class DriftView:
    """Show where a ship comes to if it only drifts: each bow hex, and what stops it."""

    ship: int
    path: tuple[Hex, ...]
    stop: str


@dataclass(frozen=True, slots=True)
class ShotView:
    """Show what a weapon of the ship in hand makes of a target within eight hexes.

    ``needed`` is the roll that hits (0: none does), ``percent`` its chance, ``expected`` the damage in hundredths.

    ``blocker`` is the planet hex in the way, ``reason`` why the shot is not possible.
    """

    weapon: str
    target: int
    range: int
    needed: int
    percent: int
    expected: int
    blocker: Hex | None
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """Show what is open about a seat: faction, side, team, points of working ships, ships lost, whether it is out."""

    faction: str
    side: str
    team: int
    points: int
    ships: int
    conceded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WarView(View):
    """Show the war to one seat, or to a spectator; ``turn`` is the round.

    ``budget`` is the table's, 0 for its scenario's. ``hand`` is the ship in hand, -1 for none; ``fleet`` and ``purse``
    are the seat's own while fleets are built. ``rules`` is the version by which a game goes on that older rules began,
    else 0.
    """

    scenario: str
    custom: str
    phase: str
    rounds: int
    holder: int
    order: tuple[int, ...]
    victory: str
    seats: tuple[SeatView, ...]
    map: MapView
    ships: tuple[ShipView, ...]
    hand: int = -1
    facing: int = 0
    budget: int = 0
    rules: int = 0
    fleet: tuple[str, ...] = ()
    purse: tuple[tuple[str, int], ...] = ()
    plans: tuple[PlanView, ...] = ()
    drifts: tuple[DriftView, ...] = ()
    shots: tuple[ShotView, ...] = ()

    @property
    def chart(self) -> Chart:
        return chart_of(self.scenario, self.custom, len(self.seats))

    def ship(self, number: int) -> ShipView | None:
        return next((ship for ship in self.ships if ship.id == number), None)

    def plan(self, number: int) -> PlanView | None:
        return next((plan for plan in self.plans if plan.ship == number), None)


def name(view: WarView, number: int) -> str:
    """Return how a ship is called, also one that is gone."""
    ship = view.ship(number)
    return title_of(Ship(ship.seat, ship.card, ship.id)) if ship else f"ship {number}"
