"""The table of a lesson: a match in memory alone, whose one player is answered where an act leads astray."""

from __future__ import annotations

from typing import Any

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import USUAL, make
from starforge.engine.action import Action
from starforge.engine.event import Event, redact
from starforge.engine.game import Game, View
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import Save, Seat, to_save
from starforge.engine.state import clone
from starforge.games.learning import LEARNER, Learning
from starforge.games.lessons import SEED, Written, plain
from starforge.tables.table import Told, Watched

_NAMES = ("Bot", "Second bot", "Third bot")


class LessonTable(Watched):
    """Let one person play a lesson; see ``Table``. Other seats do what the lesson says, else what a bot would.

    ``aside`` says what the last act did, if it was none that the step asks for and did no harm.
    """

    id = "lesson"
    here = (LEARNER,)

    def __init__(self, written: Written, name: str = "") -> None:
        super().__init__()
        self.written, self.course = written, Learning(written)
        self.game: Game[Any, Any] = self.course.game
        self.options = self.course.match.options
        self.undone = 0
        bots = [Seat(name=one, bot=USUAL) for one in _NAMES[: written.lesson.seats - 1]]
        self.seats = (Seat(name=name or "Cadet"), *bots)
        self._sure = self.aside = ""
        self._astray: int | None = None

    def draft(self) -> str:
        """Return nothing: a lesson begins anew."""
        return ""

    async def note_draft(self, text: str) -> None:
        """Keep nothing."""

    @property
    def finished(self) -> bool:
        """Tell whether all steps are done."""
        return self.course.step is None

    @property
    def place(self) -> str:
        """Return which step it is of how many."""
        steps = len(self.course.steps)
        return "" if steps == 1 else f"{min(self.course.number + 1, steps)} of {steps}"

    def words(self) -> tuple[str, str]:
        """Return what there is to see and what to do, with the ids of rules as they are written."""
        step = self.course.step
        if step is None:
            return self.written.lesson.end, ""
        if self.astray:
            return "This way does not lead there any more.", "Take it back: u, as often as it needs."
        return step.see, step.do

    @property
    def astray(self) -> bool:
        """Tell whether no way leads on from here, by what the lesson says or as far as could be looked ahead."""
        return self.course.lost or (self._astray is not None and len(self.course.match.moves) >= self._astray)

    @property
    def rule(self) -> str:
        """Return the first rule that the step names, else ''."""
        step = self.course.step
        return next(iter(step.rules), "") if step else ""

    def length(self, seat: int | None) -> int:
        return len(self.course.match.moves)

    def view(self, seat: int | None) -> View:
        view: View = self.game.view(self.course.match.state, seat)
        return view

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        told = enumerate(self.course.told)
        return [Told(n, seen) for n, events in told if n >= since for e in events if (seen := redact(e, seat))]

    def undoable(self, seat: int) -> Refusal | None:
        if self.course.match.moves:
            return None
        return Refusal("There is nothing to undo.", self.game.info.order_rule)

    def retractable(self, seat: int) -> Refusal | None:
        return self.undoable(seat)

    async def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action, one that leads astray only the second time; raise Illegal with what it would do."""
        leads = bool(self.written.lesson.grade) or self.course.leads(action)
        if not leads and str(action) != self._sure:
            self._sure = str(action)
            raise Illegal(self._answer(action))
        self._sure = self.aside = ""
        step, aside = self.course.number, self._beside(action)
        events = self.course.submit(seat, action)
        stays = self.course.number == step
        self._astray = None if leads or not stays else self._astray or len(self.course.match.moves)
        if stays and not self.astray:
            self.aside = aside
        self.changed()
        return [seen for event in events if (seen := redact(event, seat))]

    def _beside(self, action: Action) -> str:
        """Return what to say of an act that is no part of the step's own solution, '' of one that is."""
        if self.written.lesson.grade or self.course.step is None or self.course.expects(action):
            return ""
        does, more = self._told_of(action)
        return f"{does} {more or 'This does no harm.'} The step still waits; u takes it back."

    def _told_of(self, action: Action) -> tuple[str, str]:
        """Return what an action does, and what the step says of it."""
        label, hint = self.game.describe(self.course.match.state, LEARNER, action)
        answers = self.course.step.answers if self.course.step else {}
        more = next((words for text, words in answers.items() if f"{action} ".startswith(f"{text} ")), "")
        return _sentence(label, ":", hint), plain(more)

    def _answer(self, action: Action) -> Refusal:
        does, more = self._told_of(action)
        words = f"{does} {more or 'That is not what this step is about.'} The same again does it; u takes it back."
        return Refusal(words, self.rule or self.game.info.order_rule)

    async def undo(self, seat: int) -> None:
        if (refusal := self.undoable(seat)) is not None:
            raise Illegal(refusal)
        self.course.take_back()
        self._sure = self.aside = ""
        if not self.astray:
            self._astray = None
        self.undone += 1
        self.changed()

    async def resign(self, seat: int) -> None:
        """Do nothing: a lesson is just left."""

    async def hint(self, seat: int, level: str = USUAL) -> tuple[Action, str] | None:
        """Return the next act of the lesson's own solution."""
        action = self.course.ahead()
        if action is None:
            return None
        label, hint = self.game.describe(self.course.match.state, LEARNER, action)
        return action, _sentence(label, ";", hint)

    async def hurry(self) -> None:
        """Do nothing: nobody thinks for long in a lesson."""

    async def step_bot(self) -> bool:
        """Let the first other seat that is asked act."""
        s, reply = self.course.match.state, self.course.reply()
        asked = [seat for seat in sorted(s.asks) if seat != LEARNER]
        if not asked or self.finished or s.result is not None:
            return False
        self.course.submit(*(reply or (asked[0], self._thought(asked[0]))))
        self.changed()
        return True

    def _thought(self, seat: int) -> Action:
        s, moves = clone(self.course.match.state), len(self.course.match.moves)
        bot = make(self.game, USUAL, derive("bot", SEED, seat, moves))
        return bot.choose(look(self.game, s, seat, bot), sampler(self.game, s, seat, derive("sample", SEED, moves)))

    def save(self) -> Save:
        return to_save(self.course.match, list(self.seats))


def _sentence(label: str, mark: str, hint: str) -> str:
    """Return what an action does as a sentence, with one full stop however its hint ends."""
    return f"{label}{mark} {hint.rstrip('.')}." if hint else f"{label}."
