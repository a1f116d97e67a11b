"""Every Event: what it does when it comes, while it stays, and how it goes. One row a card."""

import pytest

from starforge.games.astroforce.model.catalogue import events
from starforge.games.astroforce.model.state import Astroforce
from tests.astroforce.table import act, at, refused

QUIET = 'mission = {card = "deep-freeze", stage = 1}\nmedbay = 1\n'
"""A Mission whose 'M' does nothing, because somebody is in Medbay."""


def measure(s: Astroforce) -> dict[str, int]:
    return {
        "hull": s.hull,
        "shields": s.shields,
        "fuel": s.fuel,
        "medbay": s.medbay,
        "sensors": s.sensors,
        "crew": sum(s.crew.values()),
        "captured": sum(plot.captured for plot in s.plots),
        "events": len(s.plots),
    }


def changed(before: dict[str, int], s: Astroforce) -> dict[str, int]:
    return {key: now - before[key] for key, now in measure(s).items() if now != before[key]}


IMMEDIATE = {
    "report-to-medbay": {"medbay": 1, "crew": -1},
    "medbay-report": {"medbay": 1, "crew": -1},
    "micrometeors": {"shields": -2},
    "shield-collapse": {"shields": -3},
    "stand-down": {"crew": -2},
    "fuel-leak": {"fuel": -1},
    "plasma-surge": {"hull": -1},
    "false-readings": {"sensors": 1, "crew": -1, "fuel": -1},
    "chain-reaction": {"events": 1, "fuel": -1},
    "quiet-watch": {"hull": 2, "medbay": -2},
}
"""What each changes in Deploy, with shields at 3, hull at 5, two dice in Medbay, three SEC in stations."""

TURNS = {
    "siphon": {"fuel": -1},
    "star-barnacles": {"fuel": -1},
    "gravity-well": {"fuel": -1},
    "dark-tide": {"fuel": -1},
    "runaway-reactor": {"hull": -1},
    "fever": {"medbay": 1},
    "kzinn-stealth-cruiser": {"shields": -2},
    "raiders": {"shields": -1},
    "hunter-drone": {"shields": -1},
    "reef-crust": {"shields": -3},
    "boarders": {"shields": -1},
}
"""What each changes by its 'M', shields at 3."""

BLOCKS = {
    "lab-quarantine": "SCI",
    "bridge-blackout": "COM",
    "sickbay-fire": "MED",
    "coolant-leak": "ENG",
    "armoury-lockdown": "SEC",
}

BARS = {
    "transmat-malfunction": ("pay mission ENG", "AF-K5"),
    "dissention": ("lock machine-shop ENG ENG", "AF-K2"),
    "static": ("orders COM", "AF-X5"),
    "tainted-supplies": ("heal MED", "AF-X5"),
    "generator-fault": ("raise-shields SCI", "AF-X5"),
    "sensor-ghosts": ("clear-sensors SEC", "AF-X5"),
    "sit-in": ("pay mission ENG", "AF-X5"),
    "dead-reckoning": ("pay mission ENG", "AF-X5"),
    "lost-bearings": ("pay mission ENG", "AF-X5"),
    "boarding-party": ("pay mission ENG", "AF-X5"),
    "boarders": ("pay mission ENG", "AF-X5"),
    "inquiry": ("pay mission ENG", "AF-X5"),
    "tribunal": ("orders COM", "AF-X5"),
    "dark-tide": ("pay mission ENG", "AF-K5"),
    "reef-crust": ("pay mission ENG", "AF-D5"),
    "hostages": ("pay mission ENG", "AF-X5"),
    "embargo": ("pay machine-shop ENG,ENG", "AF-X5"),
    "red-tape": ("pay mission ENG", "AF-D5"),
}
"""An order that each forbids, and by which rule."""

OTHERS = {"alien-parasites", "hostages", "space-time-disruption", "stowaway"}
"""Tested in functions of their own, below."""


def test_every_event_has_its_row():
    assert {*IMMEDIATE, *TURNS, *BLOCKS, *BARS, *OTHERS} == set(events())
    assert {card for card, event in events().items() if event.immediate} == set(IMMEDIATE)


def deploying(card: str = "") -> Astroforce:
    plots = f'plots = [{{card = "{card}"}}]\n' if card else ""
    return at(
        'mission = {card = "distress-beacon"}\ncrew = {COM = 1, SCI = 1, MED = 1, ENG = 2, SEC = 1}\nmedbay = 1\n'
        f'sensors = 1\nfuel = 9\noffers = [{{card = "machine-shop"}}]\n{plots}'
    )


@pytest.mark.parametrize("card", IMMEDIATE)
def test_it_acts_at_once_and_is_discarded(card):
    s = at(
        'mission = {card = "distress-beacon", stage = 2}\ncrew = {SEC = 3}\nmedbay = 2\nsensors = 1\nshields = 3\n'
        f'hull = 5\nfuel = 9\nquarters = 0\nplots = [{{card = "alien-parasites", captured = 4}}]\n'
        f'plot_deck = ["{card}", "static"]\noffers = [{{card = "machine-shop"}}]'
    )
    before = measure(s)
    act(s, "carry-out mission")
    assert changed(before, s) == IMMEDIATE[card]
    assert s.plot_discards == [card]


@pytest.mark.parametrize("card", TURNS)
def test_its_m(card):
    s = at(QUIET + f'sensors = 2\nshields = 3\nfuel = 9\nplots = [{{card = "{card}"}}]')
    before = {**measure(s), "fuel": 8}
    act(s, "end")
    if s.asks[0].kind == "order":
        act(s, f"first {card}")
    assert changed(before, s) == TURNS[card]


@pytest.mark.parametrize("card", BLOCKS)
def test_it_blocks_a_station(card):
    s = at(QUIET + f'plots = [{{card = "{card}"}}]', "roll", dice="COM SCI MED ENG SEC COM SCI MED ENG")
    act(s, "roll")
    assert [face for face, n in s.crew.items() if not n] == [BLOCKS[card]]


@pytest.mark.parametrize("card", BARS)
def test_it_forbids_an_order(card):
    order, rule = BARS[card]
    assert refused(deploying(card), order) == rule
    act(deploying(), order)


@pytest.mark.parametrize("card", [card for card, event in events().items() if not event.immediate])
def test_meeting_its_requirement_ends_it(card):
    event = events()[card]
    for stage in range(max(1, len(event.stages))):
        needs = event.stages[stage].needs if event.stages else event.needs
        crew = ", ".join(f"{face} = {needs.count(face)}" for face in dict.fromkeys(needs))
        s = at(QUIET + f'crew = {{{crew}}}\nfuel = 5\nplots = [{{card = "{card}", stage = {stage}}}]')
        act(s, f"pay {card} {','.join(needs)}")
    assert s.plots[0].done
    gained = sum(int(op[1]) for op in event.reward if op[0] == "fuel")
    assert s.fuel == 5 + gained
    act(s, "end")
    assert s.plots == []
    assert s.plot_discards == [card]
    assert (s.hull, s.fuel) == (7, 4 + gained), "its effect has stopped"


@pytest.mark.parametrize(("card", "held"), [("alien-parasites", 2), ("hostages", 1)])
def test_it_captures_dice(card, held):
    s = at(QUIET + f'sensors = 3\nfuel = 5\nplot_deck = ["{card}"]', "roll", dice="T ENG ENG ENG ENG ENG")
    act(s, "roll", *["pick ENG"] * held)
    assert s.plots[0].captured == held
    assert s.crew["ENG"] == min(3, 5 - held)


def test_the_stowaway_sends_a_com_home_after_the_roll():
    s = at(QUIET + 'plots = [{card = "stowaway"}]', "roll", dice="COM COM SCI SCI SCI MED MED ENG ENG SEC")
    act(s, "roll")
    assert s.crew["COM"] == 1


def test_the_disruption_strikes_when_the_mission_ends():
    s = at('mission = {card = "distress-beacon", stage = 5, moved = true, done = true}\nactive = ["war-room"]\n'
           'plots = [{card = "space-time-disruption"}]')  # fmt: skip
    act(s, "end")
    assert s.active == []


def test_red_tape_adds_a_com_to_every_challenge():
    act(deploying("red-tape"), "pay mission COM,ENG")


def test_the_chain_reaction_draws_another():
    s = at('mission = {card = "distress-beacon", stage = 2}\nplot_deck = ["chain-reaction", "embargo"]\nfuel = 5')
    act(s, "carry-out mission")
    assert [plot.card for plot in s.plots] == ["embargo"]
