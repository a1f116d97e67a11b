"""A record being played: the entries of a table, the match they make, and what was told on the way."""

from __future__ import annotations

from typing import Any

from starforge.engine.action import Action
from starforge.engine.event import Event, redact
from starforge.engine.game import Game
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import Save, SaveError
from starforge.engine.state import digest
from starforge.tables.play.meta import REWIND, UNDO, Entry
from starforge.tables.play.replay import play_save
from starforge.tables.table import Told

_DIGEST_EVERY = 20


class Record:
    """Play the entries of a table one after the other; ``told`` holds by move, from 0, what happened in it.

    ``undone`` counts the entries that took something back, ``mine`` by seat all its entries. An entry that is no action
    and takes nothing back is kept and changes nothing in the match.
    """

    def __init__(self, table_id: str, setup: Save) -> None:
        self.id, self.setup = table_id, setup
        self.match = play_save(setup)
        self.game: Game[Any, Any] = self.match.game
        self.entries: list[Entry] = []
        self.mine = [0] * len(setup.seats)
        self.undone = 0
        self._joined: set[int] = set()  # the moves that an old text became besides its first: one undo takes all back
        self.told = [[Told(0, event) for event in self.match.opening]]

    def play(self, entry: Entry) -> None:
        """Do what an entry says, and keep it; raise SaveError where it does not play as it did."""
        number = len(self.entries) + 1
        try:
            self.do(entry.seat, entry.action)
        except (Illegal, ValueError) as error:
            raise Astray(self, number, f"{entry.action!r} by seat {entry.seat} is refused: {error}") from error
        if entry.digest and entry.digest != digest(self.match.state):
            raise Astray(self, number, "the game after it is not what it was when this was recorded")
        self.entries.append(entry)

    def do(self, seat: int, text: str) -> list[Event]:
        """Do what a text says and return what happened; raise Illegal or ValueError and change nothing if it cannot."""
        events: list[Event] = []
        if text in (UNDO, REWIND):
            self.take_back(seat, agreed=text == REWIND)
        elif not text.startswith("!"):
            events = self._take_text(seat, text)
        self.mine[seat] += 1
        return events

    def _take_text(self, seat: int, text: str) -> list[Event]:
        """Take the action of a text, or the actions that one of an older version of the rules has become."""
        version = self.match.state.rules
        if not version:
            return self.take(seat, self.game.parse(text))
        first, *more = self.game.modernise(self.match.state, seat, text, version)
        events = self.take(seat, self.game.parse(first))
        for one in more:
            events = events + self.take(seat, self.game.parse(one))
            self._joined.add(len(self.match.moves))
        return events

    def take(self, seat: int, action: Action) -> list[Event]:
        events = self.match.submit(seat, action)
        number = len(self.match.moves)
        self.told.append([Told(number, event) for event in events])
        return events

    def take_back(self, seat: int, agreed: bool = False) -> None:
        """Take the seat's last action back, with all since if the others have ``agreed``."""
        number = self.match.undo(seat, agreed)
        while number in self._joined:
            self._joined.remove(number)
            number = self.match.undo(seat, agreed)
        del self.told[number]
        del self.told[len(self.match.moves) + 1 :]
        for n in range(number, len(self.told)):
            self.told[n] = [one._replace(n=n) for one in self.told[n]]
        self.undone += 1

    def last_of(self, seat: int) -> int:
        """Return the number of a seat's last move, 0 when there is none."""
        moves = self.match.moves
        return next((n for n in range(len(moves), 0, -1) if moves[n - 1].seat == seat), 0)

    def takeable(self, seat: int) -> Refusal | None:
        """Return why the seat's last action cannot be taken back, not even if all others agree; None where it may be.

        It must not tell what others have seen in secret since: that shows only when they have agreed.
        """
        asked, last = self.match.asked, self.last_of(seat)
        back = len(self.match.moves) - last + 1
        return None if last and back <= len(asked) and asked[-back] else self.match.undoable(seat)

    def was_told(self, seat: int) -> bool:
        """Tell whether somebody else was told anything of a seat's last move."""
        others = [None, *(n for n in range(self.match.seats) if n != seat)]
        told = self.told[self.last_of(seat)]
        return any(redact(one.event, other) is not None for one in told for other in others)

    def retractable(self, seat: int) -> bool:
        """Tell whether the seat may take its last action back without asking: nobody else was told of it."""
        return self.match.undoable(seat) is None and not self.was_told(seat)

    def entry(self, seat: int, text: str) -> Entry:
        """Return the entry for what has just been done."""
        s = self.match.state
        mark = digest(s) if (len(self.entries) + 1) % _DIGEST_EVERY == 0 else ""
        return Entry(seat, text, mark, s.turn, s.result.text if s.result else None)

    def again(self) -> Record:
        """Return the record as its entries make it, without what was done and not kept."""
        record = Record(self.id, self.setup)
        for entry in self.entries:
            record.play(entry)
        return record


class Astray(SaveError):
    """Report a record that does not play as it did; ``number`` is the entry where it leaves its way."""

    def __init__(self, record: Record, number: int, what: str) -> None:
        setup = record.setup
        super().__init__(
            f"game {record.id} ({setup.game}, written by starforge {setup.written_by}) does not play as recorded: "
            f"entry {number}: {what}"
        )
        self.number = number
