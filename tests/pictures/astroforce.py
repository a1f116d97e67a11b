"""Pictures of Astroforce, and of the screens that every game shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starforge.engine.save import Seat
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.table import Table
from starforge.tui.app.routes import screen_for
from starforge.tui.screens.home import HomeScreen
from starforge.tui.screens.new_game import NewGameScreen
from starforge.tui.screens.page import Page
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.screens.rulebook import RulebookScreen
from tests.pictures.shot import HUGE, LARGE, SEED, Opening, Shot


async def played(lobby: LocalLobby, names: Sequence[str], turn: int, kind: str = "deploy", **options: Any) -> Table:
    """Return a patrol on which the strongest bot's advice was followed until something is asked in a turn."""
    table = await lobby.create("astroforce", [Seat(name=name) for name in names], options, SEED)
    while (waiting := table.view(None).waiting) and not (table.view(None).turn >= turn and kind in waiting.values()):
        seat = min(waiting)
        found = await table.hint(seat)
        await table.submit(seat, found[0] if found else table.view(seat).legal[0])
    return table


async def home(lobby: LocalLobby) -> Page:
    """Open home, with two games to go on with."""
    await played(lobby, ("Ada", "Ben"), 3, patrol="medium")
    await played(lobby, ("Ada",), 9, patrol="hard")
    return HomeScreen()


async def new(lobby: LocalLobby) -> Page:
    return NewGameScreen()


def table(names: Sequence[str], turn: int, kind: str = "deploy") -> Opening:
    """Open a patrol at a moment of it."""

    async def first(lobby: LocalLobby) -> Page:
        return screen_for(await played(lobby, names, turn, kind, patrol="hard"))

    return first


async def rulebook(lobby: LocalLobby) -> Page:
    return RulebookScreen("astroforce", "AF-D5")


async def replay(lobby: LocalLobby) -> Page:
    return ReplayScreen(Replay((await played(lobby, ("Ada",), 20, patrol="hard")).save()))


PATROL = table(("Ada",), 10)
PAIR = table(("Ada", "Ben"), 6, "roll")
SHOTS = (
    Shot("home", home),
    Shot("new-game", new),
    Shot("astroforce-80x24", PATROL),
    Shot("astroforce-120x40", PATROL, size=LARGE),
    Shot("astroforce-200x60", PATROL, size=HUGE),
    Shot("astroforce-ascii", PATROL, look="ascii"),
    Shot("astroforce-mono", PATROL, colours="none"),
    Shot("astroforce-sixteen", PATROL, colours="sixteen"),
    Shot("astroforce-contrast", PATROL, size=LARGE, theme="contrast"),
    Shot("astroforce-daylight", PATROL, size=LARGE, theme="daylight"),
    Shot("hand-off", PAIR),
    Shot("hand-off-recap", PAIR, keys=("enter",)),
    Shot("rulebook", rulebook),
    Shot("replay", replay, keys=("down", "down", "down")),
    Shot("help", PATROL, keys=("?",)),
    Shot("settings", home, keys=("s",)),
)
