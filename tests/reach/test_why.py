"""Advice says why: what an action brings, and what the next best would, from what the bot has compared."""

import re

import pytest

from starforge.engine.rng import Rng
from starforge.games.reach import GAME
from starforge.games.reach.bot import player
from starforge.games.reach.game import Options
from starforge.games.reach.model import actions as a
from tests.reach.table import NAMES, claiming, planning, position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_advice_about_whatever_is_compared_has_a_reason(seats):
    s, said = GAME.new(Options(), seats, seats), {}
    for n in range(1000):
        if s.result is not None:
            break
        seat = min(s.asks)
        view = GAME.view(s, seat)
        action = player.advise(view, Rng(n))
        words = GAME.why(view, action)
        if len(view.legal) > 1:
            assert words.endswith("."), (action, words)
            assert not re.search(r"\b[0-9] \w+s? \b0\b|  |\.\.$", words), words
            said.setdefault(type(action), set()).add(words)
        GAME.apply(s, seat, action)
    assert {a.PlaceCard, a.Claim} <= said.keys()
    assert len(said[a.PlaceCard]) > 5, "not always the same"
    assert not any(name in words for all_ in said.values() for words in all_ for name in NAMES)


def test_a_claim_is_compared_with_the_next_best():
    strong = "crew = { engine = ['e4'], research = ['s4'], quarters = ['o4', 'o4'], command = ['p4', 'p4'] }"
    s = claiming(2, '["miner", "salt-moon"]', f"{strong}\nlanding = 'jungle'", "")
    assert "the next best, Salt Moon, about" in GAME.why(GAME.view(s, 0), a.Claim("miner"))
    s.pool.remove("salt-moon")
    assert "you meet no other" in GAME.why(GAME.view(s, 0), a.Claim("miner"))


def test_a_placement_says_which_missions_it_decides():
    s = planning(1, "hand = ['e1', 'e2']\nlanding = 'arctic'", head='pool = ["comet-tail"]')
    view = GAME.view(s, 0)
    action = player.advise(view, Rng(1))
    assert "meet Comet Tail; with this card" in GAME.why(view, action)


def test_a_token_and_a_landing_are_compared():
    s = position(
        'phase = "round-end"\nturn = 6\nasks = { 0 = { kind = "growth" } }',
        "crew = { command = ['p3'], engine = ['e3'] }\ntokens = 1\nlanding = 'volcanic'",
        "",
    )
    words = GAME.why(GAME.view(s, 0), a.Raise("p3", "command", "p4"))
    assert "the next best, Senior Engineer to Lead Engineer, about" in words
    s = position(
        'phase = "landing"\nturn = 9\nasks = { 0 = { kind = "settle" } }',
        "landing = 'volcanic'\nhand = ['s4']\n"
        "crew = { engine = ['e4'], quarters = ['o4', 'o3'], command = ['p4', 'p1'] }",
        "",
    )
    assert "leaves the landing" in GAME.why(GAME.view(s, 0), a.PlaceCard("s4", "research"))
