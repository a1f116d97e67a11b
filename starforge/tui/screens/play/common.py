"""What can be done at every table besides choosing: taking back, asking for advice, reading, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starforge.engine.rules import Illegal
from starforge.engine.save import SaveError
from starforge.tables.table import TableError, resigning
from starforge.tui.app import routes
from starforge.tui.screens.learn.explain import explained

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen


class CommonKeys:
    """Do what the keys of every table stand for."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen, self.table = screen, screen.table

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
        except (Illegal, TableError) as error:
            screen.say(str(error), "danger")

    def do_hint(self) -> None:
        actor = self.screen.viewers.actor
        if actor is not None and self.screen.view.choices:
            self.screen.say("Thinking…")
            self.screen.run_worker(self._hint(actor), group="hint", exclusive=True)

    async def _hint(self, seat: int) -> None:
        found, screen = await self.table.hint(seat), self.screen
        if screen.viewers.actor != seat or not screen.prompt.note:
            return
        if found is None:
            screen.say("The strongest bot has no advice here.")
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
        self.screen.app.push_screen(routes.LogScreen(self.screen.heading, told))

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
            self.screen.app.push_screen(routes.MenuScreen(heading, words), self.chosen)
        else:
            self.screen.app.push_screen(presence.menu(heading), self.chosen)

    async def chosen(self, what: str | None) -> None:
        """Do what was chosen in the menu."""
        presence = self.screen.presence
        if what and presence is not None and await presence.carry_out(what):
            return
        if what == "leave":
            self.screen.leave_table()
        elif what == "resign":
            await self._resign()
        elif what == "exit":
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
            self.screen.say(str(error), "danger")
        self.screen.follow()

    def do_quit(self) -> None:
        screen = self.screen
        sure = screen.prompt.confirmed("quit", None) or not screen.app.settings.confirmations
        if sure or screen.view.result is not None:
            screen.leave_table()
        else:
            screen.prompt.ask("quit", None, "Leave the table? Everything is saved. q again: leave", "")
