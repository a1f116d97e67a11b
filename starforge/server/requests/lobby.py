"""What a client asks for until play begins: to offer a table, take a seat, leave, begin, and play again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from starforge.engine.rng import SEED_BITS
from starforge.games import load
from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.requests.registry import AtTable, Body, Nothing, Seat, Word, request
from starforge.tables.play import new_table, seating
from starforge.tables.play.meta import TableMeta
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError

LongText = Annotated[str, StringConstraints(max_length=20_000)]
Packed = Annotated[list[Word | bool], Field(min_length=6, max_length=6)]
"""An assignment of a seat, as the wire has it."""


class Create(Body):
    """A table as its host wants it."""

    game: Word
    assignments: Annotated[list[Packed], Field(max_length=8)]
    options: Annotated[dict[Word, LongText | int | bool], Field(max_length=40)]
    clock: Annotated[list[Word | int], Field(min_length=2, max_length=2)]
    start: Annotated[str, StringConstraints(max_length=new_table.LONGEST_START)] = ""


class Join(AtTable):
    """The seat to be taken, None for any."""

    seat: Seat | None = None


class Assign(AtTable):
    """A seat, and who is to have it."""

    seat: Seat
    assignment: Packed


async def _wanted(hub: Hub, packed: list[Any]) -> SeatAssignment:
    """Return what a host wants a seat to be; a name that looks like that of a user is taken for it."""
    _, bot, invited, *_ = packed
    if not isinstance(bot, str) or not isinstance(invited, str):
        raise TableError("that is no way to fill a seat")
    if not invited:
        return SeatAssignment(bot=bot)
    user = await hub.store.called(invited)
    if user is None:
        raise TableError(f"there is nobody called {invited!r} here")
    return SeatAssignment(invited=user.id)


def _clock(packed: list[Any]) -> Clock:
    kind, seconds = packed
    if kind not in ("none", "move", "bank") or type(seconds) is not int or (kind == "none") != (seconds == 0):
        raise TableError("that is no clock")
    return Clock(kind, seconds)


async def may_offer(hub: Hub, user: str) -> None:
    """Raise TableError if a user has too many tables to offer another."""
    ended, limits = await hub.store.ended(user, seating.IN_A_DAY), hub.settings
    rows = ({row.id: row for row in ended} | hub.rows).values()
    seating.check_all(rows, limits.tables)
    seating.check_day(rows, user, hub.now())
    seating.check_limits(rows, user, limits.tables_per_user, limits.seats_per_user)


@request("people", cost=3)
async def people(hub: Hub, client: Client, body: Nothing) -> list[str]:
    """Return the names of all users that are connected."""
    return hub.audience.everybody()


@request("create", cost=10)
async def create(hub: Hub, client: Client, body: Create) -> str:
    """Offer a table and return its id; the user takes the first open seat."""
    await may_offer(hub, client.user)
    assignments = [await _wanted(hub, one) for one in body.assignments]
    meta = seating.create(client.user, assignments, _clock(body.clock))
    seed = secrets.randbits(SEED_BITS)
    setup = await hub.set_up(body.game, len(assignments), body.options, seed, body.start)
    for place in assignments:
        seating.level_for(load(body.game), place.bot)
    return await hub.create(setup, meta)


@request("join")
async def join(hub: Hub, client: Client, body: Join) -> None:
    """Take the given seat, else the one reserved for the user, else any."""
    seating.check_limits(hub.rows.values(), client.user, len(hub.rows) + 1, hub.settings.seats_per_user)
    await hub.change(body.table, lambda meta: seating.join(meta, client.user, body.seat))


@request("leave")
async def leave(hub: Hub, client: Client, body: AtTable) -> None:
    """Leave a table that has not begun, or decline an invitation; when its host leaves, the table is removed."""
    off = False

    def edit(meta: TableMeta) -> TableMeta:
        nonlocal off
        left = seating.leave(meta, client.user)
        off = left is None
        return left or meta

    await hub.change(body.table, edit)
    if off:
        await hub.remove(body.table)


@request("assign")
async def assign(hub: Hub, client: Client, body: Assign) -> None:
    """As host: open a seat, reserve it for somebody, or give it to a bot."""
    wanted = await _wanted(hub, body.assignment)
    seating.level_for(load(hub.row(body.table).setup.game), wanted.bot)
    await hub.change(body.table, lambda meta: seating.assign(meta, client.user, body.seat, wanted))


@request("start", cost=5)
async def start(hub: Hub, client: Client, body: AtTable) -> None:
    await hub.start(body.table, lambda meta: seating.ready(meta, client.user))


@request("rematch", cost=10)
async def rematch(hub: Hub, client: Client, body: AtTable) -> str:
    """Offer an ended table anew to the same people and return its id, or join the offer that there is."""
    user, row = client.user, hub.row(body.table)
    offer = seating.again(row.meta, user)
    there = row.meta.rematch
    if there and there not in hub.rows:
        await hub.look_again(there)  # it may be of another server, and the news of it on their way
    if there in hub.rows:
        await hub.change(there, lambda meta: seating.join(meta, user))
        return there
    await may_offer(hub, user)
    old, seed = row.setup, secrets.randbits(SEED_BITS)
    setup = await hub.set_up(old.game, len(offer.assignments), old.options, seed, old.start)
    new = await hub.create(setup, offer)
    meta = await hub.change(body.table, lambda meta: _offered(meta, there, new))
    if meta.rematch == new:
        return new
    await hub.remove(new)  # somebody has offered it in the same moment
    return await rematch(hub, client, body)


def _offered(meta: TableMeta, gone: str, new: str) -> TableMeta:
    return replace(meta, rematch=new) if meta.rematch == gone else meta
