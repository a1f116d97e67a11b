"""The first visit to a server: choosing the name by which the others will know one."""

from __future__ import annotations

from starforge.tables.table import LONGEST_NAME
from starforge.tui.app import routes
from starforge.tui.drawing.art.sky import draw_name, draw_sky
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.listing import ListPage, Row
from starforge.tui.screens.page import draw_footer
from starforge.tui.server.follower import Follower

WELCOME = (
    "Welcome. Choose the name that the others here will see. It stays yours: the server knows you by your key or your "
    "account, and asks for no password."
)
SEVERAL = (
    "One name for several keys: where you are known, 'ssh HOST keys code' shows a code; where you are not, 'ssh HOST "
    "keys add CODE' takes it in place of a name. On the server's machine: 'starforge keys'."
)


class RegistrationScreen(ListPage):
    """Let somebody choose a name, and go on to the lobby."""

    scope = "form"

    def __init__(self) -> None:
        super().__init__()
        self.server = Follower(self, lambda: None)
        self.name_wanted, self.code = "", ""
        self.offered = True

    def on_mount(self) -> None:
        self.name_wanted = self.app.settings.name or self.shared.suggested
        self.server.begin()
        self._ask_name()

    def on_screen_resume(self) -> None:
        self.server.follow()

    def on_unmount(self) -> None:
        self.server.end()

    def rows(self) -> list[Row]:
        rows = [Row("Your name", self.name_wanted or "not chosen", "Enter to type it.", do=self._ask_name, key="1")]
        if self.shared.by_invitation:
            about = "From whoever runs the server, or from somebody who plays here."
            rows.append(Row("Invite code", self.code or "not given", about, do=self._ask_code, key="2"))
        rows.append(Row("Come in", hint="Take this name.", do=self._register, key="c"))
        rows.append(Row("Leave", hint="Nothing is kept.", do=self.do_quit, key="q"))
        return rows

    def _ask_name(self) -> None:
        self.type("Your name", TextField.of(self.name_wanted, LONGEST_NAME, offered=self.offered), self._named)

    def _named(self, text: str) -> None:
        self.name_wanted, self.offered = text.strip(), False
        self.number = 1 if self.name_wanted else 0
        if self.name_wanted and self.shared.by_invitation and not self.code:
            self._ask_code()

    def _ask_code(self) -> None:
        self.type("Invite code", TextField.of(self.code, 40), self._coded)

    def _coded(self, text: str) -> None:
        self.code, self.number = text.strip(), 2

    async def _register(self) -> None:
        if not self.name_wanted:
            self._ask_name()
            return
        taken = await self.server.attempt(self.shared.register(self.name_wanted, self.code))
        if taken is not None:
            self.left = True
            self.app.switch_screen(routes.LobbyScreen())
        else:
            self.number = 0

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_sky(picture, 5)
        room = min(width - 8, 72)
        left, top = (width - room) // 2, max((height - 18) // 3, 1)
        draw_name(picture, top, self.app.shown.twins)
        row = top + 5
        words = wrap(WELCOME, room)
        rows = len(self.rows())
        for n in range(len(words) + rows + 9):
            picture.put(left, row - 1 + n, " " * room)
        row = picture.lines(left, row, words) + 1
        picture.box(Region(left, row, room, rows + 2), "First visit")
        self.draw_rows(picture, Region(left + 2, row + 1, room - 4, rows), 20)
        said = self.note if self.note else "" if self.shared.linked else "The server cannot be reached."
        row += rows + 2
        row = picture.lines(left, row, wrap(said or self.row.hint, room), f"{self.mood} bold" if said else "dim")
        several = wrap(SEVERAL, room)
        if row + len(several) < height - 1:
            picture.lines(left, row + 1, several, "dim")
        draw_footer(picture, self.scope)
        return picture

    def do_back(self) -> None:
        """Stay: Escape does not end the program."""

    def do_quit(self) -> None:
        self.app.exit(0)
