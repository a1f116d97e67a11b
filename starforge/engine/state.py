"""What is true in a game: the state, the asks it has stopped at, and how a state is copied, printed and digested."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

from starforge.engine.event import Event
from starforge.engine.rng import Rng

T = TypeVar("T")

Seats = tuple[int, ...]
Op = tuple[str | int, ...]
"""An effect in the queue: its name, the seat it acts for, then its arguments."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question the game has stopped at; ``kind`` names the rules that answer it, ``args`` are slugs and numbers."""

    kind: str
    args: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seats that won (none is a loss or a draw for all), and the outcome in words."""

    winners: tuple[int, ...]
    text: str
    scores: tuple[int, ...] = ()


@dataclass(slots=True, kw_only=True)
class State:
    """Hold everything that is true in a game; each game adds its own fields.

    Fields hold ints, strings, frozen values, lists and dicts of such, and slotted dataclasses. A list holds things of
    one type, and so do the values of a dict. ``queue`` is a stack: its last op runs next. ``learned`` counts how often
    something hidden became known, and undo never goes back over a change of it.
    """

    rng: Rng
    turn: int = 0
    learned: int = 0
    asks: dict[int, Ask] = field(default_factory=dict)
    queue: list[Op] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    result: Result | None = None

    def emit(
        self, kind: str, *, secret: dict[str, Seats] | None = None, only: Seats | None = None, **data: Any
    ) -> None:
        """Tell the watchers what happened; ``secret`` maps fields to the seats that may see them."""
        self.events.append(Event(kind, data, secret or {}, only, self.turn))


_SHARED = (int, str, bool, type(None), float, tuple, bytes, Event)


@lru_cache(500)
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@lru_cache(500)
def _mutable_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields to copy; none for a value that can be shared."""
    return _names(kind) if hasattr(kind, "__dataclass_params__") and not kind.__dataclass_params__.frozen else ()


def clone(value: T) -> T:
    """Return a copy that shares nothing mutable with ``value``: states, players, lists, dicts."""
    copied: T = _copy(value)
    return copied


def _copy(value: Any) -> Any:
    kind: Any = type(value)
    if kind in _SHARED:
        return value
    if kind is list:
        return value[:] if not value or type(value[0]) in _SHARED else [_copy(item) for item in value]
    if kind is dict:
        if not value or type(next(iter(value.values()))) in _SHARED:
            return value.copy()
        return {key: _copy(item) for key, item in value.items()}
    names = _mutable_names(kind)
    if not names:
        return value
    copy = object.__new__(kind)
    for name in names:
        item = getattr(value, name)
        setattr(copy, name, item if type(item) in _SHARED else _copy(item))
    return copy


def to_jsonable(value: Any) -> Any:
    """Return ``value`` as JSON knows it: dataclasses and dicts as dicts with string keys, tuples as lists."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [to_jsonable(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_jsonable(item) for key, item in value.items()}
    kind: Any = type(value)
    if hasattr(kind, "__dataclass_fields__"):
        return {name: to_jsonable(getattr(value, name)) for name in _names(kind)}
    return str(value)


def digest(state: State) -> str:
    """Return 32 hex digits that are equal exactly when two states are; events already told do not count."""
    facts = to_jsonable(state)
    del facts["events"]
    return blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=16).hexdigest()
