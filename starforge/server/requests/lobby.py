"""What a client asks for around tables: to found one, to take a place, to leave, to begin, to play again, to talk."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from starforge.engine.rng import SEED_BITS
from starforge.engine.rules import Illegal
from starforge.server.accounts.chat import clean_line, silence
from starforge.server.requests.registry import AtTable, Body, Count, Seat, Text, request
from starforge.tables.play import seating
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import TableMeta
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.hub import Hub
    from starforge.server.session import Session

Word = Annotated[str, StringConstraints(max_length=40)]
LongText = Annotated[str, StringConstraints(max_length=20_000)]
Packed = Annotated[list[Word | bool], Field(min_length=5, max_length=5)]
"""A place, as the wire has it."""


class Found(Body):
    """Put a table on the board."""

    game: Word
    places: Annotated[list[Packed], Field(max_length=8)]
    options: Annotated[dict[Word, LongText | int | bool], Field(max_length=40)]
    clock: Annotated[list[Word | int], Field(min_length=2, max_length=2)]
    start: Annotated[str, StringConstraints(max_length=seating.LONGEST_START)] = ""


class Join(AtTable):
    """Take a place, the given one or any."""

    seat: Seat | None = None


class SetPlace(AtTable):
    """Open a place, keep it for somebody, or give it to a bot."""

    seat: Seat
    place: Packed


class Say(Body):
    """Say a line at a table, or in the lobby."""

    text: Text
    table: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{6,12})?$")] = ""


class Read(AtTable):
    """Tell up to which line the user has read."""

    n: Count


async def _wanted(hub: Hub, packed: list[Any]) -> SeatAssignment:
    """Return the place that a host wishes for; whoever is invited is called by the name that was registered."""
    _, bot, invited, _, _ = packed
    if not isinstance(bot, str) or not isinstance(invited, str):
        raise TableError("that is no place")
    if not invited:
        return SeatAssignment(bot=bot)
    user = await hub.records.user(invited)
    if user is None:
        raise TableError(f"there is nobody called {invited!r} here")
    return SeatAssignment(invited=user.name)


def _clock(packed: list[Any]) -> Clock:
    kind, seconds = packed
    if kind not in ("none", "move", "bank") or type(seconds) is not int:
        raise TableError("that is no clock")
    return Clock(kind, seconds)


def _check_limits(session: Session, founds: bool) -> None:
    hub, limits = session.hub, session.hub.settings
    tables = limits.tables_per_user if founds else len(session.hub.rows) + 1
    if founds:
        seating.check_day(hub.rows.values(), session.user, hub.now())
    seating.check_limits(hub.rows.values(), session.user, tables, limits.seats_per_user)


@request("found", cost=10)
async def found(session: Session, body: Found) -> str:
    """Put a table on the board and return its id; the user takes the first open place."""
    _check_limits(session, founds=True)
    places = [await _wanted(session.hub, one) for one in body.places]
    meta = seating.found(session.user, places, _clock(body.clock))
    seed = secrets.randbits(SEED_BITS)
    return await session.hub.found(seating.set_up(body.game, len(places), body.options, seed, body.start), meta)


@request("join")
async def join(session: Session, body: Join) -> None:
    """Take a place: the given one, else the one kept for the user, else any."""
    _check_limits(session, founds=False)
    await session.hub.change(body.table, lambda meta: seating.join(meta, session.user, body.seat))


@request("leave")
async def leave(session: Session, body: AtTable) -> None:
    """Leave a table that gathers, or decline an invitation; a host who leaves takes the table off the board."""
    off = False

    def edit(meta: TableMeta) -> TableMeta:
        nonlocal off
        left = seating.leave(meta, session.user)
        off = left is None
        return left or meta

    await session.hub.change(body.table, edit)
    if off:
        await session.hub.remove(body.table)


@request("place")
async def place(session: Session, body: SetPlace) -> None:
    """As host: open a place, keep it for somebody, or give it to a bot."""
    wanted = await _wanted(session.hub, body.place)
    await session.hub.change(body.table, lambda meta: seating.place(meta, session.user, body.seat, wanted))


@request("start", cost=5)
async def start(session: Session, body: AtTable) -> None:
    """As host: begin to play."""
    await session.hub.start(body.table, lambda meta: seating.ready(meta, session.user))


@request("rematch", cost=10)
async def rematch(session: Session, body: AtTable) -> str:
    """Offer an ended table anew to the same people and return its id, or join the offer that there is."""
    hub, user = session.hub, session.user
    row = hub.stands(body.table)
    offer = seating.again(row.meta, user)
    there = row.meta.rematch
    if there and there not in hub.rows:
        await hub.look_again(there)  # it may be of another server, and the news of it on their way
    if there in hub.rows:
        await hub.change(there, lambda meta: seating.join(meta, user))
        return there
    _check_limits(session, founds=True)
    old, seed = row.setup, secrets.randbits(SEED_BITS)
    new = await hub.found(seating.set_up(old.game, len(offer.places), old.options, seed, old.start), offer)
    meta = await hub.change(body.table, lambda meta: _offered(meta, there, new))
    if meta.rematch == new:
        return new
    await hub.remove(new)  # somebody has offered it in the same moment
    return await rematch(session, body)


def _offered(meta: TableMeta, gone: str, new: str) -> TableMeta:
    return meta.model_copy(update={"rematch": new}) if meta.rematch == gone else meta


@request("say")
async def say(session: Session, body: Say) -> None:
    """Say a line in the lobby, or at a table."""
    hub, table = session.hub, body.table
    if table:
        row = hub.stands(table)
        refusal = silence(row.meta, row.setup.options, session.user)
        if refusal is not None:
            raise Illegal(refusal)
    line = clean_line(body.text)
    hub.talk_limit.spend(session.user)
    await hub.say(table, session.user, line)


@request("hear")
async def hear(session: Session, body: AtTable) -> None:
    """Follow what is said at a table that gathers."""
    session.hub.stands(body.table)
    session.hear(body.table)


@request("read")
async def read(session: Session, body: Read) -> None:
    """Keep that the user has read what was said at a table up to a line."""
    hub = session.hub
    lines = hub.lines.get(body.table, ()) if hub.stands(body.table) else ()
    last = max((line.n for line in lines if line.n <= body.n), default=0)
    await hub.read_markers.note(session.user, body.table, read=last)
    hub.tell_user(session.user, f"board:{body.table}")
