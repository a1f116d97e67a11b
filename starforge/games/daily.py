"""The patrol of the day: a game whose seed and options come from the date alone, the same for everybody."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

from starforge.english import some
from starforge.games.astroforce.model.state import PATROL_FUEL, RANKS, YEARS
from starforge.games.feats import Story

GAMES_OF_THE_DAY = ("astroforce", "reach")
PATROLS = ("easy", "medium", "medium", "hard", "deadly")
"""What patrols come, each as often as it stands here."""


class Daily(NamedTuple):
    """A game of the day: ``day`` as ISO date, ``bots`` of its seats are played by bots."""

    game: str
    day: str
    seed: int
    seats: int
    bots: int
    options: dict[str, Any]


def daily(game: str, day: str) -> Daily:
    """Return what is played on a day; raise KeyError for a game without."""
    seed = int.from_bytes(blake2b(f"{game} {day}".encode(), digest_size=7).digest(), "little")
    if game == "astroforce":
        return Daily(game, day, seed, 1, 0, {"patrol": PATROLS[seed % len(PATROLS)]})
    if game == "reach":
        return Daily(game, day, seed, 2, 1, {})
    raise KeyError(game)


def grade(of: Daily) -> int:
    """Return how hard a game of the day is beside those of other days."""
    return list(PATROL_FUEL).index(of.options["patrol"]) if of.game == "astroforce" else 0


def came_to(game: str, day: str, won: bool, score: int, turns: int) -> str:
    """Return for a board what a try came to, without its day."""
    if game != "astroforce":
        return f"{score} points, {'won' if won else 'lost'}"
    years, patrol = min(score, YEARS), daily(game, day).options["patrol"].title()
    return f"{patrol}: {RANKS[years]}, {some(years, 'year')}, {some(turns, 'turn')}"


def line(of: Daily, story: Story, turns: int) -> str:
    """Return in one line, fit for a chat, how it went."""
    if of.game == "astroforce":
        years = min(story.score, YEARS)
        counted = f"{years} {'year' if years == 1 else 'years'}, {some(turns, 'turn')}"
        return f"Patrol {of.day} {of.options['patrol'].title()}: {RANKS[years]}, {counted}"
    landed = any(not landing["short"] for landing in story.mine("landed"))
    score = f"{story.score} points" if landed else "not landed"
    return f"Reach {of.day}: {score}, {'won' if story.won else 'lost'} against {of.bots} bot"
