"""Moments: short, skipped by any key, off by setting, cheap on a slow line, and never after what they lead to."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from starforge.engine.event import Event
from starforge.games import GAMES
from starforge.games.assets import folder
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.tables.local import LocalLobby
from starforge.tui.drawing.art.flash import FRAMES, Flash
from starforge.tui.games.reach.moments import LandingMoment, moments
from starforge.tui.games.reach.parts import Together
from starforge.tui.screens.play.countdown import PACE, before_all
from tests.bench.screens import PLANNING
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

ALL = dict(GAMES)
MOST = 2048
"""Bytes of a frame at most."""
SIZES = ((80, 24), (120, 40), (200, 60))
ALONE = at_table("astroforce", "Ada")


@pytest.fixture(autouse=True)
def all_games(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)


def event(kind: str, **data: Any) -> Event:
    return Event(kind, data)


async def frames(seen: Seen) -> list[int]:
    """Return the bytes of each frame that is still to come."""
    screen, sizes = seen.app.screen, []
    screen.countdown._timer.pause()
    while screen.countdown.left > 1:
        before = len(seen.bytes)
        screen.countdown._tick()
        await seen.settle()
        sizes.append(len(seen.bytes) - before)
    return sizes


def test_no_moment_is_longer_than_600_milliseconds() -> None:
    assert FRAMES * PACE <= 0.6


def test_dice_tumble_before_their_result_is_told(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        before = len(seen.bytes)
        seen.app.memory.feed("e")
        await seen.settle()
        assert seen.app.screen.countdown.left
        text = seen.text()
        assert " dice tumble." in text
        told = seen.app.screen.log_lines[-1]
        assert told
        assert told[:20] not in text
        shown = "".join(seen.bytes[before:])
        assert "End the deployment" not in shown, "the choices with the dice are not there yet"
        await seen.press("o")
        assert not seen.app.screen.countdown.left
        assert "tumble" not in seen.text()
        assert told[:20] in seen.text().replace("\n", "")

    run(make_app(lobby, ALONE, animations=True), script, (120, 40))


def test_no_moment_is_shown_where_none_is_wanted(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        assert not seen.app.screen.countdown.left
        assert "tumble" not in seen.text()

    run(make_app(lobby, ALONE), script)


@pytest.mark.parametrize("size", SIZES)
def test_no_frame_of_a_roll_or_of_a_deed_is_dear(size: tuple[int, int], lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> list[int]:
        before = len(seen.bytes)
        seen.app.memory.feed("e")
        await seen.settle()
        sizes = [len(seen.bytes) - before, *await frames(seen)]
        await seen.press("x")
        screen = seen.app.screen
        done = event("mission-completed", card="distress-beacon", year=1)
        flash = screen.ui.flash([done], before_all(screen.scene()))
        assert flash.deed == "Distress Beacon: completed"
        before = len(seen.bytes)
        screen.countdown.start(flash)
        screen.repaint()
        await seen.settle()
        assert "Distress Beacon: completed" in seen.text()
        return [*sizes, len(seen.bytes) - before, *await frames(seen)]

    sizes = run(make_app(lobby, ALONE, animations=True), script, size)
    assert len(sizes) == 2 * FRAMES
    assert max(sizes) <= MOST, sizes


@pytest.mark.parametrize("size", SIZES)
def test_a_shot_flies_while_its_dice_tumble_and_a_ship_that_is_lost_bursts(
    size: tuple[int, int], lobby: LocalLobby
) -> None:
    async def script(seen: Seen) -> list[int]:
        screen = seen.app.screen
        war = screen.view
        ship = next(one for one in war.ships if one.seat == 0 and one.hexes)
        prey = next(one for one in war.ships if one.seat == 1 and one.hexes)
        aimed = {"ship": ship.id, "seat": 0, "name": "Cinder 2", "target": prey.id, "target_name": "Husk 7"}
        shot = event("fired", **aimed, weapon="turret", needed=3, dice=[2, 5], hit=True)
        lost = event("destroyed", ship=prey.id, seat=1, name="Husk 7", card="")
        assert screen.ui.flash([event("turn-begun", seat=0, phase="fire")], screen.scene()) is None
        flash = screen.ui.flash([shot, lost], before_all(screen.scene()))
        assert (flash.scene.question, flash.dice, len(flash.spots)) == ("Cinder 2 fires at Husk 7.", 2, 1)
        screen.repaint()
        await seen.settle()
        before, plain = len(seen.bytes), seen.text()
        screen.countdown.start(flash)
        screen.repaint()
        await seen.settle()
        assert "Cinder 2 fires at Husk 7." in seen.text()
        sizes = [len(seen.bytes) - before, *await frames(seen)]
        assert seen.text().count("·") > plain.count("·"), "sparks fly"
        return sizes

    start = (folder("shattered_reach") / "positions" / "fire.toml").read_text(encoding="utf-8")
    first = at_table("shattered-reach", "Ada", "Ben", start=start, scenario="race-for-the-core")
    sizes = run(make_app(lobby, first, animations=True), script, size)
    assert len(sizes) == FRAMES
    assert max(sizes) <= MOST, sizes


@pytest.mark.parametrize("size", SIZES)
def test_no_frame_of_a_reveal_is_dear(size: tuple[int, int], lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> list[int]:
        screen = seen.app.screen
        together = next(part for part in screen.ui.parts if isinstance(part, Together))
        letters = iter("abcdabcdabcdabcd")
        for _ in count():
            if together.pages or "All crew is placed" in seen.text():
                break
            await seen.press("1", next(letters))
        seen.app.memory.feed("yy")
        await seen.settle()
        assert screen.countdown.left, seen.text()
        assert "The screens drop" in seen.text()
        return await frames(seen)

    first = at_table("reach", "Ada", "bot:random", start=PLANNING)
    sizes = run(make_app(lobby, first, animations=True), script, size)
    assert sizes
    assert max(sizes) <= MOST, sizes


@pytest.mark.parametrize("size", SIZES)
def test_no_frame_of_a_landing_is_dear(size: tuple[int, int], lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> list[int]:
        screen = seen.app.screen
        together = next(part for part in screen.ui.parts if isinstance(part, Together))
        need, totals = dict.fromkeys(DEPARTMENTS, 7), {d: 6 + n for n, d in enumerate(DEPARTMENTS)}
        cards = [
            {"seat": n, "landing": card, "need": need, "totals": totals} for n, card in ((0, "canyon"), (1, "arctic"))
        ]
        short = ({"engine": 1}, {})
        told = [event("landed", **card, short=short[n]) for n, card in enumerate(cards)]
        together.pages = moments(told, together.public, together.public, together._tell, [])
        assert [type(page) for page in together.pages] == [LandingMoment]
        together._begin()
        screen.repaint()
        await seen.settle()
        assert screen.countdown.left
        assert book().landings["arctic"].title in seen.text()
        return await frames(seen)

    first = at_table("reach", "Ada", "bot:random", start=PLANNING)
    sizes = run(make_app(lobby, first, animations=True), script, size)
    assert sizes
    assert max(sizes) <= MOST, sizes


def test_any_key_ends_a_moment_and_does_nothing_else(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        screen.countdown.start(Flash(before_all(screen.scene()), deed="Done"))
        turn = screen.view.turn
        await seen.press("e")
        assert (screen.countdown.left, screen.countdown.flash, screen.view.turn) == (0, None, turn)
        assert screen.view.ask.kind == "roll"

    run(make_app(lobby, ALONE, animations=True), script)
