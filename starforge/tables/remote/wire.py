"""What travels between a server and its clients: views, events and notices as JSON, one object a line.

Both ends run the same version of starforge (they compare it first), so a record is the list of its fields in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from types import UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.tables.table import Told

LONGEST_REQUEST = 64 * 1024
"""Bytes of a line that a client may send."""
LONGEST_ANSWER = 64 * 1024 * 1024
"""Bytes of a line that a client takes from its server."""

T = TypeVar("T")
_Way = Callable[[Any], Any]


class WireError(ValueError):
    """Report a line that cannot be read; the text says why."""


class Form(NamedTuple):
    """Say how values of one type are packed for JSON and unpacked again; None leaves them as they are."""

    pack: _Way | None = None
    unpack: _Way | None = None


_AS_IT_IS = Form()


def form(hint: Any, action: Form = _AS_IT_IS) -> Form:
    """Return how values of a type are packed; ``action`` is how the game's actions are."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Action:
        return action
    if hint is datetime:
        return Form(datetime.isoformat, datetime.fromisoformat)
    if hint in (str, int, float, bool, type(None), Any) or origin is Literal:
        return _AS_IT_IS
    if origin in (Union, UnionType):
        return _choice([form(one, action) for one in args if one is not type(None)])
    if origin is tuple:
        return _row(form(args[0], action)) if args[1:] == (...,) else _record(tuple, [form(a, action) for a in args])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(args[0] is int, form(args[1], action))
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, tuple)):
        return _compound(hint, action)
    raise TypeError(f"there is no way to send a {hint}")


def _choice(forms: list[Form]) -> Form:
    """Return the form of what may be absent; of other choices only plain ones can be told apart."""
    pack, unpack = forms[0]
    assert len(forms) == 1 or not any(one.unpack for one in forms), "a union of records cannot be told apart"
    return Form(
        pack and (lambda value: None if value is None else pack(value)),
        unpack and (lambda data: None if data is None else unpack(data)),
    )


def _row(one: Form) -> Form:
    pack, unpack = one
    return Form(
        pack and (lambda value: [pack(item) for item in value]),
        (lambda data: tuple([unpack(item) for item in data])) if unpack else tuple,
    )


def _record(make: Callable[[Iterable[Any]], Any], forms: list[Form], get: _Way | None = None) -> Form:
    """Return the form of a fixed number of values of different types; ``get`` takes them out of the whole."""
    packs, unpacks = [one.pack for one in forms], [one.unpack for one in forms]

    def pack(value: Any) -> list[Any]:
        parts = get(value) if get else value
        return [way(part) if way else part for way, part in zip(packs, parts, strict=True)]

    def unpack(data: Any) -> Any:
        return make([way(part) if way else part for way, part in zip(unpacks, data, strict=True)])

    return Form(pack if get or any(packs) else None, unpack)


def _mapping(counted: bool, one: Form) -> Form:
    pack, unpack = one
    key: _Way = int if counted else str
    return Form(
        (lambda value: {k: pack(v) for k, v in value.items()}) if pack else dict,
        (lambda data: {key(k): unpack(v) for k, v in data.items()})
        if unpack
        else (lambda data: {key(k): v for k, v in data.items()}),
    )


def _compound(kind: Any, action: Form) -> Form:
    hints = get_type_hints(kind)
    named = is_dataclass(kind)
    names: list[str] = [f.name for f in fields(kind)] if named else list(kind._fields)
    parts = [form(hints[name], action) for name in names]
    if not named:
        return _record(lambda values: kind(*values), parts, tuple)
    get = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    return _record(lambda values: kind(**dict(zip(names, values, strict=True))), parts, get)


@lru_cache(100)
def _form_of(kind: Any) -> Form:
    return form(kind)


def pack(kind: Any, value: Any) -> Any:
    """Return a value of a type (notices, lines, times) as JSON knows it."""
    way = _form_of(kind).pack
    return way(value) if way else value


def unpack(kind: Any, data: Any) -> Any:
    """Return the value of a type that was packed; raise WireError when it is none."""
    way = _form_of(kind).unpack
    try:
        return way(data) if way else data
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise WireError(f"the server sent what is no {kind}: {error}") from error


@lru_cache(16)
def _view_fields(game: Game[Any, Any]) -> tuple[Any, dict[str, Form]]:
    """Return the type of a game's views, and how each field is packed, actions as their text."""
    kind = get_type_hints(type(game).observe)["return"]
    hints, action = get_type_hints(kind), Form(str, lru_cache(4096)(game.parse))
    return kind, {field.name: form(hints[field.name], action) for field in fields(kind)}


def pack_view(game: Game[Any, Any], view: View) -> dict[str, Any]:
    """Return a view as JSON knows it, by the names of its fields, so that those alone are sent that have changed."""
    forms = _view_fields(game)[1]
    return {name: one.pack(getattr(view, name)) if one.pack else getattr(view, name) for name, one in forms.items()}


def unpack_view(game: Game[Any, Any], data: Mapping[str, Any], known: View | None = None) -> View:
    """Return the view of fields that were packed, all else as in the one that is ``known``.

    Raise WireError when it is none of the game's.
    """
    kind, forms = _view_fields(game)
    try:
        new = {name: one(value) if (one := forms[name].unpack) else value for name, value in data.items()}
        view: View = kind(**new) if known is None else replace(known, **new)
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise WireError(f"the server sent what is no view of {game.info.title}: {error}") from error
    return view


def pack_event(event: Event) -> list[Any]:
    """Return an event as JSON knows it; who may see what of it is only sent where it was asked for unredacted."""
    packed: list[Any] = [event.kind, {name: _pack_any(value) for name, value in event.data.items()}]
    if event.secret or event.only is not None:
        packed += [event.secret, event.only]
    return packed


def unpack_event(data: Any) -> Event:
    """Return the event that was packed."""
    kind, facts, *more = data
    read = {name: _unpack_any(value) for name, value in facts.items()}
    if not more:
        return Event(kind, read)
    secret, only = more
    return Event(kind, read, {k: tuple(v) for k, v in secret.items()}, None if only is None else tuple(only))


def _pack_any(value: Any) -> Any:
    """Return a fact of an event as JSON knows it: a tuple as {"t": [...]}, a dict as {"d": [[key, value], ...]}."""
    kind = type(value)
    if kind is list:
        return [_pack_any(item) for item in value]
    if kind is tuple:
        return {"t": [_pack_any(item) for item in value]}
    if kind is dict:
        return {"d": [[_pack_any(key), _pack_any(item)] for key, item in value.items()]}
    assert value is None or kind in (str, int, bool, float), f"an event cannot hold a {kind.__name__}"
    return value


def _unpack_any(data: Any) -> Any:
    if type(data) is list:
        return [_unpack_any(item) for item in data]
    if type(data) is not dict:
        return data
    if "t" in data:
        return tuple(_unpack_any(item) for item in data["t"])
    return {_unpack_any(key): _unpack_any(item) for key, item in data["d"]}


def pack_told(told: Iterable[Told]) -> list[Any]:
    """Return entries of a log as JSON knows them."""
    return [[n, event.turn, *pack_event(event)] for n, event in told]


def unpack_told(data: Any) -> list[Told]:
    """Return the entries of a log that were packed; raise WireError when they are none."""
    try:
        return [Told(n, replace(unpack_event(event), turn=turn)) for n, turn, *event in data]
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise WireError(f"the server sent what is no log: {error}") from error


def text(data: Any) -> str:
    """Return data as JSON, or as a piece of it."""
    return json.dumps(data, separators=(",", ":"))


def line(message: Mapping[str, Any]) -> bytes:
    return text(message).encode() + b"\n"


def read_line(text: bytes) -> dict[str, Any]:
    """Return the message of a line; raise WireError when it holds none."""
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise WireError(f"that line is no JSON: {error}") from None
    if not isinstance(message, dict):
        raise WireError("that line is no JSON object")
    return message


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")
