"""What a new game offers, in words: its options, what each value means, what to try first, how long it takes."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import Any

from starforge.games.assets import folder, read_table
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """Say what an option is about, and what its values mean, by the values."""

    title: str
    text: str
    values: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FirstGame:
    """Recommend how to play for the first time: seats, how many of them for bots, options."""

    text: str
    seats: int
    bots: int = 0
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewGameWords:
    """Hold what a new game offers in words; ``first`` is None for games that recommend nothing."""

    first: FirstGame | None = None
    options: dict[str, OptionWords] = field(default_factory=dict)


@lru_cache(8)
def offer(game: str) -> NewGameWords:
    """Return what a game's file says; raise AssetError for a mistake."""
    path = folder(game) / "new_game.toml"
    return read_table(path, NewGameWords)[0] if path.exists() else NewGameWords()


@lru_cache(8)
def _lengths(game: str) -> dict[str, int]:
    path = folder(game) / "lengths.toml"
    return read_table(path, dict[str, int])[0] if path.exists() else {}


def measured(game: str, value: str, seats: int) -> int | None:
    """Return about how long what a value of an option names takes, None where that decides nothing of it."""
    return _lengths(game).get(f"{value}-{seats}")


def minutes(game: str, options: dict[str, Any], seats: int) -> int | None:
    """Return about how long a game takes, None where it was not measured: of the nearest kind that was."""
    known = _lengths(game)
    kinds = [str(value) for value in options.values() if isinstance(value, str)]
    named = [f"{kind}-{seats}" for kind in kinds] + [str(seats)]
    found = [known[name] for name in named if name in known]
    near = found or [n for name, n in known.items() if name.endswith(f"-{seats}")]
    return round(sum(near) / len(near)) if near else None
