"""Setting up: UR-S1, UR-S2, UR-S3, UR-S4, UR-S5; the terms UR-T1, UR-T3, UR-T5 as they stand at the table."""

from collections import Counter
from dataclasses import replace

import pytest

from starforge.engine.match import Match
from starforge.engine.position import PositionError
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.catalogue import book, dealt
from starforge.games.reach.model.state import START_CREW
from tests.reach.table import NAMES, do, planning, position, power, refused, told

BOOK = replace(book(), missions=dealt(book().missions), specialists=dealt(book().specialists))
"""The cards that new games deal."""


def new(seats=3, seed=5):
    return GAME.new(Options(), seats, seed)


def board_all(s):
    for seat, ship in enumerate(("lantern", "anvil", "wayfinder", "homestead")[: len(s.players)]):
        do(s, seat, f"board {ship}")
    return s


def test_ur_s1_two_to_four_players_each_choose_a_ship_in_turn():
    assert GAME.info.seats == (2, 3, 4)
    s = new()
    assert list(s.asks) == [0]
    do(s, 0, "board lantern")
    assert list(s.asks) == [1]
    assert "taken" in refused(s, 1, "board lantern", "UR-S1")
    refused(s, 1, "board titanic", "UR-S1")
    do(s, 1, "board anvil")
    do(s, 2, "board wayfinder")
    assert [p.ship for p in s.players] == ["lantern", "anvil", "wayfinder"]


def test_ur_s2_decks_are_shuffled_apart():
    s, other = new(), new(seed=6)
    for r in (1, 2, 3):
        assert set(s.missions[r]) | set(s.pool) >= {slug for slug, m in BOOK.missions.items() if m.round == r}
    assert {*s.tiles, s.tile} - {""} == set(BOOK.tiles)
    assert Counter(s.damage) == {d: copies for d, (_, copies) in BOOK.damage.items()}
    assert set(s.specialists) == set(BOOK.specialists)
    for deck, twin in [(s.missions[1], other.missions[1]), (s.tiles, other.tiles), (s.damage, other.damage)]:
        assert sorted(deck) == sorted(twin)
        assert deck != twin


def test_ur_s3_crew_decks_of_twelve():
    s = new()
    for p in s.players:
        assert Counter(p.deck) == Counter({f"{t}1": 2 for t in "esop"}) + Counter({f"{t}2": 1 for t in "esop"})
    assert s.players[0].deck != s.players[1].deck
    assert len(START_CREW) == 12


def test_ur_s4_one_secret_landing_card_each_and_the_rest_unseen():
    s = new()
    assert not any(p.landing for p in s.players), "ships come first"
    board_all(s)
    mine = [p.landing for p in s.players]
    assert sorted([*mine, *s.landings]) == sorted(BOOK.landings)
    for seat in range(3):
        view = GAME.view(s, seat)
        assert [card.landing for card in view.landings] == [mine[seat]]
        others = {*mine, *s.landings} - {mine[seat]}
        assert not any(f"'{card}'" in repr(view) for card in others)
    assert GAME.view(s, None).landings == ()


def test_ur_s5_what_is_public_and_what_is_secret():
    s = planning(
        2,
        'hand = ["e1", "s2"]\nclaimed = ["miner"]\ntokens = 2\n'
        'crew = { engine = ["e2"], quarters = ["o1"] }\nplan = [["o1", "quarters"]]',
        'hand = ["p1"]',
    )
    mine, theirs = GAME.view(s, 0), GAME.view(s, 1)
    assert [c.card for c in mine.boards[0].hand] == ["e1", "s2"]
    seen = theirs.boards[0]
    assert seen.hand == ()
    assert [c.card for c in seen.departments[0].cards] == ["e2"]
    assert seen.departments[2].cards == ()
    assert seen.tokens == 2
    assert [c.mission for c in seen.claimed] == ["miner"]
    assert seen.unseen == {"e1": 1, "o1": 1, "s2": 1}
    assert theirs.waiting == {0: "plan", 1: "plan"}
    assert theirs.missions_left == mine.missions_left
    assert GAME.view(s, None).boards[1].hand == ()


def test_ur_s5_only_readiness_is_told_while_planning():
    s = planning(1, 'hand = ["e1"]', 'hand = ["p1"]')
    before = GAME.view(s, 1)
    events = do(s, 0, "place e1 command")
    assert all(e.only == (0,) for e in events)
    assert GAME.view(s, 1) == before
    do(s, 0, "ready")
    view = GAME.view(s, 1)
    assert view.boards[0].ready
    assert view.boards[0].departments == before.boards[0].departments


def test_ur_t1_departments_and_their_types():
    s = planning(1, 'crew = { engine = ["e1"], research = ["s1"], quarters = ["o1"], command = ["p2"] }', "")
    board = GAME.view(s, 0).boards[0]
    assert [d.name for d in board.departments] == [
        "Engine Chamber",
        "Research Center",
        "Crew Quarters",
        "Command Bridge",
    ]
    assert [d.cards[0].face for d in board.departments] == ["main"] * 4
    assert power(s, 0) == [4, 5, 1, 4]


def test_ur_t5_total_is_default_crew_research_minus_damage_and_floors_at_the_end():
    s = planning(
        4,
        'crew = { engine = ["e3", "o1"], quarters = ["p1"] }\ndamage = { engine = 2, quarters = 3 }\n'
        'claimed = ["warm-reactor"]\nresearch = { warm-reactor = "engine" }',
        "",
    )
    assert power(s, 0) == [3 + 3 + 1 + 1 - 2, 4, 0, 2]
    s.players[0].crew["quarters"] += ["o2", "o1"]
    assert power(s, 0)[2] == 1 + 2 + 1 - 3, "the floor is on the final sum, not on a part of it"


def test_a_position_can_be_typed_and_is_completed():
    s = planning(5, 'hand = ["e4"]', "")
    assert len(s.players[1].deck) == 12
    assert s.players[0].landing
    census = GAME.census(s)
    assert census["missions"] == len(BOOK.missions)
    assert census["crew"] == sum(card.copies for card in BOOK.crew.values())
    assert GAME.lines(GAME.view(s, 0), NAMES)


@pytest.mark.parametrize(
    "wrong",
    [
        'hand = ["e4", "e4", "e4", "e4"]',
        'hand = ["x9"]',
        'claimed = ["no-such-mission"]',
        'ship = "lantern"',
        "tokens = 21",
        "damage = { engine = 13 }",
        'crew = { engin = ["e1"] }',
    ],
)
def test_ur_t3_an_impossible_position_is_refused(wrong):
    with pytest.raises(PositionError):
        planning(2, wrong, 'ship = "lantern"')


def test_the_landing_deal_is_told_to_its_owner_only():
    s = new(2)
    do(s, 0, "board anvil")
    dealt = [e for e in do(s, 1, "board lantern") if e.kind == "dealt"]
    assert [e.secret for e in dealt] == [{"landing": (0,)}, {"landing": (1,)}]
    assert told(s.events, "turned")[0]["round"] == 1


def test_position_without_an_ask_is_refused():
    with pytest.raises(PositionError, match="asks nobody"):
        position("turn = 1")


def test_a_game_of_older_rules_deals_the_cards_of_its_time_where_newer_ones_lie_today():
    newer, older = (Match(GAME, Options(), 3, 9) for _ in range(2))
    older.go_by(1)
    s, then = newer.state, older.state
    swaps = {slug: c.replaces for slug, c in (*book().missions.items(), *book().specialists.items()) if c.replaces}
    assert len(swaps) == 10
    for deck, was in (
        (s.missions[1], then.missions[1]),
        (s.missions[3], then.missions[3]),
        (s.specialists, then.specialists),
    ):
        assert [swaps.get(card, card) for card in deck] == was != deck
    assert GAME.census(s) == GAME.census(then)
    named = position(
        'pool = ["silent-array"]\nphase = "claims"\nturn = 1\ntile = "open-lane"\nasks = { 0 = { kind = "claim" } }'
    )
    assert "silent-array-2" not in named.missions[1]
