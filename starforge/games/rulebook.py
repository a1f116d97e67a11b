"""The rulebooks of the games: read, searched by rule id or by words, and turned into plain lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from starforge.games.assets import folder

_MARKS = re.compile(r"(\*\*|__|`|\*)(?=\S)(.+?)(?<=\S)\1", re.S)


class Passage(NamedTuple):
    """A paragraph, list item or table row of a rulebook: under which heading, what it says, on which line (from 0)."""

    heading: str
    text: str
    line: int


def read_rulebook(game: str) -> str:
    """Return a game's rulebook as Markdown; raise OSError if there is none."""
    return (folder(game) / "rulebook.md").read_text(encoding="utf-8")


def passages(book: str) -> list[Passage]:
    """Return a rulebook's passages in order."""
    found: list[Passage] = []
    heading, start = "", 0
    lines: list[str] = []
    for number, line in enumerate([*book.splitlines(), ""]):
        begins = line.lstrip().startswith(("- ", "* ", "|", "#"))
        if lines and (begins or not line.strip()):
            found.append(Passage(heading, as_text("\n".join(lines)), start))
            lines = []
        if line.startswith("#"):
            heading = as_text(line)
        elif line.strip():
            start = start if lines else number
            lines.append(line)
    return found


def find(book: str, words: str) -> list[Passage]:
    """Return the passages that hold all of the words; a rule id finds the passage that begins with it first."""
    wanted = [re.compile(rf"(?<!\w){re.escape(w)}" + (r"\b" if w[-1].isdigit() else ""), re.I) for w in words.split()]
    if not wanted:
        return []
    found = [p for p in passages(book) if all(w.search(f"{p.heading} {p.text}") for w in wanted)]
    return sorted(found, key=lambda p: not wanted[0].match(p.text.lstrip("-*| ")))


def as_text(markdown: str) -> str:
    """Return Markdown without its marks, as plain lines."""
    plain = _MARKS.sub(r"\2", markdown)
    return "\n".join(re.sub(r"^#+ +", "", line).rstrip() for line in plain.splitlines())
