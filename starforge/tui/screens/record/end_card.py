"""The end card of a game, and where one goes from there: the film, the same seed again, a picture, the next game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starforge.engine.save import OptionError, SaveError
from starforge.engine.shape import Misshapen, read_shape
from starforge.games.end_card import EndCard, Heading, card_lines
from starforge.tables.own.honours import card_with_new, known_among, own_card
from starforge.tables.own.logbook import Logged, count_games
from starforge.tables.play.replay import Replay
from starforge.tables.table import TableError
from starforge.tui.app import routes
from starforge.tui.app.theme import theme_for
from starforge.tui.drawing.end_card import draw_end_card
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.svg import to_svg
from starforge.tui.screens.page import Page, draw_footer
from starforge.tui.server.words import taken_home

if TYPE_CHECKING:
    from starforge.tables.local import LocalLobby
    from starforge.tables.remote.lobby import RemoteLobby

LEAVE = "leave"
"""What the screen ends with when the table is left for good."""


class EndCardScreen(Page):
    """Show how an ended game went; ``again`` offers it anew where the seed is not this user's to choose."""

    scope = "end-card"

    def __init__(self, replay: Replay, where: str, again: Callable[[], Awaitable[None]] | None = None) -> None:
        super().__init__()
        self.replay, self._again = replay, again
        self.card, self.heading, self._where = replay.end_card(), replay.heading(where), where
        self.note = ""

    def on_mount(self) -> None:
        """Say which honours were never won before, by the logbook of one's own games or of the server's."""
        server = self.app.shared if self._again is not None or self.app.lobby is None else None
        if server is not None:
            self.heading = self.heading._replace(again=taken_home(self._where))
        if not self.card.honours:
            return
        if server is not None:
            self.run_worker(self._ask(server), group="honours")
        elif self.app.lobby is not None:
            self.run_worker(self._count(self.app.lobby), group="honours")

    async def _count(self, lobby: LocalLobby) -> None:
        with suppress(TableError):
            await count_games(lobby, game=self.replay.save.game)
            self.card = own_card(self.replay, lobby.store, self._where)
            self.repaint()

    async def _ask(self, server: RemoteLobby) -> None:
        with suppress(TableError, Misshapen):
            found = await server.logbook(lambda done, of: None)
            known = known_among([read_shape(Logged, one) for one in found], self.replay, self._where)
            self.card = card_with_new(self.replay, known)
            self.repaint()

    def draw(self, width: int, height: int) -> Picture:
        picture = draw_end_card(self.card, self.heading, (width, height), self.plain)
        if self._in_campaign:
            picture.right(width - 1, height - 2, "c: the campaign", "legal bold")
        if self.note:
            picture.put(0, height - 2, " " * width, "on:panel")
            picture.put(1, height - 2, self.note, "title bold on:panel", width - 2)
        draw_footer(picture, self.scope)
        return picture

    async def press(self, key: str) -> None:
        self.note = ""
        await super().press(key)

    def do_next(self) -> None:
        self.leave(LEAVE)

    @property
    def _in_campaign(self) -> bool:
        """Tell whether another patrol may follow among the user's own games."""
        return bool(self.card.goes_on) and self.app.lobby is not None

    def do_campaign(self) -> None:
        if not self._in_campaign:
            self.note = "This is no patrol of a campaign of yours."
            return
        self.leave(LEAVE)
        self.app.call_later(self.app.push_screen, routes.CampaignScreen())

    def do_film(self) -> None:
        self.app.push_screen(routes.ReplayScreen(self.replay, self._where))

    def do_analysis(self) -> None:
        """Open the analysis; a server computes nothing of a visitor's choosing, so there it is told how to have one."""
        if self.app.lobby is None and self.app.shared is not None:
            self.note = "On your own computer, with the game taken home: starforge analyse FILE"
            return
        try:
            self.app.push_screen(routes.AnalysisScreen(self.replay, self._where))
        except SaveError as error:
            self.note = str(error)

    def do_words(self) -> None:
        self.app.push_screen(routes.ReaderScreen(self.heading.title, card_lines(self.card, self.heading)))

    async def do_again(self) -> None:
        """Begin the same game with the same seed; at a server, offer those who played it another one."""
        save, lobby = self.replay.save, self.app.lobby
        if self._again is not None:
            self.leave()
            await self._again()
            return
        if lobby is None:
            self.note = "Here no new game can be begun."
            return
        try:
            table = await lobby.create(save.game, save.seats, save.options, save.seed, save.start)
        except (OptionError, TableError, ValueError) as error:
            self.note = str(error)
        else:
            self.leave(LEAVE)
            self.app.call_later(self.app.push_screen, routes.screen_for(table))

    def do_picture(self) -> None:
        """Write the card as an SVG picture into the folder where the program was started."""
        if self.app.lobby is None and self.app.shared is not None:
            self.note = f"On your own computer: {taken_home(self._where)}; starforge replay game.json --svg FILE"
            return
        where = Path(self._where)
        path = Path(f"starforge-{where.stem}.svg")
        try:
            path.write_text(card_svg(self.card, self.replay.heading(where.name)), encoding="utf-8")
        except OSError as error:
            self.note = f"It cannot be written to {path.absolute()}: {error.strerror}."
        else:
            self.note = f"Written to {path.absolute()}"


def card_text(card: EndCard, heading: Heading) -> str:
    """Return the card as 80 columns of text."""
    picture = draw_end_card(card, heading, (80, 24))
    return "\n".join("".join(row).rstrip() for row in picture.chars).rstrip()


def card_svg(card: EndCard, heading: Heading) -> str:
    """Return the card as a picture of 80 columns and 24 rows."""
    return to_svg(draw_end_card(card, heading, (80, 24)), theme_for("night", "many"))
