"""The hand-off: a calm screen between two players at one terminal. It holds nothing that only one may know."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.tui.drawing.art.sky import draw_sky
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import AnywhereSpot, Spot
from starforge.tui.screens.page import draw_footer
from starforge.tui.screens.play.report import ReportBox, ReportPage


class HandOffScreen(ReportPage):
    """Wait until the right player sits here, then tell what happened; end with the seat, or None to leave the table."""

    scope = "handoff"

    def __init__(
        self, title: str, names: Sequence[str], leaving: int | None, coming: int, recap: Sequence[str]
    ) -> None:
        super().__init__(ReportBox(coming, names, recap))
        self.heading, self.names, self.leaving, self.coming = title, names, leaving, coming
        self.sure = False

    def draw(self, width: int, height: int) -> Picture:
        """Return the screen before or after the player has said to be here."""
        picture = Picture(width, height)
        draw_sky(picture, 7)
        draw_footer(picture, self.scope)
        mark, style = SIDES[self.coming % len(SIDES)]
        name = self.names[self.coming]
        if self.sure:
            self.report.draw(picture, "Since you last looked", "Enter: to your board")
            return picture
        middle = height // 2 - 3
        picture.centre(middle - 3, self.heading.upper(), "dim")
        stays = self.leaving == self.coming
        if self.leaving is not None and not stays:
            picture.centre(middle - 1, f"{self.names[self.leaving]}'s turn at the terminal is over.", "")
        size = max(len(name) + 28, 40)
        left = (width - size) // 2
        picture.box(Region(left, middle + 1, size, 5), style=style)
        for row in range(3):
            picture.put(left + 1, middle + 2 + row, " " * (size - 2), "on:panel")
        picture.centre(
            middle + 3,
            f"{name} ({mark}) goes on" if stays else f"Pass the terminal to {name} ({mark})",
            f"{style} bold on:panel",
        )
        picture.centre(middle + 7, f"{name}, press Enter when nobody else looks.", "dim")
        picture.spot(Region(0, 0, width, height - 1), AnywhereSpot())
        return picture

    async def point(self, spot: Spot) -> None:
        """Take a click for Enter."""
        self.do_choose()

    def do_choose(self) -> None:
        """Say that one is here; the second time, go to the board."""
        if self.sure:
            self.leave(self.coming)
        else:
            self.sure = True

    def do_page(self) -> None:
        if self.sure:
            super().do_page()
        else:
            self.do_choose()

    def do_back(self) -> None:
        """Go back to the covered screen; it is never left by Escape."""
        self.sure = False

    def do_quit(self) -> None:
        """Leave the table, which is saved."""
        self.leave(None)
