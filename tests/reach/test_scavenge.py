"""UR-W4: Scavenge cards. Every one of them works in each of its windows, and in no other."""

import pytest

from starforge.engine.rng import Rng
from starforge.engine.state import clone, digest
from starforge.games.reach import GAME
from starforge.games.reach.bot.planner import worth
from starforge.games.reach.bot.turns import situation
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.rules.damage import remove_damage
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.power import ranking, strengths, totals
from starforge.games.reach.rules.scavenge import WINDOWS
from tests.reach.table import claiming, do, kinds, offered, planning, position, power, refused, resolving, told

SCAVENGE = {slug: m for slug, m in book().missions.items() if m.type == "scavenge"}
FULL = (
    "damage = {{ engine = 3, command = 1 }}\ndeck = ['p1', 's1', 'o2']\ntokens = 0\n"
    "crew = {{ engine = ['e2', 'e4'], quarters = ['o4'], command = ['p4', 'p4', 's2'], research = ['s4'] }}\n"
    "claimed = ['{card}']"
)


HARD = "coolant-flush"
"""A mission for which whoever has all that crew lacks three in one department."""


def order(s):
    return ranking(s.players, strengths(s, [(p, totals(p, s.turn)) for p in s.players]))


def at(window: str, card: str, turn: int = 2):
    """Return a state in which the first seat, who holds the card, is asked in a window."""
    facts = (FULL.format(card=card), "")
    round_ = book().missions[card].round
    turn = (round_ - 1) * 3 + turn
    pool = [m for m in ("miner", "comet-tail", "salt-moon") if m != card]
    head = f"pool = {pool}"
    if window == "planning":
        return planning(turn, facts[0] + "\nhand = ['e1']", "hand = ['e1']", head=head)
    if window == "before":
        return resolving(turn, "before", "opening", '[["plan", 0]]', *facts, head=head)
    if window == "claim":
        return claiming(turn, str(pool + [HARD] * (SCAVENGE[card].reward[0] in ("overcharge", "forge"))), *facts)
    if window == "claimed":
        return resolving(turn, "after-claim", "claims", '[["rewards", 0], ["claim", 1]]', *facts, head=head)
    return resolving(turn, "turn-end", "rewards", '[["close-turn", 0], ["end-turn", 1]]', *facts, head=head)


SPOTS = [(card, window) for card, m in SCAVENGE.items() for window in ("before", "planning", "claim", "claimed", "end")]


@pytest.mark.parametrize(("card", "window"), SPOTS)
def test_ur_w4_every_card_in_every_window(card, window):
    s = at(window, card)
    if window not in SCAVENGE[card].windows:
        assert "not now" in refused(s, 0, f"play {card}", "UR-W4")
        return
    before = digest(s)
    do(s, 0, f"play {card}")
    assert card in s.players[0].spent
    assert digest(s) != before
    refused(s, 0, f"play {card}", "UR-W4" if "plan" in str(s.asks.get(0)) or s.asks[0].kind in WINDOWS else "UR-P4")


@pytest.mark.parametrize("card", [c for c, m in SCAVENGE.items() if "end" in m.windows])
def test_ur_w4_cards_for_the_end_of_a_turn_also_work_at_the_end_of_a_round(card):
    turn = SCAVENGE[card].round * 3
    s = position(
        f'phase = "round-end"\nturn = {min(6, turn)}\nqueue = [["collect", 0]]\nasks = {{ 0 = {{ kind = "growth" }} }}',
        FULL.format(card=card),
        "",
    )
    do(s, 0, f"play {card}")
    assert card in s.players[0].spent


@pytest.mark.parametrize("card", SCAVENGE)
def test_ur_w4_no_card_in_the_landing_sequence(card):
    s = position(
        'phase = "landing"\nturn = 9\nqueue = [["touch-down", 0]]\nasks = { 0 = { kind = "growth" } }',
        FULL.format(card=card).replace("tokens = 0", "tokens = 1"),
        "",
    )
    assert "Landing Sequence" in refused(s, 0, f"play {card}", "UR-W4")
    assert any(c.rule == "UR-W4" for c in GAME.view(s, 0).choices)


def test_ur_w4_who_is_asked_before_planning_follows_last_turns_order_and_before_anybody_draws():
    facts = ("claimed = ['priority-code']", "claimed = ['second-survey']")
    s = resolving(3, "turn-end", "rewards", '[["close-turn", 0]]', *facts, head="order = [1, 0]")
    s.turn = 4
    do(s, 0, "done")
    assert (s.phase, list(s.asks)) == ("opening", [1])
    assert not any(p.hand for p in s.players)
    do(s, 1, "hold")
    assert list(s.asks) == [0]
    do(s, 0, "hold")
    assert s.phase == "planning"
    assert set(s.asks) == {0, 1}


def test_ur_w4_secret_sector_plan_is_for_its_player_only_and_for_one_claim():
    s = at("claim", "secret-sector-plan")
    s.missions[1][:2] = ["silent-array", "ice-caverns"]
    do(s, 0, "play secret-sector-plan")
    assert s.players[0].reserved == ["silent-array", "ice-caverns"]
    assert [m.reserved for m in GAME.view(s, 1).pool] == [None, None, None, 0, 0]
    do(s, 0, "claim silent-array")
    assert "claim" not in {s.asks[n].kind for n in s.asks if n == 0}


def test_ur_w4_nobody_else_may_claim_what_the_plan_reveals():
    strong = (
        "crew = { engine = ['e4', 'e4'], research = ['s4', 's4'], quarters = ['o4', 'o4'], command = ['p4', 'p4'] }"
    )
    s = claiming(1, '["miner"]', "claimed = ['secret-sector-plan']", strong)
    s.missions[1][:2] = ["silent-array", "ice-caverns"]
    do(s, 0, "play secret-sector-plan")
    assert "claim miner" in offered(s, 1)
    refused(s, 1, "claim silent-array", "UR-C1")


def test_ur_w4_leftovers_of_the_plan_leave_with_the_others():
    s = at("claim", "secret-sector-plan")
    do(s, 0, "play secret-sector-plan", "pass")
    gone = [m for d in told(s.events, "left") for m in d["missions"]]
    assert len(gone) == 5
    assert s.players[0].reserved == []


def test_ur_w4_as_many_as_the_deck_has():
    s = at("claim", "secret-sector-plan")
    s.gone += s.missions[1][1:]
    s.missions[1] = s.missions[1][:1]
    do(s, 0, "play secret-sector-plan")
    assert len(s.players[0].reserved) == 1
    s = at("claim", "secret-sector-plan")
    s.gone += s.missions[1]
    s.missions[1] = []
    refused(s, 0, "play secret-sector-plan", "UR-W4")


def test_spare_hands_draw_two_more_behind_the_screen():
    s = at("planning", "spare-hands")
    other = GAME.view(s, 1)
    events = do(s, 0, "play spare-hands")
    assert s.players[0].hand == ["e1", "p1", "s1"]
    assert all(e.only == (0,) for e in events)
    assert GAME.view(s, 1) == other, "nobody learns of it before the reveal"
    do(s, 0, "place e1 engine", "place p1 engine", "place s1 engine", "ready")
    events = do(s, 1, "place e1 engine", "ready")
    assert told(events, "played") == [{"seat": 0, "card": "spare-hands"}]


@pytest.mark.parametrize("window", ["planning", "claim"])
def test_overcharge_cells_add_power_until_the_end_of_the_turn(window):
    s = at(window, "overcharge-cells")
    before = power(s, 0)[1]
    do(s, 0, "play overcharge-cells", "choose research")
    assert power(s, 0)[1] == before + 3
    assert s.asks[0].kind == ("plan" if window == "planning" else "claim")
    if window == "planning":
        assert GAME.view(s, 1).boards[0].totals["research"] == before
        refused(s, 0, "choose engine", "UR-P4")
        do(s, 0, "place e1 engine", "ready")
        shown = do(s, 1, "place e1 engine", "ready")
        assert told(shown, "overcharged") == [{"seat": 0, "department": "research", "power": 3}]
        assert told(shown, "revealed")[0]["totals"]["research"] == before + 3
    else:
        do(s, 0, "pass")
        assert s.players[0].boosts == {}


def test_forged_permits_lower_what_missions_need_of_you():
    s = at("claim", "forged-permits")
    s.players[0].damage["command"] = 9
    assert power(s, 0)[3] < 6
    lacks = GAME.view(s, 0).pool[0].lacking[0]["command"]
    do(s, 0, "play forged-permits", "choose command")
    assert GAME.view(s, 0).pool[0].lacking[0].get("command", 0) == max(0, lacks - 3)
    assert GAME.view(s, 0).pool[0].required["command"] == 3
    assert GAME.view(s, 1).pool[0].required["command"] == 6


def test_shift_change_takes_up_crew_of_earlier_turns_secretly():
    s = at("planning", "shift-change")
    other = GAME.view(s, 1)
    refused(s, 0, "lift s2 command", "UR-P6")
    do(s, 0, "play shift-change", "lift s2 command")
    assert "s2" in s.players[0].hand
    do(s, 0, "place s2 research", "lift e2 engine")
    refused(s, 0, "lift e4 engine", "UR-P6")
    assert GAME.view(s, 1) == other
    do(s, 0, "take-back s2 research", "place s2 research")


def test_shift_change_may_be_left_unused_and_ends_with_the_turn():
    s = at("planning", "shift-change")
    do(s, 0, "play shift-change", "place e1 engine", "ready")
    do(s, 1, "place e1 engine", "ready")
    assert s.players[0].lifts == 0


@pytest.mark.parametrize("window", ["before", "claimed", "end"])
def test_patch_drones_repair_at_once(window):
    s = at(window, "patch-drones")
    s.queue.clear()
    do(s, 0, "play patch-drones", "mend engine", "mend command")
    assert s.players[0].hurt() == 2
    do(s, 0, "stop")
    assert s.players[0].hurt() == 2


def test_priority_code_goes_first_whatever_the_power():
    s = at("before", "priority-code")
    s.players[0].crew = {zone: [] for zone in s.players[0].crew}
    s.players[1].crew["command"] = ["p4", "p4"]
    assert order(s) == [1, 0]
    do(s, 0, "play priority-code")
    assert order(s) == [0, 1]
    s.players[1].first = 2
    assert order(s) == [0, 1], "the first to play it stays first"


def test_double_contract_gives_one_more_claim():
    s = at("claimed", "double-contract")
    s.players[0].crew["command"] += ["p4"]
    do(s, 0, "play double-contract")
    assert s.asks[0].kind == "claim"
    do(s, 0, "claim miner")
    assert s.players[0].claimed == ["double-contract", "miner"]
    assert 0 not in s.asks or s.asks[0].kind != "claim"


def test_field_commission_raises_one_where_it_stands():
    s = at("end", "field-commission")
    do(s, 0, "play field-commission")
    assert "promote e4 engine" not in offered(s, 0)
    refused(s, 0, "promote e4 engine", "UR-W4")
    do(s, 0, "promote e2 engine")
    assert told(s.events, "raised")[0]["to"] == "e3"


def test_ur_d1_who_is_raised_in_a_full_defence_center_stops_no_more_than_three():
    s = at("end", "field-commission")
    s.players[0].crew["defence"] = ["p1", "p2", "p2"]
    s.players[0].deck = ["s1"]
    do(s, 0, "play field-commission", "promote p2 defence")
    board = GAME.view(s, 0).boards[0]
    assert (board.workers, board.stops) == (3, 3)
    while s.phase != "planning":
        do(s, 0, offered(s, 0)[-1])
    assert GAME.advise(GAME.view(s, 0), lambda: s, Rng(1)).at != "defence"
    plans = situation(GAME.view(s, 0))
    assert worth(plans, (("s1", "research"),)) > worth(plans, (("s1", "defence"),)) == float("-inf")


def test_decoy_buoy_lets_the_next_damage_miss_and_only_that():
    s = at("end", "decoy-buoy")
    s.tiles[:2] = ["magnetar", "gamma-burst"]
    before = s.players[0].hurt()
    events = do(s, 0, "play decoy-buoy")
    assert told(events, "hit")[0]["prevented"] == 3
    assert s.players[0].hurt() == before
    assert s.players[0].decoy == 0


def test_decoy_buoy_waits_for_a_tile_with_damage():
    s = at("end", "decoy-buoy", turn=1)
    s.tiles[:1] = ["open-lane"]
    do(s, 0, "play decoy-buoy")
    assert s.players[0].decoy == 1


def test_decoy_buoy_waits_while_the_defence_stops_all_the_damage():
    s = at("end", "decoy-buoy", turn=1)
    s.tiles[:2] = ["magnetar", "gamma-burst"]
    s.players[0].crew["defence"] = ["p3", "p1"]
    events = do(s, 0, "play decoy-buoy")
    assert told(events, "hit")[0]["prevented"] == book().tiles["magnetar"].damage == 3
    assert s.players[0].decoy == 1
    assert "whose damage you would take" in op.say(SCAVENGE["decoy-buoy"].reward)


def test_forged_permits_and_overcharge_end_with_the_turn():
    for name, field in (("forge", "eased"), ("overcharge", "boosts")):
        card = next(slug for slug, m in SCAVENGE.items() if m.reward[0] == name)
        s = at("claim", card)
        do(s, 0, f"play {card}", "choose command")
        assert getattr(s.players[0], field) == {"command": 3}
        do(s, 0, "pass")
        while s.phase != "planning":
            seat = min(s.asks)
            do(s, seat, offered(s, seat)[-1])
        assert getattr(s.players[0], field) == {}


def test_ur_w4_nobody_is_asked_about_a_decoy_after_the_last_tile():
    able = FULL.format(card="decoy-buoy")
    for turn, asked in ((8, True), (9, False)):
        s = claiming(turn, '["miner"]', able)
        do(s, 0, "claim miner")
        assert ("after-claim" in [ask.kind for ask in s.asks.values()]) is asked


@pytest.mark.parametrize(("card", "more"), [("second-survey", 0), ("second-survey-2", 1)])
def test_second_survey_replaces_the_pool(card, more):
    s = at("before", card)
    old, new = list(s.pool), s.missions[3][: 3 + more]
    do(s, 0, f"play {card}")
    assert s.pool == new
    assert s.gone == old


@pytest.mark.parametrize("window", ["claim", "end"])
def test_stowaway_takes_a_senior_and_places_it_at_once(window):
    s = at(window, "stowaway")
    do(s, 0, "play stowaway")
    assert offered(s, 0) == ["recruit e3", "recruit s3", "recruit o3", "recruit p3"]
    refused(s, 0, "recruit e4", "UR-W5")
    before = power(s, 0)[2]
    do(s, 0, "recruit o3")
    assert {text.split()[2] for text in offered(s, 0)} == {"engine", "research", "quarters", "command"}
    refused(s, 0, "place o3 academy", "UR-E2")
    do(s, 0, "place o3 quarters")
    assert "o3" in s.players[0].owned()
    assert window == "end" or power(s, 0)[2] == before + 3


def test_bulkhead_doors_move_damage():
    s = at("before", "bulkhead-doors")
    s.queue.clear()
    do(s, 0, "play bulkhead-doors")
    refused(s, 0, "shift quarters engine", "UR-W4")
    refused(s, 0, "shift engine engine", "UR-W4")
    do(s, 0, "shift engine quarters", "shift engine research")
    assert s.players[0].damage == {"engine": 1, "research": 1, "quarters": 1, "command": 1}
    assert sorted(s.players[0].damage_cards()) == ["command", "engine", "engine", "engine"]


def test_moved_damage_stays_the_card_it_was():
    s = at("before", "bulkhead-doors")
    s.queue.clear()
    census = GAME.census(s)
    do(s, 0, "play bulkhead-doors", "shift engine quarters", "shift quarters research")
    assert s.players[0].strays == [("engine", "research")]
    assert GAME.census(s) == census
    remove_damage(s, 0, "research", "card")
    assert s.damage_discards == ["engine"]
    assert GAME.census(s) == census


def test_damage_moved_back_home_is_no_stray():
    s = at("before", "bulkhead-doors")
    do(s, 0, "play bulkhead-doors", "shift engine quarters", "shift quarters engine")
    assert s.players[0].strays == []


@pytest.mark.parametrize(
    ("card", "window", "change"),
    [
        ("patch-drones", "end", lambda s: s.players[0].damage.update(dict.fromkeys(s.players[0].damage, 0))),
        ("bulkhead-doors", "end", lambda s: s.players[0].damage.update(dict.fromkeys(s.players[0].damage, 0))),
        ("spare-hands", "planning", lambda s: s.players[0].deck.clear()),
        ("double-contract", "claimed", lambda s: s.pool.clear()),
        ("field-commission", "end", lambda s: s.players[0].crew.update(engine=["e4"], command=["p4"], research=["s4"])),
        ("second-survey", "before", lambda s: s.missions[3].clear()),
        ("decoy-buoy", "claimed", lambda s: setattr(s, "turn", 9)),
        ("decoy-buoy", "end", lambda s: setattr(s, "turn", 9)),
        ("decoy-buoy", "end", lambda s: setattr(s, "tiles", ["open-lane"])),
    ],
)
def test_ur_w4_a_card_of_no_use_is_refused_with_the_reason(card, window, change):
    s = at(window, card)
    change(s)
    assert refused(s, 0, f"play {card}", "UR-W4")


def test_ur_w4_a_played_card_keeps_its_points_and_a_card_not_held_is_refused():
    s = at("planning", "spare-hands")
    refused(s, 1, "play spare-hands", "UR-W4")
    do(s, 0, "play spare-hands")
    assert dict(GAME.view(s, 0).boards[0].lines)["Missions: Spare Hands"] == book().missions["spare-hands"].points


def test_cards_played_while_planning_commute_with_what_others_do():
    s = at("planning", "overcharge-cells")
    one, two = clone(s), clone(s)
    do(one, 0, "play overcharge-cells", "choose engine")
    do(one, 1, "place e1 engine", "ready")
    do(two, 1, "place e1 engine", "ready")
    do(two, 0, "play overcharge-cells", "choose engine")
    assert digest(one) == digest(two)
    assert GAME.view(one, 1).waiting == {0: "plan"}
    assert "claimed" in kinds(do(at("claim", "overcharge-cells"), 0, "claim miner"))
