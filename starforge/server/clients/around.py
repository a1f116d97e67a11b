"""What a client asks for around tables: to found one, to take a place, to leave, to begin, to play again, to talk."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from starforge.engine.rng import SEED_BITS
from starforge.engine.rules import Illegal
from starforge.server.people.talk import clean_line, silence
from starforge.server.requests import AtTable, Count, Request, Seat, Text, verb
from starforge.server.tables import gathering
from starforge.server.tables.records import Meta
from starforge.tables.shared import Clock, Place
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.house import House
    from starforge.server.session import Session

Word = Annotated[str, StringConstraints(max_length=40)]
LongText = Annotated[str, StringConstraints(max_length=20_000)]
Packed = Annotated[list[Word | bool], Field(min_length=5, max_length=5)]
"""A place, as the wire has it."""


class Found(Request):
    """Put a table on the board."""

    game: Word
    places: Annotated[list[Packed], Field(max_length=8)]
    options: Annotated[dict[Word, LongText | int | bool], Field(max_length=40)]
    clock: Annotated[list[Word | int], Field(min_length=2, max_length=2)]
    start: Annotated[str, StringConstraints(max_length=gathering.LONGEST_START)] = ""


class Join(AtTable):
    """Take a place, the given one or any."""

    seat: Seat | None = None


class SetPlace(AtTable):
    """Open a place, keep it for somebody, or give it to a bot."""

    seat: Seat
    place: Packed


class Say(Request):
    """Say a line at a table, or in the lobby."""

    text: Text
    table: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{6,12})?$")] = ""


class Read(AtTable):
    """Tell up to which line the user has read."""

    n: Count


async def _wanted(house: House, packed: list[Any]) -> Place:
    """Return the place that a host wishes for; whoever is invited is called by the name that was registered."""
    _, bot, invited, _, _ = packed
    if not isinstance(bot, str) or not isinstance(invited, str):
        raise TableError("that is no place")
    if not invited:
        return Place(bot=bot)
    user = await house.records.user(invited)
    if user is None:
        raise TableError(f"there is nobody called {invited!r} here")
    return Place(invited=user.name)


def _clock(packed: list[Any]) -> Clock:
    kind, seconds = packed
    if kind not in ("none", "move", "bank") or type(seconds) is not int:
        raise TableError("that is no clock")
    return Clock(kind, seconds)


def _check_limits(session: Session, founds: bool) -> None:
    house, limits = session.house, session.house.settings
    tables = limits.tables_per_user if founds else len(session.house.rows) + 1
    if founds:
        gathering.check_day(house.rows.values(), session.user, house.now())
    gathering.check_limits(house.rows.values(), session.user, tables, limits.seats_per_user)


@verb("found", cost=10)
async def found(session: Session, ask: Found) -> str:
    """Put a table on the board and return its id; the user takes the first open place."""
    _check_limits(session, founds=True)
    places = [await _wanted(session.house, one) for one in ask.places]
    meta = gathering.found(session.user, places, _clock(ask.clock))
    seed = secrets.randbits(SEED_BITS)
    return await session.house.found(gathering.set_up(ask.game, len(places), ask.options, seed, ask.start), meta)


@verb("join")
async def join(session: Session, ask: Join) -> None:
    """Take a place: the given one, else the one kept for the user, else any."""
    _check_limits(session, founds=False)
    await session.house.change(ask.table, lambda meta: gathering.join(meta, session.user, ask.seat))


@verb("leave")
async def leave(session: Session, ask: AtTable) -> None:
    """Leave a table that gathers, or decline an invitation; a host who leaves takes the table off the board."""
    off = False

    def edit(meta: Meta) -> Meta:
        nonlocal off
        left = gathering.leave(meta, session.user)
        off = left is None
        return left or meta

    await session.house.change(ask.table, edit)
    if off:
        await session.house.remove(ask.table)


@verb("place")
async def place(session: Session, ask: SetPlace) -> None:
    """As host: open a place, keep it for somebody, or give it to a bot."""
    wanted = await _wanted(session.house, ask.place)
    await session.house.change(ask.table, lambda meta: gathering.place(meta, session.user, ask.seat, wanted))


@verb("start", cost=5)
async def start(session: Session, ask: AtTable) -> None:
    """As host: begin to play."""
    await session.house.start(ask.table, lambda meta: gathering.ready(meta, session.user))


@verb("rematch", cost=10)
async def rematch(session: Session, ask: AtTable) -> str:
    """Offer an ended table anew to the same people and return its id, or join the offer that there is."""
    house, user = session.house, session.user
    row = house.stands(ask.table)
    offer = gathering.again(row.meta, user)
    there = row.meta.rematch
    if there and there not in house.rows:
        await house.look_again(there)  # it may be of another server, and the news of it on their way
    if there in house.rows:
        await house.change(there, lambda meta: gathering.join(meta, user))
        return there
    _check_limits(session, founds=True)
    old, seed = row.setup, secrets.randbits(SEED_BITS)
    new = await house.found(gathering.set_up(old.game, len(offer.places), old.options, seed, old.start), offer)
    meta = await house.change(ask.table, lambda meta: _offered(meta, there, new))
    if meta.rematch == new:
        return new
    await house.remove(new)  # somebody has offered it in the same moment
    return await rematch(session, ask)


def _offered(meta: Meta, gone: str, new: str) -> Meta:
    return meta.model_copy(update={"rematch": new}) if meta.rematch == gone else meta


@verb("say")
async def say(session: Session, ask: Say) -> None:
    """Say a line in the lobby, or at a table."""
    house, table = session.house, ask.table
    if table:
        row = house.stands(table)
        refusal = silence(row.meta, row.setup.options, session.user)
        if refusal is not None:
            raise Illegal(refusal)
    line = clean_line(ask.text)
    house.patience.spend(session.user)
    await house.say(table, session.user, line)


@verb("hear")
async def hear(session: Session, ask: AtTable) -> None:
    """Follow what is said at a table that gathers."""
    session.house.stands(ask.table)
    session.hear(ask.table)


@verb("read")
async def read(session: Session, ask: Read) -> None:
    """Keep that the user has read what was said at a table up to a line."""
    house = session.house
    lines = house.lines.get(ask.table, ()) if house.stands(ask.table) else ()
    last = max((line.n for line in lines if line.n <= ask.n), default=0)
    await house.marks.note(session.user, ask.table, read=last)
    house.tell_user(session.user, f"board:{ask.table}")
