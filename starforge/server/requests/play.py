"""What a client asks for at a table that is being played or has ended: to look, to act, to be advised."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import StringConstraints

from starforge.bots.levels import USUAL, adviser
from starforge.engine.save import save_text
from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.requests.registry import AtTable, Count, request
from starforge.tables.play.progress import acting_seat, own_seat, viewed_seat
from starforge.tables.remote import wire
from starforge.tables.table import TableError
from starforge.tables.thinking import explain


class Submit(AtTable):
    """An action as text; ``mine``: how many entries of the own seat the client knows."""

    action: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^!]")]
    mine: Count


@request("open", cost=3)
async def open_table(hub: Hub, client: Client, body: AtTable) -> dict[str, Any]:
    """Follow a table from the own seat or as a spectator; what is to be known of it is told at once."""
    row = hub.row(body.table)
    await hub.read_markers.load(client.user)  # what was noted at another server counts too
    seat = viewed_seat(row.meta, client.user)
    await client.open(body.table, seat)
    recap = await hub.note_seen(client.user, body.table)
    return {"game": row.setup.game, "options": row.setup.options, "seat": seat, "recap": recap}


@request("close")
async def close_table(hub: Hub, client: Client, body: AtTable) -> None:
    await client.close_table(body.table)


@request("submit")
async def submit(hub: Hub, client: Client, body: Submit) -> list[Any]:
    """Take an action of the own seat, and of no other; return what its player may know of what happened."""
    seat = acting_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    return [wire.pack_event(event) for event in await table.act(seat, body.action, body.mine)]


class Advice(AtTable):
    """The level of the bot that is asked."""

    level: Annotated[str, StringConstraints(max_length=20)] = USUAL


@request("hint", aside=True, cost=5)
async def hint(hub: Hub, client: Client, body: Advice) -> list[str] | None:
    """Return what a bot would do in the own seat, and why in words; None when it is not asked."""
    seat = acting_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    if hub.advise is None:
        return None
    level = adviser(table.game, body.level)
    action = await hub.advise(table, seat, level)
    if action is None:
        return None
    async with table.lock:
        found = explain(table.game, table.game.view(table.record.match.state, seat), action, level)
    return None if found is None else [str(found[0]), found[1]]


@request("hurry")
async def hurry(hub: Hub, client: Client, body: AtTable) -> None:
    """Let the bot that thinks at a table where one plays act at once, by the best it has found so far."""
    own_seat(hub.row(body.table).meta, client.user)
    if hub.hurry is not None:
        hub.hurry(body.table)


@request("export", cost=8)
async def export(hub: Hub, client: Client, body: AtTable) -> str:
    row = hub.row(body.table)
    if row.meta.stage != "ended":
        raise TableError("a game can be exported when it has ended: until then, its record would tell every secret")
    table = await hub.table(body.table)
    return save_text(table.save())
