"""The screen of a lesson: the game's own, with what there is to see and to do below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.engine.rules import Illegal
from starforge.tables.own.lesson_table import LessonTable
from starforge.tui.app import routes
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.picture import Picture
from starforge.tui.screens.learn.explain import explained
from starforge.tui.screens.learn.guide import LEAST_TABLE, MOST, NEXT, guide_lines, leads, light
from starforge.tui.screens.page import draw_footer
from starforge.tui.screens.play.game import GameScreen

_GO_ON = "Enter: go on"


class LessonScreen(GameScreen):
    """Play a lesson; end with ``NEXT`` when it was done and the next is wanted."""

    reports = False

    def __init__(self, table: LessonTable) -> None:
        self.lesson = table
        super().__init__(table, routes.ui_class(table.written.game))
        self._marked, self._see = False, ""

    @property
    def picture_size(self) -> tuple[int, int]:
        width, height = self.app.size
        return width, height - len(self._guide(width, height))

    def _guide(self, width: int, height: int) -> list[Any]:
        see, do = self.lesson.words()
        if self.lesson.finished:
            do = f"See how it ends. ({_GO_ON})" if self.ui.busy else "Enter: the next one. q: leave"
            see = f"✓ {self.lesson.written.lesson.title}: done. {see}"
        elif self.ui.busy:
            see, do = self._see or see, f"See what happens. ({_GO_ON})"
        elif key := self._key():
            do = f"{do} ({key})"
        lines = guide_lines(see, do, self.lesson.place if not self.lesson.finished else "", width - 2)
        steps = self.lesson.course.steps
        tallest = max(len(guide_lines(one.see, one.do, "1 of 1", width - 2)) for one in steps)
        room = min(MOST, tallest, max(height - LEAST_TABLE, 2))
        asked = len(guide_lines("", do, "", width - 2))
        lines = lines if len(lines) <= room else [*lines[: room - asked], *lines[len(lines) - asked :]]
        return [*lines, *[()] * (room - len(lines))]

    @property
    def _ahead(self) -> Action | None:
        """Return the next act of the solution, unless the player is to find it, or to take something back."""
        lesson = self.lesson
        return None if lesson.written.lesson.grade or lesson.finished or lesson.astray else lesson.course.ahead()

    def _key(self) -> str:
        """Return the key of the choice that leads on."""
        if self.ui.busy:
            return _GO_ON
        wanted, cursor = self._ahead, self.cursor
        found = next((n for n, one in enumerate(cursor.opened) if leads(one, wanted)), None)
        if found is not None and found == cursor.number:
            return "Enter"
        key = "" if found is None else cursor.opened[found].key
        return key or ("h: show me" if wanted is not None else "")

    def draw(self, width: int, height: int) -> Picture:
        lines = self._guide(width, height)
        game = super().draw(width, height - len(lines))
        step = self.lesson.course.step
        if step is not None and not self.countdown.left:
            light(game, step.lit, self.cursor.opened, self._ahead)
        whole = Picture(width, height)
        whole.paste(game, 0, 0)
        for y, spans in enumerate(lines, height - 1 - len(lines)):
            whole.put(0, y, " " * width, "on:panel")
            whole.spans(1, y, spans, width - 2)
        draw_footer(whole, self.scope)
        return whole

    def follow(self) -> None:
        """Take in what has changed; what is done is remembered at once."""
        super().follow()
        if self.lesson.finished and not self._marked:
            self._marked = True
            self.app.learned(self.lesson.written.mark)

    async def submit(self, item: Item) -> None:
        """Send an item's action in, and say when it has ended a step, with what is asked next if it is not the same."""
        before, asked = self.lesson.course.number, self.question()
        self._see = self.lesson.words()[0]
        await super().submit(item)
        if self.lesson.course.number > before and not self.lesson.finished:
            following = self.question() if not self.ui.busy else ""
            self.say(f"✓ Done. {following if following != asked else ''}".rstrip(), "good")
        elif self.lesson.aside:
            self.say(self.lesson.aside)

    async def do_choose(self) -> None:
        if self.lesson.finished:
            self.leave(NEXT)
        else:
            await super().do_choose()

    async def choose(self) -> None:
        """Do the item under the cursor; the lesson itself says what would better be left."""
        one = self.cursor.item
        if one is not None and one.action is not None and not one.reason and not self.lesson.finished:
            await self.send(one)
            self._moved()
        elif not self.lesson.finished:
            await super().choose()

    def bound(self, do: str) -> Callable[[], Any]:
        """Leave without a question and have a menu without resigning; take back whatever was done."""
        own: dict[str, Callable[[], Any]] = {
            "quit": self.leave_table,
            "menu": self._menu,
            "undo": self._undo,
            "inspect": self._inspect,
            "rules": self._rules,
        }
        return own.get(do) or super().bound(do)

    async def _undo(self) -> None:
        try:
            await self.lesson.undo(0)
            self.say("Taken back.", "good")
        except Illegal as refused:
            self.say(refused.reason, "warn")

    def _inspect(self) -> None:
        """Read what the lesson says, and about what is under the cursor."""
        game, scene = self.lesson.written.game, self.scene()
        rule, about = explained(game, scene, self.ui.called(scene), self.ui.about(scene))
        told = [words for words in (*self.lesson.words(), self.prompt.before) if words]
        paragraphs = [self.lesson.written.lesson.title, *told, *about]
        self.app.push_screen(routes.ReaderScreen(self.heading, paragraphs, game, self.lesson.rule or rule))

    def _rules(self) -> None:
        rule = self.lesson.rule or self.ui.rule(self.scene())
        self.app.push_screen(routes.RulebookScreen(self.lesson.written.game, rule))

    def _menu(self) -> None:
        self.app.push_screen(
            routes.MenuScreen(self.heading, leaving="You may begin it again at any time."),
            self.common.chosen,
        )

    def question(self) -> str:
        return "" if self.lesson.finished else super().question()
