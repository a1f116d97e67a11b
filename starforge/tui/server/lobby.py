"""The lobby of a server: what waits for me, invitations, open tables, games to watch, ended games, people and talk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from starforge.games import span_of
from starforge.tables.shared import Notice
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import KeySpot
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer, draw_header
from starforge.tui.server.follower import Follower
from starforge.tui.server.listing import ListedTables, arranged, draw_listing, draw_talk
from starforge.tui.server.play.ended import watch_again, write_down
from starforge.tui.server.talk_rooms import lobby_talk
from starforge.tui.server.words import clock_about, clock_words, holder, listed

WIDE = 110
"""From so many columns on, people and talk stand beside the tables."""


class LobbyScreen(ListPage):
    """Show the tables; what changes on the server shows at once, and the cursor stays with its table."""

    scope = "lobby"

    def __init__(self, chosen: str = "") -> None:
        super().__init__()
        self.server = Follower(self, self.refreshed)
        self.tables: list[Notice] = []
        self.chosen = self._wanted = chosen
        self.talk_seen = -1
        self._draft = ""
        self._asked_about = ""

    def on_mount(self) -> None:
        self.server.begin()

    def on_screen_resume(self) -> None:
        self.server.follow()

    def on_unmount(self) -> None:
        self.server.end()

    def refreshed(self) -> None:
        """Take the tables as they are now; the cursor stays with its table, wherever that has gone."""
        if self.talk_seen < 0 and self.shared.known:
            self.talk_seen = len(self.shared.talk())
        self.tables = arranged(self.shared.listing())
        ids = [notice.id for notice in self.tables]
        if self.chosen in ids:
            self.number = ids.index(self.chosen)
        if self._wanted and self.shared.known:
            self.call_later(self._go_on, self._wanted in ids)
            self._wanted = ""
        elif not self._wanted:
            self._choose(self.number)

    async def _go_on(self, there: bool) -> None:
        """Sit down at the table that was named at the beginning."""
        one = self.notice
        if there and one is not None:
            await self._enter(one)
        else:
            self.tell("There is no such table here.")

    def _choose(self, at: int) -> None:
        self.number = max(min(at, len(self.tables) - 1), 0)
        self.chosen = self.tables[self.number].id if self.tables else ""

    @property
    def notice(self) -> Notice | None:
        return self.tables[self.number] if 0 <= self.number < len(self.tables) else None

    def rows(self) -> list[Row]:
        return [Row(one.id, hint=hint(one), do=partial(self._enter, one)) for one in self.tables]

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        lobby, wide = self.shared, width >= WIDE
        here = lobby.people()
        note = f"{lobby.here()} here · {_waiting(self.tables)}" if lobby.linked else "! the server cannot be reached"
        draw_header(picture, f"STARFORGE · {lobby.user}", note)
        side = max(width // 3, 38) if wide else 0
        below = 0 if wide or height < 24 else min((height - 18) // 2, 6)
        tall = height - 4 - (below + 1 if below else 0)
        picture.box(Region(0, 1, width - side, tall + 1), "Tables", "n opens a new one")
        if self.tables:
            keys = [key for key, _ in self.keyed()]
            listing = ListedTables(self.tables, self.number, keys, self.app.now())
            draw_listing(picture, Region(2, 2, width - side - 4, tall - 1), listing)
        else:
            _draw_empty(picture, 2, 3, width - side - 4)
        if wide:
            half = min(len(here), height // 4) + 2
            self._draw_people(picture, here, (width - side, 1, side, half))
            self._draw_talk(picture, (width - side, 1 + half, side, tall + 1 - half))
        elif below:
            self._draw_talk(picture, (0, tall + 2, width, below + 1))
        self._draw_said(picture, height - 2)
        draw_footer(picture, self.scope)
        return picture

    def _draw_said(self, picture: Picture, y: int) -> None:
        one = self.notice
        words = self.note or (hint(one) if one else "n: open a new table")
        if not self.shared.linked and not self.note:
            words = "The server cannot be reached; what you see is how it was. Trying again…"
        picture.put(
            1, y, words, f"{self.mood} bold" if self.note or not self.shared.linked else "dim", picture.width - 2
        )

    def _draw_people(self, picture: Picture, here: Sequence[str], box: tuple[int, int, int, int]) -> None:
        x, y, width, height = box
        picture.box(Region(x, y, width, height), "Here", self.shared.here())
        for row, name in enumerate(here[: height - 2]):
            style = "mine bold" if name == self.shared.user else ""
            picture.put(x + 2, y + 1 + row, name, style, width - 4)
        if len(here) > height - 2:
            picture.right(x + width - 1, y + height - 2, f" p: {self.shared.here()} ", "dim")

    def _draw_talk(self, picture: Picture, box: tuple[int, int, int, int]) -> None:
        x, y, width, height = box
        lines = self.shared.talk()
        fresh = len(lines) - self.talk_seen if self.talk_seen >= 0 else 0
        picture.box(Region(x, y, width, height), "Talk", f"{fresh} new · ; joins" if fresh else "; joins in")
        if not draw_talk(picture, Region(x + 1, y + 1, width - 3, height - 2), lines, fresh):
            picture.put(x + 2, y + 1, "Nobody has said anything yet.", "dim", width - 4)
        picture.spot(Region(x, y, width, height), KeySpot(";"))

    async def press(self, key: str) -> None:
        """Forget a question at any other key, and remember the table under the cursor."""
        condemned, self._asked_about = self._asked_about, ""
        if key == "x":
            self._asked_about = condemned
        await super().press(key)
        self._choose(self.number)

    def do_next(self) -> None:
        self._choose((self.number + 1) % max(len(self.tables), 1))

    def do_previous(self) -> None:
        self._choose((self.number - 1) % max(len(self.tables), 1))

    async def do_choose(self) -> None:
        if (one := self.notice) is not None:
            self.chosen = one.id
            await self._enter(one)

    async def _enter(self, notice: Notice) -> None:
        if notice.stage == "seating":
            self.app.push_screen(routes.WaitingRoomScreen(notice.id), self.tell)
        else:
            await self.server.sit_down(notice.id)

    def do_new(self) -> None:
        self.app.push_screen(routes.NewTableScreen(), self._created)

    def _created(self, table_id: str | None) -> None:
        if table_id:
            self.chosen = table_id
            self.app.push_screen(routes.WaitingRoomScreen(table_id), self.tell)

    def do_talk(self) -> None:
        self.app.push_screen(
            routes.TalkScreen(lobby_talk(self.shared), max(self.talk_seen, 0), self._draft), self._talked
        )

    def _talked(self, draft: str | None) -> None:
        self._draft, self.talk_seen = draft or "", len(self.shared.talk())

    async def do_people(self) -> None:
        if (there := await self.server.attempt(self.shared.everybody())) is not None:
            self.app.push_screen(routes.ReaderScreen("Here", ["Here now", *there]))

    def do_own(self) -> None:
        if self.app.lobby is None:
            self.tell("You are here over the network: your own games are on your own computer.", "warn")
        else:
            self.app.push_screen(routes.HomeScreen())

    def do_learn(self) -> None:
        self.app.push_screen(routes.LearnScreen())

    def do_daily(self) -> None:
        self.app.push_screen(routes.DailyScreen(server=True))

    def do_records(self) -> None:
        self.app.push_screen(routes.RecordsScreen(server=True))

    def do_settings(self) -> None:
        self.app.push_screen(routes.SettingsScreen())

    def do_rules(self) -> None:
        self.app.push_screen(routes.RulebooksScreen())

    async def do_decline(self) -> None:
        """Decline an invitation, or leave a table that has not begun, after asking."""
        one = self.notice
        if one is None or one.stage != "seating" or not (one.invited or one.seat is not None):
            self.tell("Only an invitation, or a table of yours that has not begun, can be left here.")
        elif self._asked_about != one.id:
            self._asked_about = one.id
            does = "Remove this table?" if one.host == self.shared.user else "Leave this table?"
            self.ask(f"{'Decline this invitation?' if one.seat is None else does} x again: yes")
        else:
            self._asked_about = ""
            await self.server.attempt(self.shared.leave(one.id))

    def _ended(self) -> Notice | None:
        one = self.notice
        if one is None or one.stage != "ended":
            self.tell("This game has not ended.")
            return None
        return one

    async def do_replay(self) -> None:
        if (one := self._ended()) is not None:
            await watch_again(self.app, one.id, self.tell)

    async def do_export(self) -> None:
        if (one := self._ended()) is not None:
            await write_down(self.app, one.id, self.tell)

    async def do_rematch(self) -> None:
        """Offer to play an ended game again, or accept such an offer."""
        if (one := self._ended()) is None:
            return
        table = await self.server.attempt(self.shared.open(one.id))
        if table is not None:
            self._created(await self.server.attempt(table.rematch()))
            await table.close()

    def do_back(self) -> None:
        """Stay: Escape does not end the program."""

    def do_quit(self) -> None:
        self.app.exit(0)


def _waiting(tables: Sequence[Notice]) -> str:
    count = sum(one.asked for one in tables)
    invited = sum(one.invited and one.seat is None for one in tables)
    words = [f"{count} wait{'s' if count == 1 else ''} for you"] if count else []
    words += [f"{invited} invitation{'s' if invited > 1 else ''}"] if invited else []
    return " · ".join(words) or "nothing waits for you"


def hint(one: Notice) -> str:
    """Return what can be done with a table."""
    if one.stage == "ended":
        again = "a accepts the rematch" if one.rematch else "a offers a rematch"
        return f"Enter looks at its end; w watches it again; e writes it to a file; {again}."
    if one.stage == "playing":
        here = "Enter goes on with it" if one.seat is not None else "Enter watches it"
        return f"{here}. {span_of(one.game).title()} {one.turn}, {clock_words(one.clock)}."
    if one.invited and one.seat is None:
        return f"Enter looks at the table, x declines. {clock_words(one.clock).capitalize()}."
    who = [holder(place) for place in one.assignments if place.user or place.bot]
    there = f"where {listed(who)} wait{'s' * (len(who) == 1)}"
    return f"Enter: {there}. {clock_words(one.clock).capitalize()}. {clock_about(one.clock)}"


def _draw_empty(picture: Picture, x: int, y: int, width: int) -> None:
    words = (
        "No table stands here yet. Press n to open one: choose a game, leave seats open or invite somebody, give "
        "others to bots, and say how long a move may take. Whoever comes by can join, or watch."
    )
    picture.lines(x, y, wrap(words, width), "dim")
