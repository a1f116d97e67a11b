"""Bots choose legal actions, see only what their seat may, and play the same game for the same seed."""

from dataclasses import replace

import pytest

from starforge.bots.arena import Series, play, play_all, seating
from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import adviser, levels_of, make, named
from starforge.engine.rng import Rng
from starforge.engine.state import clone, digest
from starforge.games import load
from tests.tiny import GAME, Lay, Options, Ready

TINY = Series("tiny", Options(), ("captain", "random"), 5)


@pytest.mark.parametrize("level", levels_of(GAME))
def test_a_bot_chooses_what_is_legal_and_leaves_the_game_alone(level):
    s = GAME.new(Options(), 2, 3)
    before = digest(s)
    view = GAME.view(s, 1)
    action = make(GAME, level, 9).choose(view, sampler(GAME, s, 1, 4))
    assert action in view.legal
    assert digest(s) == before


def test_an_unknown_level_is_named_with_those_there_are():
    with pytest.raises(ValueError, match="no bot level 'genius'; there are: random, captain"):
        make(GAME, "genius", 1)


def test_a_level_goes_by_the_name_it_once_had():
    assert named("greedy") == "captain"
    assert type(make(GAME, "greedy", 1)) is type(make(GAME, "captain", 1))


def test_greedy_does_the_same_whatever_is_hidden_from_it():
    # Given two games that seat 0 cannot tell apart, when a greedy bot with one seed looks at both, then it acts alike.
    for seed in range(20):
        s = GAME.new(Options(), 3, seed)
        other = clone(s)
        GAME.redeal(other, 0, Rng(derive("other", seed)))
        other.rng = clone(s.rng)
        assert digest(other) != digest(s)
        acts = [make(GAME, "greedy", 2).choose(GAME.view(x, 0), sampler(GAME, x, 0, 8)) for x in (s, s)]
        assert acts[0] == acts[1]
        assert GAME.view(other, 0) == GAME.view(s, 0)


def test_a_sample_is_redealt_agrees_with_the_view_and_differs_from_the_last():
    s = GAME.new(Options(), 2, 3)
    sample = sampler(GAME, s, 0, 1)
    first, second = sample(), sample()
    assert GAME.view(first, 0) == GAME.view(second, 0) == GAME.view(s, 0)
    assert {digest(first), digest(second)}.isdisjoint({digest(s)})
    assert digest(first) != digest(second)


def test_greedy_takes_the_better_of_two_actions():
    # Given that worth counts points, when one card wins two points and another none, then greedy lays the winner.
    s = GAME.new(Options(rounds=1), 2, 1)
    s.players[0].hand, s.players[1].hand = ["c01"], ["c02"]
    s.players[0].laid = "c12"
    s.players[1].laid, s.players[1].ready = "c02", True
    s.players[1].hand = []
    del s.asks[1]
    choice = make(GAME, "greedy", 1).choose(GAME.view(s, 0), lambda: clone(s))
    assert choice == Ready()
    assert Lay("c01") not in GAME.view(s, 0).legal


@pytest.mark.parametrize("level", levels_of(GAME))
def test_what_a_bot_sees_is_its_view_or_less(level):
    s = GAME.new(Options(), 2, 3)
    bot, whole = make(GAME, level, 1), GAME.view(s, 1)
    seen = look(GAME, s, 1, bot)
    assert seen.legal == whole.legal
    assert bot.blind or replace(seen, choices=()) == replace(whole, choices=())
    assert not bot.blind or not hasattr(seen, "hand")


def test_bots_change_seats_from_game_to_game():
    assert [seating(("a", "b", "c"), n) for n in range(4)] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
        ("a", "b", "c"),
    ]


def test_one_game_is_decided_by_series_and_number():
    assert play(TINY, 4) == play(TINY, 4)
    assert len({play(TINY, n).actions for n in range(8)}) > 1


@pytest.mark.xdist_group("spawn")
def test_results_do_not_depend_on_the_number_of_processes():
    assert list(play_all(TINY, 6, jobs=2)) == list(play_all(TINY, 6))


def test_greedy_is_stronger_than_random():
    games = list(play_all(TINY, 60))
    wins = sum("captain" in {g.bots[w] for w in g.winners} for g in games)
    losses = sum("random" in {g.bots[w] for w in g.winners} for g in games)
    assert wins > losses


def test_hints_come_from_the_level_chosen_where_the_game_can_say_why():
    reach, war = load("reach"), load("shattered-reach")
    for level in ("cadet", "officer", "captain", "admiral"):
        assert adviser(reach, level) == level
    assert {adviser(war, level) for level in ("cadet", "captain", "admiral")} == {"captain"}
    assert adviser(reach, "of another version") == adviser(reach, "random") == "captain"
