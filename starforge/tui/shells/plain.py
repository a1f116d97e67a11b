"""The plain shell: every game as lines of text, for screen readers, pipes and terminals that can do no more.

Choices are numbered; commands are words. Between people at one terminal it hands over without a secret of either in
sight: it names who is next, waits for Enter, and only then tells what that person may know.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from starforge.bots.levels import USUAL
from starforge.engine.action import Action
from starforge.engine.game import View
from starforge.engine.rules import Choice, Illegal
from starforge.engine.save import SaveError
from starforge.tables.own.honours import Honours
from starforge.tables.play.seating import level_for
from starforge.tables.settings import Settings
from starforge.tables.table import Table, TableError, Told, farewell, resigning
from starforge.tui.shells.choices import grouped, sentence, shared
from starforge.tui.shells.keeping import OFFER, rescue, save
from starforge.tui.shells.lines import Lines, Quit, words_of
from starforge.tui.shells.patience import let_act
from starforge.tui.shells.reading import read_glossary, read_rules, told_lines

_COMMANDS = {
    "NUMBER": "do the choice of that number, or list the ways to do it; Enter or 'back' leaves that list",
    "look": "describe the table again",
    "choices": "list all that can be done, with its text, which can be typed too, and what cannot, with the reason",
    "log": "what has happened so far; 'log 20' tells the last 20",
    "undo": "take the last action back, as far as nothing was rolled or seen by it; also 'u', or 'back' at a question",
    "hint": "what a bot would do, and why; 'hint cadet' asks one of that level",
    "rules": "the rules: 'rules ID' reads one, 'rules WORDS' searches",
    "glossary": "what the words mean; 'glossary WORD' tells about one",
    "resign": "give the game up for good; it asks before",
    "save": "everything is saved as it happens; 'save FILE' writes a copy to a file",
    "rescue": "'rescue FOLDER' keeps the game in another folder, should its own be gone",
    "help": "this list, also by '?'",
    "quit": "leave; the game can be continued",
}


class Plain:
    """Play one table by lines until it ends or the person leaves."""

    def __init__(self, table: Table, lines: Lines, fleets: Path | None = None, handoffs: bool = True) -> None:
        """Let another player wait for Enter also where nothing is secret, with ``handoffs``."""
        self.table, self.game, self.lines = table, table.game, lines
        self._fleets = fleets if table.game.info.id == "shattered-reach" else None
        """The file of fleets kept by name, where the game has fleets."""
        self.names = [seat.name for seat in table.seats]
        self.seat: int | None = self.people[0] if len(self.people) == 1 else None
        """Who is at the terminal: None is nobody or everybody, and nothing secret may be said."""
        self.speaker: int | None = None
        """Who answers while everybody may look, because what is asked hides nothing."""
        self.handoffs = handoffs
        self._told: dict[int | None, list[Told]] = {}
        self._honours = Honours(table)
        self._resigning: int | None = None
        self._anybody = bool(table.here)
        self._listed = self._inside = False
        self._menu: list[list[Choice]] = []
        self._commands: dict[str, Callable[[list[str]], Any]] = {
            "look": lambda words: self._look(),
            "choices": lambda words: self._all(),
            "log": self._log,
            "help": lambda words: self._help(),
            "?": lambda words: self._help(),
            "rules": lambda words: read_rules(self.game.info.id, words, self.lines.say),
            "glossary": lambda words: read_glossary(self.game.info.id, words, self.lines.say),
            "save": lambda words: save(self.table, words, self.lines.say),
        }

    @property
    def actor(self) -> int | None:
        """Return the seat that answers now."""
        return self.seat if self.speaker is None else self.speaker

    @property
    def people(self) -> tuple[int, ...]:
        return self.table.here

    async def run(self) -> None:
        self.lines.say(f"{self.game.info.title}. {self.game.info.tagline}", "Type 'help' for the commands.")
        with suppress(Quit, KeyboardInterrupt):
            await self._play()
        self.lines.say(farewell(self.table))

    async def _play(self) -> None:
        while self.table.view(None).result is None:
            waiting = self.table.view(None).waiting
            asked = [n for n in self.people if n in waiting]
            coming = self.actor if self.actor in asked else next(iter(asked), None)
            if coming is None or (coming != self.actor and any(self.table.seats[n].bot for n in waiting)):
                await self._step_bot()
            elif coming == self.actor and self._open(coming) == (self.seat is None):
                self._show()
                await self._answer()
            elif self._open(coming):
                await self._pass_on(coming)
            else:
                await self._hand_over(coming)
        await self._end()
        while self._anybody and (line := self.lines.ask()) is not None:
            if not self._afterwards(line.split()):
                return

    async def _step_bot(self) -> None:
        """Let a bot act; where its act cannot be kept because the place for it is gone, wait for another."""
        try:
            await let_act(self.table, self.lines)
        except TableError as error:
            if not self.table.lost:
                raise
            self.lines.say(f"{error}. {OFFER}")
            words = self._typed()
            if words[:1] == ["rescue"]:
                await rescue(self.table, words[1:], self.lines.say)
        if len(self.people) < 2:
            self._news()

    async def _resign(self, seat: int) -> None:
        """Give a seat up, if that has just been asked for too."""
        if self._resigning != seat:
            self._resigning = seat
            self.lines.say(f"This gives up {resigning(self.table, seat)}. Type 'resign' again to do it.")
            return
        await self.table.resign(seat)
        self.lines.say(f"{self.names[seat]} has resigned.")
        self._listed = False

    def _open(self, seat: int) -> bool:
        """Tell whether everybody at the terminal may look while a seat answers."""
        return len(self.people) > 1 and not self.game.hides(self.table.view(None), seat)

    async def _pass_on(self, seat: int) -> None:
        """Let another person answer in sight of all, once they have pressed Enter if that is wanted."""
        if self.seat is not None:
            if not await self._part(self.seat):
                return
            self.lines.clear()
        last, self.speaker, self._listed = self.speaker, seat, False
        if last == seat:
            return
        self._news()
        name = self.names[seat]
        if last is None or not self.handoffs:
            self.lines.say(f"It is the turn of {name}.")
            return
        self.lines.say(f"It is the turn of {name}. Press Enter to go on.")
        self.lines.forget()
        if words := self._typed():
            self.lines.say(f"'{' '.join(words)}' was typed before, and is not done.")

    async def _hand_over(self, seat: int) -> None:
        """Give the terminal to another person: with nothing secret said before they are there."""
        if self.seat is not None and not await self._part(self.seat):
            return
        name = self.names[seat]
        self.lines.clear()
        self.lines.say(f"It is the turn of {name}. Pass the terminal to {name}, then press Enter.")
        self.lines.forget()
        words = self._typed()
        self.seat, self.speaker, self._listed = seat, None, False
        said = f"'{' '.join(words)}' was typed before, and is not done. " if words else ""
        self.lines.say(f"{said}Welcome, {name}.")
        self._news()
        self._look()

    async def _part(self, last: int) -> bool:
        """Let a person read what their last action did, and leave; return False when they take it back instead."""
        self._news()
        self.lines.say(f"That was all from {self.names[last]} for now.")
        if self.lines.seen:
            free = last in self.people and self.table.undoable(last) is None
            self.lines.say(
                "Press Enter when you have read it; it will be moved out of sight."
                + (" Or type 'undo' to take your last action back." if free else "")
            )
            if self._typed() in (["undo"], ["u"]) and free:
                await self._do(["undo"])
                return False
        self.seat = None
        return True

    def _typed(self) -> list[str]:
        return words_of(self.lines.ask())

    def _show(self) -> None:
        """Tell what is asked and what can be done; not again after a question that changed nothing."""
        if self._told.get(self.seat) is None:
            self._news()
            self._look()
        self._news()
        if not self._listed:
            self.lines.say(self.game.question(self._view()))
            self._list()
        self._listed = True

    def _view(self) -> View:
        """Return what whoever looks may see, with the choices of who answers."""
        if self.speaker is None:
            return self.table.view(self.seat)
        own = self.table.view(self.speaker)
        return replace(self.table.view(None), ask=own.ask, choices=own.choices)

    def _news(self) -> None:
        """Tell what the person at the terminal has not been told yet."""
        now = self.table.log(self.seat)
        before = self._told.get(self.seat, [])
        if self.table.view(None).result is not None:
            last = max((told.n for told in before), default=-1)
            fresh = [told for told in now if told.n > last]
        else:
            same = next(
                (i for i, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), min(len(before), len(now))
            )
            fresh = now[same:]
        self._told[self.seat] = now
        self.lines.say(*told_lines(self.table, self.seat, fresh))
        self.lines.say(*self._honours.news(self.actor, self.table.view(None).turn))

    def _look(self) -> None:
        self.lines.say(*self.game.lines(self._view(), self.names))

    def _list(self) -> None:
        """Read the choices out with their numbers, many of them by name with the number of ways."""
        self._inside = False
        self._offer(grouped([c for c in self._view().choices if not c.reason]))

    def _offer(self, menu: list[list[Choice]]) -> None:
        self._menu = menu
        for number, ways in enumerate(menu, 1):
            text = sentence(ways[0]) if len(ways) == 1 else f"{shared(ways)}: {len(ways)} ways."
            self.lines.say(f"{number}. {text}")

    def _all(self) -> None:
        """List every choice with its text, and every refused one with its reason."""
        choices = self._view().choices
        self._menu, self._inside = [[c] for c in choices if not c.reason], False
        for number, (choice,) in enumerate(self._menu, 1):
            self.lines.say(f"{number}. {sentence(choice)} [{choice.action}]")
        refused = [c for c in choices if c.reason]
        self.lines.say(*(f"Not allowed: {c.label} [{c.action}]. {c.reason} ({c.rule})" for c in refused))
        self.lines.say(*([] if choices else ["There is nothing to choose now."]))

    async def _answer(self) -> None:
        """Take one line from the person at the terminal; what it asks about is told, what it does is done."""
        words = self._typed()
        command = " ".join(words[:1]).lower()
        if command == "" or (command == "back" and self._inside):
            self._listed = False
            return
        if command == "back" and not self._steps_back():
            assert self.actor is not None
            if (refusal := self.table.retractable(self.actor)) is not None:
                self.lines.say(f"{refusal.reason} ({refusal.rule})")
                return
            command = "u"
        if command == "u":
            words, command = ["undo"], "undo"
        if self._tells(command, words[1:]):
            return
        if command == "fleets" and self._fleets is not None and self.seat is not None:
            await self._answer_fleets(self._fleets, self.seat, words[1:])
        else:
            await self._do(words)

    def _tells(self, command: str, words: list[str]) -> bool:
        """Do what a command only tells, at any time; return whether it is such a command."""
        if command != "resign":
            self._resigning = None
        if command in self._commands:
            self._commands[command](words)
        elif command in self.game.topics:
            self.lines.say(*self.game.inform(self._view(), self.names, command, words))
        return command in self._commands or command in self.game.topics

    def _steps_back(self) -> bool:
        """Tell whether the game itself has a step back to do."""
        return any(str(c.action) == "back" for c in self._view().choices if not c.reason)

    async def _answer_fleets(self, path: Path, seat: int, words: list[str]) -> None:
        from starforge.tui.games.shattered_reach.fleets.shelf import Shelf

        before = self.table.length(seat)
        await Shelf(self.table, seat, path, self.lines.say).answer(words)
        if self.table.length(seat) != before:
            self._listed = False

    async def _do(self, words: list[str]) -> None:
        assert self.actor is not None
        try:
            if words == ["undo"]:
                together = self.people if self.seat is None else (self.seat,)
                await self.table.undo(next((n for n in together if self.table.undoable(n) is None), self.actor))
                self.lines.say("Taken back.")
                self._listed = False
            elif words == ["resign"]:
                await self._resign(self.actor)
            elif words[0] == "rescue":
                await rescue(self.table, words[1:], self.lines.say)
            elif words[0] == "hint" and len(words) < 3:
                found = await self.table.hint(self.actor, level_for(self.table.game, "".join(words[1:])) or USUAL)
                self.lines.say(found[1] if found else "There is no hint.")
            else:
                await self._act(words)
        except Illegal as refused:
            self.lines.say(f"{refused.reason} ({refused.rule})")
        except TableError as error:
            self.lines.say(f"{error}. {OFFER}" if self.table.lost else f"{error}.")

    async def _act(self, words: list[str]) -> None:
        if words[0].isdecimal():
            await self._take(int(words[0][:9]) if len(words) == 1 else 0)
            return
        try:
            action = self.game.parse(" ".join(words))
        except ValueError as error:
            self.lines.say(f"Not understood: {error}.", "Type the number of a choice, or 'help'.")
            return
        await self._submit(action)

    async def _take(self, number: int) -> None:
        """Do the choice of a number, or offer the ways there are to do it."""
        if not 1 <= number <= len(self._menu):
            numbers = "1" if len(self._menu) == 1 else f"a number from 1 to {len(self._menu)}"
            self.lines.say(f"Type {numbers}, or 'help'.")
        elif len(self._menu[number - 1]) == 1:
            await self._submit(self._menu[number - 1][0].action)
        else:
            self._offer(grouped(self._menu[number - 1]))
            self._inside = True

    async def _submit(self, action: Action) -> None:
        assert self.actor is not None
        self._listed = False
        await self.table.submit(self.actor, action)

    def _log(self, words: list[str]) -> None:
        told = self.table.log(self.seat)
        count = int(words[0][:6]) if words and words[0].isdecimal() else len(told)
        told_so = told_lines(self.table, self.seat, told[-count:] if count else [])
        self.lines.say(*(told_so or ["There is nothing to tell."]))

    def _help(self) -> None:
        self.lines.say(*(f"{word}: {meaning}." for word, meaning in _COMMANDS.items()))
        self.lines.say(*(f"{usage}." for usage in self.game.topics.values()))
        if self._fleets is not None:
            from starforge.tui.games.shattered_reach.fleets.shelf import USE

            self.lines.say(f"{USE}.")

    async def _end(self) -> None:
        from starforge.tui.shells.told import card_of_table  # it draws, and most runs do not come to an end

        result = self.table.view(None).result
        assert result is not None
        self._news()
        if len(self.people) != 1:
            self.seat = None
        self._look()
        winners = [self.names[n] for n in result.winners]
        self.lines.say(f"The game is over. {result.text}", f"{_listed(winners)} won." if winners else "Nobody won.")
        if result.scores:
            pairs = zip(self.names, result.scores, strict=False)
            self.lines.say("Scores: " + ", ".join(f"{name} {score}" for name, score in pairs) + ".")
        with suppress(SaveError, TableError):  # at a server the record stays there
            self.lines.say(*(await card_of_table(self.table))[1:])
        if self._anybody:
            self.lines.say("'log' tells it all again, 'save FILE' keeps a copy, 'quit' leaves.")

    def _afterwards(self, words: list[str]) -> bool:
        """Answer a line after the end of the game; return False when the person leaves."""
        command = words[0].lower() if words else ""
        if command in ("quit", "q", "exit"):
            return False
        if command in self._commands:
            self._commands[command](words[1:])
        elif command:
            self.lines.say("The game is over; 'quit' leaves.")
        return True


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


async def play_plain(table: Table, settings: Settings, fleets: Path | None = None) -> None:
    """Play a table by lines on standard input and output; ``fleets`` is the user's file of fleets kept by name."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # asyncio's would wait for the line that is being read
    lines = Lines(sys.stdin, sys.stdout, settings.look == "ascii")
    await Plain(table, lines, fleets, settings.handoffs).run()
