"""What happened at a table, in words, as each seat may read it."""

from __future__ import annotations

from starforge.games.end_card import turn_report
from starforge.tables.own.honours import Honours
from starforge.tables.table import Table, Told


class Telling:
    """Put a table's log into words; what is already in words is kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names = [seat.name for seat in table.seats]
        self._kept: dict[int | None, list[tuple[Told, str]]] = {}
        self._fresh: dict[int | None, list[Told]] = {}  # the log from the last entry in words on, as it was then
        self._state = (False, 0)
        self._honours = Honours(table)
        self._won: dict[tuple[int, int], list[str]] = {}

    def told(self, seat: int | None) -> list[tuple[Told, str]]:
        """Return the log that a seat (None: anybody) may read, each entry with its words."""
        state = (self.table.view(None).result is not None, self.table.undone)
        if state != self._state:
            self._state = state
            self._kept.clear()
            self._fresh.clear()
        kept = self._kept.get(seat, [])
        since = kept[-1][0].n if kept else 0
        fresh = self.table.log(seat, since)
        if self._fresh.get(seat) == fresh:
            return kept
        while kept and kept[-1][0].n == since:
            kept.pop()
        self._honour(seat, [*(one for one, _ in kept[-1:]), *fresh])
        for one in fresh:
            kept += self._summed_up(kept, one, seat)
            if words := self.table.game.tell(one.event, self.names):
                kept.append((one, words))
        self._kept[seat] = kept
        last = kept[-1][0].n if kept else 0
        self._fresh[seat] = [one for one in fresh if one.n >= last]
        return kept

    def _honour(self, seat: int | None, lately: list[Told]) -> None:
        """Keep what a seat was honoured for in the last turn that is over, of those told of lately."""
        now = lately[-1].turn if lately else 0
        if seat is not None and (new := self._honours.news(seat, now)):
            self._won[seat, max((one.turn for one in lately if one.turn < now), default=now)] = new

    def _summed_up(self, kept: list[tuple[Told, str]], after: Told, seat: int | None) -> list[tuple[Told, str]]:
        """Return what the turn before came to, where another begins: in sum, and what the seat is honoured for."""
        if not kept or kept[-1][0].turn == after.turn:
            return []
        last = kept[-1][0]
        events = [one.event for one, _ in kept if one.turn == last.turn]
        report = turn_report(self.table.game.info.id, events, self.names)
        honours = self._won.get((seat, last.turn), []) if seat is not None else []
        return [(last._replace(n=after.n), words) for words in (*report, *honours)]

    def lines(self, seat: int | None) -> list[str]:
        return [words for _, words in self.told(seat)]

    def turns(self, seat: int | None) -> list[tuple[int, str]]:
        """Return the log as lines, each with its turn."""
        return [(one.turn, words) for one, words in self.told(seat)]

    def count(self) -> int:
        """Return how many entries anybody may read."""
        return len(self.told(None))

    def since(self, count: int) -> list[str]:
        """Return what anybody may read after the first ``count`` entries."""
        return self.lines(None)[count:]
