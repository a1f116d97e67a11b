"""What a table is to screens and shells, wherever its match is kept."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from starforge.bots.levels import USUAL
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import Save, Seat
from starforge.engine.shape import few_marks
from starforge.tables.summary import TableError as TableError

logging.getLogger("starforge").addHandler(logging.NullHandler())  # no record reaches a terminal unless it is sent there

LONGEST_NAME = 24


class Overtaken(Illegal):
    """Refuse an action that came too late: the table was played on elsewhere, and is now as it is there."""

    def __init__(self, rule: str) -> None:
        sentence = "This table was played on from another place meanwhile; look again, your action was not taken."
        super().__init__(Refusal(sentence, rule))


class Told(NamedTuple):
    """An event with the number of the move it belongs to (0: before any)."""

    n: int
    event: Event

    @property
    def turn(self) -> int:
        """Return the turn in which it happened: one move can end a turn and begin the next."""
        return self.event.turn


class Table(Protocol):
    """A match with seats taken, open for play; what it shows and tells is what the given seat may know."""

    id: str
    game: Game[Any, Any]
    options: Any

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return who plays each seat."""
        ...

    @property
    def here(self) -> tuple[int, ...]:
        """Return the seats that people at this terminal play."""
        ...

    @property
    def undone(self) -> int:
        """Return how many actions have been taken back so far; when it changes, the log has changed before its end."""

    def length(self, seat: int | None) -> int:
        """Return how many moves stand, as that seat can count them: not what others do in secret, before the end."""

    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may know and do."""

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        """Return what was told from move ``since`` on, as that seat may see it; all of it once the game has ended.

        Moves are counted as in ``length``.
        """

    def undoable(self, seat: int) -> Refusal | None:
        """Return why the seat cannot take its last action back, None if it can."""

    def retractable(self, seat: int) -> Refusal | None:
        """Return why the seat cannot take its last action back at once, without the consent of others."""

    async def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action, durable on return, and return what the seat may know of what happened.

        Raise Illegal if it is refused, TableError if it cannot be kept.
        """

    async def undo(self, seat: int) -> None:
        """Take the seat's last action back; raise Illegal or TableError."""

    async def resign(self, seat: int) -> None:
        """Give a seat up for good; the other wins where there are two sides, else a bot plays on."""
        ...

    async def hint(self, seat: int, level: str = USUAL) -> tuple[Action, str] | None:
        """Return what a bot would do in that seat, and why in words; None when it is not asked.

        Where the game does not offer the level the next weaker one is asked.
        """

    async def hurry(self) -> None:
        """Let the bot that thinks now act at once, by the best it has found so far."""
        ...

    async def step_bot(self) -> bool:
        """Let the first bot that is asked act, thinking off the loop; return False if none is asked."""

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call ``tell`` after every change, until the function returned is called."""

    @property
    def lost(self) -> str:
        """Return why the game is in memory alone, '' where it is kept."""
        ...

    @property
    def command(self) -> str:
        """Return how starforge is begun so that it finds the game again."""
        ...

    async def rescue(self, folder: str) -> None:
        """Keep a game that is in memory alone in another folder from now on, '' for its own made anew.

        Raise TableError where that is no place for it.
        """

    def draft(self) -> str:
        """Return what the user had begun at this table and not done yet, '' when there is nothing."""
        ...

    async def note_draft(self, text: str) -> None:
        """Keep what is begun and not done yet; '' forgets it."""

    def save(self) -> Save:
        """Return the match as a save; whoever holds it can work out every secret in it."""


def resigning(table: Table, seat: int) -> str:
    """Return in words what it leads to when a seat is given up."""
    others = [n for n in range(len(table.seats)) if n != seat]
    together = table.game.info.together
    if len(others) == 1 and not together:
        return f"for good: {table.seats[others[0]].name} wins"
    if any(not table.seats[n].bot for n in others):
        return "for good: a bot plays on in that seat"
    return "for good: the game counts as lost" if together else "for good: the game ends, and nobody wins"


def farewell(table: Table) -> str:
    """Return what to say when a game of one's own is left."""
    if table.lost:
        return f"This game is not kept: {table.lost}."
    if table.view(None).result is None:
        return f"This game is saved; '{table.command}' continues it. Its id is {table.id}."
    return f"This game is over, and kept; '{table.command} saves' lists it. Its id is {table.id}."


class Watched:
    """Let others be called after every change; ``lost``, ``command`` and ``rescue`` are those of what is kept.

    ``changes`` counts the changes.
    """

    @property
    def command(self) -> str:
        return "starforge"

    @property
    def lost(self) -> str:
        return ""

    async def rescue(self, folder: str) -> None:
        """Do nothing: the game is kept."""

    def __init__(self) -> None:
        self._watchers: list[Callable[[], None]] = []
        self.changes = 0

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        one = partial(tell)
        self._watchers.append(one)
        return lambda: self._watchers.remove(one) if one in self._watchers else None

    def changed(self) -> None:
        self.changes += 1
        for tell in list(self._watchers):
            tell()


def clean(name: str) -> str:
    """Return a name without anything a terminal could take for a command, of a length that fits a line."""
    words = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", name)).split()
    shown = "".join(c for c in " ".join(words) if not unicodedata.category(c).startswith("C"))
    return shown[:LONGEST_NAME].strip()


def name_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with clean names, each different from all others."""
    taken: set[str] = set()
    named = []
    for number, seat in enumerate(seats, 1):
        first = few_marks(clean(seat.name)) or f"Player {number}"
        name, count = first, 1
        while name.casefold() in taken:
            count += 1
            name = f"{first[: LONGEST_NAME - 4]} {count}"
        taken.add(name.casefold())
        named.append(Seat(name=name, bot=seat.bot))
    return named
