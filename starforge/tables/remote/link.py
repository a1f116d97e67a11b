"""The line to a server: requests and their answers, what the server tells, and connecting anew when it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import starforge
from starforge.engine.rules import Illegal, Refusal
from starforge.tables.remote import wire
from starforge.tables.table import Overtaken, TableError

ANSWER_WITHIN = 20.0
"""Seconds to wait for an answer."""
_PAUSES = (0.1, 0.3, 1.0, 2.0, 5.0)
_log = logging.getLogger(__name__)


class Link:
    """Keep one line to the server at a socket; ``hello`` is what is said at its beginning, beside the version.

    ``heard`` takes what the server tells; ``greeted`` is run after each greeting, with its answer, before anything
    else is asked; ``changed`` is called when the line breaks or is there again.
    """

    def __init__(
        self,
        path: Path,
        hello: dict[str, Any],
        heard: Callable[[dict[str, Any]], None],
        greeted: Callable[[dict[str, Any]], Coroutine[Any, Any, None]],
        changed: Callable[[], None],
    ) -> None:
        self.path, self.linked = path, False
        self._hello, self._heard, self._greeted, self._changed = hello, heard, greeted, changed
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._count = 0
        self._task: asyncio.Task[None] | None = None
        self._last_word = ""
        self._greeting: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Connect for the first time; raise TableError in words when that is not possible."""
        reader = await self._reach()
        self._task = asyncio.ensure_future(self._keep(reader))
        try:
            await self._greet()
        except BaseException:
            await self.close()
            raise

    async def _reach(self) -> asyncio.StreamReader:
        try:
            reader, self._writer = await asyncio.open_unix_connection(self.path, limit=wire.LONGEST_ANSWER)
        except OSError as error:
            raise TableError(
                f"no server answers at {self.path} ({(error.strerror or str(error)).lower()}); "
                "is 'starforge serve' running there?"
            ) from error
        return reader

    async def _greet(self) -> None:
        found = await self._ask("hello", version=starforge.__version__, **self._hello)
        self.linked, self._last_word = True, ""
        await self._greeted(found)
        self._changed()

    async def _keep(self, reader: asyncio.StreamReader) -> None:
        """Read what the server sends, and when the line breaks, connect anew and go on where it was."""
        while True:
            await self._read(reader)
            self._break()
            reader = await self._reconnect()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, ValueError):
            while (line := await reader.readline()).endswith(b"\n"):
                message = wire.read_line(line)
                if "re" in message:
                    self._settle(message)
                elif message.get("push") == "word":
                    self._last_word = str(message.get("text", ""))
                else:
                    self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        try:
            self._heard(message)
        except Exception:  # whoever follows the news may fail, and the line goes on
            _log.exception("what the server told could not be taken in")

    def _settle(self, message: dict[str, Any]) -> None:
        answer = self._waiting.pop(message["re"], None)
        if answer is None or answer.done():
            return
        if "ok" in message:
            answer.set_result(message["ok"])
        else:
            answer.set_exception(_refusal(message))

    def _break(self) -> None:
        self.linked = False
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(TableError(self._last_word or "the line to the server is broken; look again"))
        self._waiting.clear()
        self._changed()

    async def _reconnect(self) -> asyncio.StreamReader:
        for pause in chain(_PAUSES, repeat(_PAUSES[-1])):
            await asyncio.sleep(pause)
            with suppress(TableError):
                reader = await self._reach()
                self._greeting = asyncio.ensure_future(self._greet_again())
                return reader
        raise AssertionError

    async def _greet_again(self) -> None:
        try:
            await self._greet()
        except TableError as error:
            self._last_word = str(error)
            if self._writer is not None:
                self._writer.close()

    async def ask(self, request: str, **what: Any) -> Any:
        """Ask the server and return its answer; raise Illegal, Overtaken or TableError as it says."""
        if not self.linked:
            raise TableError(self._last_word or "the server cannot be reached just now; try again in a moment")
        return await self._ask(request, **what)

    async def _ask(self, request: str, **what: Any) -> Any:
        line = wire.line({"id": self._count, "do": request, **what})
        if len(line) > wire.LONGEST_REQUEST:
            raise TableError("that is too long to be sent")
        if self._writer is None:
            raise TableError("the line to the server is broken; look again")
        answer = self._waiting[self._count] = asyncio.get_running_loop().create_future()
        self._count += 1
        self._writer.write(line)
        try:
            return await asyncio.wait_for(answer, ANSWER_WITHIN)
        except TimeoutError:
            raise TableError("the server does not answer; look again whether it was done") from None

    async def close(self) -> None:
        """Let the line go."""
        self.linked = False
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _refusal(message: dict[str, Any]) -> Exception:
    words, rule = str(message.get("text", "")), str(message.get("rule", ""))
    if message.get("no") == "overtaken":
        return Overtaken(rule)
    return Illegal(Refusal(words, rule)) if message.get("no") == "illegal" else TableError(words)
