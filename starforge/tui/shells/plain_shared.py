"""The plain shell at a table of a server: what others do is told as it happens, and one may talk."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from starforge.engine.save import SaveError, parse_save
from starforge.engine.shape import read_shape
from starforge.games.end_card import card_lines
from starforge.tables.own.honours import card_with_new, known_among
from starforge.tables.own.logbook import Logged
from starforge.tables.play.replay import Replay
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.remote.table import RemoteTable
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.words import listed, taken_home
from starforge.tui.shells.lines import Lines, Quit, words_of
from starforge.tui.shells.plain import Plain

_TO_OTHERS = {
    "say": "say WORDS: talk with those at the table",
    "agree": "agree: let another player take moves back who asks for it",
    "refuse": "refuse: let what was done stand",
}


class SharedPlain(Plain):
    """Play one's own seat of a shared table by lines, or watch; whoever is not asked waits for news."""

    def __init__(self, table: RemoteTable, lines: Lines, lobby: RemoteLobby) -> None:
        super().__init__(table, lines)
        self.shared, self._lobby = table, lobby
        self._heard = 0
        self._told_waiting: tuple[str, ...] = ()
        self._typed_lines: asyncio.Queue[str | None] = asyncio.Queue()

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
                asked = self.seat in self.people and self.seat in self.table.view(None).waiting
                if asked:
                    self._told_waiting = ()
                    self._show()
                else:
                    self._news()
                    self._tell_waiting()
                if not asked or self.lines.seen:
                    await self._listen(changed, asked)
                else:
                    await self._answer()
        finally:
            stop()
        await self._end()
        with suppress(SaveError, ValueError, *REFUSALS):
            replay = Replay(parse_save(await self._lobby.export(self.table.id)))
            found = [read_shape(Logged, one) for one in await self._lobby.logbook(lambda done, of: None)]
            card = card_with_new(replay, known_among(found, replay, self.table.id))
            heading = replay.heading(self.table.id)._replace(again=taken_home(self.table.id))
            self.lines.say(*card_lines(card, heading)[1:])

    def _tell_waiting(self) -> None:
        """Say whom the table waits for, once as long as it is the same people."""
        names = tuple(self.names[n] for n in sorted(self.table.view(None).waiting))
        if names != self._told_waiting:
            self._told_waiting = names
            self.lines.say(f"The table waits for {listed(names)}; Ctrl+C leaves it.")

    async def _listen(self, changed: asyncio.Event, asked: bool) -> None:
        """Wait for news or for a line that is typed at a terminal, and answer that."""
        if asked:
            self.lines.prompt()
        waits = asyncio.ensure_future(changed.wait()), asyncio.ensure_future(self._typed_lines.get())
        with self.lines.listening(asyncio.get_running_loop(), self._typed_lines.put_nowait):
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        news, typed = waits
        news.cancel()
        if not typed.done():
            typed.cancel()
            self.lines.say(*([""] if asked else []))  # what is new begins a line of its own
        elif asked:
            self.lines.waiting.insert(0, " ".join(words_of(typed.result())))
            await super()._answer()
        else:
            await self._answer_meanwhile(words_of(typed.result()))

    async def _answer_meanwhile(self, words: list[str]) -> None:
        """Do what needs no turn: tell, talk, agree, take back, give up."""
        command = words[0].lower() if words else ""
        if self._tells(command, words[1:]):
            return
        if command in _TO_OTHERS or (command in ("u", "undo", "resign") and self.seat is not None):
            await self._do([{"u": "undo"}.get(command, command), *words[1:]])
        elif command:
            names = [self.names[n] for n in sorted(self.table.view(None).waiting)]
            self.lines.say(f"Nothing is asked of you; the table waits for {listed(names)}. Type 'help' for what works.")

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
        if words[0] not in _TO_OTHERS:
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

    def _help(self) -> None:
        super()._help()
        self.lines.say(*(f"{usage}." for usage in _TO_OTHERS.values()))


async def play_shared(lobby: RemoteLobby, table: RemoteTable, ascii: bool = False) -> None:  # noqa: A002
    """Play a shared table by lines on standard input and output."""
    await SharedPlain(table, Lines(sys.stdin, sys.stdout, ascii), lobby).run()
    await table.close()
