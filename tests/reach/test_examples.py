"""The book's worked examples."""

import pytest

from starforge.games.reach import GAME
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.rules.ends import score_lines
from starforge.games.reach.rules.power import lacking, stopped, totals
from tests.reach.table import claiming, do, offered, planning, position, power, refused, ship, told


def test_department_totals_after_the_first_tile_ur_p5_ur_t5():
    """Engine 5, Research 4, Quarters 4, Command 2 with five cards of the first deck."""
    s = planning(1, 'ship = "anvil"\nhand = ["e1", "e1", "o1", "o2", "s1"]', "")
    do(s, 0, "place e1 engine", "place e1 engine", "place o1 quarters", "place o2 quarters", "place s1 quarters")
    assert power(s, 0) == [5, 4, 4, 2]


def test_department_totals_after_the_second_tile_ur_p6():
    """Engine 6, Research 7, Quarters 5, Command 4: five more cards on top of the first tile's."""
    s = planning(
        2,
        'ship = "anvil"\nhand = ["o1", "p1", "p2", "s1", "s2"]\n'
        'crew = { engine = ["e1", "e1"], quarters = ["o1", "o2", "s1"] }',
        "",
    )
    do(s, 0, "place p1 engine", "place s1 research", "place s2 research", "place o1 quarters", "place p2 command")
    assert power(s, 0) == [6, 7, 5, 4]


def test_department_totals_after_the_third_tile_ur_p6():
    """Engine 9, Research 8, Quarters 7, Command 7: nine more with five cards of a deck that has grown."""
    s = planning(
        3,
        'ship = "anvil"\nhand = ["e1", "e3", "o2", "p1", "p2"]\ncrew = { engine = ["e1", "e1", "p1"], '
        'research = ["s1", "s2"], quarters = ["o1", "o2", "s1", "o1"], command = ["p2"] }',
        "",
    )
    assert power(s, 0) == [6, 7, 5, 4]
    do(s, 0, "place e3 engine", "place e1 research", "place o2 quarters", "place p2 command", "place p1 command")
    assert power(s, 0) == [9, 8, 7, 7]


@pytest.mark.parametrize("crew", ["e1 o1", "p3"])
def test_two_juniors_or_one_senior_against_three_damage_leave_one_ur_d1(crew):
    assert 3 - stopped(ship(f"defence: {crew}"), 2) == 1


def test_command_two_and_a_senior_pilot_make_five_ur_o1():
    s = planning(1, 'ship = "anvil"\ncrew = { command = ["p3"] }', 'ship = "homestead"')
    assert power(s, 0)[3] == 2 + 3 == 5
    do(s, 0, "ready")
    ordered = told(do(s, 1, "ready"), "ordered")[0]
    assert ordered["order"] == [0, 1]
    assert ordered["powers"] == [[5, 2], [4, 4]]


def test_the_miner_board_meets_the_miner_on_either_row_ur_c1_ur_c2():
    """Engine 5, Research 5, Quarters 5, Command 7 against -/4, 1/4 and 5/6."""
    p = ship("engine: e2; research: s1; quarters: o2 o2 o1; command: p3 p2")
    have = totals(p, 1)
    assert [have[d] for d in DEPARTMENTS] == [5, 5, 5, 7]
    assert lacking(p, 1, "miner", have) == lacking(p, 2, "miner", have) == {}
    p.crew["command"] = ["p3"]
    assert lacking(p, 2, "miner", totals(p, 2)) == {"command": 1}
    assert lacking(p, 1, "miner", totals(p, 1)) == {}


def test_blank_requirements_need_nothing_ur_c2():
    s = claiming(
        1, '["miner"]', 'ship = "wayfinder"\ncrew = { command = ["p2"], engine = [] }\ndamage = { engine = 9 }', ""
    )
    assert power(s, 0) == [0, 0, 2, 5]
    assert "claim miner" in offered(s, 0)
    s.turn = 2
    refused(s, 0, "claim miner", "UR-C1")


def test_junior_scientist_costs_one_two_or_three_tokens_ur_w1():
    s = position(
        'phase = "round-end"\nturn = 3\nqueue = [["collect", 0]]\nasks = { 0 = { kind = "growth" } }',
        'crew = { research = ["s1"] }\ntokens = 3',
        "",
    )
    found = {c.action.to: c.hint for c in GAME.view(s, 0).choices if str(c.action).startswith("raise s1 research")}
    assert found == {"s2": "costs one token", "s3": "costs two tokens", "s4": "costs three tokens"}


def test_scoring_five_and_two_and_two_minus_two_is_seven_ur_e4():
    p = ship("command: p3; engine: e3", claimed=["re-boot"])
    p.damage["engine"] = 2
    lines = score_lines(p, 9, "")
    assert [points for _, points in lines] == [5, 2 + 2, -2]
    assert sum(points for _, points in lines) == 7


def test_two_scavenge_and_a_lead_pilot_give_five_each_ur_e4():
    p = ship("command: p4", claimed=["spare-hands", "forged-permits"], landing="volcanic")
    lines = dict(score_lines(p, 9, "volcanic"))
    assert lines["Have 1 Lead Pilot: 1 of 1"] == 5
    assert lines["Complete 2 Scavenge: 2 of 2"] == 5
    assert book().landings["volcanic"].need == {"engine": 7, "research": 7, "quarters": 7, "command": 9}
