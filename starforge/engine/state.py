"""What is true in a game: the state, the asks it has stopped at, its decks; how it is copied, printed and digested."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import field, fields
from functools import lru_cache
from hashlib import blake2b
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from starforge.engine.event import Event
from starforge.engine.rng import Rng
from starforge.quick import dataclass

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
    something hidden became known, and undo never goes back over a change of it. ``rules`` is the version by which a
    game goes on that older rules began, else 0.
    """

    rng: Rng
    turn: int = 0
    learned: int = 0
    asks: dict[int, Ask] = field(default_factory=dict)
    queue: list[Op] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    result: Result | None = None
    rules: int = 0

    def emit(
        self, kind: str, *, secret: dict[str, Seats] | None = None, only: Seats | None = None, **data: Any
    ) -> None:
        """Tell the watchers what happened; ``secret`` maps fields to the seats that may see them."""
        self.events.append(event := object.__new__(Event))  # not by its ``__init__``, which takes three times as long
        event.kind, event.data, event.secret, event.only, event.turn = kind, data, secret or {}, only, self.turn

    def silent(self) -> bool:
        """Return whether the players may not talk to each other now, by the rules or what the table has agreed on."""
        return False


_SHARED = (int, str, bool, type(None), float, tuple, bytes, Event)


@lru_cache(500)
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def clone(value: T) -> T:
    """Return a copy that shares nothing mutable with ``value``: states, players, lists, dicts."""
    kind: Any = type(value)
    copied: T = _copier(kind)(value)
    return copied


@lru_cache(500)
def _copier(kind: Any) -> Callable[[Any], Any]:
    """Return what copies values of a type; for a dataclass it is written out, a line a field by the field's type."""
    if _is_shared(kind):
        return lambda value: value
    if kind is list:
        return lambda value: [clone(item) for item in value]
    if kind is dict:
        return lambda value: {key: clone(item) for key, item in value.items()}
    hints = get_type_hints(kind)
    room: dict[str, Any] = {"kind": kind, "new": object.__new__, "clone": clone}
    lines = [f"    copy.{name} = {_copied(hints[name], f'value.{name}', room)}" for name in _names(kind)]
    exec("\n".join(["def copier(value):", "    copy = new(kind)", *lines, "    return copy"]), room)
    made: Callable[[Any], Any] = room["copier"]
    return made


def _copied(hint: Any, value: str, room: dict[str, Any]) -> str:
    """Return an expression that copies what the expression ``value`` gives, which is of the type ``hint``.

    ``room`` gets the copiers of the dataclasses that it calls by name.
    """
    if _is_shared(hint):
        return value
    if (kind := get_origin(hint)) in (list, dict):
        item = _copied(get_args(hint)[-1], "item", room)
        if kind is list:
            return f"{value}[:]" if item == "item" else f"[{item} for item in {value}]"
        return f"{value}.copy()" if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"
    if hasattr(hint, "__dataclass_fields__") and not hint.__subclasses__():
        room[hint.__name__] = _copier(hint)
        return f"{hint.__name__}({value})"
    return f"clone({value})"


def _is_shared(hint: Any) -> bool:
    """Return whether values of a type cannot change, so that a copy may hold the same ones."""
    kind = get_origin(hint) or hint
    if kind in (Union, UnionType):
        return all(map(_is_shared, get_args(hint)))
    if kind is Literal:
        return True
    frozen = getattr(kind, "__dataclass_params__", None)
    return isinstance(kind, type) and (issubclass(kind, _SHARED) or bool(frozen and frozen.frozen))


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
    """Return 32 hex digits, equal exactly when two states are; told events and the rules' version do not count."""
    facts = to_jsonable(state)
    del facts["events"], facts["rules"]
    return blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=16).hexdigest()


def draw(s: State, deck: list[str], discards: list[str] | None = None) -> str | None:
    """Take the top card, known from now on; with an empty deck shuffle ``discards`` into it first.

    Return None when both are empty.
    """
    if not deck and discards:
        deck[:] = discards
        discards.clear()
        s.rng.shuffle(deck)
    if not deck:
        return None
    s.learned += 1
    return deck.pop(0)


def spread(cards: dict[str, int]) -> list[str]:
    """Return a deck from how often each card stands in it, in the order given."""
    return [card for card, copies in cards.items() for _ in range(copies)]


def rest(deck: list[str], gone: list[str]) -> list[str]:
    """Return ``deck`` without one copy of each card in ``gone``; raise ValueError for one that is not in it."""
    owed, left = Counter(gone), []
    for card in deck:
        if owed[card]:
            owed[card] -= 1
        else:
            left.append(card)
    for card, copies in owed.items():
        if copies:
            raise ValueError(f"there is no {card!r} left in the deck")
    return left
