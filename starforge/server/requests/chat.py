"""What a client asks for about talk: to say something, to follow what is said, to keep what was read."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from starforge.engine.rules import Illegal
from starforge.server.accounts.chat import clean_line, silence
from starforge.server.client import Client, ListingChanged
from starforge.server.hub import Hub
from starforge.server.requests.registry import AtTable, Body, Count, Text, request


class Say(Body):
    """A line at a table, or in the lobby ('')."""

    text: Text
    table: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{6,12})?$")] = ""


class Read(AtTable):
    """Up to which line the user has read."""

    n: Count


@request("say")
async def say(hub: Hub, client: Client, body: Say) -> None:
    if body.table:
        row = hub.row(body.table)
        refusal = silence(row.meta, client.user)
        if refusal is not None:
            raise Illegal(refusal)
    line = clean_line(body.text)
    hub.talk_limit.spend(client.user)
    await hub.say(body.table, client.user, line)


@request("hear")
async def hear(hub: Hub, client: Client, body: AtTable) -> None:
    hub.row(body.table)
    client.hear(body.table)


@request("read")
async def read(hub: Hub, client: Client, body: Read) -> None:
    """Keep that the user has read what was said at a table up to a line."""
    lines = hub.lines.get(body.table, ()) if hub.row(body.table) else ()
    last = max((line.n for line in lines if line.n <= body.n), default=0)
    await hub.read_markers.note(client.user, body.table, read=last)
    for one in hub.audience.of([client.user]):
        one.tell(ListingChanged(body.table, frozenset((client.user,))))
