"""What a client asks for at a table beside its moves: take back, consent, resign, rest, return, drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import StringConstraints

from starforge.engine.event import redact
from starforge.engine.rules import Illegal
from starforge.server.requests import AtTable, Count, Seat, verb
from starforge.server.tables import standing
from starforge.server.tables.hosting import RETURN, Edit, HostedTable
from starforge.server.tables.records import Meta
from starforge.tables.record import REWIND, Record
from starforge.tables.store import UNDO
from starforge.tables.table import Overtaken, TableError

if TYPE_CHECKING:
    from starforge.server.house import House
    from starforge.server.session import Session

RESIGN, REST = "!resign", "!rest"
"""The texts of entries, the second followed by the level of the bot."""
LONGEST_DRAFT = 4000


class Undo(AtTable):
    """Take the own last action back."""

    mine: Count


class Consent(AtTable):
    """Answer a wish to take moves back."""

    agree: bool


class Rest(AtTable):
    """Let a bot play a seat."""

    seat: Seat
    level: Annotated[str, StringConstraints(max_length=20)] = "greedy"


class Draft(AtTable):
    """Keep what is being prepared; '' forgets it."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_DRAFT)]


@verb("undo")
async def undo(session: Session, ask: Undo) -> None:
    """Take the own last action back if nobody else was told of it, else wish so, and wait for the others to consent."""
    seat = standing.acting_seat(session.house.stands(ask.table).meta, session.user)
    table = await session.house.table(ask.table)
    async with table.lock:
        if ask.mine != table.record.mine[seat]:
            raise Overtaken(table.game.info.order_rule)
        if table.record.match.undoable(seat) is None and not _was_told(table.record, seat):
            await table.enter(seat, UNDO, ask.mine)
            return
        refusal = table.record.takeable(seat)
        if refusal is not None:
            raise Illegal(refusal)
        await _settle(session.house, table, lambda meta: standing.wish_back(meta, seat))


def _was_told(record: Record, seat: int) -> bool:
    """Tell whether somebody else was told anything of a seat's last move."""
    others = [None, *(n for n in range(record.match.seats) if n != seat)]
    told = record.told[record.last_of(seat)]
    return any(redact(one.event, other) is not None for one in told for other in others)


async def _settle(house: House, table: HostedTable, edit: Edit) -> None:
    """Change the wish of a table, and carry it out if all have consented then; the lock is held."""
    meta = edit(table.row.meta)
    if not standing.granted(meta):
        await house.change(table.id, edit)
        return
    assert meta.wish is not None
    try:
        await table.enter(meta.wish.seat, REWIND, edit=edit)
    except Illegal:
        await house.change(table.id, standing.drop_wish)
        raise


@verb("consent")
async def consent(session: Session, ask: Consent) -> None:
    """Answer the open wish; it falls with the first no and is granted with the last yes."""
    seat = standing.acting_seat(session.house.stands(ask.table).meta, session.user)
    table = await session.house.table(ask.table)
    async with table.lock:
        await _settle(session.house, table, lambda meta: standing.consent(meta, seat, ask.agree))


@verb("resign")
async def resign(session: Session, ask: AtTable) -> None:
    """Give the seat up for good."""
    seat = standing.own_seat(session.house.stands(ask.table).meta, session.user)
    house, table = session.house, await session.house.table(ask.table)
    together = table.game.info.together
    async with table.lock:
        await table.enter(seat, RESIGN, edit=lambda meta: standing.resign(meta, seat, together, house.now()))


@verb("rest")
async def rest(session: Session, ask: Rest) -> None:
    """Let a bot play a seat: one's own, or that of somebody absent for so long that it is allowed."""
    house, own = session.house, standing.own_seat(session.house.stands(ask.table).meta, session.user)
    table = await house.table(ask.table)
    now = house.now()

    def edit(meta: Meta) -> Meta:
        if ask.seat >= len(meta.places):
            raise TableError("there is no such seat")
        if ask.seat != own and not may_stand_in(house, meta, ask.seat, now):
            raise TableError(f"{meta.places[ask.seat].user or 'that seat'} is to be waited for a while longer")
        return standing.rest(meta, ask.seat, ask.level, now)

    async with table.lock:
        await table.enter(ask.seat, f"{REST} {ask.level}", edit=edit)


def may_stand_in(house: House, meta: Meta, seat: int, now: float) -> bool:
    """Tell whether others may let a bot play a seat, for its user has been absent for long enough."""
    user = meta.places[seat].user
    if user in house.people():
        return False
    limits = house.settings
    live, long = limits.absent_minutes * 60.0, limits.absent_hours * 3600.0
    return standing.may_stand_in(meta, seat, house.seen.get(user), now, live, long)


@verb("return")
async def return_(session: Session, ask: AtTable) -> None:
    """Take one's own seat back from the bot."""
    seat = standing.own_seat(session.house.stands(ask.table).meta, session.user)
    house, table = session.house, await session.house.table(ask.table)
    async with table.lock:
        await table.enter(seat, RETURN, edit=lambda meta: standing.return_(meta, seat, house.now()))


@verb("draft")
async def draft(session: Session, ask: Draft) -> None:
    """Keep what the user is preparing at a table."""
    session.house.stands(ask.table)
    await session.house.marks.note(session.user, ask.table, draft=ask.text)
    session.house.tell_user(session.user, f"table:{ask.table}")
