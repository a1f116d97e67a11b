"""What a lobby and a table have more than others when many people share them: seats to take, talk, clocks, consent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol

from starforge.engine.rules import Refusal
from starforge.tables.lobby import Lobby
from starforge.tables.table import Table

LONGEST_LINE = 300
"""Characters of one line of talk."""

Stage = Literal["gathering", "playing", "ended"]


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
    places: tuple[SeatAssignment, ...]
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


class SharedTable(Table, Protocol):
    """A table of a shared lobby, as one user sees it; ``here`` holds the user's seat, or nothing for a spectator."""

    @property
    def notice(self) -> Notice:
        """Return how it stands in the lobby."""

    @property
    def times(self) -> Times:
        """Return how the clocks stand."""

    @property
    def undo_request(self) -> UndoRequest | None:
        """Return the request to take moves back that is open, if there is one."""

    @property
    def linked(self) -> bool:
        """Tell whether the server can be reached just now; what is shown stays as it was while it cannot."""

    def talk(self) -> list[ChatMessage]:
        """Return what was said here, oldest first."""

    def silence(self) -> Refusal | None:
        """Return why nobody may talk here now (a table without conferring), None if one may."""

    def recap(self) -> int | None:
        """Return up to which entry of the public log the user had seen it at the last visit, None at the first."""

    async def say(self, text: str) -> None:
        """Say a line; raise TableError when that is not possible."""

    async def note_read(self) -> None:
        """Keep that the user has read all that ``talk`` returns."""

    async def consent(self, agree: bool) -> None:
        """Answer the open request to take moves back; it falls with the first no and is granted with the last yes."""

    async def rest(self, seat: int, level: str = "greedy") -> None:
        """Let a bot play a seat: one's own, or that of somebody absent for so long that the table allows it."""

    async def return_(self) -> None:
        """Take one's own seat back from the bot."""

    async def rematch(self) -> str:
        """Offer the same table anew to the same people, and return its id; joins the offer if there is one."""

    async def note_draft(self, text: str) -> None:
        """Keep what is being prepared and not yet submitted; '' forgets it."""

    def draft(self) -> str:
        """Return what was being prepared, on whatever device, '' when nothing was."""

    async def close(self) -> None:
        """Stop following the table."""


class SharedLobby(Lobby, Protocol):
    """The lobby of a server, as one user sees it; what it shows is kept up to date by the server."""

    user: str
    """The user's name, '' for somebody who has not chosen one yet and may only ``register``."""
    suggested: str
    """A name to offer whoever has none, '' when nothing is known."""

    @property
    def by_invitation(self) -> bool:
        """Tell whether registering takes an invite code."""

    @property
    def linked(self) -> bool:
        """Tell whether the server can be reached just now."""

    def listing(self) -> list[Notice]:
        """Return the tables the user may see: those that wait for the user first, then by the last change."""

    def people(self) -> list[str]:
        """Return the users that are connected, by name."""

    async def hear(self, table_id: str) -> None:
        """Follow what is said at a table that has not begun, so that ``talk`` has it; nobody needs a seat there."""

    def talk(self, table_id: str = "") -> list[ChatMessage]:
        """Return what was said in the lobby, or at a table heard that has not begun, oldest first."""

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call ``tell`` after every change of tables, people or talk, until the function returned is called."""

    async def register(self, name: str, code: str = "") -> str:
        """Take a name and return it as it was made clean; raise TableError when it is taken or looks like another's."""

    async def say(self, text: str, table_id: str = "") -> None:
        """Say a line in the lobby, or at a table that has not begun; raise TableError when that is not possible."""

    async def offer(
        self, game: str, places: Sequence[SeatAssignment], options: Mapping[str, Any], clock: Clock, start: str = ""
    ) -> str:
        """Open a table for others to join and return its id; the user takes the first open seat."""

    async def join(self, table_id: str, seat: int | None = None) -> None:
        """Take the given seat, else the one reserved for the user, else any; raise TableError if there is none."""

    async def leave(self, table_id: str) -> None:
        """Leave a table that has not begun, or decline an invitation; the table of a host who leaves is removed."""

    async def place(self, table_id: str, seat: int, place: SeatAssignment) -> None:
        """As host of a table that has not begun: open a seat, reserve it for somebody, or give it to a bot."""

    async def start(self, table_id: str) -> None:
        """As host: begin to play; it needs every seat taken."""

    async def open(self, table_id: str) -> SharedTable:
        """Return a table that is being played or has ended, from one's own seat or as a spectator."""

    async def export(self, table_id: str) -> str:
        """Return an ended match as the text of a save file; raise TableError before its end."""

    async def preferences(self) -> dict[str, Any]:
        """Return what the user has set, as the values of ``Settings``."""

    async def prefer(self, values: Mapping[str, Any]) -> None:
        """Keep what the user has set."""

    async def close(self) -> None:
        """Leave the server."""
