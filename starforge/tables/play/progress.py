"""How a table that is played stands after each thing done at it: who is asked since when, who answers, how it ended.

Pure: each function returns the new meta, which the store keeps together with the entry it belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from starforge.bots.levels import USUAL, named
from starforge.engine.state import State
from starforge.tables.play.clocks import Back, Waiting, follow, out_of_time, wind_up
from starforge.tables.play.clocks import run_out as clock_out
from starforge.tables.play.meta import Asked, TableMeta
from starforge.tables.table import TableError

ALL_LEFT = "Everybody has left the table."
NO_SEAT = "you have no seat at this table"


def seat_of(meta: TableMeta, user: str) -> int | None:
    """Return the seat that a user holds, also one that a bot plays for the user, None if there is none."""
    return next((n for n, place in enumerate(meta.assignments) if user and place.user == user and not place.gone), None)


def viewed_seat(meta: TableMeta, user: str) -> int | None:
    """Return the seat that a user looks from: the own one, and after the end also one that was given up."""
    left = (n for n, place in enumerate(meta.assignments) if user and place.user == user)
    return next(left, None) if meta.stage == "ended" else seat_of(meta, user)


def own_seat(meta: TableMeta, user: str) -> int:
    """Return the seat a user plays at a table that goes on; raise TableError if there is none."""
    seat = seat_of(meta, user)
    if seat is None:
        raise TableError(NO_SEAT)
    if meta.stage != "playing":
        raise TableError("this game has ended" if meta.stage == "ended" else "this game has not begun")
    return seat


def acting_seat(meta: TableMeta, user: str) -> int:
    """Return the seat a user acts for; raise TableError for who looks on and for whom a bot stands in."""
    seat = own_seat(meta, user)
    if meta.assignments[seat].away:
        raise TableError("a bot plays for you here; take your seat back first")
    if bot_at(meta, seat):
        until = "from now on" if meta.clock.kind == "bank" else "this time"
        raise TableError(f"your time has run out; a bot answers for you {until}")
    return seat


def people(meta: TableMeta) -> list[int]:
    """Return the seats that people hold, whoever plays them now."""
    return [n for n, place in enumerate(meta.assignments) if place.user and not place.gone]


def bot_at(meta: TableMeta, seat: int) -> str:
    """Return the level of the bot that answers for a seat now, '' when a person does."""
    place = meta.assignments[seat]
    if place.user and not (place.away or place.gone):
        return USUAL if seat in out_of_time(meta.clocks) else ""
    return named(place.bot) or USUAL


def check_held(meta: TableMeta, seat: int) -> None:
    """Raise TableError unless a person holds a seat."""
    if seat not in people(meta):
        raise TableError(f"a bot plays seat {seat + 1}")


def begin(meta: TableMeta, s: State, now: float) -> TableMeta:
    """Return the table as the first ask finds it."""
    wound = wind_up(meta.clock, people(meta))
    return step(replace(meta, stage="playing", began=now, clocks=wound), s, Asked(0, now))


def step(meta: TableMeta, s: State, by: Asked, back: Back = "", public: bool = True) -> TableMeta:
    """Return the table after the entry ``by``, which led to the state; ``public``: everybody was told something."""
    ended = s.result is not None or meta.stage == "ended"
    new = Asked(0, meta.began) if back == "own" else by  # to come back by oneself is no new turn to tell of
    calls = {} if ended else {seat: meta.asked.get(seat) or new for seat in sorted(s.asks)}
    heard = public or ended or s.turn != meta.turn or calls.keys() != meta.asked.keys()
    after = replace(
        meta,
        turn=s.turn,
        asked=calls,
        undo_request=None,
        stirred=by.at if heard else meta.stirred,
        stage="ended" if ended else meta.stage,
        outcome=s.result.text if s.result is not None else meta.outcome,
        winners=s.result.winners if s.result is not None else meta.winners,
        scores=s.result.scores if s.result is not None else (),
        silent=s.silent(),
    )
    return _timed(after, by.at, back)


def _timed(meta: TableMeta, now: float, back: Back = "") -> TableMeta:
    """Return the table with its clocks set to who is asked and who plays for whom."""
    held = people(meta)
    asked = [seat for seat in meta.asked if seat in held]
    away = [seat for seat in held if meta.assignments[seat].away]
    return replace(meta, clocks=follow(meta.clock, meta.clocks, Waiting(asked, meta.turn, away, back), now))


def _reassigned(meta: TableMeta, seat: int, now: float, back: Back = "", **values: Any) -> TableMeta:
    """Return the table with one assignment changed; a request to take moves back falls with every such act."""
    assignments = (*meta.assignments[:seat], replace(meta.assignments[seat], **values), *meta.assignments[seat + 1 :])
    return _timed(replace(meta, assignments=assignments, undo_request=None, stirred=now), now, back)


def run_out(meta: TableMeta, seat: int, now: float) -> TableMeta:
    """Return the table after the time of a seat has run out."""
    return replace(meta, clocks=clock_out(meta.clock, meta.clocks, seat), undo_request=None, stirred=now)


def resign(meta: TableMeta, seat: int, names: Sequence[str], together: bool, now: float) -> TableMeta:
    """Return the table after a seat was given up for good; ``names`` are what the seats are called.

    The other side wins where there are two; else a bot plays on, until nobody is left to play for. What all play
    ``together`` is lost then.
    """
    after = _reassigned(meta, seat, now, gone=True, away=False, bot=USUAL)
    if len(meta.assignments) == 2 and not together:
        other = 1 - seat
        return _ended(after, f"{names[seat]} resigned; {names[other]} wins.", (other,), now)
    if people(after):
        return after
    if together:
        return _ended(after, f"{names[seat]} gave up; the game is lost.", (), now)
    alone = sum(bool(place.user) for place in after.assignments) == 1
    return _ended(after, f"{names[seat]} resigned." if alone else ALL_LEFT, (), now)


def _ended(meta: TableMeta, outcome: str, winners: tuple[int, ...], now: float) -> TableMeta:
    return _timed(replace(meta, stage="ended", outcome=outcome, winners=winners, asked={}), now)


def rest(meta: TableMeta, seat: int, level: str, now: float) -> TableMeta:
    """Return the table with a bot playing for the user of a seat."""
    place = meta.assignments[seat]
    if not place.user or place.gone:
        raise TableError("nobody holds that seat")
    if place.away:
        raise TableError("a bot plays for that seat already")
    return _reassigned(meta, seat, now, away=True, bot=level)


def return_(meta: TableMeta, seat: int, now: float) -> TableMeta:
    """Return the table with a seat given back to its user, who has no more time than before the rest."""
    if not meta.assignments[seat].away:
        raise TableError("no bot plays for you here")
    return _reassigned(meta, seat, now, back="own", away=False, bot="")


class Absence(NamedTuple):
    """Say when a user was last ``seen`` (None: not since the start), and after what time others need wait no longer.

    ``live`` seconds hold for who was here when asked and went, ``long`` seconds for who has not looked since.
    """

    seen: float | None
    live: float
    long: float


def may_stand_in(meta: TableMeta, seat: int, absence: Absence, now: float) -> bool:
    """Tell whether others may let a bot play the seat of an absent user.

    Where there is a clock, that is what it is for. Without one the seat must be asked, and its user absent for long.
    """
    call = meta.asked.get(seat)
    if meta.clock.kind != "none" or call is None:
        return False
    if absence.seen is not None and absence.seen > call.at:
        return now - absence.seen >= absence.live
    return now - max(call.at, absence.seen or 0) >= absence.long
