"""Frozen dataclasses made from data by their annotations: quick for data that fits, and in words where it does not.

pydantic says what does not fit, and is loaded only then; what it accepts all the same (``"3"`` for a number) counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from starforge.quick import dataclass

T = TypeVar("T")
Reader = Callable[[Any], Any]


class Fault(NamedTuple):
    """Say what does not fit: where, as names and numbers from the outside in, what is wrong, and what is there."""

    place: tuple[str, ...]
    words: str
    given: Any
    unknown: bool = False


class Misshapen(ValueError):
    """Report data that does not fit; ``faults`` has at least one."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        first = faults[0]
        super().__init__(f"{'.'.join(first.place) or 'the whole'}: {first.words}")
        self.faults = faults


class _Unfit(Exception):
    """Stop the quick reading."""


@dataclass(frozen=True, slots=True)
class Check:
    """Annotate a field with a function that returns its value, or raises ValueError with a sentence.

    With ``raw`` it is given the data as it came, whatever the annotated type; else only values of that type.
    """

    check: Reader
    raw: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        if self.raw:
            return core_schema.no_info_plain_validator_function(self.check)
        return core_schema.no_info_after_validator_function(self.check, handler(source))


def bounded(low: int, high: int | None = None) -> Check:
    """Return a check that a number is in a range, both ends included."""

    def check(value: int) -> int:
        if value < low or (high is not None and value > high):
            raise ValueError(f"it must be at least {low}" if high is None else f"it must be from {low} to {high}")
        return value

    return Check(check)


def few_marks(text: str, most: int = 2) -> str:
    """Return text with at most so many marks above and below one letter; more would reach into other lines."""
    kept, marks = [], 0
    for c in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me", "Mc") else 0
        if marks <= most:
            kept.append(c)
    return "".join(kept)


def sized(low: int, high: int | None = None) -> Check:
    """Return a check that a text, tuple or list has a length in a range, both ends included."""

    def check(value: Any) -> Any:
        if len(value) < low:
            raise ValueError("it is empty" if not value else f"it is shorter than {low}")
        if high is not None and len(value) > high:
            raise ValueError(f"it is longer than {high}")
        return value

    return Check(check)


def matching(pattern: str, words: str) -> Check:
    """Return a check that a whole text matches a pattern; ``words`` says what it must be."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(words)
        return value

    return Check(check)


def exactly(kind: type, words: str) -> Check:
    """Return a check that takes nothing for a ``kind`` that is none; ``words`` says what it must be."""

    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(words)
        return value

    return Check(check, raw=True)


def read_shape(kind: Callable[..., T], data: Any) -> T:
    """Return data as a ``kind``: a dataclass, a dict of them, or whatever can be a field of one; raise Misshapen."""
    try:
        found: T = _reader(kind)(data)
    except (_Unfit, ValueError):
        return _read_in_words(kind, data)
    return found


def _read_in_words(kind: Callable[..., T], data: Any) -> T:
    from pydantic import ValidationError

    try:
        found: T = _adapter(kind).validate_python(data)
    except ValidationError as error:
        raise Misshapen(tuple(map(_fault, error.errors(include_url=False)))) from None
    if faults := tuple(_truths(data, found)):
        raise Misshapen(faults)
    return found


def _truths(data: Any, found: Any, way: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Yield where true or false was taken for a number."""
    if isinstance(data, bool) and not isinstance(found, bool) and isinstance(found, (int, float)):
        yield Fault(way, "it must be a number", data, False)
    elif isinstance(data, dict):
        for key, part in data.items():
            known = getattr(found, str(key), None)
            if isinstance(found, dict):
                known = next((one for name, one in found.items() if str(name) == str(key)), None)
            yield from _truths(part, known, (*way, str(key)))
    elif isinstance(data, (list, tuple)) and isinstance(found, (list, tuple)):
        for n, (part, known) in enumerate(zip(data, found, strict=False)):
            yield from _truths(part, known, (*way, str(n)))


def _fault(error: Any) -> Fault:
    unknown = error["type"] in ("extra_forbidden", "unexpected_keyword_argument")
    words = "there is no such field" if unknown else error["msg"].removeprefix("Value error, ")
    words = "it must be a table of fields" if error["type"] == "dataclass_type" else words
    return Fault(tuple(map(str, error["loc"])), words, error["input"], unknown)


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import ConfigDict, TypeAdapter, with_config

    config, known = ConfigDict(extra="forbid"), is_dataclass(kind)
    return TypeAdapter(with_config(config)(kind)) if known else TypeAdapter(kind, config=config)


@cache
def _reader(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda data: data
    if origin is Annotated:
        return _checked(args[0], [one for one in args[1:] if isinstance(one, Check)])
    if origin is Literal:
        return lambda data: data if data in args and type(data) in map(type, args) else _unfit()
    if origin in (Union, UnionType):
        return _either(args)
    if origin is tuple and args[-1:] == (...,):
        return _many(tuple, _reader(args[0]))
    if origin is tuple:
        return _row([_reader(one) for one in args])
    if origin is list:
        return _many(list, _reader(args[0]))
    if origin is dict:
        return _named(_reader(args[0]) if args[0] is not int else _number, _reader(args[1]))
    if is_dataclass(hint):
        return _record(hint)
    return lambda data: data if type(data) is hint else _unfit()


def at_default(value: Any, name: str) -> bool:
    """Return whether a field of a dataclass holds what it holds when nothing is given."""
    field = value.__dataclass_fields__[name]
    if field.default_factory is not MISSING:
        return bool(getattr(value, name) == field.default_factory())
    return field.default is not MISSING and bool(getattr(value, name) == field.default)


def to_sparse(value: Any) -> Any:
    """Return a value as JSON knows it, without the fields that hold their defaults; ``read_shape`` reads it."""
    if isinstance(value, (list, tuple)):
        return [to_sparse(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_sparse(item) for key, item in value.items()}
    if is_dataclass(value):
        return {f.name: to_sparse(getattr(value, f.name)) for f in fields(value) if not at_default(value, f.name)}
    return value


def _unfit() -> Any:
    raise _Unfit


def _number(key: Any) -> int:
    """Return the key of a dict as a number; JSON has only texts for keys."""
    return key if type(key) is int else int(key)


def _checked(kind: Any, checks: list[Check]) -> Reader:
    read: Reader = (lambda data: data) if any(one.raw for one in checks) else _reader(kind)

    def reader(data: Any) -> Any:
        value = read(data)
        for one in checks:
            value = one.check(value)
        return value

    return reader


def _either(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds if kind is not NoneType]
    nothing = NoneType in kinds

    def reader(data: Any) -> Any:
        if data is None and nothing:
            return None
        for read in readers:
            try:
                return read(data)
            except (_Unfit, ValueError):
                continue
        raise _Unfit

    return reader


def _many(kind: Any, read: Reader) -> Reader:
    return lambda data: kind(map(read, data)) if type(data) in (list, tuple) else _unfit()


def _row(readers: list[Reader]) -> Reader:
    def reader(data: Any) -> Any:
        if type(data) not in (list, tuple) or len(data) != len(readers):
            raise _Unfit
        return tuple(read(one) for read, one in zip(readers, data, strict=True))

    return reader


def _named(key: Reader, value: Reader) -> Reader:
    return lambda data: {key(k): value(v) for k, v in data.items()} if type(data) is dict else _unfit()


def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind, include_extras=True)
    readers = {f.name: _reader(hints[f.name]) for f in fields(kind) if f.init}
    needed = {f.name for f in fields(kind) if f.init and f.default is MISSING and f.default_factory is MISSING}

    def reader(data: Any) -> Any:
        if type(data) is kind:
            return data
        if not isinstance(data, Mapping) or not needed <= data.keys() or not data.keys() <= readers.keys():
            raise _Unfit
        return kind(**{name: readers[name](value) for name, value in data.items()})

    return reader
