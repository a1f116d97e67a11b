"""What one seat, or everybody, may know of a table; it changes only when that changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starforge.engine.event import Event, redact
from starforge.engine.game import View
from starforge.engine.rules import Refusal
from starforge.engine.state import Ask, Result
from starforge.tables.play.record import Record
from starforge.tables.table import Told


class Projection:
    """Show a record to one viewer: a seat, or None for all that watch.

    ``cuts`` says, for each time that entries were taken out of the ``log``, how many were left before that. Moves are
    counted as the viewer can count them, ``length`` in all: those of others that nothing was told of do not count,
    until the game has ended. Of a seat, ``mine`` counts its entries, and ``takeable`` is why its last action cannot be
    taken back, not even if all others agree; ``retractable``: it can, without asking them.
    """

    view: View

    def __init__(self, viewer: int | None, record: Record, over: Result | None = None) -> None:
        self.viewer, self.game = viewer, record.game
        self.log: list[Told] = []
        self.cuts: list[int] = []
        self.length = self.mine = self._moves = 0
        self.takeable: Refusal | None = None
        self.retractable = False
        self._built_of: tuple[Any, ...] = ()
        self._asked: dict[int, Ask] = {}
        self._look(record, over)

    def after(self, record: Record, over: Result | None = None) -> Projection:
        """Return what the viewer may know now; it is this one where that is nothing new.

        ``over`` is how the game ended if that was not by its rules.
        """
        new = Projection.__new__(Projection)
        new.__dict__ = dict(self.__dict__, log=list(self.log), cuts=list(self.cuts))
        new._look(record, over)
        return self if new._facts() == self._facts() and new.view == self.view else new

    def _facts(self) -> tuple[Any, ...]:
        return len(self.log), len(self.cuts), self.length, self.mine, self.takeable, self.retractable

    def _look(self, record: Record, over: Result | None) -> None:
        s, counted, before = record.match.state, self.length, self._asked
        known = self._read_log(record, s.result is not None or over is not None)
        self._asked = dict(s.asks)
        if not known or self.length != counted or self._asked != before or not record.game.discreet:
            view: View = record.game.view(s, self.viewer)
            if over is not None and s.result is None:
                view = replace(view, result=over, waiting={}, ask=None, choices=())
            self.view = view
        if self.viewer is not None:
            self.mine, self.takeable = record.mine[self.viewer], record.takeable(self.viewer)
            self.retractable = record.retractable(self.viewer)

    def _read_log(self, record: Record, ended: bool) -> bool:
        """Read what is new; return False where the log had to be read anew from its beginning."""
        built_of = (record, record.undone, ended)
        if built_of == self._built_of:
            self.log += self._told(record, ended)
            return True
        self.length, self._moves = 0, 0
        old, new = self.log, self._told(record, ended)
        same = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
        if same < len(old):
            self.cuts.append(same)
        self.log, self._built_of = new, built_of
        return False

    def _told(self, record: Record, ended: bool) -> list[Told]:
        """Return the entries of the log from move ``_moves`` on, numbered for the viewer."""
        told: list[Told] = []
        moves = record.match.moves
        for n in range(self._moves, len(moves) + 1):
            seen = [one._replace(event=e) for one in record.told[n] if (e := self._shown(one, ended))]
            if n and (ended or seen or moves[n - 1].seat == self.viewer):
                self.length += 1
            told += [one._replace(n=self.length if n else 0) for one in seen]
        self._moves = len(moves) + 1
        return told

    def _shown(self, one: Told, ended: bool) -> Event | None:
        return one.event if ended else redact(one.event, self.viewer)
