"""A game as a film: a picture for every step, turned to what happens, with what the players were told. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from starforge.engine.action import Action
from starforge.games import span_of
from starforge.games.end_card import standing, turn_report
from starforge.tables.play.replay import Replay
from starforge.tables.table import Told
from starforge.tui.app import routes
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture

LATELY = 24
"""Steps of which a board shows what happened."""
SHORT, LONG, LAST = 0.25, 2.5, 4.0
"""How long a step is shown in which nothing is told, or which decided something, and the last one; others take 1."""


class Film:
    """Show a replay step by step; ``points`` holds by step what was a turning point, once the game has ended."""

    def __init__(self, replay: Replay, twins: bool = False) -> None:
        self.replay, self.twins = replay, twins
        self.names = tuple(seat.name for seat in replay.seats)
        card = replay.end_card() if replay.ended else None
        self.points = {point.move: point.words for point in card.points} if card is not None else {}
        self._ui = routes.ui_class(replay.game.info.id)

    @property
    def length(self) -> int:
        return self.replay.length

    def told(self, n: int, seat: int | None) -> list[str]:
        """Return what was told of a step."""
        game = self.replay.game
        return [words for event in self.replay.events(n, seat) if (words := game.tell(event, self.names))]

    def ends_turn(self, n: int) -> bool:
        turns = self.replay.turns
        return n == self.length or turns[n + 1] != turns[n]

    def caption(self, n: int, seat: int | None) -> str:
        """Return a step in words: what it decided, what was told of it, else what was done."""
        if n in self.points:
            return f"★ {self.points[n]}"
        return " ".join(self.told(n, seat)) or self._done(n)

    def report(self, n: int, seat: int | None) -> list[str]:
        """Return what the turn came to that ends with a step, and what stands; nothing where none ends."""
        if not n or not self.ends_turn(n):
            return []
        game, turn = self.replay.save.game, self.replay.turns[n]
        first = bisect_left(self.replay.turns, turn)
        events = [event for step in range(first, n + 1) for event in self.replay.events(step, seat)]
        stands = standing(game, self.replay.view(n, seat), self.names)
        return [
            *turn_report(game, events, self.names),
            *([f"{span_of(game).title()} {turn} ends: {stands}"] if stands else ()),
        ]

    def _done(self, n: int) -> str:
        move = self.replay.move(n)
        if move is None:
            return "As it was set up." if n == 0 else ""
        return f"{self.names[move.seat]}: {self._label(n, move.seat, move.text)}."

    def _label(self, n: int, seat: int, text: str) -> str:
        """Return what a player read who chose an action."""
        action: Action = self.replay.game.parse(text)
        return self.replay.game.describe(self.replay.state(n - 1), seat, action)[0]

    def pause(self, n: int) -> float:
        """Return how long a step is shown, in steps of ordinary length."""
        if n == self.length:
            return LAST
        if n in self.points or (n and self.ends_turn(n)):
            return LONG
        return 1.0 if self.told(n, None) else SHORT

    def next_point(self, n: int, way: int) -> int | None:
        """Return the step of the next turning point, or of the one before (``way`` -1)."""
        steps = sorted(self.points)
        at = bisect_right(steps, n) if way > 0 else bisect_left(steps, n) - 1
        return steps[at] if 0 <= at < len(steps) else None

    def scene(self, n: int, seat: int | None, size: tuple[int, int], scope: str = "replay") -> Scene:
        replay = self.replay
        view, steps = replay.view(n, seat), range(n, max(n - LATELY, -1), -1)
        events = next((events for step in steps if (events := replay.events(step, seat))), [])
        lately = [Told(step, event) for step in reversed(steps) for event in replay.events(step, seat)]
        told = [(one, words) for one in lately if (words := replay.game.tell(one.event, self.names))]
        report = self.report(n, seat)
        scene = Scene(
            view=view,
            title=replay.game.info.title,
            names=self.names,
            question=self.caption(n, seat),
            log=[*(words for _, words in told), *report],
            told=told,
            fresh=len(self.told(n, seat)) + len(report),
            scope=scope,
            ascii=self.twins,
            more=self._ui.facts(replay.game, view, self.names),
        )
        return self._ui.filmed(scene, events, size)

    def picture(self, n: int, seat: int | None, size: tuple[int, int]) -> Picture:
        return self._ui.paint(self.scene(n, seat, size), *size)
