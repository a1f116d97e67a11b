"""Claims (UR-C1, UR-C2, UR-C3) and rewards (UR-W1, UR-W2, UR-W3, UR-W5, UR-W6)."""

import pytest

from starforge.engine.match import Match
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.rules.power import claimable, lacking, totals
from tests.contract.checks import sampled
from tests.reach.table import (
    claiming,
    do,
    kinds,
    offered,
    planning,
    position,
    power,
    refused,
    resolving,
    round_end,
    told,
)

STRONG = "crew = { engine = ['e4', 'e4'], research = ['s4'], quarters = ['o4', 'o4'], command = ['p4', 'p4'] }"


def test_ur_c1_one_mission_each_in_play_order_if_the_totals_meet_it():
    s = claiming(
        1,
        '["miner", "comet-tail", "salt-moon"]',
        STRONG,
        STRONG.replace("'e4', 'e4'", "'e3'")
        .replace("'o4', 'o4'", "'o3'")
        .replace("'p4', 'p4'", "'p3', 'p3'")
        .replace("'s4'", "'s3'"),
    )
    do(s, 0, "claim miner")
    assert list(s.asks) == [1]
    refused(s, 0, "claim comet-tail", "UR-P4")
    refused(s, 1, "claim miner", "UR-C1")
    do(s, 1, "claim comet-tail")
    assert [p.claimed for p in s.players] == [["miner"], ["comet-tail"]]


def test_ur_c1_a_player_may_pass_and_whoever_cannot_claim_passes():
    s = claiming(1, '["miner"]', STRONG, "damage = { command = 9 }")
    events = do(s, 0, "pass")
    assert [d["forced"] for d in told(events, "passed")] == [False, True]
    assert s.players[0].claimed == []


def test_ur_c1_all_claims_come_before_all_rewards():
    weaker = "crew = { engine = ['e3'], research = ['s3', 's3'], quarters = ['o3'], command = ['p3', 'p3'] }"
    s = claiming(1, '["warm-reactor", "long-lens"]', STRONG, weaker)
    do(s, 0, "claim warm-reactor")
    assert s.asks[1].kind == "claim"
    do(s, 1, "claim long-lens")
    assert s.phase == "rewards"
    assert s.asks[0].kind == "attach"


def test_ur_c1_after_the_reveal_everybody_claims_before_anybody_is_rewarded():
    strong = "crew = { engine = ['e4', 'e4'], research = ['s4'], quarters = ['o4'], command = ['p3', 'p3'] }"
    other = "crew = { engine = ['e3', 'e3'], research = ['s3', 's3'], quarters = ['o3'], command = ['p2'] }"
    s = planning(1, strong, other, head='pool = ["warm-reactor", "long-lens"]')
    do(s, 0, "ready")
    do(s, 1, "ready")
    do(s, 0, "claim warm-reactor")
    assert {n: ask.kind for n, ask in s.asks.items()} == {1: "claim"}
    do(s, 1, "claim long-lens")
    assert {n: ask.kind for n, ask in s.asks.items()} == {0: "attach"}
    do(s, 0, "choose engine")
    assert {n: ask.kind for n, ask in s.asks.items()} == {1: "attach"}


def test_ur_c1_the_refusal_says_what_is_lacking():
    s = claiming(2, '["miner", "salt-moon"]', "crew = { quarters = ['o4'], engine = ['e3', 'e3'] }", "")
    assert refused(s, 0, "claim miner", "UR-C1") == "You lack 4 Command."
    assert GAME.view(s, 0).pool[0].lacking[0] == {"command": 4}


@pytest.mark.parametrize(("turn", "row"), [(1, "upper"), (2, "lower"), (3, "lower"), (4, "upper"), (8, "lower")])
def test_ur_c2_upper_row_on_the_first_tile_lower_row_later(turn, row):
    s = claiming(turn, '["comet-tail"]', "ship = 'wayfinder'\ncrew = { engine = ['e1'] }", "")
    assert (("claim comet-tail" in offered(s, 0)) if 0 in s.asks else False) == (row == "upper")
    mission = GAME.view(s, 0).pool[0]
    assert mission.needs == getattr(mission, row)


def test_ur_c3_a_claimed_mission_is_kept_and_counts():
    s = claiming(1, '["miner", "comet-tail"]', STRONG, "")
    before = dict(GAME.view(s, 1).boards[0].lines)["Missions: none"]
    do(s, 0, "claim miner")
    view = GAME.view(s, 1)
    assert dict(view.boards[0].lines)["Missions: Miner"] == before + 3
    assert [(c.mission, c.spent) for c in view.boards[0].claimed] == [("miner", False)]
    assert "miner" not in s.gone


# --- expedition and growth --------------------------------------------------------------------------------------------


def growing(*facts: str, turn: int = 3, phase: str = "round-end", head: str = "") -> object:
    return position(
        f'phase = "{phase}"\nturn = {turn}\nqueue = [["collect", 0]]\nasks = {{ 0 = {{ kind = "growth" }} }}\n{head}',
        *(facts or ("", "")),
    )


def test_ur_w1_tokens_are_taken_at_the_claim_as_far_as_there_are_any():
    s = claiming(1, '["comet-tail"]', STRONG, "")
    do(s, 0, "claim comet-tail")
    assert s.players[0].tokens == 2
    s = claiming(1, '["comet-tail"]', STRONG, "tokens = 19")
    assert told(do(s, 0, "claim comet-tail"), "gained")[0]["tokens"] == 1
    assert s.tokens == 0


def test_ur_w1_a_token_a_level_several_at_once_same_type_and_tokens_go_back():
    s = growing("crew = { research = ['s1', 's2'], engine = ['e4'] }\ntokens = 3", "")
    refused(s, 0, "raise s1 research e2", "UR-W1")
    refused(s, 0, "raise s2 research s1", "UR-W1")
    refused(s, 0, "raise s1 engine s2", "UR-W1")
    do(s, 0, "raise s1 research s3")
    assert s.players[0].tokens == 1
    assert s.tokens == 19
    assert "two" not in refused(s, 0, "raise s2 research s4", "UR-W1")
    do(s, 0, "raise s2 research s3")
    assert sorted(s.players[0].deck) == ["e4", "s3", "s3"], "collected for the next round"


def test_ur_w1_crew_in_the_deck_can_be_raised_too_and_tokens_can_be_kept():
    s = growing("deck = ['p1']\ntokens = 2", "")
    do(s, 0, "raise p1 deck p2")
    assert (s.players[0].deck, s.players[0].hand) == ([], ["p2"])
    do(s, 0, "done")
    assert s.players[0].deck == ["p2"]
    assert s.players[0].tokens == 1


def test_ur_w1_experience_is_spent_only_at_the_end_of_a_round():
    for s in (planning(2, "hand = ['e1']\ntokens = 3"), claiming(2, '["miner"]', STRONG + "\ntokens = 3", "")):
        assert not any("raise" in text for text in offered(s, 0))
        refused(s, 0, "raise e4 engine e4", "UR-P4")


def test_ur_t3_what_the_box_does_not_hold_cannot_be_taken():
    s = growing("crew = { command = ['p3', 'p2'] }\ntokens = 3", "deck = ['p4', 'p4', 'p4']")
    refused(s, 0, "raise p3 command p4", "UR-T3")
    assert "raise p2 command p3" in offered(s, 0)


def test_ur_w2_a_mid_working_elsewhere_becomes_a_specialist_one_of_three():
    s = growing(
        "crew = { engine = ['s2'] }\ntokens = 1", "", head='specialists = ["scout", "hermit", "warden", "rover"]'
    )
    events = do(s, 0, "specialise s2 engine")
    assert s.players[0].tokens == 0
    searched = next(e for e in events if e.kind == "searched")
    assert searched.secret == {"offered": (0,)}
    assert [c.card for c in GAME.view(s, 0).offered] == ["scout", "hermit", "warden"]
    assert GAME.view(s, 1).offered == ()
    assert offered(s, 0) == ["keep scout", "keep hermit", "keep warden"]
    refused(s, 0, "keep rover", "UR-W2")
    do(s, 0, "keep hermit")
    assert s.players[0].deck == ["hermit"]
    assert GAME.view(s, 1).specialist_discards == ("scout", "warden")


@pytest.mark.parametrize(
    ("card", "zone", "fits"),
    [
        ("s2", "engine", True),
        ("s2", "defence", True),
        ("s2", "research", False),
        ("s1", "engine", False),
        ("s3", "engine", False),
        ("s2", "repair-engine", False),
        ("s2", "academy", False),
    ],
)
def test_ur_w2_who_can_become_a_specialist(card, zone, fits):
    s = growing(f"crew = {{ {zone} = ['{card}'] }}\ntokens = 1\ndamage = {{ engine = 1 }}", "")
    if fits:
        assert f"specialise {card} {zone}" in offered(s, 0)
    else:
        refused(s, 0, f"specialise {card} {zone}", "UR-W2")


def test_ur_w2_specialists_are_not_raised_and_discards_come_back_when_fewer_than_three_remain():
    s = growing("crew = { engine = ['s2', 'hermit'] }\ntokens = 2", "")
    refused(s, 0, "raise hermit engine e4", "UR-W2")
    s.specialist_discards = s.specialists[2:]
    s.specialists = s.specialists[:2]
    do(s, 0, "specialise s2 engine")
    assert len(s.players[0].offered) == 3
    assert s.specialist_discards == []


def test_ur_w2_neither_the_draw_nor_the_choice_can_be_undone():
    match = Match(
        GAME,
        Options(),
        2,
        3,
        'game = "reach"\nphase = "round-end"\nturn = 3\nasks = { 0 = { kind = "growth" } }\n'
        '[[players]]\nship = "anvil"\ntokens = 2\ncrew = { engine = ["s2", "s2"] }\n[[players]]\nship = "lantern"\n',
    )
    match.submit(0, GAME.parse("specialise s2 engine"))
    assert match.undoable(0) is not None
    kept = match.state.players[0].offered[0]
    match.submit(0, GAME.parse(f"keep {kept}"))
    assert match.undoable(0) is not None, "all have seen which were discarded"


def test_ur_w2_with_no_specialist_left_it_is_not_offered():
    s = growing("crew = { engine = ['s2'] }\ntokens = 2", "")
    s.players[1].deck += s.specialists
    s.specialists = []
    refused(s, 0, "specialise s2 engine", "UR-W2")


# --- research, distress, maintenance ----------------------------------------------------------------------------------


def test_ur_w3_research_is_attached_at_the_end_of_that_turn_to_one_of_two_for_good():
    s = claiming(1, '["warm-reactor"]', STRONG, "")
    before = power(s, 0)
    do(s, 0, "claim warm-reactor")
    assert s.asks[0].kind == "attach"
    assert offered(s, 0) == ["choose engine", "choose research"]
    refused(s, 0, "choose command", "UR-W3")
    do(s, 0, "choose research")
    assert s.players[0].research == {"warm-reactor": "research"}
    assert power(s, 0)[1] == before[1] + 1
    assert not any("choose" in text for text in offered(s, 0)), "it cannot be moved"


def test_ur_w3_research_stays_after_the_round():
    s = round_end("claimed = ['warm-reactor']\nresearch = { warm-reactor = 'engine' }\nspent = ['warm-reactor']", "")
    do(s, 0, "done")
    assert s.turn == 4
    assert power(s, 0)[0] == 3 + 1


@pytest.mark.parametrize(
    ("card", "kinds_"), [("miner", ["e2", "s2", "o2", "p2"]), ("admirals-launch", ["e4", "s4", "o4", "p4"])]
)
def test_ur_w5_new_crew_of_your_choice_at_the_end_of_that_round(card, kinds_):
    s = round_end(f"claimed = ['{card}']\ncrew = {{ engine = ['e1'] }}", "")
    do(s, 0, "done")
    assert s.asks[0].kind == "recruit"
    assert offered(s, 0) == [f"recruit {c}" for c in kinds_]
    refused(s, 0, "recruit e1", "UR-W5")
    do(s, 0, f"recruit {kinds_[2]}")
    assert sorted([*s.players[0].deck, *s.players[0].hand]) == sorted(["e1", kinds_[2]])
    assert s.players[0].spent == [card]


def test_ur_w5_a_call_with_one_choice_is_taken_and_an_empty_box_gives_nothing():
    s = round_end("claimed = ['colony-beacon']", "")
    assert told(do(s, 0, "done"), "recruited") == [{"seat": 0, "card": "o3"}]
    s = round_end("claimed = ['colony-beacon']", "deck = ['o3', 'o3', 'o3', 'o3', 'o3']")
    events = do(s, 0, "done")
    assert "missed" in kinds(events)
    assert "o3" not in s.players[0].owned()


def test_ur_w6_maintenance_at_the_end_of_any_turn_up_to_the_number_once():
    s = resolving(1, "turn-end", "rewards", "[]", "claimed = ['re-boot']\ndamage = { engine = 1, command = 3 }", "")
    do(s, 0, "use re-boot")
    assert offered(s, 0) == ["mend engine", "mend command", "stop"]
    refused(s, 0, "mend research", "UR-W6")
    do(s, 0, "mend command", "mend engine")
    assert s.damage_discards == ["command", "engine"]
    do(s, 0, "stop")
    assert s.players[0].hurt() == 2
    assert s.players[0].spent == ["re-boot"]


def test_ur_w6_it_may_be_kept_for_a_later_turn_and_needs_damage():
    s = resolving(1, "turn-end", "rewards", '[["turn-end", 0]]', "claimed = ['re-boot']\ndamage = { engine = 4 }", "")
    do(s, 0, "use re-boot", "mend engine", "mend engine", "mend engine")
    assert s.players[0].damage["engine"] == 1
    s = resolving(1, "turn-end", "rewards", '[["turn-end", 0]]', "claimed = ['re-boot']", "")
    refused(s, 0, "use re-boot", "UR-W6")


def test_ur_w6_it_comes_before_the_repairs_of_the_round():
    s = round_end("claimed = ['re-boot']\ndamage = { engine = 1 }\ncrew = { repair-engine = ['e4'] }", "")
    events = do(s, 0, "use re-boot", "mend engine")
    assert [d["by"] for d in told(events, "repaired")] == ["card"]
    assert all(ask.kind != "mend" for ask in s.asks.values()), "nobody is asked about damage that there is not"
    s = position(
        'phase = "round-end"\nturn = 3\nasks = { 0 = { kind = "growth" } }',
        "claimed = ['re-boot']\ndamage = { engine = 1 }\ntokens = 1\ndeck = ['e1']",
        "",
    )
    refused(s, 0, "use re-boot", "UR-W6")


def test_ur_c1_what_may_be_claimed_lacks_nothing_also_where_a_card_lowers_what_is_needed():
    helped = 0
    for s, seat, _ in sampled(GAME, 2, 3, 4):
        p = s.players[seat]
        before = {m for m in s.pool if not lacking(p, s.turn, m, totals(p, s.turn))}
        for p.eased in ({}, dict.fromkeys(DEPARTMENTS, 2)):
            met = [m for m in (*s.pool, *p.reserved) if not lacking(p, s.turn, m, totals(p, s.turn))]
            assert claimable(s, seat) == met
        helped += bool({*met} - before)
        p.eased = {}
    assert helped
