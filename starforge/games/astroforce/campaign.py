"""The campaign: five patrols one after another, and what goes over from one to the next (AF-P1 to AF-P6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from starforge.engine.save import OptionError
from starforge.games.astroforce.model.catalogue import developments, marks
from starforge.games.astroforce.model.state import FACES, HULL, RANKS, YEARS, Options, Patrol

PATROLS: tuple[Patrol, ...] = ("easy", "medium", "hard", "deadly", "deadly")
HULLS = (7, 5, 5, 5, 4)
"""What the Hull begins with on each patrol (AF-P1)."""
_UNSAID = (7, 7, 7, 7, 4)
"""What it began with before the option said it: games that were begun so go on so."""
MARKS_MOST = 2
_NOTHING = "-"
_HULL = re.compile(f"hull=([1-{HULL}])")


class Carried(NamedTuple):
    """Say which patrol of a campaign is played, from 1, and what came over to it; ``marks`` are roles.

    ``hull`` is what the Hull begins with, 0 in options of a time when it was not said.
    """

    number: int = 1
    development: str = ""
    marks: tuple[str, ...] = ()
    hull: int = 0

    @property
    def patrol(self) -> Patrol:
        return PATROLS[self.number - 1]

    @property
    def first_hull(self) -> int:
        return self.hull or _UNSAID[self.number - 1]

    @property
    def cards(self) -> list[str]:
        """Return what is active from the beginning."""
        return [*([self.development] if self.development else ()), *map(mark_of, self.marks)]

    def text(self) -> str:
        """Return it as the option ``carried`` has it: ``3 repair-drones ENG SCI hull=5``."""
        hull = [f"hull={self.hull}"] if self.hull else []
        words = [str(self.number), self.development or _NOTHING, *self.marks, *hull]
        return "" if self == Carried() else " ".join(words)


def mark_of(role: str) -> str:
    """Return the card that lies for a veteran of a role."""
    return f"veteran-{role.lower()}"


def carried(options: Options) -> Carried | None:
    """Return what the option says, None outside of campaigns; raise OptionError for what cannot be."""
    if options.campaign == "off":
        if options.carried:
            raise OptionError("option carried: only in a campaign something is carried over")
        return None
    return read_carried(options.carried)


def read_carried(text: str) -> Carried:
    """Return what a text says, '' for the first patrol; raise OptionError for what no campaign leads to."""
    words = text.split()
    hull = _HULL.fullmatch(words.pop()) if words and words[-1].startswith("hull=") else None
    number, development, *roles = words if len(words) > 1 else [*(words or ["1"]), _NOTHING]
    if number not in map(str, range(1, len(PATROLS) + 1)):
        raise OptionError(f"option carried: a campaign has patrols 1 to {len(PATROLS)}, not {number[:9]!r}")
    cards = [card for card in developments() if card not in marks()]
    if development != _NOTHING and development not in cards:
        raise OptionError(f"option carried: there is no Development {development!r} ('-': none)")
    if len(set(roles) & set(FACES)) < len(roles) or len(roles) > MARKS_MOST:
        given = ", ".join(roles)
        raise OptionError(f"option carried: at most {MARKS_MOST} of {', '.join(FACES)} have a mark, not {given}")
    if len(words) < len(text.split()) and hull is None:
        raise OptionError(f"option carried: the Hull begins with 1 to {HULL}, as in hull=5")
    found = Carried(
        int(number), "" if development == _NOTHING else development, tuple(roles), int(hull[1]) if hull else 0
    )
    if found.number == 1 and (found.cards or found.hull):
        raise OptionError("option carried: nothing comes over to the first patrol")
    if len(roles) >= found.number:
        raise OptionError(f"option carried: before patrol {found.number} no {len(roles)} marks can be won")
    return found


def mark_choices(before: tuple[str, ...], won: bool) -> list[tuple[str, ...]]:
    """Return the marks that may go on, those there were first: a win adds one, or changes one where there are two."""
    new = [role for role in FACES if role not in before] if won else []
    if len(before) < MARKS_MOST:
        return [before, *((*before, role) for role in new)]
    changed = [tuple(role if one == old else one for one in before) for old in before for role in new]
    return [before, *changed]


def after(before: Carried, won: bool, active: Sequence[str], wanted: Carried) -> str:
    """Return the option of the next patrol; raise OptionError for what does not go on (AF-P2, AF-P3, AF-P5)."""
    cards = [card for card in active if card not in marks()] if won else []
    if wanted.development and wanted.development not in cards:
        there = f"; there are: {', '.join(cards)}" if cards else ": none does after this patrol"
        raise OptionError(f"{wanted.development!r} cannot go on (AF-P2){there}")
    if sorted(wanted.marks) not in map(sorted, mark_choices(before.marks, won)):
        raise OptionError(
            f"the marks cannot be {', '.join(wanted.marks) or 'none'} (AF-P3): before there were "
            f"{', '.join(before.marks) or 'none'}, and {'one may be given' if won else 'a lost patrol gives none'}"
        )
    return Carried(before.number + 1, wanted.development, wanted.marks, HULLS[before.number]).text()


def campaign_rank(years: int) -> str:
    """Return the rank of a whole campaign (AF-P6)."""
    return RANKS[min(years // len(PATROLS), YEARS)]
