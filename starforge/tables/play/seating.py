"""Tables that gather: who founds them, takes a place, is invited, leaves, and when play begins.

Pure: each function returns the new meta or raises TableError. Whoever keeps it compares versions, so that of two people
who take the last place in the same moment exactly one gets it and the other is told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from starforge.bots.levels import LEVELS
from starforge.engine.match import Match
from starforge.engine.position import PositionError
from starforge.engine.save import OptionError, Seat, read_options
from starforge.games import load
from starforge.tables.handover import without_chance
from starforge.tables.lobby import check_seats
from starforge.tables.local import check_start
from starforge.tables.play.clocks import LONGEST, SHORTEST
from starforge.tables.play.progress import seat_of
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import TableMeta, TableRow, TableSetup
from starforge.tables.table import TableError, name_seats

LONGEST_START = 32 * 1024
"""Characters of a position that a table may begin from."""
MOST_NESTED, LARGEST_NUMBER, MOST_TIMES = 200, 999_999, 999
"""What a line of such a position may hold of what nests, the position of numbers, and its queue, whose ops count up to
them, of which it may hold many."""
A_DAY, IN_A_DAY = 86_400, 200
"""Tables that a user may found within so many seconds, whatever becomes of them."""
_GREAT = re.compile(r"\d[\d_]{6,}")


def seats_of(places: Sequence[SeatAssignment]) -> tuple[Seat, ...]:
    """Return the seats as they are named in the game: people by their names, bots by what is left."""
    named = name_seats([Seat(name=place.user) for place in places if place.user])
    bots = [Seat(name=f"{place.bot.capitalize()} bot", bot=place.bot) for place in places if not place.user]
    both = iter(name_seats([*named, *bots])[len(named) :])
    users = iter(named)
    return tuple(next(users) if place.user else next(both) for place in places)


def found(user: str, places: Sequence[SeatAssignment], clock: Clock) -> TableMeta:
    """Return a new table of a user, who takes the first open place."""
    checked = [_wanted(place) for place in places]
    first = next((n for n, place in enumerate(checked) if place == SeatAssignment()), None)
    if first is None:
        raise TableError("leave one place open, for yourself")
    checked[first] = SeatAssignment(user=user)
    invited = [place.invited for place in checked if place.invited]
    if user in invited or len(set(invited)) < len(invited):
        raise TableError("keep one place for each that you invite, and none for yourself")
    if clock.kind != "none" and not SHORTEST <= clock.seconds <= LONGEST:
        raise TableError(f"a clock gives from {SHORTEST} seconds to {LONGEST // 86_400} days")
    return TableMeta(host=user, places=tuple(checked), clock=clock if clock.kind != "none" else Clock())


def _wanted(place: SeatAssignment) -> SeatAssignment:
    """Return a place as a host may wish it: open, kept for somebody, or a bot's."""
    if place.bot and place.bot not in LEVELS:
        raise TableError(f"there is no bot level {place.bot!r}; there are: {', '.join(LEVELS)}")
    return SeatAssignment(invited=place.invited) if place.invited else SeatAssignment(bot=place.bot)


def set_up(game: str, seats: int, options: Mapping[str, Any], seed: int, start: str) -> TableSetup:
    """Return what a match begins from; raise TableError where it cannot be played.

    A position says nothing about chance: the seed decides that, and nobody knows it.
    """
    start = _checked(start)
    try:
        check_seats(game, [Seat(name="Somebody")] * seats)
        rules = load(game)
        chosen = read_options(rules, dict(options))
        match = Match(rules, chosen, seats, seed, start)
        check_start(match)
        for seat in (*range(seats), None):
            rules.view(match.state, seat)
    except (OptionError, PositionError) as error:
        raise TableError(str(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as error:
        raise TableError(f"{rules.info.title} cannot begin like that: {error}") from error
    written = TypeAdapter(rules.options).dump_python(chosen)
    return TableSetup(game=game, rules_version=rules.info.rules_version, options=written, seed=seed, start=start)


def _checked(start: str) -> str:
    """Return a position without chance; raise TableError for one that could keep the server busy for long."""
    if max(sum(line.count(c) for c in ".[{") for line in start.split("\n")) > MOST_NESTED:
        raise TableError(f"a line of a position has at most {MOST_NESTED} dots and brackets that open")
    try:
        start = without_chance(start)
        if len(start) > LONGEST_START:
            raise TableError(f"a position has at most {LONGEST_START} characters")
        facts = tomllib.loads(start)
        _check_facts(facts, LARGEST_NUMBER)
        _check_facts(facts.get("queue", ()), MOST_TIMES)
    except RecursionError:
        raise TableError("a position is not nested so deeply") from None
    except tomllib.TOMLDecodeError:
        pass  # that is told with the name of the game
    return start


def _check_facts(facts: Any, largest: int) -> None:
    """Raise TableError for a number, also in text, up to which to count takes long, and for what terminals obey."""
    if isinstance(facts, dict | list):
        for one in (*facts, *facts.values()) if isinstance(facts, dict) else facts:
            _check_facts(one, largest)
    elif isinstance(facts, str) and not facts.isprintable():
        raise TableError("text in a position has letters, digits, signs and spaces only")
    elif _GREAT.search(facts) if isinstance(facts, str) else not abs(_number(facts)) <= largest:
        raise TableError(f"a number in a position is at most {largest:,} here")


def _number(fact: Any) -> float:
    return fact if isinstance(fact, int | float) else 0


def join(meta: TableMeta, user: str, seat: int | None = None) -> TableMeta:
    """Return the table with a user at the given place, else at the one kept for the user, else at an open one.

    Who has a place already moves to the one given.
    """
    _gathers(meta)
    own = seat_of(meta, user)
    if own is not None and seat in (None, own):
        return meta
    kept = next((n for n, place in enumerate(meta.places) if place.invited == user), None)
    if seat is None:
        seat = (
            kept
            if kept is not None
            else next((n for n, place in enumerate(meta.places) if place == SeatAssignment()), None)
        )
        if seat is None:
            raise TableError("every place at this table is taken")
    place = _place_at(meta, seat)
    if place.invited not in ("", user) or place.user or place.bot:
        whose = place.user or place.invited
        raise TableError(f"that place is {f'kept for {whose}' if place.invited else 'taken'}; choose another")
    places = list(meta.places)
    for left in (own, kept):  # nobody holds two places
        if left is not None:
            places[left] = SeatAssignment()
    places[seat] = SeatAssignment(user=user)
    return meta.model_copy(update={"places": tuple(places)})


def leave(meta: TableMeta, user: str) -> TableMeta | None:
    """Return the table without a user, or without the invitation; None when it is the host, who takes it off."""
    _gathers(meta)
    if user == meta.host:
        return None
    places = tuple(SeatAssignment() if user in (place.user, place.invited) else place for place in meta.places)
    if places == meta.places:
        raise TableError("you have no place at this table")
    return meta.model_copy(update={"places": places})


def place(meta: TableMeta, user: str, seat: int, wanted: SeatAssignment) -> TableMeta:
    """Return the table with a place opened, kept for somebody or given to a bot, as its host wishes."""
    _gathers(meta)
    _need_host(meta, user)
    there, wanted = _place_at(meta, seat), _wanted(wanted)
    if there.user == user:
        raise TableError("that is your own place; take another first")
    if wanted.invited and any(wanted.invited in (one.user, one.invited) for one in meta.places):
        raise TableError(f"{wanted.invited} has a place at this table, or is invited to one")
    places = tuple(wanted if n == seat else one for n, one in enumerate(meta.places))
    return meta.model_copy(update={"places": places})


def ready(meta: TableMeta, user: str) -> TableMeta:
    """Return the table if its host may begin to play; raise TableError in words if not."""
    _gathers(meta)
    _need_host(meta, user)
    empty = [n for n, one in enumerate(meta.places, 1) if not (one.user or one.bot)]
    if empty:
        which = ", ".join(f"{n}" + (f" (kept for {who})" if (who := meta.places[n - 1].invited) else "") for n in empty)
        raise TableError(f"nobody sits at place {which} yet; wait, open it, or give it to a bot")
    return meta


def again(meta: TableMeta, user: str) -> TableMeta:
    """Return the table at which an ended one is to be played again, offered by one who sat there.

    Everybody goes one seat further; people but the host are invited, and bots are as they were.
    """
    if meta.stage != "ended":
        raise TableError("play this game to its end first")
    if not any(place.user == user for place in meta.places):
        raise TableError("only who sat at this table can offer to play again")
    places = []
    for place in (meta.places[-1], *meta.places[:-1]):
        other = SeatAssignment(invited=place.user) if place.user else SeatAssignment(bot=place.bot)
        places.append(SeatAssignment(user=user) if place.user == user else other)
    return TableMeta(host=user, places=tuple(places), clock=meta.clock)


def _gathers(meta: TableMeta) -> None:
    if meta.stage != "gathering":
        raise TableError("the game at this table has begun" if meta.stage == "playing" else "this game has ended")


def _need_host(meta: TableMeta, user: str) -> None:
    if user != meta.host:
        raise TableError(f"only {meta.host}, who founded this table, can do that")


def _place_at(meta: TableMeta, seat: int) -> SeatAssignment:
    if not 0 <= seat < len(meta.places):
        raise TableError(f"there is no place {seat + 1} at this table")
    return meta.places[seat]


def check_day(rows: Iterable[TableRow], user: str, now: float) -> None:
    """Raise TableError if a user has founded many tables within a day: also those that have ended are kept for ever."""
    if sum(row.meta.host == user and now - row.created.timestamp() < A_DAY for row in rows) >= IN_A_DAY:
        raise TableError(f"you have founded {IN_A_DAY} tables within a day; go on with those there are")


def check_limits(rows: Iterable[TableRow], user: str, tables: int, seats: int) -> None:
    """Raise TableError if a user has founded so many tables, or has a place at so many, that have not ended."""
    alive = [row.meta for row in rows if row.meta.stage != "ended"]
    if sum(meta.host == user for meta in alive) >= tables:
        raise TableError(f"you have founded {tables} tables that have not ended; finish or leave one first")
    if sum(seat_of(meta, user) is not None for meta in alive) >= seats:
        raise TableError(f"you have a place at {seats} tables that have not ended; finish or leave one first")
