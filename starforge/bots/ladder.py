"""A tournament of levels: each pair plays games in all seats, and who wins how often becomes ratings with intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from starforge.bots.arena import Played, Series, play_each
from starforge.games import load
from starforge.quick import dataclass

_Z = 1.96
"""How many standard deviations hold 95 % of a normal distribution on either side."""


class Share(NamedTuple):
    """Hold how many were won ``of`` so many games, with the interval that holds its chance in 95 %."""

    wins: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's interval in percent, all of it where none was played."""
        if not self.of:
            return 0.0, 100.0
        p, n, z = self.wins / self.of, self.of, _Z
        middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return tuple(100 * max(0.0, x) / (1 + z * z / n) for x in (middle - half, middle + half))  # type: ignore[return-value]

    def __str__(self) -> str:
        low, high = self.interval
        percent = 100 * self.wins / self.of if self.of else 0.0
        return f"{percent:.0f} % ({low:.0f} to {high:.0f})"


class Fixture(NamedTuple):
    """Name a game to be played: ``level`` sits among others that all are of the level ``other``."""

    level: str
    other: str
    number: int


class Outcome(NamedTuple):
    """Tell who won a game: ``won`` and ``lost`` are levels, '' both where nobody won, or both did."""

    fixture: Fixture
    won: str
    lost: str


@dataclass(slots=True)
class Tournament:
    """Hold what is played: ``games`` of each pair of ``levels``, which come weakest first.

    Where all seats win or lose together each level plays the same games by itself, and to win where the other loses is
    to win against it.
    """

    game: str
    options: Any
    levels: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    done: dict[str, bool | str] = field(default_factory=dict)

    @property
    def together(self) -> bool:
        return load(self.game).info.together

    def fixtures(self) -> Iterator[Fixture]:
        """Give all games: some of each pair before more of any, so that what there is so far says something of all."""
        pairs = list(combinations(reversed(self.levels), 2))
        for number in range(self.games):
            for level, other in pairs:
                yield Fixture(level, other, number)

    def _series(self, key: str) -> tuple[Series, int]:
        """Return what a key of ``done`` stands for: levels and a number."""
        *levels, number = key.split()
        bots = (levels[0], *[levels[-1]] * (self.seats - 1))
        return Series(self.game, self.options, bots, self.seed), int(number)

    def keys(self, one: Fixture) -> list[str]:
        """Return by which keys the games of a fixture are kept."""
        if self.together:
            return [f"{one.level} {one.number}", f"{one.other} {one.number}"]
        return [f"{one.level} {one.other} {one.number}"]

    def play(self, jobs: int) -> Iterator[tuple[str, bool | str]]:
        """Play what has not been played, and give each game when it is over: its key and what it came to."""
        wanted = dict.fromkeys(key for one in self.fixtures() for key in self.keys(one))
        left = [key for key in wanted if key not in self.done]
        for key, played in zip(left, play_each([self._series(key) for key in left], jobs), strict=True):
            self.done[key] = bool(played.winners) if self.together else _winner(played)
            yield key, self.done[key]

    def outcomes(self) -> Iterator[Outcome]:
        """Give who won against whom, of the games that have been played."""
        for one in self.fixtures():
            found = [self.done[key] for key in self.keys(one) if key in self.done]
            if self.together:
                if len(found) == 2:
                    ahead = one.level if found[0] else one.other
                    behind = one.other if found[0] else one.level
                    yield Outcome(one, *(("", "") if found[0] == found[1] else (ahead, behind)))
            elif found:
                won = str(found[0])
                yield Outcome(one, won, "" if not won else one.other if won == one.level else one.level)


def _winner(played: Played) -> str:
    """Return the level that won a game alone, '' when nobody did or both."""
    won = {played.bots[seat] for seat in played.winners}
    return won.pop() if len(won) == 1 else ""


def beats(outcomes: Iterable[Outcome], level: str, other: str) -> Share:
    """Return how many of the decided games of two levels the first has won."""
    found = [one.won for one in outcomes if {one.fixture.level, one.fixture.other} == {level, other} and one.won]
    return Share(found.count(level), len(found))


def ratings(levels: Sequence[str], outcomes: Iterable[Outcome]) -> dict[str, tuple[float, float]]:
    """Return by level its rating and how far to either side the interval of 95 % reaches."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {level: model.rating(name=level) for level in levels}
    for one in outcomes:
        a, b = one.fixture.level, one.fixture.other
        ranks = [1.0, 1.0] if not one.won else [1.0, 2.0] if one.won == a else [2.0, 1.0]
        (known[a],), (known[b],) = model.rate([[known[a]], [known[b]]], ranks=ranks)
    return {level: (one.mu, _Z * one.sigma) for level, one in known.items()}


def table(one: Tournament) -> list[str]:
    """Return a tournament as a table, strongest first: ratings, and how often each level beats the next lower."""
    outcomes = list(one.outcomes())
    rated = ratings(one.levels, outcomes)
    lines = ["| level | rating | beats the next lower | decided games |", "|---|---|---|---|"]
    for n in range(len(one.levels) - 1, -1, -1):
        level = one.levels[n]
        mu, wide = rated[level]
        share = beats(outcomes, level, one.levels[n - 1]) if n else None
        cells = (str(share), str(share.of)) if share else ("", "")
        lines.append(f"| {level} | {mu:.1f} ± {wide:.1f} | {' | '.join(cells)} |")
    return lines


def pairs(one: Tournament) -> list[str]:
    """Return in words how often each level beats each weaker one."""
    outcomes, lines = list(one.outcomes()), []
    among = f" as one of {one.seats}" if one.seats > 2 else ""
    for level, other in combinations(reversed(one.levels), 2):
        share = beats(outcomes, level, other)
        lines.append(f"{level} beats {other}{among} in {share} of {share.of} decided games (95 % interval)")
    return lines


def read_done(path: Path, head: dict[str, Any]) -> dict[str, bool | str]:
    """Return the games that a file keeps; raise ValueError with a sentence when they are of another tournament."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return {}
    kept = [*map(_read, lines)]
    if lines and (not isinstance(kept[0], dict) or "game" not in kept[0]):
        raise ValueError(f"{path} holds no games of a tournament; choose another file")
    if lines and kept[0] != head:
        raise ValueError(f"{path} holds games of another tournament; choose another file, or remove it")
    pairs = (one for one in kept[1:] if isinstance(one, list) and len(one) == 2)
    return {key: what for key, what in pairs if isinstance(key, str) and isinstance(what, bool | str)}


def _read(line: bytes) -> Any:
    """Return what a line holds, None when it was only half written."""
    try:
        return json.loads(line)
    except ValueError:
        return None
