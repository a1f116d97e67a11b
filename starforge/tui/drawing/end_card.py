"""The end card of a game on one screen. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from starforge.games.end_card import EndCard, Heading, Luck, Strip, luck_words
from starforge.tui.drawing.art.sky import draw_stars
from starforge.tui.drawing.art.vista import LARGE, LEAST, draw_vista, is_large
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region

WIDEST = 100
"""Columns of a card at most."""
MOOD = {"✓": "good bold", "+": "good", "×": "danger bold", "!": "danger", "·": "faint"}
"""How the signs of a strip look; all others are plain."""


def draw_end_card(card: EndCard, heading: Heading, size: tuple[int, int], plain: bool = False) -> Picture:
    """Return the card; its last row is free for keys. ``plain``: the picture of a large one is drawn in ASCII."""
    width, height = size
    room = min(width, WIDEST)
    whole, picture = Picture(width, height), Picture(room, height)
    whole.put(0, 0, " " * width, "on:bar")
    picture.put(0, 0, " " * room, "on:bar")
    x = picture.put(1, 0, heading.title.upper(), "title bold on:bar")
    picture.put(x, 0, f"  {heading.label}" if heading.label else "", "legal bold on:bar")
    picture.right(room - 1, 0, "the end", "dim on:bar")
    roomy = height >= 24
    y = 1 + roomy
    for line in wrap(card.outcome, room - 4)[:2] if roomy else [fit(card.outcome, room - 2)]:
        picture.centre(y, line, "legal bold")
        y += 1
    y = _draw_standings(picture, card, heading, y + roomy)
    y = _draw_strips(picture, card, heading.span, Region(0, y, room, len(card.strips) + 3))
    goes_on = wrap(card.goes_on, room - 2)[:2]
    bottom = height - 2 - bool(card.honours) - len(goes_on)
    moments = sum(point is not None for point in (card.best, card.worst))
    y = _draw_luck(picture, card.luck, Region(1, y, room - 2, max(bottom - y - moments, 0)))
    y += bottom - y > moments
    for point, sign, style in ((card.best, "Best ", "good bold"), (card.worst, "Worst", "danger bold")):
        if point is not None and y < bottom:
            head: list[Span] = [(f"{sign} ", style), (f"{heading.moment(point)}: {point.words}", "")]
            picture.spans(1, y, head, room - 2)
            y += 1
    start = y
    y = _draw_points(picture, card, Region(1, y + 1, room - 2, bottom - 1 - y))
    y = _draw_more(picture, card, Region(1, y + 1, room - 2, bottom - 2 - y)) if is_large(whole) else y
    picture.lines(1, bottom, goes_on, "legal bold")
    if card.honours:
        picture.put(1, height - 3, _honours_in(card.honours, room - 2), "warn bold")
    picture.put(1, height - 2, f"Seed {heading.seed} · {heading.again}", "dim", room - 2)
    _draw_scenery(picture, Region(0, start, room, bottom - start), "won" if heading.won else "lost", plain)
    left = (width - room) // 2
    if left >= LEAST.width:
        draw_stars(whole, Region(0, 1, left, height - 3), 3)
        draw_vista(whole, Region(left + room, 1, width - left - room, height - 3), "shore", plain)
    whole.paste(picture, left, 0)
    return whole


def _draw_scenery(picture: Picture, region: Region, name: str, plain: bool) -> None:
    """Draw a picture beside what is written in a region, or below it, whichever is larger; on large screens alone."""
    rows = ["".join(row).rstrip() for row in picture.chars[region.y : region.bottom]]
    beside = region.after(max(map(len, rows), default=0) + 3)
    below = region.below(max((n for n, row in enumerate(rows, 2) if row), default=0))
    most = max(beside, below, key=lambda one: min(one.width, 3 * one.height))
    if picture.height >= LARGE[1]:
        draw_vista(picture, most, name, plain)


def _draw_standings(picture: Picture, card: EndCard, heading: Heading, y: int) -> int:
    """Draw a row for each that has a standing: who, the total, its parts; those of all together below the total."""
    names = ["" if one.seat is None else fit(heading.names[one.seat], 14) for one in card.standings]
    wide, size = max(map(len, names), default=0), max((len(one.total) for one in card.standings), default=0)
    for one, name in zip(card.standings, names, strict=True):
        words = " · ".join(f"{what} {n}" for what, n in one.parts)
        if one.seat is None:
            picture.centre(y, one.total, "title bold")
            picture.centre(y + 1, fit(words, picture.width - 2))
            y += 1
        else:
            mark, style = SIDES[one.seat % len(SIDES)]
            head: list[Span] = [(f"{mark} {name:<{wide}} ", f"{style} bold"), (f"{one.total:>{size}}  ", "title bold")]
            picture.spans(1, y, [*head, (words, "")], picture.width - 2)
        y += 1
    return y + (picture.height >= 24)


def _draw_strips(picture: Picture, card: EndCard, span: str, region: Region) -> int:
    """Draw the strips below one another with the turns above them; several turns a cell where there are too many."""
    if not card.strips:
        return region.y
    picture.box(region, f"{span.title()} by {span}", card.signs)
    inner = region.inside(1, 1)
    label = min(max(len(strip.label) for strip in card.strips) + 3, 16)
    turns = max(len(strip.marks) for strip in card.strips)
    room = inner.width - label
    every = -(-turns // room) if turns else 1
    step = max(min(room // max(turns, 1), 4), 1)
    for n in range(0, -(-turns // every), max(5 // step, 1) if turns > 9 or step < 2 else 1):
        picture.put(inner.x + label + n * step, inner.y, str(n * every + 1), "dim")
    for row, strip in enumerate(card.strips, 1):
        mark, style = SIDES[(strip.seat or 0) % len(SIDES)]
        name = strip.label if strip.seat is None else f"{mark} {strip.label}"
        picture.put(inner.x, inner.y + row, fit(name, label - 1), "dim" if strip.seat is None else style)
        for n, sign in enumerate(_merged(strip, every)):
            picture.put(inner.x + label + n * step, inner.y + row, sign, MOOD.get(sign, "title bold"))
    return region.bottom


def _merged(strip: Strip, every: int) -> Iterator[str]:
    """Yield a sign for so many turns each: the first of them that tells anything."""
    for n in range(0, len(strip.marks), every):
        some = strip.marks[n : n + every]
        yield next((sign for sign in some if sign != "·"), "·")


def _draw_luck(picture: Picture, luck: Sequence[Luck], region: Region) -> int:
    """Draw what chance gave, in as many columns as fit, and return the row after."""
    size = max((cell_len(luck_words(one)) for one in luck), default=0) + 4
    columns = max(region.width // size, 1)
    rows = min(-(-len(luck) // columns), region.height)
    for n, one in enumerate(luck[: rows * columns]):
        mark, style = SIDES[(one.seat or 0) % len(SIDES)] if one.seat is not None else ("", "")
        at = picture.put(region.x + n // rows * size, region.y + n % rows, mark and f"{mark} ", style)
        picture.put(at, region.y + n % rows, luck_words(one), "", region.end - at)
    if rows * columns < len(luck):
        picture.right(region.end, region.y + rows - 1, " i: more", "legal")
    return region.y + rows


def _honours_in(honours: Sequence[str], room: int) -> str:
    """Return as many honours as fit, and how many more the card's words tell."""
    for left in range(len(honours) + 1):
        more = [f"{left} more: i"] * bool(left)
        words = f"★ {' · '.join([*honours[: len(honours) - left], *more])}"
        if cell_len(words) <= room:
            break
    return words


def _draw_points(picture: Picture, card: EndCard, region: Region) -> int:
    """Draw the turning points that mattered most, in their order, where there is room for some; return the next row."""
    if region.height < 3 or not card.points:
        return region.y
    most = sorted(card.points, key=lambda point: -abs(point.gain))[: region.height - 1]
    picture.put(region.x, region.y, "Turning points", "legal bold")
    for n, point in enumerate(sorted(most, key=lambda point: point.move), 1):
        style = "good" if point.gain > 0 else "danger"
        picture.spans(region.x, region.y + n, [(f"{point.turn:>3} ", style), (point.words, "")], region.width)
    return region.y + len(most) + 1


def _draw_more(picture: Picture, card: EndCard, region: Region) -> int:
    """Draw what else there is to tell, as far as whole sentences fit; return the row after it."""
    y = region.y
    for words in card.more:
        lines = wrap(words, region.width)
        if y + len(lines) <= region.bottom:
            y = picture.lines(region.x, y, lines, "dim")
    return y
