"""What ships have done of late, out of what was told: trails, volleys, and the report ship by ship. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Any

from starforge.engine import hex as hx
from starforge.engine.event import Event
from starforge.engine.hex import Hex
from starforge.english import amount, listed, some
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.events import tell
from starforge.quick import dataclass
from starforge.tables.table import Told

Line = tuple[Told, str]
"""An entry of the log with its words."""
SHOTS = {"fired": "fires", "launched": "launches", "locked": "locks", "reacquired": "guides"}
_HITS = {"fired": "hit", "launched": "hit", "locked": "held", "reacquired": "found again"}
_FATES = {
    "crashed": "is lost",
    "landed": "stops on an objective",
    "stunned": "is inoperable next round",
    "disabled": "is disabled for good",
    "destroyed": "is destroyed",
}

_ACTS = frozenset({"flown", "rammed", *SHOTS})
_SHIPS = _ACTS | {"damaged", "turn-begun", *_FATES}
"""What is told of ships one by one, or goes without saying."""
_MINOR = frozenset({"recovered", "removed", "lapsed"})
"""What is on the map, or told in one line of all ships."""


@dataclass
class Volley:
    """Count what a ship has shot at another with one kind of weapon, what was to be expected, and what came of it.

    ``likely`` are the hits that were to be expected; ``shields`` and ``hull`` are what the target has lost.
    """

    kind: str
    weapon: str
    target: int
    whom: str
    shots: int = 0
    hits: int = 0
    likely: float = 0.0
    shields: int = 0
    hull: int = 0
    fate: str = ""

    @property
    def words(self) -> str:
        times = f"{self.shots} × " if self.shots > 1 else ""
        what = f"{SHOTS[self.kind]} {times}{weapons()[self.weapon].name.split()[-1]} at {self.whom}"
        hits = f"{self.hits or 'none'} {_HITS[self.kind]} of {amount(self.likely)} expected"
        expected = self.likely * weapons()[self.weapon].damage
        damage, lost = "", loss_words(self.shields, self.hull)
        if self.kind in ("fired", "launched"):
            damage = f", {self.shields + self.hull} damage of {amount(expected)}{f' ({lost})' if lost else ''}"
        return f"{what}: {hits}{damage}{f'; it {self.fate}' if self.fate else ''}"


@dataclass
class Deed:
    """Tell what one ship has done: the way it has come, what else befell it on the way, and its volleys.

    ``move`` is its last move, which is among ``words`` too, and ``brief`` the same for a narrow panel. ``aside``: the
    last of the words are of another ship, so that what comes next names its own.
    """

    ship: int
    seat: int
    name: str
    way: tuple[Hex, ...] = ()
    move: str = ""
    brief: str = ""
    aside: bool = False
    words: list[str] = field(default_factory=list)
    volleys: list[Volley] = field(default_factory=list)

    @property
    def told(self) -> list[str]:
        return [*self.words, *(volley.words for volley in self.volleys)]

    def volley(self, kind: str, d: dict[str, Any]) -> Volley:
        """Return the volley that a shot belongs to."""
        same = (v for v in self.volleys if (v.kind, v.weapon, v.target) == (kind, d["weapon"], d["target"]))
        found = next(same, None)
        if found is None:
            self.volleys.append(found := Volley(kind, d["weapon"], d["target"], d["target_name"]))
        return found


def latest(lines: Sequence[Line], view: WarView) -> int:
    """Return where in the log begins what is new: to a seat with its turn before this one, to others with the round."""
    if view.seat is None:
        return max((n for n, (told, _) in enumerate(lines) if told.event.kind == "round-begun"), default=0)
    begun = [n for n, (told, _) in enumerate(lines) if _begins(told.event, view.seat)]
    return ([0, *begun])[-2 if view.ask is not None and begun else -1]


def _begins(event: Event, seat: int) -> bool:
    return event.kind == "turn-begun" and event.data["seat"] == seat


def way_of(d: dict[str, Any]) -> tuple[Hex, ...]:
    """Return the hexes of a move, its start first."""
    return tuple((step[0], step[1]) for step in (d["start"], *d["path"]))


def deeds(events: Iterable[Event], own: int | None = None) -> list[Deed]:
    """Return what ships, but those of the seat ``own``, have done, in the order in which each first did something."""
    found: dict[int, Deed] = {}
    by: Deed | None = None
    volley: Volley | None = None
    for event in events:
        kind, d = event.kind, event.data
        if kind in _ACTS:
            by = found.setdefault(d["ship"], Deed(d["ship"], d["seat"], d["name"])) if d["seat"] != own else None
            volley = by.volley(kind, d) if by is not None and kind in SHOTS else None
            if by is not None and volley is None:
                _move(by, kind, d)
            elif volley is not None:
                volley.shots += 1
                volley.hits += bool(d.get("hit", d.get("outcome") == "hit"))
                volley.likely += likely(event)
        elif volley is not None and kind == "damaged":
            volley.shields += d["shields"]
            volley.hull += d["hull"]
        elif volley is not None and kind in _FATES:
            volley.fate = _FATES[kind]
        elif by is not None and kind in ("damaged", *_FATES):
            fate = _FATES.get(kind) or f"loses {loss_words(d['shields'], d['hull'])}"
            by.words.append(fate if d["ship"] == by.ship and not by.aside else f"{d['name']} {fate}")
            by.aside = d["ship"] != by.ship
    return list(found.values())


def loss_words(shields: int, hull: int) -> str:
    """Return what a ship has lost, '2 shields and 1 hull', '' for nothing."""
    parts = [some(shields, "shield")] * bool(shields) + [f"{hull} hull"] * bool(hull)
    return listed(parts) if parts else ""


def story_words(lines: Sequence[Line], own: int | None) -> list[str]:
    """Return what has happened in its order, all that a ship of others has done in a turn in one line.

    The round alone is not worth telling: it stands above the map.
    """
    begun = [n for n, (told, _) in enumerate(lines) if told.event.kind == "turn-begun"]
    turns = (lines[start:end] for start, end in pairwise((0, *begun, len(lines))))
    if all(told.event.kind in ("round-begun", "turn-begun") for told, _ in lines):
        return []
    return [words for turn in turns for words in _turn_words(turn, own)]


def _turn_words(lines: Sequence[Line], own: int | None) -> Iterator[str]:
    done = {deed.ship: f"{deed.name} {'; '.join(deed.told)}." for deed in deeds((told.event for told, _ in lines), own)}
    loose = Counter(told.event.data["name"] for told, words in lines if _minor(told.event, words) == "lapsed")
    for told, words in lines:
        kind = _minor(told.event, words)
        if kind == "lapsed" and loose:
            names = (f"{name}{f' ×{count}' * (count > 1)}" for name, count in loose.items())
            yield f"Locks and missiles are lost: {', '.join(names)}."
            loose.clear()
        elif told.event.kind not in _SHIPS and not kind:
            yield words
        elif told.event.kind in _ACTS and told.event.data["ship"] in done:
            yield done.pop(told.event.data["ship"])


def _minor(event: Event, words: str) -> str:
    """Return the kind of an event whose words are not told, '' for others and for what sums a turn up in its place."""
    return event.kind if event.kind in _MINOR and words == tell(event, ()) else ""


def likely(event: Event) -> float:
    """Return the chance that a shot had to come off, from 0 to 1 (SR-F5, SR-F11)."""
    if event.kind == "launched":
        return targeting.launch_chance(weapons()[event.data["weapon"]])[0] / 36
    return targeting.WAYS[event.data["needed"]] / 36


def _move(deed: Deed, kind: str, d: dict[str, Any]) -> None:
    if kind == "rammed":
        deed.words.append(f"rams {d['target_name']}, and both come to a stop")
        deed.aside = True
        return
    deed.way = way_of(d)
    far = sum(hx.distance(a, b) for a, b in pairwise(deed.way))
    heading = hx.NAMES[(d["path"] or [d["start"]])[-1][2]]
    moved = f"flies {far} hex{'es' * (far != 1)} {heading}" if far else f"turns {heading}" if d["path"] else "stays"
    deed.brief = f"{far or ''}{' ' * (far > 0)}{heading} v{d['velocity']}"
    deed.move = f"{moved}, velocity {d['velocity']}"
    deed.words.append(deed.move)


def trails(events: Iterable[Event], moving: int | None) -> dict[Hex, int]:
    """Return by hex whose ship has come that way, of each ship its last move; of the seat that moves now none."""
    ways: dict[int, tuple[int, tuple[Hex, ...]]] = {}
    for event in events:
        if event.kind == "flown" and event.data["seat"] != moving:
            ways[event.data["ship"]] = event.data["seat"], way_of(event.data)
    return {at: seat for seat, way in ways.values() for at in way}


def volley_of(event: Event) -> tuple[object, ...]:
    """Return what all shots of a volley have in common."""
    return (event.turn, event.kind, *(event.data[key] for key in ("ship", "weapon", "target")))


def place_of(event: Event, view: WarView) -> Hex | None:
    """Return where something happened, None for what has no place."""
    d = event.data
    if event.kind == "flown":
        return way_of(d)[-1]
    ship = view.ship(d["target"] if event.kind in SHOTS else d.get("ship", -1))
    return ship.hexes[0] if ship is not None and ship.hexes else None


def shot_line(view: WarView, number: int, target: int) -> tuple[Hex, ...]:
    """Return the hexes between two ships, as far as both are on the map."""
    ends = [ship.hexes[0] for ship in (view.ship(number), view.ship(target)) if ship is not None and ship.hexes]
    return hx.between(ends[0], ends[1]) if len(ends) == 2 else ()


def deed_lines(view: WarView, deed: Deed) -> tuple[Hex, ...]:
    """Return the hexes between a ship and those it has shot at."""
    return tuple(at for volley in deed.volleys for at in shot_line(view, deed.ship, volley.target))
