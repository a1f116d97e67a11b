"""A campaign: how it stands, what goes on to the next patrol, and that patrol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from starforge.engine.save import OptionError, SaveError, Seat
from starforge.games.astroforce.campaign import HULLS, PATROLS
from starforge.games.astroforce.model.state import HULL
from starforge.tables.own.campaign import Campaign, begin, goes_on_words, standing
from starforge.tables.summary import TableError
from starforge.tui.app import routes
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.page import draw_footer, draw_header

ABOUT = (
    "Five patrols of Astroforce, from Easy to Deadly. What you win may go on: one Development, and the marks of two "
    "veterans at most. The rules are AF-P1 to AF-P6 of the rulebook."
)


class CampaignScreen(ListPage):
    """Show the campaign of the user; a new one is for the ``seats`` and by the ``options`` and the ``seed`` given."""

    scope = "form"

    def __init__(
        self, seats: Sequence[Seat] = (), options: Mapping[str, Any] | None = None, seed: int | None = None
    ) -> None:
        super().__init__()
        self.seats, self.options, self.seed = seats, dict(options or {}), seed
        self.campaign: Campaign | None = None
        self.card = ""
        self.roles: tuple[str, ...] = ()
        self._known = False

    def on_screen_resume(self) -> None:
        self.run_worker(self._look(), group="campaign", exclusive=True)
        super().on_screen_resume()

    async def _look(self) -> None:
        try:
            self.campaign = await standing(self.app.lobby)
        except (SaveError, TableError) as error:
            self.tell(str(error), "danger")
        self._known = True
        found = self.campaign
        if found is not None:
            self.card = next(iter(found.developments), "")
            self.roles = found.mark_choices[0]
        self.repaint()

    def rows(self) -> list[Row]:
        found, rows = self.campaign, []
        if found is not None and found.going:
            value = f"patrol {found.last.over.number}, turn {found.last.turn}"
            rows.append(Row("Go on", value, ABOUT, do=partial(self._sit_down, found.last.table_id)))
        elif found is not None and not found.over:
            rows += self._next_rows(found)
        if self._known:
            left = " The one that stands here is left as it is." if found is not None and not found.over else ""
            rows.append(Row("New campaign", "from patrol 1", f"{ABOUT}{left}", do=self._begin_anew, key="n"))
        return [*rows, Row("Back", do=self.do_back, key="q")]

    def _next_rows(self, found: Campaign) -> list[Row]:
        number, cards = found.last.over.number + 1, ["", *found.developments]
        text = "" if found.last.won else " After a lost patrol none does (AF-P5)."
        marked = " and ".join(self.roles) or "nobody"
        free = " There is a mark to give." if found.last.won and self.roles == found.last.over.marks else ""
        torn = f" The Hull begins at {HULLS[number - 1]} (AF-P1)." if HULLS[number - 1] < HULL else ""
        return [
            Row(
                "Goes on",
                goes_on_words(self.card),
                f"The Development that is active when patrol {number} begins (AF-P2).{text}",
                change=lambda way: self._take(cycled(cards, self.card, way)),
            ),
            Row(
                "Veterans",
                marked,
                "A role with a mark has one result more, once in a patrol; a win gives a mark (AF-P3, AF-P4).",
                change=lambda way: self._mark(cycled(found.mark_choices, self.roles, way)),
            ),
            Row(
                f"Fly patrol {number}",
                PATROLS[number - 1].title(),
                f"It begins with what goes on.{free}{torn}",
                do=self._fly,
                key="f",
            ),
        ]

    def _take(self, card: str) -> None:
        self.card = card

    def _mark(self, roles: tuple[str, ...]) -> None:
        self.roles = roles

    async def _fly(self) -> None:
        found = self.campaign
        assert found is not None
        try:
            carried = found.next(self.card, self.roles)
            table = await begin(self.app.lobby, found.seats, found.options, carried)
        except (OptionError, TableError) as error:
            self.tell(str(error), "danger")
        else:
            self.app.push_screen(routes.screen_for(table))

    async def _begin_anew(self) -> None:
        seats = self.seats or (Seat(name=self.app.settings.name or "Ada"),)
        try:
            table = await begin(self.app.lobby, seats, self.options, seed=self.seed)
        except (OptionError, TableError) as error:
            self.tell(str(error), "danger")
        else:
            self.app.push_screen(routes.screen_for(table))

    async def _sit_down(self, table_id: str) -> None:
        try:
            self.app.push_screen(routes.screen_for(await self.app.lobby.open(table_id)))
        except (SaveError, TableError) as error:
            self.tell(str(error), "danger")

    def draw(self, width: int, height: int) -> Picture:
        picture = Picture(width, height)
        draw_header(picture, "Campaign", "Astroforce")
        room = min(width - 2, 84)
        left, rows = (width - room) // 2, len(self.rows())
        told = self.campaign.lines() if self.campaign is not None else []
        y = 2
        for n, line in enumerate(told):
            picture.put(left + 2, y, line, "title bold" if not n else "", room - 4)
            y += 1
        picture.box(Region(left, y + 1, room, rows + 2), "Astroforce")
        self.draw_rows(picture, Region(left + 2, y + 2, room - 4, rows), 24)
        words = wrap(self.note or self.row.hint or ABOUT, room - 4)
        picture.lines(left + 2, y + rows + 4, words, f"{self.mood} bold" if self.note else "dim")
        draw_footer(picture, self.scope)
        return picture
