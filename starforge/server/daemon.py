"""The server's life: it opens store and sockets, serves whoever connects, and leaves within seconds when told to."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from time import monotonic
from typing import Any

from starforge.quick import dataclass
from starforge.server import sockets
from starforge.server.faults import trace
from starforge.server.hub import Hub
from starforge.server.jobs.bots import BotProcesses, Bots
from starforge.server.jobs.clock_job import ClockJob
from starforge.server.jobs.hook import Hook, TurnHook
from starforge.server.operation.archive import prune
from starforge.server.operation.settings import read_server_settings
from starforge.server.requests.index import REQUESTS
from starforge.server.session import Caller, Session
from starforge.tables.remote.wire import LONGEST_REQUEST
from starforge.tables.store.contract import Identity
from starforge.tables.store.server import open_store
from starforge.tables.table import TableError

BEAT = 3.0
"""Seconds between two notes that the server lives: clocks stand still from the last of them on."""
LEAVE = 3.5
"""Seconds in which everything that was begun is finished when the server is told to stop."""
QUIET = 60.0
"""Seconds in which the log tells once that clients were turned away."""
TIDY, PRUNE = 30.0, 3600.0
"""Seconds between two looks for tables that need not be in memory, and for those that need not be kept."""
_log = logging.getLogger(__name__)

Job = Callable[["Daemon"], Coroutine[Any, Any, None]]
"""What a server does by itself for as long as it runs; it is cancelled when the server leaves."""

_Meet = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Serving:
    """Say how to serve: the data folder, the store, where the socket is, and what else it does by itself.

    ``anew``: also where the lobby that was served before is gone.
    """

    data: Path
    store: str = "sqlite"
    socket: Path | None = None
    jobs: tuple[Job, ...] = field(default=())
    anew: bool = False


class Daemon:
    """Serve one lobby until it is told to stop."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.name = f"{platform.node()}:{os.getpid()}"
        self.store = open_store(serving.store, serving.data, anew=serving.anew)
        self.hub = Hub(self.store, read_server_settings(serving.data))
        self.sessions: set[Session] = set()
        self.path = sockets.public_path(serving.socket, serving.data)
        self.private = sockets.worker_path(serving.data)
        self._stop = asyncio.Event()
        self._trouble: TableError | None = None
        self._told, self._turned_away = -QUIET, 0
        self._serving: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        self._stop.set()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until told to stop; ``ready`` is called when clients can come."""
        try:
            paused = await self.store.resume(self.name)
            await self.hub.begin()
            modes = ((self.path, 0o666), (self.private, 0o600))
            listening = [(path, sockets.listen(path, mode)) for path, mode in modes]
            servers = [
                await asyncio.start_unix_server(self._opener(meet), sock=sock, limit=LONGEST_REQUEST)
                for meet, (_, sock) in zip((self._meet_user, self._meet_worker), listening, strict=True)
            ]
            _log.info("serving at %s; %d tables; clocks stood still for %s", self.path, len(self.hub.rows), paused)
            if not sockets.is_open_to_others(self.path):
                _log.info("other users of this machine cannot come there; give --socket a path that lets them in")
            jobs = [asyncio.ensure_future(self._keep_running(job)) for job in (*JOBS, *self.serving.jobs)]
            ready()
            await self._stop.wait()
            for (path, sock), server in zip(listening, servers, strict=True):
                server.close()
                sockets.remove(path, sock)
            await self._leave(jobs)
        finally:
            await self.store.close()
        if self._trouble is not None:
            raise self._trouble

    async def _keep_running(self, job: Job) -> None:
        """Run a job; begin it again after a fault, and leave if it cannot be done at all."""
        while not self._stop.is_set():
            try:
                await job(self)
                return
            except TableError as error:
                self._trouble = error
                self.stop()
                return
            except Exception as error:
                _log.error("a job of the server failed and begins again: %s", trace(error))
                await asyncio.sleep(1)

    async def _leave(self, jobs: list[asyncio.Task[None]]) -> None:
        """Tell everybody, finish what was begun, hang up."""
        _log.info("leaving; %d sessions are open", len(self.sessions))
        for session in list(self.sessions):
            session.announce("The server stops now. Everything is kept; go on when it is back.")
            session.hang_up()
        if self._serving:
            await asyncio.wait(self._serving, timeout=LEAVE)
        await _end([*jobs, *self._serving])
        _log.info("gone")

    def _opener(self, meet: _Meet) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        """Return what is called for every connection."""

        def opened(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(meet(reader, writer))
            self._serving.add(task)
            task.add_done_callback(self._served)

        return opened

    def _served(self, task: asyncio.Task[None]) -> None:
        self._serving.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a session failed: %s", trace(error))

    async def _meet_user(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        uid = sockets.peer(writer.get_extra_info("socket"))
        login = await asyncio.to_thread(sockets.login_name, uid)
        await self._serve(reader, writer, sockets.account(uid), login)

    async def _meet_worker(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a worker, which says for whom it speaks, as long as it is the server's own."""
        if sockets.peer(writer.get_extra_info("socket")) != os.geteuid():
            _log.warning("another user connected to the socket of the workers")
            writer.close()
            return
        await self._serve(reader, writer, None, "")

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, identity: Identity | None, login: str
    ) -> None:
        if self._stop.is_set():
            writer.close()
            return
        session = Session(self.hub, REQUESTS, reader, writer, Caller(identity, login))
        own = sum(one.identity == identity for one in self.sessions) if identity else 0
        limits = self.hub.settings
        full = len(self.sessions) >= limits.clients or own >= limits.clients_per_account
        if full and not sockets.is_operator(identity):  # the one who can make room must get in
            self._turned_away += 1
            self.hub.metrics.limits["clients"] += 1
            if monotonic() - self._told > QUIET:  # or whoever connects again and again would fill the disk
                _log.warning("too many sessions; %d were turned away since this was told last", self._turned_away)
                self._told, self._turned_away = monotonic(), 0
            writer.write(b'{"push":"word","text":"there are too many sessions already; try again later"}\n')
            writer.close()
            return
        self.sessions.add(session)
        try:
            await session.serve()
        finally:
            self.sessions.discard(session)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end; one that is told so in the moment in which it goes on may not hear it."""
    for _ in range(5):
        pending = [task for task in tasks if not task.done()]
        if not pending:
            break
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=0.2)
    for task in tasks:
        if task.done() and not task.cancelled():
            task.exception()


async def _beat(daemon: Daemon) -> None:
    while True:
        with suppress(TableError):
            await daemon.store.beat(daemon.name)
        await asyncio.sleep(BEAT)


async def _let_bots_act(daemon: Daemon) -> None:
    bots = Bots(daemon.hub, BotProcesses())
    daemon.hub.advise, daemon.hub.hurry, daemon.hub.set_up = bots.advise, bots.hurry, bots.set_up
    daemon.hub.count = bots.count
    try:
        await bots.run()
    finally:
        await bots.close()


async def _keep_clocks(daemon: Daemon) -> None:
    await ClockJob(daemon.hub).run()


async def _send_notices(daemon: Daemon) -> None:
    """Run the operator's command for each turn, if there is one."""
    settings = daemon.hub.settings
    if settings.notify:
        await TurnHook(daemon.hub, Hook(settings.notify, settings.notify_per_minute)).run()


async def _hear(daemon: Daemon) -> None:
    while True:
        try:
            await daemon.hub.news.follow()
        except TableError as error:
            _log.warning("the news are broken off: %s", error)
        await asyncio.sleep(1)


async def _tidy(daemon: Daemon) -> None:
    """Forget what is no concern of anybody here, and remove what the operator does not want to keep."""
    due = monotonic()
    while True:
        daemon.hub.forget_ended()
        if daemon.hub.settings.keep_ended_days and monotonic() >= due:
            due = monotonic() + PRUNE
            await prune(daemon.hub)
        await asyncio.sleep(TIDY)


async def _measure(daemon: Daemon) -> None:
    await daemon.hub.metrics.watch()


JOBS: tuple[Job, ...] = (_beat, _hear, _keep_clocks, _let_bots_act, _measure, _send_notices, _tidy)
"""What every server does by itself."""


def serve(serving: Serving) -> int:
    """Serve until SIGTERM or SIGINT; return the exit code."""

    async def live() -> None:
        daemon = Daemon(serving)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        await daemon.run()

    asyncio.run(live())
    return 0
