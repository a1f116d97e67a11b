"""Conditions on a state as text, as lessons are written with: ``hull >= 3``, ``plots has siphon``, ``did roll``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import Any

from starforge.engine.state import State
from starforge.quick import dataclass

_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MEMBERS = ("has", "lacks")
_NUMBER = re.compile("-?[0-9]{1,9}")
USAGE = "a condition is 'PATH SIGN VALUE', with one of = != < <= > >= has lacks, or 'did ACTION'"


@dataclass(frozen=True, slots=True)
class Condition:
    """Say what is to be true: of what a path leads to in the state, or (path ``did``) of what has just been done."""

    path: tuple[str, ...]
    sign: str
    value: str

    def holds(self, s: object, did: Sequence[str] = ()) -> bool:
        """Tell whether it is true; ``did`` are the texts of the actions since the step began."""
        if self.sign == "did":
            return any(f"{one} ".startswith(f"{self.value} ") for one in did)
        found = look(s, self.path)
        if self.sign in _MEMBERS:
            many = found if isinstance(found, Iterable) else ()
            there = any(_text(getattr(one, "card", one)) == self.value for one in many)
            return there == (self.sign == "has")
        if self.sign in ("=", "!="):
            return (_text(found) == self.value) == (self.sign == "=")
        return isinstance(found, int) and _SIGNS[self.sign](found, int(self.value))


def read_condition(text: str) -> Condition:
    """Return a condition; raise ValueError with a sentence for what is none."""
    path, sign, value = (*text.split(maxsplit=2), "", "", "")[:3]
    if path == "did" and sign:
        return Condition((), "did", f"{sign} {value}".strip())
    if sign not in ("=", "!=", *_SIGNS, *_MEMBERS) or not value:
        raise ValueError(f"{USAGE}, not {text!r}")
    if sign in _SIGNS and not _NUMBER.fullmatch(value):
        raise ValueError(f"{sign} compares with a number, not with {value!r}")
    return Condition(tuple(path.split(".")), sign, value)


def look(s: object, path: Sequence[str]) -> Any:
    """Return what a path leads to: fields, keys, numbers, ``#`` for how many; None where it leads nowhere."""
    at: Any = s
    for word in path:
        if word == "#":
            at = len(at or ()) if at is None or isinstance(at, Sized) else None
        elif isinstance(at, dict):
            at = at.get(word, at.get(_number(word)))
        elif isinstance(at, (list, tuple)):
            number = _number(word)
            at = at[number] if number is not None and -len(at) <= number < len(at) else None
        else:
            at = getattr(at, word, None)
    return at


def check_path(s: object, path: Sequence[str]) -> None:
    """Raise ValueError when a path begins with no field of a state or view."""
    if path and not hasattr(s, path[0]):
        raise ValueError(f"the {'state' if isinstance(s, State) else 'view'} has no {path[0]!r}")


def check_condition(s: object, condition: Condition) -> None:
    """Raise ValueError for a condition that asks of something in a state or view what it cannot be asked."""
    check_path(s, condition.path)
    found, name = look(s, condition.path), ".".join(condition.path)
    if condition.path[-1:] == ("#",) and found is None:
        raise ValueError(f"{name}: there is nothing to count")
    if condition.sign in _MEMBERS and not (found is None or isinstance(found, Iterable)):
        raise ValueError(f"{condition.sign} asks for one among several, and {name} is not several")


def _number(word: str) -> int | None:
    return int(word) if _NUMBER.fullmatch(word) else None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
