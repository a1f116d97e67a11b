"""The cards of USC: Reach, read once from its data files and checked on the way in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from starforge.engine.ops import Ops
from starforge.engine.shape import Check, bounded, sized
from starforge.engine.state import Op
from starforge.games.assets import AssetError, folder, read_cards
from starforge.games.reach.model.state import DEPARTMENTS, ROUNDS
from starforge.games.reach.rules.ops.vocabulary import REWARDS, ability, goal, op
from starforge.quick import dataclass

Department = Literal["engine", "research", "quarters", "command"]
Window = Literal["before", "planning", "claim", "claimed", "end"]


def _reader(ops: Ops) -> Check:
    return Check(lambda text: ops.read(str(text)), raw=True)


def _department(slug: str) -> str:
    if slug not in DEPARTMENTS:
        raise ValueError(f"there is no department {slug!r}; there are: {', '.join(DEPARTMENTS)}")
    return slug


Powers = dict[Annotated[str, Check(_department)], int]
Deed = Annotated[Op, _reader(op)]
Ability = Annotated[Op, _reader(ability)]
Goal = Annotated[Op, _reader(goal)]


@dataclass(frozen=True, kw_only=True)
class _Card:
    """Hold what every card has; ``replaces`` names the card that older games deal in its place."""

    title: Annotated[str, sized(1, 24)]
    replaces: str = ""


@dataclass(frozen=True, kw_only=True)
class _Ship(_Card):
    power: Powers


@dataclass(frozen=True, kw_only=True)
class _Crew(_Card):
    type: Literal["engineer", "scientist", "operator", "pilot"]
    level: Annotated[int, bounded(1, 4)]
    main: int
    worker: int
    points: int
    copies: int


@dataclass(frozen=True, kw_only=True)
class _Specialist(_Card):
    home: Department
    main: Annotated[int, bounded(1, 3)]
    worker: Annotated[int, bounded(1, 2)]
    points: int = 2
    ability: Ability | None = None
    turn_end: Deed | None = None
    round_end: Deed | None = None

    def __post_init__(self) -> None:
        if sum(x is not None for x in (self.ability, self.turn_end, self.round_end)) != 1:
            raise ValueError("a Specialist has exactly one of ability, turn_end and round_end")


@dataclass(frozen=True, kw_only=True)
class _Mission(_Card):
    type: Literal["expedition", "research", "scavenge", "distress", "maintenance"]
    points: Annotated[int, bounded(1)]
    upper: Powers
    lower: Powers
    reward: Deed
    windows: tuple[Window, ...] = ()

    def __post_init__(self) -> None:
        fits = [name for name, reward in REWARDS.items() if self.type in reward.types]
        if self.reward[0] not in fits:
            raise ValueError(f"{self.reward[0]} is no reward of this type; there are: {', '.join(fits)}")
        if (self.type == "scavenge") != bool(self.windows):
            raise ValueError("Scavenge cards have windows, and only they")
        if "planning" in self.windows and not REWARDS[str(self.reward[0])].private:
            raise ValueError(
                f"{self.reward[0]} touches more than the player's own, so it cannot be played while planning"
            )


@dataclass(frozen=True, kw_only=True)
class _Tile(_Card):
    order: Department
    damage: Annotated[int, bounded(0, 3)]


@dataclass(frozen=True, kw_only=True)
class _Damage(_Card):
    copies: int


@dataclass(frozen=True, kw_only=True)
class _Landing(_Card):
    need: Powers
    objectives: Annotated[tuple[Goal, ...], sized(2, 2)]


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship and its power without anybody aboard (UR-T6)."""

    title: str
    power: dict[str, int]


@dataclass(frozen=True, slots=True)
class Crew:
    """A crew card, Specialists too: its department, what it gives there and elsewhere, its points.

    ``level`` is 0 for a Specialist; ``ability`` always holds, ``turn_end`` and ``round_end`` happen then.
    """

    title: str
    home: str
    level: int
    main: int
    worker: int
    points: int
    copies: int = 1
    ability: Op | None = None
    turn_end: Op | None = None
    round_end: Op | None = None
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card; ``upper`` counts on the first tile of a round, ``lower`` on the others (UR-C2)."""

    title: str
    type: str
    round: int
    points: int
    upper: dict[str, int]
    lower: dict[str, int]
    reward: Op
    windows: tuple[str, ...]
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    title: str
    order: str
    damage: int


@dataclass(frozen=True, slots=True)
class Landing:
    title: str
    need: dict[str, int]
    objectives: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """Hold every card by its slug; ``power`` is what a crew card gives in a department, ``worth`` a worker's power."""

    ships: dict[str, Ship]
    crew: dict[str, Crew]
    specialists: dict[str, Crew]
    missions: dict[str, Mission]
    tiles: dict[str, Tile]
    damage: dict[str, tuple[str, int]]
    landings: dict[str, Landing]
    power: dict[tuple[str, str], int]


def _missions(root: Path) -> dict[str, Mission]:
    found: dict[str, Mission] = {}
    for n in ROUNDS:
        path = root / f"missions-{n}.toml"
        for slug, c in read_cards(path, _Mission).items():
            if slug in found:
                raise AssetError(f"{path.name}: card {slug!r} stands in an earlier round too")
            found[slug] = Mission(c.title, c.type, n, c.points, c.upper, c.lower, c.reward, c.windows, c.replaces)
    return found


def read_book(root: Path) -> Book:
    """Return the cards of a folder; raise AssetError where one cannot be used."""
    homes = dict(zip(("engineer", "scientist", "operator", "pilot"), DEPARTMENTS, strict=True))
    crew = {
        slug: Crew(c.title, homes[c.type], c.level, c.main, c.worker, c.points, c.copies)
        for slug, c in read_cards(root / "crew.toml", _Crew).items()
    }
    specialists = {
        slug: Crew(c.title, c.home, 0, c.main, c.worker, c.points, 1, c.ability, c.turn_end, c.round_end, c.replaces)
        for slug, c in read_cards(root / "specialists.toml", _Specialist).items()
    }
    return Book(
        ships={slug: Ship(c.title, dict(c.power)) for slug, c in read_cards(root / "ships.toml", _Ship).items()},
        crew=crew,
        specialists=specialists,
        missions=_missions(root),
        tiles={slug: Tile(c.title, c.order, c.damage) for slug, c in read_cards(root / "tiles.toml", _Tile).items()},
        damage={slug: (c.title, c.copies) for slug, c in read_cards(root / "damage.toml", _Damage).items()},
        landings={
            slug: Landing(c.title, dict(c.need), c.objectives)
            for slug, c in read_cards(root / "landings.toml", _Landing).items()
        },
        power={
            (slug, d): c.main if c.home == d else c.worker
            for slug, c in {**crew, **specialists}.items()
            for d in DEPARTMENTS
        },
    )


@cache
def book() -> Book:
    return read_book(folder("reach"))


Replacing = TypeVar("Replacing", Mission, Crew)


def dealt(cards: dict[str, Replacing]) -> dict[str, Replacing]:
    """Return the cards that new games deal: none that another one replaces."""
    older = {card.replaces for card in cards.values()}
    return {slug: card for slug, card in cards.items() if slug not in older}


def crew_card(card: str) -> Crew:
    b = book()
    return b.crew.get(card) or b.specialists[card]


@cache
def needs(mission: str, upper: bool) -> tuple[tuple[str, int], ...]:
    """Return what the row of a mission that counts needs, department by department (UR-C2)."""
    m = book().missions[mission]
    row = m.upper if upper else m.lower
    return tuple((d, row[d]) for d in DEPARTMENTS if row.get(d))
