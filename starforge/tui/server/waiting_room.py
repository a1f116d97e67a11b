"""The waiting room of a table: its seats, who is invited, talk, and the beginning of the game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starforge.bots.levels import about, levels_of
from starforge.games import GAMES, load
from starforge.tables.lobby import title_of
from starforge.tables.shared import Notice, SeatAssignment
from starforge.tables.table import LONGEST_NAME
from starforge.tui.app import routes
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import KeySpot
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.page import draw_footer, draw_header
from starforge.tui.server.follower import Follower
from starforge.tui.server.listing import draw_talk
from starforge.tui.server.talk_rooms import lobby_talk
from starforge.tui.server.words import clock_about, clock_words, free, seat_words


class WaitingRoomScreen(ListPage):
    """Wait until a table begins, and then sit down at it; ends with a word for the lobby, or None."""

    scope = "waiting"

    def __init__(self, table_id: str) -> None:
        super().__init__()
        self.server = Follower(self, self.refreshed)
        self.table_id = table_id
        self.notice: Notice | None = None
        self.talk_seen = 0
        self._confirming = ""
        self._draft = ""

    async def on_mount(self) -> None:
        await self.server.attempt(self.shared.hear(self.table_id))
        self.talk_seen = len(self.shared.talk(self.table_id))
        self.server.begin()
        self.number = next((n for n, row in enumerate(self.rows()) if row.key in "bt" and row.key), self.number)

    def on_screen_resume(self) -> None:
        self.server.follow()

    def on_unmount(self) -> None:
        self.server.end()

    def refreshed(self) -> None:
        """Take the table as it is now: the game may have begun, or the table be gone."""
        found = next((one for one in self.shared.listing() if one.id == self.table_id), None)
        if found is None and self.notice is not None:
            self.leave("" if self._confirming == "gone" else f"{self.notice.host} has removed this table.")
        elif found is not None and found.stage != "seating":
            self._begun(found)
        self.notice = found or self.notice

    def _begun(self, found: Notice) -> None:
        if found.seat is None:
            self.leave("The game has begun without you; Enter watches it.")
        elif self.in_front:
            self.left = True
            self.run_worker(self._sit_down(), exclusive=True)

    async def _sit_down(self) -> None:
        table = await self.server.attempt(self.shared.open(self.table_id))
        if table is not None:
            self.app.switch_screen(routes.screen_for(table))
        else:
            self.left = False

    @property
    def hosting(self) -> bool:
        return self.notice is not None and self.notice.host == self.shared.user

    def rows(self) -> list[Row]:
        one = self.notice
        if one is None:
            return [Row("Back", do=self.do_back, key="q")]
        rows = [self._seat_row(one, seat, place) for seat, place in enumerate(one.assignments)]
        full = all(place.user or place.bot for place in one.assignments)
        if self.hosting:
            hint = "Everybody is there." if full else "Every seat has to be taken first."
            rows.append(Row("Begin the game", do=self._start, key="b", hint=hint))
        elif one.seat is None:
            rows.append(Row("Take a seat", do=self._join, key="t", hint="The one reserved for you, or any free one."))
        rows.append(Row("Talk", do=self.do_talk, key=";", hint="Talk with those who wait here."))
        if one.seat is not None or one.invited:
            words = "Remove the table" if self.hosting else "Leave the table"
            words = "Decline the invitation" if one.seat is None else words
            rows.append(Row(words, do=self.do_give_up, key="x", hint="It is asked once more."))
        rows.append(Row("Back to the lobby", do=self.do_back, key="q", hint="Your seat stays yours."))
        return rows

    def _seat_row(self, one: Notice, seat: int, place: SeatAssignment) -> Row:
        mark, label = SIDES[seat % len(SIDES)][0], seat_words(place, one.host)[0]
        if self.hosting and seat != one.seat:
            hint = "◂ ▸: open, or a bot. i reserves it for somebody." + (" Enter: the same." if not place.user else "")
            change = None if place.user else partial(self._change, seat, place)
            return Row(f"{mark} {label}", hint=hint, change=change)
        if one.seat is None and (place == SeatAssignment() or place.invited == self.shared.user):
            return Row(f"{mark} {label}", hint="Enter: sit here.", do=partial(self._join, seat))
        hint = f"Reserved for {place.invited}." if place.invited else ""
        if place.bot:
            hint = about(load(one.game), place.bot) if one.game in GAMES else ""
        return Row(f"{mark} {label}", hint=hint)

    async def _change(self, seat: int, place: SeatAssignment, way: int) -> None:
        levels = levels_of(load(self.notice.game)) if self.notice is not None and self.notice.game in GAMES else ()
        ways = [SeatAssignment(), *(SeatAssignment(bot=level) for level in levels)]
        await self.server.attempt(self.shared.assign(self.table_id, seat, cycled(ways, place, way)))

    async def _join(self, seat: int | None = None) -> None:
        if seat is None and self.notice is not None and not (free(self.notice) or self.notice.invited):
            self.tell("There is no free seat left; you can watch once it has begun.")
            return
        await self.server.attempt(self.shared.join(self.table_id, seat))

    async def _start(self) -> None:
        if self.notice is not None and not all(place.user or place.bot for place in self.notice.assignments):
            self.tell("Not yet: every seat has to be taken. ◂ ▸ on an open seat gives it to a bot.")
        else:
            await self.server.attempt(self.shared.start(self.table_id))

    def do_invite(self) -> None:
        one = self.notice
        if one is None or not self.hosting or self.number >= len(one.assignments) or one.assignments[self.number].user:
            self.tell("The host can reserve an open seat for somebody; put the cursor on one.")
            return
        seat = self.number

        async def done(name: str) -> None:
            await self.server.attempt(self.shared.assign(self.table_id, seat, SeatAssignment(invited=name.strip())))

        self.type("Invite", TextField.of("", LONGEST_NAME), done)

    def do_talk(self) -> None:
        title = title_of(self.notice.game) if self.notice else "Table"
        place = replace(lobby_talk(self.shared, self.table_id, title), news=self._news)
        self.app.push_screen(routes.TalkScreen(place, self.talk_seen, self._draft), self._talked)

    def _news(self) -> str:
        """Return what calls people away from the talk: the beginning of the game."""
        found = next((one for one in self.shared.listing() if one.id == self.table_id), None)
        return "The game has begun; Esc goes to the table." if found and found.stage == "playing" else ""

    def _talked(self, draft: str | None) -> None:
        self._draft, self.talk_seen = draft or "", len(self.shared.talk(self.table_id))

    async def press(self, key: str) -> None:
        """Forget a question at any other key."""
        sure, self._confirming = self._confirming, ""
        if key in ("x", "enter", "space"):
            self._confirming = sure
        await super().press(key)

    async def do_give_up(self) -> None:
        one = self.notice
        if one is None or not (one.seat is not None or one.invited):
            self.tell("You have no seat here.")
        elif self._confirming != "asked":
            self._confirming = "asked"
            self.ask("Remove the table? x again: yes" if self.hosting else "Really? x again: yes")
        else:
            self._confirming = "gone"
            await self.server.attempt(self.shared.leave(self.table_id))
            self.leave("")

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        one = self.notice
        note = "" if self.shared.linked else "! the server cannot be reached"
        draw_header(picture, f"{title_of(one.game) if one else 'Table'} · waiting room", note)
        if one is None:
            draw_footer(picture, self.scope)
            return picture
        wide = width >= 100
        room = width // 2 if wide else width
        rows = len(self.rows())
        about = self._about(one, room - 4)
        tall = min(rows + 2, height - 5)
        picture.box(Region(0, 1, room, tall), f"{one.host}'s table", clock_words(one.clock))
        self.draw_rows(picture, Region(2, 2, room - 4, tall - 2))
        below = 1 + tall
        if wide:
            picture.box(Region(0, below, room, height - 2 - below), "How it will be played")
            picture.lines(2, below + 1, about[: height - 4 - below], "dim")
            self._draw_talk(picture, (room, 1, width - room, height - 3))
        elif height - below > 5:
            self._draw_talk(picture, (0, below, width, height - 2 - below))
        else:
            picture.lines(2, below, about[: height - 2 - below], "dim")
        self.draw_note(picture, 1, height - 2, width - 2)
        draw_footer(picture, self.scope)
        return picture

    def _about(self, one: Notice, width: int) -> list[str]:
        options = [load(one.game).info.tagline] if one.game in GAMES else []
        options += [f"{name.replace('_', ' ').capitalize()}: {value}." for name, value in one.options.items() if value]
        return [line for words in (*options, clock_about(one.clock)) for line in wrap(words, width)]

    def _draw_talk(self, picture: Picture, box: tuple[int, int, int, int]) -> None:
        x, y, width, height = box
        lines = self.shared.talk(self.table_id)
        picture.box(Region(x, y, width, height), "Talk", "; joins in")
        if not draw_talk(picture, Region(x + 1, y + 1, width - 3, height - 2), lines, len(lines) - self.talk_seen):
            picture.put(x + 2, y + 1, "Nobody has said anything here yet.", "dim", width - 4)
        picture.spot(Region(x, y, width, height), KeySpot(";"))
