"""The screen of a table being played: who looks, the menu with its cursor, and a game's interface with its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starforge.engine.action import Action
from starforge.engine.game import View
from starforge.engine.rules import Illegal
from starforge.tables.table import Table, TableError
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import Item, Scene, draw_jumps, jumps, keyed, naming
from starforge.tui.drawing.panels import Panels
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import ItemSpot, PageSpot, Spot
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.page import Page
from starforge.tui.screens.play.common import CommonKeys
from starforge.tui.screens.play.countdown import BotClock, Countdown, before_all
from starforge.tui.screens.play.cursor import MenuCursor
from starforge.tui.screens.play.own_draft import OwnDraft
from starforge.tui.screens.play.prompt import Prompt
from starforge.tui.screens.play.report import Reporter
from starforge.tui.screens.play.telling import Telling
from starforge.tui.screens.play.ui import Desk, GameUi
from starforge.tui.screens.play.viewers import Passing, Viewers


class GameScreen(Page):
    """Play one table, as the game's interface ``ui`` and its parts draw it and understand its keys.

    ``reports``: what has happened is told before a turn.
    """

    reports = True

    def __init__(self, table: Table, make: Callable[[Desk], GameUi]) -> None:
        super().__init__()
        self.table = table
        self.names: Sequence[str] = tuple(seat.name for seat in table.seats)
        self.heading = table.game.info.title
        self.told = Telling(table)
        self.log_lines: list[str] = []
        self.viewers = Viewers(table, self.told)
        self.view: View = table.view(self.viewers.seat)
        self.passing, self.news = Passing(self), Reporter(self)
        self.prompt, self.kept = Prompt(), Panels()
        self.countdown, self.bot_clock = Countdown(self, self._settle), BotClock(self)
        self.ui = make(self)
        self.scope = self.ui.scope
        self.cursor = MenuCursor(self.ui.start)
        self.common = CommonKeys(self)
        self.jumping = self.acting = False
        self._unwatch: Callable[[], None] = lambda: None
        self.presence = routes.presence_for(self)
        self.keeper = self.presence or OwnDraft(self)

    @property
    def picture_size(self) -> tuple[int, int]:
        width, height = self.app.size
        return (width, height) if self.presence is None else self.presence.status.size(width, height)

    def scene(self) -> Scene:
        cursor = self.cursor
        return self.ui.dress(
            Scene(
                view=self.view,
                title=self.heading,
                names=self.names,
                question=self.question(),
                items=cursor.opened,
                number=cursor.number,
                path=cursor.labels,
                spot=cursor.spot,
                note=self.prompt.note,
                mood=self.prompt.mood,
                log=self.log_lines,
                told=self.told.told(self.viewers.seat),
                fresh=self.news.fresh,
                moment=self.countdown.left,
                scope=self.scope,
                ascii=self.app.shown.twins,
                plain=self.plain,
                more=self.ui.facts(self.table.game, self.view, self.names),
                kept=self.kept,
            )
        )

    def draw(self, width: int, height: int) -> Picture:
        """Return the picture of the table, at a shared one with a line about the others."""
        presence = self.presence
        scene = self.passing.dressed(self.scene()) if presence is None else presence.with_question(self.scene())
        scene = self.countdown.scene(scene)
        picture = self.ui.paint(scene, *((width, height) if presence is None else presence.status.size(width, height)))
        self.countdown.draw(picture)
        if self.jumping:
            draw_jumps(picture, jumps(picture))
        if presence is not None:
            whole = Picture(width, height)
            whole.paste(picture, 0, 0)
            presence.status.draw(whole, self.ui.keys(scene))
            return whole
        return picture

    def question(self) -> str:
        """Return what is asked, or what the table waits for."""
        return self.ui.question(self._common_question())

    def _common_question(self) -> str:
        if self.viewers.passing:
            return self.passing.words()
        if self.view.result is not None:
            return "The game is over. Enter: how it went"
        words = self.table.game.question(self.view)
        return words if self.view.ask is not None else self.bot_clock.words() or naming(words, self.view, self.names)

    def say(self, words: str, mood: str = "") -> None:
        self.prompt.say(words, mood)

    def failed(self, error: TableError) -> None:
        self.common.failed(error)

    def _settle(self) -> None:
        """Show the table as it is now and tell what is new, unless what was before is still shown."""
        if not self.acting and self.countdown.flash is None:
            self.repaint()
            self.news.follow()

    def on_mount(self) -> None:
        self._unwatch = self.table.watch(self.follow if self.presence is None else self.presence.called)
        self.follow()
        self.keeper.begin()

    def on_screen_resume(self) -> None:
        """Take in what changed while another screen was in front."""
        self.follow()

    async def on_unmount(self) -> None:
        self._unwatch()
        await self.keeper.end()

    def follow(self) -> None:
        """Take in what has changed: whose eyes look now, what they see and may do; let bots think."""
        busy = self.ui.busy
        self.ui.follow()
        if self.ui.busy and not busy:
            self.app.deafness.begin()
            self.news.told()
        public = self.table.view(None)
        self.passing.follow(public)
        self.renew_menu()
        if self.presence is not None:
            self.presence.follow()
        self._settle()
        self.bot_clock.follow(public)

    def renew_menu(self) -> None:
        """Make the menu anew; if it is another, the cursor goes to the first thing that can be done.

        What others did moves the cursor only if what it was on is no longer there.
        """
        another = self.passing.another()
        before = self.cursor.action if not self.cursor.path and not another else None
        menu = self.ui.menu(self.view) if self.view.choices and not self.viewers.passing else ()
        self.cursor.renew(keyed(menu, self.scope), self.presence is not None and not self.acting)
        self.log_lines = self.told.lines(self.viewers.seat)
        if another:
            self.cursor.open()
        self.ui.renewed(before)
        self.passing.begin_harmless(another)

    async def hit(self, key: str) -> None:
        """Take a key: for what a shared table has more, else for the game."""
        if self.presence is None:
            await super().hit(key)
            await self.keeper.keep()
            return
        if key in taken("shared"):
            self.prompt.note = ""
        if not await self.presence.press(key):
            await super().hit(key)
        self.presence.draft.note()

    async def press(self, key: str) -> None:
        """Take a key: to end a moment, to jump, for the first part that knows it, else as on every game's screen."""
        if self.countdown.left:
            self.countdown.skip()
            return
        self.prompt.next(self.ui.stage(self.view))
        if self.jumping:
            self._jump(key)
            return
        for part in self.ui.parts:
            if await part.press(key):
                return
        await self.press_common(key)

    async def press_common(self, key: str) -> None:
        """Choose by a key, or do what it is bound to."""
        found = self.cursor.all_with_key(key)
        if len(found) > 1:
            shown = {spot.number for _, spot in self.sheet.picture.spots if isinstance(spot, ItemSpot)}
            found = [n for n in found if n in shown] or found[:1]
        if not found:
            await self.press_bound(key)
            return
        later = [n for n in found if n > self.cursor.number]
        self.cursor.put((later or found)[0])
        if len(found) == 1:
            await self.choose()
        else:
            self._moved()
            self.say(f"Enter: do it. {key} again: the next with this key")

    async def press_bound(self, key: str) -> None:
        """Do what a key is bound to, or say of a letter or sign that it is to nothing."""
        if key in taken(self.scope):
            await super().press(key)
        elif len(key) == 1 and not self.viewers.passing:
            back = self.cursor.path or (self.viewers.actor is not None and self.ui.begun(self.view))
            way = "Backspace goes back" if back else "? shows the keys"
            self.say(f"That key does nothing here now; {way}.", "warn")

    def bound(self, do: str) -> Callable[[], Any]:
        """Return what a key does: in the first part that has it, else at every table."""
        owners = (*self.ui.parts, self.common, self)
        does: Callable[[], Any] = next(
            found for owner in owners if (found := getattr(owner, f"do_{do}", None)) is not None
        )
        return does

    async def point(self, spot: Spot) -> None:
        """Choose a clicked line of the menu; go to a clicked spot of the table, and act there at the second click."""
        self.prompt.next(self.ui.stage(self.view))
        for part in self.ui.parts:
            if await part.point(spot):
                return
        cursor = self.cursor
        if isinstance(spot, ItemSpot):
            cursor.put(spot.number)
            await self.choose()
        elif isinstance(spot, PageSpot):
            self.do_more()
        elif cursor.pointed is None and cursor.item is not None and cursor.item.spot == spot:
            await self.choose()
        else:
            self._go_to(spot)

    async def drag(self, spot: Spot, to: Spot | None) -> None:
        """Let a part take what is dragged; else it is a click."""
        for part in self.ui.parts:
            if await part.drag(spot, to):
                return
        await super().drag(spot, to)

    def _go_to(self, spot: Spot) -> None:
        if not any(part.go_to(spot) for part in self.ui.parts):
            self.cursor.go_to(spot)

    def find(self, x: int, y: int) -> Spot | None:
        found = super().find(x, y)
        return found or next((spot for part in self.ui.parts if (spot := part.find(x, y)) is not None), None)

    async def wheel(self, x: int, y: int, way: int) -> None:
        if not any(part.wheel(x, y, way) for part in self.ui.parts):
            await super().wheel(x, y, way)

    def pan(self, x: int, y: int, right: int, down: int) -> bool:
        return any(part.pan(x, y, right, down) for part in self.ui.parts)

    async def do_choose(self) -> None:
        """Do what is under the cursor, or go on from where there is nothing to choose."""
        if self.viewers.passing:
            self.passing.go_on()
        elif self.view.result is not None:
            await self.common.do_end_card()
        elif self.cursor.item is None and self.bot_clock.words():
            await self.bot_clock.hurry()
        else:
            await self.choose()

    async def choose(self) -> None:
        cursor, one = self.cursor, self.cursor.item
        if one is None:
            if words := self.ui.nothing_here():
                self.say(words, "warn")
        elif one.reason:
            self.say(one.reason + (f" [{one.rule}; r reads it]" if one.rule else ""), "warn")
        elif one.items:
            cursor.open(*cursor.path, cursor.number)
        else:
            words, ends = self.ui.warning(self.view, one), isinstance(one.action, self.ui.final)
            if self.prompt.doubted(one.action, words, one.key or "Enter", ends):
                self.app.deafness.begin()
            else:
                await self.send(one)
        self._moved()

    async def send(self, item: Item) -> None:
        for part in self.ui.parts:
            if await part.send(item):
                return
        await self.submit(item)

    async def submit(self, item: Item) -> None:
        seat = self.viewers.actor
        if seat is None or item.action is None:
            return
        self.cursor.close()
        if self.presence is not None:
            self.presence.acted()
        acting, self.acting = self.acting, True
        self.news.told()
        before = before_all(self.scene())
        try:
            events = await self.table.submit(seat, item.action)
            self.news.acted(events)
            if self.presence is not None:
                self.follow()
            if found := self.ui.flash(events, before):
                self.countdown.start(found)
        except Illegal as refused:
            self.say(f"{refused.reason} [{refused.rule}]", "danger")
            self._stay_on(item.action)
        except TableError as error:
            self.failed(error)
            self._stay_on(item.action)
        finally:
            self.acting = acting
            if self.taking and not acting and self.countdown.flash is None:
                self.news.follow()
            else:
                self._settle()

    def _stay_on(self, action: Action) -> None:
        """Show the table as it is now, with the cursor on what was refused, so that nothing has to be found again."""
        if self.presence is not None:
            self.follow()
        self.cursor.return_to(action)

    def _moved(self) -> None:
        for part in self.ui.parts:
            part.moved()

    def do_next(self) -> None:
        self.cursor.step(1)
        self._moved()

    def do_previous(self) -> None:
        self.cursor.step(-1)
        self._moved()

    def do_more(self) -> None:
        """Show the next page of choices, after the last the first."""
        following = next((spot for _, spot in self.sheet.picture.spots if isinstance(spot, PageSpot)), None)
        if following is None:
            self.say("All choices are on the screen.")
        else:
            self.cursor.put(following.number)
            self._moved()

    async def do_back(self) -> None:
        """Close what was opened last, or take back what was only begun; with nothing open, open the menu."""
        if self.cursor.back():
            return
        if self.viewers.actor is not None and self.ui.begun(self.view):
            await self.common.do_undo()
        else:
            self.common.do_menu()

    def do_jump(self) -> None:
        """Show a letter beside every spot of the table."""
        self.jumping = True

    def _jump(self, key: str) -> None:
        self.jumping = False
        spot = next((spot for spot, letter in jumps(self.sheet.picture).items() if letter == key), None)
        if spot is not None:
            self._go_to(spot)

    def type(self, label: str, start: TextField, done: Callable[[str], Any]) -> None:
        """Let the player type a line; at a shared table with what was typed there before."""
        super().type(label, start if self.presence is None else self.presence.draft.resumed(label, start), done)

    def point_out(self, action: Action) -> None:
        """Show where an action is chosen."""
        if self.cursor.return_to(action):
            self.cursor.pointed = None
        self._moved()

    def read(self, paragraphs: Sequence[str]) -> None:
        self.app.push_screen(routes.ReaderScreen(self.heading, list(paragraphs)))

    def leave_table(self) -> None:
        """Leave the table, which is kept as it stands; where it is not, that is said first."""
        if not self.common.held_back():
            super().do_back()
