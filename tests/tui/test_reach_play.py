"""USC: Reach played by keys and mouse against a terminal in memory: a whole game, moments, and no secret told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from starforge.engine.rng import Rng
from starforge.engine.rules import Choice
from starforge.engine.state import Ask
from starforge.games import GAMES
from starforge.games.reach.model.actions import Done, Hold, Play
from starforge.games.reach.model.catalogue import book
from starforge.tables.local import LocalLobby
from starforge.tui.drawing.frame import Item
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.moments import LandingMoment, Report, Reveal
from starforge.tui.games.reach.spots import CrewSpot, DepartmentSpot, HandSpot, MissionSpot
from starforge.tui.screens.play.cursor import way_to
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from starforge.tui.screens.reader import ReaderScreen
from starforge.tui.screens.record.log import LogScreen
from tests import waiting
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

TOGETHER = at_table("reach", "Ada", "Ben")
ALONE = at_table("reach", "Ada", "bot:random")


@pytest.fixture(autouse=True)
def reach(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "reach", "starforge.games.reach.game:GAME")


def advice(screen: GameScreen) -> Any:
    """Return what a thinking player does who sits where the screen's player sits."""
    view = screen.table.view(screen.viewers.actor)
    return screen.table.game.advise(view, lambda: None, Rng(1))


def way(items: tuple[Item, ...], action: Any) -> list[str]:
    """Return the keys that lead through the menu to an action."""
    keys, place = [], way_to(items, action)
    assert place is not None, action
    for n in place:
        keys.append(items[n].key)
        items = items[n].items
    assert all(keys), (action, keys)
    return keys


async def sit_down(seen: Seen) -> None:
    assert isinstance(seen.app.screen, HandOffScreen)
    await seen.press("enter", "enter")


async def step(seen: Seen) -> None:
    """Press the keys for the next thing there is to do."""
    screen = seen.app.screen
    if isinstance(screen, HandOffScreen):
        await sit_down(seen)
    elif screen.ui.together.pages or screen.viewers.passing:
        await seen.press("enter")
    else:
        turn = len(screen.table.save().moves)
        keys = way(screen.cursor.items, advice(screen))
        await seen.press(*keys)
        if len(screen.table.save().moves) == turn:  # what is final is asked twice
            await seen.press(keys[-1])
        assert len(screen.table.save().moves) > turn, (keys, seen.text())


async def until(seen: Seen, done: Any, most: int = 500) -> None:
    for _ in range(most):
        if done(seen.app.screen):
            return
        await step(seen)
    raise AssertionError(f"it does not come to that\n{seen.text()}")


def asked(kind: str, turn: int = 0) -> Any:
    return lambda s: (
        isinstance(s, GameScreen)
        and not s.ui.together.pages
        and s.view.ask
        and s.view.ask.kind == kind
        and (s.view.turn >= turn)
    )


def test_a_whole_game_of_two_by_keys_alone(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        shown: list[str] = []
        for _ in range(900):
            screen = seen.app.screen
            if isinstance(screen, GameScreen):
                shown += [type(page).__name__ for page in screen.ui.together.pages[:1]]
                if screen.view.result is not None and not screen.ui.together.pages:
                    break
            await step(seen)
        assert screen.view.turn == 9
        assert shown.count("Reveal") == 9
        assert shown.count("Report") >= 9
        assert shown.count("LandingMoment") == 1
        assert "The end" in seen.text()
        assert "Enter: how it went" in seen.text()
        await seen.press("l")
        assert isinstance(seen.app.screen, LogScreen)
        told = " ".join(words for _, words in seen.app.screen.told)
        for words in ("has placed", "Play order by", "claims", "collects the crew", "Landing Sequence", "land"):
            assert words in told

    run(make_app(lobby, TOGETHER), script)


def secrets(screen: GameScreen, seat: int) -> set[str]:
    """Return what only a seat may know, as its screen shows it: cards at hand and placed, the Landing card."""
    view: Any = screen.table.view(seat)
    me = view.me
    assert view.landing is not None
    words = {view.landing.title.removesuffix(" Landing Zone"), "Landing (secret)"}
    words |= {card.title for card in me.hand}
    zones = [*(d.cards for d in me.departments), *(d.repairers for d in me.departments), me.defence, me.academy]
    words |= {card.title for cards in zones for card in cards if card.new}
    return words | {f"<{letter}" for letter in "esop"} | {f"«{letter}" for letter in "ESOP"} | {"▐E", "▐S", "▐O", "▐P"}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_no_byte_between_two_players_tells_a_secret(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        while screen.view.me.hand:
            await step(seen)
        hidden, before = secrets(screen, 0) | secrets(screen, 1), screen.viewers.seat
        await seen.press("l", "escape", ".", "i", "escape", "y", "y")
        assert screen.viewers.passing
        await seen.press("enter")
        start = len(seen.bytes)
        assert isinstance(seen.app.screen, HandOffScreen)
        await seen.resize(size[0] + 1, size[1])
        await seen.press("tab", "?", "escape", "l", "u", "h", "i", ".", "s", "1", "a", "enter")
        await seen.resize(*size)
        between = seen.bytes[start:]
        first: list[str] = []
        show = screen.sheet.show

        def spy(picture: Any, theme: Any) -> None:
            first.append(picture.text())
            show(picture, theme)

        screen.sheet.show = spy  # type: ignore[method-assign]
        await seen.press("enter")
        assert (before, screen.viewers.seat) in ((0, 1), (1, 0))
        assert len(between) > 1000
        assert {words for words in hidden if words in between} == set()
        assert {words for words in hidden if words in first[0]} == set()
        assert "Landing (secret)" in first[-1] or "secret" in first[-1]

    run(make_app(lobby, TOGETHER), script, size)


def test_claims_are_made_with_everybody_looking_and_no_secret_shown(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(
            seen,
            lambda s: (
                isinstance(s, GameScreen) and bool(s.ui.together.pages) and isinstance(s.ui.together.pages[0], Reveal)
            ),
        )
        screen: GameScreen = seen.app.screen
        assert "The screens drop." in seen.text()
        start = len(seen.bytes)
        await seen.press("1", "y", "tab")  # nothing can be done behind a moment
        assert screen.ui.together.pages
        await seen.press("q")
        assert "q again: leave" in seen.text()
        await seen.press("l", "escape", "enter")
        await until(seen, asked("claim"))
        screen = seen.app.screen
        assert screen.viewers.seat is None
        assert screen.viewers.speaker in screen.view.waiting
        mark = "▲●"[screen.viewers.speaker]
        assert f"{mark} {screen.names[screen.viewers.speaker]}: Which mission do you claim?" in seen.text()
        await seen.press(".", "l", "escape", "i", "escape", "h")
        landings = {screen.table.view(n).landing.title.removesuffix(" Landing Zone") for n in (0, 1)}
        assert {words for words in landings if words in seen.bytes[start:]} == set()
        turn = len(screen.table.save().moves)
        await step(seen)
        assert len(screen.table.save().moves) > turn

    run(make_app(lobby, TOGETHER), script)


def test_what_is_done_together_can_be_taken_back_together(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1")
        screen: GameScreen = seen.app.screen
        assert (screen.viewers.passing, screen.viewers.coming) == (True, 1)
        assert screen.view.boards[0].title
        await seen.press("u")
        assert screen.viewers.speaker == 0
        assert not screen.view.boards[0].title

    run(make_app(lobby, TOGETHER), script)


def test_the_screen_rises_again_before_the_next_planning(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(
            seen,
            lambda s: (
                isinstance(s, GameScreen) and bool(s.ui.together.pages) and isinstance(s.ui.together.pages[0], Report)
            ),
        )
        assert "is over" in seen.text()
        await until(seen, lambda s: not isinstance(s, GameScreen) or not s.ui.together.pages)
        assert isinstance(seen.app.screen, HandOffScreen)
        assert "press Enter when nobody else looks" in seen.text()

    run(make_app(lobby, TOGETHER), script)


@pytest.mark.parametrize("kind", ["before", "after-claim", "turn-end"])
def test_a_card_used_once_is_not_played_by_an_enter_too_many(lobby: LocalLobby, kind: str) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        end = Done() if kind == "turn-end" else Hold()
        choices = (Choice(Play("decoy-buoy"), "Play Decoy Buoy", ""), Choice(end, "Keep it", ""))
        screen.view = replace(screen.view, ask=Ask(kind), choices=choices)
        screen.cursor.items, screen.cursor.path = screen.ui.menu(screen.view), ()
        assert screen.cursor.items[screen.cursor.first()].action == end

    run(make_app(lobby, TOGETHER), script)


def test_specialists_drawn_are_seen_behind_a_hand_off_only(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        public = screen.table.view(None)
        assert screen.table.game.hides(public, 0)
        for kind, phase, hides in (
            ("keep", "round-end", True),
            ("growth", "landing", True),
            ("growth", "round-end", False),
            ("claim", "claims", False),
        ):
            assert screen.table.game.hides(replace(public, phase=phase, waiting={0: kind}), 0) is hides

    run(make_app(lobby, TOGETHER), script)


def test_a_card_is_placed_by_a_letter_or_after_picking_it_and_taken_back(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        count = len(screen.view.me.hand)
        await seen.press("a")
        assert len(screen.view.me.hand) == count - 1
        await seen.press("backspace")
        assert len(screen.view.me.hand) == count
        await seen.press("2")
        assert screen.cursor.path
        assert "choose one; Backspace goes back" in seen.text()
        await seen.press("backspace")
        assert not screen.cursor.path
        await seen.press("2", "d")
        assert len(screen.view.me.hand) == count - 1
        await seen.press("y")
        assert "Place every card of your hand first. [UR-P4; r reads it]" in seen.text()
        await seen.press("u")
        assert len(screen.view.me.hand) == count
        await seen.press("escape")
        assert len(screen.view.me.hand) == count

    run(make_app(lobby, ALONE), script)


PLANNING = """
game = "reach"
phase = "planning"
turn = 2
tile = "asteroid-field"
asks = { 0 = { kind = "plan" } }
[[players]]
ship = "anvil"
hand = ["e1", "o1", "o1", "s1", "s1"]
[[players]]
ship = "lantern"
ready = true
"""


CLAIMING = """
game = "reach"
phase = "claims"
turn = 2
tile = "asteroid-field"
pool = ["comet-tail", "pulsar-fringe"]
asks = {{ 0 = {{ kind = "claim" }} }}
queue = [["rewards", 0], ["claim", 1]]
[[players]]
ship = "anvil"
claimed = ["{card}"]
crew = {{ engine = ["e2"], quarters = ["o4"], command = ["p3"] }}
[[players]]
ship = "lantern"
"""


@pytest.mark.parametrize(("card", "asks"), [("overcharge-cells", "overcharge"), ("forged-permits", "forge")])
def test_backspace_takes_a_card_back_that_was_only_begun(lobby: LocalLobby, card: str, asks: str) -> None:
    start = CLAIMING.format(card=card)

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("p")
        assert screen.view.ask.kind == asks
        assert "Backspace: step back." in seen.text()
        await seen.press("backspace")
        assert screen.view.ask.kind == "claim"
        assert not screen.view.me.claimed[0].spent
        await seen.press("backspace")
        assert (seen.app.screen, screen.view.ask.kind) == (screen, "claim")
        assert screen.prompt.note, "it says that there is nothing to take back"

    run(make_app(lobby, at_table("reach", "Ada", "bot:random", start=start)), script)


@pytest.mark.parametrize(
    ("phase", "asks", "facts"),
    [
        ("landing", "settle", 'hand = ["e1", "s1"]'),
        ("round-end", "growth", 'tokens = 2\ncrew = { engine = ["e1", "s1"] }'),
    ],
)
def test_backspace_takes_back_the_last_of_several_steps(lobby: LocalLobby, phase: str, asks: str, facts: str) -> None:
    start = f"""
game = "reach"
phase = "{phase}"
turn = {9 if phase == "landing" else 6}
order = [0, 1]
asks = {{ 0 = {{ kind = "{asks}" }} }}
queue = {'[["touch-down", 0]]' if phase == "landing" else '[["begin-turn", 0]]'}
[[players]]
ship = "anvil"
{facts}
[[players]]
ship = "lantern"
"""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        before = screen.view
        await seen.press("enter", "enter")
        assert screen.view != before
        assert "Backspace: step back." in seen.text()
        await seen.press("backspace")
        assert screen.view == before
        await seen.press("backspace")
        assert (seen.app.screen, screen.view) == (screen, before), "nothing is begun any more"
        assert screen.prompt.note

    run(make_app(lobby, at_table("reach", "Ada", "bot:random", start=start)), script)


@pytest.mark.parametrize("folded", [False, True], ids=["by a letter", "after picking it"])
def test_the_cursor_stays_on_a_card_of_which_there_is_another(lobby: LocalLobby, folded: bool) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen

        def here() -> str:
            return screen.cursor.item.spot or type(screen.cursor.item.action).__name__

        async def place(letter: str) -> None:
            await seen.press("enter", letter) if folded else await seen.press(letter)

        await seen.press("tab")
        places = []
        for letter in "dcdca":
            places.append(here())
            await place(letter)
        assert places == [HandSpot(card) for card in ("o1", "o1", "s1", "s1", "e1")]
        assert screen.cursor.item.label == "Take a card back", "no Enter too many ends the planning"

    run(make_app(lobby, at_table("reach", "Ada", "bot:random", start=PLANNING)), script)


def test_ready_is_asked_twice_because_it_is_final(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        seat = screen.viewers.seat
        while screen.view.me.hand:
            await step(seen)
        await seen.press("y")
        assert "Ready is final" in seen.text()
        assert not screen.view.me.ready
        await seen.press("tab", "y")
        assert not screen.view.me.ready
        await seen.press("y")
        assert screen.table.view(seat).me.ready or screen.ui.together.pages

    run(make_app(lobby, TOGETHER), script)


async def drag(seen: Seen, spot: Spot, to: Spot) -> None:
    spots = {marked.spot: marked.region for marked in seen.app.screen.sheet.picture.spots}
    start, end = spots[spot], spots[to]
    seen.app.memory.feed(f"\x1b[<0;{start.x + 1};{start.y + 1}M")
    seen.app.memory.feed(f"\x1b[<32;{end.x + 2};{end.y + 2}M")
    seen.app.memory.feed(f"\x1b[<0;{end.x + 2};{end.y + 2}m")
    await seen.settle()


async def click(seen: Seen, spot: Spot) -> None:
    found = next(r for r, s in reversed(seen.app.screen.sheet.picture.spots) if s == spot)
    await seen.click(found.x, found.y)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_mouse_drags_a_card_to_a_department_and_back(lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        hand = [card.card for card in screen.view.me.hand]
        await drag(seen, HandSpot(hand[0]), DepartmentSpot("command"))
        assert [c.card for c in screen.view.me.departments[3].cards] == [hand[0]]
        await click(seen, HandSpot(hand[1]))
        assert screen.cursor.path
        await click(seen, DepartmentSpot("defence"))
        assert [c.card for c in screen.view.me.defence] == [hand[1]]
        await drag(seen, CrewSpot("command", hand[0]), HandSpot(hand[2]))
        assert sorted(c.card for c in screen.view.me.hand) == sorted([hand[0], *hand[2:]])
        await click(seen, MissionSpot(screen.view.pool[0].mission))
        await seen.press("i")
        assert isinstance(seen.app.screen, ReaderScreen)
        assert book().missions[screen.view.pool[0].mission].title in seen.text()

    run(make_app(lobby, ALONE), script, size)


def test_other_ships_and_supplies_are_a_key_away(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        assert "┌ ▲ Ada" in seen.text()
        await seen.press(".")
        assert "┌ ● Bot" in seen.text()
        assert "as last open" in seen.text()
        await seen.press(".")
        assert "┌ ▲ Ada" in seen.text()
        await seen.press("s")
        assert "Experience tokens" in seen.text()

    run(make_app(lobby, ALONE), script)


def test_totals_count_up_unless_animations_are_off_and_any_key_ends_it(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await until(seen, asked("plan"))
        screen: GameScreen = seen.app.screen
        await asyncio.sleep(0)
        while screen.view.me.hand:
            await step(seen)
        await seen.press("y", "y")
        await waiting.until(lambda: screen.ui.together.pages)
        assert isinstance(screen.ui.together.pages[0], Reveal)
        assert screen.countdown.left > 0
        assert "Any key: at once" in seen.text()
        await seen.press("x")
        assert screen.countdown.left == 0
        assert "1st" in seen.text()
        assert isinstance(screen.ui.together.pages[0], Reveal)

    run(make_app(lobby, ALONE, animations=True), script)


def test_a_long_report_is_read_on_by_enter(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        lines = tuple(f"Line {n}." for n in range(40))
        screen.ui.together.pages = [
            Report("It is over", (("Claims", lines),)),
            Report("Then", (("Next", ("A tile.",)),)),
        ]
        screen.repaint()
        await seen.settle()
        for first, last in ((0, 17), (18, 36), (37, 39)):
            assert f"Line {first}." in seen.text()
            assert f"Line {last}." in seen.text()
            assert f"Line {last + 1}." not in seen.text()
            await seen.press("enter")
        assert "A tile." in seen.text()
        assert screen.ui.together.shown == 0
        await seen.press("enter")
        assert not screen.ui.together.pages

    run(make_app(lobby, ALONE), script)


def test_the_landing_is_a_moment_of_its_own(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        screen.ui.together.pages = [
            LandingMoment(((0, "volcanic", dict.fromkeys(book().damage, 1), dict.fromkeys(book().damage, 2), {}),))
        ]
        screen.repaint()
        await seen.settle()
        assert "The Landing cards are turned up" in seen.text()
        await seen.click(*seen.find("Enter: go on"))
        assert not screen.ui.together.pages

    run(make_app(lobby, ALONE), script)
