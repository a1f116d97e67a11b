"""A class made quickly does all that one made by Python's own ``dataclass`` does."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any, ClassVar

import pytest

from starforge.quick import dataclass as quick
from tests.source import MODULES, imports, name

HOW = [
    {},
    {"frozen": True},
    {"slots": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "kw_only": True},
    {"eq": False},
]


def made(dataclass: Any, how: dict[str, bool]) -> Any:
    """Return a class with every kind of field, and a base with some of them."""

    @dataclass(**how)
    class Base:
        word: ClassVar[str] = "w"
        a: int
        b: list[int] = field(default_factory=lambda: [1])

    @dataclass(**how)
    class Thing(Base):
        c: str = "c"
        d: int = field(default=4, compare=False)
        fields: list[int] = field(default_factory=list)
        e: tuple[int, ...] = field(default=(), repr=False, hash=False)

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError("too little")

    Thing.__qualname__ = "Thing"
    return Thing


def told(kind: Any) -> list[Any]:
    """Return what one finds out about a class by using it."""
    one = kind(a=1, c="x")
    found: list[Any] = [repr(one), one == one, one == replace(one, d=9), one == replace(one, c="y"), one == 1]
    found += [one.b is kind(a=1).b, kind.word, is_dataclass(kind), kind.__match_args__]
    found += [[(f.name, f.type, f.default, f.kw_only, f.compare) for f in fields(kind)]]
    found += [[(n, p.kind) for n, p in inspect.signature(kind.__init__).parameters.items()], hasattr(one, "__dict__")]
    for wrong in (lambda: kind(), lambda: kind(a=-1), lambda: kind(1, z=2), lambda: setattr(one, "a", 2), one.__hash__):
        try:
            found.append(wrong() is None)
        except Exception as error:
            found.append(type(error))
    return found


@pytest.mark.parametrize("how", HOW, ids=lambda how: "-".join(how) or "plain")
def test_a_class_made_quickly_is_as_one_made_slowly(how):
    assert told(made(quick, how)) == told(made(dataclasses.dataclass, how))


@quick(frozen=True, slots=True)
class Sent:
    a: int
    b: tuple[str, ...] = ()


def test_one_that_is_frozen_is_hashed_sent_and_never_changed():
    one = Sent(1, ("x",))
    assert pickle.loads(pickle.dumps(one)) == one
    assert {one: 1}[Sent(1, ("x",))] == 1
    with pytest.raises(FrozenInstanceError):
        del one.a  # type: ignore[misc]


@pytest.mark.xdist_group("structure")
def test_all_of_the_package_is_made_quickly():
    slow = [name(path) for path in MODULES if "dataclasses.dataclass" in imports(path, types=False)]
    assert not slow
