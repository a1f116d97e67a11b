"""Who of the people at this terminal looks at a table, and when another has to sit down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from starforge.engine.game import View
from starforge.tables.table import Table
from starforge.tui.app import routes
from starforge.tui.drawing.frame import Scene
from starforge.tui.screens.play.telling import Telling

if TYPE_CHECKING:
    from starforge.tui.screens.play.game import GameScreen


class Viewers:
    """Know through whose eyes a table is seen.

    ``seat`` looks, None while the screen is nobody's: then only what all may see is shown. ``speaker`` answers what
    hides nothing, while everybody at the terminal looks at what all may see. ``last`` is who of them answered last, and
    has the terminal. ``passing``: the player here has done what was asked, and ``coming`` is to sit down; ``openly``:
    for a question that hides nothing. ``covered``: the hand-off is in front. ``seen`` is how much of the log each had
    before when they last looked.
    """

    def __init__(self, table: Table, told: Telling) -> None:
        self.table, self._told = table, told
        self.seat = self.people[0] if len(self.people) == 1 else None
        self.speaker: int | None = None
        self.last: int | None = self.seat
        self.coming: int | None = None
        self.passing = self.openly = self.covered = False
        self.seen: dict[int, int] = {}

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats that people here play: fewer when one is given up."""
        return self.table.here

    @property
    def actor(self) -> int | None:
        """Return the seat that answers now."""
        return self.seat if self.speaker is None else self.speaker

    @property
    def together(self) -> tuple[int, ...]:
        """Return the seats whose players look now."""
        return self.people if self.seat is None else (self.seat,)

    def asked(self, public: View) -> int | None:
        """Return which seat of people here is asked: the one that has the terminal, if it is among them."""
        asked = [n for n in sorted(public.waiting) if n in self.people]
        return self.last if self.last in asked else asked[0] if asked else None

    def look(self, through_speaker: bool) -> View:
        """Return what is shown: a seat's view, or what all may see with the choices of who speaks.

        ``through_speaker``: whoever speaks sees nothing hidden either, so that all may look through those eyes.
        """
        if self.speaker is None:
            return self.table.view(self.seat)
        own = self.table.view(self.speaker)
        return own if through_speaker else replace(self.table.view(self.seat), ask=own.ask, choices=own.choices)

    def follow(self, public: View, hides: Callable[[View, int], bool], waits: bool) -> bool:
        """Let the player stay who is asked, or all look together; tell whether the table is to be handed over now.

        ``waits``: another player waits for a key even where nothing is secret.
        """
        if self.seat not in self.people:
            self.seat = None  # it was given up
        if public.result is not None:
            self.passing, self.speaker = False, None
            return False
        if not self.people or (len(self.people) == 1 and self.seat is not None):
            return False
        coming = self.asked(public)
        self.passing, self.speaker = False, None
        if coming is None:
            return False
        self.coming = coming
        self.openly = not hides(public, coming)
        if self.openly:
            self.seat = None
            self.seen.update(dict.fromkeys(self.people, self._told.count()))
            self.passing = waits and self.last not in (None, coming)
            if not self.passing:
                self.speaker = self.last = coming
        elif self.seat is None:
            return True
        else:
            self.passing = self.seat != coming
        return False

    def cover(self) -> None:
        """Let nobody look, until somebody sits down."""
        if self.seat is not None:
            self.seen[self.seat] = self._told.count()
        self.covered, self.seat, self.passing = True, None, False

    def sit_down(self, seat: int) -> None:
        self.covered, self.seat, self.last = False, seat, seat


class Passing:
    """Let a terminal change hands, in sight of all or behind a screen of its own."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen, self.viewers = screen, screen.viewers
        self._answered: int | None = None
        self._question = ""

    def words(self) -> str:
        """Return whose turn it is now."""
        viewers, coming = self.viewers, self.viewers.coming
        assert coming is not None
        name = self.screen.names[coming]
        return f"Now it is {name}'s turn at the terminal. Enter: {'go on' if viewers.openly else 'hand it over'}"

    def dressed(self, scene: Scene) -> Scene:
        """Return the scene with whose turn it is before what was said."""
        if not (self.viewers.passing and scene.note and scene.question):
            return scene
        return replace(scene, question="", note=f"{scene.question}. {scene.note}", mood="")

    def follow(self, public: View) -> None:
        """Take in who is asked now; keys typed before that was shown do nothing."""
        screen, viewers, ended = self.screen, self.viewers, self.screen.view.result is not None
        before = viewers.coming, viewers.passing
        if viewers.follow(public, screen.table.game.hides, screen.app.settings.handoffs):
            screen.call_later(self.hand_over)
        screen.view = viewers.look(screen.ui.through_speaker)
        if (viewers.coming, viewers.passing) != before or (screen.view.result is not None) != ended:
            screen.app.deafness.begin()

    def another(self) -> bool:
        """Tell whether another player than before answers now."""
        actor, before = self.viewers.actor, self._answered
        self._answered = before if actor is None else actor
        return len(self.viewers.people) > 1 and actor not in (None, before)

    def begin_harmless(self, another: bool) -> None:
        """Take the cursor of a new question from what ends something or gives it up to the first item that does not.

        Where there is none, ``another`` player than before begins on nothing.
        """
        screen, cursor = self.screen, self.screen.cursor
        question = screen.view.ask.kind if screen.view.ask is not None else ""
        (before, self._question), item = (self._question, question), cursor.item
        if (another or question != before) and item is not None and screen.ui.gives_up(screen.view, item):
            usable = ((n, one) for n, one in enumerate(cursor.opened) if not one.reason)
            harmless = (n for n, one in usable if not screen.ui.gives_up(screen.view, one))
            cursor.put(next(harmless, -1 if another else cursor.number))

    def go_on(self) -> None:
        """Do what the player agrees to whose turn is over."""
        if self.viewers.openly:
            self.viewers.last = self.viewers.coming
            self.screen.follow()
        else:
            self.hand_over()

    def hand_over(self) -> None:
        """Cover everything until the player who is asked sits here, once all have seen what they look at together."""
        screen, viewers = self.screen, self.viewers
        leaving, coming = viewers.last, viewers.asked(screen.table.view(None))
        if screen.ui.busy or coming is None or viewers.covered or screen.app.screen is not screen:
            return
        viewers.cover()
        screen.app.deafness.begin()
        screen.prompt.note = ""
        screen.view = screen.table.view(None)
        screen.renew_menu()
        recap = screen.told.since(viewers.seen.get(coming, 0))
        hand_off = routes.HandOffScreen(screen.heading, screen.names, leaving, coming, recap)
        screen.app.push_screen(hand_off, self._sit_down)

    def _sit_down(self, seat: int | None) -> None:
        """Show the board first as all may see it, then through the eyes of the player who has sat down."""
        if seat is None:
            self.screen.leave_table()
            return
        self.screen.repaint()
        self.screen.call_after_refresh(self._look, seat)

    def _look(self, seat: int) -> None:
        self.viewers.sit_down(seat)
        self.screen.app.deafness.begin()
        self.screen.follow()
