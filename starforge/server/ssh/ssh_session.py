"""One session by SSH: the app of one user in a process of many, or one of the few commands that need no screen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from time import monotonic
from typing import Any

import asyncssh

from starforge.server.ssh.driver import SinkDriver, sane
from starforge.server.ssh.served_app import ServedApp, apology
from starforge.server.ssh.session_pool import GRACE, Credentials, Login, Refused, SessionPool
from starforge.tui.app.terminal import Terminal

WINDOW = 65536
"""Bytes that a client may send ahead."""

FULL = 32768
"""Bytes that wait for a slow reader before frames are left out."""

EAGER = 200
"""Keys that wait for the app before no more are read."""

PAUSE = 30.0
"""Seconds that a connection or a channel may last before it is put to use."""

NAMES = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""What a client may say of its terminal besides TERM; all else that it sends is dropped."""


class _Few(dict[bytes, bytes]):
    """Keep what a client says of its terminal, and nothing by which it could fill the memory."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name.decode("ascii", "replace") in NAMES and len(value) < 100:
            super().__setitem__(name, value)


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One session: its channel's bytes go to the app's driver and back."""

    def __init__(self, pool: SessionPool, who: Credentials, admit: Callable[[Credentials], Awaitable[None]]) -> None:
        self.pool, self.who, self._admit = pool, who, admit
        self.task: asyncio.Task[None] | None = None
        self._app: ServedApp | None = None
        self._driver: SinkDriver | None = None
        self._term: str | None = None
        self._size = sane(0, 0)
        self._command: str | None = None
        self._words = ""
        self._begun = self._gone = False
        self._typed = b""
        self._waiting = False
        self._heard = monotonic()

    def connection_made(self, chan: Any) -> None:
        self._chan: asyncssh.SSHServerChannel[bytes] = chan
        chan._env = _Few()
        chan.set_write_buffer_limits(FULL)
        self.pool.sessions.add(self)
        self._unused = asyncio.get_running_loop().call_later(PAUSE, self._close_unused)

    def _close_unused(self) -> None:
        if self.task is None and not self._gone:
            self._chan.close()

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self._term, self._size = term_type[:60], sane(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command[:200]
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse: there are no files to be had."""
        return False

    def session_started(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._run())

    def data_received(self, data: bytes, datatype: Any) -> None:
        self._heard = monotonic()
        self._typed += data
        self._hand_over()

    def _hand_over(self) -> None:
        """Give the app what was typed, and read no more while it is behind."""
        app, driver, loop = self._app, self._driver, asyncio.get_running_loop()
        if self._gone or app is None or driver is None:
            self._typed = self._typed[:EAGER]
            return
        while self._typed and app.message_queue_size < EAGER:
            piece, self._typed = self._typed[:EAGER], self._typed[EAGER:]
            driver.feed(piece)
        if self._typed and not self._waiting:
            self._waiting = True
            self._chan.pause_reading()
            loop.call_later(0.02, self._read_on)

    def _read_on(self) -> None:
        self._waiting = False
        self._hand_over()
        if not self._waiting and not self._gone:
            self._chan.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = sane(width, height)
        if self._driver is not None:
            self._driver.resize(width, height)

    def pause_writing(self) -> None:
        if self._app is not None:
            self._app.hold()

    def resume_writing(self) -> None:
        if self._app is not None and not self._gone:
            self._app.go_on()

    def eof_received(self) -> bool:
        """End a screen at which nobody can type any more; a command may still answer."""
        if self._command is None:
            self.leave("")
        return True

    def signal_received(self, signal: str) -> None:
        self.leave("")

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        self._unused.cancel()
        if self.task is None:
            self.pool.sessions.discard(self)
        self.leave("")

    def leave(self, words: str) -> None:
        self._words = self._words or words
        if self._app is not None and self._app.is_running:
            self._app.exit(return_code=1 if words else 0)
            asyncio.get_running_loop().call_later(GRACE, self._break_off)
        else:
            self._break_off()

    def _break_off(self) -> None:
        if self.task is None or self.task.done():
            return
        if self._begun:
            self.task.cancel()
        else:  # a task that has not begun would end without a word
            asyncio.get_running_loop().call_soon(self._break_off)

    async def _run(self) -> None:
        self._begun = True
        code = 1
        try:
            code = await self._serve()
        except asyncio.CancelledError:
            pass
        except Refused as refusal:
            self._words = str(refusal)
        except Exception as error:
            self._words = apology(error)
        finally:
            self.pool.sessions.discard(self)
            self._app = self._driver = None
            self.pool.ended()
        if not self._gone:
            self._say(self._words)
            self._chan.exit(code)

    async def _serve(self) -> int:
        if self._command is None:
            self._need_terminal()
        await self.pool.starting.acquire()
        started = _Once(self.pool.starting.release)
        try:
            await self._admit(self.who)
            login = await self.pool.log_in(self.who)
            try:
                if self._command is None:
                    return await self._play(login, started)
                started()
                code, said = await login.command(self._command.split())
                self._say(said)
                return code
            finally:
                await login.close()
        finally:
            started()

    def _need_terminal(self) -> None:
        if self._term is None:
            raise Refused("this needs a terminal: add -t to ssh, or 'help' for the commands that need none")
        if self._term in ("dumb", "unknown"):
            raise Refused(
                f"the terminal says it is {self._term!r} and can show no screens; connect from one that can, "
                "or add 'help' for the commands that need none"
            )

    async def _play(self, login: Login, started: Callable[[], None]) -> int:
        watch = asyncio.get_running_loop().create_task(self._watch_idle())
        app = login.app(Terminal(self._environ(), driver=partial(_driver, self)), started)
        self._app = app
        try:
            await app.run_async(size=self._size)
        finally:
            watch.cancel()
        if app.crash:
            self._words = apology(app._exception)
            return 1
        return app.return_code or 0

    def begin(self, driver: SinkDriver) -> None:
        """Take the driver that the app has made, and give it what was typed before."""
        self._driver = driver
        driver.resize(*self._size)
        asyncio.get_running_loop().call_soon(self._hand_over)

    def send(self, data: bytes) -> None:
        if not self._gone:
            with contextlib.suppress(OSError):
                self._chan.write(data)

    def _say(self, words: str) -> None:
        if words:
            end = "\r\n" if self._term is not None else "\n"
            self.send((end.join(words.splitlines()) + end).encode())

    def _environ(self) -> Mapping[str, str]:
        """Return what is known of the terminal; clients that say nothing of letters are taken to know them all."""
        said = {name.decode(): value.decode("ascii", "replace") for name, value in self._chan._env.items()}
        if not any(said.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")):
            said["LANG"] = "C.UTF-8"
        return {**said, "TERM": self._term or ""}

    async def _watch_idle(self) -> None:
        while (left := self._heard + self.pool.idle - monotonic()) > 0:
            await asyncio.sleep(left)
        self.leave("You were away for long, so the line was closed; nothing is lost, connect again to go on.")


class _Once:
    """Call a function at the first call, and never again."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._function: Callable[[], None] | None = function

    def __call__(self) -> None:
        function, self._function = self._function, None
        if function is not None:
            function()


def _driver(session: SshSession, app: Any, **how: Any) -> SinkDriver:
    driver = SinkDriver(app, sink=session.send, **how)
    session.begin(driver)
    return driver
