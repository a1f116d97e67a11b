"""The screen of a table being played: the common frame, a menu of choices with a cursor, and what each game adds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.timer import Timer

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.engine.rules import Illegal
from starforge.tables.table import Table, TableError
from starforge.tui.app import routes
from starforge.tui.drawing.frame import Item, Scene, draw_jumps, jumps, keyed, plain_menu
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import ItemSpot, Spot
from starforge.tui.games import generic
from starforge.tui.screens.play.table import TableScreen

FRAMES = 8
"""Pictures in the moment that a roll takes."""

Asked = tuple[str, Any]
"""What the player was asked to confirm by doing it again."""
NOTHING: Asked = ("", None)


class GameScreen(TableScreen):
    """Play one table; a game with a screen of its own overrides ``facts`` to ``rolled``, and has a scope of keys."""

    scope: ClassVar[str] = "game"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.path: tuple[int, ...] = ()
        self.at = -1
        self.place: Spot | None = None
        self.asked = self.before = NOTHING
        self.jumping = self.acting = False
        self.moment = 0
        self._timer: Timer | None = None
        self.items: tuple[Item, ...] = ()

    @staticmethod
    def facts(game: Game[Any, Any], view: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return what the game's picture needs besides the view."""
        return {"lines": game.lines(view, names)}

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        """Return the whole screen."""
        return generic.draw(scene, width, height)

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the choices as items; those without a key get one."""
        return plain_menu(view.choices)

    def about(self, scene: Scene) -> list[str]:
        """Return paragraphs about what is under the cursor; the first is a title."""
        one = scene.item
        about = [one.label, one.hint, one.reason, "The table:"] if one else []
        return [*about, *self.table.game.lines(self.view, self.names)]

    def warning(self, view: View, one: Item) -> str:
        """Return what to say before an item is done for good, or ''."""
        return ""

    def rule(self, scene: Scene) -> str:
        """Return the id of the rule in question."""
        return scene.item.rule if scene.item else ""

    def rolled(self, events: Sequence[Event]) -> bool:
        """Tell whether the events deserve a moment before their result is shown."""
        return False

    def opened(self) -> tuple[Item, ...]:
        """Return the items of the menu that is open."""
        items = self.items
        for n in self.path:
            items = items[n].items if n < len(items) else ()
        return items

    def scene(self) -> Scene:
        """Return what there is to draw."""
        path, level = [], self.items
        spot: Spot | None = None
        for n in self.path:
            path.append(level[n].label)
            spot = level[n].spot or spot
            level = level[n].items
        if 0 <= self.at < len(level):
            spot = level[self.at].spot or spot
        return Scene(
            view=self.view,
            title=self.heading,
            names=self.names,
            question=self.question(),
            items=level,
            at=self.at,
            path=tuple(path),
            spot=self.place or spot,
            note=self.note,
            mood=self.mood,
            log=self.told.lines(self.seat),
            moment=self.moment,
            scope=self.scope,
            ascii=self.stage.shown.twins,
            more=self.facts(self.table.game, self.view, self.names),
        )

    def draw(self, width: int, height: int) -> Picture:
        """Return the picture of the table, at a shared one with a line about the others."""
        presence = self.presence
        scene = self.scene() if presence is None else presence.dressed(self.scene())
        picture = self.paint(scene, *((width, height) if presence is None else presence.inner(width, height)))
        if self.jumping:
            draw_jumps(picture, jumps(picture))
        if presence is not None:
            whole = Picture(width, height)
            whole.paste(picture, 0, 0)
            presence.draw(whole, self.scope)
            return whole
        return picture

    def refreshed(self) -> None:
        """Make the menu anew; if it is another, the cursor goes to the first thing that can be done.

        What others did moves the cursor only if what it was on is no longer there.
        """
        before, last = [one.label for one in self.items], self._under()
        self.items = keyed(self.menu(self.view), self.scope) if self.view.choices and not self.passing else ()
        if before != [one.label for one in self.items] or self.at >= len(self.opened()):
            self.path, self.place = (), None
            self.at = self.first()
            if self.presence is not None and not self.acting:
                self._return_to(last)
        elif self.at >= 0 and self.opened()[self.at].reason:
            self.at = self.first()

    def _under(self) -> Action | None:
        """Return the action under the cursor."""
        items = self.opened()
        return items[self.at].action if 0 <= self.at < len(items) else None

    def _return_to(self, action: Action | None) -> None:
        """Put the cursor back on an action, if it can still be chosen."""
        place = None if action is None else _place(self.items, action, ())
        if place is not None:
            self.path, self.at = place[:-1], place[-1]

    def begun(self) -> Any:
        """Return the action under the cursor of a menu that was opened on the way to it, None if there is none."""
        return self._under() if self.path else None

    def first(self) -> int:
        """Return the first item of the open menu that can be chosen, else the first, else -1."""
        items = self.opened()
        return next((n for n, one in enumerate(items) if not one.reason), 0 if items else -1)

    async def press(self, key: str) -> None:
        """Do what a key does: end a moment, jump, choose, or what the table of keys says."""
        if self.moment:
            self._calm()
            return
        self.note, self.before, self.asked = "", self.asked, NOTHING
        if self.jumping:
            self._jump(key)
            return
        number = next((n for n, one in enumerate(self.opened()) if one.key == key), None)
        if number is not None:
            self.at, self.place = number, None
            await self.choose()
        else:
            await super().press(key)

    async def point(self, spot: Spot) -> None:
        """Choose a clicked line of the menu; go to a clicked place of the board, and act there at the second click."""
        self.note, self.before, self.asked = "", self.asked, NOTHING
        if isinstance(spot, ItemSpot):
            self.at, self.place = spot.number, None
            await self.choose()
        elif self.place is None and 0 <= self.at < len(self.opened()) and self.opened()[self.at].spot == spot:
            await self.choose()
        else:
            self._go_to(spot)

    def _go_to(self, spot: Spot) -> None:
        """Put the cursor on a place of the board, on its item if it has one."""
        number = next((n for n, one in enumerate(self.opened()) if one.spot == spot), None)
        self.at, self.place = (self.at, spot) if number is None else (number, None)

    async def do_act(self) -> None:
        """Do what is under the cursor, or go on from where there is nothing to choose."""
        if self.passing:
            self.hand_over()
        elif self.view.result is not None:
            self.do_leave()
        else:
            await self.choose()

    async def choose(self) -> None:
        """Do the item under the cursor, open what is behind it, or say why it cannot be done."""
        items = self.opened()
        if not 0 <= self.at < len(items):
            return
        one = items[self.at]
        if one.reason:
            self.say(one.reason + (f" [{one.rule}; r reads it]" if one.rule else ""), "warn")
        elif one.items:
            self.path, self.place = (*self.path, self.at), None
            self.at = self.first()
        else:
            words = self.warning(self.view, one)
            if words and self.before != ("do", one.action):
                self.asked = ("do", one.action)
                self.say(f"{words} {one.key or 'Enter'} again: do it", "warn")
            else:
                await self.act(one)

    async def act(self, one: Item) -> None:
        """Send an action in."""
        seat = self.actor
        if seat is None or one.action is None:
            return
        self.path, self.place = (), None
        self.at = min(self.at, len(self.items) - 1)
        if self.presence is not None:
            self.presence.acted()
        self.acting = True
        try:
            events = await self.table.submit(seat, one.action)
            if self.presence is not None:
                self.follow()
        except Illegal as refused:
            self.say(f"{refused.reason} [{refused.rule}]", "danger")
            self._stay_on(one.action)
        except TableError as error:
            self.say(str(error), "danger")
            self._stay_on(one.action)
        else:
            if self.stage.settings.animations and self.rolled(events):
                self.moment = FRAMES
                self._timer = self.set_interval(1 / 14, self._tick)

        finally:
            self.acting = False

    def _stay_on(self, action: Action) -> None:
        """Show the table as it is now, with the cursor on what was refused, so that nothing has to be found again."""
        if self.presence is not None:
            self.follow()
        self._return_to(action)

    def _tick(self) -> None:
        self.moment -= 1
        if self.moment <= 0:
            self._calm()
        self.repaint()

    def _calm(self) -> None:
        self.moment = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _step(self, way: int) -> None:
        items = self.opened()
        if not items:
            return
        self.place = None
        order = [n for n, one in enumerate(items) if not one.reason] or list(range(len(items)))
        if self.at in order:
            self.at = order[(order.index(self.at) + way) % len(order)]
        else:
            self.at = order[0 if way > 0 else -1]

    def do_next(self) -> None:
        """Go to the next item that can be chosen."""
        self._step(1)

    def do_previous(self) -> None:
        """Go to the item before."""
        self._step(-1)

    def do_more(self) -> None:
        """Go some items on, so that the next page of them is shown."""
        items = self.opened()
        if items:
            self.at = (self.at + 8) % len(items)

    def do_back(self) -> None:
        """Close what was opened last; with nothing open, open the menu."""
        if self.place:
            self.place = None
        elif self.path:
            self.at, self.path = self.path[-1], self.path[:-1]
        else:
            self.do_menu()

    def do_jump(self) -> None:
        """Show a letter beside every place."""
        self.jumping = True

    def _jump(self, key: str) -> None:
        self.jumping = False
        spot = next((spot for spot, letter in jumps(self.sheet.picture).items() if letter == key), None)
        if spot is not None:
            self._go_to(spot)

    def point_out(self, action: Any) -> None:
        """Put the cursor on the item of an action, wherever it is."""
        place = _place(self.items, action, ())
        if place is not None:
            self.path, self.at, self.place = place[:-1], place[-1], None

    def do_inspect(self) -> None:
        """Read about what is under the cursor."""
        self.app.push_screen(routes.ReaderScreen(self.heading, [words for words in self.about(self.scene()) if words]))

    def do_rules(self) -> None:
        """Open the rules at the point in question."""
        self.open_rules(self.rule(self.scene()))

    def do_quit(self) -> None:
        """Leave the table, after asking."""
        if self.before[0] == "quit" or not self.stage.settings.confirmations or self.view.result is not None:
            self.do_leave()
        else:
            self.asked = ("quit", None)
            self.say("Leave the table? Everything is saved. q again: leave")


def _place(items: Sequence[Item], action: Any, path: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the way through the menu to an action."""
    for n, one in enumerate(items):
        if one.action == action:
            return (*path, n)
        found = _place(one.items, action, (*path, n))
        if found is not None:
            return found
    return None
