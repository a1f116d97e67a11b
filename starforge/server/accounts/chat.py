"""Talk, in the lobby and at tables: made clean, not too much of it, and heard by those whose business it is.

- The lobby is heard by everybody who has a name, and so is a table whose game has not begun or has ended.
- While a game is on, its players hear each other only. Those who look on hear all, and are heard by each other: what
  they say must not reach a player, for it could be advice, or what they were told by somebody else who plays.
- While the game lets its players not confer (``State.silent``) they say nothing. What they may still tell each other is
  what the rules of the game have actions for.
- A player who has resigned says nothing until the end, for that seat's secrets are still in play.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

from starforge.engine.rules import Refusal
from starforge.engine.shape import few_marks
from starforge.tables.play.meta import TableMeta
from starforge.tables.play.progress import seat_of
from starforge.tables.shared import LONGEST_LINE, ChatMessage
from starforge.tables.table import TableError

RULE = "talk"
"""Stands where refusals quote a rule."""
BURST, PAUSE = 5, 3.0
"""A user may say so many lines at once, and one more every so many seconds."""
_BLANK = frozenset("\t\n\r\v\f\u115f\u1160\u2800\u3164\uffa0")
"""What takes room and shows nothing, beside what Unicode calls spaces."""
_SELECTORS = frozenset(map(chr, (0x34F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that are not seen and change how wide a terminal thinks the letter before is."""


def clean_line(text: str) -> str:
    """Return a line as it can be shown anywhere; raise TableError when nothing is left of it or it is too long.

    What a terminal could take for a command, what turns the direction of writing, and what cannot be seen is taken out.
    """
    shown = []
    for c in few_marks(text):
        kind = unicodedata.category(c)[0]
        if kind == "Z" or c in _BLANK:
            shown.append(" ")
        elif kind != "C" and c not in _SELECTORS:
            shown.append(c)
    line = " ".join("".join(shown).split())
    if not line:
        raise TableError("there is nothing to say in that line")
    if len(line) > LONGEST_LINE:
        raise TableError(f"a line has at most {LONGEST_LINE} characters, and this one {len(line)}")
    return line


def plays(meta: TableMeta, user: str) -> bool:
    return meta.stage == "playing" and seat_of(meta, user) is not None


def silence(meta: TableMeta, user: str) -> Refusal | None:
    """Return why a user may say nothing at a table now, None if the user may."""
    if meta.stage != "playing":
        return None
    if plays(meta, user):
        if meta.silent:
            return Refusal("At this table nobody confers in this phase of the game.", RULE)
    elif any(place.user == user for place in meta.assignments):
        return Refusal("You have resigned, and what you know is still in play; talk again after the end.", RULE)
    return None


def heard(meta: TableMeta, user: str, lines: Iterable[ChatMessage]) -> list[ChatMessage]:
    """Return what a user may hear of what was said at a table."""
    if not plays(meta, user):
        return list(lines)
    seated = {place.user for place in meta.assignments}
    return [line for line in lines if line.user in seated or line.at.timestamp() < meta.began]


class TalkLimit:
    """Count what each user says, so that nobody floods the others; ``now`` counts seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._free: dict[str, float] = {}  # when the user will have said nothing for long enough

    def spend(self, user: str) -> None:
        """Count one line; raise TableError when it is one too many."""
        now = self._now()
        free = max(self._free.get(user, now), now) + PAUSE
        if free - now > BURST * PAUSE:
            raise TableError(f"that is too much at once; wait {int(free - now - BURST * PAUSE) + 1} seconds")
        if len(self._free) > 1000:
            self._free = {name: then for name, then in self._free.items() if then > now}
        self._free[user] = free
