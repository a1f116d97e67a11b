"""Clocks: how long people may think, worked out from who is asked and when; nothing here tells the time.

A stretch is the time from when a seat becomes asked until it no longer is, or the turn changes. It has one deadline,
the same for all that become asked at the same moment. Steps of one's own, taking them back and what others do never
restart it. Times are seconds since 1970, as the server's clock shows them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field, replace
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from starforge.quick import dataclass
from starforge.tables.shared import Clock, Times

MINUTE, DAY = 60, 86_400
SHORTEST, LONGEST = MINUTE, 30 * DAY
"""Seconds that a clock may give."""

Back = Literal["", "own", "agreed"]
"""What brought a seat back to what it had answered: nothing did, its own undo or return, the consent of others."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch that runs: when it began, and when it is over at the latest; once stopped, ``began`` is when it was."""

    began: float
    due: float


@dataclass(frozen=True, slots=True)
class Clocks:
    """How the clocks of a table stand.

    ``runs``: the seats whose time runs. ``kept``: the stretch that a seat has left, and goes on with if it comes back.
    ``banks``: seconds in each bank when its stretch began; ``shown``: the same when last no stretch went on, which is
    what others may see. ``out``: the seats that a bot answers for until they are no longer asked. ``turn``: the latest
    there was.
    """

    turn: int = 0
    runs: dict[int, Run] = field(default_factory=dict)
    kept: dict[int, Run] = field(default_factory=dict)
    banks: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    out: tuple[int, ...] = ()


class Waiting(NamedTuple):
    """Say for whom a table waits once something has been done.

    ``asked``: the seats of people that are asked, nobody once the game has ended; ``away``: those that bots play for
    their users, whose time does not run.
    """

    asked: Collection[int]
    turn: int
    away: Collection[int] = ()
    back: Back = ""


def wind_up(clock: Clock, seats: Collection[int]) -> Clocks:
    """Return the clocks of a table before anybody is asked; ``seats`` are those that people hold."""
    banks = dict.fromkeys(seats, float(clock.seconds)) if clock.kind == "bank" else {}
    return Clocks(banks=banks, shown=banks)


def follow(clock: Clock, was: Clocks, waiting: Waiting, now: float) -> Clocks:
    """Return how the clocks stand once something has been done."""
    if clock.kind == "none":
        return was
    asked, turn, away, back = waiting
    later = turn > was.turn and not back
    out = tuple(seat for seat in was.out if seat in asked and not later)
    going = {n: run for n, run in was.runs.items() if n in asked and n not in away and not later}
    stopped = {n: Run(now, run.due) for n, run in was.runs.items() if n not in going}
    banks = dict(was.banks)
    if clock.kind == "bank":
        banks.update({n: max(0.0, run.due - now) for n, run in stopped.items()})
    kept = {n: run for n, run in was.kept.items() if n not in going and not later and (n in asked or n not in away)}
    kept |= stopped
    runs = dict(going)
    for seat in asked:
        if seat in away or seat in going or seat in out or banks.get(seat, 1) <= 0:
            continue
        left = kept.pop(seat, None)
        runs[seat] = Run(now, _due(clock, banks.get(seat), left if back == "own" else None, now))
    return Clocks(
        turn=turn if back == "agreed" else max(turn, was.turn),
        runs=dict(sorted(runs.items())),
        kept=dict(sorted(kept.items())),
        banks=banks,
        shown=was.shown if going else banks,
        out=out,
    )


def _due(clock: Clock, bank: float | None, left: Run | None, now: float) -> float:
    """Return the deadline of a stretch that begins, or goes on with what was left of it."""
    if bank is not None:
        return now + bank
    if left is None:
        return now + clock.seconds
    return left.due if left.due > now else now + max(0.0, left.due - left.began)


def overdue(clocks: Clocks, now: float) -> list[int]:
    """Return the seats whose time has run out and for which nothing has been done about it, in order."""
    return [seat for seat, run in sorted(clocks.runs.items()) if run.due <= now]


def next_due(clocks: Clocks, now: float) -> float | None:
    """Return when a time runs out next, None when none does."""
    return min((run.due for run in clocks.runs.values() if run.due > now), default=None)


def run_out(clock: Clock, was: Clocks, seat: int) -> Clocks:
    """Return the clocks after the time of a seat has run out: a bot answers for it, with an empty bank for good."""
    runs = {n: run for n, run in was.runs.items() if n != seat}
    banks = {**was.banks, seat: 0.0} if clock.kind == "bank" else was.banks
    out = tuple(sorted({*was.out, seat}))
    return replace(was, runs=runs, banks=banks, shown=was.shown if runs else banks, out=out)


def out_of_time(clocks: Clocks) -> tuple[int, ...]:
    """Return the seats that a bot answers for because their time has run out."""
    empty = (seat for seat, left in clocks.banks.items() if left <= 0)
    return tuple(sorted({*clocks.out, *empty}))


def put_off(was: Clocks, by: float) -> Clocks:
    """Return the clocks moved on by the seconds in which no server ran."""
    runs = {n: Run(run.began + by, run.due + by) for n, run in was.runs.items()}
    kept = {n: Run(run.began + by, run.due + by) for n, run in was.kept.items()}
    return replace(was, runs=runs, kept=kept)


def show_times(clocks: Clocks, seat: int | None, waiting: Collection[int]) -> Times:
    """Return what somebody at ``seat`` may know of the clocks; ``waiting``: the seats that are asked, by one's view.

    Others' banks are told as they were when last no stretch went on: in a secret phase nothing of them changes until
    all have answered. What is told changes only when something is done, never with the time that passes.
    """
    seen = [run.due for n, run in clocks.runs.items() if n in waiting]
    own = clocks.runs.get(seat) if seat is not None else None
    due = own.due if own else min(seen, default=None)
    left = {n: int(clocks.banks[n] if n == seat else bank) for n, bank in sorted(clocks.shown.items())}
    return Times(datetime.fromtimestamp(due, UTC) if due is not None else None, left)
