"""What the SSH sessions of one process share: how people log in, how many may be starting at once, and how all end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from starforge.server.ssh.served_app import ServedApp
from starforge.tui.app.terminal import Terminal

GRACE = 2.0
"""Seconds that an app may take to end before it is broken off."""


class Credentials(NamedTuple):
    """What a connection has shown: the fingerprint of its key, its address, and a login name, which proves nothing."""

    key: str
    address: str
    name: str = ""


class Refused(Exception):
    """Turn a user away; the text says why."""


class Login(Protocol):
    """Somebody who has been let in."""

    def app(self, at: Terminal, started: Callable[[], None]) -> ServedApp:
        """Return the app for this user at a terminal; ``started`` is called at the first frame."""

    async def command(self, words: list[str]) -> tuple[int, str]:
        """Carry a command out and return its exit code and what it says."""

    async def close(self) -> None:
        """Let the user go."""


class PooledSession(Protocol):
    """What the pool needs of a session; ``task`` is None until it begins."""

    task: asyncio.Task[None] | None

    def leave(self, words: str) -> None:
        """End the session; ``words`` are the last that the user reads."""


class SessionPool:
    """Hold the sessions of one process.

    ``log_in`` lets people in. At most ``starting`` are served until their first frame at once, at most ``channels``
    sessions share a connection, and one without a key for ``idle`` seconds ends. ``ended`` is called after each.
    """

    def __init__(
        self,
        log_in: Callable[[Credentials], Awaitable[Login]],
        *,
        idle: float = 7200,
        starting: int = 4,
        channels: int = 4,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self.log_in, self.idle, self.channels, self.ended = log_in, idle, channels, ended
        self.starting = asyncio.Semaphore(starting)
        self.sessions: set[PooledSession] = set()

    async def close(self, words: str) -> None:
        """Tell everybody why it ends, and wait until all are gone or have been broken off."""
        for session in list(self.sessions):
            session.leave(words)
        tasks = [session.task for session in self.sessions if session.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE + 0.5)
