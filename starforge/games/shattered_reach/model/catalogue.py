"""The roster, the weapons, the ready-made fleets and the tiles, as their files in ``assets/shattered_reach`` say."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Annotated, Literal

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.shape import Check, bounded, sized
from starforge.games.assets import folder, read_cards
from starforge.quick import dataclass

GAME = "shattered_reach"
Faction = Literal["ferrum", "ember", "myriad"]
FACTIONS: tuple[Faction, ...] = ("ferrum", "ember", "myriad")
FACTION_NAMES = {"ferrum": "Ferrum Directorate", "ember": "Ember Coalition", "myriad": "The Myriad"}
TURNING = tuple(((velocity + 1) // 2 or 1, (velocity + 1) // 2) for velocity in range(14))
"""By velocity: MP to turn one hex side, and hexes to travel before it (SR-M6)."""
RADIUS = 3
MARKS = ".OHC"


_Count = Annotated[int, bounded(0)]
_Some = Annotated[int, bounded(1)]


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """Describe a kind of weapon: ``hit`` by range from 1; a missile misses up to ``miss`` and is a dud from ``dud``."""

    name: str
    damage: _Some
    hit: Annotated[tuple[int, ...], sized(1)]
    ion: bool = False
    any_arc: bool = False
    miss: int = 0
    dud: int = 0

    @cached_property
    def launched(self) -> bool:
        return self.dud > 0


def _weapon(kind: str) -> str:
    if kind not in weapons():
        raise ValueError(f"there is no weapon {kind!r}; there are: {', '.join(weapons())}")
    return kind


@dataclass(frozen=True, kw_only=True)
class Hull:
    """Describe a type of ship; ``weapons`` counts mounts by kind, ``missiles`` is the supply its launchers share."""

    name: str
    faction: Faction
    cost: _Some
    speed: Annotated[int, bounded(1, 13)]
    hull: _Some
    shields: _Count
    length: Annotated[int, bounded(1, 5)] = 1
    limit: Annotated[int, bounded(1, 10)] = 10
    weapons: dict[Annotated[str, Check(_weapon)], int]
    missiles: _Count = 0
    text: str

    @cached_property
    def fighter(self) -> bool:
        """Return whether this is a fighter type; the others are capital ships."""
        return self.limit == 10

    @cached_property
    def kind(self) -> str:
        """Return which purse buys it."""
        return "fighter" if self.fighter else "capital"

    @cached_property
    def ram(self) -> int:
        return -(-self.cost // 1000)

    @cached_property
    def guns(self) -> tuple[str, ...]:
        return tuple(kind for kind in self.weapons if not weapons()[kind].launched)

    @cached_property
    def launchers(self) -> tuple[str, ...]:
        """Return the kind of each of its missile launchers."""
        return tuple(kind for kind, count in self.weapons.items() for _ in range(count) if weapons()[kind].launched)


def _tile(text: str) -> str:
    if len(drawn(text)) != 37:
        raise ValueError(f"a tile is a hexagon of 37 hexes, and here are {len(drawn(text))} in their places")
    wrong = next((mark for mark in text if mark not in f"{MARKS} \n"), None)
    if wrong:
        raise ValueError(f"{wrong!r} is none of the marks {MARKS}")
    return text


@dataclass(frozen=True, kw_only=True)
class Tile:
    """Hold a numbered tile: a hexagon of radius 3, and what is on its hexes."""

    name: str
    map: Annotated[str, Check(_tile)]

    @cached_property
    def marks(self) -> dict[Hex, str]:
        """Return the mark of each hex, seen from the tile's centre."""
        return drawn(self.map)


def drawn(text: str) -> dict[Hex, str]:
    """Return the marks of a drawing of a tile by hex; marks that are in no hex's place are left out."""
    rows = text.strip("\n").split("\n")
    found = {}
    for q, r in hx.disc((0, 0), RADIUS):
        line, column = 2 * r + q + 2 * RADIUS, 2 * (q + RADIUS)
        if line < len(rows) and column < len(rows[line]) and rows[line][column] in MARKS:
            found[q, r] = rows[line][column]
    return found


@dataclass(frozen=True, kw_only=True)
class Fleet:
    """Hold a ready-made fleet: how many of each ship, and the scenario that it is meant for, if for one."""

    name: str
    faction: Faction
    scenario: str = ""
    ships: dict[str, int]

    def __post_init__(self) -> None:
        for slug, count in self.ships.items():
            hull = hulls().get(slug)
            if hull is None or hull.faction != self.faction or not 1 <= count <= hull.limit:
                raise ValueError(f"{count} x {slug!r} cannot be in a fleet of {self.faction}")

    @cached_property
    def list(self) -> tuple[str, ...]:
        """Return its ships one by one, in the roster's order."""
        return tuple(slug for slug in hulls() if slug in self.ships for _ in range(self.ships[slug]))


@lru_cache
def weapons() -> dict[str, Weapon]:
    return read_cards(folder(GAME) / "weapons.toml", Weapon)


@lru_cache
def hulls() -> dict[str, Hull]:
    """Return the roster by slug, in its order."""
    return read_cards(folder(GAME) / "ships.toml", Hull)


@lru_cache
def roster(faction: str) -> tuple[str, ...]:
    """Return the slugs of a faction's ships, in the roster's order."""
    return tuple(slug for slug, hull in hulls().items() if hull.faction == faction)


@lru_cache
def tiles() -> dict[str, Tile]:
    return read_cards(folder(GAME) / "tiles.toml", Tile)


@lru_cache
def fleets() -> dict[str, Fleet]:
    return read_cards(folder(GAME) / "fleets.toml", Fleet)
