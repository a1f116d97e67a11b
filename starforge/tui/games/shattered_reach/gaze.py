"""How a seat looks at Shattered Reach, and the maps drawn for it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from starforge.engine.event import Event
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.plans.fleet import lead_reach
from starforge.games.shattered_reach.plans.rams import can_ram
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach, reach_of
from starforge.games.shattered_reach.plans.sights import Sights, sights_of
from starforge.games.shattered_reach.plans.volleys import Salvo, salvoes
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.games.shattered_reach.map.camera import Camera
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.scenery import Landfall, Overlay, Scenery
from starforge.tui.games.shattered_reach.map.sketch import Sketch
from starforge.tui.games.shattered_reach.map.story import Deed, Line, deeds, latest, trails

if TYPE_CHECKING:
    from starforge.tui.games.shattered_reach.fleets.hangar import Kept


class Range(NamedTuple):
    """Hold where a ship can come to: all of it, the best end on each hex, and which ships of others it can ram."""

    reach: ShipReach
    sights: Sights
    ends: Mapping[Hex, Landfall]
    prey: frozenset[int]


def range_of(view: WarView, number: int, mates: frozenset[int] = frozenset()) -> Range:
    """Return where a ship can come to on the board as the plans before its own leave it, and the moves of its mates."""
    reach = lead_reach(view, number, mates) if mates else reach_of(view, number)
    sights = Sights(reach.s, reach.ship)
    best = reach.lens()
    ends = {
        at: Landfall(one.heading, one.velocity, bool(risk), _aims(view, sights, one))
        for at, (one, risk) in best.items()
    }
    return Range(reach, sights, ends, can_ram(reach))


def _aims(view: WarView, sights: Sights, one: Arrival) -> str:
    """Return at how many foes a ship could fire from an end, nine at most, with the mark of the nearest."""
    foes = sights.targets(one.hex, one.heading)
    nearest = view.ship(foes[0][1]) if foes else None
    return f"{min(len(foes), 9)}{SIDES[nearest.seat % len(SIDES)][0]}" if nearest is not None else ""


class Lately(NamedTuple):
    """Hold the trails on the map, hex by hex with the seat, and what each ship of others has done."""

    trails: Mapping[Hex, int] = {}
    deeds: Sequence[Deed] = ()


class Drawn:
    """Keep what was drawn last, as long as what it shows does not change."""

    def __init__(self) -> None:
        self._fields: list[Field] = []
        self._sketches: list[Sketch] = []
        self._ranges: list[tuple[WarView, int, frozenset[int], Range]] = []
        self._sights: list[tuple[WarView, int, Sights]] = []
        self._salvoes: tuple[WarView | None, tuple[Salvo, ...]] = (None, ())
        self._lately: tuple[object, Lately] = (None, Lately())

    def field(self, view: WarView, over: Overlay, zoom: int, ascii_only: bool) -> Field:
        """Return the map of a view."""
        wanted = (over, zoom, ascii_only)
        for kept in self._fields:
            if kept.scenery.view is view and (kept.scenery.over, kept.zoom, kept.ascii_only) == wanted:
                return kept
        new = Field(Scenery(view, over), zoom, ascii_only)
        self._fields = [new, *self._fields[:2]]
        return new

    def sketch(self, view: WarView, width: int, height: int) -> Sketch:
        """Return the whole map of a view in so many columns and rows."""
        for kept in self._sketches:
            if kept.view is view and (kept.width, kept.height) == (width, height):
                return kept
        new = Sketch(view, width, height)
        self._sketches = [new, *self._sketches[:2]]
        return new

    def reach(self, view: WarView, number: int, mates: frozenset[int] = frozenset()) -> Range:
        """Return where a ship can come to, alone or with mates that are moved as one with it."""
        mates -= {number}
        found = next((one for seen, *of, one in self._ranges if seen is view and of == [number, mates]), None)
        if found is None:
            found = range_of(view, number, mates)
            self._ranges = [(view, number, mates, found), *self._ranges[:3]]
        return found

    def sights(self, view: WarView, number: int) -> Sights:
        """Return what a ship sees from wherever it may be."""
        found = next((one for seen, ship, one in self._sights if seen is view and ship == number), None)
        if found is None:
            found = sights_of(view, number)
            self._sights = [(view, number, found), *self._sights[:3]]
        return found

    def salvoes(self, view: WarView) -> tuple[Salvo, ...]:
        """Return all that the fleet could fire."""
        if self._salvoes[0] is not view:
            self._salvoes = view, salvoes(view)
        return self._salvoes[1]

    def lately(self, lines: Sequence[Line], view: WarView) -> Lately:
        """Return what has happened since the seat's turn before this one."""
        key = (len(lines), lines[-1] if lines else None, view.seat, view.phase, view.ask is not None)
        if self._lately[0] != key:
            events = [told.event for told, _ in lines[latest(lines, view) :]]
            moving = view.seat if view.phase == "move" and view.ask is not None else None
            self._lately = key, Lately(trails(events, moving), tuple(deeds(events, view.seat)))
        return self._lately[1]


@dataclass(frozen=True, slots=True)
class Gaze:
    """Say what is shown: the map through a camera and a lens, a page beside it, the kind of weapon being aimed.

    ``part`` counts the parts of a page that does not fit at once, ``deed`` is the line of the report that is read.
    ``going`` says what Enter would do on the map, ``signs`` are letters at hexes to go to, ``flight`` a shot to draw,
    ``marked`` are ships to be moved as one, ``chart``: a small map of the whole board stands beside the large one.
    ``stock`` are the fleets that the user keeps for the seat's faction; ``drawn`` is what was drawn before.
    """

    camera: Camera | None = None
    page: str = "ship"
    part: int = 0
    deed: int = -1
    going: str = ""
    signs: Mapping[Hex, str] = field(default_factory=dict)
    flight: Event | None = None
    marked: frozenset[int] = frozenset()
    lens: str = "drift"
    chart: bool = True
    weapon: str = ""
    stock: tuple[Kept, ...] = ()
    drawn: Drawn = field(default_factory=Drawn)


def gaze_of(scene: Scene) -> Gaze:
    """Return how a scene is looked at."""
    return scene.more if isinstance(scene.more, Gaze) else Gaze()
