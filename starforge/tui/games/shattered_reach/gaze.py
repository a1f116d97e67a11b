"""How a seat looks at Shattered Reach, and the maps drawn for it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from starforge.engine.hex import Hex
from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.map.camera import Camera
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.scenery import Overlay, Scenery
from starforge.tui.games.shattered_reach.map.sketch import Sketch
from starforge.tui.games.shattered_reach.map.story import Deed, Line, deeds, latest, trails

if TYPE_CHECKING:
    from starforge.tui.games.shattered_reach.fleets.hangar import Kept


class Lately(NamedTuple):
    """Hold the trails on the map, hex by hex with the seat, and what each ship of others has done."""

    trails: Mapping[Hex, int] = {}
    deeds: Sequence[Deed] = ()


class Drawn:
    """Keep what was drawn last, as long as what it shows does not change."""

    def __init__(self) -> None:
        self._fields: list[Field] = []
        self._sketches: list[Sketch] = []
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
        self._sketches = [new, *self._sketches[:1]]
        return new

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
    ``stock`` are the fleets that the user keeps for the
    seat's faction; ``drawn`` is what was drawn before.
    """

    camera: Camera | None = None
    page: str = "ship"
    part: int = 0
    deed: int = -1
    lens: str = "drift"
    weapon: str = ""
    stock: tuple[Kept, ...] = ()
    drawn: Drawn = field(default_factory=Drawn)


def gaze_of(scene: Scene) -> Gaze:
    """Return how a scene is looked at."""
    return scene.more if isinstance(scene.more, Gaze) else Gaze()
