"""A new game: which, who sits where, its options, and a seed for those who want the same dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from starforge.bots.levels import USUAL, about, levels_of, nearest, title
from starforge.engine.game import Game, Info
from starforge.engine.match import Match
from starforge.engine.position import PositionError
from starforge.engine.save import OptionError, Seat
from starforge.games import GAMES, load
from starforge.games.new_game import Value, measured, minutes, offer
from starforge.tables.lobby import counts
from starforge.tables.play.new_table import new_options
from starforge.tables.table import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.page import draw_footer, draw_header

PEOPLE = ("Ada", "Ben", "Cyd", "Dee")

VISTAS = {"astroforce": "harbour", "reach": "landing", "shattered-reach": "frontier"}
"""What is seen below the form of a game on a large screen."""


class GameForm:
    """The part of a form that asks for a game, how many play it, and its options: ``game``, ``count``, ``values``.

    At a server, ``shared``, there is nothing that goes on from one of a user's own games to the next.
    """

    def __init__(self, page: ListPage, shared: bool = False) -> None:
        self._page, self._shared = page, shared
        self.choose(next(iter(GAMES)))

    def choose(self, game: str) -> None:
        """Take another game, as it is played most of the time."""
        self.game = game
        self.count = self.info.seats[0]
        self.values: dict[str, Any] = {f.name: f.default for f in fields(load(game).options)}

    @property
    def rules(self) -> Game[Any, Any]:
        return load(self.game)

    @property
    def info(self) -> Info:
        return self.rules.info

    def game_rows(self) -> list[Row]:
        info, long = self.info, self.length()
        takes = f" With {self.count}: {long}." if long else ""
        about = f"{info.title} is for {_players(info)}.{takes}"
        told = f"{info.tagline} For {_players(info)}.{takes}"
        games = list(GAMES)
        return [
            Row("Game", info.title, told, change=lambda way: self.choose(cycled(games, self.game, way))),
            Row("Seats", str(self.count), about, change=self._recount),
        ]

    def length(self) -> str:
        """Return in words how long such a game takes, '' where that was not measured."""
        found = minutes(self.game, self.values, self.count)
        return f"about {found} minutes" if found else ""

    def take_first(self) -> int:
        """Choose what to try first, and return how many seats are for bots."""
        first = offer(self.game).first
        assert first is not None
        self.choose(self.game)
        self.count, self.values = first.seats, {**self.values, **first.options}
        return first.bots

    def _recount(self, way: int) -> None:
        self.count = cycled(list(self.info.seats), self.count, way)
        hints = get_type_hints(self.rules.options)
        for name, value in self.values.items():
            fitting = self._values(name, hints[name])
            if fitting and value not in fitting:
                self.values[name] = fitting[0]

    def _values(self, name: str, hint: Any) -> list[Any]:
        """Return the values to choose among, as far as they fit so many players; none where one is typed."""
        values = list(get_args(hint)) if get_origin(hint) is Literal else [True, False] if hint is bool else []
        return [one for one in values if self._words(name, one) is not None]

    def _words(self, name: str, value: Any) -> Value | None:
        """Return what a value of an option is called and means, None if it does not fit so many players."""
        known = offer(self.game).options.get(name)
        written = (known.values if known else {}).get(str(value), Value(_shown(value)))
        return routes.ui_class(self.game).option_words(name, value, self.count, written)

    def option_rows(self) -> list[Row]:
        """Return the options, without text, which comes from files, and without what so few players do not need."""
        hints = get_type_hints(self.rules.options)
        fitting = (f for f in fields(self.rules.options) if not (self._shared and f.metadata.get("own")))
        needed = [f.name for f in fitting if f.metadata.get("seats", 1) <= self.count]
        return [self._option_row(name, hints[name]) for name in needed if hints[name] is not str]

    def _option_row(self, name: str, hint: Any) -> Row:
        known, value = offer(self.game).options.get(name), self.values[name]
        label, about = (known.title, known.text) if known else (name.replace("_", " ").capitalize(), "")
        values = self._values(name, hint)
        if values:
            words = self._words(name, value) or Value(_shown(value))
            long = measured(self.game, str(value), self.count)
            takes = f"About {long} minutes." if long else ""
            told = " ".join(filter(None, (about, words.text, takes))) or f"One of: {', '.join(map(_shown, values))}."
            return Row(label, words.name, told, change=lambda way: self._set(name, cycled(values, value, way)))
        done = self._number(name) if hint is int else lambda text: self._set(name, text.strip())
        start = TextField.of(str(value), 40, digits=hint is int, offered=True)
        told = f"{about} Enter to type.".strip()
        shown = known.values[str(value)].name if known and str(value) in known.values else str(value) or "as it comes"
        return Row(label, shown, told, do=lambda: self._page.type(label, start, done))

    def _number(self, name: str) -> Callable[[str], None]:
        def done(text: str) -> None:
            """Take a number, or say why no game begins with it."""
            value = int(text or self.values[name])
            try:
                Match(self.rules, new_options(self.rules, {**self.values, name: value}), self.count, 0)
            except OptionError as error:
                self._page.tell(f"{value} cannot be: {error}.", "danger")
            else:
                self._set(name, value)

        return done

    def _set(self, name: str, value: Any) -> None:
        self.values[name] = value

    def draw(self, picture: Picture, heading: str) -> Picture:
        """Draw the whole form with all its lines."""
        page, height = self._page, picture.height
        draw_header(picture, heading, "Enter or ◂ ▸ change")
        room = min(picture.width - 2, 84)
        left, rows = (picture.width - room) // 2, len(page.rows())
        size = min(rows, height - 6)
        picture.box(Region(left, 1, room, size + 2), self.info.title)
        page.draw_rows(picture, Region(left + 2, 2, room - 4, size), 24)
        drawn = routes.ui_class(self.game).preview(self.values, self.count)
        if drawn is not None and size >= drawn.height and room - 4 - drawn.width >= 44:
            picture.paste(drawn, left + room - 2 - drawn.width, 2)
        words = wrap(page.note or page.row.hint, room - 4)
        picture.lines(left + 2, size + 3, words[: height - size - 4], f"{page.mood} bold" if page.note else "dim")
        below = Region(0, size + 8, picture.width, height - size - 9)
        draw_vista(picture, below, VISTAS.get(self.game, "frontier"), page.plain)
        draw_footer(picture, page.scope)
        return picture


class NewGameScreen(ListPage):
    scope = "form"

    def __init__(self) -> None:
        super().__init__()
        self.form = GameForm(self)
        self.names: list[str] = []
        self.bots = [""] * 8
        self.seed = ""

    def on_mount(self) -> None:
        """Begin with the user's own name at the first seat."""
        self.names = [self.app.settings.name or PEOPLE[0], *(f"Player {n}" for n in range(2, 9))]

    def draw(self, width: int, height: int) -> Picture:
        return self.form.draw(Picture(width, height), "New game")

    def rows(self) -> list[Row]:
        rows, first = self.form.game_rows(), offer(self.form.game).first
        if first is not None:
            rows.append(Row("First time?", "play this", first.text, self._take_first, key="f"))
        for seat in range(self.form.count):
            rows += self._seat_rows(seat)
        rows += self.form.option_rows()
        long = self.form.length()
        rows.append(
            Row("Seed", self.seed or "by chance", "A number: the same seed, the same cards and dice.", self._sow)
        )
        rows.append(Row("Begin", do=self._begin, key="b", hint=f"Set the table up and play{long and f': {long}'}."))
        rows.append(Row("Back", do=self.do_back, key="q"))
        return rows

    def _take_first(self) -> None:
        bots = self.form.take_first()
        people = self.form.count - bots
        self.bots = ["" if seat < people else USUAL for seat in range(8)]
        self.note, self.mood = "Set as recommended. b: begin", "good"

    def _seat_rows(self, seat: int) -> list[Row]:
        mark, _ = SIDES[seat % len(SIDES)]
        level = self.bots[seat] = nearest(self.form.rules, self.bots[seat])
        who = title(level) if level else "a person"
        words = about(self.form.rules, level) if level else "Somebody at this terminal."
        rows = [Row(f"Seat {seat + 1} {mark}", who, words, change=lambda way: self._change_bot(seat, way))]
        if not level:
            rows.append(Row("  name", self.names[seat], "Enter to type a name.", do=lambda: self._rename(seat)))
        return rows

    def _change_bot(self, seat: int, way: int) -> None:
        self.bots[seat] = cycled(["", *levels_of(self.form.rules)], self.bots[seat], way)

    def _rename(self, seat: int) -> None:
        def done(name: str) -> None:
            self.names[seat] = name.strip() or self.names[seat]

        self.type(f"Name at seat {seat + 1}", TextField.of(self.names[seat], 24, offered=True), done)

    def _sow(self) -> None:
        def done(text: str) -> None:
            self.seed = str(int(text)) if text else ""

        self.type("Seed", TextField.of(self.seed, 18, digits=True, offered=True), done)

    async def _begin(self) -> None:
        form, named = self.form, zip(self.names, self.bots, strict=False)
        seats = [Seat(name=title(bot) if bot else name, bot=bot) for name, bot in named][: form.count]
        seed = int(self.seed) if self.seed else None
        if form.values.get("campaign") == "on":
            self.app.push_screen(routes.CampaignScreen(seats, form.values, seed))
            return
        try:
            table = await self.app.lobby.create(form.game, seats, form.values, seed)
        except (OptionError, PositionError, TableError) as error:
            self.tell(str(error), "danger")
            return
        self.leave(None)
        self.app.call_later(self.app.push_screen, routes.screen_for(table))


def _players(info: Info) -> str:
    return f"{counts(info.seats)} players" if info.seats != (1,) else "one player"


def _shown(value: Any) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
