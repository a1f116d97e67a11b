"""A moment that something takes: dice that tumble, a ship that bursts, a mission that is done. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from starforge.quick import dataclass
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture, fit
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot

FRAMES = 8
"""Pictures in a moment."""
BURST = 3
"""How many of them a ship takes to burst, after the dice have tumbled."""
DIE = 6
"""Columns of a die, with the gap after it."""
RAYS = (((0, 0, "*"),), ((-2, 0, "*"), (2, 0, "*"), (0, -1, "*"), (0, 1, "*")))
"""The sparks of a burst by its picture: where they are from its middle; those of the last are far away."""
LAST = tuple((x, y, "·") for x, y in ((-4, 0), (4, 0), (-3, -1), (3, -1), (-3, 1), (3, 1), (0, -2), (0, 2)))


@dataclass(frozen=True, slots=True)
class Flash:
    """Say what is shown before its result is: ``scene`` is the table as it was before.

    ``dice`` of them tumble, each showing some of ``faces`` (sign and style); what is at ``spots`` bursts; ``deed`` is
    told in a frame in the middle.
    """

    scene: Scene
    dice: int = 0
    faces: Sequence[tuple[str, str]] = ()
    spots: Sequence[Spot] = ()
    deed: str = ""


def draw_flash(picture: Picture, flash: Flash, left: int) -> None:
    """Draw a moment of which so many pictures are left over a picture of the table."""
    if flash.dice:
        _draw_dice(picture, flash, left)
    if flash.spots and (left <= BURST or not flash.dice):
        for region, spot in [one for one in picture.spots if one.spot in flash.spots]:
            if spot is not None:
                _draw_burst(picture, region, left)
    if flash.deed:
        _draw_deed(picture, flash.deed, left)


def _draw_dice(picture: Picture, flash: Flash, left: int) -> None:
    """Draw dice that tumble where the choices are."""
    width, top = picture.width, picture.height - 6
    for y in range(top, picture.height - 1):
        picture.put(0, y, " " * width)
    count = min(flash.dice, (width - 2) // DIE)
    x = (width - count * DIE) // 2
    for row, edges in enumerate(("┌───┐ ", "│   │ ", "└───┘ "), top):
        picture.put(x, row, edges * count, "dim")
    for n in range(count):
        spark = blake2b(f"{left} {n}".encode(), digest_size=1).digest()[0]
        sign, style = flash.faces[spark % len(flash.faces)]
        picture.put(x + n * DIE + 2, top + 1, sign, f"{style} bold")


def _draw_burst(picture: Picture, region: Region, left: int) -> None:
    """Draw sparks that fly apart from the middle of a region."""
    x, y = region.x + region.width // 2, region.y + region.height // 2
    at = min(max(BURST - left, 0) if left <= BURST else (FRAMES - left) // 2, 2)
    for right, down, sign in (*RAYS, LAST)[at]:
        if y + down > 0:
            picture.put(x + right, y + down, sign, "danger bold" if at < 2 else "warn")


def _draw_deed(picture: Picture, words: str, left: int) -> None:
    """Draw what was done in a frame in the middle, with a star that begins to shine."""
    words = fit(words, picture.width - 8)
    width = max(len(words) + 4, 34)
    x, y = (picture.width - width) // 2, max((picture.height - 5) // 2 - 2, 1)
    picture.box(Region(x, y, width, 5), style="good")
    for row in range(y + 1, y + 4):
        picture.put(x + 1, row, " " * (width - 2))
    reach = min(FRAMES - left, (width - 8) // 4)
    rays = " ".join("·" * reach)
    picture.centre(y + 1, f"{rays} ★ {rays}".strip(), "warn bold")
    picture.centre(y + 2, words, "good bold")
    picture.put(x, y + 4, "└" + "─" * (width - 2) + "┘", "good")
