"""What a client asks for at a table beside its moves: take back, consent, resign, rest, return, drafts."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from starforge.bots.levels import USUAL
from starforge.server.client import Client, TableChanged
from starforge.server.hub import Hub
from starforge.server.requests.registry import AtTable, Count, Seat, request
from starforge.tables.play import consent as consents
from starforge.tables.play import progress
from starforge.tables.play.meta import TableMeta
from starforge.tables.table import TableError

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
    level: Annotated[str, StringConstraints(max_length=20)] = USUAL


class SaveDraft(AtTable):
    """What is being prepared; '' forgets it."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_DRAFT)]


@request("undo")
async def undo(hub: Hub, client: Client, body: Undo) -> None:
    """Take the own last action back if nobody else was told of it, else ask the others and wait for their consent."""
    seat = progress.acting_seat(hub.row(body.table).meta, client.user)
    await consents.undo(await hub.table(body.table), seat, body.mine, hub.change)


@request("consent")
async def consent(hub: Hub, client: Client, body: Consent) -> None:
    """Answer the open undo request; it falls with the first no and is granted with the last yes."""
    seat = progress.acting_seat(hub.row(body.table).meta, client.user)
    await consents.consent(await hub.table(body.table), seat, body.agree, hub.change)


@request("resign")
async def resign(hub: Hub, client: Client, body: AtTable) -> None:
    seat = progress.own_seat(hub.row(body.table).meta, client.user)
    await (await hub.table(body.table)).resign(seat)


@request("rest")
async def rest(hub: Hub, client: Client, body: Rest) -> None:
    """Let a bot play a seat: the own one, or that of somebody absent for so long that it is allowed."""
    own = progress.own_seat(hub.row(body.table).meta, client.user)

    def check(meta: TableMeta) -> None:
        if body.seat >= len(meta.assignments):
            raise TableError("there is no such seat")
        if body.seat != own and not may_stand_in(hub, meta, body.seat, hub.now()):
            raise TableError(f"{_holder(hub, meta, body.seat)} is to be waited for a while longer")

    await (await hub.table(body.table)).rest(body.seat, body.level, check)


def _holder(hub: Hub, meta: TableMeta, seat: int) -> str:
    user = meta.assignments[seat].user
    return hub.name_of(user) if user else "that seat"


def may_stand_in(hub: Hub, meta: TableMeta, seat: int, now: float) -> bool:
    """Tell whether others may let a bot play a seat, for its user has been absent for long enough."""
    user = meta.assignments[seat].user
    if hub.audience.is_here(user):
        return False
    limits = hub.settings
    absence = progress.Absence(hub.seen.get(user), limits.absent_minutes * 60.0, limits.absent_hours * 3600.0)
    return progress.may_stand_in(meta, seat, absence, now)


@request("return")
async def return_(hub: Hub, client: Client, body: AtTable) -> None:
    seat = progress.own_seat(hub.row(body.table).meta, client.user)
    await (await hub.table(body.table)).return_(seat)


@request("draft")
async def draft(hub: Hub, client: Client, body: SaveDraft) -> None:
    hub.row(body.table)
    await hub.read_markers.note(client.user, body.table, draft=body.text)
    for one in hub.audience.of([client.user]):
        one.tell(TableChanged(body.table))
