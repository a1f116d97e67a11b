"""Games among bots, many of them: who wins, how long games last, how fast they are played."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.event import Event
from starforge.games import GAMES, load
from starforge.quick import dataclass

_ENDLESS = 200_000


class Played(NamedTuple):
    """Tell how one game went: the level at each seat, the seats that won, the actions, the figures of the game."""

    number: int
    bots: tuple[str, ...]
    winners: tuple[int, ...]
    outcome: str
    turns: int
    actions: int
    tally: dict[str, float]


class Series(NamedTuple):
    """Describe games to play: ``bots`` are the levels, which change seats from game to game."""

    game: str
    options: Any
    bots: tuple[str, ...]
    seed: int


@dataclass(slots=True)
class Score:
    bots: tuple[str, ...]
    solo: bool
    games: int = 0
    draws: int = 0
    actions: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    stats: Counter[str] = field(default_factory=Counter)

    def add(self, played: Played) -> None:
        """Count one game; a game that can be played alone is lost, not drawn, when nobody wins."""
        self.games += 1
        self.actions += played.actions
        self.lengths.append(played.actions)
        self.draws += not played.winners and not self.solo
        self.wins.update(sorted({played.bots[seat] for seat in played.winners}))
        self.seat_wins.update(played.winners)
        self.stats.update(played.tally)


def seating(bots: Sequence[str], number: int) -> tuple[str, ...]:
    """Return which bot sits where in a game of a series: everybody moves one seat on from game to game."""
    return tuple(bots[(seat + number) % len(bots)] for seat in range(len(bots)))


def play(series: Series, number: int) -> Played:
    """Play game ``number`` of a series; what happens depends on the series and the number alone."""
    game = load(series.game)
    levels = seating(series.bots, number)
    seed = derive("game", series.seed, number)
    s = game.new(series.options, len(levels), seed)
    players = [make(game, level, derive("bot", seed, seat)) for seat, level in enumerate(levels)]
    told: list[Event] = []
    actions = 0
    while s.result is None:
        told += s.events
        s.events = []
        seat = min(s.asks)
        bot = players[seat]
        action = bot.choose(look(game, s, seat, bot), sampler(game, s, seat, derive("sample", seed, actions)))
        game.apply(s, seat, action)
        actions += 1
        if actions > _ENDLESS:
            raise RuntimeError(f"game {number} of seed {series.seed} does not end")
    told += s.events
    return Played(number, levels, s.result.winners, s.result.text, s.turn, actions, game.tally(told))


def play_all(series: Series, games: int, jobs: int = 1) -> Iterator[Played]:
    """Play games 0 to ``games`` - 1 and give them in that order, by so many processes."""
    return play_each([(series, number) for number in range(games)], jobs, max(1, min(16, games // (4 * jobs))))


def play_each(games: Sequence[tuple[Series, int]], jobs: int = 1, chunk: int = 1) -> Iterator[Played]:
    """Play games of several series and give them in that order, by so many processes."""
    if jobs <= 1:
        yield from (play(*one) for one in games)
        return
    from multiprocessing import get_context

    with get_context("spawn").Pool(jobs, _register, (dict(GAMES),)) as pool:
        yield from pool.imap(_play, games, chunksize=chunk)


def _play(one: tuple[Series, int]) -> Played:
    return play(*one)


def _register(games: Mapping[str, str]) -> None:
    """Begin a process that plays: it knows the same games, and leaves interrupts to the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    GAMES.update(games)
