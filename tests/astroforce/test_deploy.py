"""Deploy: payment, substitution, crew actions, Locked In dice, stages: AF-D4 to AF-D10, AF-X1 and AF-X2."""

import pytest

from starforge.engine.rules import Illegal
from starforge.games.astroforce.game import GAME
from tests.astroforce.table import act, at, legal, ready, refused, told
from tests.astroforce.test_turn import QUIET

NONE_OFFERED = 'offers = [{card = "tug-crew", done = true}]\n'


def deploying(crew: str, more: str = "") -> object:
    return at(QUIET + NONE_OFFERED + f"crew = {{{crew}}}\n" + more)


# --- orders in any order (AF-D4, AF-D9) ------------------------------------------------------------------------------


def test_af_d4_crew_actions_and_cards_come_in_any_order_as_long_as_dice_last():
    s = deploying("SCI = 2, SEC = 2, ENG = 1", 'hull = 5\nsensors = 1\nplots = [{card = "lab-quarantine"}]')
    act(s, "repair ENG", "clear-sensors SEC", "raise-shields SCI")
    assert (s.hull, s.sensors, s.shields, s.quarters) == (6, 0, 5, 10 - 1 - 1 - 2 + 1)
    assert ready(s) == {"SCI": 1, "SEC": 1}


def test_af_d4_a_spent_die_is_in_quarters_and_one_on_a_completed_card_is_not():
    s = deploying("ENG = 2, SEC = 1", 'hull = 5\nplots = [{card = "siphon"}]')
    before = s.quarters
    act(s, "repair ENG")
    assert s.quarters == before + 1
    act(s, "pay siphon ENG,SEC")
    assert s.quarters == before + 1
    assert s.plots[0].stacks == ["ENG", "SEC"]


def test_af_d9_dice_need_not_be_used_and_the_view_says_which_still_could():
    s = deploying("ENG = 1, SEC = 1, COM = 1", "hull = 6")
    s.medbay, s.quarters = 0, s.quarters + 1
    view = GAME.view(s, 0)
    assert view.usable == ("COM", "ENG", "SEC"), "alone the SEC does nothing, but any three act as another"
    assert "end" in map(str, view.legal)
    end = next(c for c in view.choices if str(c.action) == "end")
    assert end.hint == "COM ENG SEC could still be used"
    assert GAME.view(deploying("MED = 1", "hull = 7"), 0).usable == ("MED",)
    s = at('mission = {card = "deep-freeze"}\n' + NONE_OFFERED + "crew = {MED = 1}")
    assert GAME.view(s, 0).usable == (), "nobody is in Medbay"
    won = deploying("ENG = 1", "hull = 6")
    won.mission.done, won.year = True, 5
    assert GAME.view(won, 0).usable == (), "the patrol ends with this turn"
    won.year = 4
    assert GAME.view(won, 0).usable == ("ENG",)


# --- substitution (AF-D5) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("two", "one"), [("SCI,SCI", "MED"), ("MED,MED", "SCI"), ("ENG,ENG", "SEC"), ("SEC,SEC", "ENG")]
)
def test_af_d5_two_of_the_partner_role_act_as_one(two, one):
    order = {"MED": "heal", "SCI": "raise-shields", "SEC": "clear-sensors", "ENG": "repair"}[one]
    s = deploying(f"{two[:3]} = 2", "hull = 5\nsensors = 1")
    assert f"{order} {two}" in legal(s)
    act(s, f"{order} {two}")
    assert ready(s) == {}


@pytest.mark.parametrize("order", ["orders", "raise-shields", "heal", "repair", "clear-sensors"])
def test_af_d5_any_three_act_as_any_other(order):
    dice = {"orders": "SCI,MED,ENG", "raise-shields": "COM,MED,ENG", "heal": "COM,ENG,SEC"}.get(order, "COM,SCI,MED")
    crew = dict.fromkeys(dice.split(","), 1)
    s = deploying(", ".join(f"{face} = {n}" for face, n in crew.items()), "hull = 5\nsensors = 1")
    if order == "orders":
        s.crew["SEC"], s.quarters = 1, s.quarters - 1
    assert f"{order} {dice}" in legal(s)
    act(s, f"{order} {dice}")


def test_af_d5_only_the_fewest_dice_are_taken():
    s = deploying("ENG = 1, SEC = 2, COM = 1", "hull = 5")
    assert legal(s, "repair") == ["repair ENG", "repair SEC,SEC"]
    assert refused(s, "repair COM,ENG,SEC") == "AF-D5"
    assert refused(s, "repair COM") == "AF-D5"
    assert refused(s, "repair SEC,SEC,SEC") == "AF-D5", "there are only two"


def test_af_d5_a_result_made_of_others_is_not_part_of_another():
    """Four MED make two SCI, never one MED more; six dice of one pair make no COM by way of two results."""
    s = deploying("MED = 3, ENG = 1", "hull = 7")
    assert legal(s, "orders") == ["orders MED,MED,ENG", "orders MED,MED,MED"]
    s = deploying("ENG = 2, COM = 1, MED = 1")
    assert "heal ENG,ENG,COM" not in legal(s), "the MED itself heals"
    s = deploying("MED = 2, ENG = 2")
    assert legal(s, "orders") == ["orders MED,ENG,ENG", "orders MED,MED,ENG"]


def test_af_d5_a_stage_is_paid_with_like_dice_pairs_and_threes_together():
    s = at(
        'mission = {card = "distress-beacon", stage = 1}\n'
        + NONE_OFFERED
        + "crew = {SCI = 1, COM = 1, ENG = 1, SEC = 1}"
    )
    assert legal(s, "pay") == ["pay mission COM,SCI,ENG,SEC"]
    label = next(c.label for c in GAME.view(s, 0).choices if str(c.action).startswith("pay mission"))
    assert label == "Scan: SCI + COM ENG SEC as SCI"
    act(s, "pay mission COM,SCI,ENG,SEC")
    assert s.mission.stacks == ["SCI", "SCI:COM+ENG+SEC"]


# --- crew actions (AF-D6) --------------------------------------------------------------------------------------------


def test_af_d6_orders_change_another_die_in_a_station_even_into_a_full_one():
    s = deploying("COM = 1, MED = 1, ENG = 3")
    act(s, "orders COM")
    assert refused(s, "change COM") == "AF-D6", "the COM itself is spent"
    act(s, "change MED")
    assert refused(s, "become MED") == "AF-D6"
    assert refused(s, "become Threat") == "AF-D6"
    act(s, "become ENG")
    assert ready(s) == {"ENG": 4}


def test_af_d6_orders_need_another_die_in_a_station():
    assert refused(deploying("COM = 1"), "orders COM") == "AF-D6"
    assert refused(deploying("SCI = 1, MED = 1, ENG = 1"), "orders SCI,MED,ENG") == "AF-D6"


def test_af_d6_orders_never_make_a_role_whose_station_is_blocked():
    s = deploying("COM = 1, MED = 1", 'plots = [{card = "lab-quarantine"}]')
    act(s, "orders COM")
    act(s, "change MED")
    assert legal(s) == ["become COM", "become ENG", "become SEC"]
    assert refused(s, "become SCI") == "AF-D6"


def test_af_d6_shields_go_to_five_or_to_nothing():
    s = deploying("SCI = 3", "shields = 2")
    act(s, "raise-shields SCI")
    assert s.shields == 5
    assert refused(s, "raise-shields SCI") == "AF-D6"
    act(s, "lower-shields SCI")
    assert s.shields == 0
    assert refused(s, "lower-shields SCI") == "AF-D6"


def test_af_d6_heal_repair_and_clear_move_one_and_know_their_ends():
    s = deploying("MED = 2, ENG = 2, SEC = 2", "hull = 6\nsensors = 1")
    quarters = s.quarters
    act(s, "heal MED", "repair ENG", "clear-sensors SEC")
    assert (s.medbay, s.hull, s.sensors, s.quarters) == (0, 7, 0, quarters + 5)
    assert [refused(s, order) for order in ("heal MED", "repair ENG", "clear-sensors SEC")] == ["AF-D6"] * 3


def test_af_d6_healed_dice_are_not_rolled_this_turn():
    s = deploying("MED = 1")
    act(s, "heal MED")
    assert ready(s) == {}
    assert s.quarters == 10


# --- Locked In (AF-D7) -----------------------------------------------------------------------------------------------


def test_af_d7_dice_stay_on_an_unfinished_event_or_development():
    s = at(QUIET + 'crew = {ENG = 1, SEC = 2}\nplots = [{card = "siphon"}]\noffers = [{card = "machine-shop"}]')
    act(s, "lock siphon SEC SEC", "lock machine-shop ENG ENG", "end", "keep")
    assert (s.plots[0].stacks, s.offers[0].stacks) == (["SEC"], ["ENG"])
    assert s.quarters == 7


def test_af_d7_never_on_a_mission_stage_nor_on_a_staged_event():
    s = deploying("SCI = 1, SEC = 1", 'plots = [{card = "raiders"}]')
    assert refused(s, "lock mission SCI SCI") == "AF-D7"
    assert refused(s, "lock raiders SEC SEC") == "AF-D7"


def test_af_d7_all_dice_that_made_one_result_stay_and_go_home_only_together():
    s = deploying("MED = 1, COM = 1, ENG = 1", 'plots = [{card = "embargo"}]')
    act(s, "lock embargo SCI COM,MED,ENG", "end")
    assert s.plots[0].stacks == ["SCI:COM+MED+ENG"]
    assert legal(s) == ["keep", "take-home embargo SCI:COM+MED+ENG"], "to keep them is the first answer, also in lines"
    assert refused(s, "take-home embargo COM") == "AF-D7"
    quarters = s.quarters
    act(s, "take-home embargo SCI:COM+MED+ENG")
    assert s.quarters == quarters + 3
    assert s.asks[0].kind != "keep"


def test_af_d7_at_each_cleanup_the_player_keeps_them_or_takes_them_home():
    s = deploying("", 'plots = [{card = "fever", stacks = ["MED"]}, {card = "siphon", stacks = ["SEC"]}]')
    act(s, "end", "take-home fever MED", "keep")
    assert [plot.stacks for plot in s.plots] == [[], ["SEC"]]


def test_af_d7_a_result_on_a_card_counts_towards_its_requirement():
    s = deploying("ENG = 1", 'plots = [{card = "siphon", stacks = ["SEC"]}]')
    assert refused(s, "lock siphon SEC ENG") == "AF-D7", "it has its SEC"
    assert refused(s, "lock siphon ENG ENG") == "AF-D7", "that would complete it"
    act(s, "pay siphon ENG")
    assert s.plots[0].done


# --- active and captured dice (AF-D8, AF-D10) ------------------------------------------------------------------------


def test_af_d8_locked_in_dice_are_active_and_those_in_medbay_on_sensors_or_captured_are_not():
    s = at(
        QUIET
        + "sensors = 2\n"
        + 'plots = [{card = "alien-parasites", captured = 2}, {card = "siphon", stacks = ["SEC"]}, '
        '{card = "fever"}]\nfuel = 9'
    )
    act(s, "end", "keep", "first fever")
    assert legal(s) == ["pick quarters", "pick siphon/SEC"]
    act(s, "pick siphon/SEC")
    assert s.medbay == 2
    assert next(plot for plot in s.plots if plot.card == "siphon").stacks == []


def test_af_d8_a_picked_die_breaks_the_result_it_was_part_of():
    s = at(QUIET + 'plots = [{card = "embargo", stacks = ["SCI:COM+MED+ENG"]}, {card = "fever"}]')
    quarters = s.quarters
    act(s, "end", "keep", "first fever", "pick embargo/SCI:COM+MED+ENG")
    assert (s.medbay, s.quarters) == (2, quarters + 2)


def test_af_d10_captured_dice_come_home_when_the_card_leaves_play():
    s = at(QUIET + NONE_OFFERED + 'crew = {MED = 2}\nplots = [{card = "alien-parasites", captured = 2}]')
    act(s, "pay alien-parasites MED,MED")
    assert s.plots[0].captured == 2, "the card moves at Cleanup"
    act(s, "end")
    assert (s.plots, s.quarters) == ([], 9)


def test_af_d10_captured_dice_are_safe_from_damage():
    s = at(
        'mission = {card = "shipyard-siege", stage = 1}\nhull = 0\nfuel = 5\n'
        'plots = [{card = "alien-parasites", captured = 9}]'
    )
    act(s, "end")
    assert s.result is not None, "the last die of Quarters went to Medbay"
    assert s.plots[0].captured == 9


# --- stages (AF-X1, AF-X2) -------------------------------------------------------------------------------------------


def test_af_x1_one_stage_a_turn_and_in_order():
    s = at('mission = {card = "diplomatic-crisis"}\n' + NONE_OFFERED + "crew = {ENG = 2, SEC = 3, COM = 2}")
    act(s, "pay mission ENG,ENG")
    assert s.mission.stage == 1
    assert refused(s, "pay mission SEC,SEC") == "AF-X1"


def test_af_x1_holds_for_staged_events():
    s = deploying("SCI = 2, COM = 2, ENG = 2", 'plots = [{card = "kzinn-stealth-cruiser"}]')
    act(s, "pay kzinn-stealth-cruiser SCI,SCI")
    assert refused(s, "pay kzinn-stealth-cruiser COM,ENG") == "AF-X1"
    act(s, "end")
    assert (s.plots[0].stage, s.plots[0].moved, s.plots[0].stacks) == (1, False, [])


def test_af_x1_a_card_action_is_the_one_stage_of_its_turn():
    s = at('mission = {card = "distress-beacon", stage = 2}\n' + NONE_OFFERED + "crew = {ENG = 1, SCI = 1}")
    s.plot_deck.remove("stowaway")
    s.plot_deck.insert(0, "stowaway")
    act(s, "carry-out mission")
    assert refused(s, "pay mission SCI,ENG") == "AF-X1"
    assert refused(s, "carry-out mission") == "AF-X1"


def test_af_x2_a_card_action_takes_no_dice_and_a_challenge_is_paid_in_full():
    s = at(
        'mission = {card = "distress-beacon", stage = 2}\n' + NONE_OFFERED + "crew = {ENG = 1}\nplot_deck = ['static']"
    )
    assert refused(s, "pay mission ENG") == "AF-X2"
    act(s, "carry-out mission")
    assert (s.mission.stage, [plot.card for plot in s.plots]) == (3, ["static"])
    s = at('mission = {card = "diplomatic-crisis"}\n' + NONE_OFFERED + "crew = {ENG = 2}")
    assert refused(s, "carry-out mission") == "AF-X2"
    assert refused(s, "pay mission ENG") == "AF-D5", "two are needed"


def test_af_x2_only_a_card_in_play_with_stages_has_an_action_to_carry_out():
    s = at('mission = {card = "distress-beacon"}\nplots = [{card = "static"}]\n' + NONE_OFFERED + "crew = {ENG = 1}")
    for card in ("static", "siphon"):
        with pytest.raises(Illegal, match="no such card with stages"):
            act(s, f"carry-out {card}")


def test_af_x2_the_transmat_needs_shields_at_zero():
    s = at('mission = {card = "distress-beacon"}\n' + NONE_OFFERED + "crew = {ENG = 1, SCI = 1}\nshields = 5")
    assert refused(s, "pay mission ENG") == "AF-X2"
    act(s, "lower-shields SCI", "pay mission ENG")
    assert s.mission.stage == 1


def test_af_x2_shields_brought_down_by_damage_will_do():
    s = at(
        'mission = {card = "distress-beacon"}\n'
        + NONE_OFFERED
        + 'crew = {ENG = 1}\nshields = 0\nplot_deck = ["static"]'
    )
    act(s, "pay mission ENG")
    assert "paid" in told(s)
