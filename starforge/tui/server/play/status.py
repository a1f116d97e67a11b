"""The line about the others at a shared table: clocks, who is away, what is asked; and the talk beside the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.timer import Timer

from starforge.tables.remote.table import RemoteTable
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import KeySpot
from starforge.tui.screens.page import draw_footer
from starforge.tui.server.listing import draw_talk
from starforge.tui.server.words import amount, due, left, listed, pause

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen

SIDE, BOTH = 40, 170
"""Columns for talk beside the game, and how many there must be for both."""
APART = " " * 3
"""What stands between two things that there are to know."""
TALLEST = 21
"""From so many rows on, what concerns the others has a line of its own."""


class StatusLine:
    """What is seen of the others besides the game; ``own`` is the user's seat, None for who watches."""

    def __init__(self, screen: GameScreen, table: RemoteTable, own: int | None) -> None:
        self.screen, self.table, self.own = screen, table, own
        self.talk_seen = 0
        """Lines of talk that the user has seen."""
        self._clock: Timer | None = None
        self._clock_shown = ""

    @property
    def ended(self) -> bool:
        return self.table.view(None).result is not None

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows that are left for the game's picture."""
        return width - self.talk_width(width), height - 1 if height >= TALLEST else height

    def talk_width(self, width: int) -> int:
        """Return the columns of talk beside the game, 0 where there is no room for both."""
        people = sum(bool(place.user) for place in self.table.notice.assignments)
        return SIDE if width >= BOTH and people > 1 else 0

    def draw(self, picture: Picture, keys: Sequence[tuple[str, str]]) -> None:
        """Draw a line about the others above the keys; without a row for it, what is most needed beside them."""
        own_row = picture.height >= TALLEST
        y, talk = picture.height - 2 if own_row else picture.height - 1, self.talk_words()
        start = picture.width - 1 - len(talk)
        spans = self.spans() if own_row else self._first()
        x = 1 if own_row else max(start - 1 - sum(len(text) for text, _ in spans), 1)
        if own_row:
            picture.put(0, y, " " * picture.width, "on:bar")
        draw_footer(picture, self.screen.scope, "" if own_row else " " * (picture.width - x), keys)
        self._draw_talk(picture, y)
        picture.spot(Region(x, y, picture.width - x, 1), None)
        picture.spans(x, y, [(text, f"{style} on:bar") for text, style in spans], start - 1 - x)
        picture.put(start, y, talk, f"{'warn bold' if self.unread else 'dim'} on:bar")
        picture.spot(Region(start, y, len(talk), 1), KeySpot(";"))

    def _draw_talk(self, picture: Picture, bottom: int) -> None:
        side = self.talk_width(picture.width)
        if side:
            x, refusal = picture.width - side, self.table.silence()
            picture.box(Region(x, 0, side, bottom), "Talk", "" if refusal else "; joins in")
            if not draw_talk(picture, Region(x + 1, 1, side - 3, bottom - 2), self.table.talk()):
                words = refusal.reason if refusal else "Nobody has said anything here yet."
                picture.lines(x + 2, 1, wrap(words, side - 4), "dim")
            picture.spot(Region(x, 0, side, bottom), KeySpot(";"))

    def _first(self) -> list[Span]:
        """Return what is most needed of what there is to know beside the game."""
        first: list[Span] = []
        for text, style in self.spans():
            first.append((text.partition(",")[0], style))
            if text.endswith(APART):
                first[-1] = (first[-1][0].rstrip(), style)
                break
        return first

    @property
    def unread(self) -> int:
        own = None if self.own is None else self.table.notice.assignments[self.own].user
        return len([one for one in self.table.talk()[self.talk_seen :] if one.user != own])

    def talk_words(self) -> str:
        """Return how the talk stands."""
        unread = self.unread
        return f"; talk: {unread} new" if unread else "; talk" if self.table.silence() is None else "no talk"

    def spans(self) -> list[Span]:
        """Return what there is to know beside the game: line, clock, a request to undo, who is away, a rematch."""
        spans: list[Span] = []
        if not self.table.linked:
            spans.append(("! link lost   ", "danger bold"))
        if self.own is None and not self.ended:
            spans.append(("watching   ", "warn bold"))
        spans += self._clocks()
        request = self.table.undo_request
        if request is not None:
            names = listed([self.screen.names[n] for n in request.waiting])
            who = "You ask" if request.seat == self.own else f"{self.screen.names[request.seat]} asks"
            spans.append((f"{who} to take back: {names} to agree   ", "legal"))
        spans += [] if self.ended else self._absent()
        if self.ended:
            again = "a rematch is offered, " if self.table.notice.rematch else ""
            spans.append((f"m: {again}watch again, write to a file   ", "legal"))
        return spans

    def _clocks(self) -> list[Span]:
        """Return what is left until the answer is due, and what is left in the bank."""
        times, now = self.table.times, self.screen.app.now()
        if self.ended:
            return []
        spans: list[Span] = []
        if times.deadline is not None:
            rest = (times.deadline - now).total_seconds()
            mine = self.own in self.table.view(None).waiting
            style = "danger bold" if rest < 60 else "warn bold" if rest < 600 else "title"
            words = f"{'! ' if rest < 60 else ''}{left(times.deadline, now)} left"
            until = f", until {due(times.deadline, now)}" if rest >= 600 and mine else ""
            spans.append((f"{words}{until}   " if mine or self.own is None else f"others: {words}   ", style))
        if (
            self.own is not None
            and self.own in times.left
            and not (times.deadline is not None and self.own in self.table.view(None).waiting)
        ):
            spans.append((f"bank {amount(times.left[self.own])}   ", "dim"))
        return spans

    def absent(self) -> dict[int, tuple[str, str]]:
        here = self.table.present()
        found = {}
        for seat, place in enumerate(self.table.notice.assignments):
            if place.user and seat != self.own:
                gone = "resigned" if place.gone else "(bot)" if place.away else ""
                if how := gone or ("" if place.user in here else "not here"):
                    found[seat] = (place.user, how)
        return found

    def _absent(self) -> list[Span]:
        spans: list[Span] = []
        for seat, (user, how) in self.absent().items():
            mark, style = SIDES[seat % len(SIDES)]
            spans += [(f"{mark} {user} ", style), (f"{how}   ", "dim")]
        return spans

    def follow(self) -> None:
        """Have the clock drawn again when it shows something else: each second near the end, else within a minute."""
        if self._clock is not None:
            self._clock.stop()
        deadline = self.table.times.deadline
        if deadline is not None and self.screen.is_mounted:
            self._clock = self.screen.set_timer(pause(deadline, self.screen.app.now()), self._tick)

    def _tick(self) -> None:
        words = "".join(text for text, _ in self._clocks())
        if words != self._clock_shown:
            self._clock_shown = words
            self.screen.repaint()
        self.follow()
