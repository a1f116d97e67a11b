"""What a series of games among bots comes to: as one object for programs, as a table for people."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any

from starforge.bots.arena import Played, Score, Series
from starforge.games import load


def score(series: Series, games: Iterable[Played]) -> Score:
    total = Score(series.bots, 1 in load(series.game).info.seats)
    for played in games:
        total.add(played)
    return total


def facts(series: Series, total: Score, seconds: float) -> dict[str, Any]:
    """Return a series as one object; ``wins`` counts a bot's games won in whichever seat it sat."""
    by_seat = {f"wins of seat {seat}": total.seat_wins[seat] for seat in range(len(series.bots))}
    return {
        "game": series.game,
        "bots": list(series.bots),
        "games": total.games,
        "seed": series.seed,
        "wins": {bot: total.wins[bot] for bot in dict.fromkeys(series.bots)},
        "draws": total.draws,
        "actions": total.actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(total.actions / seconds) if seconds else 0,
        "stats": {**by_seat, **{name: round(total.stats[name], 6) for name in sorted(total.stats)}},
    }


def table(series: Series, total: Score, seconds: float) -> list[str]:
    """Return a series as lines for people."""
    found = facts(series, total, seconds)
    wins = {f"{bot} wins": count for bot, count in found["wins"].items()}
    drawn = {} if total.solo else {"draws": total.draws}
    lengths, rate = total.lengths, found["actions_per_second"]
    games = "1 game" if total.games == 1 else f"{total.games} games"
    return [
        f"{load(series.game).info.title}: {games} of {', '.join(series.bots)}, seed {series.seed}",
        *_rows({**wins, **drawn}, total.games, "%"),
        f"Actions in a game: {min(lengths)} to {max(lengths)}, half of them {median(lengths):g} or fewer.",
        f"{total.actions} actions in {seconds:.1f} s: {rate} a second.",
        "Figures:",
        *_rows(found["stats"], total.games, "a game"),
    ]


def _rows(counts: dict[str, float], games: int, share: str) -> list[str]:
    wide = max(map(len, counts), default=0)
    rate = 100 / games if share == "%" else 1 / games
    return [f"  {name:<{wide}} {count:>9g} {count * rate:8.2f} {share}" for name, count in counts.items()]
