"""The pictures of a server's lobby and tables for the README, drawn from a server that is run for them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from starforge.engine.rng import Rng
from starforge.server.daemon import Daemon, Serving
from starforge.server.tables import gathering
from starforge.server.tables.records import Meta
from starforge.tables.remote import RemoteLobby
from starforge.tables.settings import Settings
from starforge.tables.shared import Clock, Place
from starforge.tui.app.app import StarforgeApp
from starforge.tui.drawing.svg import to_svg
from starforge.tui.screens.page import Page
from starforge.tui.server.lobby import first_screen
from starforge.tui.shots import HUGE, LARGE, SEED, SMALL


class SharedShot(NamedTuple):
    """Name a picture of a server: whether Ada has a name there, the keys she presses, and how her terminal is."""

    name: str
    keys: Sequence[str] = ()
    size: tuple[int, int] = SMALL
    look: str = "unicode"
    known: bool = True
    words: str = ""
    """What the screen shows once it has come to rest."""


SHOTS = (
    SharedShot("first-visit", known=False, words="First visit"),
    SharedShot("lobby-80x24", words="Cyd:"),
    SharedShot("lobby-120x40", size=LARGE, words="Cyd:"),
    SharedShot("lobby-ascii", look="ascii", words="Cyd:"),
    SharedShot("new-table", keys=("n", "right", *["down"] * 3, "right"), words="New table"),
    SharedShot("waiting-room", keys=("2",), words="Ben: "),
    SharedShot("waiting-room-120x40", keys=("2",), size=LARGE, words="Ben: "),
    SharedShot("shared-table-80x24", keys=("1",), words="left"),
    SharedShot("shared-table-120x40", keys=("1",), size=LARGE, words="left"),
    SharedShot("shared-table-200x60", keys=("1",), size=HUGE, words="left"),
    SharedShot("shared-menu", keys=("1", "m"), words="Resign"),
)


async def _table(daemon: Daemon, names: Sequence[str], game: str, clock: Clock, **options: Any) -> str:
    """Begin a table of these people whose cards and dice are the same each time, and return its id."""
    setup = gathering.set_up(game, len(names), options, SEED, "")
    places = tuple(Place(user=name) for name in names)
    table_id = await daemon.house.found(setup, Meta(host=names[0], places=places, clock=clock))
    await daemon.house.start(table_id, lambda meta: meta)
    return table_id


async def _play(lobbies: dict[int, RemoteLobby], table_id: str, stop: Callable[[Any], bool]) -> None:
    """Let people play as advised until one of them is asked what ``stop`` holds for."""
    tables = {seat: await lobby.open(table_id) for seat, lobby in lobbies.items()}
    while waiting := tables[0].view(None).waiting:
        seat = max(waiting)
        view = tables[seat].view(seat)
        if stop(view):
            break
        action = tables[seat].game.advise(view, lambda: None, Rng(SEED)) or view.legal[0]
        await tables[seat].submit(seat, action)
        await asyncio.sleep(0.01)
    for table in tables.values():
        await table.close()


def _planning(view: Any) -> bool:
    return view.turn == 5 and view.seat == 0 and view.ask.kind == "plan" and len(view.me.hand) == 3


async def _people(daemon: Daemon, *names: str) -> list[RemoteLobby]:
    lobbies = []
    for name in names:
        lobby = RemoteLobby(daemon.private, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
        await lobby.connect()
        if not lobby.user:
            await lobby.register(name)
        lobbies.append(lobby)
    return lobbies


async def _fill(daemon: Daemon, ada: RemoteLobby, ben: RemoteLobby, cyd: RemoteLobby) -> None:
    """Set up tables in every stage, and let people talk."""
    day, bank = Clock("move", 86_400), Clock("bank", 7200)
    await ben.found("astroforce", [Place(), Place()], {"patrol": "hard"}, Clock())
    await _table(daemon, ("Ben", "Cyd"), "shattered-reach", bank)
    invited = await ben.found("reach", [Place(), Place(invited="Ada"), Place(bot="greedy")], {}, day)
    await ben.say("Three to the Reach; Ada, the second place is yours.", invited)
    reach = await _table(daemon, ("Ada", "Ben", "Cyd"), "reach", Clock("move", 300))
    await _play(dict(enumerate((ada, ben, cyd))), reach, _planning)
    table = await ben.open(reach)
    await table.say("Nine points and a landing card. You are in trouble.")
    await table.close()
    await ben.say("Anyone for a skirmish after this?")
    await cyd.say("Tomorrow, with a clock of a day a move.")


@asynccontextmanager
async def serving() -> AsyncIterator[Daemon]:
    """Run a server in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(Serving(data=Path(folder), socket=Path(folder) / "s"))
        ready = asyncio.Event()
        running = asyncio.ensure_future(daemon.run(ready.set))
        await ready.wait()
        try:
            yield daemon
        finally:
            daemon.stop()
            await running


async def draw(shot: SharedShot) -> str:
    """Return a picture as SVG."""
    async with serving() as daemon:
        ada, ben, cyd = await _people(daemon, "Ada", "Ben", "Cyd")
        await _fill(daemon, ada, ben, cyd)
        await ada.close()
        visitor = RemoteLobby(daemon.private, {"identity": ["key", f"SHA256:{'Ada' if shot.known else 'Zoe'}"]})
        await visitor.connect()

        async def first(app: StarforgeApp) -> Any:
            return first_screen(visitor)

        settings = Settings(look=shot.look, animations=False)  # type: ignore[arg-type]
        app = StarforgeApp(None, settings, first, shared=visitor, colours="many", now=partial(_now, visitor))
        async with app.run_test(size=shot.size) as pilot:
            for key in (*shot.keys, ""):
                await asyncio.sleep(0.3)
                if key:
                    await pilot.press(key)
            page = await _shown(app, shot.words)
            picture = to_svg(page.sheet.picture, app.look, app.shown.twins)
        for lobby in (visitor, ben, cyd):
            await lobby.close()
        return picture


def _now(lobby: RemoteLobby) -> datetime:
    """Return a time at which the clock that runs stands as it stands in every picture."""
    due = [one.deadline for one in lobby.board() if one.deadline is not None and one.clock.kind == "move"]
    return min(due) - timedelta(minutes=4, seconds=32.5) if due else datetime.now(UTC)


async def _shown(app: StarforgeApp, words: str) -> Page:
    for _ in range(200):
        page = app.screen
        if isinstance(page, Page) and words in page.sheet.picture.text():
            return page
        await asyncio.sleep(0.02)
    raise AssertionError(f"{words!r} is not shown")


def draw_all(folder: Path) -> int:
    """Draw every picture into a folder and return the exit code."""
    for shot in SHOTS:
        path = folder / f"{shot.name}.svg"
        path.write_text(asyncio.run(draw(shot)), encoding="utf-8")
        print(path)
    return 0
