"""A chance over time as columns of blocks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starforge.tui.drawing.picture import Span

_LABEL = 5
_WIDEST = 6


def curve(
    turns: Sequence[int], chances: Sequence[float], marks: Mapping[int, str], size: tuple[int, int]
) -> list[list[Span]]:
    """Return the lines of a curve: chances from 0 to 1 by turn, in so many columns and rows, two steps to a row.

    ``marks`` stand below their turns. Several turns share a column where there are too many: it shows the last.
    """
    width, rows = size
    room = width - _LABEL
    every = -(-len(turns) // room)
    shown = [min(n + every, len(turns)) - 1 for n in range(0, len(turns), every)]
    wide = min(room // len(shown), _WIDEST)
    lines: list[list[Span]] = []
    for row in range(rows, 0, -1):
        label = {rows: "100%", (rows + 1) // 2: " 50%", 1: "  0%"}.get(row, "")
        spans: list[Span] = [(f"{label:<{_LABEL}}", "dim")]
        for n in shown:
            half = round(chances[n] * 2 * rows)
            cell = "█" if half >= 2 * row else "▄" if half == 2 * row - 1 else "_" if row == 1 else " "
            style = "good" if chances[n] >= 0.5 else "warn" if chances[n] >= 0.25 else "danger"
            spans.append((cell * max(1, wide - 1) + " " * (wide > 1), style if cell in "█▄" else "dim"))
        lines.append(spans)
    below, names = [" "] * (len(shown) * wide), [" "] * (len(shown) * wide + 4)
    for column, n in enumerate(shown):
        start = column * wide
        near = range(n - every + 1, n + 1)
        below[start] = next((marks[turns[k]] for k in near if 0 <= k < len(turns) and turns[k] in marks), " ")
        text = str(turns[n])
        if not "".join(names[max(0, start - 1) : start + len(text)]).strip():
            names[start : start + len(text)] = text
    lines.append([(" " * _LABEL, ""), ("".join(names).rstrip(), "dim")])
    if any(one.strip() for one in below):
        lines.append([(" " * _LABEL, ""), ("".join(below).rstrip(), "title bold")])
    return lines
