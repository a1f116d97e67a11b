"""The JSON shell: one object per line each way, for programs in any language.

At the start and after every change it prints who is asked what::

    {"type": "asks", "asks": [{"seat": 0, "kind": "lay"}], "turn": 1, "result": null}

Once the game has ended, ``asks`` is empty and ``result`` is ``{"winners": [0], "text": "...", "scores": [3, 1]}``. The
program writes commands; ``seat`` counts from 0, and is null for a spectator where something is only looked at:

``{"cmd": "view", "seat": 0}``
    ``{"type": "view", "seat": 0, ...}``: the fields of the game's view.
``{"cmd": "legal", "seat": 0}``
    ``{"type": "legal", "actions": ["lay c01", ...]}``
``{"cmd": "choices", "seat": 0}``
    ``{"type": "choices", "choices": [...]}``, each with ``action``, ``label``, ``hint``, and, when it is not allowed,
    ``reason`` and ``rule``; else these are empty.
``{"cmd": "act", "seat": 0, "action": "lay c01"}``
    ``{"type": "ok", "events": [...]}`` as that seat may see them, or
    ``{"type": "illegal", "reason": "...", "rule": "..."}``
``{"cmd": "undo", "seat": 0}``
    ``{"type": "ok", "events": []}`` or ``illegal``
``{"cmd": "resign", "seat": 0, "sure": true}``
    ``{"type": "ok", "events": []}``: the seat is given up for good; without ``sure`` it is an ``error`` that says what
    that leads to.
``{"cmd": "hint", "seat": 0, "level": "captain"}``
    ``{"type": "hint", "action": "lay c01", "why": "..."}``; both are null when the seat is not asked.
``{"cmd": "log", "seat": 0, "since": 0}``
    ``{"type": "log", "told": [{"n": 1, "turn": 1, "event": {...}}, ...]}`` from move ``since`` on; of what
    others do in secret nothing is told, and it is not counted.
``{"cmd": "position"}``
    ``{"type": "position", "position": "..."}``: all that is true, hidden or not, as text to start a game from.
``{"cmd": "save", "file": "game.json"}``
    ``{"type": "saved", "id": "...", "file": "game.json"}``; without a file it tells the id, for all is saved anyway.
``{"cmd": "rescue", "folder": "/home/ada/games"}``
    ``{"type": "rescued", "id": "...", "command": "STARFORGE_HOME=/home/ada/games starforge"}``: a game whose file has
    been taken away, which every ``act`` then answers by an ``error``, is kept in another folder from now on.
``{"cmd": "quit"}``
    ``{"type": "bye", "id": "..."}`` and the end.

An event is ``{"kind": "laid", "data": {...}, "text": "in words"}``. Bots act by themselves when no person at a lower
seat is asked: ``{"type": "moved", "seat": 1, "events": [...]}``, as the only person may see them, or a spectator when
there are more; of what a bot does in secret there is no line. What is not understood is answered by
``{"type": "error", "message": "..."}``, and the game goes on. The end of input ends the program; everything
acknowledged is kept.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from starforge.bots.levels import USUAL
from starforge.engine.event import Event
from starforge.engine.rules import Choice, Illegal
from starforge.engine.save import write_save
from starforge.engine.state import to_jsonable
from starforge.tables.local_table import LocalTable
from starforge.tables.play.seating import level_for
from starforge.tables.table import Overtaken, TableError, resigning


class Malformed(Exception):
    """Report a command that cannot be understood, in words."""


class Json:
    """Play one table by JSON lines until the end of input."""

    def __init__(self, table: LocalTable, source: TextIO, out: TextIO) -> None:
        self.table, self._source, self._out = table, source, out
        self._names = [seat.name for seat in table.seats]
        self._commands: dict[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "view": self._view,
            "legal": self._legal,
            "choices": self._choices,
            "act": self._act,
            "undo": self._undo,
            "resign": self._resign,
            "hint": self._hint,
            "log": self._log,
            "position": self._position,
            "save": self._save,
            "rescue": self._rescue,
        }
        if hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")

    @property
    def _eye(self) -> int | None:
        """Return through whose eyes the program is told what bots do: the only person's, else a spectator's."""
        people = self.table.here
        return people[0] if len(people) == 1 else None

    async def run(self) -> None:
        with suppress(KeyboardInterrupt):
            self._asks()
            await self._bots()
            while line := self._source.readline():
                if not line.strip():
                    continue
                try:
                    command = _read(line)
                    if command.get("cmd") == "quit":
                        break
                    await self._obey(command)
                except (Malformed, TableError) as error:
                    self._say("error", message=str(error))
            self._say("bye", id=self.table.id)

    async def _obey(self, command: dict[str, Any]) -> None:
        name = command.get("cmd")
        act = self._commands.get(name) if isinstance(name, str) else None
        if act is None:
            unknown = f"there is no command {name!r}" if "cmd" in command else 'name a command: {"cmd": "view"}'
            raise Malformed(f"{unknown}; there are: {', '.join(self._commands)}, quit")
        try:
            await act(command)
        except Illegal as refused:
            self._say("illegal", reason=refused.reason, rule=refused.rule)
            if isinstance(refused, Overtaken):
                await self._changed()

    def _say(self, kind: str, **facts: Any) -> None:
        print(json.dumps({"type": kind, **facts}), file=self._out, flush=True)

    def _asked(self) -> dict[str, Any]:
        view = self.table.view(None)
        asks = [{"seat": seat, "kind": kind} for seat, kind in sorted(view.waiting.items())]
        return {"asks": asks, "turn": view.turn, "result": to_jsonable(view.result)}

    def _asks(self) -> None:
        self._say("asks", **self._asked())

    async def _changed(self) -> None:
        self._asks()
        await self._bots()

    async def _bots(self) -> None:
        """Let the bots act until a person is asked, and tell what they do, but of nothing that is done in secret."""
        while (waiting := sorted(self.table.view(None).waiting)) and self.table.seats[waiting[0]].bot:
            before, asked = self.table.length(self._eye), self._asked()
            await self.table.step_bot()
            told = self.table.log(self._eye, before + 1)
            if told:
                self._say("moved", seat=waiting[0], events=self._events(one.event for one in told))
            if told or self._asked() != asked:
                self._asks()

    def _events(self, events: Iterable[Event]) -> list[Any]:
        tell = self.table.game.tell
        return [{"kind": e.kind, "data": to_jsonable(e.data), "text": tell(e, self._names)} for e in events]

    def _seat(self, command: dict[str, Any], *, plays: bool = False) -> int:
        seat = command.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self._names):
            raise Malformed(f"seat must be a number from 0 to {len(self._names) - 1}, not {seat!r}")
        if plays and self.table.seats[seat].bot:
            raise Malformed(f"a bot plays seat {seat}")
        return seat

    def _watcher(self, command: dict[str, Any]) -> int | None:
        return None if command.get("seat") is None else self._seat(command)

    async def _view(self, command: dict[str, Any]) -> None:
        view = self.table.view(self._watcher(command))
        facts = to_jsonable(view)
        facts["choices"] = [_choice(choice) for choice in view.choices]
        self._say("view", **{name: fact for name, fact in facts.items() if name != "type"})

    async def _legal(self, command: dict[str, Any]) -> None:
        self._say("legal", actions=[str(action) for action in self.table.view(self._seat(command)).legal])

    async def _choices(self, command: dict[str, Any]) -> None:
        self._say("choices", choices=[_choice(choice) for choice in self.table.view(self._seat(command)).choices])

    async def _act(self, command: dict[str, Any]) -> None:
        seat = self._seat(command, plays=True)
        text = command.get("action")
        if not isinstance(text, str):
            raise Malformed(f"action must be a text such as 'legal' lists, not {text!r}")
        try:
            action = self.table.game.parse(text)
        except ValueError as error:
            raise Malformed(str(error)) from None
        self._say("ok", events=self._events(await self.table.submit(seat, action)))
        await self._changed()

    async def _undo(self, command: dict[str, Any]) -> None:
        await self.table.undo(self._seat(command, plays=True))
        self._say("ok", events=[])
        await self._changed()

    async def _resign(self, command: dict[str, Any]) -> None:
        seat = self._seat(command, plays=True)
        if command.get("sure") is not True:
            raise Malformed(f'to resign is {resigning(self.table, seat)}; add "sure": true')
        await self.table.resign(seat)
        self._say("ok", events=[])
        await self._changed()

    async def _hint(self, command: dict[str, Any]) -> None:
        level = level_for(self.table.game, str(command.get("level", USUAL)))
        action, why = await self.table.hint(self._seat(command), level) or (None, None)
        self._say("hint", action=None if action is None else str(action), why=why)

    async def _log(self, command: dict[str, Any]) -> None:
        since = command.get("since", 0)
        if type(since) is not int or since < 0:
            raise Malformed(f"since must be the number of a move, not {since!r}")
        told = self.table.log(self._watcher(command), since)
        events = self._events(one.event for one in told)
        self._say("log", told=[{"n": t.n, "turn": t.turn, "event": e} for t, e in zip(told, events, strict=True)])

    async def _position(self, command: dict[str, Any]) -> None:
        self._say("position", position=self.table.position())

    async def _save(self, command: dict[str, Any]) -> None:
        file = command.get("file")
        if file is None and self.table.lost:
            raise Malformed(f"the game is not saved: {self.table.lost}")
        if file is not None:
            if not isinstance(file, str) or not file:
                raise Malformed(f"file must be the name of a file, not {file!r}")
            try:
                write_save(Path(file).expanduser(), self.table.save())
            except (OSError, ValueError, RuntimeError) as error:  # no place, no name, no such user's home
                raise Malformed(f"cannot write {file}: {getattr(error, 'strerror', None) or error}") from None
        self._say("saved", id=self.table.id, file=file)

    async def _rescue(self, command: dict[str, Any]) -> None:
        folder = command.get("folder")
        if not isinstance(folder, str) or not folder:
            raise Malformed(f"folder must be the name of a folder, not {folder!r}")
        if not self.table.lost:
            raise Malformed("there is no need: the game is saved as it happens")
        await self.table.rescue(folder)
        self._say("rescued", id=self.table.id, command=self.table.command)
        await self._changed()


def _read(line: str) -> dict[str, Any]:
    try:
        command = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"this line is not JSON: {error}") from None
    if not isinstance(command, dict):
        raise Malformed('a command is an object, such as {"cmd": "legal", "seat": 0}')
    return command


def _choice(choice: Choice) -> dict[str, str]:
    return {
        "action": str(choice.action),
        "label": choice.label,
        "hint": choice.hint,
        "reason": choice.reason,
        "rule": choice.rule,
    }


async def play_json(table: LocalTable) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # asyncio's would wait for the line that is being read
    await Json(table, sys.stdin, sys.stdout).run()
