"""The menu of a shared table: besides what every table's has, what concerns the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from starforge.tui.drawing.frame import SIDES
from starforge.tui.screens.listing import Row
from starforge.tui.screens.play.menu import MenuScreen

if TYPE_CHECKING:
    from starforge.tui.server.play.presence import TablePresence


class SharedMenuScreen(MenuScreen):
    """Choose what to do besides playing."""

    wide = 56

    def __init__(self, title: str, presence: TablePresence) -> None:
        super().__init__(title)
        self.presence = presence
        self._unwatch: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        self._unwatch = self.presence.table.watch(lambda: self._called())

    def _called(self) -> None:
        self.call_later(self.repaint)

    def on_unmount(self) -> None:
        self._unwatch()

    def rows(self) -> list[Row]:
        first, *rest = super().rows()
        ended = self.presence.ended
        return [first, *(self._after() if ended else self._meanwhile()), *rest]

    def _meanwhile(self) -> list[Row]:
        presence, go = self.presence, self.go
        rows = [Row("Talk", do=lambda: go("talk"), key=";", hint="Talk with those at this table.")]
        if presence.own is None:
            return rows
        place, request = presence.table.notice.places[presence.own], presence.table.undo_request
        if request is not None and presence.own in request.waiting:
            who = presence.name(request.seat)
            rows.append(Row(f"Let {who} take moves back", do=lambda: go("agree"), key="+", hint="You agree."))
            rows.append(Row("Refuse that", do=lambda: go("refuse"), key="-", hint="What was done stands."))
        if place.gone:
            return rows
        if place.away:
            rows.append(Row("Return", do=lambda: go("return"), key="t", hint="Take your seat back from the bot."))
        else:
            about = "A bot plays for you until you return."
            rows.append(self._confirmed("Rest", "rest", "b", about))
        rows += self._absent()
        about = "For good: the other wins where there are two, else a bot plays on."
        rows.append(self._confirmed("Resign", "resign", "g", about))
        return rows

    def _absent(self) -> list[Row]:
        rows = []
        for seat, (user, how) in self.presence.absent().items():
            if how == "not here":
                about = f"{user} has to have been away for long enough; they can take the seat back."
                words = f"Let a bot play for {SIDES[seat % len(SIDES)][0]} {user}"
                rows.append(self._confirmed(words, f"replace {seat}", "", about))
        return rows

    def _after(self) -> list[Row]:
        go = self.go
        rows = [
            Row("Watch it again", do=lambda: go("replay"), key="w", hint="Move by move, through anybody's eyes."),
            Row("Write it to a file", do=lambda: go("export"), key="e", hint="To keep, or to send to somebody."),
        ]
        if self.presence.own is not None:
            offered = bool(self.presence.table.notice.rematch)
            words, about = (
                ("Accept the rematch", "Take your seat.") if offered else ("Offer a rematch", "The same again.")
            )
            rows.append(Row(words, do=lambda: go("rematch"), key="a", hint=about))
        rows.append(Row("Talk", do=lambda: go("talk"), key=";", hint="Talk with those at this table."))
        return rows
