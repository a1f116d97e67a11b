"""The port that SSH clients connect to: counts them, and hands each to the worker process that has the fewest."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import sys
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import starforge
from starforge.server.ssh.connection_limits import ConnectionCounter, ConnectionLimits, network_of
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.daemon import Daemon

log = logging.getLogger(__name__)

BACKLOG = 256
LONGEST_WAIT = 30.0
STEADY = 60.0
"""Seconds after which a worker counts as having started well."""

PATIENCE = 4.0
"""Seconds that workers may take to show their users out."""

MESSAGE = 4096

QUIET = 10.0
"""Seconds in which the log tells once that somebody is not let in."""


def place(text: str) -> tuple[str, int]:
    """Return host ('' for every address) and port as "[HOST:]PORT" names them; raise TableError if it does not."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) < 65536:
        raise TableError(f"--ssh takes [HOST:]PORT, a number after the last colon, not {text!r}")
    return host.strip("[]"), int(port)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens, on every address if ``host`` is ''; raise TableError in words if that cannot be."""
    try:
        if not host and socket.has_dualstack_ipv6():
            listening = socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
        else:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        where = f"port {port}" + (f" of {host}" if host else "")
        raise TableError(
            f"cannot listen on {where}: {why}; give --ssh another, above 1023 if you are not root"
        ) from None
    listening.setblocking(False)
    return listening


class WorkerHandle:
    """Be one worker process as seen from here: the line to it, and the connections it has."""

    def __init__(self, line: socket.socket, pid: int) -> None:
        self.line, self.pid = line, pid
        self.open: set[int] = set()
        self.ready = False

    def tell(self, **message: Any) -> None:
        """Send a message; a worker that does not read is as good as gone, and is found so later."""
        with contextlib.suppress(OSError):
            self.line.send(json.dumps(message).encode())


class Listener:
    """Listen on ``listening``, keep ``workers`` processes running, and tell each what it needs by ``orders``."""

    def __init__(
        self, listening: socket.socket, workers: int, orders: Mapping[str, Any], bounds: ConnectionLimits | None = None
    ) -> None:
        self._listening, self._count, self._orders = listening, workers, dict(orders)
        self.limits = ConnectionCounter(bounds or ConnectionLimits())
        self.workers: list[WorkerHandle] = []
        self._someone_ready = asyncio.Event()
        self._numbers = count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self.closing = False
        self._told, self._turned_away = -QUIET, 0

    @property
    def number(self) -> int:
        """Return the number of the port that is listened on."""
        port: int = self._listening.getsockname()[1]
        return port

    def open(self) -> None:
        """Begin to let people in."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._keep_worker()) for _ in range(self._count)]
        self._tasks.append(loop.create_task(self._accept()))

    async def all_ready(self) -> None:
        """Wait until every worker takes users."""
        while len([worker for worker in self.workers if worker.ready]) < self._count:
            await asyncio.sleep(0.02)

    async def close(self, words: str = "") -> None:
        """Let nobody in, have everybody told ``words``, and return when all workers are gone."""
        self.closing = True
        self._tasks.pop().cancel()
        self._listening.close()
        for worker in self.workers:
            worker.tell(end=words)
        await asyncio.wait(self._tasks, timeout=PATIENCE + 1)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._someone_ready.wait()
            try:
                sock, peer = await loop.sock_accept(self._listening)
            except OSError as error:  # too many open files, or a client gone already
                log.warning("cannot let anybody in just now: %s", error.strerror)
                await asyncio.sleep(0.1)
                continue
            with sock:
                await self._let_in(sock, network_of(str(peer[0])))

    async def _let_in(self, sock: socket.socket, address: str) -> None:
        """Count a connection and give it to a worker, where it lives; it ends here."""
        number = next(self._numbers)
        words = self.limits.arrive(number, address)
        if words:
            self._turned_away += 1
            if monotonic() - self._told > QUIET:  # or whoever comes on and on would fill the disk
                more = f" ({self._turned_away} since this was told last)" if self._turned_away > 1 else ""
                log.info("%s is not let in: %s%s", address, words, more)
                self._told, self._turned_away = monotonic(), 0
            return
        while not self._pass_on(sock, number, address):
            await self._someone_ready.wait()

    def _pass_on(self, sock: socket.socket, number: int, address: str) -> bool:
        """Give a connection to the worker that has the fewest; return False when it cannot be reached."""
        ready = [worker for worker in self.workers if worker.ready]
        if not ready:
            return False
        worker = min(ready, key=lambda one: len(one.open))
        message = json.dumps({"open": number, "address": address}).encode()
        try:
            socket.send_fds(worker.line, [message], [sock.fileno()])
        except BlockingIOError:  # it does not read: whoever comes is better off with a new try
            self.limits.leave(number)
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
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # whoever may write where the server was started must not choose what it runs
                "-m",
                "starforge.server.ssh.worker_process",
                str(theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,
                env=_environ(),
            )
        worker = WorkerHandle(ours, process.pid)
        worker.tell(**self._orders)
        self.workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(ours, self._hear, worker)
        try:
            return await self._end_of(process)
        finally:
            loop.remove_reader(ours)
            self._lose(worker)

    async def _end_of(self, process: asyncio.subprocess.Process) -> int:
        """Wait for a worker's end; one that has been told to end and does not is killed."""
        ended = asyncio.ensure_future(process.wait())
        while not ended.done():
            await asyncio.wait([ended], timeout=0.2 if self.closing else 1.0)
            if self.closing and not ended.done():
                await asyncio.wait([ended], timeout=PATIENCE)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
        return ended.result()

    def _lose(self, worker: WorkerHandle) -> None:
        self.workers.remove(worker)
        worker.line.close()
        for number in worker.open:
            self.limits.leave(number)
        self._check_ready()

    def _check_ready(self) -> None:
        if any(worker.ready for worker in self.workers):
            self._someone_ready.set()
        else:
            self._someone_ready.clear()

    def _hear(self, worker: WorkerHandle) -> None:
        """Take one message of a worker."""
        try:
            data = worker.line.recv(MESSAGE)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(worker.line)
            worker.ready = False
            self._check_ready()
            return
        message = json.loads(data)
        if "ready" in message:
            worker.ready = True
            self._check_ready()
        elif "closed" in message:
            worker.open.discard(message["closed"])
            self.limits.leave(message["closed"])
        elif "known" in message:
            number = message["known"]
            worker.tell(known=number, words=self.limits.known(number, message["key"]))


def _environ() -> dict[str, str]:
    """Return the variables for workers: they find this very package, and no settings meant for other screens."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    here = str(Path(starforge.__file__).parents[1])
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, (here, environ.get("PYTHONPATH"))))
    return environ


def part(listening: socket.socket, workers: int) -> Callable[[Daemon], Coroutine[Any, Any, None]]:
    """Return the part of a server that lets people in over SSH for as long as it runs."""

    async def live(daemon: Daemon) -> None:
        settings = daemon.hub.settings
        address = settings.ssh_connections_per_address
        bounds = ConnectionLimits(
            all=settings.ssh_connections,
            unknown=max(settings.ssh_connections // 5, 10),
            address=address,
            user=settings.ssh_connections_per_user,
            burst=address,
        )
        orders = {
            "idle": settings.ssh_idle_minutes * 60,
            "enter": "starforge.server.ssh.login:enter",
            "key": str(host_key_place(daemon.serving.data)),
            "socket": str(daemon.private),
            "log": next((h.baseFilename for h in logging.root.handlers if isinstance(h, logging.FileHandler)), ""),
        }
        listener = Listener(listening, workers, orders, bounds)
        listener.open()
        log.info("serving SSH on port %d with %d workers", listener.number, workers)
        try:
            await asyncio.Event().wait()
        finally:
            await listener.close()

    return live


def host_key_place(data: Path) -> Path:
    """Return where the key is by which SSH clients know a server again."""
    return data / "ssh_host_key"
