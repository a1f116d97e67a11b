"""What a game's screen is made of: the interface that each game offers, its parts, and what they may use in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.games.new_game import Value
from starforge.tables.table import Table, TableError, Told
from starforge.tui.app.keys import footer
from starforge.tui.drawing.art.flash import Flash
from starforge.tui.drawing.frame import Item, Scene, plain_menu
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot, name_of
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.play.countdown import Countdown
from starforge.tui.screens.play.cursor import MenuCursor
from starforge.tui.screens.play.prompt import Prompt
from starforge.tui.screens.play.telling import Telling
from starforge.tui.screens.play.viewers import Viewers

if TYPE_CHECKING:
    from starforge.tui.app.app import StarforgeApp


class Desk(Protocol):
    """What a game may use of the screen that shows it."""

    table: Table
    names: Sequence[str]
    heading: str
    view: View
    log_lines: list[str]
    told: Telling
    viewers: Viewers
    cursor: MenuCursor
    prompt: Prompt
    countdown: Countdown
    acting: bool
    """Nothing is drawn while this is true."""

    @property
    def app(self) -> StarforgeApp: ...

    @property
    def picture_size(self) -> tuple[int, int]:
        """Return the columns and rows that the game's picture has."""

    def say(self, words: str, mood: str = "") -> None:
        """Say something until the next key."""

    def failed(self, error: TableError) -> None:
        """Say why something could not be done or kept, and what there is to do about it."""

    def type(self, label: str, start: TextField, done: Callable[[str], Any]) -> None:
        """Let the player type a line; ``done`` gets it on Enter."""

    def read(self, paragraphs: Sequence[str]) -> None:
        """Open a text to read; the first paragraph is its title."""

    def scene(self) -> Scene:
        """Return what there is to draw."""

    def follow(self) -> None:
        """Take in what has changed at the table."""

    def renew_menu(self) -> None:
        """Make the menu anew."""

    async def choose(self) -> None:
        """Do the item under the cursor, open what is behind it, or say why it cannot be done."""

    async def send(self, item: Item) -> None:
        """Do an item: by the part that knows it, else by sending its action in."""

    async def submit(self, item: Item) -> None:
        """Send an item's action in."""

    async def press_common(self, key: str) -> None:
        """Take a key that no part has taken: choose by it, or do what it is bound to."""

    async def press_bound(self, key: str) -> None:
        """Do what a key is bound to."""


class Part:
    """Be a part of a game's screen, with a ``do_...`` for each key that is its own.

    What is called for all parts one after the other returns whether this part has taken it.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def press(self, key: str) -> bool:
        """Take a key."""
        return False

    async def send(self, item: Item) -> bool:
        """Do an item of the menu."""
        return False

    async def point(self, spot: Spot) -> bool:
        """Take a click on a spot."""
        return False

    async def drag(self, spot: Spot, to: Spot | None) -> bool:
        """Take a spot that is dragged to another, or to nowhere."""
        return False

    def go_to(self, spot: Spot) -> bool:
        """Put the cursor on a spot."""
        return False

    def find(self, x: int, y: int) -> Spot | None:
        """Return what is at a cell where the picture has no spot."""
        return None

    def wheel(self, x: int, y: int, way: int) -> bool:
        """Take a turn of the wheel at a cell: 1 towards oneself, -1 away."""
        return False

    def pan(self, x: int, y: int, right: int, down: int) -> bool:
        """Move what lies under a cell so many cells on."""
        return False

    def moved(self) -> None:
        """Take in that the player has put the menu's cursor on another item."""


class GameUi:
    """Hold what a game adds to the screen of a table; what it leaves as it is here suits a game shown in words.

    ``scope`` is that of its keys; ``parts`` are asked in their order. ``through_speaker``: whoever speaks while all
    look together sees nothing that is hidden from others.
    """

    scope = "game"
    through_speaker = False
    parts: Sequence[Part] = ()
    final: tuple[type[Action], ...] = ()
    """The actions that end or give up something."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @staticmethod
    def facts(game: Game[Any, Any], view: Any, names: Sequence[str]) -> object:
        """Return what the game's picture needs besides the view."""
        return None

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        """Return the whole screen."""
        raise NotImplementedError

    @staticmethod
    def filmed(scene: Scene, events: Sequence[Event], size: tuple[int, int]) -> Scene:
        """Return the scene of a replay turned to what has just happened."""
        return scene

    @staticmethod
    def option_words(name: str, value: Any, seats: int, written: Value) -> Value | None:
        """Return what a value of an option is called and means, None if it does not fit so many seats."""
        return written

    @staticmethod
    def preview(options: Mapping[str, Any], seats: int) -> Picture | None:
        """Return a small picture of what is about to be played."""
        return None

    @property
    def busy(self) -> bool:
        """Tell whether something is shown that all look at together, so that the table is not handed over yet."""
        return False

    @property
    def reported(self) -> bool:
        """Tell whether pages of the game's own have just told what has happened, so that no report follows them."""
        return False

    def dress(self, scene: Scene) -> Scene:
        """Return the scene with what the game adds to it, or shows in its place."""
        return scene

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the choices as items; those without a key get one."""
        return plain_menu(view.choices)

    def start(self, items: Sequence[Item]) -> int | None:
        """Return where the cursor begins in the menu, None for the first item that can be chosen."""
        return None

    def question(self, words: str) -> str:
        """Return what is asked, as the game says it."""
        return words

    def about(self, scene: Scene) -> list[str]:
        """Return paragraphs about what is under the cursor; the first is a title."""
        one = scene.item
        about = [one.label, one.hint, one.reason, "The table:"] if one else []
        return [*about, *self.table_lines()]

    def called(self, scene: Scene) -> str:
        """Return what the glossary calls what is under the cursor."""
        return "" if scene.spot is None else name_of(scene.spot)

    def table_lines(self) -> list[str]:
        """Return the whole table in words."""
        return self.desk.table.game.lines(self.desk.view, self.desk.names)

    def warning(self, view: View, item: Item) -> str:
        """Return what to say before an item is done for good, or ''."""
        return ""

    def gives_up(self, view: View, item: Item) -> bool:
        """Tell whether an item ends or gives up something: no cursor begins on it for another player."""
        return isinstance(item.action, self.final)

    def stage(self, view: View) -> str:
        """Return which stage a key that ends something would end, '' where none can be taken for another."""
        return ""

    def begun(self, view: View) -> bool:
        """Tell whether the last action only began what is asked, so that stepping back takes it back."""
        return False

    def nothing_here(self) -> str:
        """Return what to say when there is nothing under the cursor to do, or ''."""
        return ""

    def keys(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        """Return the keys of the last row and what they do now."""
        return footer(scene.scope)

    def rule(self, scene: Scene) -> str:
        """Return the id of the rule in question."""
        return scene.item.rule if scene.item else ""

    def flash(self, events: Sequence[Event], before: Scene) -> Flash | None:
        """Return the moment that events deserve before their result is shown; ``before`` is the table until then."""
        return None

    def news(self, told: Sequence[tuple[Told, str]]) -> list[str]:
        """Return what was told as it is told again before a turn."""
        return [words for _, words in told]

    def begun_text(self) -> str:
        """Return as text what is begun and no move yet, to be kept with the table; '' for nothing."""
        return ""

    def resume(self, text: str) -> None:
        """Bring back what had been begun; a text that this program did not write brings back nothing."""

    def follow(self) -> None:
        """Take in that something has happened, before the table is looked at anew."""

    def renewed(self, before: Action | None) -> None:
        """Take in a menu made anew; ``before`` is the action of the whole menu that the cursor was on."""
