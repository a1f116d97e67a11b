"""How an ended game went for a seat: its chance as a curve, the moments that decided it, luck apart from choice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starforge.games import span_of
from starforge.tables.own.analysis import Analysis
from starforge.tables.play.replay import Replay
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.screens.record.curve import curve
from starforge.tui.screens.text import TextPage

_BAR = 30
_ROWS = 8


class AnalysisScreen(TextPage):
    """Show how an ended game went for one seat after the other, while it is worked out; a digit shows a moment."""

    scope = "analysis"

    def __init__(self, replay: Replay, where: str) -> None:
        super().__init__("Analysis")
        self.replay, self.where = replay, where
        people = [n for n, seat in enumerate(replay.seats) if not seat.bot]
        self.analysis = Analysis(replay, people[0] if people else 0)
        self.done = 0.0

    def on_mount(self) -> None:
        self._begin()

    def on_unmount(self) -> None:
        """Have the thought end: nobody waits for it any more."""
        self.analysis.pace.hurried = True

    def _begin(self) -> None:
        self.done = 0.0
        self.run_worker(self._work(self.analysis), group="analysis")

    async def _work(self, analysis: Analysis) -> None:
        """Work it out beside the screen, piece by piece."""
        pieces = analysis.work()
        while (share := await asyncio.to_thread(next, pieces, None)) is not None:
            if analysis is not self.analysis:
                return
            self.done = share
            self.repaint()
        self.repaint()

    def lines(self, width: int) -> Sequence[Sequence[Span]]:
        one = self.analysis
        name, span = self.replay.seats[one.seat].name, span_of(self.replay.save.game)
        lines: list[list[Span]] = [[]]
        if one.curve:
            head = f"{name}'s chance to win at the beginning of each {span}, as games of Captains went on from there"
            lines += [[(text, "title bold")] for text in wrap(head, width)]
            marks = {moment.turn: str(n) for n, moment in enumerate(one.moments, 1)}
            points = [point for n, point in enumerate(one.curve) if n < len(one.curve) - 1 or not one.moments]
            lines += curve([p.turn for p in points], [p.chance for p in points], marks, (width, _ROWS))
        lines.append([])
        for style, words in self._told():
            indent = len(words) - len(words.lstrip())
            lines += [[(" " * indent + text, style)] for text in wrap(words.lstrip(), width - indent)]
        return lines

    def _told(self) -> list[tuple[str, str]]:
        """Return what is known so far, and how far the work has come."""
        one, told = self.analysis, []
        if not one.whole:
            full = round(self.done * _BAR)
            stopped = "stopped" if one.pace.hurried else "s stops it"
            told.append(("legal", f"[{'█' * full}{'·' * (_BAR - full)}] {self.done:.0%}  {stopped}"))
        elif one.moments:
            told.append(("legal", "This is the whole analysis. A digit shows its moment on the board."))
        for number, moment in enumerate(one.moments, 1):
            head, *more = one.words(moment)
            told += [("title bold", f"{number}. {head}"), *(("", f"   {words}") for words in more)]
        return [*told, *(("dim", words) for words in one.luck())]

    async def press(self, key: str) -> None:
        """Show a moment on the board by its digit."""
        if key.isdecimal() and 0 < int(key) <= len(self.analysis.moments):
            film = routes.ReplayScreen(self.replay, self.where)
            film.n = self.analysis.moments[int(key) - 1].step
            film.seat = self.analysis.seat
            self.app.push_screen(film)
        else:
            await super().press(key)

    def do_stop(self) -> None:
        """End the work with what is known so far."""
        self.analysis.pace.hurried = True

    def do_seat(self) -> None:
        """Look at the game from the next seat."""
        self.analysis.pace.hurried = True
        self.analysis = Analysis(self.replay, (self.analysis.seat + 1) % len(self.replay.seats))
        self._begin()


def analysis_lines(analysis: Analysis, width: int) -> list[str]:
    """Return what is known so far as lines of text, the curve among them."""
    marks = {moment.turn: str(n) for n, moment in enumerate(analysis.moments, 1)}
    points = analysis.curve[:-1] if analysis.moments else analysis.curve
    drawn = curve([p.turn for p in points], [p.chance for p in points], marks, (width, _ROWS)) if points else []
    head, *told = analysis.lines()
    return [head, *("".join(text for text, _ in spans).rstrip() for spans in drawn), *told]
