"""A new table on the server: its game and options, seats for people and bots, and a clock."""

from __future__ import annotations

from dataclasses import replace

from starforge.bots.levels import about, levels_of, nearest, title
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import LONGEST_NAME
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.text_field import TextField
from starforge.tui.screens.listing import ListPage, Row, cycled
from starforge.tui.screens.new_game import GameForm
from starforge.tui.server.refusals import REFUSALS, sentence
from starforge.tui.server.words import BANKS, MOVES, clock_about, clock_words, duration

KINDS = {"none": "none", "move": "for each move", "bank": "for the whole game"}
USUAL = {"none": Clock(), "move": MOVES[4], "bank": BANKS[2]}


class NewTableScreen(ListPage):
    scope = "form"

    def __init__(self) -> None:
        super().__init__()
        self.form = GameForm(self, shared=True)
        self.assignments = [SeatAssignment()] * 8
        self.clock = Clock()

    def draw(self, width: int, height: int) -> Picture:
        return self.form.draw(Picture(width, height), "New table")

    def rows(self) -> list[Row]:
        rows = self.form.game_rows()
        mark, _ = SIDES[0]
        rows.append(Row(f"Seat 1 {mark}", f"you, {self.shared.user}", "You open the table, and begin it."))
        for seat in range(1, self.form.count):
            rows.append(self._seat_row(seat))
        rows += self.form.option_rows()
        about = clock_about(self.clock)
        rows.append(Row("Clock", KINDS[self.clock.kind], about, change=self._change_clock))
        if self.clock.kind != "none":
            rows.append(Row("  how long", duration(self.clock.seconds), about, change=self._change_time))
        rows.append(Row("Open the table", clock_words(self.clock), "Others see it at once.", do=self._create, key="t"))
        rows.append(Row("Back", do=self.do_back, key="q"))
        return rows

    def _seat_row(self, seat: int) -> Row:
        mark, place = SIDES[seat % len(SIDES)][0], self.assignments[seat]
        place = self.assignments[seat] = replace(place, bot=nearest(self.form.rules, place.bot))
        if place.bot:
            who, words = title(place.bot), about(self.form.rules, place.bot)
        elif place.invited:
            who, words = f"reserved for {place.invited}", f"Only {place.invited} can take it. Enter: somebody else."
        else:
            who, words = "open", "Anybody may take it. Enter: reserve it for somebody; ▸: a bot."
        return Row(
            f"Seat {seat + 1} {mark}",
            who,
            words,
            do=lambda: self._invite(seat),
            change=lambda way: self._change_seat(seat, way),
        )

    def _change_seat(self, seat: int, way: int) -> None:
        ways = [SeatAssignment(), *(SeatAssignment(bot=level) for level in levels_of(self.form.rules))]
        self.assignments[seat] = cycled(ways, self.assignments[seat], way)

    def _invite(self, seat: int) -> None:
        def done(name: str) -> None:
            self.assignments[seat] = SeatAssignment(invited=name.strip())

        self.type("Invite", TextField.of(self.assignments[seat].invited, LONGEST_NAME, offered=True), done)

    def _change_clock(self, way: int) -> None:
        self.clock = USUAL[cycled(list(USUAL), self.clock.kind, way)]

    def _change_time(self, way: int) -> None:
        steps = list(MOVES if self.clock.kind == "move" else BANKS)
        self.clock = cycled(steps, self.clock, way)

    async def _create(self) -> None:
        form = self.form
        try:
            new = await self.shared.offer(form.game, self.assignments[: form.count], form.values, self.clock)
        except REFUSALS as error:
            self.tell(sentence(error), "danger")
        else:
            self.leave(new)
