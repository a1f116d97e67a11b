"""What a client asks for at a table beside its moves: take back, consent, resign, rest, return, drafts."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from starforge.engine.event import redact
from starforge.engine.rules import Illegal
from starforge.server.client import Client, TableChanged
from starforge.server.hub import Hub
from starforge.server.requests.registry import AtTable, Count, Seat, request
from starforge.tables.play import progress
from starforge.tables.play.live_table import RETURN, Edit, LiveTable
from starforge.tables.play.record import REWIND, Record
from starforge.tables.store.contract import TableMeta
from starforge.tables.store.local import UNDO
from starforge.tables.table import Overtaken, TableError

RESIGN, REST = "!resign", "!rest"
"""The texts of entries, the second followed by the level of the bot."""
LONGEST_DRAFT = 4000


class Undo(AtTable):
    """``mine``: how many entries of the own seat the client knows."""

    mine: Count


class Consent(AtTable):
    """The answer to whether moves may be taken back."""

    agree: bool


class Rest(AtTable):
    """The seat that a bot is to play, and the bot's level."""

    seat: Seat
    level: Annotated[str, StringConstraints(max_length=20)] = "greedy"


class SaveDraft(AtTable):
    """What is being prepared; '' forgets it."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_DRAFT)]


@request("undo")
async def undo(hub: Hub, client: Client, body: Undo) -> None:
    """Take the own last action back if nobody else was told of it, else ask the others and wait for their consent."""
    seat = progress.acting_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    async with table.lock:
        if body.mine != table.record.mine[seat]:
            raise Overtaken(table.game.info.order_rule)
        if table.record.match.undoable(seat) is None and not _was_told(table.record, seat):
            await table.enter(seat, UNDO, body.mine)
            return
        refusal = table.record.takeable(seat)
        if refusal is not None:
            raise Illegal(refusal)
        await _settle(hub, table, lambda meta: progress.wish_back(meta, seat))


def _was_told(record: Record, seat: int) -> bool:
    """Tell whether somebody else was told anything of a seat's last move."""
    others = [None, *(n for n in range(record.match.seats) if n != seat)]
    told = record.told[record.last_of(seat)]
    return any(redact(one.event, other) is not None for one in told for other in others)


async def _settle(hub: Hub, table: LiveTable, edit: Edit) -> None:
    """Change the open undo request of a table, and carry it out if all have consented then; the lock is held."""
    meta = edit(table.row.meta)
    if not progress.granted(meta):
        await hub.change(table.id, edit)
        return
    assert meta.wish is not None
    try:
        await table.enter(meta.wish.seat, REWIND, edit=edit)
    except Illegal:
        await hub.change(table.id, progress.drop_wish)
        raise


@request("consent")
async def consent(hub: Hub, client: Client, body: Consent) -> None:
    """Answer the open undo request; it falls with the first no and is granted with the last yes."""
    seat = progress.acting_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    async with table.lock:
        await _settle(hub, table, lambda meta: progress.consent(meta, seat, body.agree))


@request("resign")
async def resign(hub: Hub, client: Client, body: AtTable) -> None:
    """Give the seat up for good."""
    seat = progress.own_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    together = table.game.info.together
    async with table.lock:
        await table.enter(seat, RESIGN, edit=lambda meta: progress.resign(meta, seat, together, hub.now()))


@request("rest")
async def rest(hub: Hub, client: Client, body: Rest) -> None:
    """Let a bot play a seat: the own one, or that of somebody absent for so long that it is allowed."""
    own = progress.own_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    now = hub.now()

    def edit(meta: TableMeta) -> TableMeta:
        if body.seat >= len(meta.places):
            raise TableError("there is no such seat")
        if body.seat != own and not may_stand_in(hub, meta, body.seat, now):
            raise TableError(f"{meta.places[body.seat].user or 'that seat'} is to be waited for a while longer")
        return progress.rest(meta, body.seat, body.level, now)

    async with table.lock:
        await table.enter(body.seat, f"{REST} {body.level}", edit=edit)


def may_stand_in(hub: Hub, meta: TableMeta, seat: int, now: float) -> bool:
    """Tell whether others may let a bot play a seat, for its user has been absent for long enough."""
    user = meta.places[seat].user
    if user in hub.people():
        return False
    limits = hub.settings
    live, long = limits.absent_minutes * 60.0, limits.absent_hours * 3600.0
    return progress.may_stand_in(meta, seat, hub.seen.get(user), now, live, long)


@request("return")
async def return_(hub: Hub, client: Client, body: AtTable) -> None:
    """Take the own seat back from the bot."""
    seat = progress.own_seat(hub.row(body.table).meta, client.user)
    table = await hub.table(body.table)
    async with table.lock:
        await table.enter(seat, RETURN, edit=lambda meta: progress.return_(meta, seat, hub.now()))


@request("draft")
async def draft(hub: Hub, client: Client, body: SaveDraft) -> None:
    """Keep what the user is preparing at a table."""
    hub.row(body.table)
    await hub.read_markers.note(client.user, body.table, draft=body.text)
    hub.tell_user(client.user, TableChanged(body.table))
