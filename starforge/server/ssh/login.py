"""How a worker process logs a user in: a line to the daemon, and the app that shows its lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from starforge.engine.shape import Misshapen, read_shape
from starforge.server.ssh import commands
from starforge.server.ssh.served_app import ServedApp
from starforge.server.ssh.session_pool import Credentials, Login, Refused
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.settings import OWN, Settings
from starforge.tables.table import TableError, clean
from starforge.tui.app.app import Profile
from starforge.tui.app.routes import first_screen
from starforge.tui.app.terminal import Terminal


class DaemonLogin:
    """A user who has been let in, with a line to the daemon."""

    def __init__(self, lobby: RemoteLobby, settings: Settings) -> None:
        self._lobby, self._settings = lobby, settings
        self._keeping: set[asyncio.Task[None]] = set()

    def app(self, at: Terminal, started: Callable[[], None]) -> ServedApp:
        """Return the app, which begins in the lobby."""

        async def first(app: Any) -> Any:
            return first_screen(self._lobby)

        return ServedApp(Profile(self._settings, shared=self._lobby, keep=self._keep), first, at, started=started)

    def _keep(self, values: Mapping[str, Any]) -> str:
        """Have the daemon keep settings; those of somebody without a name hold for this session."""
        if self._lobby.user:
            task = asyncio.get_running_loop().create_task(self._prefer(values))
            self._keeping.add(task)
            task.add_done_callback(self._keeping.discard)
        return ""

    async def _prefer(self, values: Mapping[str, Any]) -> None:
        with suppress(TableError):
            await self._lobby.prefer({name: value for name, value in values.items() if name not in OWN})

    async def command(self, words: list[str]) -> tuple[int, str]:
        return await commands.answer(self._lobby, words)

    async def close(self) -> None:
        """Let the line go, once what was to be kept is."""
        if self._keeping:
            await asyncio.wait(self._keeping, timeout=1)
        await self._lobby.close()


def log_in(config: Mapping[str, Any]) -> Callable[[Credentials], Awaitable[Login]]:
    """Return what lets people in, for a worker whose ``config`` names the daemon's socket."""
    path = Path(config["socket"])

    async def let_in(who: Credentials) -> Login:
        hello = {"identity": ["key", who.key], "address": who.address, "suggested": clean(who.name)}
        lobby = RemoteLobby(path, hello)
        try:
            await lobby.connect()
            settings = usable(await lobby.preferences() if lobby.user else {})
        except BaseException as error:  # whoever gives up meanwhile leaves no line behind either
            await lobby.close()
            if isinstance(error, TableError):
                raise Refused(str(error)) from None
            raise
        return DaemonLogin(lobby, settings)

    return let_in


def usable(values: Mapping[str, Any]) -> Settings:
    """Return settings as the server keeps them for a user; what this version cannot use takes its default."""
    good: dict[str, Any] = {}
    for name, value in values.items():
        with suppress(Misshapen):
            if name not in OWN:
                read_shape(Settings, {**good, name: value})
                good[name] = value
    return Settings(**good)
