"""Maps and scenarios: files that name tiles, zones, purses and victory, and the fields of hexes made from them."""

from __future__ import annotations

import json
import re
from collections.abc import Set
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.shape import Check, bounded, few_marks, read_shape, sized, to_sparse
from starforge.games.assets import AssetError, folder, read_cards
from starforge.games.shattered_reach.model.catalogue import FACTIONS, GAME, RADIUS, hulls, roster, tiles
from starforge.quick import dataclass

TILE_STEPS: tuple[Hex, Hex] = ((7, -3), (3, 4))
"""Where the neighbouring tiles lie that are called 1,0 and 0,1 (SR-G3)."""
NOBODY = -1
C = TypeVar("C")
_TILE = re.compile(r"(\d+) at (-?\d+),(-?\d+)(?: turned ([0-5]))?\Z")
_STRIP = re.compile(r"(N|NE|SE|S|SW|NW) (-?\d+)\.\.(-?\d+) deep (\d+)\Z")
_HEX = re.compile(r"(-?\d+),(-?\d+)\Z")
_FARTHEST = 30
MOST_STRIPS, MOST_EXTRA = 60, 1_000
"""What a map may name for the zone of one side, and of hexes beside its tiles: more would only take long to lay."""
_LINES = 8 * _FARTHEST
"""Lines of hexes that one strip may run over; no map that can be laid is wider."""


def _shown(text: str) -> str:
    """Return text that is shown to everybody at the table; ValueError for what a terminal would obey or not show."""
    if not text.isprintable():
        raise ValueError("text has letters, digits, signs and spaces only")
    return few_marks(text)


Title = Annotated[str, sized(0, 60), Check(_shown)]
Words = Annotated[str, sized(0, 600), Check(_shown)]
Points = Annotated[int, bounded(0, 100_000)]


@dataclass(frozen=True, slots=True)
class Chart:
    """Hold a map laid out: its hexes, what is on them, and each side's zone.

    ``facings`` are the headings that lead out of the zones; ``planets`` holds all planets, homes and core too, ``open``
    all other hexes.
    """

    hexes: frozenset[Hex]
    planets: frozenset[Hex]
    open: frozenset[Hex]
    edge: frozenset[Hex]
    zones: tuple[tuple[Hex, ...], ...]
    facings: tuple[int, ...]
    homes: tuple[frozenset[Hex], ...]
    core: frozenset[Hex]
    tiles: tuple[tuple[str, Hex], ...]


@dataclass(frozen=True, kw_only=True)
class Map:
    """Describe a map: tiles ``'2 at 1,0 turned 3'``, more open hexes, and for each side the strips of its zone.

    A strip ``'S -7..6 deep 5'`` is, on each of the lines -7 to 6 that run north and south, the 5 hexes nearest the
    map's southern edge. ``homes`` names for each side the tile, counted from 0, whose planet H is its home.
    """

    title: Title
    tiles: Annotated[tuple[str, ...], sized(1, 61)]
    extra: Annotated[tuple[str, ...], sized(0, MOST_EXTRA)] = ()
    zones: Annotated[tuple[Annotated[tuple[str, ...], sized(1, MOST_STRIPS)], ...], sized(1, 3)]
    homes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        lay(self)


def lay(m: Map) -> Chart:
    marks: dict[Hex, str] = {}
    homes: list[frozenset[Hex]] = []
    centres: list[tuple[str, Hex]] = []
    for text in m.tiles:
        number, centre, placed = _placed(text)
        if any(at in marks for at in placed):
            raise ValueError(f"tile {text!r} lies on another")
        marks |= placed
        centres.append((number, centre))
        homes.append(frozenset(at for at, mark in placed.items() if mark == "H"))
    marks |= {_hex(text): "." for text in m.extra if _hex(text) not in marks}
    hexes, planets = frozenset(marks), frozenset(at for at, mark in marks.items() if mark != ".")
    _check_whole(m.tiles, centres, hexes - planets)
    core = frozenset(at for at, mark in marks.items() if mark == "C")
    edge = frozenset(at for at in hexes if any(hx.step(at, heading) not in hexes for heading in range(6)))
    zones = tuple(_zone(strips, hexes) for strips in m.zones)
    _check_zones(zones, planets)
    owned = tuple(_home(homes, n) for n in m.homes)
    facings = tuple((hx.NAMES.index(strips[0].split()[0]) + 3) % 6 for strips in m.zones)
    return Chart(hexes, planets, hexes - planets, edge, zones, facings, owned, core, tuple(centres))


def _check_whole(texts: tuple[str, ...], centres: list[tuple[str, Hex]], open_: Set[Hex]) -> None:
    """Raise ValueError for a tile, or any other hex, that no ship can come to from the first tile."""
    start = min(open_, key=lambda at: hx.distance(at, centres[0][1]), default=None)
    reached: set[Hex] = set() if start is None else {start}
    waiting = list(reached)
    while waiting:
        at = waiting.pop()
        near = {hx.step(at, heading) for heading in range(6)} & open_
        near -= reached
        reached |= near
        waiting += near
    for text, (_, centre) in zip(texts, centres, strict=True):
        if not any(hx.distance(at, centre) <= RADIUS for at in reached):
            raise ValueError(f"tile {text!r} cannot be reached from {texts[0]!r}")
    if lost := open_ - reached:
        raise ValueError(f"the hex {','.join(map(str, min(lost)))} cannot be reached from tile {texts[0]!r}")


def _placed(text: str) -> tuple[str, Hex, dict[Hex, str]]:
    found = _TILE.match(text)
    if not found:
        raise ValueError(f"a tile is written like '2 at 1,0 turned 3', not {text!r}")
    number, i, j, turned = found[1], int(found[2]), int(found[3]), int(found[4] or 0)
    if number not in tiles():
        raise ValueError(f"there is no tile {number}; there are: {', '.join(tiles())}")
    if max(abs(i), abs(j)) > _FARTHEST // 3:
        raise ValueError(f"tile {text!r} is too far from the middle")
    (aq, ar), (bq, br) = TILE_STEPS
    centre = (aq * i + bq * j, ar * i + br * j)
    return number, centre, {hx.add(hx.rotate(at, turned), centre): mark for at, mark in tiles()[number].marks.items()}


def _hex(text: str) -> Hex:
    found = _HEX.match(text)
    if not found or max(abs(int(found[1])), abs(int(found[2]))) > 4 * _FARTHEST:
        raise ValueError(f"a hex is written like '3,-4', not {text!r}")
    return int(found[1]), int(found[2])


def _track(at: Hex, heading: int) -> int:
    """Return the number of the line through a hex that runs in a heading."""
    return (at[0], at[0] + at[1], at[1])[heading % 3]


def _zone(strips: tuple[str, ...], hexes: frozenset[Hex]) -> tuple[Hex, ...]:
    found: dict[Hex, None] = {}
    rows: dict[int, dict[int, list[Hex]]] = {}
    for text in dict.fromkeys(strips):
        parts = _STRIP.match(text)
        if not parts:
            raise ValueError(f"a strip of a zone is written like 'S -7..6 deep 5', not {text!r}")
        heading, lines, deep = hx.NAMES.index(parts[1]), range(int(parts[2]), int(parts[3]) + 1), int(parts[4])
        if len(lines) > _LINES:
            raise ValueError(f"the strip {text!r} runs over more than {_LINES} lines")
        if heading not in rows:
            rows[heading] = _rows(heading, hexes)
        for number in lines:
            found |= dict.fromkeys(rows[heading].get(number, [])[:deep])
    if not found:
        raise ValueError(f"the zone {list(strips)} holds no hex of the map")
    return tuple(sorted(found))


def _rows(heading: int, hexes: frozenset[Hex]) -> dict[int, list[Hex]]:
    """Return the lines of hexes that run in a heading, by number, each from the edge that lies there."""
    rows: dict[int, list[Hex]] = {}
    for at in sorted(hexes, key=lambda at: -hx.ahead((0, 0), heading, at)):
        rows.setdefault(_track(at, heading), []).append(at)
    return rows


def _check_zones(zones: tuple[tuple[Hex, ...], ...], planets: frozenset[Hex]) -> None:
    taken: set[Hex] = set()
    for n, zone in enumerate(zones):
        if planets & set(zone):
            raise ValueError(f"there is a planet in zone {n}, at {min(planets & set(zone))}")
        if taken & set(zone):
            raise ValueError(f"zone {n} shares the hex {min(taken & set(zone))} with another")
        taken |= set(zone)


def _home(homes: list[frozenset[Hex]], n: int) -> frozenset[Hex]:
    if not 0 <= n < len(homes) or not homes[n]:
        raise ValueError(f"home {n} is no tile of this map with a planet H")
    return homes[n]


@dataclass(frozen=True, kw_only=True)
class Side:
    """Describe one side of a scenario: its team, its purses, and ships that it gets for nothing."""

    name: Title
    team: Annotated[int, bounded(0, 2)]
    purse: dict[Literal["any", "capital", "fighter"], Points]
    free: str = ""

    def points(self) -> dict[str, int]:
        """Return new purses: construction points by the kind of ship they buy, or ``any``."""
        return {str(kind): points for kind, points in self.purse.items()}


def _plain(budget: int) -> Side:
    """Return a side that has nothing but a budget."""
    return Side(name="", team=0, purse={"any": budget})


def _check_purse(number: int, side: Side) -> None:
    """Raise ValueError for a side that some faction could build no fleet for."""
    if side.free:
        return
    purse = side.points()
    for faction in FACTIONS:
        costs = [(hulls()[slug].cost, hulls()[slug].kind) for slug in roster(faction)]
        if all(cost > purse.get("any", purse.get(kind, 0)) for cost, kind in costs):
            least = min(costs)[0]
            given = ", ".join(f"{kind} {points:,}" for kind, points in purse.items()) or "nothing"
            raise ValueError(f"side {number} has {given}, and no ship of {faction} costs less than {least:,}")


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """Describe a scenario; ``maps`` names by player count the map, ``sides`` differ only where a page says so.

    ``roles`` says who gets which side: by seat, by turn order of the first round, or the Myriad the first (SR-S2).
    """

    number: int = 0
    title: Title
    text: Words
    victory: Literal["fleets", "homes", "core", "devour"] = "fleets"
    budget: Points = 0
    choose: bool = False
    roles: Literal["seats", "order", "myriad"] = "seats"
    sides: tuple[Side, ...] = ()
    maps: Annotated[dict[Literal["2", "3"], str], sized(1)]

    def __post_init__(self) -> None:
        if not self.sides and not self.budget:
            raise ValueError("a scenario has a budget or sides with purses")
        if self.sides and any(int(n) != len(self.sides) for n in self.maps):
            raise ValueError(f"there are {len(self.sides)} sides, but maps for {', '.join(self.maps)} players")
        if self.victory == "devour" and self.roles != "myriad":
            raise ValueError("only the Myriad devour: a scenario with victory 'devour' has roles 'myriad'")
        for side in self.sides:
            if side.free and side.free not in hulls():
                raise ValueError(f"there is no ship {side.free!r}")
        for n, side in enumerate(self.sides or () if self.choose else self.sides or (_plain(self.budget),)):
            _check_purse(n, side)


@dataclass(frozen=True, kw_only=True)
class Custom:
    """Hold a scenario or a map of a user's own, as the option ``custom`` carries it in a table."""

    scenario: Scenario | None = None
    map: Map | None = None


def write_custom(own: Custom) -> str:
    """Return what is a user's own as the text of the option ``custom``."""
    return json.dumps(to_sparse(own), separators=(",", ":"), ensure_ascii=False)


@lru_cache(32)
def _custom(text: str) -> Custom:
    try:
        return read_shape(Custom, json.loads(text)) if text else Custom()
    except RecursionError:
        raise ValueError("the scenario is nested too deeply") from None


MAPS = folder(GAME) / "maps.toml"


@lru_cache
def scenarios() -> dict[str, Scenario]:
    return read_cards(folder(GAME) / "scenarios.toml", Scenario)


@lru_cache(32)
def scenario_of(slug: str, custom: str) -> Scenario:
    own = _custom(custom).scenario
    return own or scenarios()[slug]


@lru_cache(64)
def side_of(slug: str, custom: str, budget: int, n: int) -> Side:
    """Return side ``n`` of a table; ``budget`` is the table's, for a scenario that lets it choose."""
    scenario = scenario_of(slug, custom)
    if scenario.sides:
        return scenario.sides[n]
    return Side(name="", team=n, purse={"any": budget if scenario.choose else scenario.budget})


@lru_cache(64)
def map_of(slug: str, custom: str, players: int) -> Map:
    """Return the map of a table; raise ValueError when its scenario is not for so many players."""
    scenario = scenario_of(slug, custom)
    if str(players) not in scenario.maps:
        raise ValueError(f"{scenario.title} is for {' or '.join(scenario.maps)} players, not {players}")
    own = _custom(custom).map
    name = scenario.maps["2" if players == 2 else "3"]
    found = own or read_cards(MAPS, Map, name).get(name)
    if found is None:
        raise ValueError(f"{scenario.title} is played on the map {name!r}, and there is none of that name")
    return found


@lru_cache(64)
def chart_of(slug: str, custom: str, players: int) -> Chart:
    """Return the map of a table, laid out; raise ValueError when its scenario cannot be played on it."""
    chart = lay(map_of(slug, custom, players))
    if len(chart.zones) != players:
        raise ValueError(f"the map has {len(chart.zones)} zones, not one for each of {players} players")
    _check_goals(scenario_of(slug, custom), chart)
    return chart


def _check_goals(scenario: Scenario, chart: Chart) -> None:
    if scenario.victory == "homes" and len(chart.homes) != len(chart.zones):
        raise ValueError(f"in {scenario.title} every side needs a home planet, and the map has {len(chart.homes)}")
    if scenario.victory == "core" and not chart.core:
        raise ValueError(f"{scenario.title} needs a map with the core, tile 6")
    if scenario.victory == "devour" and len(chart.homes) != 1:
        raise ValueError(f"{scenario.title} needs a map with one home planet, that of the defenders")


@lru_cache(64)
def goals_of(slug: str, custom: str, players: int) -> dict[Hex, int]:
    """Return the objective hexes of a table with the side whose home each is, NOBODY for the core (SR-V2, SR-V4)."""
    scenario, chart = scenario_of(slug, custom), chart_of(slug, custom, players)
    if scenario.victory == "core":
        return dict.fromkeys(chart.core, NOBODY)
    if scenario.victory == "homes":
        return {at: side for side, home in enumerate(chart.homes) for at in home}
    if scenario.victory == "devour":
        return dict.fromkeys(chart.homes[0], 1)
    return {}


def read_custom(scenario: Path | None, map_: Path | None) -> str:
    """Return the option ``custom`` for files of a user's own; raise AssetError that names file, line and mistake."""
    own = Custom(scenario=_one(scenario, Scenario), map=_one(map_, Map))
    text = write_custom(own)
    for players in own.scenario.maps if own.scenario else ():
        try:
            chart_of("", text, int(players))
        except ValueError as error:
            raise AssetError(f"{scenario.name if scenario else ''}: {error}") from None
    return text


def _one(path: Path | None, model: type[C]) -> C | None:
    if path is None:
        return None
    try:
        found = list(read_cards(path, model).values())
    except (OSError, UnicodeDecodeError) as error:
        raise AssetError(f"{path} cannot be read: {error}") from None
    if len(found) != 1:
        raise AssetError(f"{path.name}: the file must hold one [{model.__name__.lower()}], and holds {len(found)}")
    return found[0]
