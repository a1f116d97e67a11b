"""A ship on the screen: six departments with their crew, totals, damage, and where a card in hand could go. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from starforge.engine.action import Action
from starforge.games.reach.model.actions import PlaceCard, Repair
from starforge.games.reach.model.catalogue import crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, STOPPED
from starforge.games.reach.view.types import BoardView, DepartmentView
from starforge.games.reach.words.names import SHORT
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.glyphs import BRIEF, HUES, PLATE, big, plate, plates, sums
from starforge.tui.games.reach.spots import DepartmentSpot, RepairSpot, SeatSpot

SMALL_ROWS = 7
"""Rows of the narrow board with its frame."""


@dataclass(frozen=True, slots=True)
class Target:
    """Show what a department would take now: the key, the total or number it would have, and why it cannot."""

    key: str
    becomes: int
    here: bool
    reason: str


Targets = dict[Spot | None, Target]
"""What each department and repair would take."""


def targets(scene: Scene, board: BoardView) -> Targets:
    """Return by spot where the card that is picked, or under the cursor, could go on the own board."""
    one = scene.item
    items = scene.items if scene.path else one.items if one and one.items else ()
    found: Targets = {}
    for way in items:
        if isinstance(way.action, (PlaceCard, Repair)):
            found[way.spot] = Target(way.key, becomes(board, way.action), way is one, way.reason)
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


def draw_board(
    picture: Picture, scene: Scene, board: BoardView, x: int, y: int, width: int, height: int, own: bool, note: str = ""
) -> None:
    """Draw a ship in a frame: all departments beside one another if there is little height, else three by two."""
    mark, style = SIDES[board.seat % len(SIDES)]
    title = f"{mark} {scene.names[board.seat]}" + (f" · {board.title}" if board.title else "")
    notes = [note, ""] if note else _status(board)
    status = next((words for words in notes if len(title) + len(words) + 8 <= width), notes[-1])
    picture.box(Region(x, y, width, height), title, status, style)
    picture.spot(Region(x, y, width, height), SeatSpot(board.seat))
    aims = targets(scene, board) if own else {}
    if height < 13:
        _draw_row(picture, scene, board, x + 1, y + 1, width - 2, height - 2, own, aims)
    else:
        _draw_square(picture, scene, board, x + 1, y + 1, width - 2, height - 2, own, aims)


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


def _draw_row(
    picture: Picture,
    scene: Scene,
    board: BoardView,
    x: int,
    y: int,
    width: int,
    height: int,
    own: bool,
    aims: Targets,
) -> None:
    """Draw four columns and a fifth for the special departments."""
    side = 18 if width >= 70 else 15
    size = (width - side) // 4
    for n, d in enumerate(board.departments):
        left = x + n * size
        _draw_small(picture, scene, d, left, y, size - 1, height, own, aims)
        for row in range(height):
            picture.put(left + size - 1, y + row, "│", "faint")
    left = x + 4 * size + 1
    half = height // 2
    _draw_special(picture, scene, board, DEFENCE, left, y, width - 4 * size - 2, half, own, aims)
    _draw_special(picture, scene, board, ACADEMY, left, y + half, width - 4 * size - 2, height - half, own, aims)


def _draw_name(picture: Picture, slug: str, name: str, x: int, y: int, width: int, aim: Target | None) -> None:
    """Draw a department's name, with the key that places the picked card there, lit while it can."""
    ground = " on:cursor" if aim and aim.here else " on:lit" if aim and not aim.reason else ""
    picture.put(x, y, " " * width, ground.strip())
    at = x
    if aim:
        sign, style = ("×", "danger") if aim.reason else ("▸" if aim.here else aim.key, "legal bold")
        at = picture.put(x, y, f"{sign} ", style + ground)
    picture.put(at, y, name, f"{HUES[slug]} bold{ground}", width - (at - x))


def _draw_small(
    picture: Picture,
    scene: Scene,
    d: DepartmentView,
    x: int,
    y: int,
    width: int,
    height: int,
    own: bool,
    aims: Targets,
) -> None:
    aim = aims.get(DepartmentSpot(d.slug))
    _draw_name(picture, d.slug, (SHORT if width > 11 else BRIEF)[d.slug], x, y, width, aim)
    if own:
        picture.spot(Region(x, y, width, height), DepartmentSpot(d.slug))
    end = picture.put(x, y + 1, f" {d.total:>2} ", f"on:{HUES[d.slug]} bold")
    arrow = f" →{aim.becomes}" if aim and not aim.reason else ""
    room = width - 4 - len(arrow)
    picture.spans(end, y + 1, _made_of(d, room), room)
    picture.right(x + width, y + 1, arrow, "legal bold")
    at = d.slug if own else ""
    plates(picture, d.cards, x, y + 2, width, height - 3, at, scene.spot)
    _draw_damage(picture, d, x, y + height - 1, width, aims.get(RepairSpot(d.slug)), own)


def _made_of(d: DepartmentView, width: int) -> list[Span]:
    """Return what a total is made of in as much detail as there is room for."""
    ways = (
        sums(d.default, d.crew, d.research, d.extra, d.weighing),
        sums(d.default, d.crew, d.research + d.extra, 0, d.weighing),
        sums(d.default, d.crew + d.research + d.extra, 0, 0, d.weighing),
    )
    fits = (way for way in ways if sum(len(text) for text, _ in way) < width)
    return [(" ", ""), *next(fits, ways[-1])]


def _draw_damage(
    picture: Picture, d: DepartmentView, x: int, y: int, width: int, aim: Target | None, own: bool
) -> None:
    """Draw damage cards as ``!``, and the crew that lies face down on them to repair; its key while one can be laid."""
    if not d.damage:
        return
    marks = "!" * d.damage if d.damage < 5 else f"!×{d.damage}"
    if aim and not aim.reason:
        ground = " on:cursor" if aim.here else " on:lit"
        roomy = width >= 9 + len(marks) + PLATE * len(d.repairers)
        start = x
        x = picture.put(x, y, ("▸" if aim.here else aim.key) + (" repair" if roomy else ""), f"legal bold{ground}") + 1
        width -= x - start
    end = picture.put(x, y, marks, "danger bold", width)
    for card in d.repairers[: max((width - len(marks)) // PLATE, 0)]:
        end = plate(picture, end, y, card)
    if own:
        picture.spot(Region(x, y, max(end - x, 1), 1), RepairSpot(d.slug))


def _draw_special(
    picture: Picture,
    scene: Scene,
    board: BoardView,
    slug: str,
    x: int,
    y: int,
    width: int,
    height: int,
    own: bool,
    aims: Targets,
    large: bool = False,
) -> None:
    """Draw the Defence Center with what it stops, or the Academy with its Juniors."""
    aim = aims.get(DepartmentSpot(slug))
    cards, used = (board.defence, board.workers) if slug == DEFENCE else (board.academy, len(board.academy))
    name = "Defence" if slug == DEFENCE else "Academy"
    _draw_name(picture, slug, name, x, y, width, aim)
    words = f"{used}/{STOPPED}" if large or slug != DEFENCE else f"stops {board.stops}"
    if aim and not aim.reason:
        words = f"{used}→{aim.becomes}"
    picture.right(x + width, y, words, "legal bold" if aim and not aim.reason else "dim")
    if own:
        picture.spot(Region(x, y, width, height), DepartmentSpot(slug))
    row = y + 1
    if large:
        end = big(picture, x + 1, row, board.stops if slug == DEFENCE else used, HUES[slug])
        above, below = ("stops", "of a tile") if slug == DEFENCE else ("Juniors", "learning")
        picture.put(end + 1, row, above, "dim", width - (end + 1 - x))
        picture.put(end + 1, row + 1, below, "dim", width - (end + 1 - x))
        row += 3
    plates(picture, cards, x, row, width, max(y + height - row, 1), slug if own else "", scene.spot)


def _draw_square(
    picture: Picture,
    scene: Scene,
    board: BoardView,
    x: int,
    y: int,
    width: int,
    height: int,
    own: bool,
    aims: Targets,
) -> None:
    """Draw the departments in two rows of three, with big totals."""
    size, tall = width // 3, (height - 1) // 2
    places = [(0, 0), (1, 0), (0, 1), (1, 1)]
    for d, (column, row) in zip(board.departments, places, strict=True):
        _draw_large(picture, scene, d, x + 1 + column * size, y + row * (tall + 1), size - 2, tall, own, aims)
    left = x + 1 + 2 * size
    for n, slug in enumerate((DEFENCE, ACADEMY)):
        top = y + n * (tall + 1)
        _draw_special(picture, scene, board, slug, left, top, width - 2 * size - 2, tall, own, aims, large=True)
    for column in (1, 2):
        for row in range(height):
            picture.put(x + column * size - 1, y + row, "│", "faint")
    picture.put(x, y + tall, "─" * width, "faint")
    for column in (1, 2):
        picture.put(x + column * size - 1, y + tall, "┼", "faint")


def _draw_large(
    picture: Picture,
    scene: Scene,
    d: DepartmentView,
    x: int,
    y: int,
    width: int,
    height: int,
    own: bool,
    aims: Targets,
) -> None:
    aim = aims.get(DepartmentSpot(d.slug))
    _draw_name(picture, d.slug, d.name if width > 17 else SHORT[d.slug], x, y, width, aim)
    if own:
        picture.spot(Region(x, y, width, height), DepartmentSpot(d.slug))
    end = big(picture, x, y + 1, d.total, f"{HUES[d.slug]} bold") + 1
    picture.spans(end, y + 1, _made_of(d, width - (end - x))[1:], width - (end - x))
    if aim and not aim.reason:
        picture.put(end, y + 2, f"→ {aim.becomes}", "legal bold", width - (end - x))
    _draw_damage(picture, d, end, y + 3, width - (end - x), aims.get(RepairSpot(d.slug)), own)
    plates(picture, d.cards, x, y + 4, width, height - 4, d.slug if own else "", scene.spot)
