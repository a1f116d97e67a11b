"""What one seat, or everybody, may know of a table, packed for the wire; it changes only when that changes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from starforge.engine.event import redact
from starforge.engine.game import View
from starforge.engine.state import Result
from starforge.tables.play.record import Record
from starforge.tables.remote import wire
from starforge.tables.table import Told


def text(data: Any) -> str:
    """Return data as a piece of a line."""
    return json.dumps(data, separators=(",", ":"))


class Projection:
    """Show a record to one viewer: a seat, or None for all that watch.

    ``parts`` are pieces of JSON by name. ``log`` holds an entry a line; ``cuts`` says, for each time that entries were
    taken out of it, how many were left before that. Moves are counted as the viewer can count them: those of others
    that nothing was told of do not count, until the game has ended.
    """

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.parts: dict[str, str] = {}
        self.log: list[str] = []
        self.cuts: list[int] = []
        self._length = self._moves = 0
        self._built_of: tuple[Any, ...] = ()

    def copy(self) -> Projection:
        """Return another face that shows the same."""
        face = Projection(self.viewer)
        face.parts, face.log, face.cuts = dict(self.parts), list(self.log), list(self.cuts)
        face._length, face._moves, face._built_of = self._length, self._moves, self._built_of
        return face

    def look(self, record: Record, over: Result | None = None) -> bool:
        """Take in how the record stands; return whether the viewer knows anything now that was not known before.

        ``over`` is how the game ended if that was not by its rules.
        """
        before, lines, cuts = dict(self.parts), len(self.log), len(self.cuts)
        s = record.match.state
        self._read_log(record, s.result is not None or over is not None)
        view: View = record.game.view(s, self.viewer)
        if over is not None and s.result is None:
            view = replace(view, result=over, waiting={}, ask=None, choices=())
        parts = {"view": text(wire.pack_view(record.game, view)), "length": str(self._length)}
        if self.viewer is not None:
            parts["mine"] = str(record.mine[self.viewer])
            parts["undoable"] = text(record.takeable(self.viewer))
        for name, part in parts.items():
            if self.parts.get(name) != part:  # what is equal stays the same object, quick to compare
                self.parts[name] = part
        return before != self.parts or lines != len(self.log) or cuts != len(self.cuts)

    def _read_log(self, record: Record, ended: bool) -> None:
        built_of = (id(record), record.undone, ended)
        if built_of == self._built_of:
            self.log += self._lines(record, ended)
            return
        self._length, self._moves = 0, 0
        old, new = self.log, self._lines(record, ended)
        same = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
        if same < len(old):
            self.cuts.append(min(same, len(old)))
        self.log, self._built_of = new, built_of

    def _lines(self, record: Record, ended: bool) -> list[str]:
        """Return the entries of the log from move ``_moves`` on, numbered for the viewer."""
        told: list[Told] = []
        moves = record.match.moves
        for n in range(self._moves, len(moves) + 1):
            seen = [one._replace(event=e) for one in record.told[n] if (e := _shown(one, self.viewer, ended))]
            if n and (ended or seen or moves[n - 1].seat == self.viewer):
                self._length += 1
            told += [one._replace(n=self._length if n else 0) for one in seen]
        self._moves = len(moves) + 1
        return [text(one) for one in wire.pack_told(told)]


def _shown(one: Told, viewer: int | None, ended: bool) -> Any:
    return one.event if ended else redact(one.event, viewer)
