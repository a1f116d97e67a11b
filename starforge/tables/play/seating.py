"""Tables that have not begun: who creates them, takes a seat, is invited, leaves, and when play begins.

Pure: each function returns the new meta or raises TableError. Whoever keeps it compares versions, so that of two people
who take the last seat in the same moment exactly one gets it and the other is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from starforge.bots.levels import LEVELS, checked, named, title
from starforge.engine.game import Game
from starforge.engine.save import Seat
from starforge.tables.play.clocks import LONGEST, SHORTEST
from starforge.tables.play.meta import TableMeta, TableRow
from starforge.tables.play.progress import seat_of
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError, name_seats

A_DAY, IN_A_DAY = 86_400, 200
"""Tables that a user may create within so many seconds, whatever becomes of them."""


def seats_of(assignments: Sequence[SeatAssignment], name_of: Callable[[str], str] = str) -> tuple[Seat, ...]:
    """Return the seats as they are called in the game: people by their names, bots by what is left.

    ``name_of`` returns what a user is called.
    """
    if all(place.name for place in assignments):
        return tuple(Seat(name=place.name, bot="" if place.user else named(place.bot)) for place in assignments)
    people = name_seats([Seat(name=name_of(place.user)) for place in assignments if place.user])
    bots = [Seat(name=title(place.bot), bot=named(place.bot)) for place in assignments if not place.user]
    both = iter(name_seats([*people, *bots])[len(people) :])
    users = iter(people)
    return tuple(next(users) if place.user else next(both) for place in assignments)


def create(user: str, assignments: Sequence[SeatAssignment], clock: Clock) -> TableMeta:
    """Return a new table of a user, who takes the first open seat."""
    checked = [_wanted(place) for place in assignments]
    first = next((n for n, place in enumerate(checked) if place == SeatAssignment()), None)
    if first is None:
        raise TableError("leave one seat open, for yourself")
    checked[first] = SeatAssignment(user=user)
    invited = [place.invited for place in checked if place.invited]
    if user in invited or len(set(invited)) < len(invited):
        raise TableError("reserve one seat for each person you invite, and none for yourself")
    if clock.kind != "none" and not SHORTEST <= clock.seconds <= LONGEST:
        raise TableError(f"a clock gives from {SHORTEST} seconds to {LONGEST // 86_400} days")
    return TableMeta(host=user, assignments=tuple(checked), clock=clock if clock.kind != "none" else Clock())


def _wanted(place: SeatAssignment) -> SeatAssignment:
    """Return a seat as a host may ask for it: open, reserved for somebody, or a bot's."""
    if place.bot and named(place.bot) not in LEVELS:
        raise TableError(f"there is no bot level {place.bot!r}; there are: {', '.join(LEVELS)}")
    return SeatAssignment(invited=place.invited) if place.invited else SeatAssignment(bot=named(place.bot))


def level_for(game: Game[Any, Any], level: str) -> str:
    """Return a level by the name it has today; raise TableError if the game offers no such level."""
    try:
        return checked(game, level) if level else ""
    except ValueError as error:
        raise TableError(str(error)) from None


def join(meta: TableMeta, user: str, seat: int | None = None) -> TableMeta:
    """Return the table with a user at the given seat, else at the one reserved for the user, else at an open one.

    A user who has a seat already moves to the one given.
    """
    _need_seating(meta)
    own = seat_of(meta, user)
    if own is not None and seat in (None, own):
        return meta
    reserved = next((n for n, place in enumerate(meta.assignments) if place.invited == user), None)
    if seat is None:
        seat = (
            reserved
            if reserved is not None
            else next((n for n, place in enumerate(meta.assignments) if place == SeatAssignment()), None)
        )
        if seat is None:
            raise TableError("every seat at this table is taken")
    place = _assignment(meta, seat)
    if place.invited not in ("", user) or place.user or place.bot:
        raise TableError(f"that seat is {'reserved for somebody else' if place.invited else 'taken'}; choose another")
    assignments = list(meta.assignments)
    for left in (own, reserved):  # nobody holds two seats
        if left is not None:
            assignments[left] = SeatAssignment()
    assignments[seat] = SeatAssignment(user=user)
    return replace(meta, assignments=tuple(assignments))


def leave(meta: TableMeta, user: str) -> TableMeta | None:
    """Return the table without a user, or without the invitation; None when it is the host, who removes it."""
    _need_seating(meta)
    if user == meta.host:
        return None
    assignments = tuple(
        SeatAssignment() if user in (place.user, place.invited) else place for place in meta.assignments
    )
    if assignments == meta.assignments:
        raise TableError("you have no seat at this table")
    return replace(meta, assignments=assignments)


def assign(meta: TableMeta, user: str, seat: int, wanted: SeatAssignment) -> TableMeta:
    """Return the table with a seat opened, reserved for somebody or given to a bot, as its host asks."""
    _need_seating(meta)
    _need_host(meta, user)
    there, wanted = _assignment(meta, seat), _wanted(wanted)
    if there.user == user:
        raise TableError("that is your own seat; take another first")
    if wanted.invited and any(wanted.invited in (one.user, one.invited) for one in meta.assignments):
        raise TableError("whoever you want to invite has a seat at this table, or is invited to one")
    assignments = tuple(wanted if n == seat else one for n, one in enumerate(meta.assignments))
    return replace(meta, assignments=assignments)


def ready(meta: TableMeta, user: str) -> TableMeta:
    """Return the table if its host may begin to play; raise TableError in words if not."""
    _need_seating(meta)
    _need_host(meta, user)
    empty = [n for n, one in enumerate(meta.assignments, 1) if not (one.user or one.bot)]
    if empty:
        which = ", ".join(f"{n}" + (" (reserved)" if meta.assignments[n - 1].invited else "") for n in empty)
        raise TableError(f"nobody has taken seat {which} yet; wait, open it, or give it to a bot")
    return meta


def again(meta: TableMeta, user: str) -> TableMeta:
    """Return the table at which an ended one is to be played again, offered by one who sat there.

    Everybody goes one seat further; people but the host are invited, and bots are as they were.
    """
    if meta.stage != "ended":
        raise TableError("play this game to its end first")
    if not any(place.user == user for place in meta.assignments):
        raise TableError("only those who sat at this table can offer to play again")
    assignments = []
    for place in (meta.assignments[-1], *meta.assignments[:-1]):
        other = SeatAssignment(invited=place.user) if place.user else SeatAssignment(bot=place.bot)
        assignments.append(SeatAssignment(user=user) if place.user == user else other)
    return TableMeta(host=user, assignments=tuple(assignments), clock=meta.clock)


def _need_seating(meta: TableMeta) -> None:
    if meta.stage != "seating":
        raise TableError("the game at this table has begun" if meta.stage == "playing" else "this game has ended")


def _need_host(meta: TableMeta, user: str) -> None:
    if user != meta.host:
        raise TableError("only the host, who created this table, can do that")


def _assignment(meta: TableMeta, seat: int) -> SeatAssignment:
    if not 0 <= seat < len(meta.assignments):
        raise TableError(f"there is no seat {seat + 1} at this table")
    return meta.assignments[seat]


def check_all(rows: Iterable[TableRow], most: int) -> None:
    """Raise TableError if there are so many tables that have not ended that nobody may offer another."""
    if sum(row.meta.stage != "ended" for row in rows) >= most:
        raise TableError(f"there are {most} tables here that have not ended; join one, or wait until some have")


def check_day(rows: Iterable[TableRow], user: str, now: float) -> None:
    """Raise TableError if a user has created many tables within a day: also those that have ended are kept for ever."""
    if sum(row.meta.host == user and now - row.created.timestamp() < A_DAY for row in rows) >= IN_A_DAY:
        raise TableError(f"you have created {IN_A_DAY} tables within a day; go on with those there are")


def check_limits(rows: Iterable[TableRow], user: str, tables: int, seats: int) -> None:
    """Raise TableError if a user has created so many tables, or has a seat at so many, that have not ended."""
    alive = [row.meta for row in rows if row.meta.stage != "ended"]
    if sum(meta.host == user for meta in alive) >= tables:
        raise TableError(f"you have created {tables} tables that have not ended; finish or leave one first")
    if sum(seat_of(meta, user) is not None for meta in alive) >= seats:
        raise TableError(f"you have a seat at {seats} tables that have not ended; finish or leave one first")
