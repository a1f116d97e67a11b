"""The port that SSH clients connect to: connections are counted, and handed to the worker that has the fewest."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from starforge.server.daemon import Daemon
from starforge.server.operation.settings import ServerSettings
from starforge.server.ssh.connection_limits import ConnectionCounter, ConnectionLimits, network_of
from starforge.server.ssh.worker_pool import WorkerPool
from starforge.tables.table import TableError

log = logging.getLogger(__name__)

BACKLOG = 256
QUIET = 10.0
"""Seconds in which the log tells once that somebody was not let in."""


def parse_address(text: str) -> tuple[str, int]:
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


class Listener:
    """Accept connections on ``listening`` and hand them to ``workers`` processes, which are given ``config``."""

    def __init__(
        self, listening: socket.socket, workers: int, config: Mapping[str, Any], limits: ConnectionLimits | None = None
    ) -> None:
        self._listening = listening
        self.counter = ConnectionCounter(limits or ConnectionLimits())
        self.pool = WorkerPool(workers, config, self.counter)
        self._numbers = count(1)
        self._accepting: asyncio.Task[None] | None = None
        self._told, self._turned_away = -QUIET, 0
        self.met: Counter[str] = Counter()

    @property
    def port(self) -> int:
        port: int = self._listening.getsockname()[1]
        return port

    def open(self) -> None:
        self.pool.begin()
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    async def close(self, words: str = "") -> None:
        """Let nobody in, have everybody told ``words``, and return when all workers are gone."""
        if self._accepting is not None:
            self._accepting.cancel()
        self._listening.close()
        await self.pool.close(words)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self.pool.some_ready.wait()
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
        words = self.counter.arrive(number, address)
        if words:
            self._turned_away += 1
            self.met["ssh connections"] += 1
            if monotonic() - self._told > QUIET:  # or whoever connects again and again would fill the disk
                more = f" ({self._turned_away} since this was told last)" if self._turned_away > 1 else ""
                log.info("%s is not let in: %s%s", address, words, more)
                self._told, self._turned_away = monotonic(), 0
            return
        while not self.pool.pass_on(sock, number, address):
            await self.pool.some_ready.wait()


def ssh_job(listening: socket.socket, workers: int) -> Callable[[Daemon], Coroutine[Any, Any, None]]:
    """Return the job of a server that lets people in over SSH for as long as it runs."""

    async def live(daemon: Daemon) -> None:
        listener = Listener(listening, workers, _worker_config(daemon), _limits(daemon.hub.settings))
        listener.met = daemon.hub.metrics.limits
        listener.open()
        log.info("serving SSH on port %d with %d workers", listener.port, workers)
        try:
            await asyncio.Event().wait()
        finally:
            await listener.close()

    return live


def _limits(settings: ServerSettings) -> ConnectionLimits:
    address = settings.ssh_connections_per_address
    return ConnectionLimits(
        all=settings.ssh_connections,
        unknown=max(settings.ssh_connections // 5, 10),
        address=address,
        user=settings.ssh_connections_per_user,
        burst=address,
    )


def _worker_config(daemon: Daemon) -> dict[str, Any]:
    return {
        "idle": daemon.hub.settings.ssh_idle_minutes * 60,
        "log_in": "starforge.server.ssh.login:log_in",
        "key": str(host_key_path(daemon.serving.data)),
        "socket": str(daemon.private),
        "confined": str(daemon.serving.data.resolve()),
        "log": next((h.baseFilename for h in logging.root.handlers if isinstance(h, logging.FileHandler)), ""),
    }


def host_key_path(data: Path) -> Path:
    """Return where the key is by which SSH clients know a server again."""
    return data / "ssh_host_key"
