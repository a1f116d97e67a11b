"""The rulings of rules 3, and how a game that older rules began goes on without them (AF-S1, AF-M1, AF-X6)."""

from dataclasses import replace

import pytest

from starforge.engine.match import Match
from starforge.engine.save import Seat, to_match, to_save
from starforge.engine.state import clone
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Options
from tests.astroforce.table import act, at, legal, refused, told
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET

EIGHT = (
    "static",
    "siphon",
    "fever",
    "sit-in",
    "embargo",
    "inquiry",
    "hostages",
    "red-tape",
)
TEN = (
    "shield-harmonics",
    "war-room",
    "field-ward",
    "guard-post",
    "star-charts",
    "auto-doctor",
    "ram-scoop",
    "red-alert",
    "elite-crew",
    "cool-heads",
)


def plots(*cards: str) -> str:
    return f"plots = [{', '.join(f'{{card = {card!r}}}' for card in cards)}]\n"


@pytest.mark.parametrize(
    ("event", "card"),
    [("static", "command-net"), ("generator-fault", "red-alert"), ("tainted-supplies", "rest-and-recreation")],
)
def test_af_x5_what_an_event_forbids_no_development_does(event, card):
    table = QUIET + NONE_OFFERED + f"hull = 5\nactive = ['{card}']\ncrew = {{COM = 1, MED = 1}}\n"
    assert f"use {card}" in legal(at(table))
    s = at(table + plots(event))
    assert refused(s, f"use {card}") == "AF-X5"
    assert legal(s, "use") == []
    s.rules = 2
    assert f"use {card}" in legal(s), "a game that older rules began goes on by them"


def test_af_x5_what_an_event_forbids_no_other_event_does():
    table = QUIET + NONE_OFFERED + "sensors = 3\nhull = 5\nplot_deck = ['quiet-watch']\n"
    s = act(at(table, "roll", dice="T COM COM SCI SCI MED"), "roll")
    assert (s.medbay, s.hull) == (0, 7)
    s = act(at(table + plots("tainted-supplies"), "roll", dice="T COM COM SCI SCI MED"), "roll")
    assert (s.medbay, s.hull) == (1, 7), "the hull is repaired, nobody is healed"


def test_af_s1_shields_fall_with_their_track():
    s = at(QUIET + NONE_OFFERED + f"shields = 8\nactive = {list(TEN)}\n", "discard")
    assert act(clone(s), "discard war-room").shields == 8
    assert act(clone(s), "discard shield-harmonics").shields == 5
    s.rules = 2
    assert act(s, "discard shield-harmonics").shields == 8


def test_af_d2_an_event_that_a_reroll_draws_comes_before_the_next_question():
    table = QUIET + NONE_OFFERED + "sensors = 3\nactive = ['elite-crew']\nplot_deck = ['micrometeors']\n"
    s = at(table, "roll", dice="COM COM COM SCI SCI MED T")
    act(s, "roll", "reroll COM")
    assert (s.sensors, s.hull) == (0, 5)
    assert s.asks[0].kind == "reroll"
    s = at(table, "roll", dice="COM COM COM SCI SCI MED T")
    s.rules = 2
    act(s, "roll", "reroll COM")
    assert (s.sensors, s.hull) == (0, 7), "by older rules the Event waits for all re-rolls"


def test_af_x6_an_immediate_event_does_not_count_while_it_acts():
    table = QUIET + NONE_OFFERED + "sensors = 3\nfuel = 9\nplot_deck = ['chain-reaction', 'stowaway']\n" + plots(*EIGHT)
    s = act(at(table, "roll", dice="T COM COM SCI SCI MED"), "roll")
    assert [plot.card for plot in s.plots] == [*EIGHT, "stowaway"]
    assert "crowded-out" not in told(s)
    s = at(table, "roll", dice="T COM COM SCI SCI MED")
    s.rules = 2
    assert "crowded-out" in told(act(s, "roll"))


def test_af_m1_fuel_drained_at_nothing_takes_nothing_and_the_mission_fails_in_the_next_mission_phase():
    table = QUIET + NONE_OFFERED + "sensors = 3\nfuel = 0\nplot_deck = ['fuel-leak', 'sit-in']\n"
    s = act(at(table, "roll", dice="T COM COM SCI SCI MED"), "roll")
    assert s.fuel == 0
    assert s.mission is not None
    act(s, "end")
    assert s.failed == ["deep-freeze"]
    assert (s.fails, told(s).count("mission-drawn")) == (1, 1)


@pytest.mark.parametrize(
    ("card", "without", "useful"),
    [
        ("command-net", "crew = {}", "crew = {COM = 1}"),
        ("ram-scoop", "fuel = 10", "fuel = 9"),
        ("red-alert", "shields = 5\nmedbay = 2\nsensors = 3\ncrew = {COM = 5}", "shields = 4"),
        ("cool-heads", "", plots("siphon")),
        ("second-wind", "medbay = 2\nsensors = 3\ncrew = {COM = 5}", ""),
        ("rest-and-recreation", "medbay = 0\nhull = 7", "medbay = 1"),
    ],
)
def test_af_c2_a_development_that_would_do_nothing_cannot_be_used(card, without, useful):
    table = f"mission = {{card = 'deep-freeze'}}\n{NONE_OFFERED}active = ['{card}']\n"
    s = at(table + without)
    assert refused(s, f"use {card}") == "AF-C2"
    assert legal(s, "use") == []
    assert legal(at(table + useful), "use") == [f"use {card}"]


@pytest.mark.parametrize("version", range(GAME.info.rules_since, GAME.info.rules_version + 1))
def test_a_save_goes_on_by_the_rules_it_was_begun_by(version):
    begun = replace(to_save(Match(GAME, Options(), 1, 5), [Seat("Ada")]), rules_version=version)
    match = to_match(GAME, begun)
    assert match.state.rules == (version if version < GAME.info.rules_version else 0)
    assert to_save(match, [Seat("Ada")]).rules_version == version
