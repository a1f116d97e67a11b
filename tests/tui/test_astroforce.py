"""Astroforce on the screen: drawn from hand-made views without an app, and played by keys and mouse."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from starforge.engine.event import Event
from starforge.engine.position import read_position
from starforge.engine.rules import Choice
from starforge.engine.state import Ask, Result
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import Enough, Keep, LowerShields, Pay, Reroll, With
from starforge.games.astroforce.model.catalogue import missions
from starforge.games.astroforce.words.choices import spell
from starforge.games.astroforce.words.events import tell
from starforge.games.astroforce.words.topics import inform
from starforge.games.lessons import lessons
from starforge.tables.local import LocalLobby
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import draw_jumps, draw_log, jumps, keyed, walk
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot, Spot
from starforge.tui.games.astroforce.about import about
from starforge.tui.games.astroforce.draw import draw
from starforge.tui.games.astroforce.menu import menu, rule
from starforge.tui.games.astroforce.spots import MISSION, CardSpot, StationSpot, ZoneSpot
from tests.tui.conftest import at_table, make_app
from tests.tui.snapshots import same
from tests.tui.terminal import Seen, run
from tests.tui.views import TWO, VIEW, scene

SIZES = ((80, 24), (80, 23), (60, 20), (120, 40), (200, 60))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_at_every_size(size: tuple[int, int]) -> None:
    same(f"astroforce-{size[0]}x{size[1]}", draw(scene(key="2"), *size).text())


def test_the_table_of_two() -> None:
    same("astroforce-two", draw(scene(TWO, key="e"), 80, 24).text())


def test_nothing_is_cut_at_the_smallest_sizes() -> None:
    for size in SIZES:
        text = draw(scene(key="e"), *size).text()
        gauges = ("Fuel ■■□", "Hull ■■■■■□□ 5", "Shields ○○○○○ 0", "Quarters")
        if size[0] < 78:
            gauges = ("Fuel 2/10", "Hull 5/7", "Shields 0/5", "Rest")
        for words in ("Distress Beacon", *gauges, "38%", "Med", "Transmat"):
            assert words in text, (size, words)
        assert "e End the deployment" in text, size


def test_the_log_shows_where_the_last_thing_begins_when_it_does_not_fit() -> None:
    long = replace(scene(key="e"), log=("Rolled.", "One word and " * 18 + "the last."))
    *_, first, last, _ = draw(long, 80, 24).text().splitlines()
    assert first.startswith("· One word and")
    assert last.rstrip().endswith("… more: l")
    tall = draw(long, 120, 40).text()
    assert "the last." in tall
    assert "Rolled." in tall


def lines(key: str = "", spot: Spot | None = None) -> list[str]:
    return draw(scene(key=key, spot=spot), 80, 24).text().splitlines()


def test_an_order_lights_up_the_dice_it_takes() -> None:
    ship = "\n".join(line[40:] for line in lines("2"))
    assert "COM »C«" in ship
    assert "SCI »S«»S«" in ship
    assert "ENG »E«▐E▌" in ship
    assert "SEC »X«▐X▌" in ship


def test_a_requirement_that_cannot_be_met_lights_up_what_could_help() -> None:
    ship = "\n".join(line[40:] for line in lines("b"))
    assert "SEC »X«»X«" in ship
    assert "ENG »E«»E«" in ship
    assert "SCI ▐S▌▐S▌" in ship


def test_a_station_lights_up_the_requirements_it_could_meet() -> None:
    text = "\n".join(lines(spot=StationSpot("SEC")))
    assert "»SEC»SEC»SEC" in text
    assert "COM»SEC" in text
    assert [len(line) for line in text.splitlines()] == [len(line) for line in lines()], "what is marked moves nothing"


def test_a_choice_of_dice_lights_them_up_and_says_what_stands_for_what() -> None:
    ways = (("SCI", "SCI", "COM", "ENG", "SEC"), ("SCI", "SCI", "COM", "ENG", "ENG"))
    choices = tuple(Choice(With(dice), spell(("SCI", "SCI", "SCI"), dice)) for dice in ways)
    asked = replace(VIEW, waiting={0: "with"}, ask=Ask("with", ("pay", "mission")), choices=choices)
    shown = replace(scene(asked), number=1)
    text = draw(shown, 80, 24).text()
    assert "SCI SCI + COM ENG SEC as SCI" in text
    ship = "\n".join(line[40:] for line in text.splitlines())
    assert "ENG »E«»E«" in ship
    assert rule(asked, shown.item) == "AF-D5"


def test_every_choice_is_in_the_menu_once_with_a_key_of_its_own() -> None:
    items = keyed(menu(VIEW), "astroforce")
    actions = [one.action for one in walk(items) if one.action is not None]
    assert sorted(map(str, actions)) == sorted(str(choice.action) for choice in VIEW.choices)
    keys = [one.key for one in items]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(taken("astroforce"))


def test_keys_follow_the_table_and_stay_with_their_dice() -> None:
    events = [one.key for one in menu(VIEW) if one.spot in {CardSpot(plot.target) for plot in VIEW.plots}]
    assert events == ["a", "b"]
    for faces in (("COM", "ENG", "SEC"), ("ENG", "SEC"), ("SEC",)):
        choices = (*(Choice(Reroll(face), face) for face in faces), Choice(Enough(), "Leave"))
        asked = replace(VIEW, ask=Ask("reroll", (2,)), choices=choices)
        numbers = {"COM": "1", "ENG": "4", "SEC": "5"}
        assert [one.key for one in menu(asked)] == [*(numbers[face] for face in faces), "e"]


def test_illegal_choices_keep_their_reason_and_rule() -> None:
    cruiser = next(one for one in menu(VIEW) if one.spot == CardSpot("cruiser"))
    assert (cruiser.reason, cruiser.rule) == ("The dice in stations cannot make SEC SEC SEC.", "AF-D5")
    assert rule(VIEW, cruiser) == "AF-D5"
    assert rule(VIEW, None) == "AF-D4"
    assert "[AF-D5: r]" in "\n".join(lines("b"))


def test_what_is_under_the_cursor_can_be_read_about() -> None:
    assert about(scene(spot=CardSpot("cruiser")))[0] == "Stealth Cruiser"
    assert about(scene(spot=StationSpot("MED")))[1] == "MED: blocked."
    assert about(scene(spot=StationSpot("ENG")))[2] == "Wanted by: Transmat Malfunction."
    assert "38%" in about(scene(spot=ZoneSpot("sensors")))[2]
    assert about(scene()) == []


def test_words_of_a_card_that_mislead_are_explained_with_it() -> None:
    stages = (*VIEW.mission.stages[:-1], replace(VIEW.mission.stages[-1], does="draw a Development"))
    view = replace(VIEW, mission=replace(VIEW.mission, stages=stages, text=("M: an active die goes to Medbay",)))
    read = "\n".join(about(replace(scene(spot=CardSpot("mission")), view=view)))
    assert "the oldest goes, and a new one is shown" in read
    assert "You gain none" in read
    assert "neither in Medbay nor held by a card" in read
    assert "You gain none" in "\n".join(inform(view, "card", [view.mission.title]))


def test_nine_events_scroll_with_the_cursor() -> None:
    plots = tuple(replace(VIEW.plots[0], target=f"e{n}", card=f"e{n}", title=f"Trouble {n}") for n in range(9))
    choices = tuple(c for c in VIEW.choices if getattr(c.action, "card", "") not in ("jam", "cruiser"))
    pays = tuple(replace(VIEW.choices[1], action=Pay(f"e{n}")) for n in range(9))
    view = replace(VIEW, plots=plots, choices=(*pays, *choices))
    assert "↓ 4 more" in draw(scene(view), 80, 24).text()
    text = draw(scene(view, spot=CardSpot("e8")), 80, 24).text()
    assert "Trouble 8" in text
    assert "↑ 4 more" in text


ALONE = at_table("astroforce", "Ada")


def deployed(seen: Seen) -> Any:
    view = seen.app.screen.view
    assert view.ask.kind == "deploy"
    return view


def test_a_roll_has_a_moment_that_any_key_ends(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        seen.app.memory.feed("e")
        await seen.settle()
        screen = seen.app.screen
        assert screen.countdown.left
        at = screen.cursor.number
        await seen.press("o")
        assert not screen.countdown.left
        assert (screen.cursor.number, screen.cursor.path) == (at, ())

    run(make_app(lobby, ALONE, animations=True), script)


def test_ending_with_usable_dice_is_warned_about_once(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        assert deployed(seen).usable
        turn = seen.app.screen.view.turn
        await seen.press("e")
        assert "dice could still be used" in seen.text()
        assert seen.app.screen.view.turn == turn
        await seen.press("tab", "e")
        assert seen.app.screen.view.turn == turn
        await seen.press("e")
        assert seen.app.screen.view.turn == turn + 1

    run(make_app(lobby, ALONE), script)


def test_backspace_takes_an_order_back_whose_dice_are_asked_for(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        before = deployed(seen)
        await seen.press("s")
        assert "Backspace: another." in seen.text()
        await seen.press("backspace")
        assert deployed(seen) == before

    run(make_app(lobby, ALONE), script)


def test_undo_goes_back_to_the_last_roll_and_no_further(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        before = deployed(seen)
        await seen.press("s")
        assert seen.app.screen.view.ask.kind == "with"
        assert "Which dice? Shields up." in seen.text()
        await seen.press("enter")
        assert deployed(seen) != before
        await seen.press("u")
        assert "Taken back." in seen.text()
        assert seen.app.screen.view.ask.kind == "with"
        await seen.press("u")
        assert deployed(seen) == before
        await seen.press("u")
        assert "Undo stops here" in seen.text()
        assert deployed(seen) == before

    run(make_app(lobby, ALONE), script)


def test_a_click_goes_to_a_card_and_a_second_one_acts(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        screen = seen.app.screen
        x, y = seen.find(screen.view.offers[0].title)
        await seen.click(x, y)
        assert screen.scene().spot == CardSpot(screen.view.offers[0].target)
        assert not screen.cursor.path
        await seen.click(x, y)
        assert screen.cursor.path or seen.app.screen.prompt.note
        await seen.press("backspace")
        await seen.click(*seen.find("SCI  ") if "SCI  " in seen.text() else seen.find("SCI"))

    run(make_app(lobby, ALONE), script)


def test_jump_letters_lead_to_every_place(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        plain = seen.text()
        await seen.press("f")
        assert seen.text() != plain
        spots = {spot for _, spot in seen.app.screen.sheet.picture.spots}
        assert {StationSpot("SEC"), ZoneSpot("sensors"), MISSION} <= spots
        await seen.press("a")
        assert seen.app.screen.scene().spot == MISSION

    run(make_app(lobby, ALONE), script)


def test_the_rules_open_at_the_point_in_question(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("r")
        assert "AF-D1" in seen.text().splitlines()[0]

    run(make_app(lobby, ALONE), script)


def test_chances_are_read_on_a_page(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e", "o")
        assert "By the dice alone" in seen.text()
        assert "% at the next Roll Call" in seen.text()

    run(make_app(lobby, ALONE), script)


def test_the_cursor_stays_where_more_can_be_done_and_begins_with_no_development_nor_harm(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("e")
        screen = seen.app.screen
        assert screen.cursor.spot == MISSION
        await seen.press("enter")
        while screen.view.ask.kind == "with":
            await seen.press("enter")
        assert screen.view.mission.stage == 1
        assert not screen.cursor.item.reason, "on nothing that is refused now"
        assert not isinstance(screen.cursor.item.action, LowerShields)
        offers = [CardSpot(card.target) for card in screen.view.offers]
        assert offers
        assert screen.cursor.spot not in offers
        await seen.press("x")
        while screen.view.ask.kind == "with":
            await seen.press("enter")
        assert screen.view.sensors == 0
        assert not screen.cursor.item.reason
        await seen.press("c", "enter", "4", "2")
        assert (screen.view.ask.kind, screen.cursor.spot) == ("deploy", StationSpot("COM")), "not with the die changed"

    position = next(one for one in lessons("astroforce") if one.slug == "01-the-crew").lesson.position
    run(make_app(lobby, at_table("astroforce", "Ada", start=position)), script)


def test_enter_twice_pays_with_just_what_is_asked(lobby: LocalLobby) -> None:
    start = """
    game = "astroforce"
    crew = { COM = 2, SCI = 2, MED = 2, ENG = 2, SEC = 2 }
    mission = { card = "diplomatic-crisis" }
    [asks.0]
    kind = "deploy"
    """

    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        await seen.press("1")
        assert screen.view.ask.kind == "with"
        assert len(screen.cursor.opened) > 8
        shown = {spot.number for _, spot in screen.sheet.picture.spots if isinstance(spot, ItemSpot)}
        assert (screen.cursor.number, screen.cursor.item.label) == (0, "ENG ENG")
        assert 0 in shown
        await seen.press("enter")
        assert screen.view.mission.stage == 1
        assert deployed(seen).stations[3].dice == 0

    run(make_app(lobby, at_table("astroforce", "Ada", start=start)), script)


def test_at_cleanup_the_cursor_stands_on_what_keeps_all(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        while screen.view.ask.kind != "keep":
            await seen.press("e")
        assert screen.cursor.item.action == Keep()

    position = next(one for one in lessons("astroforce") if one.slug == "04-locking-in").lesson.position
    start = position.replace('card = "shield-harmonics"', 'card = "shield-harmonics", stacks = ["SCI"]')
    run(make_app(lobby, at_table("astroforce", "Ada", start=start)), script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
def test_turns_that_the_fuel_does_not_last_for_are_told_whatever_the_mission_is_called(size: tuple[int, int]) -> None:
    for slug in missions():
        start = f'game = "astroforce"\nturn = 9\nfuel = 1\nmission = {{ card = "{slug}" }}\n[asks.0]\nkind = "deploy"'
        view = GAME.view(read_position(GAME, start, 7), 0)
        picture = draw(scene(view), *size)
        title = "".join(picture.chars[1][: size[0] // 2])
        assert re.search(r"\d turns", title), slug
        assert "danger bold" in picture.styles[1][title.index(" turns")], slug


def test_when_a_patrol_is_over_no_mission_is_said_to_come() -> None:
    over = replace(VIEW, mission=None, result=Result((0,), "Won."), waiting={}, ask=None, choices=())
    assert "The patrol is over." in draw(scene(over), 80, 24).text()
    assert "The next one is drawn" in draw(scene(replace(VIEW, mission=None)), 80, 24).text()


@pytest.mark.parametrize(("kind", "data"), [("healed", {}), ("cleared", {}), ("manned", {"face": "ENG"})])
def test_what_moves_no_die_is_not_told_with_a_nought(kind: str, data: dict[str, Any]) -> None:
    words = tell(Event(kind, {"dice": 0, **data}), ("Ada",))
    assert words.startswith("No")
    assert "0" not in words
    assert tell(Event(kind, {"dice": 2, **data}), ("Ada",)).startswith(("2 dice ", "2 Threats "))


def test_letters_to_jump_by_hide_no_word() -> None:
    for size in SIZES:
        plain = draw(scene(), *size)
        picture = draw(scene(), *size)
        draw_jumps(picture, jumps(picture))
        for word in ("COM", "SCI", "MED", "ENG", "SEC", "Sensors", "Med"):
            assert picture.text().count(word) >= plain.text().count(word), (size, word)


def test_no_entry_of_the_log_begins_in_the_middle_of_a_sentence() -> None:
    told = ("It is a long first entry that takes more than a row to be told in, and then some.", "Short.")
    picture = Picture(40, 2)
    draw_log(picture, replace(scene(), log=told), Region(0, 0, 40, 2))
    assert picture.text().strip() == "· Short."
