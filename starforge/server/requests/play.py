"""What a client asks for at a table that is being played or has ended: to look, to act, to be advised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import StringConstraints

from starforge.engine.save import save_text
from starforge.server.requests.registry import AtTable, Count, request
from starforge.tables.local import explain
from starforge.tables.play.progress import acting_seat, viewed_seat
from starforge.tables.remote import wire
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.session import Session


class Submit(AtTable):
    """Take an action; ``mine`` is how many entries of the own seat the client knows."""

    action: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^!]")]
    mine: Count


@request("open", cost=3)
async def open_table(session: Session, body: AtTable) -> dict[str, Any]:
    """Follow a table from the own seat or as a spectator; what is to be known of it is told at once."""
    row = session.hub.stands(body.table)
    await session.hub.read_markers.load(session.user)  # what was noted at another server counts too
    seat = viewed_seat(row.meta, session.user)
    await session.open(body.table, seat)
    recap = await session.hub.note_seen(session.user, body.table)
    return {"game": row.setup.game, "options": row.setup.options, "seat": seat, "recap": recap}


@request("close")
async def close_table(session: Session, body: AtTable) -> None:
    """Stop following a table."""
    await session.close_table(body.table)


@request("submit")
async def submit(session: Session, body: Submit) -> list[Any]:
    """Take an action of the own seat, and of no other; return what its player may know of what happened."""
    seat = acting_seat(session.hub.stands(body.table).meta, session.user)
    table = await session.hub.table(body.table)
    return [wire.pack_event(event) for event in await table.act(seat, body.action, body.mine)]


@request("hint", aside=True, cost=5)
async def hint(session: Session, body: AtTable) -> list[str] | None:
    """Return what the strongest bot would do in the own seat, and why in words; None when it is not asked."""
    seat = acting_seat(session.hub.stands(body.table).meta, session.user)
    table = await session.hub.table(body.table)
    if session.hub.advise is None:
        return None
    action = await session.hub.advise(table, seat)
    async with table.lock:
        found = None if action is None else explain(table.game.view(table.record.match.state, seat), action)
    return None if found is None else [str(found[0]), found[1]]


@request("export", cost=8)
async def export(session: Session, body: AtTable) -> str:
    """Return an ended match as the text of a save file."""
    row = session.hub.stands(body.table)
    if row.meta.stage != "ended":
        raise TableError("a game can be exported when it has ended: until then, its record would tell every secret")
    table = await session.hub.table(body.table)
    return save_text(table.save())
