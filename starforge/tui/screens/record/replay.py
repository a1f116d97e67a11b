"""The replay viewer: a game as a film, step by step or by itself. It takes no game input at all."""

from __future__ import annotations

from bisect import bisect_left

from textual.timer import Timer

from starforge.games import span_of
from starforge.tables.play.replay import Replay
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.page import Page, draw_footer
from starforge.tui.screens.record.film import Film

PACES = (1.6, 0.8, 0.4, 0.15)
"""Seconds of an ordinary step at each of the four speeds."""


class ReplayScreen(Page):
    """Show a replay on its game's own board; ``where`` is the file or the id of the game."""

    scope = "replay"

    def __init__(self, replay: Replay, where: str = "FILE") -> None:
        super().__init__()
        self.replay, self.where = replay, where
        self.n = 0
        self.speed = 2
        self.viewers = replay.viewers
        self.seat = self.viewers[-1] if len(self.viewers) == 2 else None
        self.note = ""
        self._timer: Timer | None = None
        self._film: Film | None = None

    @property
    def film(self) -> Film:
        if self._film is None:
            self._film = Film(self.replay, self.app.shown.twins)
        return self._film

    def draw(self, width: int, height: int) -> Picture:
        picture = self.film.picture(self.n, self.seat, (width, height))
        eyes = "a spectator" if self.seat is None else self.film.names[self.seat]
        playing = "▶" if self._timer else "■"
        seen = f"{playing} speed {self.speed} · {self.n}/{self.replay.length} · seen by {eyes}"
        draw_footer(picture, self.scope, self.note or seen)
        return picture

    async def press(self, key: str) -> None:
        self.note = ""
        await super().press(key)

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
        turn = self.replay.turns[self.n]
        if self.n and self.replay.turns[self.n - 1] != turn:
            turn -= 1
        self._to_turn(turn)

    def _to_turn(self, turn: int) -> None:
        self._rest()
        self._go(bisect_left(self.replay.turns, turn))

    def do_point(self) -> None:
        self._to_point(1)

    def do_point_back(self) -> None:
        self._to_point(-1)

    def _to_point(self, way: int) -> None:
        self._rest()
        there = self.film.next_point(self.n, way)
        if there is not None:
            self._go(there)
        elif not self.replay.ended:
            self.note = "Turning points are known when a game has ended."
        else:
            self.note = "There is no other turning point that way."

    def do_top(self) -> None:
        self._rest()
        self._go(0)

    def do_bottom(self) -> None:
        self._rest()
        self._go(self.replay.length)

    def on_screen_suspend(self) -> None:
        """Rest while another screen lies over the film."""
        self._rest()

    def do_play(self) -> None:
        """Play on by itself, or stop."""
        if self._timer is not None:
            self._rest()
        else:
            self._run()

    def _run(self) -> None:
        """Let the step that is shown stay as long as it should, then go on."""
        self._rest()
        self._timer = self.set_timer(PACES[self.speed - 1] * self.film.pause(self.n), self._tick)

    def _tick(self) -> None:
        self._go(self.n + 1)
        if self.n < self.replay.length:
            self._run()
        else:
            self._rest()
        self.repaint()

    def do_faster(self) -> None:
        self._change_speed(1)

    def do_slower(self) -> None:
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        self.speed = max(1, min(self.speed + by, len(PACES)))
        if self._timer is not None:
            self._run()

    def do_jump(self) -> None:
        last, span = self.replay.turns[-1], span_of(self.replay.save.game)

        def done(text: str) -> None:
            if text and not self.replay.turns[0] <= int(text) <= last:
                self.note = f"There is no {span} {int(text)}; the last is {last}."
            elif text:
                self._to_turn(int(text))

        self._rest()
        self.type(span.title(), TextField.of("", 6, digits=True), done)

    def do_seat(self) -> None:
        """See it through the next seat's eyes, where that is allowed."""
        self.seat = self.viewers[(self.viewers.index(self.seat) + 1) % len(self.viewers)]

    def do_card(self) -> None:
        if self.replay.ended:
            self._rest()
            self.app.push_screen(routes.EndCardScreen(self.replay, self.where))
        else:
            self.note = "There is an end card when the game has ended."

    def do_log(self) -> None:
        turns = self.replay.turns
        told = [(turns[n], words) for n in range(self.n + 1) for words in self.film.told(n, self.seat)]
        self.app.push_screen(routes.LogScreen(self.replay.game.info.title, told, span_of(self.replay.save.game)))
