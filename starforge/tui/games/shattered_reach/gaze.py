"""How a seat looks at Shattered Reach, and the maps drawn for it. Pure."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from starforge.games.shattered_reach.view.types import WarView
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.map.camera import Camera
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.scenery import Scenery

if TYPE_CHECKING:
    from starforge.tui.games.shattered_reach.fleets.hangar import Kept


class Fields:
    """Keep the maps drawn last, as long as what they show does not change."""

    def __init__(self) -> None:
        self._kept: list[Field] = []

    def of(self, view: WarView, lens: str, weapon: str, zoom: int, ascii_only: bool) -> Field:
        """Return the map of a view."""
        for kept in self._kept:
            shown = kept.scenery
            if shown.view is view and (shown.lens, shown.weapon, kept.zoom, kept.ascii_only) == (
                lens,
                weapon,
                zoom,
                ascii_only,
            ):
                return kept
        new = Field(Scenery(view, lens, weapon), zoom, ascii_only)
        self._kept = [new, *self._kept[:2]]
        return new


@dataclass(frozen=True, slots=True)
class Gaze:
    """Say what is shown: the map through a camera and a lens, a page beside it, the kind of weapon being aimed.

    ``part`` counts the parts of a page that does not fit at once. ``stock`` are the fleets that the user keeps for the
    seat's faction; ``fields`` are the maps drawn before.
    """

    camera: Camera | None = None
    page: str = "ship"
    part: int = 0
    lens: str = "drift"
    weapon: str = ""
    stock: tuple[Kept, ...] = ()
    fields: Fields = field(default_factory=Fields)


def gaze_of(scene: Scene) -> Gaze:
    """Return how a scene is looked at."""
    return scene.more if isinstance(scene.more, Gaze) else Gaze()
