"""What a table shared with others has more: who is there, clocks, talk, requests to undo, what is new.

It stands beside the screen of the game, whichever it is: a line above the keys, sentences in the question's place,
lines in the menu, and keys that no game uses.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from starforge.tables.remote.table import RemoteTable
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import KeySpot
from starforge.tui.screens.page import _await, draw_footer
from starforge.tui.screens.play.report import ReportBox
from starforge.tui.server.listing import draw_talk
from starforge.tui.server.play.drafts import Draft
from starforge.tui.server.play.ended import recorded, watch_again, write_down
from starforge.tui.server.play.menu import SharedLines
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.talk_rooms import table_talk
from starforge.tui.server.words import amount, due, left, listed, pause

if TYPE_CHECKING:
    from starforge.tables.play.replay import Replay
    from starforge.tui.app.app import StarforgeApp
    from starforge.tui.screens.play.game import GameScreen
    from starforge.tui.screens.play.menu import MenuScreen

WORDS = ("talk", "agree", "refuse", "return", "rest", "resign", "rematch", "replay", "export")
"""What can be chosen in the menu."""
SIDE, BOTH = 40, 170
"""Columns for talk beside the game, and how many there must be for both."""
TALLEST = 21
"""From so many rows on, what concerns the others has a line of its own."""


class TablePresence:
    """What the screen of a shared table shows and does about the others, whichever game it is."""

    def __init__(self, screen: GameScreen, table: RemoteTable) -> None:
        self.screen, self.table = screen, table
        self.own = table.here[0] if table.here else None
        self.seen = len(self._log())
        """Lines of the log that the user has seen: those from before the last action; what came since stands out."""
        self.talk_seen = 0
        self.draft = Draft(screen, table)
        self._clock: Timer | None = None
        self._clock_shown = ""
        self._unlinked = False
        self._requested: int | None = None

    @property
    def app(self) -> StarforgeApp:
        return self.screen.app

    def game_height(self, height: int) -> int:
        return height - 1 if height >= TALLEST else height

    def game_size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows that are left for the game's picture."""
        return width - self.talk_width(width), self.game_height(height)

    def talk_width(self, width: int) -> int:
        """Return the columns of talk beside the game, 0 where there is no room for both."""
        people = sum(bool(place.user) for place in self.table.notice.assignments)
        return SIDE if width >= BOTH and people > 1 else 0

    def name(self, seat: int) -> str:
        return self.screen.names[seat]

    def begin(self) -> None:
        """Tell what happened since the user was last here, and bring back what had been begun."""
        mark, tell = self.table.recap(), self.table.game.tell
        since = self.table.log(None)[mark or 0 :]
        new = [words for one in since if (words := tell(one.event, self.screen.names))]
        if mark is not None:
            self.seen = max(self.seen - len(new), 0)
        self.talk_seen = len(self.table.talk()) - self.table.notice.unread
        self.draft.restore()
        self._schedule_tick()
        if mark is not None and new and self.own is not None:
            self.app.push_screen(routes.ReportScreen(ReportBox(self.own, self.screen.names, new)))

    def follow(self) -> None:
        if self.table.linked and self._unlinked:
            self.screen.say("The server is back.", "good")
        self._unlinked = not self.table.linked
        self._follow_request()
        self._schedule_tick()
        if self.unread and self.screen.in_front and self.talk_width(self.app.size.width):
            self.talk_seen = len(self.table.talk())
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
    def ended(self) -> bool:
        return self.table.view(None).result is not None

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
        if self.ended:
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

    def draw(self, picture: Picture, scope: str) -> None:
        """Draw a line about the others above the keys; without a row for it, what is most needed beside them."""
        own_row = picture.height >= TALLEST
        y, talk = picture.height - 2 if own_row else picture.height - 1, self.talk_words()
        if own_row:
            picture.put(0, y, " " * picture.width, "on:bar")
            draw_footer(picture, scope)
        self._draw_talk(picture, y)
        start = picture.width - 1 - len(talk)
        spans = (
            self.spans() if own_row else [(f" {text.partition(',')[0]} ", style) for text, style in self.spans()[:1]]
        )
        x = 1 if own_row else start - sum(len(text) for text, _ in spans)
        picture.spot(Region(x, y, picture.width - x, 1), None)
        picture.spans(x, y, [(text, f"{style} on:bar") for text, style in spans], start - 1 - x)
        picture.put(start, y, talk, f"{'warn bold' if self.unread else 'dim'} on:bar")
        picture.spot(Region(start, y, len(talk), 1), KeySpot(";"))

    def _draw_talk(self, picture: Picture, bottom: int) -> None:
        side = self.talk_width(picture.width)
        if side:
            x, refusal = picture.width - side, self.table.silence()
            picture.box(Region(x, 0, side, bottom), "Talk", "" if refusal else "; joins in")
            if not draw_talk(picture, Region(x + 1, 1, side - 3, bottom - 2), self.table.talk()):
                words = refusal.reason if refusal else "Nobody has said anything here yet."
                picture.lines(x + 2, 1, wrap(words, side - 4), "dim")
            picture.spot(Region(x, 0, side, bottom), KeySpot(";"))

    @property
    def unread(self) -> int:
        own = None if self.own is None else self.table.notice.assignments[self.own].user
        return len([one for one in self.table.talk()[self.talk_seen :] if one.user != own])

    def talk_words(self) -> str:
        """Return how the talk stands."""
        unread = self.unread
        return f"; talk: {unread} new" if unread else "; talk" if self.table.silence() is None else "no talk"

    def spans(self) -> list[Span]:
        """Return what there is to know beside the game: line, clock, a request to undo, who is away, a rematch."""
        spans: list[Span] = []
        if not self.table.linked:
            spans.append(("! link lost   ", "danger bold"))
        if self.own is None and not self.ended:
            spans.append(("watching   ", "warn bold"))
        spans += self._clocks()
        request = self.table.undo_request
        if request is not None:
            names = listed([self.name(n) for n in request.waiting])
            who = "You ask" if request.seat == self.own else f"{self.name(request.seat)} asks"
            spans.append((f"{who} to take back: {names} to agree   ", "legal"))
        spans += [] if self.ended else self._absent()
        if self.ended:
            again = "a rematch is offered, " if self.table.notice.rematch else ""
            spans.append((f"m: {again}watch again, write to a file   ", "legal"))
        return spans

    def _clocks(self) -> list[Span]:
        """Return what is left until the answer is due, and what is left in the bank."""
        times, now = self.table.times, self.app.now()
        if self.ended:
            return []
        spans: list[Span] = []
        if times.deadline is not None:
            rest = (times.deadline - now).total_seconds()
            mine = self.own in self.table.view(None).waiting
            style = "danger bold" if rest < 60 else "warn bold" if rest < 600 else "title"
            words = f"{'! ' if rest < 60 else ''}{left(times.deadline, now)} left"
            until = f", until {due(times.deadline, now)}" if rest >= 600 and mine else ""
            spans.append((f"{words}{until}   " if mine or self.own is None else f"others: {words}   ", style))
        if (
            self.own is not None
            and self.own in times.left
            and not (times.deadline is not None and self.own in self.table.view(None).waiting)
        ):
            spans.append((f"bank {amount(times.left[self.own])}   ", "dim"))
        return spans

    def absent(self) -> dict[int, tuple[str, str]]:
        here = self.table.present()
        found = {}
        for seat, place in enumerate(self.table.notice.assignments):
            if place.user and seat != self.own:
                gone = "resigned" if place.gone else "(bot)" if place.away else ""
                if how := gone or ("" if place.user in here else "not here"):
                    found[seat] = (place.user, how)
        return found

    def _absent(self) -> list[Span]:
        spans: list[Span] = []
        for seat, (user, how) in self.absent().items():
            mark, style = SIDES[seat % len(SIDES)]
            spans += [(f"{mark} {user} ", style), (f"{how}   ", "dim")]
        return spans

    def _schedule_tick(self) -> None:
        """Have the clock drawn again when it shows something else: each second near the end, else within a minute."""
        if self._clock is not None:
            self._clock.stop()
        deadline = self.table.times.deadline
        if deadline is not None and self.screen.is_mounted:
            self._clock = self.screen.set_timer(pause(deadline, self.app.now()), self._tick)

    def _tick(self) -> None:
        words = "".join(text for text, _ in self._clocks())
        if words != self._clock_shown:
            self._clock_shown = words
            self.screen.repaint()
        self._schedule_tick()

    async def press(self, key: str) -> bool:
        """Do what a key of a shared table does, and tell whether it is one."""
        bound = taken("shared").get(key)
        if bound is None:
            return False
        await _await(getattr(self, f"do_{bound.do}")())
        return True

    def do_talk(self) -> None:
        self.draft.talk = routes.TalkScreen(table_talk(self.table), self.talk_seen, self.draft.typed)
        self.app.push_screen(self.draft.talk, self._talked)

    def _talked(self, draft: str | None) -> None:
        self.draft.talk, self.draft.typed, self.talk_seen = None, draft or "", len(self.table.talk())
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

    async def carry_out(self, word: str) -> bool:
        """Do what was chosen in the menu, and tell whether it concerned the others."""
        does, _, seat = word.partition(" ")
        if does == "replace":
            await self.replace(int(seat))
        elif does in WORDS:
            await _await(getattr(self, f"do_{does}")())
        else:
            return False
        self.screen.repaint()
        return True

    async def keep(self) -> None:
        """Keep what has been begun."""
        await self.draft.keep()

    async def end(self) -> None:
        await self.keep()
        with suppress(*REFUSALS):
            await self.table.close()
