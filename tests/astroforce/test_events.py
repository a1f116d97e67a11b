"""Missions and Events in play, damage, the crew's end: AF-X3 to AF-X7 and AF-H (AF-X4, AF-X6, AF-H1, AF-H3)."""

import pytest

from starforge.games.astroforce.game import GAME
from tests.astroforce.table import act, at, legal, ready, refused, told
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET


def plots(s) -> list[str]:
    return [plot.card for plot in s.plots]


# --- Missions --------------------------------------------------------------------------------------------------------


def test_af_x3_a_completed_mission_advances_the_year_and_the_next_comes_next_turn():
    s = at('mission = {card = "deep-freeze", stage = 5}\nmedbay = 1\nfuel = 2\nmissions = ["silent-station"]')
    act(s, "carry-out mission")
    assert (s.mission.done, s.year) == (True, 1), "it stays until Cleanup"
    act(s, "end")
    assert (s.completed, s.year, s.mission.card, s.fuel) == (["deep-freeze"], 2, "silent-station", 10)


def test_af_x4_a_failed_mission_draws_one_event():
    s = at(QUIET + 'fuel = 1\nplot_deck = ["stowaway", "static"]\nmissions = ["silent-station"]')
    act(s, "end")
    assert plots(s) == ["stowaway"]


def test_af_x4_two_failed_missions_in_total_end_the_patrol_before_the_event():
    s = at(QUIET + 'fuel = 1\nfails = 1\nfailed = ["escort"]')
    act(s, "end")
    assert s.result.winners == ()
    assert "event-drawn" not in told(s)


@pytest.mark.parametrize(("failures", "fails"), [("total", 1), ("consecutive", 0)])
def test_af_x4_a_completed_mission_between_two_failures_counts_when_they_must_be_consecutive(failures, fails):
    s = at(f'failures = "{failures}"\nfails = 1\nmission = {{card = "deep-freeze", stage = 5}}\nmedbay = 1')
    act(s, "carry-out mission", "end")
    assert s.fails == fails


def test_af_x4_two_in_a_row_end_the_patrol_either_way():
    s = at(QUIET + 'failures = "consecutive"\nfuel = 1\nfails = 1\nfailed = ["escort"]')
    assert act(s, "end").result is not None


# --- Events ----------------------------------------------------------------------------------------------------------

SENSED = QUIET + NONE_OFFERED + "sensors = 3\n"


def test_af_x5_an_immediate_event_acts_and_is_discarded():
    s = at(SENSED + 'plot_deck = ["micrometeors"]', "roll", dice="T COM COM SCI SCI MED")
    act(s, "roll")
    assert (s.hull, plots(s), s.plot_discards) == (5, [], ["micrometeors"])


def test_af_x5_an_ongoing_event_holds_until_its_requirement_is_met_and_not_a_moment_longer():
    s = at(QUIET + NONE_OFFERED + 'hull = 5\ncrew = {ENG = 2, SCI = 1, COM = 1, MED = 1}\nplots = [{card = "static"}]')
    assert refused(s, "orders COM") == "AF-X5"
    act(s, "pay static SCI,ENG", "orders COM", "change MED", "become ENG")
    assert plots(s) == ["static"]
    assert refused(s, "pay static SCI,ENG") == "AF-X5"
    act(s, "end")
    assert s.plot_discards == ["static"]


@pytest.mark.parametrize(
    ("event", "order"),
    [
        ("static", "orders COM"),
        ("generator-fault", "raise-shields SCI"),
        ("tainted-supplies", "heal MED"),
        ("sensor-ghosts", "clear-sensors SEC"),
        ("sit-in", "pay mission ENG,ENG"),
        ("embargo", "pay machine-shop ENG,ENG"),
    ],
)
def test_af_x5_what_an_event_bars_is_refused_by_its_name(event, order):
    s = at(
        'mission = {card = "diplomatic-crisis"}\noffers = [{card = "machine-shop"}]\nmedbay = 1\nsensors = 1\n'
        f'crew = {{COM = 1, SCI = 1, MED = 1, ENG = 2, SEC = 1}}\nplots = [{{card = "{event}"}}]'
    )
    assert order not in legal(s)
    assert refused(s, order) == "AF-X5"
    s.plots.clear()
    assert order in legal(s)


NINE = ["siphon", "static", "embargo", "red-tape", "inquiry", "sit-in", "stowaway", "fever", "raiders"]


def nine(more: str = "", done: str = "") -> str:
    cards = ", ".join(f'{{card = "{card}"{done if card == "siphon" else ""}}}' for card in NINE)
    return SENSED + f'plots = [{cards}]\nplot_deck = ["sensor-ghosts", "hunter-drone"]\n{more}'


def test_af_x6_the_oldest_of_nine_events_goes_before_a_tenth():
    s = at(nine(done=', stacks = ["SEC"]'), "roll", dice="T MED SCI SCI SCI")
    act(s, "roll")
    assert plots(s) == [*NINE[1:], "sensor-ghosts"]
    assert s.plot_discards == ["siphon"]
    assert s.quarters == 5, "four dice from Sensors, and the Siphon's own"


def test_af_x6_completed_events_do_not_count():
    s = at(nine(done=", done = true"), "roll", dice="T SCI SCI SCI MED MED")
    act(s, "roll")
    assert plots(s) == [*NINE, "sensor-ghosts"]


def test_af_x6_captured_dice_come_home_with_the_oldest():
    s = at(nine().replace('"siphon"}', '"alien-parasites", captured = 2}'), "roll", dice="T MED SCI SCI")
    act(s, "roll")
    assert s.quarters == 4 + 2


def test_af_x7_the_player_orders_effects_that_come_together_at_roll_call():
    s = at(QUIET + 'active = ["cross-training"]\nplots = [{card = "stowaway"}]', "roll", dice="COM SCI SCI MED MED MED")
    act(s, "roll")
    assert legal(s) == ["first stowaway", "first cross-training"]
    act(s, "first stowaway")
    assert s.crew["COM"] == 0
    assert s.asks[0].kind == "reroll"


def test_af_x7_events_looked_at_are_put_in_any_order():
    s = at(
        QUIET + NONE_OFFERED + 'active = ["oracle-engine"]\n'
        'plot_deck = ["siphon", "static", "fever", "raiders", "fuel-leak", "embargo"]'
    )
    act(s, "use oracle-engine")
    assert refused(s, "next embargo") == "AF-X7"
    assert GAME.hidden(s, 0)["events"][0] == "embargo"
    act(s, "next fever", "next siphon", "next fuel-leak", "next raiders")
    assert s.plot_deck[:6] == ["fever", "siphon", "fuel-leak", "raiders", "static", "embargo"]
    assert [card.card for card in GAME.view(s, 0).foreseen] == s.plot_deck[:5]


# --- damage ----------------------------------------------------------------------------------------------------------


def struck(event: str, more: str = "", dice: str = "T COM COM SCI SCI MED"):
    return act(at(SENSED + f'plot_deck = ["{event}"]\n{more}', "roll", dice=dice), "roll")


@pytest.mark.parametrize(("shields", "left", "hull"), [(5, 3, 7), (1, 0, 6), (0, 0, 5)])
def test_af_h1_damage_hits_shields_first_and_the_rest_the_hull(shields, left, hull):
    s = struck("micrometeors", f"shields = {shields}")
    assert (s.shields, s.hull) == (left, hull)


def test_af_h1_hull_damage_goes_past_the_shields():
    s = struck("plasma-surge", "shields = 5")
    assert (s.shields, s.hull) == (5, 6)


def test_af_h2_without_hull_each_point_sends_a_die_to_medbay_of_the_players_choice():
    s = struck("micrometeors", "hull = 1")
    assert s.hull == 0
    assert legal(s) == ["pick quarters", "pick COM", "pick SCI", "pick MED"], "rolled dice count as in Quarters"
    assert refused(s, "pick ENG") == "AF-H2"
    act(s, "pick SCI")
    assert s.medbay == 2
    assert ready(s) == {"COM": 2, "SCI": 1, "MED": 1}


def test_af_h2_hull_damage_hurts_the_crew_behind_shields_too():
    s = struck("plasma-surge", "hull = 0\nshields = 5")
    act(s, "pick quarters")
    assert (s.medbay, s.shields) == (2, 5)


def test_af_h2_alike_candidates_are_not_asked_about():
    s = at('mission = {card = "shipyard-siege", stage = 1}\nhull = 0\nfuel = 5')
    act(s, "end")
    assert s.medbay == 1
    assert s.asks[0].kind == "roll"


def test_af_h2_dice_on_cards_are_not_hurt():
    s = at(
        'mission = {card = "shipyard-siege", stage = 1}\nhull = 0\nmedbay = 6\n'
        'offers = [{card = "ram-scoop", stacks = ["ENG", "ENG"]}]\nquarters = 2'
    )
    act(s, "end", "keep")
    assert (s.medbay, s.quarters, s.result) == (7, 1, None)
    assert s.offers[0].stacks == ["ENG", "ENG"]


@pytest.mark.parametrize("quarters", [1, 0])
def test_af_h2_a_point_that_moves_the_last_die_or_finds_none_destroys_the_ship(quarters):
    s = at(
        f'mission = {{card = "shipyard-siege", stage = 1}}\nhull = 0\nmedbay = {8 - quarters}\n'
        'offers = [{card = "ram-scoop", stacks = ["ENG", "ENG"]}]'
    )
    assert s.quarters == quarters
    act(s, "end", "keep")
    assert s.result.winners == ()
    assert "destroyed" in s.result.text


def test_af_h2_all_dice_being_on_cards_is_no_loss_in_itself():
    s = at(
        'mission = {card = "deep-freeze"}\nmedbay = 8\n'
        'offers = [{card = "ram-scoop", stacks = ["ENG", "ENG"]}, {card = "war-room"}]'
    )
    act(s, "end", "keep")
    assert s.result is None


def test_af_h3_without_an_active_die_before_roll_call_all_is_lost():
    s = at(QUIET.replace("1", "6") + "sensors = 1\nplots = [{card = 'alien-parasites', captured = 3}]")
    act(s, "end")
    assert s.result.winners == ()
    assert "No active crew" in s.result.text


def test_af_h3_with_only_locked_in_dice_none_is_rolled_and_the_turn_goes_on():
    s = at(QUIET.replace("1", "8") + 'offers = [{card = "ram-scoop", stacks = ["ENG", "ENG"]}]')
    act(s, "end", "keep")
    assert s.asks[0].kind == "deploy"
    assert ready(s) == {}


@pytest.mark.parametrize(("others", "asked"), [(7, False), (8, True)])
def test_af_x6_the_order_is_asked_for_where_a_tenth_event_may_discard_one_that_has_yet_to_act(others, asked):
    quiet = ["sit-in", "dead-reckoning", "static", "red-tape", "embargo", "inquiry", "hostages", "dissention"]
    plots = ", ".join(f"{{card = '{card}'}}" for card in ("siphon", *quiet[:others]))
    fuel = []
    for first in ("siphon", "mission"):
        s = at(f"mission = {{card = 'diplomatic-crisis'}}\nfuel = 9\nplots = [{plots}]\nplot_deck = ['raiders']\n")
        act(s, "end")
        assert (s.asks[0].kind == "order") == asked
        if asked:
            act(s, f"first {first}")
        fuel.append(s.fuel)
    assert fuel == ([7, 8] if asked else [7, 7])
