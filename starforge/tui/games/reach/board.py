"""A ship on the screen: six departments with their crew, totals, damage, and where a card in hand could go. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.games.reach.model.actions import PlaceCard, Repair
from starforge.games.reach.model.catalogue import crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, STOPPED
from starforge.games.reach.view.types import BoardView, DepartmentView
from starforge.games.reach.words.names import SHORT
from starforge.quick import dataclass
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.drawing.panels import Paint
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.glyphs import BRIEF, HUES, PLATE, big, plate, plates, sums
from starforge.tui.games.reach.spots import CrewSpot, DepartmentSpot, RepairSpot, SeatSpot

SMALL_ROWS = 7
"""Rows of the narrow board with its frame."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Show what a department would take: the key, the total or number it would have, and why it cannot."""

    key: str
    becomes: int
    here: bool
    reason: str


Aims = dict[Spot | None, Aim]
"""What each department and repair would take."""


class Rows(NamedTuple):
    """Say how many rows each part of the narrow screen has below the ship and the tile."""

    missions: int
    landing: int
    hand: int

    @property
    def end(self) -> int:
        """Return the row below them."""
        return SMALL_ROWS + 2 + sum(self)

    def less(self, count: int) -> Rows:
        """Return them with so many fewer, as far as each can do with fewer."""
        landing = max(self.landing - max(count, 0), min(self.landing, 1))
        count -= self.landing - landing
        return Rows(max(self.missions - max(count, 0), min(self.missions, 3)), landing, self.hand)


def targets(scene: Scene, board: BoardView) -> Aims:
    """Return by spot where the card that is picked, or under the cursor, could go on the own board."""
    one = scene.item
    items = scene.items if scene.path else one.items if one and one.items else ()
    found: Aims = {}
    for way in items:
        if isinstance(way.action, (PlaceCard, Repair)):
            found[way.spot] = Aim(way.key, becomes(board, way.action), way is one, way.reason)
    return found


def becomes(board: BoardView, action: PlaceCard | Repair) -> int:
    """Return the total a department would have with the card, or how much the special ones would hold."""
    card = crew_card(action.card)
    if isinstance(action, Repair):
        return next(len(d.repairers) for d in board.departments if d.slug == action.at) + 1
    if action.at == DEFENCE:
        return board.workers + card.worker
    if action.at == ACADEMY:
        return len(board.academy) + 1
    return board.would.get(action.card, board.totals)[action.at]


def preview(scene: Scene, board: BoardView) -> dict[str, int]:
    """Return the totals with the placement under the cursor, as far as the cursor is on one."""
    totals = board.totals
    one = scene.item
    action: Action | None = one.action if one else None
    if isinstance(action, PlaceCard) and action.at in totals and one is not None and not one.reason:
        totals[action.at] = becomes(board, action)
    return totals


@dataclass(frozen=True, slots=True)
class DrawnShip:
    """Hold what a ship is drawn from: whether it is the own one, and in ``aims`` what its departments would take."""

    scene: Scene
    board: BoardView
    own: bool
    aims: Aims

    def zone(self, slug: str) -> str:
        """Return the zone whose cards can be pointed at, '' on the ships of others."""
        return slug if self.own else ""

    def keep(self, picture: Picture, region: Region, d: DepartmentView, paint: Paint) -> bool:
        """Draw a department as it was drawn before where nothing about it has changed; return whether all is there."""
        aims, spot = (self.aims.get(DepartmentSpot(d.slug)), self.aims.get(RepairSpot(d.slug))), self.scene.spot
        parts = (d, aims, self.own, isinstance(spot, CrewSpot) and spot)
        return bool(self.scene.kept.draw(picture, region, f"{self.board.seat} {d.slug}", parts, paint))


def draw_board(picture: Picture, scene: Scene, board: BoardView, region: Region, note: str = "") -> None:
    """Draw a ship of somebody else in a frame, with a note in place of how it stands."""
    _draw_framed(picture, DrawnShip(scene, board, False, {}), region, [note, ""] if note else _status(board))


def draw_own_board(picture: Picture, scene: Scene, board: BoardView, region: Region) -> None:
    """Draw the ship of whoever plays in a frame, with where the picked card could go."""
    _draw_framed(picture, DrawnShip(scene, board, True, targets(scene, board)), region, _status(board))


def _draw_framed(picture: Picture, shown: DrawnShip, region: Region, notes: Sequence[str]) -> None:
    """Draw the departments side by side if there is little height, else three by two, and the first note that fits."""
    scene, board = shown.scene, shown.board
    mark, style = SIDES[board.seat % len(SIDES)]
    title = f"{mark} {scene.names[board.seat]}" + (f" · {board.title}" if board.title else "")
    status = next((words for words in notes if len(title) + len(words) + 8 <= region.width), notes[-1])
    picture.box(region, title, status, style)
    picture.spot(region, SeatSpot(board.seat))
    draw = _draw_row if region.height < 13 else _draw_square
    whole = draw(picture, shown, region.inside(1))
    if shown.own or not whole:
        picture.right(region.end - 2, region.bottom - 1, " i: more ", "legal")


def _status(board: BoardView) -> list[str]:
    """Return how the ship stands, in ever fewer words."""
    points, tokens = f"{board.score} VP", f"{board.tokens} token{'s' if board.tokens != 1 else ''}"
    deck = f"deck {board.deck}"
    return [
        " · ".join((tokens, f"{len(board.claimed)} claimed", points, deck)),
        " · ".join((tokens, points, deck)),
        " · ".join((points, deck)),
        points,
    ]


def _draw_row(picture: Picture, shown: DrawnShip, region: Region) -> bool:
    """Draw four columns and a fifth for the special departments; return whether all of it is there."""
    whole = True
    size = (region.width - (18 if region.width >= 70 else 15)) // 4
    *columns, rest = region.split_columns(size, size, size, size)
    for d, column in zip(shown.board.departments, columns, strict=True):
        whole &= shown.keep(picture, column.left(size - 1), d, partial(_draw_small, shown, d))
        for row in range(column.height):
            picture.put(column.end - 1, column.y + row, "│", "line")
    upper, lower = rest.inside(1, 0).split_rows(region.height // 2)
    whole &= _draw_special(picture, shown, DEFENCE, upper)
    return _draw_special(picture, shown, ACADEMY, lower) and whole


def _draw_name(picture: Picture, slug: str, name: str, line: Region, aim: Aim | None) -> None:
    """Draw a department's name, with the key that places the picked card there, lit while it can."""
    x, y, width, _ = line
    ground = " on:cursor" if aim and aim.here else " on:lit" if aim and not aim.reason else ""
    picture.put(x, y, " " * width, ground.strip())
    start = x
    if aim:
        sign, style = ("×", "danger") if aim.reason else ("▸" if aim.here else aim.key, "legal bold")
        start = picture.put(x, y, f"{sign} ", style + ground)
    picture.put(start, y, name, f"{HUES[slug]} bold{ground}", line.end - start)


def _draw_small(shown: DrawnShip, d: DepartmentView, picture: Picture, region: Region) -> bool:
    x, y, width, height = region
    aim = shown.aims.get(DepartmentSpot(d.slug))
    _draw_name(picture, d.slug, (SHORT if width > 11 else BRIEF)[d.slug], region, aim)
    if shown.own:
        picture.spot(region, DepartmentSpot(d.slug))
    end = picture.put(x, y + 1, f" {d.total:>2} ", f"on:{HUES[d.slug]} bold")
    arrow = f" →{aim.becomes}" if aim and not aim.reason else ""
    room = width - 4 - len(arrow)
    made_of = _made_of(d, room)
    picture.spans(end, y + 1, made_of, room)
    picture.right(region.end, y + 1, arrow, "legal bold")
    rows = height - 2 - (1 if d.damage else 0)
    left = plates(picture, d.cards, Region(x, y + 2, width, rows), shown.zone(d.slug), shown.scene.spot)
    return _draw_damage(picture, shown, d, region.row(height - 1)) and not left and len(made_of) > 1


def _made_of(d: DepartmentView, width: int) -> list[Span]:
    """Return what a total is made of in as much detail as there is room for, a blank alone if there is none."""
    ways = (
        sums(d.default, d.crew, d.research, d.extra, d.weighing),
        sums(d.default, d.crew, d.research + d.extra, 0, d.weighing),
        sums(d.default, d.crew + d.research + d.extra, 0, 0, d.weighing),
    )
    fits = (way for way in ways if sum(len(text) for text, _ in way) < width)
    return [(" ", ""), *next(fits, ())]


def _draw_damage(picture: Picture, shown: DrawnShip, d: DepartmentView, line: Region) -> bool:
    """Draw damage cards as ``!``, and the crew that lies face down on them to repair; its key while one can be laid.

    Return whether all that crew is there.
    """
    aim, (x, y, width, _) = shown.aims.get(RepairSpot(d.slug)), line
    if not d.damage:
        return True
    marks = "!" * d.damage if d.damage < 5 else f"!×{d.damage}"
    if aim and not aim.reason:
        ground = " on:cursor" if aim.here else " on:lit"
        roomy = width >= 9 + len(marks) + PLATE * len(d.repairers)
        start = x
        x = picture.put(x, y, ("▸" if aim.here else aim.key) + (" repair" if roomy else ""), f"legal bold{ground}") + 1
        width -= x - start
    end = picture.put(x, y, marks, "danger bold", width)
    room = max((width - len(marks)) // PLATE, 0)
    for card in d.repairers[:room]:
        end = plate(picture, end, y, card)
    if shown.own:
        picture.spot(Region(x, y, max(end - x, 1)), RepairSpot(d.slug))
    return len(d.repairers) <= room


def _draw_special(picture: Picture, shown: DrawnShip, slug: str, region: Region, large: bool = False) -> bool:
    """Draw the Defence Center with what it stops, or the Academy with its Juniors; return whether all is there."""
    board, aim, (x, y, width, height) = shown.board, shown.aims.get(DepartmentSpot(slug)), region
    cards, used = (board.defence, board.workers) if slug == DEFENCE else (board.academy, len(board.academy))
    words = f"{used}/{STOPPED}" if large or slug != DEFENCE else f"stops {board.stops}"
    if aim and not aim.reason:
        words = f"{used}→{aim.becomes}"
    name = "Defence" if slug == DEFENCE else "Academy"
    tight = len(name) + len(words) + (3 if aim else 1) > width
    _draw_name(picture, slug, name[:3] if tight else name, region, aim)
    picture.right(region.end, y, words, "legal bold" if aim and not aim.reason else "dim")
    if shown.own:
        picture.spot(region, DepartmentSpot(slug))
    row = y + 1
    if large:
        end = big(picture, x + 1, row, board.stops if slug == DEFENCE else used, HUES[slug])
        above, below = ("stops", "of a tile") if slug == DEFENCE else ("Juniors", "learning")
        picture.put(end + 1, row, above, "dim", region.end - end - 1)
        picture.put(end + 1, row + 1, below, "dim", region.end - end - 1)
        row += 3
    rest = Region(x, row, width, max(y + height - row, 1))
    return not plates(picture, cards, rest, shown.zone(slug), shown.scene.spot)


def _draw_square(picture: Picture, shown: DrawnShip, region: Region) -> bool:
    """Draw the departments in two rows of three, with big totals; return whether all of it is there."""
    whole = True
    x, y, width, height = region
    size, tall = width // 3, (height - 1) // 2
    tops, heights = (y, y + tall + 1), (tall, height - tall - 1)
    places = [(0, 0), (1, 0), (0, 1), (1, 1)]
    for d, (column, row) in zip(shown.board.departments, places, strict=True):
        place = Region(x + 1 + column * size, tops[row], size - 2, heights[row])
        whole &= shown.keep(picture, place, d, partial(_draw_large, shown, d))
    for n, slug in enumerate((DEFENCE, ACADEMY)):
        place = Region(x + 1 + 2 * size, tops[n], width - 2 * size - 2, heights[n])
        whole &= _draw_special(picture, shown, slug, place, large=True)
    for column in (1, 2):
        for row in range(height):
            picture.put(x + column * size - 1, y + row, "│", "line")
    picture.put(x, y + tall, "─" * width, "line")
    for column in (1, 2):
        picture.put(x + column * size - 1, y + tall, "┼", "line")
    return whole


def _draw_large(shown: DrawnShip, d: DepartmentView, picture: Picture, region: Region) -> bool:
    x, y, width, height = region
    aim = shown.aims.get(DepartmentSpot(d.slug))
    _draw_name(picture, d.slug, d.name if width > 17 else SHORT[d.slug], region, aim)
    if shown.own:
        picture.spot(region, DepartmentSpot(d.slug))
    end = big(picture, x, y + 1, d.total, f"{HUES[d.slug]} bold") + 1
    made_of = _made_of(d, region.end - end)[1:]
    picture.spans(end, y + 1, made_of, region.end - end)
    if aim and not aim.reason:
        picture.put(end, y + 2, f"→ {aim.becomes}", "legal bold", region.end - end)
    repaired = _draw_damage(picture, shown, d, Region(end, y + 3, region.end - end))
    left = plates(picture, d.cards, Region(x, y + 4, width, height - 4), shown.zone(d.slug), shown.scene.spot)
    return repaired and not left and bool(made_of)
