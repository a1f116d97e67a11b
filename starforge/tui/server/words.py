"""Times, seats and tables of a server in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from starforge.bots.levels import title
from starforge.tables.shared import Clock, Notice, SeatAssignment
from starforge.tables.summary import verdict
from starforge.tui.drawing.picture import Span

MINUTE, HOUR, DAY = 60, 3600, 86400
SOON = 10 * MINUTE
"""From here on a deadline is told to the second."""

MOVES = tuple(Clock("move", n) for n in (5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY))
BANKS = tuple(Clock("bank", n) for n in (15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, DAY, 3 * DAY, 14 * DAY))
CLOCKS = (Clock(), *MOVES, *BANKS)
"""The clocks that a new table may have."""


def duration(seconds: int) -> str:
    """Return a length of time in full words: "2 days", "90 minutes"."""
    for size, word in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= size and seconds % size == 0:
            count = seconds // size
            return f"{count} {word}{'s' if count != 1 else ''}"
    return f"{seconds // MINUTE} minutes" if seconds >= MINUTE else f"{seconds} seconds"


def clock_words(clock: Clock) -> str:
    """Return the clock of a table in a few words."""
    if clock.kind == "none":
        return "no clock"
    return f"{duration(clock.seconds)} a move" if clock.kind == "move" else f"{duration(clock.seconds)} for the game"


def clock_about(clock: Clock) -> str:
    if clock.kind == "none":
        return "Everybody takes the time they need."
    if clock.kind == "move":
        return "Anew whenever you are asked; when it runs out, a bot answers for you."
    return "For all your answers; when it is used up, a bot answers for you from then on."


def left(deadline: datetime, now: datetime) -> str:
    """Return how much time is left: "9:58" near the end, "3 h 20 m", "2 d 4 h" before."""
    seconds = max(int((deadline - now).total_seconds()), 0)
    return amount(seconds)


def amount(seconds: int) -> str:
    """Return a length of time in a few letters."""
    if seconds < SOON:
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    if seconds < HOUR:
        return f"{seconds // MINUTE} m"
    if seconds < DAY:
        return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} m"
    return f"{seconds // DAY} d {seconds % DAY // HOUR} h"


def due(deadline: datetime, now: datetime) -> str:
    """Return when something is due: a time of day, with the weekday if it is not today."""
    here, today = deadline.astimezone(), now.astimezone().date()
    return f"{here:%H:%M}" if here.date() == today else f"{here:%a %H:%M}"


def pause(deadline: datetime | None, now: datetime) -> float:
    """Return the seconds until a deadline reads differently: at the next second near its end, else within a minute."""
    rest = (deadline - now).total_seconds() if deadline is not None else 0.0
    size = 1 if 0 < rest <= SOON + 1 else MINUTE
    return (rest % size or size) + 0.02 if rest > 0 else float(MINUTE)


def ago(then: datetime, now: datetime) -> str:
    """Return how long ago something was, in a few letters."""
    seconds = int((now - then).total_seconds())
    if seconds < MINUTE:
        return "now"
    for size, word in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= size:
            return f"{seconds // size} {word}"
    return ""


def holder(place: SeatAssignment) -> str:
    if place.user:
        return place.user
    return title(place.bot) if place.bot else f"({place.invited})" if place.invited else "…"


def seat_words(place: SeatAssignment, host: str) -> Span:
    """Return what a seat in a waiting room is, with a style."""
    if place.user:
        return (f"{place.user}, host" if place.user == host else place.user, "title")
    if place.bot:
        return (title(place.bot), "dim")
    return (f"reserved for {place.invited}", "warn") if place.invited else ("open", "legal")


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def waits_for(notice: Notice) -> list[str]:
    """Return the names of those a table waits for."""
    return [holder(notice.assignments[n]) for n in notice.waiting if n < len(notice.assignments)]


def free(notice: Notice) -> int:
    """Return how many seats anybody may take."""
    return sum(place == SeatAssignment() for place in notice.assignments)


def table_state(notice: Notice, now: datetime) -> Span:
    """Return how a table stands for the user, with a style."""
    if notice.stage == "ended":
        words = verdict([holder(place) for place in notice.assignments], notice.winners, notice.scores, notice.outcome)
        return (f"rematch offered · {words}" if notice.rematch else words, "dim")
    if notice.stage == "seating":
        return _seating(notice)
    if notice.asked:
        rest = f" · {left(notice.deadline, now)}" if notice.deadline else ""
        return (f"your turn{rest}", "legal bold")
    words = f"waits for {listed(waits_for(notice))}" if notice.waiting else "goes on"
    return (words, "" if notice.seat is not None else "dim")


def _seating(notice: Notice) -> Span:
    if notice.invited:
        return (f"{notice.host} invites you", "legal bold")
    count = free(notice)
    missing = sum(not (place.user or place.bot) for place in notice.assignments)
    if notice.seat is not None:
        return (f"waits for {missing} more", "") if missing else ("complete: the host may start", "good")
    if not count:
        return ("all seats reserved", "dim")
    clock = f" · {clock_words(notice.clock)}" if notice.clock.kind != "none" else ""
    return (f"{count} seat{'s' if count != 1 else ''} free{clock}", "legal")


def taken_home(table_id: str) -> str:
    """Return the command that takes an ended game of a server home."""
    return f"ssh HOST export {table_id} > game.json"
