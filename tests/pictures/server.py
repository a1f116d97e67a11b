"""Pictures of a server's lobby and tables, drawn from a server that is run for them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from starforge.engine.rng import Rng
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.settings import Settings
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import first_screen
from starforge.tui.app.terminal import Terminal
from tests.pictures.reach import planning
from tests.pictures.shot import HUGE, LARGE, SEED, SMALL, picture
from tests.server.local_server import LocalServer, serving

LOBBY, WAITING, TABLE = "Cyd:", "Ben: ", "left"
"""What a screen shows once it has come to rest."""


class ServerShot(NamedTuple):
    """``keys`` come with what is shown after them; ``known``: whether Ada has a name there."""

    name: str
    shown: str = LOBBY
    keys: Sequence[tuple[str, str]] = ()
    size: tuple[int, int] = SMALL
    look: str = "unicode"
    known: bool = True


SHOTS = (
    ServerShot("first-visit", "First visit", known=False),
    ServerShot("lobby-80x24"),
    ServerShot("lobby-120x40", size=LARGE),
    ServerShot("lobby-ascii", look="ascii"),
    ServerShot("new-table", keys=[(key, "New table") for key in ("n", "right", "down", "down", "down", "right")]),
    ServerShot("waiting-room", keys=[("2", WAITING)]),
    ServerShot("waiting-room-120x40", keys=[("2", WAITING)], size=LARGE),
    ServerShot("shared-table-80x24", keys=[("1", TABLE)]),
    ServerShot("shared-table-120x40", keys=[("1", TABLE)], size=LARGE),
    ServerShot("shared-table-200x60", keys=[("1", TABLE)], size=HUGE),
    ServerShot("shared-menu", keys=[("1", TABLE), ("m", "Resign")]),
)


async def play(lobbies: dict[int, RemoteLobby], table_id: str, stop: Callable[[Any, str], bool]) -> None:
    """Let people play as advised until one of them is asked what ``stop`` holds for."""
    tables = {seat: await lobby.open(table_id) for seat, lobby in lobbies.items()}
    while waiting := tables[0].view(None).waiting:
        seat = max(waiting)
        view = tables[seat].view(seat)
        if stop(view, ""):
            break
        action = tables[seat].game.advise(view, lambda: None, Rng(SEED)) or view.legal[0]
        await tables[seat].submit(seat, action)
        await asyncio.sleep(0.01)
    for table in tables.values():
        await table.close()


async def fill(server: LocalServer, ada: RemoteLobby, ben: RemoteLobby, cyd: RemoteLobby) -> None:
    """Set up tables in every stage, and let people talk."""
    day, bank = Clock("move", 86_400), Clock("bank", 7200)
    await ben.offer("astroforce", [SeatAssignment(), SeatAssignment()], {"patrol": "hard"}, Clock())
    await server.table(("Ben", "Cyd"), "shattered-reach", SEED, bank)
    invited = await ben.offer(
        "reach", [SeatAssignment(), SeatAssignment(invited="Ada"), SeatAssignment(bot="greedy")], {}, day
    )
    await ben.say("Three to the Reach; Ada, the second place is yours.", invited)
    reach = await server.table(("Ada", "Ben", "Cyd"), "reach", SEED, Clock("move", 300))
    await play(dict(enumerate((ada, ben, cyd))), reach, planning)
    table = await ben.open(reach)
    await table.say("Nine points and a landing card. You are in trouble.")
    await table.close()
    await ben.say("Anyone for a skirmish after this?")
    await cyd.say("Tomorrow, with a clock of a day a move.")


async def draw(shot: ServerShot) -> str:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as server:
            ada, ben, cyd = [await server.connect(name) for name in ("Ada", "Ben", "Cyd")]
            await fill(server, ada, ben, cyd)
            await ada.close()
            visitor = RemoteLobby(
                server.daemon.private, {"identity": ["key", f"SHA256:{'Ada' if shot.known else 'Zoe'}"]}
            )
            await visitor.connect()
            server.lobbies.append(visitor)
            return await look(shot, visitor)


async def look(shot: ServerShot, visitor: RemoteLobby) -> str:
    """Return what a visitor's terminal shows after the keys of a picture."""

    async def first(app: StarforgeApp) -> Any:
        return first_screen(visitor)

    settings = Settings(look=shot.look, animations=False)  # type: ignore[arg-type]
    app = StarforgeApp(Profile(settings, shared=visitor), first, Terminal(colours="many"), partial(now, visitor))
    async with app.run_test(size=shot.size) as pilot:
        await until_shown(app, shot.shown)
        for key, words in shot.keys:
            before = text(app)
            await pilot.press(key)
            await until_shown(app, words, before)
        await pilot.pause()
        return picture(app)


def now(lobby: RemoteLobby) -> datetime:
    """Return a time at which the clock that runs stands as it stands in every picture."""
    due = [one.deadline for one in lobby.listing() if one.deadline is not None and one.clock.kind == "move"]
    return min(due) - timedelta(minutes=4, seconds=32.5) if due else datetime.now(UTC)


def text(app: StarforgeApp) -> str:
    sheet = getattr(app.screen, "sheet", None)
    return sheet.picture.text() if sheet else ""


async def until_shown(app: StarforgeApp, words: str, before: str = "") -> None:
    """Wait until an app shows some words and something has changed."""
    async with asyncio.timeout(60):
        while words not in text(app) or text(app) == before:
            await asyncio.sleep(0.02)
