"""The table of screens: each is loaded when it is opened for the first time, and none imports another.

A screen is named as an attribute of this module, ``routes.RulebookScreen(game, rule)``: type checkers see the class
itself and check its arguments, and Python asks ``__getattr__``, which imports it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starforge.tables.remote.lobby import RemoteLobby
    from starforge.tables.table import Table
    from starforge.tui.screens.choose import ReplaysScreen as ReplaysScreen
    from starforge.tui.screens.choose import RulebooksScreen as RulebooksScreen
    from starforge.tui.screens.help import HelpScreen as HelpScreen
    from starforge.tui.screens.home import HomeScreen as HomeScreen
    from starforge.tui.screens.learn.glossary import GlossaryScreen as GlossaryScreen
    from starforge.tui.screens.learn.learn import LearnScreen as LearnScreen
    from starforge.tui.screens.learn.lesson import LessonScreen as LessonScreen
    from starforge.tui.screens.new_game import NewGameScreen as NewGameScreen
    from starforge.tui.screens.play.game import GameScreen as GameScreen
    from starforge.tui.screens.play.handoff import HandOffScreen as HandOffScreen
    from starforge.tui.screens.play.menu import MenuScreen as MenuScreen
    from starforge.tui.screens.play.report import ReportScreen as ReportScreen
    from starforge.tui.screens.play.ui import GameUi
    from starforge.tui.screens.reader import ReaderScreen as ReaderScreen
    from starforge.tui.screens.record.analysis import AnalysisScreen as AnalysisScreen
    from starforge.tui.screens.record.campaign import CampaignScreen as CampaignScreen
    from starforge.tui.screens.record.daily import DailyScreen as DailyScreen
    from starforge.tui.screens.record.end_card import EndCardScreen as EndCardScreen
    from starforge.tui.screens.record.log import LogScreen as LogScreen
    from starforge.tui.screens.record.records import RecordsScreen as RecordsScreen
    from starforge.tui.screens.record.replay import ReplayScreen as ReplayScreen
    from starforge.tui.screens.rulebook import RulebookScreen as RulebookScreen
    from starforge.tui.screens.settings import SettingsScreen as SettingsScreen
    from starforge.tui.server.lobby import LobbyScreen as LobbyScreen
    from starforge.tui.server.new_table import NewTableScreen as NewTableScreen
    from starforge.tui.server.play.presence import TablePresence as TablePresence
    from starforge.tui.server.registration import RegistrationScreen as RegistrationScreen
    from starforge.tui.server.talk import TalkScreen as TalkScreen
    from starforge.tui.server.turn_alert import TurnAlert as TurnAlert
    from starforge.tui.server.waiting_room import WaitingRoomScreen as WaitingRoomScreen

ROUTES = {
    "HelpScreen": "screens.help",
    "HomeScreen": "screens.home",
    "NewGameScreen": "screens.new_game",
    "ReaderScreen": "screens.reader",
    "ReplaysScreen": "screens.choose",
    "RulebookScreen": "screens.rulebook",
    "RulebooksScreen": "screens.choose",
    "SettingsScreen": "screens.settings",
    # of those who learn
    "GlossaryScreen": "screens.learn.glossary",
    "LearnScreen": "screens.learn.learn",
    "LessonScreen": "screens.learn.lesson",
    # at a table
    "EndCardScreen": "screens.record.end_card",
    "GameScreen": "screens.play.game",
    "HandOffScreen": "screens.play.handoff",
    "LogScreen": "screens.record.log",
    "MenuScreen": "screens.play.menu",
    "CampaignScreen": "screens.record.campaign",
    "DailyScreen": "screens.record.daily",
    "AnalysisScreen": "screens.record.analysis",
    "RecordsScreen": "screens.record.records",
    "ReportScreen": "screens.play.report",
    "ReplayScreen": "screens.record.replay",
    # at a server
    "LobbyScreen": "server.lobby",
    "NewTableScreen": "server.new_table",
    "RegistrationScreen": "server.registration",
    "TalkScreen": "server.talk",
    "TurnAlert": "server.turn_alert",
    "WaitingRoomScreen": "server.waiting_room",
    # at a table of a server
    "TablePresence": "server.play.presence",
}
"""Where each class is, below the package of the screens."""

GAMES = {
    "astroforce": ("games.astroforce.ui", "AstroforceUi"),
    "reach": ("games.reach.ui", "ReachUi"),
    "shattered-reach": ("games.shattered_reach.ui", "ShatteredReachUi"),
}
"""Where the interface of each game is, by the game's slug."""


def __getattr__(name: str) -> Any:
    if name not in ROUTES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _load(ROUTES[name], name)


@lru_cache(None)
def _load(module: str, name: str) -> Any:
    return getattr(import_module(f"starforge.tui.{module}"), name)


def ui_class(game: str) -> type[GameUi]:
    """Return what shows a game: its own interface where there is one, else the generic one."""
    found: type[GameUi] = _load(*GAMES.get(game, ("games.generic", "GenericUi")))
    return found


def screen_for(table: Table) -> GameScreen:
    screen: type[GameScreen] = __getattr__("GameScreen")
    return screen(table, ui_class(table.game.info.id))


def presence_for(screen: GameScreen) -> TablePresence | None:
    """Return what a table shared with others has more; None at a table of this terminal alone."""
    shared: Any = screen.table
    if not hasattr(shared, "notice"):
        return None
    presence: type[TablePresence] = __getattr__("TablePresence")
    return presence(screen, shared)


def first_screen(shared: RemoteLobby, table_id: str = "") -> LobbyScreen | RegistrationScreen:
    """Return the screen that a session begins with: the choice of a name for whoever has none, else the lobby.

    The lobby goes on to a table, if one is named.
    """
    lobby: type[LobbyScreen] = __getattr__("LobbyScreen")
    registration: type[RegistrationScreen] = __getattr__("RegistrationScreen")
    return lobby(table_id) if shared.user else registration()
