"""A screen that follows a table: whose eyes look now, what they see, bots that think, and what all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from starforge.engine.game import View
from starforge.engine.rules import Illegal
from starforge.tables.table import Table, TableError
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import naming
from starforge.tui.drawing.text_field import Line
from starforge.tui.screens.page import Page
from starforge.tui.screens.play.telling import Telling


class TableScreen(Page):
    """Follow one table for the people at this terminal.

    ``seat`` is whose eyes look, None while the screen is nobody's: then only what all may see is shown. ``passing``:
    the player here has done what was asked, and another is to sit down. ``covered``: the hand-off is in front.
    ``speaker`` answers what hides nothing, while everybody at the terminal looks at what all may see.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.names = tuple(seat.name for seat in table.seats)
        self.heading = table.game.info.title
        self.people = table.here
        self.seat: int | None = self.people[0] if len(self.people) == 1 else None
        self.speaker: int | None = None
        self.passing = self.covered = self.thinking = False
        self.told = Telling(table)
        self.seen: dict[int, int] = {}
        self.note, self.mood = "", ""
        self.view: View = table.view(self.seat)
        self._unwatch: Callable[[], None] = lambda: None
        self.presence = routes.presence_for(self)

    @property
    def board_size(self) -> tuple[int, int]:
        """Return the columns and rows that the game's picture has."""
        width, height = self.app.size
        return (width, height) if self.presence is None else self.presence.inner(width, height)

    @property
    def actor(self) -> int | None:
        """Return the seat that answers now."""
        return self.seat if self.speaker is None else self.speaker

    def refreshed(self) -> None:
        """Take in that the view has changed."""

    def hides(self, public: View, seat: int) -> bool:
        """Tell whether what ``seat`` is asked needs its own eyes; if not, people at one terminal look together."""
        return True

    def question(self) -> str:
        """Return what is asked, or what the table waits for."""
        if self.passing:
            coming = next((self.names[n] for n in sorted(self.view.waiting) if n in self.people), "")
            return f"Now it is {coming}'s turn at the terminal. Enter: hand it over"
        if self.view.result is not None:
            return "The game is over. Enter: leave the table"
        words = self.table.game.question(self.view)
        return words if self.view.ask is not None else naming(words, self.view, self.names)

    def on_mount(self) -> None:
        """Begin to follow the table."""
        self._unwatch = self.table.watch(self.follow if self.presence is None else self._called)
        self.follow()
        if self.presence is not None:
            self.presence.begin()

    def _called(self) -> None:
        """Take in what others did when this screen's own turn has come: news may arrive at any moment."""
        self.call_later(self.follow)

    def on_screen_resume(self) -> None:
        """Take in what changed while another screen was in front."""
        self.follow()

    async def on_unmount(self) -> None:
        """Stop following the table."""
        self._unwatch()
        if self.presence is not None:
            await self.presence.end()

    def begun(self) -> Any:
        """Return the action under the cursor of a menu that was opened on the way to it, None if there is none."""
        return None

    def type(self, label: str, start: Line, done: Callable[[str], Any]) -> None:
        """Let the player type a line; at a shared table with what was typed there before."""
        super().type(label, start if self.presence is None else self.presence.draft.resumed(label, start), done)

    async def hit(self, key: str) -> None:
        """Take a key: at a shared table perhaps for what concerns the others, else for the game."""
        if self.presence is None:
            await super().hit(key)
            return
        if key in taken("shared"):
            self.note = ""
        if not await self.presence.press(key):
            await super().hit(key)
        self.presence.draft.note()

    def follow(self) -> None:
        """Take in what has changed: whose eyes look now, what they see and may do; let bots think."""
        public = self.table.view(None)
        asked = [n for n in sorted(public.waiting) if n in self.people]
        if public.result is not None:
            self.passing, self.speaker = False, None
        elif len(self.people) > 1:
            self._change_places(public, asked)
        self.view = self._look_now()
        self.refreshed()
        if self.presence is not None:
            self.presence.follow()
        self.repaint()
        if (
            self.presence is None
            and not self.thinking
            and public.result is None
            and any(self.table.seats[n].bot for n in public.waiting)
        ):
            self.thinking = True
            self.run_worker(self._think(), group="bots")

    def _look_now(self) -> View:
        """Return what the screen shows: a seat's view, or what all may see with the choices of who speaks."""
        view = self.table.view(self.seat)
        if self.speaker is None:
            return view
        own = self.table.view(self.speaker)
        return replace(view, ask=own.ask, choices=own.choices)

    def _change_places(self, public: View, asked: list[int]) -> None:
        """Let the player stay who is asked; else cover the board for the next, or show what all may see."""
        self.speaker = None
        if asked and not self.hides(public, asked[0]):
            self.seat, self.passing, self.speaker = None, False, asked[0]
            self.seen.update(dict.fromkeys(self.people, self.told.count()))
        elif self.seat in asked:
            self.passing = False
        elif asked and self.seat is not None:
            self.passing = True
        elif asked:
            self.call_later(self.hand_over)
        else:
            self.seat, self.passing = None, False

    def hand_over(self) -> None:
        """Cover everything until the player who is asked sits here."""
        asked = [n for n in sorted(self.table.view(None).waiting) if n in self.people]
        if not asked or self.covered or self.app.screen is not self:
            return
        leaving, coming = self.seat, asked[0]
        if leaving is not None:
            self.seen[leaving] = self.told.count()
        self.covered, self.seat, self.passing, self.note = True, None, False, ""
        self.view = self.table.view(None)
        self.refreshed()
        recap = self.told.since(self.seen.get(coming))
        self.app.push_screen(routes.HandOffScreen(self.heading, self.names, leaving, coming, recap), self._sit_down)

    def _sit_down(self, seat: int | None) -> None:
        """Show the board first as all may see it, then through the eyes of the player who has sat down."""
        if seat is None:
            self.do_leave()
            return
        self.repaint()
        self.call_after_refresh(self._look, seat)

    def _look(self, seat: int) -> None:
        self.covered, self.seat = False, seat
        self.follow()

    async def _think(self) -> None:
        """Let bots act, one after the other, until none is asked."""
        try:
            while await self.table.step_bot():
                pass
        except TableError as error:
            self.say(str(error), "danger")
            self.repaint()
        finally:
            self.thinking = False

    def say(self, words: str, mood: str = "") -> None:
        """Say something to the player until the next key."""
        self.note, self.mood = words, mood

    async def do_undo(self) -> None:
        """Take the last action back; while people look together, whoever of them made it."""
        seat = self.actor
        if seat is None:
            return
        if self.presence is not None:
            await self.presence.undo(seat)
            return
        if self.speaker is not None:
            seat = next((n for n in self.people if self.table.undoable(n) is None), seat)
        refusal = self.table.undoable(seat)
        if refusal is not None:
            self.say(refusal.reason, "warn")
            return
        try:
            await self.table.undo(seat)
            self.say("Taken back.", "good")
        except (Illegal, TableError) as error:
            self.say(str(error), "danger")

    def do_hint(self) -> None:
        """Ask the strongest bot."""
        if self.actor is not None and self.view.choices:
            self.say("Thinking…")
            self.run_worker(self._hint(self.actor), group="hint", exclusive=True)

    async def _hint(self, seat: int) -> None:
        found = await self.table.hint(seat)
        if self.actor != seat or not self.note:
            return
        if found is None:
            self.say("The strongest bot has no advice here.")
        else:
            self.point_out(found[0])
            self.say(f"Hint: {found[1]}", "good")
        self.repaint()

    def point_out(self, action: Any) -> None:
        """Show where an action is chosen."""

    def do_log(self) -> None:
        """Read all that happened."""
        self.app.push_screen(routes.LogScreen(self.heading, self.told.turns(self.seat)))

    def do_rules(self) -> None:
        """Open the rules."""
        self.open_rules("")

    def open_rules(self, rule: str) -> None:
        """Open the rules at a rule."""
        self.app.push_screen(routes.RulebookScreen(self.table.game.info.id, rule))

    def do_menu(self) -> None:
        """Open the menu."""
        if self.presence is None:
            self.app.push_screen(routes.MenuScreen(self.heading), self._chosen)
        else:
            self.app.push_screen(routes.SharedMenuScreen(self.heading, self.presence), self._chosen)

    async def _chosen(self, what: str | None) -> None:
        if what and self.presence is not None and await self.presence.chosen(what):
            return
        if what == "leave":
            self.do_leave()
        elif what == "exit":
            self.app.exit(0)
        elif what:
            getattr(self, f"do_{what}")()

    def do_help(self) -> None:
        """Show the keys of this screen, at a shared table its own keys too."""
        self.app.push_screen(routes.HelpScreen(self.scope, *(("shared",) if self.presence is not None else ())))

    def do_leave(self) -> None:
        """Leave the table; it is saved as it stands."""
        super().do_back()
