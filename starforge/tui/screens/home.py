"""Home: go on with a game, begin one, watch one, read the rules, change settings."""

from __future__ import annotations

from functools import partial

from starforge import __version__
from starforge.games import span_of
from starforge.tables.summary import Summary, TableError
from starforge.tui.app import routes
from starforge.tui.drawing.art.sky import draw_name, draw_sky
from starforge.tui.drawing.art.vista import draw_vista, is_large
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer
from starforge.tui.screens.saved_games import line_of


class HomeScreen(ListPage):
    """The first screen: the user's games, and the way to everything else."""

    scope = "home"

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.note = words[:1].upper() + words[1:]
        self._tables: list[Summary] = []
        self._asked_about = ""

    def on_screen_resume(self) -> None:
        """List the games as they are now."""
        self._list_games()
        super().on_screen_resume()

    def _list_games(self) -> None:
        try:
            self._tables = self.app.lobby.tables()
        except TableError as error:
            self._tables, self.note, self.mood = [], str(error), "danger"

    @property
    def unfinished(self) -> list[Summary]:
        """Return the games that can go on, last played first."""
        return [table for table in self._tables if not table.ended][:9]

    def rows(self) -> list[Row]:
        games, ended = self.unfinished, len([t for t in self._tables if t.ended])
        menu = [
            Row(
                "Learn", key="l", do=self._learn, hint="Learn a game by doing, in ten minutes; puzzles for afterwards."
            ),
            Row("New game", key="n", do=self._new, hint="Choose a game, who plays, and its options."),
            Row(
                "Today",
                key="d",
                do=self._daily,
                hint="The games of the day, where your first try counts, and your campaign.",
            ),
            Row(
                "Logbook",
                key="b",
                do=self._records,
                hint="What you have won, your best games, luck and honours.",
            ),
            Row("Replays", key="w", do=self._replays, hint=f"Watch any game move by move; {ended} have ended."),
            Row("Rulebooks", key="r", do=self._rules, hint="The rules in our own words, with their ids."),
            Row("Settings", key="s", do=self._settings, hint="Theme, look, animations, confirmations."),
            self._way_out(),
        ]
        if games and not games[0].damaged:
            first = games[0]
            names = ", ".join(first.names)
            words = f"{first.title}, {span_of(first.game)} {first.turn}: {names}"
            menu.insert(0, Row("Continue", words, key="c", do=lambda: self._sit_down(first.id)))
        width = min(self.app.size.width - 8, 92) - 11
        now = self.app.now()
        return menu + [
            Row(
                line_of(table, width, now),
                key=str(n),
                do=partial(self._sit_down, table.id),
                hint="Enter goes on with this game; x deletes it for ever.",
                remove=partial(self._remove, table),
            )
            for n, table in enumerate(games, 1)
        ]

    def _way_out(self) -> Row:
        if self._from_server:
            return Row("To the server", key="q", do=self.do_quit, hint="Back to the lobby that others share.")
        return Row("Quit", key="q", do=self.do_quit, hint="Every game is saved as it happens.")

    @property
    def _from_server(self) -> bool:
        """Tell whether the user has come here from the lobby of a server."""
        return len(self.app.screen_stack) > 2

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_sky(picture)
        games, menu = self.unfinished, len(self.rows()) - len(self.unfinished)
        room = min(width - 8, 92)
        left = (width - room) // 2
        spare = height - 2 - (5 + menu + 2 + (len(games) + 3 if games else 0))
        top = max(min(spare // 2, height // 5), 0)
        draw_name(picture, top, self.app.shown.twins)
        picture.centre(top + 3, "three games of ships, crews and long odds", "dim")
        list_top = top + 5
        beside = Region(left + 58, top + 3, room - 58, menu + 2)
        draw_vista(picture, beside, "home", self.plain)
        lines = 56 if is_large(picture) else room - 2
        self.draw_rows(picture, Region(left + 1, list_top, lines, menu), 17, slice(menu))
        if games:
            self._draw_games(picture, Region(left, list_top + menu + 1, room, height - list_top - menu - 3), menu)
        picture.put(left, height - 2, " " * room)
        self.draw_note(picture, left + 2, height - 2, room - 2)
        draw_footer(picture, self.scope, f"starforge {__version__}")
        return picture

    def _draw_games(self, picture: Picture, region: Region, menu: int) -> None:
        count = min(len(self.unfinished), region.height - 2)
        if count > 0:
            picture.box(region.top(count + 2), "Unfinished games", "newest first")
            self.draw_rows(picture, region.top(count + 2).inside(1), part=slice(menu, None))

    def _learn(self) -> None:
        self.app.push_screen(routes.LearnScreen())

    def _new(self) -> None:
        self.app.push_screen(routes.NewGameScreen())

    def _daily(self) -> None:
        self.app.push_screen(routes.DailyScreen())

    def _records(self) -> None:
        self.app.push_screen(routes.RecordsScreen())

    def _replays(self) -> None:
        self.app.push_screen(routes.ReplaysScreen(self._tables))

    def _rules(self) -> None:
        self.app.push_screen(routes.RulebooksScreen())

    def _settings(self) -> None:
        self.app.push_screen(routes.SettingsScreen())

    async def _sit_down(self, table_id: str) -> None:
        from starforge.engine.save import SaveError  # with all that plays a game, which home itself does without

        try:
            table = await self.app.lobby.open(table_id)
        except (SaveError, TableError) as error:
            self.tell(str(error), "danger")
        else:
            self.app.push_screen(routes.screen_for(table))

    async def press(self, key: str) -> None:
        """Forget a question about deleting at any other key."""
        condemned, self._asked_about = self._asked_about, ""
        if key == "x":
            self._asked_about = condemned
        await super().press(key)

    async def do_remove(self) -> None:
        remove = self.row.remove
        if remove is not None:
            await remove()

    async def _remove(self, table: Summary) -> None:
        if self._asked_about != table.id:
            self._asked_about = table.id
            self.ask(f"Delete this {table.title} for ever? x again: delete")
            return
        try:
            await self.app.lobby.remove(table.id)
        except TableError as error:
            self.tell(str(error), "danger")
        self._asked_about = ""
        self._list_games()

    def do_back(self) -> None:
        """Go back to the server, if that is where one has come from; else stay: Escape does not end the program."""
        if self._from_server:
            self.leave()

    def do_quit(self) -> None:
        if self._from_server:
            self.leave()
        else:
            self.app.exit(0)
