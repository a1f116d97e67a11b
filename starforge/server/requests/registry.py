"""What clients may ask for: each request by name, with its body, the function that answers it, and who may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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


class Body(BaseModel):
    """What a client sends along with a request; fields that are not declared are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AtTable(Body):
    """Name a table."""

    table: TableId


class Request(NamedTuple):
    """How a request is answered.

    ``aside``: it may take long, and the client's other requests do not wait for it. ``cost``: see ``RateLimit``.
    """

    shape: type[Body]
    answer: Callable[[Any, Any], Awaitable[Any]]
    who: Who
    aside: bool
    cost: int


REQUESTS: dict[str, Request] = {}
"""Every request; a module adds its own with ``@request``."""

_A = TypeVar("_A", bound=Callable[["Session", Any], Awaitable[Any]])


def request(name: str, who: Who = "user", aside: bool = False, cost: int = 1) -> Callable[[_A], _A]:
    """Let a function answer a request: it takes the session and the body, whose class is read off its annotation.

    What it returns goes to the client as JSON. Of what it raises, Illegal, TableError and their kind are told in words;
    everything else is told as a fault, without its text.
    """

    def register(answer: _A) -> _A:
        shape = get_type_hints(answer, localns={"Session": object})["body"]
        REQUESTS[name] = Request(shape, answer, who, aside, cost)
        return answer

    return register
