"""The logbook: what was played and won, the best games with their replays, luck, and honours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from starforge.engine.save import SaveError
from starforge.engine.shape import read_shape
from starforge.tables.own.logbook import Logged, count_games
from starforge.tables.play.replay import Replay
from starforge.tables.table import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Span, wrap
from starforge.tui.drawing.records import bests, lines_of, section_of
from starforge.tui.screens.text import TextPage
from starforge.tui.server.play.ended import watch_again


class RecordsScreen(TextPage):
    """Show the logbook of the user's own games, or of those at a ``server``; a digit watches one of the best again."""

    scope = "records"

    def __init__(self, server: bool = False) -> None:
        super().__init__("Logbook")
        self.server = server
        self.games: list[Logged] | None = None
        self.note = "Counting your games…"

    def on_mount(self) -> None:
        self.run_worker(self._count(), group="count")

    async def _count(self) -> None:
        def tell(done: int, of: int) -> None:
            self.note = f"Counting your games: {done} of {of}…"
            self.repaint()

        try:
            if self.server:
                self.games = [read_shape(Logged, one) for one in await self.shared.logbook(tell)]
            else:
                self.games = await count_games(self.app.lobby, tell)
            self.note = ""
        except TableError as error:
            self.note = str(error)
        self.repaint()

    @property
    def best(self) -> list[Logged]:
        """Return the games that a digit watches, those of each section in turn."""
        games = self.games or []
        by_section = (
            bests([one for one in games if section_of(one) == name]) for name in dict.fromkeys(map(section_of, games))
        )
        return list(chain.from_iterable(by_section))[:9]

    def _key(self, one: Logged) -> str:
        best = self.best
        return f"[{best.index(one) + 1}: watch it]" if one in best else ""

    def lines(self, width: int) -> Sequence[Sequence[Span]]:
        told = [[(line, "warn")] for line in wrap(self.note, width)]
        if self.games is None:
            return [[], *told]
        logged = lines_of(self.games, self._key)
        return [[], *told, *([(line, style)] for text, style in logged for line in wrap(text, width) or ("",))]

    async def press(self, key: str) -> None:
        """Watch one of the best games by its digit."""
        self.note = self.note if self.games is None else ""
        if key.isdecimal() and 0 < int(key) <= len(self.best):
            await self._watch(self.best[int(key) - 1])
        else:
            await super().press(key)

    async def _watch(self, one: Logged) -> None:
        if self.server:
            await watch_again(self.app, one.id, self._say)
            return
        try:
            table = await self.app.lobby.open(one.id)
            self.app.push_screen(routes.ReplayScreen(Replay(table.save()), one.id))
        except (SaveError, TableError) as error:
            self.note = str(error)

    def _say(self, words: str, mood: str) -> None:
        self.note = words
        self.repaint()
