"""What can be done at every table besides choosing: taking back, asking for advice, reading, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starforge.engine.rules import Illegal
from starforge.engine.save import SaveError
from starforge.games import span_of
from starforge.tables.table import TableError, farewell, resigning
from starforge.tui.app import routes
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.learn.explain import explained
from starforge.tui.screens.page import _await

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen
    from starforge.tui.screens.play.menu import Act


class CommonKeys:
    """Do what the keys of every table stand for."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen, self.table = screen, screen.table
        self._held_back = False

    async def do_undo(self) -> None:
        """Take the last action back; while people look together, whoever of them made it."""
        screen, viewers = self.screen, self.screen.viewers
        if screen.presence is not None:
            if viewers.actor is not None:
                await screen.presence.undo(viewers.actor)
            return
        seat = next((n for n in viewers.together if self.table.undoable(n) is None), viewers.actor)
        if seat is None:
            return
        refusal = self.table.undoable(seat)
        if refusal is not None:
            screen.say(refusal.reason, "warn")
            return
        try:
            await self.table.undo(seat)
            screen.say("Taken back.", "good")
        except Illegal as refused:
            screen.say(str(refused), "danger")
        except TableError as error:
            self.failed(error)

    def failed(self, error: TableError) -> None:
        """Say why something could not be done; where the game is not kept any more, offer another place for it."""
        self.screen.say(str(error), "danger")
        if self.table.lost:
            self.do_rescue(why=str(error))

    def do_rescue(self, stands: str = "The game is in memory alone", why: str = "") -> None:
        """Ask where to keep a game that is in memory alone."""
        self.screen.say(f"{stands}. Name a folder to keep it in. {why or self.table.lost}.", "danger")
        self.screen.app.deafness.begin()
        self.screen.type("Folder (none: the old one)", TextField.of(limit=200), self._rescue)

    async def _rescue(self, folder: str) -> None:
        try:
            await self.table.rescue(folder.strip())
        except TableError as error:
            self.failed(error)
            return
        self.screen.say(farewell(self.table), "good")
        self.screen.follow()

    def held_back(self) -> bool:
        """Tell whether the table is not left yet, because it is in memory alone and nobody has been told so."""
        told, self._held_back = self._held_back, bool(self.table.lost)
        if told or not self._held_back:
            return False
        self.do_rescue("In memory alone, it is gone when you leave again")
        return True

    async def do_step_back(self) -> None:
        """Close the list that is open, else take the last action back, if nobody has to agree; else say why not."""
        screen, viewers = self.screen, self.screen.viewers
        if screen.cursor.back():
            return
        refusals = {n: self.table.retractable(n) for n in viewers.together}
        if viewers.actor is None or screen.view.result is not None:
            screen.say("Nothing here is yours to take back.", "warn")
        elif all(refusals.values()):
            refusal = refusals.get(viewers.actor) or self.table.retractable(viewers.actor)
            screen.say(refusal.reason if refusal is not None else "", "warn")
        else:
            await self.do_undo()

    def do_hint(self) -> None:
        actor = self.screen.viewers.actor
        if actor is not None and self.screen.view.choices:
            self.screen.say("Thinking…")
            self.screen.run_worker(self._hint(actor), group="hint", exclusive=True)

    async def _hint(self, seat: int) -> None:
        screen = self.screen
        try:
            found = await self.table.hint(seat, screen.app.settings.hints)
        except TableError as error:
            screen.say(str(error), "danger")
            screen.repaint()
            return
        if screen.viewers.actor != seat or not screen.prompt.note:
            return
        if found is None:
            screen.say("There is no advice here.")
        else:
            screen.point_out(found[0])
            screen.say(f"Hint: {found[1]}", "good")
        screen.repaint()

    def do_inspect(self) -> None:
        """Read about what is under the cursor, and what was just said, which may not have had room enough."""
        screen, game = self.screen, self.table.game.info.id
        scene = screen.scene()
        rule, about = explained(game, scene, screen.ui.called(scene), screen.ui.about(scene))
        said = [screen.prompt.before] if screen.prompt.before else []
        screen.app.push_screen(routes.ReaderScreen(screen.heading, [*about, *said], game, rule))

    def do_odds(self) -> None:
        """Read exact odds, where the game tells some."""
        told = self.table.game.inform(self.screen.view, self.screen.names, "odds", [])
        self.screen.read(["Odds", *told] if told else ["Odds", "There is nothing left to chance now."])

    def do_rules(self) -> None:
        rule = self.screen.ui.rule(self.screen.scene())
        self.screen.app.push_screen(routes.RulebookScreen(self.table.game.info.id, rule))

    async def do_end_card(self) -> None:
        """Show how the game went; where its record cannot be had, leave the table."""
        from starforge.tables.play.replay import Replay  # a table that is not left at its end never needs it

        screen, presence = self.screen, self.screen.presence
        try:
            replay = Replay(self.table.save()) if presence is None else await presence.recorded()
            if replay is not None:
                again = None if presence is None else presence.do_rematch
                screen.app.push_screen(routes.EndCardScreen(replay, self.table.id, again), self.chosen)
                return
        except (SaveError, TableError) as error:
            screen.say(str(error), "danger")
        screen.leave_table()

    def do_log(self) -> None:
        told = self.screen.told.turns(self.screen.viewers.seat)
        self.screen.app.push_screen(routes.LogScreen(self.screen.heading, told, span_of(self.table.game.info.id)))

    def do_help(self) -> None:
        """Show the keys, at a shared table those that it has more."""
        shared = ("shared",) if self.screen.presence is not None else ()
        self.screen.app.push_screen(routes.HelpScreen(self.screen.scope, *shared, game=self.table.game.info.id))

    def do_menu(self) -> None:
        heading, presence = self.screen.heading, self.screen.presence
        if presence is None:
            seat = self.screen.viewers.actor
            free = seat is not None and self.screen.view.result is None
            words = resigning(self.table, seat) if seat is not None and free else ""
            menu = routes.MenuScreen(heading, words)
            menu.kept = not self.table.lost
            self.screen.app.push_screen(menu, self.chosen)
        else:
            self.screen.app.push_screen(presence.menu(heading), self.chosen)

    async def chosen(self, what: str | Act | None) -> None:
        """Do what was chosen in the menu."""
        if callable(what):
            await _await(what())
            self.screen.repaint()
        elif what == "leave":
            self.screen.leave_table()
        elif what == "resign":
            await self._resign()
        elif what == "exit":
            if not self.held_back():
                self.screen.app.exit(0)
        elif what:
            getattr(self, f"do_{what}")()

    async def _resign(self) -> None:
        """Give up the seat that answers now."""
        seat = self.screen.viewers.actor
        if seat is None:
            return
        try:
            await self.table.resign(seat)
        except TableError as error:
            self.failed(error)
        self.screen.follow()

    def do_quit(self) -> None:
        screen = self.screen
        sure = screen.prompt.confirmed("quit", None) or not screen.app.settings.confirmations
        if sure or self.table.lost or screen.view.result is not None:
            screen.leave_table()
        else:
            screen.prompt.ask("quit", None, "Leave the table? Everything is saved. q again: leave", "")
