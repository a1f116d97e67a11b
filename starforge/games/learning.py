"""Following somebody through a lesson: which step, what has been done in it, and where an act would lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game
from starforge.engine.rules import Illegal
from starforge.engine.state import State, clone, digest
from starforge.games.conditions import read_condition
from starforge.games.lessons import LessonStep, Written
from starforge.quick import dataclass

LEARNER = 0
_LOOKED_AT, _AHEAD = 250, 3
"""So many states are looked at, so many acts ahead, for a way of the player's own."""


@dataclass(slots=True)
class _Line:
    """What a step may come to: a state, what was done on the way, and how many acts of others are spent."""

    s: State
    did: list[str]
    spent: int


class Learning:
    """Play a lesson; ``step`` is None when all is done.

    ``acts`` are what the player has done in the step, ``told`` the events of each move, those of the opening first.
    """

    def __init__(self, written: Written) -> None:
        self.written, self.steps = written, written.lesson.steps
        self._begin()

    def _begin(self) -> None:
        self.match = self.written.match()
        self.number, self.told = 0, [self.match.opening]
        self._known: dict[str, tuple[int, list[str], int, int]] = {}
        self._enter()
        self._remember()

    def _enter(self) -> None:
        self.acts: list[str] = []
        self._spent, self._turn = 0, self.match.state.turn

    def _remember(self) -> None:
        """Keep what has been done in which step with the state that it has led to."""
        self._known[digest(self.match.state)] = self.number, list(self.acts), self._spent, self._turn

    def _return(self) -> None:
        """Go back to the step in which the state was already there, where the game has a way of its own to undo."""
        if (there := self._known.get(digest(self.match.state))) is not None:
            self.number, acts, self._spent, self._turn = there
            self.acts = list(acts)

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def step(self) -> LessonStep | None:
        return self.steps[self.number] if self.number < len(self.steps) else None

    @property
    def lost(self) -> bool:
        """Tell whether the step cannot be reached any more from here, by what the lesson says."""
        step = self.step
        return step is not None and not self._reached(step, self._line()) and self._lost(step, self._line())

    def _line(self) -> _Line:
        return _Line(self.match.state, self.acts, self._spent)

    def _late(self, step: LessonStep, line: _Line) -> bool:
        return line.s.turn > self._turn + step.turns

    def _lost(self, step: LessonStep, line: _Line) -> bool:
        over = line.s.result is not None or self._late(step, line)
        return over or any(self._holds(one, line) for one in step.lost)

    def _reached(self, step: LessonStep, line: _Line) -> bool:
        return all(self._holds(one, line) for one in step.until) and not self._late(step, line)

    def _holds(self, text: str, line: _Line) -> bool:
        """Tell whether a condition is true of a state, or of what the learner sees of it."""
        seen = self.game.view(line.s, LEARNER) if text.startswith("view.") else line.s
        return read_condition(text.removeprefix("view.")).holds(seen, line.did)

    def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action of any seat, and go on to the next step when this one is done; raise Illegal if refused."""
        scripted = seat != LEARNER and self.reply() == (seat, action)
        events = self.match.submit(seat, action)
        self.told.append(events)
        if seat == LEARNER:
            self.acts.append(str(action))
        self._spent += scripted
        before = self.number
        while self.step is not None and self._reached(self.step, self._line()):
            self.number += 1  # and past steps that were done before they were asked for
            self._enter()
        if self.number == before and seat == LEARNER:
            self._return()
        self._remember()
        return events

    def reply(self) -> tuple[int, Action] | None:
        """Return what another seat is to do now by the lesson, with the seat."""
        step = self.step
        return None if step is None else _scripted(self.game, step, self._line())

    def take_back(self) -> bool:
        """Take the player's last act back, with all that followed, dice too; tell whether there was one."""
        moves = self.match.moves
        last = next((n for n in range(len(moves) - 1, -1, -1) if moves[n].seat == LEARNER), None)
        if last is None:
            return False
        kept = list(moves[:last])
        self._begin()
        for seat, text in kept:
            self.submit(seat, self.game.parse(text))
        return True

    def ahead(self) -> Action | None:
        """Return the next action of the step's own solution that is allowed now."""
        legal = self.game.legal(self.match.state, LEARNER)
        left = _without(self.step.solution, self.acts) if self.step else []
        return next((action for text in left if (action := self.game.parse(text)) in legal), None)

    def expects(self, action: Action) -> bool:
        """Tell whether an action is still to come in the step's own solution."""
        return self.step is not None and str(action) in _without(self.step.solution, self.acts)

    def leads(self, action: Action) -> bool:
        """Tell whether an act leads to what the step asks, as far as can be looked ahead; raise Illegal if refused."""
        step = self.step
        if step is None:
            return True
        first = self._after(step, self._line(), action)
        return self._finishes(step, first) or self._found(step, first)

    def _after(self, step: LessonStep, line: _Line, action: Action) -> _Line:
        """Return where an act leads, with what others are to do after it."""
        found = _Line(clone(line.s), [*line.did, str(action)], line.spent)
        self.game.apply(found.s, LEARNER, action)
        while not self._reached(step, found) and (reply := _scripted(self.game, step, found)) is not None:
            self.game.apply(found.s, *reply)
            found.spent += 1
        return found

    def _finishes(self, step: LessonStep, line: _Line) -> bool:
        """Tell whether what is left of the solution still leads to the end of the step."""
        for text in _without(step.solution, line.did):
            if self._reached(step, line):
                break
            try:
                line = self._after(step, line, self.game.parse(text))
            except Illegal:
                continue
        return self._reached(step, line)

    def _found(self, step: LessonStep, first: _Line) -> bool:
        """Tell whether a few acts of any kind lead to the end of the step."""
        return any(self._reached(step, line) for line in self._reachable(step, first, _AHEAD, _LOOKED_AT))

    def _reachable(self, step: LessonStep, first: _Line, depth: int, most: int) -> Iterator[_Line]:
        """Yield what can be reached, nearest first, without what is lost and what was there before."""
        lines, known = [first], {digest(first.s)}
        for _ in range(depth + 1):
            following: list[_Line] = []
            for line in lines:
                done = self._reached(step, line)
                if not done and self._lost(step, line):
                    continue
                yield line
                if done:
                    continue
                for action in self.game.legal(line.s, LEARNER):
                    if len(known) >= most:
                        break
                    one = self._after(step, line, action)
                    mark = digest(one.s)
                    if mark not in known:
                        known.add(mark)
                        following.append(one)
            lines = following

    def shortest(self, most: int) -> int | None:
        """Return with how few acts the step can be done, looking at no more than so many states; None: not found."""
        step, line = self.step, self._line()
        assert step is not None
        before = len(line.did)
        found = self._reachable(step, _Line(clone(line.s), list(line.did), line.spent), most, most)
        return next((len(one.did) - before for one in found if self._reached(step, one)), None)


def _scripted(game: Game[Any, Any], step: LessonStep, line: _Line) -> tuple[int, Action] | None:
    if line.spent >= len(step.others):
        return None
    seat, _, text = step.others[line.spent].partition(" ")
    action = game.parse(text)
    return (int(seat), action) if action in game.legal(line.s, int(seat)) else None


def _without(solution: Sequence[str], did: Sequence[str]) -> list[str]:
    """Return what of a solution has not been done."""
    left = list(solution)
    for text in did:
        if text in left:
            left.remove(text)
    return left
