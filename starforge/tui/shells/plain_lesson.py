"""Lessons as lines of text: what there is to see and to do is told before the choices, and what is done is said."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from starforge.games.lessons import Written, plain
from starforge.tables.folders import settings_file
from starforge.tables.own.lesson_table import LessonTable
from starforge.tables.settings import Settings, keep_settings
from starforge.tui.shells.lines import Lines, Quit
from starforge.tui.shells.plain import Plain


class PlainLesson(Plain):
    """Play a lesson; its table is read out once, and then what changes."""

    def __init__(self, table: LessonTable, lines: Lines) -> None:
        super().__init__(table, lines)
        self.lesson = table
        self._said: tuple[str, str] | None = None

    async def learn(self) -> bool:
        """Play until the lesson is done, or the person leaves; tell whether it was done."""
        one = self.lesson.written.lesson
        self.lines.say("", f"{one.title}. {one.about}")
        try:
            while not self.lesson.finished:
                if 0 in self.lesson.view(None).waiting:
                    self._guide()
                    self._show()
                    await self._answer()
                    self._tell_aside()
                elif not await self.lesson.step_bot():
                    self._guide()
                    await self._answer()
        except (Quit, KeyboardInterrupt):
            return False
        self._news()
        self.lines.say(f"Done: {one.title}. {plain(one.end)}")
        return True

    def _tell_aside(self) -> None:
        """Say once what an act did that the step does not ask for."""
        if aside := self.lesson.aside:
            self.lesson.aside = ""
            self.lines.say(aside.replace("; u takes", "; undo takes"))

    def _guide(self) -> None:
        """Say what there is to see and to do, when it is another than before."""
        if self.lesson.words() == self._said:
            return
        self._said = self.lesson.words()
        self._news()
        place = f"Step {self.lesson.place}: " if self.lesson.place else ""
        see, do = map(plain, self._said)
        self.lines.say(f"{place}{see}", f"To do: {do}")


async def play_lessons(known: Sequence[Written], first: Written, settings: Settings, ascii_only: bool) -> None:
    """Play a lesson by lines on standard input and output, and those after it, for as long as the person goes on."""
    lines, done = Lines(sys.stdin, sys.stdout, ascii_only), settings.learned.split()
    for one in known[known.index(first) :]:
        shell = PlainLesson(LessonTable(one, settings.name), lines)
        if not await shell.learn():
            return
        done += [] if one.mark in done else [one.mark]
        keep_settings(settings_file(), {"learned": " ".join(done)})
        if one is not known[-1]:
            lines.say(f"Next: {known[known.index(one) + 1].lesson.title}. Enter goes on, 'quit' leaves.")
            line = lines.ask()
            if line is None or line.lower() in ("quit", "q", "exit"):
                return
