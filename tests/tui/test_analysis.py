"""The analysis of an ended game on the screen and by lines: a curve, what decided the game, while it is worked out."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from starforge import games
from starforge.engine.save import Seat, read_save
from starforge.tables.local import LocalLobby
from starforge.tables.own import analysis
from starforge.tables.play.replay import Replay
from starforge.tui.screens.record.analysis import AnalysisScreen, analysis_lines
from starforge.tui.screens.record.curve import curve
from starforge.tui.screens.record.end_card import EndCardScreen
from starforge.tui.screens.record.replay import ReplayScreen
from tests.games.test_saves import PLAYABLE
from tests.shells.starforge import starforge
from tests.tui.conftest import make_app
from tests.tui.terminal import Seen, run

PATH = next(path for path in PLAYABLE if path.stem == "reach-4-seats-seed-8")


@pytest.fixture(autouse=True)
def every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "reach", "starforge.games.reach:GAME")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "AGAIN", 1)
    monkeypatch.setattr(analysis, "MOMENTS", 2)
    monkeypatch.setattr(analysis, "strongest", lambda game: "captain")


def text(spans: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(words for words, _ in line).rstrip() for line in spans]


def test_a_curve_has_two_steps_to_a_row_and_marks_below_its_turns() -> None:
    assert text(curve([1, 2, 3, 4, 5], [0.5, 0.25, 0.1, 0.8, 1.0], {3: "1"}, (40, 4))) == [
        "100%                         █████",
        "                       █████ █████",
        " 50% █████             █████ █████",
        "  0% █████ █████ ▄▄▄▄▄ █████ █████",
        "     1     2     3     4     5",
        "                 1",
    ]


@pytest.mark.parametrize("turns", [1, 9, 40, 43, 100])
@pytest.mark.parametrize("width", [56, 76, 100])
def test_a_curve_of_any_length_fits_and_keeps_all_marks(turns: int, width: int) -> None:
    names = list(range(1, turns + 1))
    drawn = text(curve(names, [n / turns for n in names], {1: "1", turns: "2"}, (width, 8)))
    assert max(map(len, drawn)) <= width + 3
    assert drawn[7][5:].strip(), "each turn stands in the lowest row"
    assert "2" in drawn[-1]


async def rest(seen: Seen, screen: AnalysisScreen) -> None:
    end = time.monotonic() + 60
    while not screen.analysis.whole and time.monotonic() < end:
        await asyncio.sleep(0.02)
    await seen.settle()


def test_the_analysis_opens_on_the_end_card_and_a_digit_shows_a_moment(quick: None, lobby: LocalLobby) -> None:
    async def first(app: Any) -> EndCardScreen:
        return EndCardScreen(Replay(read_save(PATH)), str(PATH))

    async def script(seen: Seen) -> None:
        await seen.press("a")
        screen: Any = seen.app.screen
        assert isinstance(screen, AnalysisScreen)
        await rest(seen, screen)
        one = screen.analysis
        assert "100%" in seen.text()
        assert "] 100%" not in seen.text(), "no bar is left"
        await seen.press("end")
        assert f"2. Turn {one.moments[1].turn}: from" in seen.text()
        await seen.press("2")
        film: Any = seen.app.screen
        assert isinstance(film, ReplayScreen)
        assert (film.n, film.seat) == (one.moments[1].step, one.seat)
        await seen.press("q", "tab")
        assert screen.analysis.seat == one.seat + 1
        assert one.pace.hurried, "nobody waits for the first seat's any more"
        await seen.press("s")
        assert "stopped" in seen.text()
        await seen.press("q")
        assert isinstance(seen.app.screen, EndCardScreen)
        assert screen.analysis.pace.hurried

    run(make_app(lobby, first), script)


def test_a_game_without_signs_says_so(lobby: LocalLobby) -> None:
    async def first(app: Any) -> EndCardScreen:
        table = await lobby.create("tiny", [Seat("Ada"), Seat("Ben")], {"rounds": 1}, 1)
        while waiting := table.view(None).waiting:
            await table.submit(min(waiting), table.view(min(waiting)).legal[-1])
        return EndCardScreen(Replay(table.save()), table.id)

    async def script(seen: Seen) -> None:
        await seen.press("a")
        assert isinstance(seen.app.screen, EndCardScreen)
        assert "games of Tiny cannot be analysed" in seen.text()

    run(make_app(lobby, first), script)


def test_lines_tell_the_curve_and_the_numbers() -> None:
    one = analysis.Analysis(Replay(read_save(PATH)), 1)
    for share in one.work():
        if share > 0.2:
            break
    told = analysis_lines(one, 79)
    assert "chance to win at the beginning of each turn" in told[0]
    assert any(line.startswith("100%") for line in told)
    assert any("0: " in line and "%, 1: " in line for line in told)


def test_the_command_tells_whose_game_it_was_and_refuses_strangers(tmp_path: Path) -> None:
    wrong = starforge(tmp_path, "analyse", str(PATH), "--seat", "Zoe")
    assert wrong.returncode == 2
    assert "nobody called 'Zoe' sat there; there were: " in wrong.stderr
    assert "Traceback" not in wrong.stderr
