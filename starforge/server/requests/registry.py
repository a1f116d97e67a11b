"""How a function becomes the answer to a request: ``@request``, and the body that comes with it.

Every request is one function of hub, client and body, with the class of its body beside it in the module of its topic.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from starforge.server.client import Client
from starforge.server.hub import Hub

TableId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6,12}$")]
Seat = Annotated[int, Field(ge=0, le=7)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Text = Annotated[str, StringConstraints(max_length=600)]
Word = Annotated[str, StringConstraints(max_length=40)]
Asker = Literal["anybody", "user"]
"""Who may ask: anybody that is connected, or only registered users."""


class Body(BaseModel):
    """What a client sends along with a request; fields that are not declared are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Nothing(Body):
    """The body of a request that needs none."""


class AtTable(Body):
    """The body of a request that concerns one table."""

    table: TableId


class Request(NamedTuple):
    """How a request is answered.

    ``aside``: it may take long, and the client's other requests do not wait for it. ``cost``: see ``RateLimit``.
    """

    body: type[Body]
    answer: Callable[[Hub, Client, Any], Awaitable[Any]]
    who: Asker
    aside: bool
    cost: int


Requests = dict[str, Request]
REGISTERED: Requests = {}
"""Filled by ``@request``; ``index`` imports every topic, so what it exports is whole."""

_A = TypeVar("_A", bound=Callable[..., Awaitable[Any]])


def request(name: str, who: Asker = "user", aside: bool = False, cost: int = 1) -> Callable[[_A], _A]:
    """Let a function of hub, client and body answer a request; the class of the body is read off its annotation.

    What it returns goes to the client as JSON. Of what it raises, Illegal, TableError and their kind are told in words;
    everything else is told as a fault, without its text.
    """

    def register(answer: _A) -> _A:
        REGISTERED[name] = Request(get_type_hints(answer)["body"], answer, who, aside, cost)
        return answer

    return register
