"""Names of people: what may be one, and which look alike."""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

from starforge.bots.levels import LEVELS, OLDER
from starforge.tables.table import LONGEST_NAME, TableError, clean

_BETWEEN = frozenset(" -_.'")
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # fillers and joiners, no controls
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # variation selectors
)
_MARKS = 2
"""ReadMarkers on one letter; more would reach into other lines."""
_BOTS = tuple(f"{level} bot" for level in (*LEVELS, *OLDER))
_RESERVED = ("starforge", "server", "system", "admin", "nobody", "everybody", *_BOTS)


class NameRefused(TableError):
    """Report that nobody may be called so."""


def read_name(text: str) -> str:
    """Return a name as it will be shown; raise NameRefused where it could be mistaken for something else."""
    seen = "".join(c for c in text if c.isspace() or not unicodedata.category(c).startswith("C"))
    name = " ".join(unicodedata.normalize("NFKC", seen).split())
    if len(name) > LONGEST_NAME:
        raise NameRefused(f"a name has at most {LONGEST_NAME} characters")
    if not any(c.isalnum() for c in name):
        raise NameRefused("a name has at least one letter or digit")
    strange = next((c for c in name if not _may_be_in_names(c)), None)
    if strange is not None:
        raise NameRefused(f"a name has letters, digits, spaces and - _ . ' only, not {strange!a}")
    if "m" * (_MARKS + 1) in "".join("m" if _is_mark(c) else "." for c in unicodedata.normalize("NFD", name)):
        raise NameRefused(f"a letter of a name has at most {_MARKS} marks")
    if any(look_alike(name.rstrip(" 0123456789"), taken) for taken in _RESERVED):
        raise NameRefused(f"{name!r} would be mistaken for a bot or for the server; choose another name")
    return name


def _may_be_in_names(c: str) -> bool:
    return c not in _UNSEEN and (unicodedata.category(c)[0] == "L" or _is_mark(c) or c.isdecimal() or c in _BETWEEN)


def _is_mark(c: str) -> bool:
    return unicodedata.category(c) in ("Mn", "Mc")


def look_alike(one: str, other: str) -> bool:
    """Return whether two names are the same but for case, or can be mistaken for each other."""
    return any(a == b for a, b in zip(skeletons(one), skeletons(other), strict=True))


def skeletons(name: str) -> tuple[str, str]:
    """Return two texts; names that share the first or the second look alike.

    The first compares letters after taking their case away, the second before: only a capital I looks like an l.
    """
    plain = unicodedata.normalize("NFKC", clean(name))
    return _drawn(plain.casefold()), _drawn(plain).casefold()


def _drawn(text: str) -> str:
    """Return a text in the letters that stand for all that look like them, without what is between or not seen."""
    table = _prototypes()
    drawn, text = text, ""
    while drawn != text:
        text = drawn
        parts = (table.get(c, c) for c in unicodedata.normalize("NFD", text))
        drawn = "".join(c for part in parts for c in part if c not in _UNSEEN and c not in _BETWEEN)
    return text


@cache
def _prototypes() -> dict[str, str]:
    """Return for each character what stands for it, and for all others that look like it, by Unicode's confusables."""
    stars = {_bare(one): [_bare(other["c"]) for other in others] for one, others in confusables_data.items()}
    prototypes = {}
    for one, others in stars.items():
        pair = len(others) == 1 and len(stars[others[0]]) == 1
        middle = len(others) > 1 or (pair and (len(one), others[0]) > (len(others[0]), one))
        if len(one) == 1 and not middle:
            prototypes[one] = others[0]
    return prototypes


def _bare(text: str) -> str:
    """Return a text without the marks of direction that the data set around what is written from right to left."""
    return text.replace("\u200e", "")
