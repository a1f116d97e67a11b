"""The replay viewer: any moment of a game, step by step or by itself. It takes no game input at all."""

from __future__ import annotations

from bisect import bisect_left

from textual.timer import Timer

from starforge.tables.play.replay import Replay
from starforge.tables.table import Told
from starforge.tui.app import routes
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.page import Page, draw_footer

PACE = 0.8
"""Seconds between two moves when it plays by itself."""
LATELY = 24
"""Moves of which a board shows what happened."""


class ReplayScreen(Page):
    """Show a replay on its game's own board."""

    scope = "replay"

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.n = 0
        self.viewers = replay.viewers
        self.seat = self.viewers[-1] if len(self.viewers) == 2 else None
        self._painter = routes.ui_class(replay.game.info.id)
        self._timer: Timer | None = None
        self._names = tuple(seat.name for seat in replay.seats)

    def scene(self) -> Scene:
        view = self.replay.at(self.n, self.seat)[0]
        move, told = self.replay.move(self.n), self._told()
        words = f"{self._names[move.seat]}: {move.text}" if move else "as it was set up" if self.n == 0 else ""
        return Scene(
            view=view,
            title=self.replay.game.info.title,
            names=self._names,
            question=f"Replay · move {self.n} of {self.replay.length} · {words}".rstrip(" ·"),
            log=[words for _, words in told],
            told=told,
            scope=self.scope,
            ascii=self.app.shown.twins,
            more=self._painter.facts(self.replay.game, view, self._names),
        )

    def _told(self) -> list[tuple[Told, str]]:
        """Return what was told of late."""
        shown = range(max(self.n - LATELY, -1) + 1, self.n + 1)
        events = (Told(n, event) for n in shown for event in self.replay.at(n, self.seat)[1])
        return [(one, words) for one in events if (words := self.replay.game.tell(one.event, self._names))]

    def draw(self, width: int, height: int) -> Picture:
        picture = self._painter.paint(self.scene(), width, height)
        eyes = "a spectator" if self.seat is None else self._names[self.seat]
        playing = "▶" if self._timer else "■"
        draw_footer(picture, self.scope, f"{playing} {self.n}/{self.replay.length} · seen by {eyes}")
        return picture

    def _go(self, n: int) -> None:
        self.n = max(0, min(n, self.replay.length))

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def do_step(self) -> None:
        self._rest()
        self._go(self.n + 1)

    def do_step_back(self) -> None:
        self._rest()
        self._go(self.n - 1)

    def do_turn(self) -> None:
        self._to_turn(self.replay.turns[self.n] + 1)

    def do_turn_back(self) -> None:
        """Go to the beginning of this turn, or of the one before."""
        self._rest()
        turn = self.replay.turns[self.n]
        if self.n and self.replay.turns[self.n - 1] != turn:
            turn -= 1
        self._to_turn(turn)

    def _to_turn(self, turn: int) -> None:
        self._rest()
        self._go(bisect_left(self.replay.turns, turn))

    def do_top(self) -> None:
        self._rest()
        self._go(0)

    def do_bottom(self) -> None:
        self._rest()
        self._go(self.replay.length)

    def do_play(self) -> None:
        """Play on by itself, or stop."""
        if self._timer is not None:
            self._rest()
        else:
            self._timer = self.set_interval(PACE, self._tick)

    def _tick(self) -> None:
        self._go(self.n + 1)
        if self.n >= self.replay.length:
            self._rest()
        self.repaint()

    def do_jump(self) -> None:
        self._rest()
        self.type("Turn", TextField.of("", 6, digits=True), lambda text: self._to_turn(int(text)) if text else None)

    def do_seat(self) -> None:
        """See it through the next seat's eyes, where that is allowed."""
        self.seat = self.viewers[(self.viewers.index(self.seat) + 1) % len(self.viewers)]

    def do_log(self) -> None:
        told = []
        for n in range(self.n + 1):
            words = (self.replay.game.tell(e, self._names) for e in self.replay.at(n, self.seat)[1])
            told += [(self.replay.turns[n], one) for one in words if one]
        self.app.push_screen(routes.LogScreen(self.replay.game.info.title, told))
