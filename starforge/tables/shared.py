"""What is told of a table that many people share: its seats, talk, clocks and requests to take moves back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal, NamedTuple

from starforge.quick import dataclass

LONGEST_LINE = 300
"""Characters of one line of talk."""

Stage = Literal["seating", "playing", "ended"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Limit the time to answer: ``move`` gives ``seconds`` anew whenever a seat is asked, ``bank`` once for the game.

    When it runs out a bot answers in that seat's stead; with an empty bank it goes on doing so.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Say who holds a seat: a user, a bot of a level, or nobody yet ('' both); ``invited`` is who it is reserved for.

    ``away``: a bot plays for the user until it is given back; ``gone``: the user has resigned. ``name`` is what the
    seat is called where that is not said by who holds it.
    """

    user: str = ""
    bot: str = ""
    invited: str = ""
    away: bool = False
    gone: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Show a table in the lobby, as the user it is sent to may see it.

    ``seat`` is the user's own, None when there is none; ``asked`` tells that the table waits for the user; ``waiting``
    are the seats it waits for, as all may know; ``since`` when it waits for the user, another time for each turn;
    ``deadline`` when an answer is due at the latest; ``unread`` lines of talk.
    """

    id: str
    game: str
    options: Mapping[str, str | int | bool]
    host: str
    stage: Stage
    assignments: tuple[SeatAssignment, ...]
    clock: Clock
    turn: int
    updated: datetime
    seat: int | None = None
    asked: bool = False
    waiting: tuple[int, ...] = ()
    since: datetime | None = None
    invited: bool = False
    deadline: datetime | None = None
    unread: int = 0
    watchers: int = 0
    outcome: str = ""
    rematch: str = ""
    """The id of the table where this one is to be played again, '' when nobody has offered that."""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


class ChatMessage(NamedTuple):
    """One line of talk; ``n`` counts from 1 in each place of talk."""

    n: int
    at: datetime
    user: str
    text: str


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A request to take moves back that others have to consent to: whose it is, and who has not answered yet."""

    seat: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """How the clocks stand: when the seats that are asked must have answered, and what is left in each seat's bank."""

    deadline: datetime | None = None
    left: Mapping[int, int] = field(default_factory=dict)
