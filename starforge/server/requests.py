"""What clients may ask for: each verb with the shape of its request, the function that answers, and who may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

if TYPE_CHECKING:
    from starforge.server.session import Session

TableId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6,12}$")]
Seat = Annotated[int, Field(ge=0, le=7)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Text = Annotated[str, StringConstraints(max_length=600)]
Who = Literal["anybody", "user"]
"""Who may ask: anybody that is connected, or only registered users."""


BURST, PER_SECOND = 80, 40
"""What a user's requests may cost at once, and over time; who asks for more is made to wait."""


class Bucket:
    """Hold what a user, in all sessions together, may ask for: ``BURST`` at once and ``PER_SECOND`` over time."""

    def __init__(self) -> None:
        self._left, self._at = float(BURST), monotonic()

    def wait(self, cost: float) -> float:
        """Take as much, and return for how many seconds whoever took it has to wait."""
        now = monotonic()
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND) - cost
        self._at = now
        return max(0.0, -self._left / PER_SECOND)


class Request(BaseModel):
    """Be the base of what clients send along with a verb; nothing but what is named is taken."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AtTable(Request):
    """Name a table."""

    table: TableId


class Verb(NamedTuple):
    """Say how a verb is answered; ``aside``: it may take long, and others do not wait for it; ``cost``: see Bucket."""

    shape: type[Request]
    answer: Callable[[Any, Any], Awaitable[Any]]
    who: Who
    aside: bool
    cost: int


VERBS: dict[str, Verb] = {}
"""Every verb; a module adds its own with ``@verb`` and is named in ``starforge.server.session``."""

_A = TypeVar("_A", bound=Callable[["Session", Any], Awaitable[Any]])


def verb(name: str, who: Who = "user", aside: bool = False, cost: int = 1) -> Callable[[_A], _A]:
    """Let a function answer a verb: it takes the session and the request, whose class is read off its annotation.

    What it returns goes to the client as JSON. Of what it raises, Illegal, TableError and their kind are told in words;
    everything else is told as a fault, without its text.
    """

    def register(answer: _A) -> _A:
        shape = get_type_hints(answer, localns={"Session": object})["ask"]
        VERBS[name] = Verb(shape, answer, who, aside, cost)
        return answer

    return register
