"""Rows of the panel that never vanish unseen: what does not fit is behind a mark that names a key. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot

Row = list[Span]


class Block(NamedTuple):
    """Rows that stay together, with what they stand for; ``lit`` says that the cursor is on them."""

    rows: Sequence[Row]
    spot: Spot | None = None
    lit: bool = False


def wrapped(text: str, width: int, style: str = "", indent: str = "  ") -> list[Row]:
    """Return text as rows, all but the first indented."""
    first, *rest = wrap(text, width) or ("",)
    if rest:
        rest = list(wrap(" ".join(rest), width - len(indent)))
    return [[(first, style)], *([(indent + line, style)] for line in rest)]


def cells(row: Row) -> int:
    return sum(cell_len(text) for text, _ in row)


def spread(left: Row, right: Row, width: int) -> Row:
    """Return a row with something at its right end."""
    return [*left, (" " * max(width - cells(left) - cells(right), 1), left[-1][1] if left else ""), *right]


def apart(left: Row, right: Row, width: int) -> list[Row]:
    """Return a row with something at its right end, or two where a row has no room for both."""
    if cells(left) + 1 + cells(right) <= width:
        return [spread(left, right, width)]
    return [left, spread([(" ", "")], right, width)]


def parts(blocks: Sequence[Block], height: int) -> list[list[Block]]:
    """Return the blocks as many as fit at a time; where there are several parts, the last row of each is the mark's."""
    if sum(len(block.rows) for block in blocks) <= height:
        return [list(blocks)]
    found: list[list[Block]] = [[]]
    room = height - 1
    for block in blocks:
        if found[-1] and room < len(block.rows):
            found.append([])
            room = height - 1
        found[-1].append(block)
        room -= len(block.rows)
    return found


def draw_blocks(picture: Picture, blocks: Sequence[Block], region: Region, more: str, number: int = 0) -> None:
    """Draw one part of the blocks, counted from the one that has the cursor; a mark says how many others there are."""
    found = parts(blocks, region.height)
    first = next((n for n, part in enumerate(found) if any(block.lit for block in part)), 0)
    part = found[(first + number) % len(found)]
    rest = region
    for block in part:
        if block.spot is not None:
            picture.spot(rest.top(len(block.rows)), block.spot)
        for row in block.rows[: rest.height]:
            ground = " on:cursor" if block.lit else ""
            picture.spans(rest.x, rest.y, [(text, (style + ground).strip()) for text, style in row], rest.width)
            rest = rest.below(1)
    if len(found) > 1 and region.height:
        left = len(blocks) - len(part)
        picture.put(region.x, region.bottom - 1, f"{left} more: {more}".center(region.width), "legal")


def draw_rows(picture: Picture, rows: Sequence[Row], region: Region, more: str) -> None:
    """Draw rows from the first on; a mark stands in place of those that do not fit."""
    draw_blocks(picture, [Block((row,)) for row in rows], region, more)
