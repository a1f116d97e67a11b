"""The logbook: games count once, older ones too, deleted ones still; streaks, bests, sides and luck add up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from starforge.engine.save import Seat
from starforge.games.daily import daily
from starforge.games.feats import feats
from starforge.tables.local import LocalLobby
from starforge.tables.own.campaign import begin
from starforge.tables.own.daily import DayStanding
from starforge.tables.own.logbook import Logged, count_games
from starforge.tui.app.routes import CampaignScreen, RecordsScreen, ReplayScreen
from starforge.tui.drawing.records import bests, grouped, lines_of, luck, streaks
from starforge.tui.screens.record.daily import DailyScreen
from tests.tui.conftest import make_app
from tests.tui.fake_lobby import FakeLobby, FakeServer
from tests.tui.shared import client
from tests.tui.terminal import Seen, run

ONE = Logged(
    id="one",
    game="astroforce",
    label="easy patrol",
    side="",
    seats=1,
    levels=(),
    won=True,
    score=5,
    outcome="Admiral (E)",
    turns=40,
    ended="2026-12-01T10:00:00",
    luck={"Threats": (7.0, 5.5)},
    feats=("first-mission",),
)
LOST = replace(ONE, id="lost", won=False, score=2, label="hard patrol", luck={"Threats": (1.0, 2.0)}, feats=())


async def play(lobby: LocalLobby, *names: str, seed: int = 1) -> str:
    """Play a short game to its end and return its id."""
    table = await lobby.create("tiny", [Seat(name=name) for name in names], {"rounds": 1}, seed)
    while waiting := table.view(None).waiting:
        await table.submit(min(waiting), table.view(min(waiting)).legal[-1])
    return table.id


def test_older_games_count_each_once_and_deleted_ones_still(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        first, stays = await play(lobby, "Ada", "Ben"), await play(lobby, "Ada", "Ben", seed=4)
        await lobby.create("tiny", [Seat(name="Ada"), Seat(name="Ben")], {}, 2)
        counted = await count_games(lobby)
        assert {one.id for one in counted} == {first, stays}
        await lobby.remove(first)
        second = await play(lobby, "Ada", "Ben", seed=3)
        opened: list[str] = []
        whole = LocalLobby.open

        def watched(self: LocalLobby, table_id: str) -> Any:
            opened.append(table_id)
            return whole(self, table_id)

        monkeypatch.setattr(LocalLobby, "open", watched)
        assert {one.id for one in await count_games(LocalLobby(lobby.data_folder))} == {first, stays, second}
        assert opened == [second]

    asyncio.run(script())


def test_streaks_bests_sides_and_luck_add_up() -> None:
    assert streaks([ONE, ONE, LOST, ONE]) == (2, 2)
    assert streaks([LOST, ONE, ONE, ONE]) == (0, 3)
    quick = replace(ONE, turns=30)
    assert bests([LOST, ONE, quick, replace(ONE, score=4)]) == [quick, ONE, replace(ONE, score=4)]
    hard = replace(ONE, label="hard patrol", turns=60)
    flown = replace(ONE, label="campaign 4/5, deadly patrol", turns=61)
    assert bests([quick, hard, flown]) == [flown, hard, quick], "a harder patrol counts for more than turns"
    assert grouped([ONE, LOST, LOST], lambda one: one.label) == ["hard patrol: 0 of 2 won", "easy patrol: 1 of 1 won"]
    assert luck([ONE, LOST]) == ["Threats 8 (expected 7.5)"]


def test_the_words_tell_all_of_it() -> None:
    told = [line for line, _ in lines_of([ONE, ONE, LOST])]
    assert "2 of 3 won. Won in a row: 2 now, 2 at most." in told
    assert f"Honours: 1 of {len(feats('astroforce'))}" in told
    assert "★ Mission accomplished: Complete a Mission. (2 times)" in told
    assert next(lines_of([]))[0].startswith("No game has ended yet")


def test_the_logbook_opens_from_home_and_a_digit_watches_a_game_again(lobby: LocalLobby) -> None:
    asyncio.run(play(lobby, "Ada", "Ben"))

    async def script(seen: Seen) -> None:
        await seen.press("b")
        await seen.rest()
        assert isinstance(seen.app.screen, RecordsScreen)
        assert "Won in a row" in seen.text()
        await seen.press("1")
        assert isinstance(seen.app.screen, ReplayScreen)

    run(make_app(lobby), script)


def test_the_patrol_of_the_day_is_begun_gone_on_with_and_told(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("d")
        await seen.rest()
        assert "begin" in seen.text()
        await seen.press("1")
        assert "ASTROFORCE" in seen.text()
        await seen.app.screen.table.resign(0)
        await seen.press("q")
        await seen.rest()
        assert "done; practise" in seen.text()
        assert "Crewman 3rd Class, 0 years" in seen.text()

    run(make_app(lobby), script)


def test_today_tells_how_many_patrols_of_a_campaign_are_over(lobby: LocalLobby) -> None:
    table = asyncio.run(begin(lobby, [Seat(name="Ada")], {}))

    async def script(seen: Seen) -> None:
        await seen.press("d")
        await seen.rest()
        assert "0 of 5 flown, 0 years" in seen.text()
        await table.resign(0)
        await seen.press("q", "d")
        await seen.rest()
        assert "1 of 5 flown, 0 years" in seen.text()

    run(make_app(lobby), script)


def test_a_campaign_is_begun_in_new_game_and_flown_on_from_its_end_card(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("n")
        form = seen.app.screen.form
        rows = [row.label for row in seen.app.screen.rows()]
        seen.app.screen.number = rows.index("Campaign")
        await seen.press("right")
        assert form.values["campaign"] == "on"
        seen.app.screen.seed = "5"
        await seen.press("b")
        await seen.rest()
        assert isinstance(seen.app.screen, CampaignScreen)
        await seen.press("n")
        assert seen.app.screen.table.save().seed == 5
        await seen.app.screen.table.resign(0)
        await seen.rest()
        await seen.press("enter")
        await seen.rest()
        assert "Campaign, patrol 1 of 5 is lost: nothing goes on." in seen.text()
        assert "c: the campaign" in seen.text()
        await seen.press("c")
        await seen.rest()
        assert "Patrol 1, Easy: lost, 0 years." in seen.text()
        assert "patrol none does (AF-P5)." in seen.text()
        await seen.press("f")
        assert seen.app.screen.table.options.carried == "2 - hull=5"
        assert "ASTROFORCE Medium" in seen.text()

    run(make_app(lobby), script)


def boards_of(*names: str) -> list[DayStanding]:
    told = tuple(f"{n}. {name}: Hard: Commander, 3 years, 34 turns" for n, name in enumerate(names, 1))
    ever = tuple(f"{line}, 2026-12-01" for line in told)
    return [DayStanding(daily(game, "2026-12-01"), today=told, ever=ever) for game in ("astroforce", "reach")]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_a_board_shows_whole_lines_on_small_screens_of_the_game_under_the_cursor(size: tuple[int, int]) -> None:
    lobby = FakeLobby(FakeServer("Ada"), "Ada")

    async def first(app: Any) -> DailyScreen:
        app.shared = lobby
        page = DailyScreen(server=True)
        page._look = nothing  # type: ignore[method-assign]
        page.found = boards_of("Ada", "Dov Featherstone-Haugh", *"BCEFGHIJ")
        return page

    async def nothing() -> None:
        pass

    async def script(seen: Seen) -> None:
        for title in ("Astroforce", "Reach"):
            text = " ".join(seen.text().replace("│", " ").split())
            assert "…" not in seen.text()
            for word in ("1. Ada:", "2. Dov Featherstone-Haugh:", "3. B:", "34 turns", "2026-12-01"):
                assert word in text
            assert f"{title} today" in text
            assert size[1] >= 30 or text.count(" today") == 1
            await seen.press("down")

    run(client(FakeServer("Ada"), "Ada", first=first), script, size)
