"""What a table shared with others has more: who is there, clocks, talk, requests to undo, what is new.

It stands beside the screen of the game, whichever it is: a line above the keys, sentences in the question's place,
lines in the menu, and keys that no game uses.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starforge.tables.remote.table import RemoteTable
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import Scene
from starforge.tui.screens.page import _await
from starforge.tui.server.play.drafts import Draft
from starforge.tui.server.play.ended import recorded, watch_again, write_down
from starforge.tui.server.play.menu import SharedLines
from starforge.tui.server.play.status import StatusLine
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.talk_rooms import table_talk
from starforge.tui.server.words import listed

if TYPE_CHECKING:
    from starforge.tables.play.replay import Replay
    from starforge.tui.app.app import StarforgeApp
    from starforge.tui.screens.play.game import GameScreen
    from starforge.tui.screens.play.menu import MenuScreen


class TablePresence:
    """What the screen of a shared table shows and does about the others, whichever game it is."""

    def __init__(self, screen: GameScreen, table: RemoteTable) -> None:
        self.screen, self.table = screen, table
        self.own = table.here[0] if table.here else None
        self.seen = len(self._log())
        """Lines of the log that the user has seen: those from before the last action; what came since stands out."""
        self.draft = Draft(screen, table)
        self.status = StatusLine(screen, table, self.own)
        self._unlinked = False
        self._known = table.changes
        self._requested: int | None = None

    @property
    def app(self) -> StarforgeApp:
        return self.screen.app

    def name(self, seat: int) -> str:
        return self.screen.names[seat]

    def begin(self) -> None:
        """Tell what happened since the user was last here, and bring back what had been begun."""
        mark, tell = self.table.recap(), self.table.game.tell
        since = self.table.log(None)[mark or 0 :]
        new = [words for one in since if (words := tell(one.event, self.screen.names))]
        if mark is not None:
            self.seen = max(self.seen - len(new), 0)
        self.status.talk_seen = len(self.table.talk()) - self.table.notice.unread
        self.draft.restore()
        self.status.follow()
        if mark is not None and new and self.own is not None:
            self.screen.news.show(new)

    def called(self) -> None:
        """Let the screen take in what others did when its own turn has come: news may arrive at any moment."""
        self.screen.call_later(self._catch_up)

    def _catch_up(self) -> None:
        if self._known != self.table.changes:
            self.screen.follow()

    def follow(self) -> None:
        self._known = self.table.changes
        if self.table.linked and self._unlinked:
            self.screen.say("The server is back.", "good")
        self._unlinked = not self.table.linked
        self._follow_request()
        self.status.follow()
        if self.status.unread and self.screen.in_front and self.status.talk_width(self.app.size.width):
            self.status.talk_seen = len(self.table.talk())
            self.screen.run_worker(self.attempt(self.table.note_read(), False), group="read")

    def _follow_request(self) -> None:
        """Say what became of one's own request to take moves back, once all have answered."""
        request = self.table.undo_request
        if request is not None and request.seat == self.own:
            self._requested = self.table.undone
        elif self._requested is not None:
            granted, self._requested = self.table.undone > self._requested, None
            self.screen.say(*(("All agreed: taken back.", "good") if granted else ("Nothing was taken back.", "warn")))

    def _log(self) -> list[str]:
        return self.screen.told.lines(self.own)

    def acted(self) -> None:
        """Count everything told up to now as seen."""
        self.seen = len(self._log())
        if self.app.turn_alert is not None:
            self.app.turn_alert.acted(self.table.id)

    @property
    def plays(self) -> bool:
        """Tell whether the user answers for a seat now, and no bot does."""
        place = self.table.notice.assignments[self.own] if self.own is not None else None
        return place is not None and not (place.away or place.gone)

    @property
    def unseen(self) -> int:
        self.seen = min(self.seen, len(self._log()))
        return len(self._log()) - self.seen

    def with_question(self, scene: Scene) -> Scene:
        """Return the scene with what concerns the others in the question's place, and what is new in the log."""
        words = self.question()
        scene = replace(scene, fresh=self.unseen)
        return replace(scene, question=words) if words and scene.question else scene

    def question(self) -> str:
        """Return what is asked by others or stands in the way, '' when the game's own question counts."""
        request = self.table.undo_request
        place = self.table.notice.assignments[self.own] if self.own is not None else None
        if not self.table.linked:
            return "The server cannot be reached; the table stays as it is here. Trying again…"
        if self.status.ended:
            return ""
        if request is not None and self.own in request.waiting:
            return f"{self.name(request.seat)} asks to take moves back. + agrees, - refuses"
        if place is not None and place.away:
            return "A bot plays for you. m, then Return: take your seat back"
        if place is not None and place.gone:
            return "You have resigned; a bot plays on. You may watch, or leave"
        if self.own is None:
            names = [self.name(n) for n in sorted(self.table.view(None).waiting)]
            return f"You watch. The table waits for {listed(names)}." if names else "You watch."
        return ""

    async def press(self, key: str) -> bool:
        """Do what a key of a shared table does, and tell whether it is one."""
        bound = taken("shared").get(key)
        if bound is None:
            return False
        await _await(getattr(self, f"do_{bound.do}")())
        return True

    def do_talk(self) -> None:
        self.draft.talk = routes.TalkScreen(table_talk(self.table), self.status.talk_seen, self.draft.typed)
        self.app.push_screen(self.draft.talk, self._talked)

    def _talked(self, draft: str | None) -> None:
        self.draft.talk, self.draft.typed, self.status.talk_seen = None, draft or "", len(self.table.talk())
        self.draft.note()

    async def do_agree(self) -> None:
        await self.answer(True)

    async def do_refuse(self) -> None:
        await self.answer(False)

    async def answer(self, agree: bool) -> None:
        """Answer the request to undo that waits for the user, if there is one."""
        request = self.table.undo_request
        if request is None or self.own not in request.waiting:
            self.screen.say("Nobody has asked you to take anything back.", "warn")
        elif await self.attempt(self.table.consent(agree)):
            self.screen.say("You have agreed." if agree else "You have refused.", "good")

    async def attempt(self, what: Any, aloud: bool = True) -> bool:
        """Wait for what the server does, say why it refuses (if ``aloud``), and tell whether it did it."""
        try:
            await what
        except REFUSALS as error:
            if aloud:
                self.screen.say(sentence(error), "danger")
            return False
        self.screen.follow()
        return True

    async def undo(self, seat: int) -> None:
        """Take the last action back at once, or ask those whom it concerns."""
        refusal = self.table.undoable(seat)
        if refusal is not None:
            self.screen.say(f"{refusal.reason} [{refusal.rule}]", "warn")
        elif await self.attempt(self.table.undo(seat)):
            request = self.table.undo_request
            if request is not None and request.seat == seat and request.waiting:
                names = listed([self.name(n) for n in request.waiting])
                self.screen.say(
                    f"This needs consent: {names} {'is' if len(request.waiting) == 1 else 'are'} asked.", "good"
                )
            else:
                self.screen.say("Taken back.", "good")

    async def do_return(self) -> None:
        if await self.attempt(self.table.return_()):
            self.screen.say("You play again.", "good")

    async def do_rest(self) -> None:
        assert self.own is not None
        await self.attempt(self.table.rest(self.own))

    async def replace(self, seat: int) -> None:
        """Let a bot play the seat of somebody who is away."""
        if await self.attempt(self.table.rest(seat)):
            self.screen.say(f"A bot plays for {self.name(seat)} now.", "good")

    async def do_resign(self) -> None:
        assert self.own is not None
        await self.attempt(self.table.resign(self.own))

    async def do_rematch(self) -> None:
        """Offer the same again, or accept the offer, and go to the waiting room of the new table."""
        try:
            new = await self.table.rematch()
        except REFUSALS as error:
            self.screen.say(sentence(error), "danger")
        else:
            self.screen.left = True
            self.app.switch_screen(routes.WaitingRoomScreen(new))

    async def recorded(self) -> Replay | None:
        """Return the ended game played again, or say why it cannot be."""
        return await recorded(self.app, self.table.id, self.screen.say)

    async def do_replay(self) -> None:
        await watch_again(self.app, self.table.id, self.screen.say)

    async def do_export(self) -> None:
        await write_down(self.app, self.table.id, self.screen.say)

    def menu(self, heading: str) -> MenuScreen:
        """Return the menu of the table, with what concerns the others."""
        return routes.MenuScreen(heading, more=SharedLines(self), watch=self.table.watch)

    async def keep(self) -> None:
        """Keep what has been begun."""
        await self.draft.keep()

    async def end(self) -> None:
        await self.keep()
        with suppress(*REFUSALS):
            await self.table.close()
