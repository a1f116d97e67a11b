"""Levels of Reach: what a Cadet overlooks, what an Officer does without, and what an Admiral thinks through."""

from dataclasses import replace

from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.games.reach import GAME
from starforge.games.reach.bot.foresight import SCENARIOS, scenarios, taken_by_others
from starforge.games.reach.bot.planner import Rival, plan, worth
from starforge.games.reach.bot.turns import situation
from tests.reach.table import claiming, do, planning

STRONG = "crew = { engine = ['e4', 'e4'], research = ['s4'], quarters = ['o4'], command = ['p4', 'p4'] }"


def chosen(level, s, seat=0):
    bot = make(GAME, level, 1)
    return str(bot.choose(look(GAME, s, seat, bot), sampler(GAME, s, seat, 1)))


def test_an_admiral_claims_what_a_rival_could_take_where_it_loses_little_by_it():
    rival = "ship = 'lantern'\nlanding = 'desert'\ncrew = { engine = ['e4'] }"
    s = claiming(1, '["comet-tail", "salt-moon"]', f"{STRONG}\nlanding = 'arctic'\nship = 'anvil'", rival)
    s.order = [0, 1]
    view = GAME.view(s, 0)
    lacks = {m.mission: [bool(lack) for lack in m.lacking] for m in view.pool}
    assert lacks == {"comet-tail": [False, True], "salt-moon": [False, False]}
    assert taken_by_others(view, "salt-moon") == 0 < taken_by_others(view, "comet-tail")
    assert (chosen("captain", s), chosen("admiral", s)) == ("claim comet-tail", "claim salt-moon")
    why = GAME.why(view, GAME.parse("claim salt-moon"))
    assert "Comet Tail is worth about" in why
    assert "those who come after you could take about" in why


def test_what_others_may_do_stays_the_same_while_a_hand_is_placed():
    s = planning(2, "hand = ['e1', 'p2']\nlanding = 'arctic'", "", head='pool = ["comet-tail", "salt-moon", "miner"]')
    before = scenarios(GAME.view(s, 0))
    assert len(before) == SCENARIOS
    assert len(set(before)) > 1
    do(s, 0, "place p2 engine")
    assert scenarios(GAME.view(s, 0)) == before


def test_a_mission_that_others_take_first_is_worth_nothing_and_what_they_lose_is_worth_something():
    s = planning(1, "landing = 'arctic'", "", head='pool = ["comet-tail", "salt-moon"]')
    at = replace(situation(GAME.view(s, 0)), hand=(), power=(9, 9, 9, 9))
    wanted = at.targets[0]
    first, last = (Rival(order, 0, ((wanted.mission, 4.0),)) for order in (99, 0))
    none = Rival(0, 0, ())
    taken, denied, alone = (worth(replace(at, scenarios=((rival,),)), ()) for rival in (first, last, none))
    assert taken < denied == alone
    assert plan(replace(at, scenarios=((first,),))) == ()


def test_a_cadet_takes_the_points_that_are_printed():
    s = claiming(1, '["comet-tail", "derelict-ring"]', f"{STRONG}\nlanding = 'arctic'", "")
    assert chosen("cadet", s) == "claim derelict-ring"


def test_a_cadet_and_an_officer_repair_nothing_before_the_last_round():
    s = planning(2, "hand = ['e1']\ndamage = { engine = 3 }\nlanding = 'arctic'", "", head='pool = ["ice-caverns"]')
    assert all(chosen(level, s).startswith("place e1") for level in ("cadet", "officer"))
