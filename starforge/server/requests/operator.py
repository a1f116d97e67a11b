"""What an operator has a running server do: whatever those who are connected must know of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from starforge.server.operation.operate import LIVE, Misused, order_named
from starforge.server.requests.registry import Body, request
from starforge.server.sockets import is_operator
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.session import Session


class Operate(Body):
    """Carry an order of the operator out."""

    words: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=40)]


@request("operate", who="anybody")
async def operate(session: Session, body: Operate) -> str:
    """Do what the operator wants; the kernel says who that is."""
    if not is_operator(session.identity):
        raise TableError("only the account that the server runs under can do that")
    if not body.words or body.words[0] not in LIVE:
        raise Misused("that is done beside the server")
    return await order_named(body.words)(session.hub.records, body.words[1:], _Others(session))


class _Others:
    """The running server without the session by which the operator is there."""

    def __init__(self, session: Session) -> None:
        self._own, self._hub = session, session.hub

    def send_away(self, user: str, words: str) -> None:
        self._hub.send_away(user, words, but=self._own)

    async def renamed(self, old: str, new: str) -> None:
        if self._own.user == old:
            await self._own.known_as(new)
        await self._hub.renamed(old, new)
