"""What is kept of a table: what its match begins from, how it stands, and the entries of its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

import starforge
from starforge.engine.save import Save, Seat
from starforge.quick import dataclass
from starforge.tables.play.clocks import Clocks, put_off
from starforge.tables.shared import Clock, SeatAssignment, Stage, UndoRequest

UNDO, REWIND = "!undo", "!rewind"
"""The texts of entries that take a seat's last action back, the second with all since, as everybody has agreed."""
RESIGN, REST, RETURN = "!resign", "!rest", "!return"
"""The texts of entries about who plays a seat; the second is followed by the level of the bot."""
_SHORT = 60
"""Characters that text of an option has which names something; a longer one is the thing itself."""
CLOCK = "!clock"
"""The text of the entry that notes that the time of its seat has run out. No action begins with a "!"."""


class Entry(NamedTuple):
    """One line of a table's record: an action or what begins with a "!", and how the game stood after it."""

    seat: int
    action: str
    digest: str
    turn: int
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Asked:
    """Say since when a seat is asked: number and time of the entry that led to it, 0 for the beginning."""

    n: int
    at: float


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Hold what a match begins from, fixed when its table is made; whoever knows the seed knows every secret.

    ``title`` and ``label`` are how the game called itself then, so that it can be listed without loading it.
    """

    game: str
    rules_version: int
    seed: int
    written_by: str = starforge.__version__
    options: dict[str, str | int | bool] = field(default_factory=dict)
    start: str = ""
    title: str = ""
    label: str = ""

    @property
    def own(self) -> bool:
        """Tell whether it begins from what people have made themselves: a position, a map, a scenario."""
        return bool(self.start) or any(isinstance(one, str) and len(one) > _SHORT for one in self.options.values())

    def save(self, seats: Sequence[Seat]) -> Save:
        """Return the match before its first move."""
        return Save(
            game=self.game,
            rules_version=self.rules_version,
            written_by=self.written_by,
            options=dict(self.options),
            seats=list(seats),
            seed=self.seed,
            start=self.start,
        )


@dataclass(frozen=True, slots=True)
class TableMeta:
    """Hold how a table stands, beside its match; changed as a whole, by whoever knows its version.

    ``asked``, ``turn`` and ``outcome`` are those of the match after its last entry, so that the listing can be drawn
    without playing every match again; so are ``winners`` and ``scores`` of one that has ended, without scores if it was
    not by its rules. ``silent``: the game lets its players not talk now. ``stirred``: when last something happened that
    everybody may know of; ``began``: when play did.
    """

    host: str
    assignments: tuple[SeatAssignment, ...]
    stage: Stage = "seating"
    clock: Clock = field(default_factory=Clock)
    clocks: Clocks = field(default_factory=Clocks)
    turn: int = 0
    asked: dict[int, Asked] = field(default_factory=dict)
    began: float = 0.0
    stirred: float = 0.0
    outcome: str = ""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    silent: bool = False
    undo_request: UndoRequest | None = None
    rematch: str = ""

    def later(self, by: timedelta) -> TableMeta:
        """Return the table as it stands when the server was down for that long: its clocks did not run."""
        if self.stage != "playing" or not self.clocks.runs:
            return self
        return replace(self, clocks=put_off(self.clocks, by.total_seconds()))


class TableRow(NamedTuple):
    """A table as it is kept; ``length`` counts the entries of its record, ``version`` the changes of its meta."""

    id: str
    setup: TableSetup
    meta: TableMeta
    version: int
    length: int
    created: datetime
    updated: datetime
