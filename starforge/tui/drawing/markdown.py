"""Rulebooks as lines: the little Markdown they are written in (headings, paragraphs, lists, tables, bold). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from starforge.tui.drawing.picture import Span, pad, wrap

RULE = re.compile(r"\b(?:AF|UR|SR)-[A-Z]+\d+[a-z]?\b")
_BULLET = re.compile(r"(\s*)([-*]|\d+\.)\s+(.*)")
_INLINE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|(?<!\*)\*(?!\s)(.+?)\*|" + f"({RULE.pattern})")

Line = list[Span]


def render(text: str, width: int) -> list[Line]:
    """Return the text as lines of at most ``width`` cells."""
    lines: list[Line] = []
    for block in _blocks(text):
        first = block[0]
        if first.startswith("#"):
            lines += _heading(first, width)
        elif first.lstrip().startswith("|"):
            lines += _table(block, width)
        elif _BULLET.match(first):
            lines += _bullets(block, width)
        else:
            lines += _wrapped(" ".join(part.strip() for part in block), width)
        lines.append([])
    return lines


def place_of(lines: list[Line], rule: str) -> int | None:
    """Return the line at which a rule is told: the first that begins with its id, else the first that has it."""
    texts = ["".join(text for text, _ in spans) for spans in lines]
    word = re.compile(rf"{re.escape(rule)}\b")
    told = (n for n, text in enumerate(texts) if text.startswith("• ") and word.match(text, 2))
    starts = (n for n, text in enumerate(texts) if word.match(text))
    named = (n for n, text in enumerate(texts) if word.search(text))
    return next(told, next(starts, next(named, None)))


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in text.splitlines():
        apart = line.startswith("#") or (block and block[0].startswith("#"))
        if not line.strip() or apart:
            if block:
                yield block
            block = []
        if line.strip():
            block.append(line)
    if block:
        yield block


def _heading(line: str, width: int) -> list[Line]:
    depth = len(line) - len(line.lstrip("#"))
    words = line.lstrip("# ").replace("**", "").replace("`", "")
    if depth == 1:
        return [[(words.upper(), "title bold")], [("═" * min(len(words), width), "line")]]
    if depth == 2:
        return [[(f"{words} ", "legal bold"), ("─" * max(width - len(words) - 1, 0), "line")]]
    return [[(words, "title bold")]]


def _spans(text: str, style: str = "") -> list[Span]:
    """Return a paragraph with its bold and its rule ids as pieces."""
    spans, at = [], 0
    for found in _INLINE.finditer(text):
        spans.append((text[at : found.start()], style))
        bold, code, slanted, rule = found.group(1, 2, 3, 4)
        if bold:
            spans.append((bold, "mine bold" if RULE.fullmatch(bold) else "title bold"))
        elif rule:
            spans.append((rule, "mine"))
        else:
            spans.append((code or slanted, "title" if code else "italic"))
        at = found.end()
    return [span for span in [*spans, (text[at:], style)] if span[0]]


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[Line]:
    """Return a paragraph wrapped, with something before its first line and before the others."""
    spans = _spans(text)
    whole = "".join(piece for piece, _ in spans)
    styles = [style for piece, style in spans for _ in piece]
    lines: list[Line] = []
    at = 0
    for row in wrap(whole, width - len(first)) or ("",):
        at = max(whole.find(row[:1], at), 0) if row else at
        line: Line = [(first if not lines else rest, "dim")]
        for n, c in enumerate(row):
            style = styles[at + n] if at + n < len(styles) else ""
            if len(line) > 1 and line[-1][1] == style:
                line[-1] = (line[-1][0] + c, style)
            else:
                line.append((c, style))
        lines.append([span for span in line if span[0]])
        at += len(row)
    return lines


def _bullets(block: list[str], width: int) -> list[Line]:
    items: list[tuple[str, str]] = []
    for line in block:
        found = _BULLET.match(line)
        if found:
            depth = len(found[1]) // 2
            mark = "•" if found[2] in "-*" else found[2]
            items.append(("  " * depth + mark + " ", found[3]))
        elif items:
            items[-1] = (items[-1][0], f"{items[-1][1]} {line.strip()}")
    return [line for mark, text in items for line in _wrapped(text, width, mark, " " * len(mark))]


def _table(block: list[str], width: int) -> list[Line]:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    count = max(map(len, rows))
    rows = [row + [""] * (count - len(row)) for row in rows]
    plain = [["".join(text for text, _ in _spans(cell)) for cell in row] for row in rows]
    sizes = [max(len(row[n]) for row in plain) for n in range(count)]
    while sum(sizes) + 2 * (count - 1) > width and max(sizes) > 6:
        sizes[sizes.index(max(sizes))] -= 1
    lines: list[Line] = []
    for number, row in enumerate(plain):
        cells = [wrap(cell, size) or ("",) for cell, size in zip(row, sizes, strict=True)]
        for part in range(max(map(len, cells))):
            words = (pad(cell[part] if part < len(cell) else "", size) for cell, size in zip(cells, sizes, strict=True))
            lines.append([("  ".join(words).rstrip(), "title bold" if number == 0 else "")])
        if number == 0:
            lines.append([("─" * min(sum(sizes) + 2 * (count - 1), width), "line")])
    return lines
