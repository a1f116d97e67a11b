"""What the menu of a shared table has besides: what concerns the others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starforge.tui.drawing.frame import SIDES
from starforge.tui.screens.listing import Row

if TYPE_CHECKING:
    from starforge.tui.screens.play.menu import MenuScreen
    from starforge.tui.server.play.presence import TablePresence


class SharedLines:
    """The lines about the others, as they are while the game goes on and after it."""

    def __init__(self, presence: TablePresence) -> None:
        self.presence = presence

    def __call__(self, menu: MenuScreen) -> list[Row]:
        return self._after(menu) if self.presence.status.ended else self._meanwhile(menu)

    def _meanwhile(self, menu: MenuScreen) -> list[Row]:
        presence = self.presence
        rows = [menu.going("Talk", presence.do_talk, ";", "Talk with those at this table.")]
        if presence.own is None:
            return rows
        place, request = presence.table.notice.assignments[presence.own], presence.table.undo_request
        if request is not None and presence.own in request.waiting:
            who = presence.name(request.seat)
            rows.append(menu.going(f"Let {who} take moves back", presence.do_agree, "+", "You agree."))
            rows.append(menu.going("Refuse that", presence.do_refuse, "-", "What was done stands."))
        if place.gone:
            return rows
        if place.away:
            rows.append(menu.going("Return", presence.do_return, "t", "Take your seat back from the bot."))
        else:
            about = "A bot plays for you until you return."
            rows.append(menu.confirmed("Rest", presence.do_rest, "b", about))
        rows += self._absent(menu)
        about = "For good: the other wins where there are two, else a bot plays on."
        rows.append(menu.confirmed("Resign", presence.do_resign, "g", about))
        return rows

    def _absent(self, menu: MenuScreen) -> list[Row]:
        presence, rows = self.presence, []
        for seat, (user, how) in presence.status.absent().items():
            if how == "not here":
                about = f"{user} has to have been away for long enough; they can take the seat back."
                words = f"Let a bot play for {SIDES[seat % len(SIDES)][0]} {user}"
                rows.append(menu.confirmed(words, partial(presence.replace, seat), "", about))
        return rows

    def _after(self, menu: MenuScreen) -> list[Row]:
        presence = self.presence
        rows = [
            menu.going("Watch it again", presence.do_replay, "w", "Move by move, through anybody's eyes."),
            menu.going("Write it to a file", presence.do_export, "e", "To keep, or to send to somebody."),
        ]
        if presence.own is not None:
            offered = bool(presence.table.notice.rematch)
            words, about = (
                ("Accept the rematch", "Take your seat.") if offered else ("Offer a rematch", "The same again.")
            )
            rows.append(menu.going(words, presence.do_rematch, "a", about))
        rows.append(menu.going("Talk", presence.do_talk, ";", "Talk with those at this table."))
        return rows
