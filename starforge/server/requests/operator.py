"""What an operator has a running server do: whatever those who are connected must know of."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.operation.operate import LIVE, BadOrder, order_named
from starforge.server.requests.registry import Body, request
from starforge.server.sockets import is_operator
from starforge.tables.table import TableError


class Operate(Body):
    """An order of the operator's, word by word."""

    words: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=40)]


@request("operate", who="anybody")
async def operate(hub: Hub, client: Client, body: Operate) -> str:
    """Do what the operator wants; the kernel says who that is."""
    if not is_operator(client.identity):
        raise TableError("only the account that the server runs under can do that")
    if not body.words or body.words[0] not in LIVE:
        raise BadOrder("that is not done through the server")
    return await order_named(body.words)(hub.store, body.words[1:], _Others(hub, client))


class _Others:
    """The running server without the client by which the operator is there."""

    def __init__(self, hub: Hub, own: Client) -> None:
        self._hub, self._own = hub, own

    def send_away(self, user: str, words: str) -> None:
        self._hub.audience.send_away(user, words, but=self._own)

    def stats(self) -> str:
        return self._hub.metrics.words()

    async def look_who_is(self, user: str) -> None:
        await self._hub.news.look_who_is(user)
