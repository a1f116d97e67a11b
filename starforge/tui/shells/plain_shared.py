"""The plain shell at a table of a server: what others do is told as it happens, and one may talk."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from starforge.tables.remote.table import RemoteTable
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.words import listed
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import Plain, Quit


class SharedPlain(Plain):
    """Play one's own seat of a shared table by lines, or watch; whoever is not asked waits for news."""

    def __init__(self, table: RemoteTable, lines: Lines) -> None:
        super().__init__(table, lines)
        self.shared = table
        self._heard = 0
        self._told_waiting: tuple[str, ...] = ()

    async def run(self) -> None:
        self.lines.say(
            f"{self.game.info.title}. {self.game.info.tagline}", "Type 'help' for the commands, 'say WORDS' to talk."
        )
        with suppress(Quit, KeyboardInterrupt):
            await self._play()
        self.lines.say(f"The others may go on; 'starforge join {self.table.id}' comes back.")

    async def _play(self) -> None:
        changed = asyncio.Event()
        stop = self.table.watch(changed.set)
        try:
            while self.table.view(None).result is None:
                changed.clear()
                self._hear()
                if self.seat in self.people and self.seat in self.table.view(None).waiting:
                    self._told_waiting = ()
                    self._show()
                    await self._answer()
                else:
                    self._news()
                    self._tell_waiting()
                    await changed.wait()
        finally:
            stop()
        self._end()

    def _tell_waiting(self) -> None:
        """Say whom the table waits for, once as long as it is the same people."""
        names = tuple(self.names[n] for n in sorted(self.table.view(None).waiting))
        if names != self._told_waiting:
            self._told_waiting = names
            self.lines.say(f"The table waits for {listed(names)}; Ctrl+C leaves it.")

    def _hear(self) -> None:
        lines = self.shared.talk()
        self.lines.say(*(f"{one.user} says: {one.text}" for one in lines[self._heard :]))
        self._heard = len(lines)

    async def _answer(self) -> None:
        """Take one line, while what others do goes on being heard."""
        line = await asyncio.to_thread(self.lines.ask)
        if line is None:
            raise Quit
        self.lines.waiting.insert(0, line)
        await super()._answer()

    async def _do(self, words: list[str]) -> None:
        if words[0] not in ("say", "agree", "refuse"):
            await super()._do(words)
            return
        try:
            if words[0] == "say":
                await self.shared.say(" ".join(words[1:]))
                self._hear()
            else:
                await self.shared.consent(words[0] == "agree")
        except REFUSALS as error:
            self.lines.say(sentence(error))


async def play_shared(table: RemoteTable, ascii: bool = False) -> None:  # noqa: A002
    """Play a shared table by lines on standard input and output."""
    await SharedPlain(table, Lines(sys.stdin, sys.stdout, ascii)).run()
    await table.close()
