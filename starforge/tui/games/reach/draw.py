"""The picture of USC: Reach: ships, missions, Landing card, hand, question and choices, for any size. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from rich.cells import cell_len

from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.view.types import BoardView, LandingView, ReachView
from starforge.games.reach.words.names import SHORT
from starforge.tui.drawing.foot import Foot, draw_news, fresh
from starforge.tui.drawing.frame import SIDES, Scene, draw_said, draw_text, here, said
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot
from starforge.tui.games.reach import draw_moments, finish
from starforge.tui.games.reach.board import SMALL_ROWS, Rows, draw_board, draw_own_board, preview
from starforge.tui.games.reach.glyphs import BRIEF, HUES
from starforge.tui.games.reach.moments import showing
from starforge.tui.games.reach.pool import (
    draw_cards,
    draw_hand,
    draw_missions,
    draw_tile,
    landing_rows,
    landing_spans,
    mission_parts,
    objective_spans,
    supply_lines,
    unseen_lines,
)
from starforge.tui.games.reach.spots import ClaimSpot, CrewSpot, HandSpot, LandingSpot, MissionSpot, SeatSpot
from starforge.tui.screens.page import draw_footer

PHASES = {
    "setup": "Ships",
    "opening": "Before planning",
    "planning": "Planning",
    "claims": "Claims",
    "rewards": "Rewards",
    "round-end": "End of the round",
    "landing": "Landing Sequence",
}


def draw(scene: Scene, width: int, height: int) -> Picture:
    picture = Picture(width, height)
    view = _view(scene)
    moment = showing(scene).moment
    draw_title(picture, scene)
    if moment is not None:
        draw_moments.draw(picture, scene, moment)
    elif view.phase == "setup":
        _draw_ships(picture, scene, width, height)
    elif view.result is not None and not showing(scene).ships:
        finish.draw_scores(picture, scene, width, height)
    elif width >= 110 and height >= 34:
        _draw_wide(picture, scene, width, height)
    else:
        _draw_narrow(picture, scene, width, height)
    draw_footer(picture, scene.scope, keys=None if moment is None else draw_moments.KEYS)
    return picture


def _view(scene: Scene) -> ReachView:
    return cast(ReachView, scene.view)


def draw_title(picture: Picture, scene: Scene) -> None:
    view = _view(scene)
    picture.put(0, 0, " " * picture.width, "on:bar")
    x = picture.put(1, 0, "USC: REACH", "title bold on:bar")
    if view.phase not in ("setup", "landing") and view.result is None:
        x = picture.put(x, 0, f"  Round {view.round} · Tile {view.step}/3", "dim on:bar")
    phase = "The end" if view.result is not None else PHASES[view.phase]
    x = picture.put(x, 0, f"  {phase}", "legal bold on:bar")
    spans = [_states(scene, longest, brief) for longest, brief in ((14, False), (14, True), (6, True), (0, True))]
    room = picture.width - x - 1
    shown = next((one for one in spans if sum(len(text) for text, _ in one) <= room), spans[-1])
    picture.spans(max(picture.width - sum(len(text) for text, _ in shown), x + 1), 0, shown, room)


def _states(scene: Scene, longest: int, brief: bool) -> list[Span]:
    """Return what each player does: plans or is ready, is asked or not; without names if they may be 0 long."""
    view = _view(scene)
    spans: list[Span] = []
    for n, name in enumerate(scene.names):
        mark, style = SIDES[n % len(SIDES)]
        if view.phase == "planning":
            ready = view.boards[n].ready
            state, bold = ("✓" if brief else "ready ✓") if ready else ("·" if brief else "planning"), not ready
        else:
            state, bold = ("▸", True) if n in view.waiting else ("", False)
        words = f"{mark} {fit(name, longest)} {state}  " if longest else f"{mark}{state} "
        who, gap, rest = words.partition(state) if state else (words, "", "")
        spans.append((who, f"{style}{' bold' if bold else ''} on:bar"))
        spans.append((gap + rest, "dim on:bar"))
    return spans


def speaker(scene: Scene) -> int | None:
    """Return whose board comes first: the own, else that of who answers, else of who is first in the play order."""
    view = _view(scene)
    if view.seat is not None:
        return view.seat
    if view.phase != "planning" and view.waiting:
        return min(view.waiting)
    return view.order[0] if view.order else 0


def ships(scene: Scene) -> list[BoardView]:
    """Return the boards in the order they are drawn: first the one looked at, if it is not the own, then the rest."""
    view = _view(scene)
    own = speaker(scene)
    turned = showing(scene).other
    if view.result is not None:
        own, turned = (turned - 1) % len(view.boards), 0
    others = [b for b in view.boards if b.seat != own]
    first = [b for b in view.boards if b.seat == own]
    k = (turned - 1) % len(others) if turned and others else 0
    return [*first, *others[k:], *others[:k]]


def looked_at(scene: Scene) -> BoardView:
    """Return the board that narrow screens show and missions are measured by."""
    boards = ships(scene)
    if scene.view.result is not None:
        return boards[0]
    return boards[1] if showing(scene).other and len(boards) > 1 else boards[0]


def _rows(scene: Scene, board: BoardView, height: int) -> Rows:
    view = _view(scene)
    hand = bool(view.offered or view.phase == "planning" or (board.hand and board.seat == speaker(scene)))
    room = height - SMALL_ROWS - 5 - hand
    missions = max(min(len(view.pool) + 2, room - (3 if height > 22 else 2)), 0) if view.pool else 0
    landing = (2 if room - missions >= 4 else 1) if landing_of(view, board) else 0
    return Rows(missions, landing, int(hand))


def _draw_narrow(picture: Picture, scene: Scene, width: int, height: int) -> None:
    view, board = _view(scene), looked_at(scene)
    own = board.seat == speaker(scene)
    rows = _rows(scene, board, height)
    foot = replace(_narrow_foot(scene, width, height, height - 1 - rows.end), board=rows.less(height).end - 1)
    rows = rows.less(foot.tall - (height - 1 - rows.end))
    _draw_board(picture, scene, board, Region(0, 1, width, SMALL_ROWS), own)
    picture.put(2, SMALL_ROWS, " . more ships ", "legal")
    draw_tile(picture, scene, board if own else None, SMALL_ROWS + 1)
    missions, landing, hand = Region(0, SMALL_ROWS + 2, width, height).split_rows(*rows)[:3]
    if missions.height:
        draw_missions(picture, scene, board, missions)
    card = landing_of(view, board)
    if card and landing.height:
        _draw_landing(picture, scene, card, landing.inside(1, 0))
    if view.offered:
        drawn = [f"{head}{', '.join(c.title for c in view.offered)}" for head in ("Drawn, for your eyes only: ", "")]
        picture.put(1, hand.y, drawn[len(drawn[0]) > width - 2], "warn", width - 2)
    elif hand.height:
        draw_hand(picture, scene, board.hand if own else (), hand.inside(1, 0))
    foot.draw(picture)


def _draw_landing(picture: Picture, scene: Scene, card: LandingView, region: Region) -> None:
    """Draw a Landing card in one or two rows."""
    x, y, width, height = region
    spans = landing_spans(scene, card, _view(scene).boards[card.seat], width - (0 if height == 2 else 9))
    end = picture.spans(x, y, spans, width)
    if height == 1:
        picture.put(end + 1, y, " i: more", "legal")
    else:
        picture.spans(x, y + 1, objective_spans(card), width)
    picture.spot(region, LandingSpot())


def _narrow_foot(scene: Scene, width: int, height: int, room: int) -> Foot:
    """Return what stands below the hand, where there are so many rows for it."""
    listed, planning = listed_items(scene), _view(scene).phase == "planning"
    longest = max((cell_len(scene.items[n].label) + 2 * bool(scene.items[n].items) for n in listed), default=0)
    narrowest = min(max(16 if scene.path and planning else 26, longest + 4), max(width, 1))
    spare = max(room - 5, min(room - 2, 3))
    rows = min(-(-len(listed) // (width // narrowest)), spare)
    if spare - rows > 4 and len(listed) > 3:
        rows = min(len(listed), spare - 2)
    return _foot(scene, Region(0, 0, width, height), rows, narrowest, room - 1 - rows)


def _foot(scene: Scene, size: Region, rows: int, narrowest: int, usual: int) -> Foot:
    about, style = here(scene)
    return Foot(
        scene=scene,
        width=size.width,
        height=size.height,
        which=listed_items(scene),
        rows=rows,
        narrowest=narrowest,
        usual=usual,
        about=about,
        style=style,
        news=fresh(scene),
    )


def landing_of(view: ReachView, board: BoardView) -> LandingView | None:
    """Return the Landing card to show: the own one, at the end that of the ship looked at."""
    if view.result is None:
        return view.landing
    return next((card for card in view.landings if card.seat == board.seat), None)


def listed_items(scene: Scene) -> list[int]:
    """Return which lines of the menu the list shows: all but those that the hand and the missions show."""
    return [n for n, one in enumerate(scene.items) if scene.path or not isinstance(one.spot, (HandSpot, MissionSpot))]


def _draw_board(picture: Picture, scene: Scene, board: BoardView, region: Region, own: bool) -> None:
    """Draw a ship; that of somebody else while all plan as it was when it was last open."""
    view = _view(scene)
    if own:
        draw_own_board(picture, scene, board, region)
    elif view.phase == "planning" and view.seat is not None and board.seat != view.seat:
        draw_board(picture, scene, board, region, f"as last open · {board.score} VP")
    else:
        draw_board(picture, scene, board, region)


def _draw_wide(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw two to four ships beside one another, then missions at the left and what is to be read at the right."""
    view = _view(scene)
    boards = ships(scene)
    count = min(len(boards), max(width // 50, 2))
    size = width // count
    tall = min(15 if height < 46 else 19, height - 22)
    _draw_board(picture, scene, boards[0], Region(0, 1, size, tall), own=True)
    for n, board in enumerate(boards[1:count], 1):
        wide = size if n < count - 1 else width - n * size
        parts = (board, scene.names, view.phase, view.seat, isinstance(scene.spot, CrewSpot) and scene.spot)
        draw_other = partial(_draw_other, scene, board)
        scene.kept.draw(picture, Region(n * size, 1, wide, tall), f"ship {n}", parts, draw_other)
    y = 1 + tall
    tile = partial(_draw_tile_row, scene, boards[0])
    scene.kept.draw(picture, Region(0, y, width), "tile", (view, boards[0]), tile)
    y += 1
    side = 44 if width < 150 else 56
    main = width - side
    target = looked_at(scene)
    rows = len(view.pool) + 2 if view.pool else 0
    if rows:
        pool = Region(0, y, main if width >= 170 else width, rows)
        draw_pool = partial(_draw_pool, scene, target)
        scene.kept.draw(picture, pool, "missions", (*mission_parts(scene, target), target, scene.names), draw_pool)
    below = y + rows
    top = y if width >= 170 else below
    told = (view, target, preview(scene, target), scene.names, tuple(scene.log[-height:]), scene.fresh)
    scene.kept.draw(picture, Region(main, top, side, height - 1 - top), "side", told, partial(_draw_side, scene))
    hand = 5 if view.phase == "planning" or boards[0].hand else 0
    if hand:
        draw_cards(picture, scene, boards[0].hand, Region(0, below, main, hand))
    at, room = below + hand, height - below - hand - 5
    listed = listed_items(scene)
    lines = max(min(-(-len(listed) // max(main // 34, 1)), room), min(len(listed), room, 6))
    foot = replace(_foot(scene, Region(0, 0, main, height), lines, 34, 2), news=())
    at = min(at, height - 1 - foot.tall)
    foot.draw_at(picture, at)
    at += foot.tall
    rest = Region(0, at, main, height - 1 - at)
    if rest.height > len(boards[count:]):
        draw_others(picture, scene, boards[count:], rest)
        rest = rest.below(len(boards[count:]))
        if rest.height > 4:
            _draw_supplies(picture, scene, rest)


def draw_others(picture: Picture, scene: Scene, boards: Sequence[BoardView], region: Region) -> None:
    """Draw ships in a row each: totals, damage, score."""
    x, y, width, _ = region
    for n, board in enumerate(boards):
        mark, style = SIDES[board.seat % len(SIDES)]
        spans: list[Span] = [(f"{mark} {scene.names[board.seat]:<12} ", style)]
        for d in board.departments:
            spans += [(f" {BRIEF[d.slug]} ", HUES[d.slug]), (str(d.total), "title bold")]
        spans.append((f"  {board.score} VP  {board.tokens} tokens", "dim"))
        spans.append((f"  !{board.hurt}" if board.hurt else "", "danger"))
        picture.spans(x + 1, y + n, spans, width - 2)
        picture.spot(region.row(n), SeatSpot(board.seat))


def _draw_other(scene: Scene, board: BoardView, picture: Picture, region: Region) -> None:
    _draw_board(picture, scene, board, region, own=False)


def _draw_tile_row(scene: Scene, board: BoardView, picture: Picture, region: Region) -> None:
    picture.put(0, 0, " " * region.width, "on:panel")
    draw_tile(picture, scene, board, 0, " on:panel")


def _draw_pool(scene: Scene, board: BoardView, picture: Picture, region: Region) -> None:
    draw_missions(picture, scene, board, region)


def _draw_side(scene: Scene, picture: Picture, region: Region) -> None:
    """Draw the Landing card of the viewer, what is claimed, and the log."""
    view, board = _view(scene), looked_at(scene)
    card = landing_of(view, board)
    if card:
        rows = landing_rows(scene, card, view.boards[card.seat], region.width - 4)
        frame, region = region.split_rows(len(rows) + 2)
        picture.box(frame, card.title, "secret" if view.result is None else "", "warn")
        picture.spot(frame, LandingSpot())
        inner = frame.inside()
        for n, spans in enumerate(rows):
            picture.spans(inner.x, inner.y + n, spans, inner.width)
    size = min(len(board.claimed) + 2, region.height - 5)
    if board.claimed and size > 2:
        claimed, region = region.split_rows(size)
        _draw_claimed(picture, board, claimed)
    if region.height > 2:
        picture.box(region, "Log", "l: all of it")
        draw_news(picture, scene, fresh(scene), region.inside())


def _draw_claimed(picture: Picture, board: BoardView, region: Region) -> None:
    x, y, width, height = region
    points = sum(claim.points for claim in board.claimed)
    whole = len(board.claimed) <= height - 2
    picture.box(region, f"Claimed {SIDES[board.seat % len(SIDES)][0]}", f"{points} VP{'' if whole else ' · i: more'}")
    for n, claim in enumerate(board.claimed[-(height - 2) :], 1):
        style = "dim" if claim.spent and not claim.at else ""
        words = f"→ {SHORT[claim.at]}" if claim.at else "used" if claim.spent else claim.type
        picture.put(x + 2, y + n, f"{claim.points} {claim.title}", style, width - 16)
        picture.right(region.end - 2, y + n, words, "dim")
        picture.spot(region.row(n), ClaimSpot(claim.mission))


def _draw_supplies(picture: Picture, scene: Scene, region: Region) -> None:
    x, y, width, height = region
    lines = supply_lines(_view(scene))
    if height > len(lines) + len(scene.names) + 2:
        lines += [("", ""), *unseen_lines(scene)]
    note = "s: all of it" if height > len(lines) + 1 else "s: more"
    picture.box(region.top(min(len(lines) + 2, height)), "Decks and supplies", note)
    for n, (name, words) in enumerate(lines[: height - 2]):
        picture.put(x + 2, y + 1 + n, name, "dim", 21)
        picture.put(x + 24, y + 1 + n, words, "", width - 26)


def _draw_ships(picture: Picture, scene: Scene, width: int, height: int) -> None:
    count = max(len(scene.items), 1)
    size = min((width - 2) // count, 30)
    left = (width - size * count) // 2
    lines, style = said(scene, width - 2)
    top = max((height - 16) // 2, 1 + len(lines))
    draw_said(picture, lines, style, Region(0, 1, width, top))
    for n, one in enumerate(scene.items):
        x = left + n * size
        style = "legal bold" if n == scene.number else "line"
        roomy = size > 18
        title, note = (f"{one.key} {one.label}", "×" if one.reason else "") if roomy else (one.label, "")
        picture.box(Region(x, top + 2, size - 1, 8), title, note, style)
        if not roomy:
            picture.put(x + 2, top + 9, f" {'×' if one.reason else ''}{one.key} ", "legal bold")
        ship = getattr(one.action, "ship", "")
        powers = book().ships[ship].power
        for row, d in enumerate(DEPARTMENTS):
            picture.put(x + 2, top + 3 + row, (SHORT if size > 18 else BRIEF)[d], HUES[d])
            picture.put(x + size - 8, top + 3 + row, "■" * powers[d] + "□" * (4 - powers[d]), HUES[d])
            picture.put(x + size - 3, top + 3 + row, str(powers[d]), "title bold")
        taken = next((b.seat for b in _view(scene).boards if b.ship == ship), None)
        if taken is not None:
            mark, style = SIDES[taken % len(SIDES)]
            picture.put(x + 2, top + 8, f"{mark} {scene.names[taken]}", style, size - 5)
        picture.spot(Region(x, top + 2, size - 1, 8), ItemSpot(n))
    about, style = here(scene)
    rest = Region(left, top + 11, size * count, height - 1 - top - 11)
    rest = rest.from_row(draw_text(picture, about, rest, style, "i") + bool(about))
    words = "No two ships share a figure in a department, so a tie in the play order is always decided (UR-O2)."
    if rest.height >= len(wrap(words, rest.width)):
        draw_text(picture, words, rest, "dim")
