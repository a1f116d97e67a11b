"""A worker process: it is handed connections one by one, and runs the apps of those who connect.

A few hundred apps share one loop here, so nothing may hold it up; least of all the collector of garbage, which by its
own habits would look through all of them every few seconds.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import logging
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import asyncssh

from starforge.server.ssh import authentication
from starforge.server.ssh.confinement import confine, die_with_parent, end_within
from starforge.server.ssh.session_pool import Credentials, Refused, SessionPool

log = logging.getLogger(__name__)

GARBAGE = (5_000, 8, 100_000)
"""Sizes of the collector's generations: the middle one is small enough to be looked through between two keys, and the
oldest, which takes half a second with a hundred sessions, is left to ``sweep``."""

FAREWELL = "The server ends now. Every action that was accepted is saved; connect again in a while."
BEAT, HANGS, STARTS = 1.0, 10.0, 120.0
"""Seconds between two signs of life; after which one that gives none ends by itself, if nobody has ended it; and that
its start may take."""
ENDED = 50
"""Sessions, and at least as many as there are, after whose end it pays to look for what they left behind."""


class WorkerProcess:
    """Serve the connections that come down ``line``; whoever holds the host key signs what goes down ``signing``."""

    def __init__(self, line: socket.socket, signing: socket.socket, config: dict[str, Any]) -> None:
        self._line = line
        module, _, name = config["log_in"].partition(":")
        log_in = getattr(import_module(module), name)(config)
        self._pool = SessionPool(log_in, idle=config.get("idle", 7200), ended=self._count_end)
        self._hangs = config.get("hangs", HANGS)
        key = authentication.DistantKey(asyncssh.import_public_key(config["host"]), signing)
        self._options = authentication.options(key, config.get("login_timeout", 20))
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._end = asyncio.Event()
        self._words = FAREWELL
        self._ended = 0

    async def run(self) -> None:
        """Work until told to end, then end all sessions."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._end.set)
        loop.add_reader(self._line, self._hear)
        self._beat()
        self._tell(ready=True)
        await self._end.wait()
        loop.remove_reader(self._line)
        await self._pool.close(self._words)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=0.5)

    def _beat(self) -> None:
        """Tell that this process hangs nowhere, and have it end by itself should it do so, or be stopped."""
        self._tell(alive=True)
        faulthandler.dump_traceback_later(self._hangs, exit=True)
        end_within(self._hangs + BEAT)
        asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _tell(self, **message: Any) -> None:
        try:
            self._line.send(json.dumps(message).encode())
        except OSError:
            self._end.set()

    def _hear(self) -> None:
        """Take one message, and the connection that comes with it."""
        try:
            data, handed, _, _ = socket.recv_fds(self._line, 4096, 1)
        except BlockingIOError:
            return
        except OSError:
            data, handed = b"", []
        message: dict[str, Any] = json.loads(data) if data else {"end": FAREWELL}
        if "open" in message:
            self._begin(message["open"], message["address"], socket.socket(fileno=handed[0]))
        elif "known" in message:
            answer = self._asked.pop(message["known"], None)
            if answer is not None and not answer.done():
                answer.set_result(message["words"])
        else:
            self._words = message["end"] or FAREWELL
            self._end.set()

    def _begin(self, number: int, address: str, sock: socket.socket) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(number, address, sock))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, number: int, address: str, sock: socket.socket) -> None:
        async def admit(who: Credentials) -> None:
            answer = self._asked[number] = asyncio.get_running_loop().create_future()
            self._tell(known=number, key=who.key)
            words = await asyncio.wait_for(answer, 10)
            if words:
                raise Refused(words)

        try:
            await authentication.serve_connection(sock, self._options, self._pool, admit, address)
        finally:
            self._tell(closed=number)

    def _count_end(self) -> None:
        """Sweep when nobody is here, or when many have left."""
        self._ended += 1
        if not self._pool.sessions or self._ended >= max(ENDED, len(self._pool.sessions)):
            self._ended = 0
            asyncio.get_running_loop().call_later(0.5, sweep)


def sweep() -> None:
    gc.collect()


def tame_collector() -> None:
    """Never look again at what stays for ever, and seldom at all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def main() -> int:
    """Work on the lines whose numbers are given."""
    die_with_parent(signal.SIGTERM)
    end_within(STARTS)
    line, signing = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    config = json.loads(line.recv(4096))
    line.setblocking(False)
    how = "%(asctime)s %(levelname)s worker %(process)d: %(message)s"
    logging.basicConfig(filename=config.get("log") or None, level=logging.INFO, format=how)
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)

    async def work() -> None:
        worker = WorkerProcess(line, signing, config)
        if config.get("confined"):
            version = confine(Path(config["confined"]))
            log.info("confined by Landlock %d", version) if version else log.warning("not confined: no Landlock here")
        tame_collector()
        await worker.run()

    asyncio.run(work())
    return 0


if __name__ == "__main__":
    sys.exit(main())
