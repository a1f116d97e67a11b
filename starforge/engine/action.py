"""Answers to an ask: small frozen dataclasses that each have a text form, ``place 3 engine``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

_WORD = re.compile(r"[A-Za-z0-9_.:+/-]+\Z")
_LONGEST = 500


class Action:
    """Be the base of every action: frozen, slotted dataclasses whose fields are ints, slugs, or tuples of either.

    The text form is ``word`` (else the class name in lower case, ``EndTurn`` is ``end-turn``) and the fields in order;
    a tuple is joined by commas, an empty one is ``-``.
    """

    __slots__ = ()
    word: ClassVar[str] = ""

    def __str__(self) -> str:
        values = (getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]
        return " ".join((first_word(type(self)), *map(_word, values)))


def first_word(kind: type[Action]) -> str:
    """Return the word that an action's text begins with."""
    return kind.word or _hyphened(kind.__name__)


@cache
def _hyphened(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    return str(value)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _slug(text: str) -> str:
    if not _WORD.match(text):
        raise ValueError(f"{text!r} is not a name")
    return text


def _reader(hint: Any) -> Callable[[str], Any]:
    read: Callable[[str], Any] = _number if hint is int or hint == tuple[int, ...] else _slug
    if get_origin(hint) is tuple:
        assert get_args(hint)[1] is ..., "tuples in actions are of one type and any length"
        return lambda text: () if text == "-" else tuple(read(part) for part in text.split(","))
    return read


def _readers(kind: Any) -> list[tuple[str, Callable[[str], Any]]]:
    hints = get_type_hints(kind)
    return [(f.name, _reader(hints[f.name])) for f in fields(kind)]


def parser(kinds: Iterable[type[Action]]) -> Callable[[str], Action]:
    """Return a function from text to action; it raises ValueError with a sentence that says what is wrong."""
    forms = {first_word(kind): (kind, _readers(kind)) for kind in kinds}

    def parse(text: str) -> Action:
        words = text[:_LONGEST].split()
        if not words or words[0] not in forms:
            raise ValueError(f"there is no action {words[0] if words else ''!r}; there are: {', '.join(sorted(forms))}")
        kind, readers = forms[words[0]]
        if len(words) - 1 != len(readers):
            usage = " ".join((words[0], *(name.upper() for name, _ in readers)))
            raise ValueError(
                f"{words[0]} is written '{usage}', with {len(readers)} words after it, not {len(words) - 1}"
            )
        return kind(*(read(word) for (_, read), word in zip(readers, words[1:], strict=True)))

    return parse
