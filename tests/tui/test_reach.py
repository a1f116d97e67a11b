"""USC: Reach on the screen, drawn from hand-made views without an app."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from starforge.engine.event import Event
from starforge.engine.rng import Rng
from starforge.engine.rules import Choice
from starforge.games.reach import GAME
from starforge.games.reach.model.actions import PlaceCard
from starforge.games.reach.view.build import show_card
from starforge.tui.app.keys import taken
from starforge.tui.app.output import TWINS
from starforge.tui.drawing.frame import keyed, naming, walk
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.about import about, supplies
from starforge.tui.games.reach.draw import draw
from starforge.tui.games.reach.draw_moments import FRAMES
from starforge.tui.games.reach.glyphs import bar, need_spans
from starforge.tui.games.reach.menu import menu, rule, take_back
from starforge.tui.games.reach.moments import LandingMoment, Report, Reveal, Showing, moments
from starforge.tui.games.reach.spots import ClaimSpot, CrewSpot, DepartmentSpot, HandSpot, LandingSpot, MissionSpot
from tests.tui.reach_views import BOARDS, CLAIMS, END, NEED, PEOPLE, POOL, SHORT, VIEW, scene
from tests.tui.snapshots import same

SIZES = ((80, 24), (80, 23), (60, 20), (120, 40), (200, 60))
BEFORE = tuple({**board.totals, "engine": 1} for board in BOARDS)
REVEAL = Reveal(
    2,
    BOARDS,
    BEFORE,
    ((("p2", "engine"),), (), ()),
    "command",
    (2, 1, 0),
    ((5, 4), (3, 0), (2, 2)),
    POOL,
)
REPORT = Report(
    "Round 1, tile 2 is over",
    (
        ("Claims", ("Ben claims Body Ench. (4 points).", "Ada can claim nothing and passes.")),
        ("Rewards", ("Ben attaches Body Ench.: Command Bridge.",)),
        ("Next", ("Round 1, tile 3: Open Lane. Play order by Command Bridge. No damage.",)),
    ),
)
LANDED = LandingMoment(
    (
        (0, "volcanic", NEED, BOARDS[0].totals, SHORT),
        (1, "arctic", NEED, {d: n + 1 for d, n in NEED.items()}, {}),
        (2, "desert", NEED, BOARDS[2].totals, SHORT),
    )
)
size_name = "{0[0]}x{0[1]}".format


@pytest.mark.parametrize("size", SIZES, ids=size_name)
def test_planning_at_every_size(size: tuple[int, int]) -> None:
    same(f"reach-planning-{size_name(size)}", draw(scene(key="1"), *size).text())


@pytest.mark.parametrize("size", SIZES, ids=size_name)
def test_a_card_that_is_picked_at_every_size(size: tuple[int, int]) -> None:
    same(f"reach-picked-{size_name(size)}", draw(scene(key="2", then="d"), *size).text())


@pytest.mark.parametrize("size", SIZES, ids=size_name)
@pytest.mark.parametrize("name", ["claims", "scores"])
def test_claims_and_scores_at_every_size(size: tuple[int, int], name: str) -> None:
    shown = scene(CLAIMS, key="2") if name == "claims" else scene(END)
    same(f"reach-{name}-{size_name(size)}", draw(shown, *size).text())


@pytest.mark.parametrize("size", SIZES, ids=size_name)
@pytest.mark.parametrize(("name", "page"), [("reveal", REVEAL), ("report", REPORT), ("landing", LANDED)])
def test_the_moments_everybody_shares(size: tuple[int, int], name: str, page: object) -> None:
    same(f"reach-{name}-{size_name(size)}", draw(scene(CLAIMS, more=Showing(moment=page)), *size).text())


def test_everything_can_be_read_in_80_columns() -> None:
    for height in (24, 23):
        text = draw(scene(key="1"), 80, height).text()
        for words in (
            *("Engine", "Research", "Quarters", "Command", "Defence", "Academy"),
            *("3+3-2", "4+2+2R", "<p2>", "<s1>", "!!"),
            *("Asteroid Field", "by Command", "next !0-3", "2 damage", "forecast ◆5 > ●3 > ▲2"),
            *("Miner", "Body Ench.", "Jumbo Flex Tape", "Secret Sector Plan", "4/5", "+1 Mid", "mend 3"),
            *("Volcanic", "Eng 4/7", "short 14", "▸ ▐E1▌×2", "2 ▐O2▌", "3 ▐S1▌"),
            *("● Ben ✓", "◆ Cyd ·", "2 tokens", "y Ready"),
        ):
            assert words in text, (height, words, text)


def rows(key: str = "", then: str = "") -> list[str]:
    return draw(scene(key=key, then=then), 80, 24).text().splitlines()


def test_a_picked_card_shows_where_it_can_go_and_what_comes_of_it() -> None:
    names, totals, *_ = rows("2", "c")[2:]
    assert "a Engine" in names
    assert "▸ Quarters" in names
    assert "e Defence    2→3" in names
    assert "→5" in totals
    assert "→3" in totals
    assert "× Academy" in rows("2", "c")[4]
    assert "v !!<s1>" in rows("2", "c")[6]


def test_what_a_specialist_would_add_is_told_before_it_is_placed() -> None:
    p = replace(
        BOARDS[0], hand=(show_card("celebrity", "hand"),), would={"celebrity": {**BOARDS[0].totals, "quarters": 8}}
    )
    celebrity = replace(VIEW, boards=(p, *BOARDS[1:]), choices=(Choice(PlaceCard("celebrity", "quarters"), "", ""),))
    (card,) = menu(celebrity)
    assert [one.label for one in card.items] == ["Quarters +5"]
    assert "→8" in draw(replace(scene(celebrity), items=(card,), number=0), 80, 24).text()


def test_what_a_total_is_made_of_leaves_room_for_what_it_would_be() -> None:
    engine = replace(BOARDS[0].departments[0], crew=4, research=1)
    ship = replace(BOARDS[0], departments=(engine, *BOARDS[0].departments[1:]))
    text = draw(scene(replace(VIEW, boards=(ship, *BOARDS[1:])), key="1"), 80, 24).text()
    assert "3+5-2" in text


def test_the_end_of_the_flight_is_no_pause_between_two_tiles() -> None:
    text = draw(scene(replace(VIEW, phase="landing", tile=None, pool=())), 80, 24).text()
    assert "All nine tiles are flown" in text
    assert "Between two tiles" not in text
    assert "Tile" not in text.splitlines()[0]


def test_crew_that_repairs_is_not_taken_for_workers_at_the_reveal() -> None:
    text = draw(scene(CLAIMS, more=Showing(moment=REVEAL)), 80, 24).text().splitlines()
    assert "!!▓1" in text[3]
    assert "<p2>▐E1▌(s2)  " in text[4]


def test_the_mission_bars_count_with_the_placement_under_the_cursor() -> None:
    before = next(row for row in rows("1") if "Jumbo Flex" in row)
    after = next(row for row in rows("1", "a") if "Jumbo Flex" in row)
    assert "4/5" in before
    assert "-1" in before
    assert "5/5✓" in after
    assert "✓  Jumbo" in after


@pytest.mark.parametrize("size", SIZES, ids=size_name)
@pytest.mark.parametrize("reserved", [None, 1])
def test_what_a_mission_lacks_and_who_reserved_it_stand_apart_from_its_title(
    size: tuple[int, int], reserved: int | None
) -> None:
    needs = {"engine": 20, "quarters": 20}
    pool = tuple(replace(m, needs=needs, required=needs, reserved=reserved) for m in POOL)
    shown = scene()
    text = draw(replace(shown, view=replace(shown.view, pool=pool)), *size).text()
    assert re.search(r"-\d\d Miner" if reserved is None else r"-\d\d● Miner", text), text
    assert not re.search(r"-\d+Miner", text)


def test_another_ship_is_measured_by_what_it_showed_last() -> None:
    text = draw(scene(more=Showing(other=1)), 80, 24).text()
    assert "● Ben · Lantern" in text
    assert "as last open" in text
    assert "● Ben, as last open" in text
    assert "Landing (secret) Volcanic" in text  # the own card stays


def test_nobody_is_shown_a_landing_card_on_the_screen_that_all_share() -> None:
    for size in SIZES:
        text = draw(scene(CLAIMS, key="2"), *size).text()
        assert "Volcanic" not in text
        assert "secret" not in text


def test_wide_screens_show_two_and_four_ships() -> None:
    two = draw(scene(), 120, 40).text().splitlines()[1]
    assert "▲ Ada" in two
    assert "● Ben" in two
    assert "◆ Cyd" not in two
    three = draw(scene(), 200, 60).text().splitlines()[1]
    assert "▲ Ada" in three
    assert "● Ben" in three
    assert "◆ Cyd" in three


LONG = Report(
    "Round 3, tile 2 is over",
    (
        ("Claims", tuple(f"Claim {n}." for n in range(1, 7))),
        ("Rewards", tuple(f"Reward {n}." for n in range(1, 9))),
        ("Next", ("The next tile.", *(f"Hit {n}: {'damage ' * 12}" for n in range(1, 5)))),
    ),
)


def test_a_report_that_one_screen_does_not_hold_is_read_on_and_loses_nothing() -> None:
    for size, count in (((80, 24), 2), ((60, 20), 3), ((120, 40), 1)):
        pages = [draw(scene(CLAIMS, more=Showing(moment=LONG, part=n)), *size).text() for n in range(count)]
        said = [words for _, lines in LONG.sections for words in lines]
        assert [words for words in said if not any(words[:9].strip() in page for page in pages)] == []
        assert sum("Enter: read on" in page for page in pages) == count - 1
        assert "Enter: go on" in pages[-1]
        assert draw(scene(CLAIMS, more=Showing(moment=LONG, part=9)), *size).text() == pages[-1]
    first, second = (draw(scene(CLAIMS, more=Showing(moment=LONG, part=n)), 80, 24).text() for n in (0, 1))
    assert "1/2 · l: the whole log" in first
    assert "Reward 8." in first
    assert "The next tile." in second


def test_a_report_that_is_only_a_little_too_long_stands_close_on_one_screen() -> None:
    report = replace(LONG, sections=(("Claims", LONG.sections[0][1]), ("Rewards", ("A reward.",) * 11)))
    text = draw(scene(CLAIMS, more=Showing(moment=report)), 80, 24).text()
    assert text.count("A reward.") == 11
    assert "Enter: go on" in text


def test_totals_count_up_and_the_order_falls_into_place() -> None:
    first = draw(scene(CLAIMS, more=Showing(moment=REVEAL), moment=FRAMES), 80, 24).text()
    last = draw(scene(CLAIMS, more=Showing(moment=REVEAL)), 80, 24).text()
    assert "Engine      1" in first
    assert "1. ·" in first
    assert "1st" not in first
    assert "Engine      4" in last
    assert "1. ◆ Cyd" in last
    assert "1st" in last
    assert "Meets ✓ or lacks" in last


def test_landing_cards_are_turned_up_one_after_the_other() -> None:
    first = draw(scene(END, more=Showing(moment=LANDED), moment=FRAMES), 80, 24).text()
    last = draw(scene(END, more=Showing(moment=LANDED)), 80, 24).text()
    assert "lands" not in first
    assert "✓ lands" in last
    assert "× 14 short" in last


def test_a_score_is_told_line_by_line() -> None:
    text = draw(scene(END), 120, 40).text()
    assert "● Ben wins" in text
    assert "Missions: Miner" in text
    assert "Does not score" in text


def test_who_decides_is_named() -> None:
    watched = replace(CLAIMS, ask=None)
    assert naming(GAME.question(watched), watched, PEOPLE) == "Another player decides (● Ben)."
    ready = replace(VIEW, ask=None, waiting={1: "plan", 2: "plan"})
    assert naming(GAME.question(ready), ready, PEOPLE) == "Others are planning (● Ben, ◆ Cyd)."
    assert naming(GAME.question(END), END, PEOPLE) == "The Lantern wins."


def test_every_glyph_has_an_ascii_twin() -> None:
    pictures = [draw(scene(key="1"), *size).text() for size in SIZES]
    pictures += [draw(scene(CLAIMS, more=Showing(moment=page)), 120, 40).text() for page in (REVEAL, REPORT, LANDED)]
    pictures += [draw(scene(END), 120, 40).text()]
    assert {c for text in pictures for c in text if not c.isascii() and c not in TWINS} == set()


def test_mine_and_worker_and_repairer_differ_without_colour() -> None:
    text = draw(scene(), 80, 24).text()
    assert "▐E1▌(s2)<p2>" in text  # at home, as worker, new this turn


def test_a_need_is_never_full_before_it_is_met() -> None:
    assert bar(6, 7, 3) == "■■□"
    assert bar(7, 7, 3) == "■■■"
    spans = need_spans("engine", 12, 10, 9)
    assert sum(len(text) for text, _ in spans) == 9


def test_no_key_of_the_menu_hides_one_of_the_screen() -> None:
    for view in (VIEW, CLAIMS):
        keys = [one.key for one in walk(scene(view).items)]
        assert not {key for key in keys if key} & set(taken("reach"))
    assert len({one.key for one in scene().items}) == len(scene().items)


def test_the_last_card_is_taken_back_and_rules_open_at_the_point() -> None:
    items = menu(VIEW)
    last = take_back(items)
    assert last is not None
    assert str(last.action) == "take-back e1 academy"
    ready = next(one for one in items if one.key == "y")
    assert rule(VIEW, ready) == "UR-P4"
    assert rule(VIEW, items[0]) == "UR-P5"
    assert rule(replace(VIEW, ask=None), None) == "UR-P1"


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        (MissionSpot("miner"), "Upper row"),
        (HandSpot("e1"), "Main Power 1 at home"),
        (DepartmentSpot("engine"), "crew 3"),
        (DepartmentSpot("defence"), "Worker Power 1"),
        (CrewSpot("quarters", "o2"), "Mid Operator"),
        (ClaimSpot("miner"), "It has been used."),
        (LandingSpot(), "+5 points: Have 1 Lead Pilot"),
    ],
)
def test_what_is_under_the_cursor_can_be_read(spot: Spot, words: str) -> None:
    assert words in " ".join(about(replace(scene(), spot=spot)))


def test_decks_and_supplies_are_told_by_count() -> None:
    words = " ".join(supplies(scene()))
    assert "Missions left: round 1: 5 · round 2: 23" in words
    assert "Experience tokens: 18 left" in words
    assert "● Ben, unseen: 1 Junior Engineer, 1 Mid Pilot." in words


def told(event: Event) -> str:
    return GAME.tell(event, PEOPLE)


def test_a_round_that_ends_is_told_in_one_report_with_its_last_turn() -> None:
    events = [
        Event("claimed", {"seat": 1, "mission": "miner", "points": 3}),
        Event("eased", {"seat": 1, "department": "engine", "less": 3}),
        Event("reserved", {"seat": 0, "missions": ["miner"]}),
        Event("passed", {"seat": 0, "forced": True}),
        Event("repaired", {"seat": 1, "department": "engine"}),
        Event("left", {"missions": ["body-ench"]}),
        Event("repaired", {"seat": 0, "department": "engine"}),
        Event("collected", {"seat": 0, "cards": 12}),
        Event("turned", {"tile": "open-lane", "round": 2, "step": 1, "order": "command", "damage": 0}),
    ]
    (report,) = moments(events, VIEW, VIEW, told, [])
    assert isinstance(report, Report)
    sections = dict(report.sections)
    assert list(sections) == ["Claims", "Rewards", "End of the round", "Next"]
    assert "Missions need 3 less of Ben this turn: Engine Chamber." in sections["Claims"]
    assert "Ada reveals for themselves: Miner." in sections["Claims"]
    assert sections["End of the round"] == ("Ada repairs one damage: Engine Chamber. Ada collects the crew: 12 cards.",)


def test_a_reveal_is_whole_even_when_the_table_has_gone_on() -> None:
    before = replace(VIEW, boards=tuple(replace(b, hand=()) for b in BOARDS))
    totals = {**BOARDS[1].totals, "command": 6}
    events = [
        Event("played", {"seat": 1, "card": "secret-sector-plan"}),
        *(Event("revealed", {"seat": n, "placed": [], "totals": BOARDS[n].totals}) for n in (0, 2)),
        Event("revealed", {"seat": 1, "placed": [["p3", "command"], ["s1", "defence"]], "totals": totals}),
        Event("ordered", {"department": "command", "order": [1, 2, 0], "powers": [[6, 0], [5, 4], [2, 2]]}),
    ]
    (page,) = moments(events, before, replace(VIEW, turn=3, phase="planning"), told, [])
    assert isinstance(page, Reveal)
    assert page.boards[1].totals["command"] == 6
    assert [card.card for card in page.boards[1].departments[3].cards] == ["p2", "o2", "p3"]
    assert page.boards[1].stops == 1
    assert page.order == (1, 2, 0)
    assert page.played[0].startswith("Ben plays Secret Sector Plan")


def test_every_question_of_a_game_can_be_drawn_and_answered_by_keys() -> None:
    s = GAME.new(GAME.options(), 4, 1)
    kinds: dict[str, int] = {}
    rng = Rng(1)
    while s.result is None:
        seat = min(s.asks)
        view = GAME.view(s, seat)
        kind = s.asks[seat].kind
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 2 or kinds[kind] % 23 == 0:
            items = keyed(menu(view), "reach")
            offered = {str(one.action) for one in walk(items) if one.action is not None}
            assert offered == {str(choice.action) for choice in view.choices}, kind
            for one in walk(items):
                assert one.key or len(items) > 20, (kind, one.label)
            for place, size in enumerate(SIZES):
                for shown in (view, GAME.view(s, None)):
                    words = replace(scene(shown), names=("Ada", "Ben", "Cyd", "Dan"), items=items, number=0)
                    for spot in (None, *(one.spot for one in items[place :: len(SIZES)])):
                        assert draw(replace(words, spot=spot), *size).width == size[0]
                        about(replace(words, spot=spot))
        legal = view.legal
        advised = GAME.advise(view, lambda: s, rng)
        action = advised if advised in legal and rng.below(4) else legal[rng.below(len(legal))]
        s.events.clear()
        GAME.apply(s, seat, action)
    assert len(kinds) > 8
