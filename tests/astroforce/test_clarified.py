"""The cards that the rulebook explains, each with tests of its own: AF-K1 to AF-K5."""

import pytest

from starforge.games.astroforce.game import GAME
from tests.astroforce.table import act, at, legal, ready, refused, told
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET

# --- Space/Time Disruption (AF-K1) -----------------------------------------------------------------------------------

DISRUPTED = 'plots = [{card = "space-time-disruption"}]\nplot_discards = ["siphon", "fever"]\n'


def test_af_k1_a_completed_mission_costs_a_random_development_and_shuffles_the_discards_in():
    s = at(
        'mission = {card = "deep-freeze", stage = 5}\nmedbay = 1\nactive = ["war-room", "field-ward"]\n'
        + DISRUPTED
        + 'missions = ["silent-station"]'
    )
    act(s, "carry-out mission", "end")
    assert len(s.active) == 1
    assert s.plot_discards == []
    assert "siphon" in s.plot_deck
    assert [plot.card for plot in s.plots] == ["space-time-disruption"], "it stays"


def test_af_k1_a_failed_mission_does_it_too_before_the_event_is_drawn():
    s = at(QUIET + 'fuel = 1\nactive = ["war-room"]\nmissions = ["silent-station"]\n' + DISRUPTED)
    act(s, "end")
    kinds = told(s)
    assert kinds.index("mission-failed") < kinds.index("development-lost") < kinds.index("events-shuffled")
    assert kinds.index("events-shuffled") < kinds.index("event-drawn")
    assert s.active == []


def test_af_k1_it_triggers_again_and_without_developments_only_shuffles():
    s = at(QUIET + 'fuel = 1\nfailures = "consecutive"\nmissions = ["silent-station"]\n' + DISRUPTED)
    act(s, "end")
    assert "development-lost" not in told(s)
    assert "events-shuffled" in told(s)
    assert s.plots[0].card == "space-time-disruption"


def test_af_k1_once_met_it_does_nothing_even_in_the_turn_the_mission_ends():
    s = at(
        'mission = {card = "deep-freeze", stage = 5}\nmedbay = 1\nactive = ["war-room"]\ncrew = {SCI = 3}\n'
        + NONE_OFFERED
        + DISRUPTED
    )
    act(s, "carry-out mission", "pay space-time-disruption SCI,SCI,SCI", "end")
    assert s.active == ["war-room", "tug-crew"]
    assert "events-shuffled" not in told(s)


# --- Dissention in the Ranks (AF-K2) ---------------------------------------------------------------------------------

DISSENT = 'offers = [{card = "ram-scoop"}, {card = "red-alert"}]\n'


def test_af_k2_dice_go_on_cards_only_to_meet_the_full_requirement():
    s = at(QUIET + DISSENT + 'crew = {ENG = 2, SCI = 1, COM = 2}\nplots = [{card = "dissention"}]')
    assert legal(s, "lock") == []
    assert refused(s, "lock ram-scoop ENG ENG") == "AF-K2"
    assert refused(s, "lock dissention COM COM") == "AF-K2", "its own requirement too"
    act(s, "pay ram-scoop SCI,ENG,ENG")
    assert s.offers[0].done


def test_af_k2_dice_already_locked_in_go_home_at_cleanup():
    s = at(
        QUIET + 'plots = [{card = "dissention"}, {card = "siphon", stacks = ["SEC"]}]\n'
        'offers = [{card = "ram-scoop", stacks = ["ENG", "SCI:MED+MED"]}]'
    )
    act(s, "end")
    assert (s.plots[1].stacks, s.offers[0].stacks) == ([], [])
    assert s.quarters == 9


def test_af_k2_they_may_still_help_to_pay_in_full_before_that():
    s = at(QUIET + 'crew = {ENG = 1}\nplots = [{card = "dissention"}, {card = "siphon", stacks = ["SEC"]}]\n' + DISSENT)
    act(s, "pay siphon ENG")
    assert s.plots[1].done


def test_af_k2_once_met_dice_may_be_locked_in_again():
    s = at(QUIET + DISSENT + 'crew = {COM = 2, ENG = 1}\nplots = [{card = "dissention"}]')
    act(s, "pay dissention COM,COM", "lock ram-scoop ENG ENG", "end", "keep")
    assert s.offers[0].stacks == ["ENG"]


# --- Bridge Crew (AF-K3) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "role", "order"),
    [
        ("first-officer", "COM", "orders +COM"),
        ("science-officer", "SCI", "raise-shields +SCI"),
        ("ships-surgeon", "MED", "heal +MED"),
        ("chief-engineer", "ENG", "repair +ENG"),
        ("security-chief", "SEC", "clear-sensors +SEC"),
    ],
)
def test_af_k3_each_bridge_crew_gives_a_result_a_turn_for_crew_actions(card, role, order):
    s = at(QUIET + NONE_OFFERED + f'hull = 5\nsensors = 1\nactive = ["{card}"]', "roll", dice="MED MED MED MED MED MED")
    act(s, "roll")
    assert s.bridge[role] == 1
    quarters = s.quarters
    act(s, order)
    assert s.bridge[role] == 0
    assert s.quarters - quarters <= 1, "no die of its own goes home"
    assert refused(s, order) in ("AF-D5", "AF-D6", "AF-V1")


def test_af_k3_it_stands_beside_real_dice_in_a_challenge():
    s = at('mission = {card = "distress-beacon", stage = 1}\nbridge = {SCI = 1}\ncrew = {SCI = 1}\n' + NONE_OFFERED)
    act(s, "pay mission SCI,+SCI")
    assert sorted(s.mission.stacks) == ["+SCI", "SCI"]
    act(s, "end")
    assert GAME.census(s)["dice"] == 10


def test_af_k3_it_is_never_combined_with_other_dice():
    s = at(QUIET + NONE_OFFERED + "hull = 5\nbridge = {SEC = 1}\ncrew = {SEC = 1, COM = 1}")
    assert legal(s, "repair") == [], "two SEC would act as one ENG"
    assert refused(s, "repair SEC,+SEC") == "AF-D5"
    assert refused(s, "repair COM,SEC,+SEC") == "AF-D5"


def test_af_k3_it_is_never_changed_by_orders():
    s = at(QUIET + NONE_OFFERED + "bridge = {SEC = 1}\ncrew = {COM = 1}")
    assert refused(s, "orders COM") == "AF-D6", "there is no other die"
    s = at(QUIET + NONE_OFFERED + "bridge = {SEC = 1}\ncrew = {COM = 1, MED = 1}")
    act(s, "orders COM")
    assert refused(s, "change SEC") == "AF-D6"


def test_af_k3_a_com_result_may_give_orders():
    s = at(QUIET + NONE_OFFERED + "bridge = {COM = 1}\ncrew = {MED = 1}")
    act(s, "orders +COM", "change MED", "become SEC")
    assert ready(s) == {"SEC": 1}


def test_af_k3_unused_or_on_an_unfinished_card_it_is_gone_at_cleanup():
    s = at(QUIET + 'bridge = {ENG = 1, SEC = 1}\ncrew = {ENG = 1}\noffers = [{card = "ram-scoop"}]')
    act(s, "lock ram-scoop ENG +ENG", "lock ram-scoop ENG ENG", "end")
    assert s.offers[0].stacks == ["ENG"], "the real die may stay"
    assert s.bridge["SEC"] == 0
    act(s, "keep")
    assert GAME.census(s)["dice"] == 10


def test_af_k3_on_a_card_that_is_finished_in_the_same_turn_it_counts():
    s = at(QUIET + 'bridge = {ENG = 1}\ncrew = {ENG = 1}\noffers = [{card = "machine-shop"}]')
    act(s, "lock machine-shop ENG +ENG", "pay machine-shop ENG", "end")
    assert s.active == ["machine-shop"]


# --- Kzinn Stealth Cruiser (AF-K4) -----------------------------------------------------------------------------------


def test_af_k4_the_cruiser_damages_the_ship_every_mission_phase():
    s = at('mission = {card = "silent-station"}\nmedbay = 1\nplots = [{card = "kzinn-stealth-cruiser"}]')
    act(s, "end", "first kzinn-stealth-cruiser")
    assert s.hull == 5


def test_af_k4_it_is_met_in_stages_one_a_turn():
    s = at(
        QUIET
        + NONE_OFFERED
        + 'crew = {SCI = 2, COM = 1, ENG = 1}\nplots = [{card = "kzinn-stealth-cruiser"}]\nfuel = 5'
    )
    act(s, "pay kzinn-stealth-cruiser SCI,SCI")
    assert refused(s, "pay kzinn-stealth-cruiser COM,ENG") == "AF-X1"
    assert not s.plots[0].done


def test_af_k4_its_last_stage_ends_it_with_its_reward():
    s = at(QUIET + NONE_OFFERED + 'crew = {SEC = 2}\nfuel = 5\nplots = [{card = "kzinn-stealth-cruiser", stage = 2}]')
    act(s, "pay kzinn-stealth-cruiser SEC,SEC")
    assert s.fuel == 7
    act(s, "end")
    assert s.plot_discards == ["kzinn-stealth-cruiser"]
    assert s.hull == 7


# --- Transmat Malfunction, Report to Medbay, Alien Parasites (AF-K5) -------------------------------------------------


def test_af_k5_no_transmat_until_two_eng_are_on_the_malfunction():
    s = at(
        'mission = {card = "distress-beacon"}\ncrew = {ENG = 3}\nplots = [{card = "transmat-malfunction"}]\n'
        + NONE_OFFERED
    )
    assert refused(s, "pay mission ENG") == "AF-K5"
    act(s, "pay transmat-malfunction ENG,ENG", "pay mission ENG")
    assert s.mission.stage == 1


def test_af_k5_report_to_medbay_sends_an_active_die_and_is_discarded():
    s = at(QUIET + NONE_OFFERED + 'sensors = 3\nplot_deck = ["report-to-medbay"]', "roll", dice="T SCI SCI SCI MED ENG")
    act(s, "roll")
    assert legal(s) == ["pick quarters", "pick SCI", "pick MED", "pick ENG"]
    assert refused(s, "pick COM") == "AF-D8"
    act(s, "pick MED")
    assert (s.medbay, s.plot_discards) == (2, ["report-to-medbay"])


def test_af_k5_alien_parasites_capture_dice():
    s = at(QUIET + 'fuel = 5\nsensors = 3\nplot_deck = ["alien-parasites"]', "roll", dice="T SCI SCI SCI SCI SCI")
    act(s, "roll", "pick SCI", "pick quarters")
    assert s.plots[0].captured == 2
    assert s.crew["SCI"] == 3, "five were rolled, one was captured, three stations"
