"""What is true in Shattered Reach: ships, players, plans and the war they are in."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import Any, Literal

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.state import State
from starforge.games.shattered_reach.model import maps
from starforge.games.shattered_reach.model.catalogue import Hull, hulls
from starforge.games.shattered_reach.model.maps import Chart, Scenario, Side, chart_of, goals_of, scenario_of
from starforge.quick import dataclass

ScenarioId = Literal[
    "small-skirmish",
    "homeworlds",
    "long-corridor",
    "crossroads",
    "race-for-the-core",
    "fleet-assault-2p",
    "fleet-assault-3p",
    "planetary-defense-2p",
    "planetary-defense-3p",
    "all-out-war",
    "grand-armada",
    "open-play",
]
FactionsBySeat = Literal[
    "any",
    "ferrum,ember",
    "ferrum,myriad",
    "ember,ferrum",
    "ember,myriad",
    "myriad,ferrum",
    "myriad,ember",
    "ferrum,ember,myriad",
    "ferrum,myriad,ember",
    "ember,ferrum,myriad",
    "ember,myriad,ferrum",
    "myriad,ferrum,ember",
    "myriad,ember,ferrum",
]


@dataclass(frozen=True, slots=True)
class Options:
    """Choose the scenario, the budget of Open Play, the round limit (SR-V5) and the factions by seat.

    ``custom`` carries a scenario or a map of a user's own, as ``maps.read_custom`` makes it.
    """

    scenario: ScenarioId = "small-skirmish"
    budget: int = 0
    rounds: int = 100
    factions: FactionsBySeat = "any"
    custom: str = ""

    @property
    def idle(self) -> str:
        """Return why the budget that was chosen would not be played with, '' where it is."""
        plan = maps.scenario_of(self.scenario, self.custom)
        if not self.budget or plan.choose or self.budget == plan.budget:
            return ""
        own = f"{plan.title} is played with {plan.budget:,}" if plan.budget else f"{plan.title} has them by side"
        return f"budgets are chosen in Open Play alone (0 leaves it): {own}"


@dataclass(slots=True)
class TargetLock:
    """A launcher's lock: on which ship, at which range, made in which round (SR-F10)."""

    target: int
    reach: int
    round: int


@dataclass(slots=True)
class Missile:
    """A missile in flight that has missed: its kind, its target, and the round of the miss (SR-F12)."""

    kind: str
    target: int
    round: int


@dataclass(slots=True)
class Ship:
    """A ship; (q, r) is its bow. ``hull`` and ``shields`` below zero mean as new, for typed positions.

    ``hulk`` is the round in which it was disabled for good, ``numb`` says that ion keeps it from acting this round and
    ``stung`` that it will the next. ``landed`` tells when it entered an objective, counted over all ships. ``shots``
    and ``used`` are the actions its guns, by kind, and its launchers, by place, have taken in this firing phase.
    """

    seat: int
    card: str
    id: int = -1
    q: int = 0
    r: int = 0
    heading: int = 0
    velocity: int = 0
    hull: int = -1
    shields: int = -1
    missiles: int = -1
    placed: bool = True
    moved: bool = False
    wreck: bool = False
    hulk: int = 0
    numb: bool = False
    stung: bool = False
    landed: int = 0
    shots: dict[str, int] = field(default_factory=dict)
    used: list[int] = field(default_factory=list)
    locks: dict[int, TargetLock] = field(default_factory=dict)
    flights: list[Missile] = field(default_factory=list)


@dataclass(slots=True)
class MovePlan:
    """A move being planned: its steps, and where they lead so far.

    ``gone`` counts hexes travelled this move, ``since`` those since its start or the last turn, ``turned`` says that no
    hex was travelled since that turn (SR-M8). ``stop`` is what ends the move where it now stands: a ram, a hazard or an
    objective; ``facing`` is then the heading that the ship has or was turning to.
    """

    q: int = 0
    r: int = 0
    heading: int = 0
    velocity: int = 0
    mp: int = 0
    gone: int = 0
    since: int = 0
    turned: bool = False
    pivot: int = 0
    stop: str = ""
    facing: int = 0
    steps: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Player:
    """A player: faction, side of the scenario and its team, purses, the fleet being built.

    ``defers`` says that the others choose their factions first. ``chosen`` is the ship in hand (-1: none), ``heading``
    the one it is deployed with, ``ready`` are the ships that can still act in the firing turn.
    """

    faction: str = ""
    defers: bool = False
    side: int = 0
    team: int = 0
    purse: dict[str, int] = field(default_factory=dict)
    fleet: list[str] = field(default_factory=list)
    chosen: int = -1
    heading: int = 0
    ready: list[int] = field(default_factory=list)
    conceded: bool = False


Link = tuple[int, list[str], "War"]
"""A plan, as its ship's number and its steps, and the war after it."""


class _Remembered(State):
    """Let a war remember what can be told from it: its fleets, boards to come; that is neither copied nor saved."""

    __slots__ = ("_chain", "_fleets")
    players: list[Player]
    ships: dict[int, Ship]

    def fleet(self, seat: int) -> tuple[Ship, ...]:
        """Return a seat's ships on the board, in the order of ids."""
        try:
            return self._fleets[seat]
        except AttributeError:
            return self.count_fleets()[seat]

    def count_fleets(self) -> dict[int, tuple[Ship, ...]]:
        """Find the fleets among the ships: whenever a ship comes or goes."""
        ships = self.ships.values()
        self._fleets = {n: tuple(ship for ship in ships if ship.seat == n) for n in range(len(self.players))}
        return self._fleets

    def chain(self, learned: int) -> list[Link]:
        """Return the boards that plans lead to, by plan in order, as far as they are known since a move was made."""
        if getattr(self, "_chain", (-1,))[0] != learned:
            self._chain: tuple[int, list[Link]] = learned, []
        return self._chain[1]


@dataclass(slots=True, kw_only=True)
class War(_Remembered):
    """A game of Shattered Reach; ``turn`` is the round, ``holder`` the seat with the initiative.

    ``cells`` maps each filled hex, packed, to its ship. ``bank`` holds the points not yet handed out, ``lost`` the
    cards of ships gone, ``stamp`` counts landings, ``fresh`` says that the asked seat has done nothing in its turn.
    """

    players: list[Player]
    scenario: str = "small-skirmish"
    custom: str = ""
    budget: int = 0
    rounds: int = 100
    phase: str = "move"
    holder: int = 0
    ships: dict[int, Ship] = field(default_factory=dict)
    cells: dict[int, int] = field(default_factory=dict)
    plans: dict[int, MovePlan] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    bank: int = 0
    stamp: int = 0
    devoured: bool = False
    fresh: bool = True


def hull_of(ship: Ship) -> Hull:
    return hulls()[ship.card]


@lru_cache(16384)
def body(q: int, r: int, heading: int, length: int) -> tuple[Hex, ...]:
    """Return the hexes of a ship, bow first (SR-G2)."""
    return hx.beam((q, r), (heading + 3) % 6, length)


def hexes_of(ship: Ship) -> tuple[Hex, ...]:
    return body(ship.q, ship.r, ship.heading, hulls()[ship.card].length)


@lru_cache(16384)
def _packed(q: int, r: int, heading: int, length: int) -> tuple[int, ...]:
    return tuple(map(hx.pack, body(q, r, heading, length)))


def packed_hexes_of(ship: Ship) -> tuple[int, ...]:
    """Return the hexes a ship fills, bow first, as ``cells`` names them."""
    return _packed(ship.q, ship.r, ship.heading, hulls()[ship.card].length)


def put(s: War, ship: Ship) -> None:
    for at in packed_hexes_of(ship):
        s.cells[at] = ship.id
    ship.placed = True


def lift(s: War, ship: Ship) -> None:
    for at in packed_hexes_of(ship):
        if s.cells.get(at) == ship.id:
            del s.cells[at]
    ship.placed = False


def remove(s: War, ship: Ship) -> None:
    """Take a ship out of the game."""
    lift(s, ship)
    del s.ships[ship.id]
    s.count_fleets()
    s.plans.pop(ship.id, None)
    s.lost.append(ship.card)


def chart(s: War) -> Chart:
    return chart_of(s.scenario, s.custom, len(s.players))


def goals(s: War) -> dict[Hex, int]:
    """Return the objective hexes and the side whose home each is."""
    return goals_of(s.scenario, s.custom, len(s.players))


def scenario(s: War) -> Scenario:
    return scenario_of(s.scenario, s.custom)


def side_of(s: War, seat: int) -> Side:
    return maps.side_of(s.scenario, s.custom, s.budget, s.players[seat].side)


def allied(s: War, one: int, other: int) -> bool:
    """Return whether two seats are on one team; a seat is its own ally."""
    return one == other or s.players[one].team == s.players[other].team


def rulings(s: War) -> bool:
    """Return whether the rulings of rules 4 hold; games begun before go on without them (SR-F8, SR-V4, SR-V5)."""
    return not 0 < s.rules < 4


def works(ship: Ship) -> bool:
    """Return whether a ship is neither destroyed nor disabled for good (SR-V1)."""
    return not ship.wreck and not ship.hulk


def in_play(s: War, seat: int) -> bool:
    """Return whether a seat still fights: it has not conceded, and a ship of its works (SR-V1)."""
    return not s.players[seat].conceded and any(works(ship) for ship in s.fleet(seat))


def title_of(ship: Ship) -> str:
    """Return how a ship is called, such as Picket 12."""
    return f"{hulls()[ship.card].name} {ship.id}"


def named(ship: Ship) -> dict[str, Any]:
    """Return whose ship an event is about, in numbers and in words."""
    return {"ship": ship.id, "seat": ship.seat, "name": title_of(ship)}
