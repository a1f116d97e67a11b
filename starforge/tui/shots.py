"""The pictures that the README shows: every screen, drawn the same way each time from the same games."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.engine.save import Seat
from starforge.games.assets import folder
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tables.table import Table
from starforge.tui.app.app import StarforgeApp
from starforge.tui.drawing.svg import to_svg
from starforge.tui.screens.page import Page

SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)
SEED = 7


class Shot(NamedTuple):
    """Name a picture: the screen to open on, the keys to press there, the size, the look and the colours."""

    name: str
    first: Callable[[LocalLobby], Awaitable[Page]]
    keys: Sequence[str] = ()
    size: tuple[int, int] = SMALL
    look: str = "unicode"
    colours: str = "many"
    theme: str = "night"


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
    from starforge.tui.screens.home import HomeScreen

    await played(lobby, ("Ada", "Ben"), 3, patrol="medium")
    await played(lobby, ("Ada",), 9, patrol="hard")
    return HomeScreen()


async def new(lobby: LocalLobby) -> Page:
    """Open a new game."""
    from starforge.tui.screens.new_game import NewGameScreen

    return NewGameScreen()


def table(names: Sequence[str], turn: int, kind: str = "deploy") -> Callable[[LocalLobby], Awaitable[Page]]:
    """Open a patrol at a moment of it."""

    async def first(lobby: LocalLobby) -> Page:
        from starforge.tui.app.routes import screen_for

        return screen_for(await played(lobby, names, turn, kind, patrol="hard"))

    return first


async def rulebook(lobby: LocalLobby) -> Page:
    """Open the rulebook at a rule."""
    from starforge.tui.screens.rulebook import RulebookScreen

    return RulebookScreen("astroforce", "AF-D5")


async def replay(lobby: LocalLobby) -> Page:
    """Open the replay of a patrol."""
    from starforge.tables.replay import Replay
    from starforge.tui.screens.play.replay import ReplayScreen

    return ReplayScreen(Replay((await played(lobby, ("Ada",), 20, patrol="hard")).save()))


async def advised(table: Table, stop: Callable[[Any, str], bool]) -> tuple[int, Action] | None:
    """Play as advised up to the move for which ``stop`` holds, and return that move; None at the end of the game."""
    while waiting := table.view(None).waiting:
        seat = max(waiting)
        view = table.view(seat)
        action = table.game.advise(view, lambda: None, Rng(SEED))
        assert action is not None
        if stop(view, str(action)):
            return seat, action
        await table.submit(seat, action)
    return None


def flight(stop: Callable[[Any, str], bool], go_on: bool, *names: str) -> Callable[[LocalLobby], Awaitable[Page]]:
    """Open a flight to Reach that was played as advised up to the move for which ``stop`` holds, or just after it."""

    async def first(lobby: LocalLobby) -> Page:
        from starforge.tui.app.routes import screen_for

        flown = await lobby.create("reach", [Seat(name=name) for name in names], {}, SEED)
        last = await advised(flown, stop)
        screen = screen_for(flown)
        if go_on and last is not None:
            await flown.submit(*last)
        return screen

    return first


def planning(view: Any, action: str) -> bool:
    """Tell whether the first player has some cards left to place."""
    return view.turn == 5 and view.seat == 0 and view.ask.kind == "plan" and len(view.me.hand) == 3


def revealing(view: Any, action: str) -> bool:
    """Tell whether the screens will drop."""
    return view.turn == 5 and action == "ready" and len(view.waiting) == 1


def claiming(view: Any, action: str) -> bool:
    """Tell whether a mission will be claimed."""
    return view.turn == 5 and action.startswith("claim ")


def closing(view: Any, action: str) -> bool:
    """Tell whether crew may be raised at the end of the second round."""
    return view.turn == 6 and view.phase == "round-end" and view.ask.kind == "growth"


def landing(view: Any, action: str) -> bool:
    """Tell whether the last card before the landing will be placed."""
    me = view.me
    left = [*me.academy, *(card for d in me.departments for card in d.repairers)]
    alone = view.phase == "landing" and view.seat == view.order[-1] and view.ask.kind == "settle"
    return alone and not left and not me.deck and len(me.hand) == 1


def ending(view: Any, action: str) -> bool:
    """Tell that nothing stops the game before its end."""
    return False


def reach_shots() -> Iterator[Shot]:
    """Yield planning, reveal, claims, landing and scoring of USC: Reach at three sizes."""
    stages = (
        ("planning", planning, False, ("enter", "enter")),
        ("reveal", revealing, True, ()),
        ("claims", claiming, False, ()),
        ("landing", landing, True, ()),
        ("scoring", ending, False, ()),
    )
    names = ("Ada", "Ben", "Cyd", "Dan")
    for stage, stop, go_on, keys in stages:
        for size in (SMALL, LARGE, HUGE):
            who = names if size == HUGE else names[:3]
            yield Shot(f"reach-{stage}-{size[0]}x{size[1]}", flight(stop, go_on, *who), keys=keys, size=size)


def war(moment: str) -> Callable[[LocalLobby], Awaitable[Page]]:
    """Open a war at a moment that stands among the game's positions."""

    async def first(lobby: LocalLobby) -> Page:
        from starforge.tui.app.routes import screen_for

        start = (folder("shattered_reach") / "positions" / f"{moment}.toml").read_text(encoding="utf-8")
        seats = [Seat(name="Ada"), Seat(name="Ben")]
        return screen_for(await lobby.create("shattered-reach", seats, {"scenario": "race-for-the-core"}, SEED, start))

    return first


def begun(scenario: str) -> Callable[[LocalLobby], Awaitable[Page]]:
    """Open a war at its beginning."""

    async def first(lobby: LocalLobby) -> Page:
        from starforge.tui.app.routes import screen_for

        seats = [Seat(name="Ada"), Seat(name="Ben")]
        options = {"scenario": scenario, "factions": "ferrum,ember"}
        return screen_for(await lobby.create("shattered-reach", seats, options, SEED))

    return first


def shattered_shots() -> Iterator[Shot]:
    """Yield Shattered Reach: a fleet, its deployment, a plan that rams, fire, the zooms, and plainer terminals."""
    planning, fire, sit = war("race"), war("fire"), ("enter", "enter")
    yard = begun("race-for-the-core")
    deployed = (*sit, "x", "enter", "e", "enter") * 2
    yield Shot("shattered-fleet-80x24", yard, (*sit, *"ddd", *["down"] * 5, *"dd"))
    yield Shot("shattered-fleet-120x40", yard, (*sit, "x", "tab", "tab"), LARGE)
    places = [key for _ in range(4) for key in ("enter", "right")]
    yield Shot("shattered-deployment-80x24", yard, (*deployed, *sit, *places))
    yield Shot("shattered-deployment-120x40", yard, (*deployed, *sit, *places), LARGE)
    yield Shot("shattered-planning-80x24", planning, sit)
    yield Shot("shattered-planning-120x40", planning, sit, LARGE)
    yield Shot("shattered-planning-200x60", planning, (*sit, "g"), HUGE)
    yield Shot("shattered-overview-120x40", planning, (*sit, "0"), LARGE)
    yield Shot("shattered-detail-120x40", planning, (*sit, "g"), LARGE)
    yield Shot("shattered-firing-80x24", fire, "wx")
    yield Shot("shattered-firing-120x40", fire, "wx", LARGE)
    yield Shot("shattered-missiles-80x24", fire, "pp")
    yield Shot("shattered-arcs-120x40", fire, "v", LARGE)
    yield Shot("shattered-ranges-120x40", planning, (*sit, "v"), LARGE)
    yield Shot("shattered-ascii", planning, sit, look="ascii")
    yield Shot("shattered-ascii-detail-120x40", planning, (*sit, "g"), LARGE, look="ascii")
    yield Shot("shattered-mono", planning, sit, colours="none")
    yield Shot("shattered-sixteen", planning, sit, colours="sixteen")
    yield Shot("shattered-daylight", planning, sit, LARGE, theme="daylight")


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
    *reach_shots(),
    Shot("reach-picked", flight(planning, False, "Ada", "Ben", "Cyd"), keys=("enter", "enter", "1")),
    Shot("reach-growth", flight(closing, False, "Ada", "Ben", "Cyd")),
    Shot("reach-ascii", flight(planning, False, "Ada", "Ben"), keys=("enter", "enter", "1"), look="ascii"),
    Shot("reach-mono", flight(planning, False, "Ada", "Ben"), keys=("enter", "enter", "1"), colours="none"),
    Shot("reach-sixteen", flight(planning, False, "Ada", "Ben"), keys=("enter", "enter", "1"), colours="sixteen"),
    *shattered_shots(),
)


def draw_all(target: Path) -> int:
    """Draw every picture into a folder and return the exit code."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        for shot in SHOTS:
            (target / f"{shot.name}.svg").write_text(asyncio.run(draw(shot)), encoding="utf-8")
            print(target / f"{shot.name}.svg")
    except OSError as error:
        print(f"starforge: the pictures cannot be written: {error}", file=sys.stderr)
        return 1
    return 0


async def draw(shot: Shot) -> str:
    """Return a picture as SVG."""
    async with opened(shot) as app:
        page = app.screen
        assert isinstance(page, Page)
        return to_svg(page.sheet.picture, app.look, app.shown.twins)


@asynccontextmanager
async def opened(shot: Shot) -> AsyncIterator[StarforgeApp]:
    """Run the app without a terminal until it shows what the picture is of."""
    with tempfile.TemporaryDirectory() as store:
        lobby = LocalLobby(Path(store))

        async def first(app: StarforgeApp) -> Page:
            return await shot.first(lobby)

        settings = Settings(look=shot.look, theme=shot.theme, animations=False, name="Ada")  # type: ignore[arg-type]
        later = datetime.now(UTC) + timedelta(minutes=3)
        app = StarforgeApp(lobby, settings, first, colours=shot.colours, now=lambda: later)
        app.fleets = Path(store) / "fleets.toml"
        async with app.run_test(size=shot.size) as pilot:
            await pilot.pause()
            await pilot.press(*shot.keys)
            await pilot.pause()
            yield app
