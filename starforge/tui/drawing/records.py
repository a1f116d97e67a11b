"""The logbook in words: totals, sides, bests, luck and honours of each game. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from starforge.bots.levels import title
from starforge.english import amount
from starforge.english import some as counted
from starforge.games import span_of
from starforge.games.astroforce.model.state import PATROL_FUEL
from starforge.games.feats import feats
from starforge.tables.lobby import title_of
from starforge.tables.own.logbook import Logged

BESTS = 3
"""How many of the best games are shown for each game."""


def section_of(one: Logged) -> str:
    """Return under what a game is counted: a campaign stands apart from the game by its book."""
    campaign = ", campaign" if one.label.startswith("campaign") else ""
    return f"{title_of(one.game)}{campaign}"


def campaigns(games: Sequence[Logged]) -> list[int]:
    """Return the years of each campaign; a first patrol begins one, and the last ended comes first."""
    years: list[int] = []
    for one in reversed([one for one in games if one.label.startswith("campaign")]):
        if not years or one.label.startswith("campaign 1/"):
            years.append(0)
        years[-1] += one.score
    return years


def streaks(games: Sequence[Logged]) -> tuple[int, int]:
    """Return how many games were won in a row until now, and the longest such row; the last ended comes first."""
    longest = run = 0
    for one in reversed(games):
        run = run + 1 if one.won else 0
        longest = max(longest, run)
    return run, longest


def bests(games: Sequence[Logged]) -> list[Logged]:
    """Return the best games: won before lost, then by score, on the harder patrol, the quicker first."""
    return sorted(games, key=lambda one: (not one.won, -one.score, -_hardness(one), one.turns))[:BESTS]


def _hardness(one: Logged) -> int:
    """Return how hard a patrol was beside others, by its card; 0 for other games."""
    patrols = tuple(PATROL_FUEL)
    return next((n for n, patrol in enumerate(patrols) if f" {patrol} " in f" {one.label.replace(',', ' ')} "), 0)


def luck(games: Sequence[Logged]) -> list[str]:
    """Return what chance has given in all games, and what was to be expected."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for one in games:
        for label, (had, expected) in one.luck.items():
            sums[label][0] += had
            sums[label][1] += expected
    return [f"{label} {had:g} (expected {amount(expected)})" for label, (had, expected) in sums.items()]


def _share(games: Sequence[Logged]) -> str:
    won = sum(one.won for one in games)
    return f"{won} of {len(games)} won"


def grouped(games: Sequence[Logged], by: Callable[[Logged], str]) -> list[str]:
    """Return how many were won of the games of each kind, the most played first; nothing where there is one kind."""
    kinds: dict[str, list[Logged]] = defaultdict(list)
    for one in games:
        if by(one):
            kinds[by(one)].append(one)
    ordered = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    return [f"{name}: {_share(some)}" for name, some in ordered]


def lines_of(games: Sequence[Logged], keys: Callable[[Logged], str] = lambda one: "") -> Iterator[tuple[str, str]]:
    """Yield the logbook as lines with styles; ``keys`` tells what watches a game again."""
    if not games:
        yield "No game has ended yet. What you play to its end is counted here, and every feat in it.", ""
        return
    for game in dict.fromkeys(one.game for one in games):
        played = [one for one in games if one.game == game]
        for section in dict.fromkeys(map(section_of, played)):
            yield section, "title bold"
            yield from _counted([one for one in played if section_of(one) == section], keys)
        yield from _honours(game, played)
        yield "", ""


def _counted(some: Sequence[Logged], keys: Callable[[Logged], str]) -> Iterator[tuple[str, str]]:
    """Yield what games that are counted together came to."""
    now, longest = streaks(some)
    yield f"{_share(some)}. Won in a row: {now} now, {longest} at most.", ""
    if years := campaigns(some):
        yield f"Years of each campaign, the best first: {', '.join(map(str, sorted(years, reverse=True)[:9]))}.", ""
    kinds: tuple[Callable[[Logged], str], ...] = (
        lambda one: one.label,
        lambda one: one.side,
        lambda one: f"against {' and '.join(dict.fromkeys(map(title, one.levels)))}" if one.levels else "",
    )
    for by in kinds:
        if found := grouped(some, by):
            yield "; ".join(found) + ".", ""
    for n, one in enumerate(bests(some), 1):
        again = keys(one)
        ended = f"{one.outcome.rstrip('.')}. {counted(one.turns, span_of(one.game))}, {one.ended[:10]}."
        yield f"{n}. {ended}" + (f" {again}" if again else ""), "good"
    if words := luck(some):
        yield f"Dice: {'; '.join(words)}.", ""


def _honours(game: str, games: Sequence[Logged]) -> Iterator[tuple[str, str]]:
    known = feats(game)
    have = {feat.id for feat in known for one in games if feat.id in one.feats}
    yield f"Honours: {len(have)} of {len(known)}", "title bold"
    for feat in sorted(known, key=lambda feat: feat.id not in have):
        times = sum(feat.id in one.feats for one in games)
        mark = "★" if times else "·"
        often = f" ({times} times)" if times > 1 else ""
        yield f"{mark} {feat.title}: {feat.text}{often}", "warn" if times else "dim"
