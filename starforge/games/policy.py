"""How a level of bots plays a game: what a game's own levels are made of, and what they decide about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from starforge.engine.action import Action
from starforge.engine.game import Game, View
from starforge.engine.rng import Rng
from starforge.engine.state import State
from starforge.quick import dataclass

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@dataclass(slots=True)
class Pace:
    """Let somebody end a thought early: ``hurried`` is set by who waits, ``best`` by who thinks, as soon as it knows.

    It is all that time has to do with: a thought that nobody hurries depends on its budget of work alone.
    """

    hurried: bool = False
    best: Action | None = None


@dataclass(frozen=True, slots=True)
class Decision(Generic[S, V]):
    """Hold what a seat decides from: its view, states re-dealt in all it cannot know, chance of its own, and its pace.

    ``sample`` returns another state each time it is called, the same ones in the same order for the same seed.
    """

    game: Game[S, V]
    view: V
    sample: Callable[[], S]
    rng: Rng
    pace: Pace


class Policy(Protocol):
    """Play a game as one level does: without memory, by work that is counted, from nothing but a decision.

    A policy with a budget sets ``pace.best`` before it begins to search, and stops when ``pace.hurried`` is true.
    """

    @property
    def about(self) -> str:
        """Return how it plays, as the end of a sentence that begins with "It": "takes what lies nearest"."""
        ...

    @property
    def explains(self) -> bool:
        """Tell whether the game's ``why`` knows its reasons; else a Captain gives hints in its stead."""
        ...

    def choose(self, at: Decision[Any, Any]) -> Action:
        """Return one of ``at.view.legal``, which are two or more."""
        ...
