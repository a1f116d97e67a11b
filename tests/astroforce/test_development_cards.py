"""Every Development: what it changes. One row a card."""

import pytest

from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, marks
from starforge.games.astroforce.rules.effects import lasting_op, op
from tests.astroforce.table import act, at, legal, ready, refused, told

QUIET = 'mission = {card = "deep-freeze", stage = 1}\nfuel = 5\nmedbay = 1\n'
"""A Mission whose 'M' does nothing, because somebody is in Medbay."""

BRIDGE = {
    "first-officer": "COM",
    "science-officer": "SCI",
    "ships-surgeon": "MED",
    "chief-engineer": "ENG",
    "security-chief": "SEC",
}
STATIONS = {
    "war-room": ("COM", 3),
    "second-laboratory": ("SCI", 5),
    "field-ward": ("MED", 5),
    "machine-shop": ("ENG", 5),
    "guard-post": ("SEC", 5),
}
LIGHTER = {
    "star-charts": ("diplomatic-crisis", 0, "pay mission ENG"),
    "spectral-library": ("distress-beacon", 1, "pay mission SCI"),
    "combat-drill": ("diplomatic-crisis", 1, "pay mission SEC"),
    "protocol-droid": ("diplomatic-crisis", 2, "pay mission COM"),
    "vaccine-bank": ("medical-supplies", 2, "pay mission MED"),
    "spare-parts": ("distress-beacon", 3, "pay mission SCI"),
}
"""Mission, stage, and the payment that now is enough."""
STRONGER = {
    "repair-drones": ("repair ENG", {"hull": 2}),
    "auto-doctor": ("heal MED", {"medbay": -2}),
    "signal-filter": ("clear-sensors SEC", {"sensors": -2}),
}
SHIP = {
    "shield-harmonics": ("raise-shields SCI", {"shields": 8}),
    "reserve-cells": ("use reserve-cells", {"fuel": 2}),
    "jerrycans": ("use jerrycans", {"fuel": 1, "hull": 2}),
    "ram-scoop": ("use ram-scoop", {"fuel": 3}),
    "rest-and-recreation": ("use rest-and-recreation", {"medbay": -2, "hull": 2}),
}
LENT = {
    "admirals-call": "COM",
    "visiting-professor": "SCI",
    "hospital-tender": "MED",
    "tug-crew": "ENG",
    "marine-detachment": "SEC",
}
OTHERS = {
    "long-range-array",
    "ablative-plating",
    "phased-transmat",
    "cross-training",
    "elite-crew",
    "command-net",
    "red-alert",
    "oracle-engine",
    "cool-heads",
    "second-wind",
}
"""Tested in functions of their own, below."""


def test_every_development_has_its_row():
    assert {*BRIDGE, *STATIONS, *LIGHTER, *STRONGER, *SHIP, *LENT, *OTHERS} == set(developments()) - set(marks())


@pytest.mark.parametrize("card", [card for card in developments() if card not in marks()])
def test_paying_what_it_asks_for_makes_it_active(card):
    needs = developments()[card].needs
    crew = ", ".join(f"{face} = {needs.count(face)}" for face in dict.fromkeys(needs))
    s = at(
        f'mission = {{card = "trade-talks", stage = 1}}\nfuel = 5\ncrew = {{{crew}}}\noffers = [{{card = "{card}"}}]'
    )
    act(s, f"pay {card} {','.join(needs)}", "end")
    assert s.active == [card]


@pytest.mark.parametrize("card", BRIDGE)
def test_it_adds_a_result_every_turn(card):
    s = at(QUIET + f'active = ["{card}"]', "roll", dice=" ".join(["SCI"] * 18))
    for _ in range(2):
        act(s, "roll")
        assert s.bridge[BRIDGE[card]] == 1
        act(s, "end")
        assert s.bridge[BRIDGE[card]] == 0


@pytest.mark.parametrize("card", STATIONS)
def test_it_enlarges_a_station(card):
    role, room = STATIONS[card]
    s = at(QUIET + f'active = ["{card}"]', "roll", dice=" ".join([role] * 9))
    act(s, "roll")
    assert ready(s) == {role: room}


@pytest.mark.parametrize("card", LIGHTER)
def test_it_makes_stages_of_a_name_cheaper(card):
    mission, stage, order = LIGHTER[card]
    given = (
        f'mission = {{card = "{mission}", stage = {stage}}}\ncrew = {{COM = 1, SCI = 1, MED = 1, ENG = 1, SEC = 1}}\n'
    )
    assert order not in legal(at(given))
    s = at(given + f'active = ["{card}"]')
    act(s, order)
    assert s.mission.stage == stage + 1


def test_cheaper_never_means_free():
    assert lasting_op.say(("lighter", "travel", "ENG")) == "Travel stages of Missions need one ENG less"
    s = at('mission = {card = "distress-beacon", stage = 3}\ncrew = {SCI = 1}\nactive = ["spare-parts", "red-alert"]')
    assert "pay mission SCI" in legal(s)


@pytest.mark.parametrize("card", [*STRONGER, *SHIP])
def test_it_helps_the_ship(card):
    order, gain = {**STRONGER, **SHIP}[card]
    s = at(
        QUIET.replace("= 1\n", "= 2\n")
        + f"hull = 4\nsensors = 2\ncrew = {{SCI = 1, MED = 1, ENG = 1, SEC = 1}}\nactive = ['{card}']"
    )
    before = {key: getattr(s, key) for key in gain}
    act(s, order)
    assert {key: getattr(s, key) - before[key] for key in gain} == gain
    assert (card in s.development_discards) == (card in SHIP and order.startswith("use"))


@pytest.mark.parametrize("card", LENT)
def test_it_lends_two_results_once(card):
    s = at(QUIET + f'active = ["{card}"]')
    act(s, f"use {card}")
    assert s.bridge[LENT[card]] == 2
    assert s.active == []


def test_the_long_range_array_is_a_fifth_sensor_station():
    s = at(QUIET + 'active = ["long-range-array"]\nsensors = 3', "roll", dice="T SCI SCI SCI MED MED MED")
    act(s, "roll")
    assert s.sensors == 4


def test_ablative_plating_takes_one_from_every_damage():
    s = at(
        QUIET + 'active = ["ablative-plating"]\nplots = [{card = "kzinn-stealth-cruiser"}, {card = "runaway-reactor"}]'
    )
    act(s, "end", "first kzinn-stealth-cruiser", "first mission")
    assert s.hull == 6, "one of two from the Cruiser, none of one from the reactor"


def test_the_phased_transmat_works_through_shields():
    s = at('mission = {card = "distress-beacon"}\nshields = 5\ncrew = {ENG = 1}\nactive = ["phased-transmat"]')
    act(s, "pay mission ENG")
    assert s.shields == 5


@pytest.mark.parametrize(("card", "most"), [("cross-training", 2), ("elite-crew", 3)])
def test_it_re_rolls_dice(card, most):
    s = at(QUIET + f'active = ["{card}"]', "roll", dice=" ".join(["COM"] * 9 + ["SCI"] * 3))
    act(s, "roll")
    for _ in range(most):
        act(s, "reroll COM")
    assert s.asks[0].kind == "deploy"
    assert ready(s) == {"COM": 2, "SCI": most}


def test_the_command_net_gives_orders_once_a_turn():
    s = at(QUIET + 'crew = {MED = 2}\nactive = ["command-net"]')
    act(s, "use command-net", "change MED", "become SEC")
    assert ready(s) == {"MED": 1, "SEC": 1}
    assert "use command-net" not in legal(s)
    act(s, "end", "roll")
    assert s.active == ["command-net"]
    assert "use command-net" in legal(s)


def test_red_alert_raises_shields_and_mans_security():
    s = at(QUIET + 'active = ["red-alert"]')
    act(s, "use red-alert")
    assert (s.shields, ready(s)) == (5, {"SEC": 2})


def test_the_oracle_engine_looks_at_five_events():
    s = at(QUIET + 'active = ["oracle-engine"]')
    act(s, "use oracle-engine")
    assert s.foreseen == 5
    assert s.learned == 1, "undo stops there"


def test_cool_heads_discard_an_event():
    s = at(QUIET + 'active = ["cool-heads"]\nplots = [{card = "siphon"}, {card = "fever"}]')
    act(s, "use cool-heads")
    assert legal(s) == ["discard siphon", "discard fever"]
    act(s, "discard fever")
    assert [plot.card for plot in s.plots] == ["siphon"]


def test_the_second_wind_rolls_dice_that_are_home():
    s = at(QUIET + 'crew = {SCI = 3}\nactive = ["second-wind"]', dice="T SCI ENG ENG COM")
    act(s, "use second-wind")
    assert ready(s) == {"COM": 1, "SCI": 3, "ENG": 2}
    assert (s.sensors, s.quarters) == (1, 2)
    assert told(s).count("rolled") == 1


def test_af_d2_dice_of_the_second_wind_report_after_the_event_that_their_threats_draw():
    """AF-D2: the Event is resolved before they report, so a station that it blocks takes none of them."""
    s = at(
        QUIET + 'sensors = 3\ncrew = {ENG = 1}\nactive = ["second-wind"]\nplot_deck = ["lab-quarantine"]',
        dice="T SCI SCI ENG COM",
    )
    act(s, "use second-wind")
    assert [plot.card for plot in s.plots] == ["lab-quarantine"]
    assert ready(s) == {"COM": 1, "ENG": 2}
    assert (s.sensors, s.quarters) == (0, 6), "four from Sensors, and two SCI that find their station blocked"


def test_af_h2_dice_of_the_second_wind_count_as_in_quarters_until_they_report():
    """AF-H2: rolled dice not yet reported count as in Quarters, for Report to Medbay too."""
    s = at(
        QUIET + 'sensors = 3\ncrew = {ENG = 1}\nactive = ["second-wind"]\nplot_deck = ["report-to-medbay"]',
        dice="T SCI SCI ENG COM",
    )
    act(s, "use second-wind")
    assert GAME.census(s)["dice"] == 10
    assert legal(s) == ["pick quarters", "pick ENG"]
    act(s, "pick quarters")
    assert (ready(s), s.quarters, s.medbay) == ({"COM": 1, "SCI": 2, "ENG": 2}, 3, 2)


def test_af_k5_the_phased_transmat_does_not_work_against_the_malfunction():
    table = 'mission = {card = "distress-beacon"}\nshields = 5\ncrew = {ENG = 1}\nactive = ["phased-transmat"]\n'
    assert refused(at(table + 'plots = [{card = "transmat-malfunction"}]'), "pay mission ENG") == "AF-K5"
    assert legal(at(table + 'plots = [{card = "transmat-malfunction"}]'), "pay mission") == []
    assert legal(at(table), "pay mission") == ["pay mission ENG"]


def test_af_h2_dice_of_the_second_wind_that_an_event_took_do_not_report():
    s = at(QUIET + "sensors = 3\ncrew = {SCI = 5}")
    op.do(("join", "ENG", "SEC"), s, 0)
    assert (s.quarters, s.crew["ENG"], s.crew["SEC"]) == (0, 1, 0)
