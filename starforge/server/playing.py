"""What a client asks for at a table that is being played or has ended: to look, to act, to take back, to be advised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import StringConstraints

from starforge.server.requests import AtTable, Count, verb
from starforge.server.standing import bot_at, own_seat, seat_of
from starforge.tables import wire
from starforge.tables.local import explain
from starforge.tables.store import UNDO
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.session import Session


class Submit(AtTable):
    """Take an action; ``mine`` is how many entries of the own seat the client knows."""

    action: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^!]")]
    mine: Count


class Undo(AtTable):
    """Take the own last action back."""

    mine: Count


@verb("open")
async def open_table(session: Session, ask: AtTable) -> dict[str, Any]:
    """Follow a table from the own seat or as a spectator; what is to be known of it is told at once."""
    row = session.house.stands(ask.table)
    seat = seat_of(row.meta, session.user)
    await session.open(ask.table, seat)
    return {"game": row.setup.game, "options": row.setup.options, "seat": seat}


@verb("close")
async def close_table(session: Session, ask: AtTable) -> None:
    """Stop following a table."""
    session.close_table(ask.table)


@verb("submit")
async def submit(session: Session, ask: Submit) -> list[Any]:
    """Take an action of the own seat, and of no other; return what its player may know of what happened."""
    seat = _acting(session, ask.table)
    table = await session.house.table(ask.table)
    return [wire.pack_event(event) for event in await table.act(seat, ask.action, ask.mine)]


@verb("undo")
async def undo(session: Session, ask: Undo) -> None:
    """Take the own last action back."""
    seat = _acting(session, ask.table)
    table = await session.house.table(ask.table)
    await table.act(seat, UNDO, ask.mine)


@verb("hint", aside=True)
async def hint(session: Session, ask: AtTable) -> list[str] | None:
    """Return what the strongest bot would do in the own seat, and why in words; None when it is not asked."""
    seat = _acting(session, ask.table)
    table = await session.house.table(ask.table)
    if session.house.advise is None:
        return None
    action = await session.house.advise(table, seat)
    async with table.lock:
        found = None if action is None else explain(table.game.view(table.record.match.state, seat), action)
    return None if found is None else [str(found[0]), found[1]]


def _acting(session: Session, table_id: str) -> int:
    """Return the seat the user acts for; raise TableError for spectators and those whom a bot stands in for."""
    meta = session.house.stands(table_id).meta
    seat = own_seat(meta, session.user)
    if meta.places[seat].away:
        raise TableError("a bot plays for you here; take your seat back first")
    if bot_at(meta, seat):
        raise TableError("your time has run out; a bot answers for you this time")
    return seat


@verb("export")
async def export(session: Session, ask: AtTable) -> str:
    """Return an ended match as the text of a save file."""
    row = session.house.stands(ask.table)
    if row.meta.stage != "ended":
        raise TableError("a game can be exported when it has ended: until then, its record would tell every secret")
    table = await session.house.table(ask.table)
    return table.save().model_dump_json(indent=1) + "\n"
