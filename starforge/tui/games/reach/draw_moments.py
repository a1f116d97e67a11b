"""The pictures of the moments that everybody shares: totals count up, the play order falls into place. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS
from starforge.games.reach.view.types import BoardView, CardView, DepartmentView, ReachView
from starforge.games.reach.words.names import NAMES, SHORT
from starforge.tui.drawing.art.flash import FRAMES
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.games.reach.board import draw_board
from starforge.tui.games.reach.glyphs import BRIEF, HUES, PLATE, big, figures, need_spans, plate
from starforge.tui.games.reach.moments import LandingMoment, Moment, Report, Reveal, showing
from starforge.tui.games.reach.pool import needs_of
from starforge.tui.games.reach.spots import GoOnSpot

OPENING = "The screens drop."
KEYS = (("Enter", "go on"), ("i", "inspect"), ("l", "log"), ("r", "rules"), ("?", "keys"), ("q", "leave"))
"""The keys that work while a moment is shown, and what they do."""
WIDEST = 110
"""Columns of a report at most."""


Words = Callable[[BoardView, str], str]
"""What words a zone of a ship."""


def draw(picture: Picture, scene: Scene, moment: Moment) -> None:
    width, height = picture.width, picture.height
    if isinstance(moment, Reveal):
        _draw_reveal(picture, scene, moment, width, height)
    elif isinstance(moment, Report):
        _draw_report(picture, scene, moment, width, height)
    else:
        _draw_landing(picture, scene, moment, width, height)
    more = part_of(scene, moment, width, height) + 1 < parts(moment, width, height)
    picture.put(0, height - 2, " " * width, "on:panel")
    words = scene.note or ("Any key: at once" if scene.moment else "Enter: read on" if more else "Enter: go on")
    picture.put(1, height - 2, words, "legal bold on:panel", width - 2)
    picture.spot(Region(0, height - 2, width, 1), GoOnSpot())


def _counted(scene: Scene, before: int, now: int) -> int:
    """Return the figure that a total shows while it counts up."""
    done = FRAMES - scene.moment
    share = min(done / (FRAMES * 0.6), 1.0)
    return before + round((now - before) * share)


def _draw_reveal(picture: Picture, scene: Scene, moment: Reveal, width: int, height: int) -> None:
    part = part_of(scene, moment, width, height)
    if part:
        _draw_rest(picture, scene, moment, _reveal_rest(moment, width, height)[part - 1])
        return
    words = _opening(moment, width)
    picture.put(1, 1, words, "title bold", width - 2)
    if width > 70 and words == OPENING:
        picture.right(
            width - 1, 1, f"« » < > new   ! damage   ▓ repairers   order by {SHORT[moment.department]}", "dim"
        )
    boards = []
    for board, before in zip(moment.boards, moment.before, strict=True):
        departments = tuple(replace(d, total=_counted(scene, before[d.slug], d.total)) for d in board.departments)
        boards.append(replace(board, departments=departments))
    places = {seat: n for n, seat in enumerate(moment.order)}
    settled = _settled(scene)
    if width >= 110 and height >= 34:
        count = min(len(boards), 4 if width >= 190 else 2)
        size, rows = width // count, -(-len(boards) // count)
        free = len(boards) % count != 0 and size > 50
        tall = max(min((height - (4 if free else 8 + len(boards))) // rows, 25), 7)
        for n, board in enumerate(boards):
            place = Region(n % count * size, 2 + n // count * tall, size, tall)
            draw_board(picture, scene, board, place, f"{_ordinal(places[board.seat])} in order" if settled else "")
        if free:
            _draw_order(picture, scene, moment, (size + 2, 3 + (rows - 1) * tall))
            return
        y = 2 + rows * tall
        if rows == 1 and settled and moment.pool and height - y > 2 * len(moment.pool) + 12:
            _draw_chances(picture, scene, moment, y, size)
            y += 2 * len(moment.pool) + 3
    else:
        y = _draw_columns(picture, scene, moment, boards)
    _draw_order(picture, scene, moment, (1, y), max(width // 2, 42))
    y += max(len(moment.order), len(moment.pool)) + 2
    draw_vista(picture, Region(0, y, width, height - 3 - y), "frontier", scene.plain)


def _opening(moment: Reveal, width: int) -> str:
    """Return the first words of a reveal, with the cards that were played if they have room beside them."""
    words = " ".join((OPENING, *moment.played))
    return words if len(words) <= width - 2 else OPENING


def _settled(scene: Scene) -> bool:
    """Tell whether the play order has begun to fall into place."""
    return scene.moment < FRAMES * 0.4


def _ordinal(n: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[n]


def _draw_columns(picture: Picture, scene: Scene, moment: Reveal, boards: Sequence[BoardView]) -> int:
    """Draw all ships in columns: totals and what was placed in each department; return the row after them."""
    size, settled = picture.width // len(boards), _settled(scene)
    rows, tall, words = _columns(moment, picture.width, picture.height)
    for n, board in enumerate(boards):
        mark, style = SIDES[board.seat % len(SIDES)]
        x = n * size
        place = _ordinal(moment.order.index(board.seat)) if settled else ""
        picture.box(Region(x, 2, size, rows), f"{mark} {scene.names[board.seat]}", place, style)
        y = 3
        for d in board.departments:
            lit = d.slug == moment.department
            picture.put(
                x + 1, y, f"{'▸' if lit else ' '}{(SHORT if size > 22 else BRIEF)[d.slug]}", f"{HUES[d.slug]} bold"
            )
            picture.put(x + 12 if size > 22 else x + 6, y, f" {d.total:>2} ", f"on:{HUES[d.slug]} bold")
            hurt = _draw_hurt(picture, d, x + size - 1, y)
            grown = d.total - moment.before[board.seat][d.slug]
            if grown and x + (20 if size > 22 else 14) < hurt:
                picture.put(x + (17 if size > 22 else 11), y, f"{grown:+d}", "good" if grown > 0 else "danger")
            _draw_crew(picture, d, Region(x + 2, y + 1, size - 3))
            y += tall
        for slug, cards in ((DEFENCE, board.defence), (ACADEMY, board.academy)):
            if words is None:
                break
            at = picture.put(x + 2, y, words(board, slug), HUES[slug]) + 1
            for card in cards:
                at = plate(picture, at, y, card)
            y += 1
    return 2 + rows


def _columns(moment: Reveal, width: int, height: int) -> tuple[int, int, Words | None]:
    """Return how many rows the columns of ships have, and each department; and in which words the other zones fit."""
    size = width // len(moment.boards)
    rows = height - 5 - max(len(moment.order), len(moment.pool) if _pool_beside(moment, width, height) else 0)
    tall = 2 if rows < 16 else 3
    zones = [(b, zone, cards) for b in moment.boards for zone, cards in ((DEFENCE, b.defence), (ACADEMY, b.academy))]
    fits = (
        words
        for words in (_zone_words, _zone_brief)
        if all(len(words(b, zone)) + PLATE * len(cards) + 4 <= size for b, zone, cards in zones)
    )
    return rows, tall, next(fits, None) if rows - 2 - 4 * tall >= 2 else None


def _pool_beside(moment: Reveal, width: int, height: int) -> bool:
    """Tell whether the missions fit beside the play order, below the columns of ships."""
    return width > 70 and bool(moment.pool) and height - 5 - len(moment.pool) >= 10


def _zone_words(board: BoardView, zone: str) -> str:
    return f"Defence stops {board.stops}" if zone == DEFENCE else f"Academy {len(board.academy)}"


def _zone_brief(board: BoardView, zone: str) -> str:
    return f"Stops {board.stops}" if zone == DEFENCE else "Academy"


def _draw_crew(picture: Picture, d: DepartmentView, row: Region) -> None:
    """Draw the crew of a department, those placed this turn first, and how many more there are."""
    at, room = row.x, row.width // PLATE
    crew = [*(c for c in d.cards if c.new), *(c for c in d.cards if not c.new)]
    for card in crew[: room if len(crew) <= room else room - 1]:
        at = plate(picture, at, row.y, card)
    if len(crew) > room:
        picture.put(at, row.y, f"+{len(crew) - room + 1}", "dim")


def _draw_hurt(picture: Picture, d: DepartmentView, right: int, y: int) -> int:
    """Draw damage cards at the right of a total, and the crew that lies face down there to repair; return the start."""
    marks = "!" * d.damage if d.damage < 3 else f"!×{d.damage}"
    mends = f"▓{len(d.repairers)}" if d.repairers else ""
    picture.right(right, y, marks + mends, "danger bold")
    return right - len(marks + mends)


def _draw_order(picture: Picture, scene: Scene, moment: Reveal, corner: tuple[int, int], beside: int = 0) -> None:
    """Draw the play order, ties decided by the ship alone; in column ``beside`` it, or else below, the pool."""
    (x, y), settled = corner, _settled(scene)
    picture.put(x, y, f"Play order by {NAMES[moment.department]}", "title bold")
    large = picture.width >= 110 and picture.height >= 34
    if settled and (large or _pool_beside(moment, picture.width, picture.height)):
        below = y + len(moment.order) + 2
        _draw_pool(picture, moment, beside or x, y if beside else below)
    for n, (seat, (power, default)) in enumerate(zip(moment.order, moment.powers, strict=True)):
        mark, style = SIDES[seat % len(SIDES)]
        fallen = scene.moment * len(moment.order) <= FRAMES * 0.4 * (len(moment.order) - 1 - n)
        if scene.moment and not (settled and fallen):
            picture.put(x + 2, y + 1 + n, f"{n + 1}. ·", "faint")
            continue
        end = picture.put(x + 2, y + 1 + n, f"{n + 1}. {mark} {fit(scene.names[seat], 12):<12}", f"{style} bold")
        tied = sum(p == power for p, _ in moment.powers) > 1
        picture.put(end + 1, y + 1 + n, f"{power}" + (f", the ship alone {default}" if tied else ""), "", 20)


def _draw_pool(picture: Picture, moment: Reveal, x: int, y: int) -> None:
    """Draw which missions each ship meets, and by how much power it misses the others."""
    if not moment.pool:
        return
    picture.put(x, y, "Meets ✓ or lacks", "title bold")
    for seat in range(len(moment.boards)):
        mark, style = SIDES[seat % len(SIDES)]
        picture.right(x + 26 + 4 * seat, y, mark, f"{style} bold")
        for row, mission in enumerate(moment.pool, 1):
            lacks = sum(mission.lacking[seat].values())
            words, look = ("✓", "good bold") if not lacks else (f"-{lacks}", "dim")
            picture.right(x + 26 + 4 * seat, y + row, words, look)
    for row, mission in enumerate(moment.pool, 1):
        picture.put(x, y + row, f"{mission.points}  {mission.title}", "", 22)


Piece = tuple[str, str, Sequence[CardView]]
"""A word with its style and the cards after it."""
Rows = Sequence[Sequence[Piece]]


def _reveal_rest(moment: Reveal, width: int, height: int) -> list[tuple[Rows, bool]]:
    """Return by page what ships hold that columns of this size do not show, and whether the missions stand there."""
    played = moment.played if _opening(moment, width) == OPENING else ()
    rows: list[list[Piece]] = [[(line, "", ())] for words in played for line in wrap(words, width - 4)]
    if width >= 110 and height >= 34:
        return [(rows, False)] if rows else []
    room, zones = (width // len(moment.boards) - 3) // PLATE, _columns(moment, width, height)[2] is not None
    rows += [row for board in moment.boards for row in _flow(_hidden(board, room, zones), width - 6)]
    pool = bool(moment.pool) and not _pool_beside(moment, width, height)
    if pool and rows and len(rows) + len(moment.pool) + 7 > height:
        return [(rows, False), ((), True)]
    return [(rows, pool)] if rows or pool else []


def _hidden(board: BoardView, room: int, zones: bool) -> list[Piece]:
    """Return the parts of a ship that are not whole in its column."""
    found: list[Piece] = [(SHORT[d.slug], HUES[d.slug], d.cards) for d in board.departments if len(d.cards) > room]
    if not zones:
        found.append((_zone_words(board, DEFENCE), HUES[DEFENCE], board.defence))
        found.append((_zone_words(board, ACADEMY), HUES[ACADEMY], board.academy))
    return [(f"{SIDES[board.seat % len(SIDES)][0]}", SIDES[board.seat % len(SIDES)][1], ()), *found] if found else []


def _flow(pieces: Sequence[Piece], width: int) -> list[list[Piece]]:
    """Return pieces as rows that are no wider, unless one is."""
    rows: list[list[Piece]] = []
    left = 0
    for piece in pieces:
        size = len(piece[0]) + 3 + PLATE * len(piece[2])
        if not rows or size > left:
            rows.append([])
            left = width
        rows[-1].append(piece)
        left -= size
    return rows


def _draw_rest(picture: Picture, scene: Scene, moment: Reveal, page: tuple[Rows, bool]) -> None:
    """Draw what the columns of ships have no room for."""
    rows, pool = page
    picture.put(1, 1, "What else there is to see" if rows else "What can be claimed", "title bold")
    y = 3
    for row in rows:
        at = 1 if len(row[0][0]) == 1 or not row[0][1] else 3  # the mark of a ship, or what was played
        for words, style, cards in row:
            at = picture.put(at, y, words, f"{style} bold" if style else "") + 1
            for card in cards:
                at = plate(picture, at, y, card)
            at += 2 if cards else 1
        y += 1
    if pool:
        _draw_pool(picture, moment, 1, y + bool(rows))


def _draw_chances(picture: Picture, scene: Scene, moment: Reveal, y: int, size: int) -> None:
    """Draw below each ship the missions with what it has of their needs."""
    for n, board in enumerate(moment.boards):
        style = SIDES[board.seat % len(SIDES)][1]
        picture.box(Region(n * size, y, size, 2 * len(moment.pool) + 2), "Missions", "", style)
        for row, mission in enumerate(moment.pool):
            needs = {d: need for d, need in needs_of(scene, board, mission).items() if need}
            met = all(board.totals[d] >= need for d, need in needs.items())
            sign, look = ("✓", "good bold") if met else ("·", "dim")
            x, line = n * size + 2, y + 1 + 2 * row
            picture.put(x, line, sign, look)
            picture.put(x + 2, line, mission.title, "title bold" if met else "", size - 12)
            picture.right(n * size + size - 2, line, f"{mission.points} VP", "dim")
            picture.spans(x + 2, line + 1, list(figures(board.totals, needs)), size - 6)


def _draw_report(picture: Picture, scene: Scene, moment: Report, width: int, height: int) -> None:
    room = min(width - 4, WIDEST)
    left = (width - room) // 2
    pages, part = _report_pages(moment, width, height), part_of(scene, moment, width, height)
    rows = pages[part]
    top = 1 + max((height - 4 - len(rows) - 2) // 3, 0)
    note = f"{part + 1}/{len(pages)} · l: the whole log" if len(pages) > 1 else "l: the whole log"
    picture.box(Region(left, top, room, len(rows) + 2), moment.title, note, "mine")
    for n, (words, style) in enumerate(rows):
        picture.put(left + 2, top + 1 + n, words, style, room - 4)


def parts(moment: Moment, width: int, height: int) -> int:
    """Return how many screens a moment takes, one after the other."""
    if isinstance(moment, Reveal):
        return 1 + len(_reveal_rest(moment, width, height))
    return len(_report_pages(moment, width, height)) if isinstance(moment, Report) else 1


def part_of(scene: Scene, moment: Moment, width: int, height: int) -> int:
    """Return which of its screens is shown; the terminal may have grown since."""
    return min(showing(scene).part, parts(moment, width, height) - 1)


def _report_pages(moment: Report, width: int, height: int) -> list[list[Span]]:
    """Return the rows of a report by page: on one if it fits, if need be without gaps, else whole sections on each."""
    space = height - 5
    sections = [_section(name, lines, min(width - 4, WIDEST) - 6) for name, lines in moment.sections]
    for gap in ([("", "")], []):
        rows = [row for n, section in enumerate(sections) for row in (gap if n else []) + section]
        if len(rows) <= space:
            return [rows]
    pages: list[list[Span]] = []
    for section in sections:
        if pages and len(pages[-1]) + 1 + len(section) <= space:
            pages[-1] += [("", ""), *section]
        else:
            pages += [section[n : n + space] for n in range(0, len(section), space)]
    return pages


def _section(name: str, lines: Sequence[str], width: int) -> list[Span]:
    rows: list[Span] = [(name, "legal bold")]
    for words in lines:
        rows += [(("· " if n == 0 else "  ") + line, "") for n, line in enumerate(wrap(words, width))]
    return rows


def _draw_landing(picture: Picture, scene: Scene, moment: LandingMoment, width: int, height: int) -> None:
    """Draw every Landing card beside its ship's totals; on large screens with big figures, and the ships below."""
    view = cast(ReachView, scene.view)
    picture.centre(2, "The Landing cards are turned up", "title bold")
    count = len(moment.cards)
    large = height >= 34
    size = min(width // count, 50)
    left, tall = (width - count * size) // 2, 22 if large else 10
    roomy = height >= tall + 26 and size > 46
    top = 4 if large else max((height - tall - 4) // 2, 4)
    below = top + tall + (21 if roomy else 1)
    draw_vista(picture, Region(0, below, width, height - 3 - below), "landing", scene.plain)
    for n, (seat, landing, need, totals, short) in enumerate(moment.cards):
        mark, style = SIDES[seat % len(SIDES)]
        x = left + n * size
        picture.box(Region(x, top, size - 1, tall), f"{mark} {scene.names[seat]}", "", style)
        if roomy:
            draw_board(picture, scene, view.boards[seat], Region(x, top + tall + 1, size - 1, 19))
        title = book().landings[landing].title
        picture.put(x + 2, top + 1, title if len(title) <= size - 5 else title.removesuffix(" Landing Zone"), "title")
        if scene.moment > FRAMES * (count - 1 - n) // (count + 1):
            for row in range(top + 3, top + tall - 2):
                picture.put(x + 2, row, "▓" * (size - 5), "faint")
            continue
        for row, d in enumerate(DEPARTMENTS):
            if large:
                _draw_total(picture, d, totals[d], need[d], Region(x + 2, top + 3 + 4 * row, size - 5))
                continue
            name = f"{(SHORT if size > 26 else BRIEF)[d]:<9}"[: 9 if size > 26 else 4]
            bars = need_spans(d, totals[d], need[d], min(size - 6 - len(name), 24))
            picture.spans(x + 2, top + 3 + row, [(name, HUES[d]), *bars], size - 4)
        words, look = (f"× {sum(short.values())} short", "danger bold") if short else ("✓ lands", "good bold")
        picture.put(x + 2, top + tall - 2, words, look)


def _draw_total(picture: Picture, d: str, have: int, need: int, region: Region) -> None:
    """Draw a department's total big, beside what the Landing card needs."""
    x, y, _, _ = region
    end = big(picture, x + (4 if have < 10 else 0), y, have, f"{HUES[d]} bold") + 2
    picture.put(end, y, SHORT[d], f"{HUES[d]} bold", region.end - end)
    bars = need_spans(d, have, need, min(region.end - end, 26))
    picture.spans(end, y + 1, bars, region.end - end)
