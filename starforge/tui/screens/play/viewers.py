"""Who of the people at this terminal looks at a table, and when another has to sit down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from starforge.engine.game import View
from starforge.tables.table import Table
from starforge.tui.screens.play.telling import Telling


class Viewers:
    """Know through whose eyes a table is seen.

    ``seat`` looks, None while the screen is nobody's: then only what all may see is shown. ``passing``: the player
    here has done what was asked, and another is to sit down. ``covered``: the hand-off is in front. ``speaker`` answers
    what hides nothing, while everybody at the terminal looks at what all may see. ``seen`` is how much of the log each
    had before when they last looked.
    """

    def __init__(self, table: Table, told: Telling) -> None:
        self.table, self._told = table, told
        self.seat = self.people[0] if len(self.people) == 1 else None
        self.speaker: int | None = None
        self.passing = self.covered = False
        self.seen: dict[int, int] = {}

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats that people here play: fewer when one is given up."""
        return self.table.here

    @property
    def actor(self) -> int | None:
        """Return the seat that answers now."""
        return self.seat if self.speaker is None else self.speaker

    def asked(self, public: View) -> list[int]:
        """Return the seats of people here that are asked."""
        return [n for n in sorted(public.waiting) if n in self.people]

    def look(self, through_speaker: bool) -> View:
        """Return what is shown: a seat's view, or what all may see with the choices of who speaks.

        ``through_speaker``: whoever speaks sees nothing hidden either, so that all may look through those eyes.
        """
        if self.speaker is None:
            return self.table.view(self.seat)
        own = self.table.view(self.speaker)
        return own if through_speaker else replace(self.table.view(self.seat), ask=own.ask, choices=own.choices)

    def follow(self, public: View, hides: Callable[[View, int], bool]) -> bool:
        """Let the player stay who is asked, or all look together; tell whether the table is to be handed over now."""
        asked = self.asked(public)
        if public.result is not None:
            self.passing, self.speaker = False, None
            return False
        if self.seat not in self.people:
            self.seat = None  # it was given up
        if not self.people or (len(self.people) == 1 and self.seat is not None):
            return False
        self.speaker = None
        if asked and not hides(public, asked[0]):
            self.seat, self.passing, self.speaker = None, False, asked[0]
            self.seen.update(dict.fromkeys(self.people, self._told.count()))
        elif self.seat in asked:
            self.passing = False
        elif asked and self.seat is not None:
            self.passing = True
        elif asked:
            return True
        else:
            self.seat, self.passing = None, False
        return False

    def cover(self) -> None:
        """Let nobody look, until somebody sits down."""
        if self.seat is not None:
            self.seen[self.seat] = self._told.count()
        self.covered, self.seat, self.passing = True, None, False

    def sit_down(self, seat: int) -> None:
        self.covered, self.seat = False, seat
