"""Honours for feats of one game: functions of what happened, so that older games count too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from starforge.engine.event import Event
from starforge.engine.state import Result

HONOURED = ("astroforce", "reach", "shattered-reach")
"""The games that have honours."""


class Story:
    """Hold a whole game as one seat played it: all that happened, by kind, and how it ended."""

    def __init__(
        self, events: Sequence[Event], options: Mapping[str, Any], seat: int, seats: int, result: Result
    ) -> None:
        self.events, self.options, self.seat, self.seats, self.result = events, options, seat, seats, result

    @property
    def won(self) -> bool:
        return self.seat in self.result.winners

    @property
    def score(self) -> int:
        scores = self.result.scores
        return scores[self.seat] if self.seat < len(scores) else 0

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return what was told of a kind, in order."""
        return [event.data for event in self.events if event.kind == kind]

    def mine(self, kind: str) -> list[dict[str, Any]]:
        """Return what was told of a kind about the seat itself."""
        return [data for data in self.of(kind) if data.get("seat") == self.seat]

    def others(self, kind: str) -> list[dict[str, Any]]:
        """Return what was told of a kind about other seats."""
        return [data for data in self.of(kind) if data.get("seat") != self.seat]

    def total(self, kind: str, name: str) -> int:
        """Return the sum of a figure of what was told of a kind."""
        return sum(int(data[name]) for data in self.of(kind))


class Feat(NamedTuple):
    """Honour a feat; ``text`` says in a sentence what it takes."""

    id: str
    title: str
    text: str
    earned: Callable[[Story], bool]


@lru_cache(8)
def feats(game: str) -> tuple[Feat, ...]:
    """Return a game's honours; none for a game without."""
    return tuple(getattr(_module(game), "FEATS", ()))


def _module(game: str) -> Any:
    """Return a game's module of honours, None for a game without."""
    return import_module(f"starforge.games.{game.replace('-', '_')}.words.feats") if game in HONOURED else None


def side(game: str, story: Story) -> str:
    """Return what the seat played as, '' where there are no sides."""
    find = getattr(_module(game), "side", None)
    return str(find(story)) if find is not None else ""


def earned(game: str, story: Story) -> list[Feat]:
    return [feat for feat in feats(game) if feat.earned(story)]


def earned_so_far(game: str, story: Story) -> list[Feat]:
    """Return what was earned in a game that goes on, from what a seat was told; what it cannot know yet waits."""
    found = []
    for feat in feats(game):
        try:
            if feat.earned(story):
                found.append(feat)
        except LookupError:  # a figure that only others see now
            continue
    return found


def most(things: Sequence[Any]) -> int:
    """Return how often the most frequent thing is there."""
    return max(Counter(things).values(), default=0)
