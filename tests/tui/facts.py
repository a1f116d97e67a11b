"""Whether all that a player needs to know is on a picture, whole, or behind a mark whose key shows it.

A test of a game's screen lists the facts of a view, draws it at ``SIZES``, and asks ``missing`` and ``cut_short``.
A mark names the key that shows the rest: ``2 more: p``, ``Space: more 1/3``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import starforge
from starforge.games.assets import folder
from starforge.tui.drawing.picture import Picture

SIZES = ((60, 20), (80, 23), (80, 24), (100, 30), (120, 40), (200, 60))
GAUGES = "■□"
"""Cells of gauges; they may stand between a name and its number."""
INDENT = 6
"""How many columns further in than its first line a text may go on."""
_MARK = re.compile(r"more(?: \d+/\d+)?: (\w+|[^\w\s])|(Space|\w): (?:more|\d+/\d+)")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
"""A string in a line of source; parsing all of it takes long."""
_WORD = re.compile(r"[A-Za-z]{2,}")
_MAP = ("…", "│")
"""What may follow a word that is not whole in a row with hexes."""
_NEW_LINE = re.compile(r"(^|[│┤├]|  |[│┤├] )$|^ $")


class Fact(NamedTuple):
    """What a player may need: a name for messages, and the texts of which one must be on the screen."""

    about: str
    texts: tuple[str, ...]


def fact(about: str, *texts: object) -> Fact:
    return Fact(about, tuple(map(str, texts)))


def shows(picture: Picture | str, text: str) -> bool:
    """Tell whether a text is there word for word, in one row or wrapped into rows below one another.

    Words may be further apart than one blank, but nothing else may touch or cut them.
    """
    return _there(_rows(picture), text)


def missing(
    picture: Picture | str, facts: Iterable[Fact], behind: Mapping[str, Iterable[Picture | str]] | None = None
) -> list[str]:
    """Return what is neither on the picture nor behind a mark on it.

    ``behind`` holds by key the pictures, or texts, that pressing it shows, once or again and again.
    """
    open_keys = marks(picture)
    shown = (other for key, others in (behind or {}).items() if key in open_keys for other in others)
    left = list(facts)
    for one in itertools.chain([picture], shown):
        rows = _rows(one)
        left = [fact for fact in left if not any(_there(rows, text) for text in fact.texts)]
        if not left:
            break
    return [f"{about}: {' | '.join(texts)}" for about, texts in left]


def marks(picture: Picture | str) -> set[str]:
    """Return the keys that marks on the picture name."""
    return {one or other for row in _rows(picture) for one, other in _MARK.findall(row)}


def cut_short(picture: Picture, room: int = 3) -> list[str]:
    """Return the texts that end in an ellipsis although ``room`` blank cells follow, or a blank row lies below.

    The ellipsis after a blank is no cut: it says that a line of a menu opens.
    """
    rows = ["".join(c or " " for c in row) for row in picture.chars]
    found = []
    for y, row in enumerate(rows):
        for hit in re.finditer(r"(?<=\S)…", row):
            x = hit.start()
            start = max((hit.end() for hit in re.finditer(r"   |│", row[:x])), default=0)
            after = row[x + 1 :]
            beside = len(after) - len(after.lstrip(" "))
            below = y + 1 < len(rows) and not rows[y + 1][start : x + 1].strip() and not _MARK.match(after.strip())
            if beside >= room or below:
                found.append(f"{row[start : x + 1].strip()} ({'beside' if beside >= room else 'above'} blanks)")
    return found


def cut_words(picture: Picture) -> list[str]:
    """Return what looks like the beginning of a word of the games, and goes on with no ellipsis.

    A map goes on beyond the edge of its window.
    """
    whole, begun = _vocabulary()
    hits = ((row, hit) for row in _rows(picture) for hit in _WORD.finditer(row))
    found = (hit for row, hit in hits if not row.startswith(_MAP if set("╲╱") & set(row) else "…", hit.end()))
    return [f"{hit[0]} is cut" for hit in found if hit[0] in begun and hit[0] not in whole]


@cache
def _vocabulary() -> tuple[set[str], set[str]]:
    """Return the words that stand in the program and its assets, and the beginnings of them."""
    package = Path(starforge.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder("").rglob("*.toml")]
    for path in package.rglob("*.py"):
        texts += _STRING.findall(path.read_text(encoding="utf-8"))
    words = {word for text in texts for word in _WORD.findall(text)}
    words |= {form for word in words for form in (word.title(), word.upper(), f"{word}s")}
    return words, {word[:size] for word in words for size in range(2, len(word))}


def _rows(picture: Picture | str) -> list[str]:
    return _bare(picture if isinstance(picture, str) else picture.text()).split("\n")


def _bare(text: str) -> str:
    return text.replace(GAUGES[0], " ").replace(GAUGES[1], " ")


def _there(rows: Sequence[str], text: str) -> bool:
    words = _bare(text).split()
    return not words or any(_goes_on(rows, y, words) for y, row in enumerate(rows) if words[0] in row)


def _goes_on(rows: Sequence[str], y: int, words: list[str], furthest: int = -1) -> bool:
    """Tell whether words begin in a row and go on in those below it.

    What goes on begins its row, or that of its box, and no further right than column ``furthest``.
    """
    if y >= len(rows):
        return False
    for start, count in _beginnings(rows[y], words):
        if furthest >= 0 and (start > furthest or not _NEW_LINE.search(rows[y][:start])):
            continue
        if count == len(words) or _goes_on(rows, y + 1, words[count:], start + INDENT):
            return True
    return False


def _beginnings(row: str, words: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the columns at which the first of some words stand in a row, with how many of them stand there."""
    start = row.find(words[0])
    while start >= 0:
        if not _is_of_word(row[start - 1 : start]):
            ends = _ends(row, start, words)
            yield from ((start, n) for n in range(len(ends), 0, -1) if not _is_of_word(row[ends[n - 1] :][:1], "…"))
        start = row.find(words[0], start + 1)


def _ends(row: str, start: int, words: list[str]) -> list[int]:
    """Return where each of those words ends that follow each other from a column on, with blanks between them."""
    ends: list[int] = []
    for word in words:
        at = start if not ends else len(row) - len(row[ends[-1] :].lstrip(" "))
        if not row.startswith(word, at) or (ends and at == ends[-1]):
            break
        ends.append(at + len(word))
    return ends


def _is_of_word(char: str, more: str = "_") -> bool:
    return char.isalnum() or (bool(char) and char in f"_{more}")
