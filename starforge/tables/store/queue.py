"""A thread that carries acts out one after the other, with one commit for all that came while the disk was busy."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from starforge.tables.store.contract import StorageTrouble, StoreError
from starforge.tables.store.sql import Database, Doing, Work

_R = TypeVar("_R")
TOGETHER = 64
"""How many acts one commit may be for: at 5 ms a commit, a disk would else take no more than 200 moves a second."""


_log = logging.getLogger(__name__)


class _Wanted(NamedTuple):
    """A transaction that is waited for."""

    job: Callable[[Work], Any]
    answer: asyncio.Future[Any]

    def settle(self, found: Any, error: BaseException | None = None) -> None:
        """Give the answer to who waits, from the store's thread."""

        def tell() -> None:
            if not self.answer.done():
                self.answer.set_result(found) if error is None else self.answer.set_exception(error)

        with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
            self.answer.get_loop().call_soon_threadsafe(tell)


class Queue:
    """Carry acts out in a thread of its own; see ``Carrier``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._writing: deque[_Wanted] = deque()
        self._closed = False
        self._failing, self._refused = 0.0, 0

    async def __call__(self, doing: Doing, job: Callable[[Work], _R]) -> _R:
        """Do a job in a transaction, perhaps together with others."""
        if self._closed:
            raise StoreError("the server is closing; try again when it is back, nothing is lost")
        answer: asyncio.Future[_R] = asyncio.get_running_loop().create_future()
        one = _Wanted(job, answer)
        if doing == "read":
            self.thread.submit(self._do, doing, [one])
        else:
            self._writing.append(one)
            self.thread.submit(self._write_down)
        return await answer

    def _write_down(self) -> None:
        """Do what is to be written and has come together."""
        batch = [self._writing.popleft() for _ in range(min(len(self._writing), TOGETHER))]
        if batch:
            self._do("write to", batch)

    def _do(self, doing: Doing, batch: list[_Wanted]) -> None:
        """Do some acts in one transaction; if one of them is refused, do each in its own."""
        refused, found = False, []
        try:
            with self._database.transaction(doing, len(batch) > 1) as work:
                for one in batch:
                    refused = True
                    found.append(one.job(work))
                    refused = False
        except BaseException as error:
            for one in batch:
                if refused and len(batch) > 1:
                    self._do(doing, [one])
                else:
                    one.settle(None, error)
                    self._note(error)
            return
        if work.wrote:
            self._note(None)
        for one, value in zip(batch, found, strict=True):
            one.settle(value)

    def _note(self, error: BaseException | None) -> None:
        """Write it down once when storage begins to fail, and once when it works again."""
        if isinstance(error, StorageTrouble):
            self._refused += 1
            if not self._failing:
                self._failing = monotonic()
                _log.error("storage fails, so what people do is refused: %s", error)
        elif error is None and self._failing:
            words = "storage works again after %.0f s, in which %d acts were refused"
            _log.warning(words, monotonic() - self._failing, self._refused)
            self._failing, self._refused = 0.0, 0

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self.thread, self._database.close)
        self.thread.shutdown()
