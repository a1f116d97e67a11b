"""The end of USC: Reach: who lands, and every score line by line. Pure."""

from __future__ import annotations

from typing import cast

from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.view.types import BoardView, LandingView, ReachView
from starforge.games.reach.words.names import SHORT
from starforge.tui.drawing.frame import SIDES, Scene, draw_log, draw_said, said
from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.games.reach.board import draw_board
from starforge.tui.games.reach.glyphs import BRIEF, HUES, big, need_spans


def draw_scores(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw the ships beside one another: the Landing card met or not, the points line by line, the total big."""
    view: ReachView = scene.view  # type: ignore[assignment]
    result = view.result
    assert result is not None
    names = [f"{SIDES[n][0]} {scene.names[n]}" for n in result.winners]
    head = "Nobody has landed, so nobody wins."
    if not result.scores:
        head = result.text  # it has not come to a landing
    elif names:
        head = f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the victory'}"
    picture.centre(1, head, "legal bold")
    count = len(view.boards)
    size = min(width // count, 50)
    tall = min(height - 4, 24)
    left = (width - size * count) // 2
    for n, board in enumerate(view.boards):
        draw_score(picture, scene, board, Region(left + n * size, 2, size - 1, tall))
        if height > tall + 24 and size > 46:
            draw_board(picture, scene, board, Region(left + n * size, 3 + tall, size - 1, 19))
    below = tall + (22 if height > tall + 24 and size > 46 else 2)
    if height - 2 - below > 5:
        log = Region(left, below, size * count - 1, height - 2 - below)
        picture.box(log, "Log", "l: all of it")
        draw_log(picture, scene, log.inside())
    draw_said(picture, *said(scene, width - 2), Region(0, 1, width, height - 2))


def draw_score(picture: Picture, scene: Scene, board: BoardView, region: Region) -> None:
    view, (x, y, width, height) = cast(ReachView, scene.view), region
    won = view.result is not None and board.seat in view.result.winners
    card = next((card for card in view.landings if card.seat == board.seat), None)
    mark, style = SIDES[board.seat % len(SIDES)]
    edge = f"{style} bold" if won else style
    picture.box(region, f"{mark} {scene.names[board.seat]}", "★ wins" if won else "", edge)
    row = y + 1
    if card is not None:
        row = draw_landing(picture, board, card, region.inside()) - (height < 20)
    landed = card is not None and not card.short
    total = board.score if landed else 0
    last = y + height - 5
    for line, points in _score_rows(board, width - 8, last - row):
        picture.put(x + 2, row, line, "" if landed else "dim")
        if points is not None:
            sign = "good" if points > 0 else "danger" if points < 0 else "dim"
            picture.right(x + width - 2, row, f"{points:+d}" if points else "0", sign if landed else "dim")
        row += 1
    picture.put(x + 1, last, "─" * (width - 2), "line")
    digits = width - 1 - 4 * len(str(total))
    words, look = ("Score", "title bold") if landed else ("Does not score" if width > 17 else "No score", "dim")
    picture.put(x + 2, last + (0 if landed and digits < 8 else 2), words, look, width - 4)
    if landed:
        big(picture, x + digits, last + 1, total, "legal bold" if won else "title bold")


def _score_rows(board: BoardView, width: int, room: int) -> list[tuple[str, int | None]]:
    """Return the score as rows, the points beside the first of each line; as much of the words as there is room for."""
    rows: list[tuple[str, int | None]] = []
    for most in (9, 2, 1):
        rows = []
        for words, points in board.lines:
            short = (
                f"{len(board.claimed)} mission{'s' if len(board.claimed) != 1 else ''}"
                if words.startswith("Missions") and most < 9
                else words.replace("Unrepaired d", "D")
            )
            lines = wrap(short, width)[:most]
            rows += [(line, points if n == 0 else None) for n, line in enumerate(lines)]
        if len(rows) <= room:
            break
    return rows[: max(room, 0)]


def draw_landing(picture: Picture, board: BoardView, card: LandingView, region: Region) -> int:
    x, y, width, _ = region
    title = card.title if len(card.title) <= width else card.title.removesuffix(" Landing Zone")
    picture.put(x, y, title, "title bold", width)
    for n, d in enumerate(DEPARTMENTS, 1):
        bars: list[Span] = need_spans(d, board.totals[d], card.required[d], min(width - 10, 22))
        picture.spans(
            x, y + n, [(f"{(SHORT if width > 20 else BRIEF)[d]:<9} "[: 10 if width > 20 else 4], HUES[d]), *bars], width
        )
    short = sum(card.short.values())
    lost = f"× {short} short: not landed"
    words, look = (
        (lost if len(lost) <= width else f"× {short} short", "danger bold") if short else ("✓ Landed", "good bold")
    )
    picture.put(x, y + 5, words, look, width)
    return y + 7
