"""The screens of those who learn: lessons played by the keys that they name, ticked, left, and taken back."""

import pytest

from starforge.games import GAMES, load
from starforge.games.lessons import lessons
from starforge.server.requests.account import Prefer
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import LearnScreen, LessonScreen
from starforge.tui.app.terminal import Terminal
from starforge.tui.drawing.spots import name_of
from starforge.tui.server.lobby import LobbyScreen
from tests.shells.starforge import starforge
from tests.tui.fake_lobby import FakeServer
from tests.tui.shared import client, together
from tests.tui.terminal import MemoryDriver, Seen, a_second_each, run


def make_app(game="", mark="", lobby=None, **settings):
    async def first(app):
        return LearnScreen(game, mark)

    chosen = Settings(**{"look": "unicode", "animations": False, **settings})
    return StarforgeApp(
        Profile(chosen, lobby), first, Terminal(colours="many", driver=MemoryDriver, clock=a_second_each())
    )


def named_key(seen):
    """Return the key that stands at the end of what is to be done."""
    rows = seen.text().splitlines()
    start = max((n for n, row in enumerate(rows) if row.startswith(" ▸ ")), default=None)
    assert start is not None, seen.text()
    return " ".join(" ".join(rows[start:-1]).split()).rpartition("(")[2].rstrip(")").partition(":")[0].lower()


@pytest.mark.parametrize("game", [game for game in GAMES if lessons(game)])
def test_all_lessons_of_a_game_are_played_one_after_the_other_by_the_keys_that_they_name(game):
    every = [one for one in lessons(game) if not one.lesson.grade]

    async def script(seen: Seen) -> None:
        for written in every:
            screen = seen.app.screen
            assert (type(screen).__name__, screen.lesson.written.mark) == ("LessonScreen", written.mark)
            while not screen.lesson.finished or screen.ui.busy:
                step, busy = screen.lesson.course.step, screen.ui.busy
                there = {name_of(spot) for _, spot in screen.sheet.picture.spots if spot is not None}
                if not (busy or screen.lesson.course.acts):
                    assert set(step.lit) <= there, f"{written.mark}: {sorted(set(step.lit) - there)} is not shown"
                await seen.press(named_key(seen))
            assert f"✓ {written.lesson.title}" in seen.text()
            await seen.press("enter")
        assert set(seen.app.settings.learned.split()) == {one.mark for one in every}

    run(make_app(game, every[0].mark), script, (60, 20) if game == "shattered-reach" else (80, 24))


def test_lessons_are_ticked_and_the_first_that_is_not_done_is_offered():
    async def script(seen: Seen) -> None:
        assert "· Your crew are dice" not in seen.text()
        assert "✓ Your crew are dice" in seen.text()
        await seen.press("enter")
        assert isinstance(seen.app.screen, LessonScreen)
        assert seen.app.screen.lesson.written.mark == "astroforce/02-paying"
        await seen.press("q")
        assert isinstance(seen.app.screen, LearnScreen), "left without a question"

    run(make_app("astroforce", learned="astroforce/01-the-crew"), script)


def test_what_leads_astray_is_answered_on_the_screen_and_taken_back():
    async def script(seen: Seen) -> None:
        await seen.press("1")
        assert "Orders do it with three" in seen.text()
        await seen.press("e", "e")
        assert "This way does not lead there any more" in seen.text()
        assert "as it needs. (" not in " ".join(seen.text().split()), "and no key that would lead further away"
        await seen.press("u")
        assert "Give Orders" in seen.text()
        await seen.press("1", "1")
        assert "This way does not lead there any more" in seen.text()
        await seen.press("u", "i")
        assert "A COM may give Orders" in seen.text()

    run(make_app("astroforce", "astroforce/03-orders"), script)


def test_a_harmless_step_aside_is_told_on_the_screen():
    async def script(seen: Seen) -> None:
        await seen.press("2", "d")
        assert "The step still waits" in " ".join(seen.text().split())

    run(make_app("reach", "reach/01-ship-and-crew"), script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_what_is_to_be_done_is_in_sight_at_every_size(size):
    async def script(seen: Seen) -> None:
        assert "▸ Roll them. (Enter)" in seen.text()
        assert "Roll 10 dice" in seen.text()
        assert seen.text().splitlines()[-1].startswith(" Enter do")

    run(make_app("astroforce", "astroforce/01-the-crew"), script, size)


def test_i_tells_what_a_place_is_for_what_can_be_done_there_and_leads_to_its_rule():
    async def script(seen: Seen) -> None:
        await seen.press("j", "j", "j", "j", "i")
        assert "Command: The bridge. A COM gives Orders" in " ".join(seen.text().split())
        assert "Now you can do here: Orders (COM)." in seen.text()
        await seen.press("r")
        assert "Orders" in seen.text()
        await seen.press("b", "b", "?", "g")
        assert "▐C▌" in seen.text()

    run(make_app("astroforce", "astroforce/03-orders"), script)


def test_a_guest_of_a_server_learns_from_the_lobby_and_the_server_keeps_the_ticks():
    async def script(ada: Seen) -> None:
        kept = {}
        ada.app._keep = lambda values: kept.update(values) or ""
        await ada.press("l")
        assert "Learn by doing" in ada.text()
        await ada.press("enter")
        while not ada.app.screen.lesson.finished:
            await ada.press(named_key(ada))
        await ada.press("q", "q")
        assert isinstance(ada.app.screen, LobbyScreen)
        assert kept == {"learned": "astroforce/01-the-crew"}
        assert Prefer(values=kept).values == kept, "as the server takes it"

    together(script, client(FakeServer("Ada"), "Ada"))


@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_lead_to_a_first_game(tmp_path, game):
    lobby = LocalLobby(tmp_path)

    async def script(seen: Seen) -> None:
        assert "Play a first game" in seen.text()
        await seen.press("f")
        assert [one.game for one in lobby.tables()] == [game]

    run(make_app(game, lobby=lobby), script)


def test_by_lines_one_lesson_follows_the_other_and_what_is_done_is_remembered(tmp_path):
    typed = "roll\npay mission\nwith ENG,ENG\nclear-sensors\nwith SEC\nend\n\nquit\n"
    said = starforge(tmp_path, "learn", "astroforce", "1", "--plain", typed=typed).stdout
    assert "Done: Your crew are dice." in said
    assert "Next: Paying with what you have." in said
    assert "1. Your crew are dice (done)." in starforge(tmp_path, "learn", "astroforce", "--list").stdout


@pytest.mark.parametrize("game", [game for game in GAMES if lessons(game)])
def test_the_whole_name_of_a_game_stands_in_its_list(game):
    async def script(seen: Seen) -> None:
        for _ in lessons(game):
            assert any("g  Game" in row and load(game).info.title in row for row in seen.text().splitlines())
            await seen.press("up")

    run(make_app(game), script)


def test_a_long_stage_hides_no_order_and_a_long_warning_no_card():
    async def all_orders(seen: Seen) -> None:
        assert "Clear a Sensor" in seen.text()
        assert "End the deployment" in seen.text()
        assert "Space: more" not in seen.text()

    async def warned(seen: Seen) -> None:
        await seen.press("e", "e")
        assert "The Bridge would" in seen.text()
        assert "Bridge Blackout  ENG ENG" in seen.text()

    run(make_app("astroforce", "astroforce/24-hold-the-line"), all_orders)
    run(make_app("astroforce", "astroforce/06-threats"), warned)


def test_what_is_asked_stands_beside_the_praise_and_words_wait_for_a_moment_to_end():
    async def script(seen: Seen) -> None:
        moments = praised = 0
        while not seen.app.screen.lesson.finished:
            busy, see = seen.app.screen.ui.busy, seen.app.screen.lesson.words()[0]
            before = " ".join(seen.text().split())
            await seen.press(named_key(seen))
            if seen.app.screen.lesson.finished:
                break
            text = " ".join(seen.text().split())
            if seen.app.screen.ui.busy and not busy:
                moments += 1
                assert see.partition("[")[0].strip() in text, "the words of the step before"
                assert "See what happens. (Enter: go on)" in text
            elif "✓ Done." in text and "✓ Done." not in before:
                praised += seen.app.screen.question() in text
        assert moments
        assert praised

    run(make_app("reach", "reach/02-play-order"), script)
