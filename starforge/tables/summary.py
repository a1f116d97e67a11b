"""What lists of tables are made of, and how a table says that it could not do something; this loads quickly."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple


class TableError(Exception):
    """Report that a table could not do something; nothing has changed, and the text says what, where and what to do."""


class Summary(NamedTuple):
    """Tell about a table without opening it: nothing in it is secret. ``game`` is the slug; ``names`` by seat.

    ``label`` is what distinguishes it from others of its game: difficulty, scenario. Of one that is ``damaged`` no more
    is known than its id.
    """

    id: str
    game: str
    names: tuple[str, ...]
    turn: int
    updated: datetime
    ended: bool
    outcome: str
    title: str
    label: str = ""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    damaged: bool = False

    def titled(self, room: int) -> str:
        """Return its title, without the second part where there is no room."""
        return self.title if len(self.title) <= room else self.title.partition(":")[0]

    @property
    def verdict(self) -> str:
        """Return who played and how it ended."""
        words = verdict(self.names, self.winners, self.scores, self.outcome)
        return words if words != self.outcome else " · ".join((", ".join(self.names), words))


def verdict(names: Sequence[str], winners: Sequence[int], scores: Sequence[int], outcome: str) -> str:
    """Return how a game ended, for lists: the scores, best first, where they differ; else the outcome.

    A game that all win or lose together has no scores that differ; a rank that the outcome ends with goes first.
    """
    if len(set(scores)) < 2:
        words, rank, name = outcome.rpartition(" Rank: ")
        return f"{name.removesuffix('.')}: {words}" if rank else outcome
    best = sorted(range(len(scores)), key=lambda n: (n not in winners, -scores[n]))
    return ", ".join(f"{names[n]} {scores[n]}{' (won)' if n in winners else ''}" for n in best)
