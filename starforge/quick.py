"""``dataclass`` as Python has it, but quicker to make: there are a hundred of them before a first screen stands.

A method is written out and compiled when it is called for the first time, and most never are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, Field, FrozenInstanceError
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: type | None = None, /, **how: bool) -> Any:
        """Do as ``dataclasses.dataclass`` does; of its options take frozen, slots, kw_only and eq."""
        return (lambda kind: _made(kind, **how)) if kind is None else _made(kind)


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Sample:
    """Carry the marks by which Python's own functions know a dataclass and its fields."""

    it: None = None


_SAMPLE: Any = _Sample
_FIELD = _SAMPLE.__dataclass_fields__["it"]._field_type
_PARAMS = {False: _SAMPLE.__dataclass_params__, True: copy(_SAMPLE.__dataclass_params__)}
_PARAMS[True].frozen = True


def _made(kind: Any, frozen: bool = False, slots: bool = False, kw_only: bool = False, eq: bool = True) -> Any:
    own, fields = _own_fields(kind, kw_only), {}
    for base in reversed(kind.__mro__[1:]):
        fields.update(base.__dict__.get("__dataclass_fields__", {}))
    fields.update(own)
    added: dict[str, Any] = {
        "__dataclass_fields__": fields,
        "__dataclass_params__": _PARAMS[frozen],
        "__match_args__": tuple(name for name, one in fields.items() if not one.kw_only),
    }
    methods: dict[str, Any] = {"__init__": _later("__init__"), "__repr__": _repr}
    if eq:
        methods |= {"__eq__": _later("__eq__"), "__hash__": _later("__hash__") if frozen else None}
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if slots:
        methods |= {"__getstate__": _state, "__setstate__": _take_state}
    added |= {name: one for name, one in methods.items() if name not in kind.__dict__}
    return _slotted(kind, own, added) if slots else _changed(kind, own, added)


def _own_fields(kind: Any, kw_only: bool) -> dict[str, Any]:
    """Return the fields that a class has besides those of its bases."""
    own = {}
    for name, hint in get_annotations(kind).items():
        if "ClassVar" not in str(hint):
            given = kind.__dict__.get(name, MISSING)
            one: Any = given if isinstance(given, Field) else dataclasses.field(default=given)
            one.name, one.type, one.kw_only, one._field_type = name, hint, kw_only, _FIELD
            own[name] = one
    return own


def _changed(kind: Any, own: dict[str, Any], added: dict[str, Any]) -> Any:
    for name, one in own.items():
        if one.default is not MISSING:
            setattr(kind, name, one.default)
        elif name in kind.__dict__:
            delattr(kind, name)
    for name, value in added.items():
        setattr(kind, name, value)
    return kind


def _slotted(kind: Any, own: dict[str, Any], added: dict[str, Any]) -> Any:
    inherited = {name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ())}
    gone = {*own, "__dict__", "__weakref__"}
    room = {name: value for name, value in kind.__dict__.items() if name not in gone}
    slots = tuple(name for name in own if name not in inherited)
    return type(kind)(kind.__name__, kind.__bases__, {**room, **added, "__slots__": slots})


def _later(name: str) -> Callable[..., Any]:
    """Return a method that writes the one of that name for its class, and puts it in its place."""

    def method(self: Any, *args: Any, **more: Any) -> Any:
        kind: Any = next(base for base in type(self).__mro__ if base.__dict__.get(name) is method)
        room: dict[str, Any] = {"_fields": kind.__dataclass_fields__, "_put": object.__setattr__, "_MISSING": MISSING}
        exec(_TEXTS[name](kind), room)
        room[name].__qualname__ = f"{kind.__qualname__}.{name}"
        setattr(kind, name, room[name])
        return room[name](self, *args, **more)

    return method


def _init(kind: Any) -> str:
    words: dict[bool, list[str]] = {False: ["self"], True: []}
    body = []
    for one in kind.__dataclass_fields__.values():
        name, value = one.name, one.name
        if one.default is not MISSING:
            words[one.kw_only].append(f"{name}=_fields[{name!r}].default")
        elif one.default_factory is not MISSING:
            words[one.kw_only].append(f"{name}=_MISSING")
            value = f"_fields[{name!r}].default_factory() if {name} is _MISSING else {name}"
        else:
            words[one.kw_only].append(name)
        frozen = kind.__dataclass_params__.frozen
        body.append(f"    _put(self, {name!r}, {value})" if frozen else f"    self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        body.append("    self.__post_init__()")
    heads = [*words[False], *(["*", *words[True]] if words[True] else [])]
    return "\n".join([f"def __init__({', '.join(heads)}):", *(body or ["    pass"])])


def _eq(kind: Any) -> str:
    names = [one.name for one in kind.__dataclass_fields__.values() if one.compare]
    same = f"{_row('self', names)} == {_row('other', names)}"
    return f"def __eq__(self, other):\n    return {same} if other.__class__ is self.__class__ else NotImplemented"


def _hash(kind: Any) -> str:
    fields = kind.__dataclass_fields__.values()
    names = [one.name for one in fields if (one.compare if one.hash is None else one.hash)]
    return f"def __hash__(self):\n    return hash({_row('self', names)})"


def _row(who: str, names: list[str]) -> str:
    return f"({''.join(f'{who}.{name}, ' for name in names)})"


_TEXTS = {"__init__": _init, "__eq__": _eq, "__hash__": _hash}


def _repr(self: Any) -> str:
    words = (f"{name}={getattr(self, name)!r}" for name, one in self.__dataclass_fields__.items() if one.repr)
    return f"{type(self).__qualname__}({', '.join(words)})"


def _refuse(self: Any, name: str, value: Any = None) -> NoReturn:
    raise FrozenInstanceError(f"cannot change the field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _take_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)
