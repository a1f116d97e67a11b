"""Setup, Mission phase, Roll Call and Report for Duty, Cleanup, and the end: AF-S, AF-M, AF-D1 to AF-D3, AF-C, AF-E.

AF-S1, AF-S2, AF-S3, AF-M1, AF-M2, AF-M4, AF-C1, AF-E1, AF-E2.
"""

import pytest

from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Options
from tests.astroforce.table import act, at, legal, ready, refused, told, whole

QUIET = 'mission = {card = "deep-freeze"}\nmedbay = 1\n'
"""A Mission whose 'M' does nothing, because somebody is in Medbay."""


# --- setup -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("patrol", "fuel"), [("easy", 10), ("medium", 9), ("hard", 8), ("deadly", 7)])
def test_af_s1_a_patrol_begins_with_full_gauges_and_three_developments(patrol, fuel):
    s = GAME.new(Options(patrol=patrol), 1, 3)
    view = GAME.view(s, 0)
    assert GAME.census(s) == whole()
    assert (s.year, len(s.offers)) == (1, 3)
    first = [e.data["fuel"] for e in s.events if e.kind == "mission-drawn"]
    assert first == [fuel]
    assert view.hull_most == 7
    assert view.shields_most == 5


def test_af_s1_the_decks_are_shuffled_apart_by_the_seed():
    decks = [GAME.new(Options(), 1, seed).missions for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]


def test_af_s2_stations_hold_two_three_three_three_three_and_sensors_four():
    s = at(QUIET, "roll", dice="COM COM COM SCI SCI SCI SCI T T")
    act(s, "roll")
    assert ready(s) == {"COM": 2, "SCI": 3}
    assert [station.places for station in GAME.view(s, 0).stations] == [2, 3, 3, 3, 3]
    assert GAME.view(s, 0).sensors_most == 4


def test_af_s2_developments_change_stations():
    s = at(QUIET + 'active = ["war-room", "second-laboratory"]', "roll", dice="COM COM COM SCI SCI SCI SCI SCI SCI")
    act(s, "roll")
    assert ready(s) == {"COM": 3, "SCI": 5}


def test_af_s3_one_or_two_sit_at_the_table():
    assert GAME.info.seats == (1, 2)
    assert GAME.new(Options(), 1, 1).seats == 1
    assert GAME.new(Options(), 2, 1).seats == 2


# --- Mission phase ---------------------------------------------------------------------------------------------------


def test_af_m1_fuel_drops_by_one_while_a_mission_is_in_play():
    assert act(at(QUIET + "fuel = 5"), "end").fuel == 4


@pytest.mark.parametrize("fuel", [1, 0])
def test_af_m1_without_fuel_the_mission_fails_and_another_is_drawn_in_the_same_phase(fuel):
    s = at(QUIET + f'fuel = {fuel}\nplot_deck = ["fuel-leak"]\nmissions = ["ghost-fleet"]')
    act(s, "end")
    assert s.failed == ["deep-freeze"]
    assert s.mission.card == "ghost-fleet"
    assert told(s).index("mission-failed") < told(s).index("event-drawn") < told(s).index("mission-drawn")


def test_af_m1_the_event_of_a_failure_acts_in_the_same_phase():
    s = at(QUIET + 'fuel = 1\nplot_deck = ["siphon"]\nmissions = ["silent-station"]')
    act(s, "end")
    assert s.plots[0].card == "siphon"
    assert s.fuel == 9, "full, and one siphoned off"


def test_af_m1_dice_on_a_failed_mission_go_to_quarters():
    s = at('mission = {card = "deep-freeze", stage = 1, moved = true, stacks = ["SCI", "SCI", "SEC", "ENG"]}\nfuel = 1')
    act(s, "end")
    assert GAME.census(s)["dice"] == 10
    assert s.failed == ["deep-freeze"]


@pytest.mark.parametrize(("patrol", "fuel"), [("easy", 10), ("deadly", 7)])
def test_af_m2_without_a_mission_one_is_drawn_with_full_fuel(patrol, fuel):
    s = at(f'patrol = "{patrol}"\nmedbay = 1\nfuel = 2\nmissions = ["deep-freeze"]')
    act(s, "end")
    assert (s.mission.card, s.fuel) == ("deep-freeze", fuel)


def test_af_m3_the_player_orders_the_actions_of_mission_and_events():
    s = at(
        'mission = {card = "hostage-exchange"}\nplots = [{card = "fever"}, {card = "raiders"}]\nplot_deck = ["static"]'
    )
    act(s, "end")
    assert legal(s) == ["first mission", "first fever", "first raiders"]
    act(s, "first mission")
    assert (s.hull, s.medbay) == (6, 1), "the order of the two others cannot matter"
    assert s.asks[0].kind == "roll"


@pytest.mark.parametrize(
    ("plots", "table", "asked"),
    [
        (("siphon", "raiders"), "", False),
        (("fever", "raiders"), "", False),
        (("fever", "raiders"), "hull = 1", True),
        (("fever", "raiders"), "hull = 2", True),
        (("fever", "raiders"), "hull = 3", False),
        (("kzinn-stealth-cruiser", "raiders", "runaway-reactor", "siphon"), "hull = 1", False),
        (("siphon", "dark-tide", "star-barnacles"), "", False),
    ],
)
def test_af_x7_nobody_is_asked_for_an_order_that_cannot_matter(plots, table, asked):
    cards = ", ".join(f'{{card = "{card}"}}' for card in plots)
    s = at(f'mission = {{card = "minefield"}}\nsensors = 2\nfuel = 9\nplots = [{cards}]\n{table}')
    old = clone(s)
    old.rules = 3
    act(s, "end")
    assert (s.asks[0].kind == "order") == asked
    assert act(old, "end").asks[0].kind == "order", "games that older rules began are asked"


def test_af_m3_an_event_drawn_in_the_phase_acts_too_and_each_acts_once():
    s = at('mission = {card = "hostage-exchange"}\nfuel = 9\nplots = [{card = "raiders"}]\nplot_deck = ["siphon"]')
    act(s, "end", "first mission")
    assert (s.fuel, s.hull) == (7, 6)
    assert s.asks[0].kind == "roll"
    assert refused(at(QUIET, "roll"), "first mission") == "AF-V1", "nothing is to be ordered at the roll"


def test_af_m3_a_card_that_has_acted_is_not_offered_again():
    cards = '[{card = "siphon"}, {card = "fever"}, {card = "raiders"}]'
    s = at(f'mission = {{card = "minefield"}}\nsensors = 1\nhull = 1\nplots = {cards}')
    act(s, "end")
    assert refused(s, "first siphon") == "AF-M3", "it has acted before anybody was asked"


def test_af_m3_an_event_drawn_outside_the_phase_waits_for_the_next():
    s = at(QUIET + 'fuel = 6\nplot_deck = ["siphon", "stowaway"]\nsensors = 3', "roll", dice="T COM COM COM COM COM")
    act(s, "roll")
    assert s.fuel == 6
    act(s, "end")
    assert s.fuel == 4, "one for the turn, one for the Siphon"


def test_af_m4_fuel_gains_stop_at_ten():
    s = at(QUIET + 'fuel = 9\nactive = ["ram-scoop"]')
    assert act(s, "use ram-scoop").fuel == 10


# --- Roll Call and Report for Duty -----------------------------------------------------------------------------------


def test_af_d1_only_dice_in_quarters_are_rolled():
    s = at(
        'mission = {card = "deep-freeze"}\nmedbay = 2\nsensors = 1\n'
        'plots = [{card = "alien-parasites", captured = 2}]\n'
        'offers = [{card = "ram-scoop", stacks = ["ENG"]}]',
        "roll",
    )
    assert s.quarters == 4
    act(s, "roll")
    assert len(next(e.data["faces"] for e in s.events if e.kind == "rolled")) == 4


def test_af_d1_effects_on_the_roll_follow_the_sensors():
    s = at(QUIET + 'active = ["cross-training"]', "roll", dice="T T COM SCI SCI SCI ENG ENG SEC SEC")
    act(s, "roll")
    assert s.sensors == 2
    assert refused(s, "reroll MED") == "AF-D1", "no MED was rolled"
    act(s, "reroll COM", "enough")
    assert s.sensors in (2, 3), "Threats stay"
    assert s.crew["COM"] <= 1


def test_af_d1_rolled_dice_are_held_to_the_stations_only_after_the_effects():
    s = at(QUIET + 'active = ["cross-training"]', "roll", dice="SCI SCI SCI SCI SCI COM COM COM MED MED")
    act(s, "roll")
    assert s.crew["SCI"] == 5
    act(s, "enough")
    assert ready(s) == {"COM": 2, "SCI": 3, "MED": 1}, "nine dice were rolled"


def test_af_d1_a_re_rolled_threat_goes_to_sensors():
    s = at(QUIET + 'active = ["elite-crew"]', "roll", dice="COM COM COM COM COM COM COM COM COM T")
    act(s, "roll", "reroll COM")
    assert s.sensors == 1
    act(s, "enough")


def test_af_d2_threats_go_to_sensors_at_once():
    s = act(at(QUIET, "roll", dice="T T COM COM SCI SCI SCI MED ENG"), "roll")
    assert (s.sensors, s.plots) == (2, [])


def test_af_d2_full_sensors_send_their_dice_home_unrolled_and_draw_one_event():
    s = at(QUIET + 'sensors = 3\nplot_deck = ["stowaway"]', "roll", dice="T T T COM SCI MED")
    act(s, "roll")
    assert s.sensors == 0
    assert [plot.card for plot in s.plots] == ["stowaway"]
    assert s.quarters == 7, "three from Sensors, three Threats of this roll, and the COM sent home"
    assert told(s).count("event-drawn") == 1
    assert ready(s) == {"SCI": 1, "MED": 1}


def test_af_d2_a_station_that_the_event_blocks_is_blocked_this_turn():
    s = at(QUIET + 'sensors = 3\nplot_deck = ["lab-quarantine"]', "roll", dice="T SCI SCI MED ENG ENG")
    act(s, "roll")
    assert ready(s) == {"MED": 1, "ENG": 2}
    assert GAME.view(s, 0).stations[1].blocked
    story = [GAME.tell(event, ["Ada"]) for event in s.events]
    assert story[-1] == "On duty: 1 MED, 2 ENG. Home: 2 SCI (blocked)."


def test_af_d2_the_long_range_array_is_one_station_more_and_its_loss_may_fill_the_sensors():
    s = at(QUIET + 'sensors = 3\nactive = ["long-range-array"]', "roll", dice="T COM COM SCI SCI SCI")
    act(s, "roll")
    assert s.sensors == 4
    lost = at(
        'sensors = 4\nactive = ["long-range-array"]\nplots = [{card = "space-time-disruption"}]\n'
        'mission = {card = "deep-freeze", stage = 6, done = true, moved = true}\nmedbay = 1\n'
    )
    act(lost, "end")
    assert "sensors-filled" in told(lost)


def test_af_d3_more_dice_than_a_station_holds_return_to_quarters():
    s = act(at(QUIET, "roll", dice="ENG ENG ENG ENG ENG COM SCI MED SEC"), "roll")
    assert ready(s) == {"COM": 1, "SCI": 1, "MED": 1, "ENG": 3, "SEC": 1}
    assert s.quarters == 2


def test_af_d3_the_log_tells_where_every_die_of_a_roll_went():
    s = act(at(QUIET, "roll", dice="ENG ENG ENG ENG COM SCI T T SEC"), "roll")
    words = "On duty: 1 COM, 1 SCI, 3 ENG, 1 SEC. Home: 1 ENG (full). Sensors: 2."
    assert GAME.tell(s.events[-1], ["Ada"]) == words
    s = act(at(QUIET, "roll", dice="T T T T T T T T T"), "roll")
    assert "reported" not in told(s), "there is nobody to report"
    s = act(
        at(QUIET + 'plots = [{card = "lab-quarantine"}]', "roll", dice="SCI SCI SCI SCI SCI SCI SCI SCI SCI"), "roll"
    )
    assert GAME.tell(s.events[-1], ["Ada"]) == "On duty: nobody. Home: 9 SCI (blocked)."


# --- Cleanup ---------------------------------------------------------------------------------------------------------


def test_af_c1_cleanup_sends_dice_home_and_cards_to_their_piles():
    s = at(
        'mission = {card = "deep-freeze", stage = 2, moved = true, stacks = ["SCI", "SCI", "SEC", "ENG"]}\n'
        'plots = [{card = "siphon", done = true, stacks = ["ENG", "SEC"]}]\n'
        'offers = [{card = "ram-scoop", done = true, stacks = ["ENG", "ENG", "SCI"]}]\n'
        "crew = {COM = 1}\nsensors = 0\nmedbay = 0",
    )
    s.sensors, s.crew["COM"] = 1, 0
    act(s, "end")
    assert s.plot_discards == ["siphon"]
    assert s.active == ["ram-scoop"]
    assert s.mission.stacks == []
    assert not s.mission.moved
    assert s.sensors == 1, "Sensors do not clear"


def test_af_c1_a_completed_mission_goes_to_its_pile():
    s = at('mission = {card = "deep-freeze", stage = 6, done = true, moved = true}\nmedbay = 1')
    act(s, "end")
    assert s.completed == ["deep-freeze"]


TEN = (
    'active = ["first-officer", "science-officer", "ships-surgeon", "chief-engineer", "security-chief", "war-room", '
    '"field-ward", "machine-shop", "guard-post"]\n'
)


def test_af_c2_with_ten_developments_the_player_discards_one_of_the_ten():
    s = at(QUIET + TEN + 'offers = [{card = "ram-scoop", done = true}, {card = "red-alert"}, {card = "star-charts"}]')
    act(s, "end")
    assert len(legal(s)) == 10
    assert refused(s, "discard red-alert") == "AF-C2"
    act(s, "discard war-room")
    assert len(s.active) == 9
    assert "war-room" in s.development_discards
    act(clone(s), "roll")


def test_af_c2_the_new_card_itself_may_be_the_one_discarded():
    s = at(QUIET + TEN + 'offers = [{card = "ram-scoop", done = true}, {card = "red-alert"}, {card = "star-charts"}]')
    act(s, "end", "discard ram-scoop")
    assert s.development_discards == ["ram-scoop"]


def test_af_c2_a_completed_development_waits_with_its_dice_and_the_queue_closes_to_the_left():
    s = at(
        QUIET + 'crew = {ENG = 3}\noffers = [{card = "tug-crew", stacks = ["SEC"]}, {card = "machine-shop"}, '
        '{card = "red-alert", stacks = ["COM"]}]\ndevelopments = ["ram-scoop"]'
    )
    act(s, "pay machine-shop ENG,ENG")
    assert [offer.card for offer in s.offers] == ["tug-crew", "machine-shop", "red-alert"]
    assert s.active == []
    act(s, "end", "keep")
    assert [(offer.card, offer.stacks) for offer in s.offers] == [
        ("tug-crew", ["SEC"]),
        ("red-alert", ["COM"]),
        ("ram-scoop", []),
    ]
    assert s.active == ["machine-shop"]


def drawing(offers: str) -> str:
    return (
        f'mission = {{card = "deep-freeze", stage = 5}}\nmedbay = 1\noffers = [{offers}]\ndevelopments = ["ram-scoop"]'
    )


def test_af_c3_drawing_a_development_discards_the_leftmost_and_sends_its_dice_home():
    s = at(drawing('{card = "tug-crew", stacks = ["SEC"]}, {card = "machine-shop"}, {card = "red-alert"}'))
    before = s.quarters
    act(s, "carry-out mission")
    assert [offer.card for offer in s.offers] == ["machine-shop", "red-alert", "ram-scoop"]
    assert s.development_discards == ["tug-crew"]
    assert s.quarters == before + 1


def test_af_c3_completed_developments_are_passed_over():
    s = at(drawing('{card = "tug-crew", done = true, stacks = ["SEC", "ENG"]}, {card = "red-alert"}'))
    act(s, "carry-out mission")
    assert [offer.card for offer in s.offers] == ["tug-crew", "ram-scoop"]
    full = at(drawing('{card = "tug-crew", done = true}, {card = "red-alert", done = true}'))
    act(full, "carry-out mission")
    assert [offer.card for offer in full.offers] == ["tug-crew", "red-alert"]


def test_af_c3_an_empty_deck_is_reshuffled_from_its_discards():
    s = at(drawing('{card = "tug-crew"}, {card = "red-alert"}'))
    s.development_discards, s.developments = s.developments, []
    act(s, "carry-out mission")
    assert len(s.offers) == 2
    assert GAME.census(s)["developments"] == whole()["developments"]
    s = at(QUIET + "sensors = 3", "roll", dice="T COM SCI MED ENG SEC")
    s.plot_discards, s.plot_deck = s.plot_deck, []
    s.plot_discards = [card for card in s.plot_discards if card == "siphon"]
    s.rng.ahead = (5, 0, 1, 2, 3, 4)
    act(s, "roll")
    assert [plot.card for plot in s.plots] == ["siphon"]


def test_af_c3_an_empty_mission_deck_is_reshuffled_from_both_its_piles():
    """AF-C3: the piles of completed and failed Missions are its discards; years and failures stand."""
    s = at("medbay = 1\nfails = 1\nyear = 3")
    s.completed, s.failed, s.missions = s.missions[:20], s.missions[20:], []
    act(s, "end")
    assert len(s.missions) == 23
    assert (s.completed, s.failed, s.year, s.fails) == ([], [], 3, 1)


# --- the end ---------------------------------------------------------------------------------------------------------


def test_af_e1_the_fifth_completed_mission_wins():
    s = at('mission = {card = "deep-freeze", stage = 5}\nmedbay = 1\nyear = 5')
    act(s, "carry-out mission")
    assert s.result is None
    act(s, "end")
    assert s.result.winners == (0,)
    assert "Admiral (E)" in s.result.text
    words = [GAME.tell(event, ["Ada"]) for event in s.events]
    assert "Deep Freeze is completed, the fifth Mission." in words, "no sixth year begins"
    assert "year 5 of 5" in GAME.lines(GAME.view(s, 0), ["Ada"])[0]


@pytest.mark.parametrize(
    ("year", "rank"),
    [(1, "Crewman 3rd Class"), (2, "Ensign"), (3, "Lieutenant"), (4, "Commander"), (5, "Captain"), (6, "Admiral")],
)
def test_af_e2_the_rank_follows_the_years_completed(year, rank):
    s = at(f'patrol = "hard"\nyear = {year}')
    assert GAME.view(s, 0).rank == f"{rank} (H)"


def test_af_e2_the_example_of_the_book():
    """Blown up during the third year of a hard patrol: Lieutenant (H)."""
    s = at('patrol = "hard"\nyear = 3\nfails = 1\nfuel = 1\n' + QUIET)
    act(s, "end")
    assert s.result.winners == ()
    assert "Rank: Lieutenant (H)." in s.result.text
    assert s.result.scores == (2,)


def test_chance_set_ahead_is_for_positions_only():
    assert Rng(1).ahead == ()
