"""The worker processes behind the SSH listener: how many run, which connections each has, and what is said to them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import Any

import starforge
from starforge.server.ssh.authentication import host_key, sign_for
from starforge.server.ssh.connection_limits import ConnectionCounter

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
STEADY = 60.0
"""Seconds after which a worker counts as having started well."""
GRACE = 4.0
"""Seconds that workers may take to say goodbye to their users."""
MESSAGE = 4096
DOUBTFUL, SILENCE = 3, 7
"""Seconds without a sign of life after which a worker is given no newcomer if there is another, and is ended."""


class WorkerHandle:
    """One worker process as the daemon sees it: the line to it, and the numbers of the connections it has.

    ``silent`` counts the seconds for which it has given no sign of life.
    """

    def __init__(self, line: socket.socket, pid: int) -> None:
        self.line, self.pid = line, pid
        self.open: set[int] = set()
        self.ready = False
        self.silent = 0

    def tell(self, **message: Any) -> None:
        """Send a message; a worker that does not read is as good as gone, and is found so later."""
        with contextlib.suppress(OSError):
            self.line.send(json.dumps(message).encode())


class WorkerPool:
    """Keep ``count`` worker processes running, each of which is given ``config`` first.

    In the place of the path of the host key, which stays here, they are told the public one.
    """

    def __init__(self, count: int, config: Mapping[str, Any], counter: ConnectionCounter) -> None:
        self._count, self._counter = count, counter
        self._config = {name: value for name, value in config.items() if name != "key"}
        self._key = host_key(Path(config["key"]))
        self._config["host"] = self._key.export_public_key().decode()
        self.workers: list[WorkerHandle] = []
        self.some_ready = asyncio.Event()
        self.closing = False
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self._tasks = [asyncio.get_running_loop().create_task(self._keep_worker()) for _ in range(self._count)]

    async def all_ready(self) -> None:
        while len([worker for worker in self.workers if worker.ready]) < self._count:
            await asyncio.sleep(0.02)

    async def close(self, words: str) -> None:
        """Have everybody told ``words``, and return when all workers are gone."""
        self.closing = True
        for worker in self.workers:
            worker.tell(end=words)
        await asyncio.wait(self._tasks, timeout=GRACE + 1)

    def pass_on(self, sock: socket.socket, number: int, address: str) -> bool:
        """Give a connection to the worker that has the fewest; return False when none can be reached."""
        ready = [worker for worker in self.workers if worker.ready]
        if not ready:
            return False
        worker = min(ready, key=lambda one: (one.silent >= DOUBTFUL, len(one.open)))
        message = json.dumps({"open": number, "address": address}).encode()
        try:
            socket.send_fds(worker.line, [message], [sock.fileno()])
        except BlockingIOError:  # it does not read: whoever connects is better off with a new try
            self._counter.leave(number)
            return True
        except OSError:
            worker.ready = False
            self._check_ready()
            return False
        worker.open.add(number)
        return True

    async def _keep_worker(self) -> None:
        """Keep one worker running: when it dies, start another, the later the more often that happened."""
        loop = asyncio.get_running_loop()
        wait = 0.5
        while not self.closing:
            begun = loop.time()
            code = await self._run_worker()
            if self.closing:
                return
            wait = 0.5 if loop.time() - begun > STEADY else min(wait * 2, LONGEST_WAIT)
            log.error("a worker ended by itself (%s); another begins in %.0f s", code, wait)
            await asyncio.sleep(wait)

    async def _run_worker(self) -> int:
        """Run one worker to its end and return its exit code."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        signing, signed = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, signed:
            process = await _start(theirs.fileno(), signed.fileno())
        Thread(target=sign_for, args=(self._key, signing), daemon=True).start()
        worker = WorkerHandle(ours, process.pid)
        worker.tell(**self._config)
        self.workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(ours, self._hear, worker)
        try:
            return await self._end_of(process, worker)
        finally:
            loop.remove_reader(ours)
            self._lose(worker)

    async def _end_of(self, process: asyncio.subprocess.Process, worker: WorkerHandle) -> int:
        """Wait for a worker's end; one that hangs, or has been told to end and does not, is killed."""
        ended = asyncio.ensure_future(process.wait())
        while not ended.done():
            await asyncio.wait([ended], timeout=0.2 if self.closing else 1.0)
            worker.silent += worker.ready and not self.closing
            if worker.silent > SILENCE and not ended.done():
                log.error("a worker hangs, with %d connections, and is ended", len(worker.open))
                worker.ready = False
                self._check_ready()
                process.kill()
            if self.closing and not ended.done():
                await asyncio.wait([ended], timeout=GRACE)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
        return ended.result()

    def _lose(self, worker: WorkerHandle) -> None:
        self.workers.remove(worker)
        worker.line.close()
        for number in worker.open:
            self._counter.leave(number)
        self._check_ready()

    def _check_ready(self) -> None:
        if any(worker.ready for worker in self.workers):
            self.some_ready.set()
        else:
            self.some_ready.clear()

    def _hear(self, worker: WorkerHandle) -> None:
        try:
            data = worker.line.recv(MESSAGE)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(worker.line)
            worker.ready = False
            self._check_ready()
            return
        worker.silent = 0
        message = json.loads(data)
        if "ready" in message:
            worker.ready = True
            self._check_ready()
        elif "closed" in message:
            worker.open.discard(message["closed"])
            self._counter.leave(message["closed"])
        elif "known" in message:
            number = message["known"]
            worker.tell(known=number, words=self._counter.known(number, message["key"]))


async def _start(*lines: int) -> asyncio.subprocess.Process:
    """Start a worker process that has one end of each line, by its number."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # whoever may write where the server was started must not choose what it runs
        "-m",
        "starforge.server.ssh.worker_process",
        *map(str, lines),
        pass_fds=lines,
        stdin=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env=_environ(),
    )


def _environ() -> dict[str, str]:
    """Return the variables for workers: they find this very package, and no settings meant for other screens."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    here = str(Path(starforge.__file__).parents[1])
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, (here, environ.get("PYTHONPATH"))))
    return environ
