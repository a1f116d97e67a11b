"""The table of all shots of a fleet: a page of it over the map, a line for each weapon of a ship and target. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import amount
from starforge.games.shattered_reach.model.actions import Launch, Reacquire
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.plans.volleys import Salvo
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture, fit
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot, PageSpot
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.spots import SalvoSpot

LETTERS = "abcdgnopsvwyz"
"""The keys of the lines of a page: those that mean nothing else while the table is open."""
HEAD = ("", "who", "what", "at whom", "range", "hits", "damage", "kills")


def shows_table(scene: Scene) -> bool:
    """Tell whether the open menu is the table of shots."""
    return bool(scene.path) and all(isinstance(one.spot, SalvoSpot) for one in scene.items)


def spot_of(one: Salvo) -> SalvoSpot:
    """Return what a line of the table stands for."""
    return SalvoSpot(one.ship, one.weapon, one.target, one.locks)


def deed_of(one: Salvo) -> str:
    """Return what is done with a weapon that does not just fire."""
    first = one.actions[0]
    return (
        "launches" if isinstance(first, Launch) else "guides" if isinstance(first, Reacquire) else "locks" * one.locks
    )


def draw_table(picture: Picture, scene: Scene, view: WarView, table: Sequence[Salvo], where: Region) -> None:
    """Draw the page that has the cursor into the last rows of a region, as many lines as there are keys.

    The mark of more pages stands above it: below it begins what is said.
    """
    lines = {spot_of(one): one for one in table}
    size = max(min(len(LETTERS), where.height - 2), 1)
    page, pages = max(scene.number, 0) // size, -(-len(scene.items) // size)
    shown = range(page * size, min((page + 1) * size, len(scene.items)))
    region = Region(where.x, where.bottom - len(shown) - 1, where.width, len(shown) + 1)
    _put(picture, region.top(1), HEAD, "on:bar")
    if pages > 1:
        words = f" Space: page {page + 1}/{pages} "
        picture.right(picture.width, region.y - 1, words, "legal on:panel")
        following = (page + 1) % pages * size
        picture.spot(Region(picture.width - len(words), region.y - 1, len(words)), PageSpot(following))
    for row, number in enumerate(shown, 1):
        line, spot = region.below(row).top(1), scene.items[number].spot
        ground = "on:cursor" if number == scene.number else "on:panel"
        one = lines.get(spot) if isinstance(spot, SalvoSpot) else None
        key = f"{'▸' if number == scene.number else ' '}{scene.items[number].key}"
        if one is not None:
            _put(picture, line, (key, *_cells(view, one)), ground)
        picture.spot(line, ItemSpot(number))


def _cells(view: WarView, one: Salvo) -> tuple[str, ...]:
    """Return what stands in the columns of a line, from who fires on."""
    count = f"{len(one.actions)}× " if len(one.actions) > 1 else ""
    what = f"{deed_of(one)} " * bool(deed_of(one)) + count + weapons()[one.weapon].name.split()[-1]
    target = view.ship(one.target)
    mark = side(target.seat)[0] if target is not None else ""
    most = weapons()[one.weapon].damage * len(one.actions)
    brings = "next round" if one.locks else f"{amount(one.expected / 100)} of {most}"
    kills = f"{one.kill}%" if one.kill else ""
    return (
        name(view, one.ship),
        what,
        f"{mark} {name(view, one.target)}",
        f"{one.range}",
        f"{one.percent}%",
        brings,
        kills,
    )


def _put(picture: Picture, line: Region, cells: Sequence[str], ground: str) -> None:
    """Draw a line in columns; where it is narrow the weapon has less room."""
    picture.put(line.x, line.y, " " * line.width, ground)
    widths = (3, 14, max(min(line.width - 62, 30), 16), 17, 6, 5, 11, 6)
    x = line.x
    for n, (text, width) in enumerate(zip(cells, widths, strict=True)):
        style = "dim" if cells is HEAD else "legal bold" if n in (0, 5) else ""
        picture.put(x, line.y, fit(text, width - 1), f"{style} {ground}".strip(), width)
        x += width
