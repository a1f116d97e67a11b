"""The ends: of a round (UR-E1, with UR-D3 and UR-D4) and of the flight (UR-E2, UR-E3, UR-E4)."""

from collections import Counter

import pytest

from starforge.engine.match import Match
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.rules import ends
from tests.reach.table import NAMES, do, kinds, offered, position, power, refused, round_end, told

LANDED = (
    "landing = 'volcanic'\n"
    "crew = { engine = ['e4'], research = ['s4'], quarters = ['o4', 'o4'], command = ['p4', 'p3'] }"
)


def landing(*facts: str, queue: str = "", kind: str = "turn-end", head: str = ""):
    """Return a state at the end of the ninth turn, the second seat without anything to decide."""
    queue = queue or '[["close-turn", 0]]'
    return position(
        f'phase = "rewards"\nturn = 9\ntile = "open-lane"\nqueue = {queue}\nasks = {{ 0 = {{ kind = "{kind}" }} }}\n'
        + head,
        *facts,
    )


EMPTY = "landing = 'arctic'\nhand = []\ncrew = { engine = ['e1'] }"


def place_all(s, seat, at="engine"):
    while seat in s.asks and s.asks[seat].kind == "settle":
        do(s, seat, next(text for text in offered(s, seat) if text.endswith(at)))


# --- the end of a round -----------------------------------------------------------------------------------------------


def test_ur_e1_repairs_academy_rewards_collection_one_player_after_the_other():
    facts = (
        "damage = { engine = 1 }\ncrew = { repair-engine = ['p1'], academy = ['s1'] }\n"
        "claimed = ['colony-beacon']\ntokens = 1"
    )
    s = round_end(facts, facts.replace("colony-beacon", "flight-academy"), head="order = [1, 0]")
    do(s, 0, "done")
    events = s.events
    first = [e.kind for e in events if e.data.get("seat") == 1 and e.kind not in ("hit", "drawn")]
    assert first == ["repaired", "graduated", "recruited"]
    assert list(s.asks) == [1], "the first in order finishes before the other begins"
    assert not any(e.data.get("seat") == 0 and e.kind in ("repaired", "graduated") for e in events)
    assert "raise s2 academy s3" in offered(s, 1), "a new Mid may be raised in the same round end"
    do(s, 1, "raise s2 academy s3")
    assert sorted(s.players[1].deck) == ["p1", "p3", "s3"]
    assert list(s.asks) == [0]
    do(s, 0, "done")
    assert (s.turn, s.round, s.step) == (4, 2, 1)
    assert sorted([*s.players[0].deck, *s.players[0].hand]) == ["o3", "p1", "s2"]


def test_ur_e1_tokens_are_kept_and_missions_come_from_the_next_deck():
    s = round_end("crew = { engine = ['e1'] }\ntokens = 2", "")
    do(s, 0, "done", "done")
    assert s.players[0].tokens == 2
    assert all(book().missions[m].round == 2 for m in s.pool)


def test_ur_d3_a_repairer_of_any_power_removes_one_damage_and_goes_home():
    s = round_end(
        "damage = { engine = 2, command = 1 }\ncrew = { repair-engine = ['e4'], repair-command = ['o1'] }", ""
    )
    do(s, 0, "done")
    assert s.players[0].damage == {"engine": 1, "research": 0, "quarters": 0, "command": 0}
    assert sorted([*s.players[0].deck, *s.players[0].hand]) == ["e4", "o1"]
    assert sorted(s.damage_discards) == ["command", "engine"]


def test_ur_d4_juniors_become_mids_and_without_a_mid_go_home_unchanged():
    s = round_end("crew = { academy = ['e1', 's1', 's1'] }", f"deck = {['e2'] * 10}")
    events = do(s, 0, "done")
    assert told(events, "graduated") == [{"seat": 0, "juniors": ["e1", "s1", "s1"], "cards": ["e1", "s2", "s2"]}]
    assert sorted([*s.players[0].deck, *s.players[0].hand]) == ["e1", "s2", "s2"]


def test_ur_d4_two_juniors_and_one_mid_left_make_one_mid():
    s = round_end("crew = { academy = ['s1', 's1'] }", f"deck = {['s2'] * 9}")
    events = do(s, 0, "done")
    assert told(events, "graduated") == [{"seat": 0, "juniors": ["s1", "s1"], "cards": ["s2", "s1"]}]
    assert GAME.census(s)["overdrawn"] == 0


def test_ur_w6_repairers_for_whom_maintenance_left_no_damage_take_none_below_zero():
    s = round_end("claimed = ['re-boot']\ndamage = { engine = 2 }\ncrew = { repair-engine = ['e1', 'o1'] }", "")
    do(s, 0, "use re-boot", "mend engine", "mend engine")
    assert s.players[0].damage["engine"] == 0
    assert s.damage_discards == ["engine", "engine"]


def test_ur_d4_a_junior_promoted_in_the_academy_learns_nothing_more():
    s = round_end("claimed = ['field-commission']\ncrew = { academy = ['s1'] }", "", turn=6)
    do(s, 0, "play field-commission", "promote s1 academy")
    assert told(s.events, "graduated")[0]["cards"] == ["s2"]


def test_ur_e1_new_crew_goes_into_the_deck_and_is_there_once():
    s = position(
        'phase = "round-end"\nturn = 3\nqueue = [["collect", 0]]\n'
        'asks = { 0 = { kind = "recruit", args = ["mid", "any"] } }',
        "crew = { engine = ['e1'] }",
        "",
    )
    do(s, 0, "recruit e2")
    assert sorted(s.players[0].owned()) == ["e1", "e2"]
    assert s.players[0].hand == []


def test_ur_p6_crew_is_collected_and_shuffled():
    s = round_end("crew = { engine = ['e1', 'o1'], defence = ['p1'], research = ['s2'] }\ndeck = ['o2']", "")
    collected = told(do(s, 0, "done"), "collected")[0]
    assert collected == {"seat": 0, "cards": 5}
    assert not list(s.players[0].aboard())


# --- landing ----------------------------------------------------------------------------------------------------------


def test_ur_e2_the_steps_of_the_landing_sequence_in_order():
    s = landing(
        "landing = 'volcanic'\ntokens = 1\nclaimed = ['admirals-launch', 'full-overhaul']\n"
        "damage = { engine = 2, research = 1 }\ndeck = ['o1']\n"
        "crew = { engine = ['e1'], repair-engine = ['e3'], academy = ['p1'] }",
        EMPTY,
    )
    do(s, 0, "done")
    assert s.phase == "landing"
    assert s.asks[0].kind == "recruit", "remaining rewards first, Distress Calls among them"
    do(s, 0, "recruit p4")
    assert s.asks[0].kind == "growth"
    assert "use full-overhaul" in offered(s, 0), "Maintenance kept until now still repairs"
    do(s, 0, "use full-overhaul", "mend research", "stop")
    do(s, 0, "raise e1 engine e2")
    assert s.asks[0].kind == "settle"
    assert sorted(s.players[0].hand) == ["e2", "p4"], "added and upgraded crew is placed anywhere"
    do(s, 0, "place e2 command", "place p4 command")
    assert told(s.events, "repaired")[-1] == {"seat": 0, "department": "engine", "by": "crew"}
    assert s.players[0].hand == ["e3"], "then repairers"
    do(s, 0, "place e3 engine")
    assert s.players[0].hand == ["p2"], "then the Academy"
    do(s, 0, "place p2 command")
    assert s.players[0].hand == ["o1"], "then the deck"
    do(s, 0, "place o1 quarters")
    assert s.result is not None
    assert s.players[0].damage["engine"] == 1


def test_ur_e2_crew_stays_on_the_ship_and_the_order_is_the_last_turns():
    s = landing(
        "crew = { engine = ['e4'] }\ndeck = ['e1']", "crew = { command = ['p4'] }\ndeck = ['p1']", head="order = [1, 0]"
    )
    do(s, 0, "done")
    assert list(s.asks) == [1]
    do(s, 1, "place p1 engine")
    assert list(s.asks) == [0]
    do(s, 0, "place e1 engine")
    assert s.players[0].crew["engine"] == ["e4", "e1"]
    assert sorted(s.players[1].aboard()) == [("p1", "engine"), ("p4", "command")]


@pytest.mark.parametrize(("card", "at", "to"), [("e3", "repair-engine", "e4"), ("p1", "academy", "p2")])
def test_ur_e2_a_raised_repairer_or_junior_neither_repairs_nor_graduates(card, at, to):
    s = landing(f"landing = 'volcanic'\ntokens = 1\ndamage = {{ engine = 1 }}\ncrew = {{ {at} = ['{card}'] }}", EMPTY)
    do(s, 0, "done", f"raise {card} {at} {to}")
    assert s.players[0].hand == [to]
    do(s, 0, f"place {to} command")
    assert not {"repaired", "graduated"} & set(kinds(s.events))
    assert s.players[0].damage["engine"] == 1


def test_ur_e2_crew_is_placed_in_departments_with_power():
    s = landing("deck = ['e1']", EMPTY)
    do(s, 0, "done")
    refused(s, 0, "place e1 defence", "UR-E2")
    refused(s, 0, "place p4 engine", "UR-E2")


def test_ur_e2_landing_cards_are_shown_together_at_the_end():
    s = landing(LANDED + "\ndeck = ['e1']", EMPTY + "\ndeck = ['p1']")
    do(s, 0, "done", "place e1 engine")
    assert [card.seat for card in GAME.view(s, 0).landings] == [0]
    events = do(s, 1, "place p1 engine")
    assert [d["landing"] for d in told(events, "landed")] == ["volcanic", "arctic"]
    assert [card.seat for card in GAME.view(s, None).landings] == [0, 1]


def test_ur_e2_the_last_card_cannot_be_taken_back_once_the_landing_cards_are_shown():
    match = Match(
        GAME,
        Options(),
        2,
        3,
        'game = "reach"\nphase = "landing"\nturn = 9\nqueue = [["touch-down", 0], ["settle", 0]]\n'
        'asks = { 0 = { kind = "settle" } }\n[[players]]\nship = "anvil"\nhand = ["e1", "e1"]\n'
        '[[players]]\nship = "lantern"\n',
    )
    match.submit(0, GAME.parse("place e1 engine"))
    assert match.undoable(0) is None
    match.submit(0, GAME.parse("place e1 engine"))
    assert match.state.result is not None
    assert match.undoable(0) is not None


def test_ur_e3_a_ship_lands_when_every_total_is_at_least_what_is_needed():
    s = landing(LANDED, EMPTY)
    do(s, 0, "done")
    assert power(s, 0) == [7, 8, 8, 9]
    assert s.result.winners == (0,)
    assert "Anvil lands" in s.result.text
    assert "Lantern does not land" in s.result.text
    assert s.result.scores[1] == 0
    assert [d["seat"] for d in told(s.events, "scored")] == [0], "the others do not score"


def test_ur_e3_damage_counts():
    s = landing(LANDED + "\ndamage = { engine = 1 }", EMPTY)
    do(s, 0, "done")
    assert power(s, 0)[0] == 6
    assert s.result.winners == ()
    assert told(s.events, "landed")[0]["short"] == {"engine": 1}


def test_ur_e4_the_score_line_by_line():
    s = landing(
        LANDED.replace("['p4', 'p3']", "['p4', 'p4', 'hermit']")
        + "\nclaimed = ['miner', 'spare-hands']\nspent = ['miner']\ndamage = { command = 1 }",
        EMPTY,
    )
    do(s, 0, "done")
    lines = told(s.events, "scored")[0]["lines"]
    missions = book().missions
    assert lines == [
        ["Missions: Miner, Spare Hands", missions["miner"].points + missions["spare-hands"].points],
        ["Crew: 7 cards", 6 * 4 + 2],
        ["Have 1 Lead Pilot: 2 of 1", 5],
        ["Complete 2 Scavenge: 1 of 2", 0],
        ["Unrepaired damage: 1", -1],
    ]
    assert s.result.scores[0] == sum(points for _, points in lines)
    words = GAME.tell(next(e for e in s.events if e.kind == "scored"), NAMES)
    assert "Have 1 Lead Pilot: 2 of 1: +5" in words
    assert "Have 1 Lead Pilot: 2 of 1 +5" in s.result.text


EVEN = (
    "landing = 'volcanic'\ncrew = { engine = ['e2', 'e2'], research = ['s2', 's1'], "
    "quarters = ['o2', 'o2', 'o2', 'o1'], command = ['p2', 'p2', 'p2', 'p1'] }",
    "landing = 'oceanic'\ncrew = { engine = ['e2', 'e2', 'e2', 'p1'], research = ['s2', 's1'], "
    "quarters = ['o2', 'o2', 'o1'], command = ['p2', 'p2', 'p2'] }",
)


def test_ur_e4_most_points_win():
    s = landing(EVEN[0] + "\nclaimed = ['salt-moon']", EVEN[1] + "\nclaimed = ['re-boot']")
    do(s, 0, "done")
    assert s.result.winners == (1,)
    assert s.result.scores == (book().missions["salt-moon"].points, 5)


def test_ur_e4_a_tie_is_a_shared_victory():
    s = landing(*EVEN)
    do(s, 0, "done")
    assert s.result.winners == (0, 1)
    assert s.result.text.startswith("The Anvil and the Lantern share the victory.")
    assert "share the victory" in GAME.tell(s.events[-1], NAMES)


def test_ur_e4_nobody_landed_nobody_wins():
    s = landing(EMPTY.replace("arctic", "volcanic"), EMPTY)
    do(s, 0, "done")
    assert s.result.winners == ()
    assert s.result.text.startswith("Nobody lands: nobody wins.")
    assert GAME.tell(s.events[-1], NAMES) == "Nobody has landed, so nobody wins."
    assert not s.asks


def test_ur_w2_the_last_card_of_the_box_can_still_be_raised_to(monkeypatch):
    s = round_end("crew = { command = ['p3'] }\ntokens = 1\nlanding = 'arctic'", "")
    s.specialists, s.specialist_discards = [], []
    for left in (1, 0):
        monkeypatch.setattr(ends, "box", lambda s, left=left: Counter(dict.fromkeys(["p4"], left)))
        assert ends.can_grow(s, s.players[0]) == bool(left)
