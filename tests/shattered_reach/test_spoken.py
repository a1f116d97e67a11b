"""What the plain shell tells of the war when it is asked: only what the seat may know, and right."""

import re

import pytest

from starforge.engine.rng import Rng
from starforge.games.shattered_reach.game import GAME
from tests.shattered_reach.transcript import Table

NAMES = ("Ada", "Ben", "Cyd")
FIRE = """
ship 1 A wasp 0,4 N v0
ship 2 B wasp 0,2 N v0
ship 3 B picket 3,-8 S v2
A fires
"""
MOVE = """
ship 1 A wasp 0,4 N v2
ship 2 B wasp 0,-2 N v0
A moves
> forward
"""


def ask(case, words, seat=0):
    table = Table()
    table.play(["a case", *case.strip().splitlines()])
    topic, *rest = words.split()
    return GAME.inform(GAME.view(table.begin(), seat), NAMES, topic, rest)


def test_range_is_counted_and_told_with_the_direction_and_the_odds():
    assert ask(FIRE, "range 1 2") == ["2 is at range 2 of 1, to the N.", "Wasp 1 on Wasp 2: laser at 10 or less, 92 %."]
    assert ask(FIRE, "range 2 1") == ["1 is at range 2 of 2, to the S.", "Wasp 2 on Wasp 1: nothing bears."]
    assert ask(FIRE, "range 1 3,1") == ["3,1 is at range 3 of 1, to the NE."]
    assert ask(FIRE, "range 1 0,4") == ["They touch."]


@pytest.mark.parametrize(
    "words", ["range", "range 1", "range 1 2 3", "range 1 99", "range x 1", "range 1 2,", "range 1 ²"]
)
def test_a_range_that_is_none_says_how_to_ask(words):
    assert ask(FIRE, words)[0].startswith("Name a ship by its number")


def test_threats_name_the_foes_near_and_what_they_could_fire():
    assert ask(FIRE, "threats") == ["Wasp 1: Wasp 2 at range 2 to the N, nothing bears."]
    assert "Wasp 1 at range 2 to the S, laser at 10 or less, 92 %" in ask(FIRE, "threats", seat=1)[0]
    assert ask(FIRE, "threats", seat=None) == ["Only players have ships."]


def test_what_cannot_be_fired_is_not_told():
    """SR-F10, SR-F7: a launcher without missiles does nothing, and no wreck is a target."""
    case = "ship 1 A wasp 0,4 N v0\nship 2 B firebrand 0,1 S v0 {}\nA fires\nthen B fires, round ends"
    for armed in (True, False):
        for words in ("range 2 1", "threats"):
            told = " ".join(ask(case.format("" if armed else "missiles 0"), words))
            assert ("proton torpedo" in told) == armed
            assert "laser at" in told
    wreck = case.format("hull 0 shields 0 wreck\nship 3 B wasp 1,2 N v0")
    assert ask(wreck, "range 1 2")[1] == "Wasp 1 on Firebrand 2: nothing may be fired at a wreck."
    assert "laser at" in ask(wreck, "range 2 1")[1]


def test_ships_are_found_by_name_or_owner():
    (picket,) = ask(FIRE, "ships picket")
    assert picket.startswith("Ben's Picket 3 at 3,-8 heading S, velocity 2")
    assert "Length 2, speed 6, ram value 1; 4 laser turrets to range 4." in picket
    assert len(ask(FIRE, "ships ben")) == 2
    assert ask(FIRE, "ships zeppelin") == ["There is no such ship."]


def test_a_path_is_told_hex_by_hex_with_its_end():
    told = ask(MOVE, "path")
    assert "Plan of Wasp 1: forward" in told[0]
    assert "heading N" in told[1]
    assert ask(MOVE, "path 1") == told
    assert ask(MOVE, "path 2") == ask(MOVE, "path 77") == ["That ship has no plan and does not drift."]


def test_the_map_names_planets_and_zones():
    told = ask(FIRE, "map")
    assert "Planets: -8,4; -2,1; 2,-1; 8,-4." in told
    assert any(line.startswith("Zone of Ada: Q from -7 to 6") for line in told)


def test_nobody_hears_where_a_foe_deploys():
    s = GAME.new(GAME.options(factions="ferrum,ember"), 2, 1)
    for seat in (0, 1):
        while s.phase == "build" and seat in s.asks:
            legal = GAME.legal(s, seat)
            fleets = [a for a in legal if str(a).startswith("enlist")]
            ready = [a for a in legal if str(a) == "ready"]
            GAME.apply(s, seat, ready[0] if ready else fleets[0])
    assert s.phase == "deploy"
    place = next(a for a in GAME.legal(s, 1) if str(a).startswith("place"))
    GAME.apply(s, 1, place)
    q, r = str(place).split()[1:]
    for words in (["ships"], ["threats"], ["range", "0", "9"], ["path"]):
        told = GAME.inform(GAME.view(s, 0), NAMES, words[0], words[1:])
        assert not any(f"{q},{r}" in line for line in told)


CHASE = """
round 3
ship 1 A javelin 0,4 N v0 missiles 2 lock 0 on 2 within 4 of round 2 flight missile to 4 of round 2
ship 2 B spark 0,1 N v0 lock 0 on 1 within 3 of round 3
ship 4 B spark 2,2 N v0 stung lock 0 on 1 within 3 of round 3
ship 5 A javelin 0,6 N v0 missiles 2 lock 0 on 2 within 4 of round 2
A fires
"""


def test_threats_list_locks_and_missiles_of_both_sides_with_their_next_chance():
    told = ask(CHASE, "threats")
    assert told[2:] == [
        "Ada's Javelin 1 has locked a concussion missile onto Spark 2, to range 4; it can launch this round, "
        "from range 3 as now: 89 % to hit.",
        "A concussion missile of Ada's Javelin 1 is in flight to Spark 4; it seeks again this round, "
        "from range 2 as now: 83 % to find it, then 89 % to hit, 74 % in all.",
        "Ben's Spark 2 has locked a proton torpedo onto Javelin 1, to range 3; as things stand it is lost next round: "
        "the target is not ahead.",
        "Ben's Spark 4 has locked a proton torpedo onto Javelin 1, to range 3; as things stand it is lost next "
        "round: its ship is inoperable then.",
        "Ada's Javelin 5 has locked a concussion missile onto Spark 2, to range 4; as things stand it is lost this "
        "round: out of range: 5 now, it holds to 4.",
    ]
    assert ask(CHASE, "threats", seat=1)[2:] == told[2:]


def test_the_way_to_a_hex_is_told_with_its_price_and_as_what_to_type():
    told = ask(MOVE, "reach 1 0,1 N")
    assert told[0].startswith("Wasp 1 to 0,1: ")
    assert " course 1 " in told[0]
    course = told[0][told[0].index("course 1") :]
    table = Table()
    table.play(["a case", *MOVE.strip().splitlines()])
    s = table.begin()
    GAME.apply(s, 0, GAME.parse(course))
    assert GAME.view(s, 0).plan(1).end[:3] == (0, 1, 0)
    assert "too far" in ask(MOVE, "reach 1 0,-7")[0]
    assert ask(MOVE, "reach 1") == ask(MOVE, "reach x 0,1") == ask(MOVE, "reach 77 0,1")


def test_all_shots_are_told_the_best_first():
    told = ask(CHASE, "shots")
    assert len(told) > 2
    assert told[0].startswith(("Javelin 1: ", "Javelin 5: "))
    assert set(ask(CHASE, "shots best")[0].split()) & {"launch", "fire", "reacquire", "lock"}
    assert ask(MOVE, "shots") == ["Nothing of yours can be fired now."]


def test_odds_tell_whom_all_that_bears_would_kill():
    told = ask(CHASE, "odds")
    assert [line.split(":")[0] for line in told[:2]] == ["Spark 2", "Spark 4"]
    assert told[2 : 2 + len(ask(CHASE, "shots"))] == ask(CHASE, "shots")
    assert any("in flight" in line for line in told)
    assert ask(MOVE, "odds") == ["Nobody has dice to throw now."]


AWKWARD = re.compile(
    r"\b1 (ships|shots|hits|missiles|hexes|points|launchers|shields|rounds|locks)\b|\b[Aa] [aeiou]|\b[2-9] \w+ turret\b"
)


def test_no_number_or_article_is_wrong():
    """In all that is said of a game: choices, why some are refused, what happened, the table and all that is asked."""
    said = set()
    for seed in range(3):
        s, dice = GAME.new(GAME.options(factions="myriad,ferrum", rounds=4), 2, seed), Rng(seed)
        for n in range(900):
            if s.result is not None:
                break
            seat = min(s.asks)
            if n % 9 == 0:
                view = GAME.view(s, seat)
                said.update(text for c in view.choices for text in (c.label, c.hint, c.reason))
                said.update((*GAME.lines(view, NAMES), *(shot.reason for shot in view.shots)))
                said.update(
                    line for topic in ("ships", "threats", "map") for line in GAME.inform(view, NAMES, topic, [])
                )
            legal = GAME.legal(s, seat)
            s.events.clear()
            GAME.apply(s, seat, legal[dice.below(len(legal))])
            said.update(GAME.tell(event, NAMES) for event in s.events)
    assert len(said) > 400
    assert [text for text in said if AWKWARD.search(text)] == []
