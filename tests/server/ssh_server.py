"""A stand-in for the daemon: everybody who comes in by SSH gets an app over games in a folder of the server's."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import asyncssh

from starforge.server.ssh.authentication import host_key, options, serve_connection
from starforge.server.ssh.served_app import ServedApp
from starforge.server.ssh.session_pool import Credentials, Login, SessionPool
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile
from starforge.tui.app.terminal import Terminal
from starforge.tui.screens.home import HomeScreen
from tests.tui.terminal import NAMES
from tests.waiting import DEADLINE


class FaultyHome(HomeScreen):
    """Fail at r, print at w."""

    def _rules(self) -> None:
        hand = "the secret card"
        raise KeyError(hand)

    def _replays(self) -> None:
        print("a stray print")


class FakeLogin:
    """Somebody who has been let in."""

    apps: list[ServedApp] = []

    def __init__(self, folder: Path, who: Credentials) -> None:
        self._folder, self._who = folder, who

    def app(self, at: Terminal, started: Callable[[], None]) -> ServedApp:
        async def first(app: Any) -> FaultyHome:
            return FaultyHome()

        return ServedApp(Profile(Settings(animations=False), LocalLobby(self._folder)), first, at, started=started)

    async def command(self, words: list[str]) -> tuple[int, str]:
        return (0, f"you are {self._who.key}") if words == ["whoami"] else (2, f"no {words}")

    async def close(self) -> None:
        pass


def log_in(config: Mapping[str, Any]) -> Callable[[Credentials], Awaitable[Login]]:
    """Return what lets people in, for a worker process."""

    async def let_in(who: Credentials) -> Login:
        return FakeLogin(Path(config["folder"]), who)

    return let_in


async def _admit(who: Credentials) -> None:
    pass


@contextlib.asynccontextmanager
async def serve_ssh(folder: Path, login: float = 5, **how: Any) -> AsyncIterator[tuple[int, SessionPool]]:
    """Serve SSH from this process; yield the port and the pool."""
    pool = SessionPool(log_in({"folder": folder}), **how)
    chosen = options(host_key(folder / "host_key"), login)
    tasks: set[asyncio.Task[None]] = set()
    loop = asyncio.get_running_loop()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)

        async def accept() -> None:
            while True:
                sock, peer = await loop.sock_accept(listening)
                tasks.add(loop.create_task(serve_connection(sock, chosen, pool, _admit, peer[0])))

        accepting = loop.create_task(accept())
        try:
            yield listening.getsockname()[1], pool
        finally:
            accepting.cancel()
            await pool.close("the end")
            if tasks:
                await asyncio.wait(tasks, timeout=DEADLINE)


KEYS = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]


async def connect(port: int, key: Any = KEYS[0], **how: Any) -> asyncssh.SSHClientConnection:
    """Connect as somebody with a key."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        **{"username": "me", "known_hosts": None, "client_keys": [key], "agent_path": None, "config": None, **how},
    )


class FarTerminal:
    """A terminal at the far end of an SSH session."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.out = b""
        self._reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            while data := await self.process.stdout.read(65536):
                self.out += data

    def send(self, data: bytes) -> None:
        self.process.stdin.write(data)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.send(NAMES.get(key, key).encode())
            await asyncio.sleep(0.15 if key == "escape" else 0.03)

    async def until(self, text: str, timeout: float = DEADLINE) -> None:
        """Wait until the terminal was sent a text since the last ``forget``."""
        end = asyncio.get_running_loop().time() + timeout
        while text.encode() not in self.out:
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"{text!r} did not come; got {self.out[-2000:]!r}")
            await asyncio.sleep(0.005)

    async def ended(self, timeout: float = DEADLINE) -> tuple[int | None, str]:
        """Wait for the end of the session; return its exit code and all that was sent."""
        await asyncio.wait_for(self.process.wait_closed(), timeout)
        await self._reading
        return self.process.exit_status, self.out.decode(errors="replace")


async def play(
    conn: asyncssh.SSHClientConnection,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] | None = None,
) -> FarTerminal:
    """Open a session with a terminal."""
    process = await conn.create_process(
        term_type=term,
        term_size=size,
        env={"LANG": "C.UTF-8"} if env is None else env,
        encoding=None,
        request_pty="force" if term else False,
    )
    return FarTerminal(process)
