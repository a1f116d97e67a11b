"""What the screen warns of comes true, and what it tells of turns, Fuel and Damage is so."""

import os
import re
from collections import Counter
from itertools import product

import pytest

from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.engine.rng import Rng
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import End
from starforge.games.astroforce.model.catalogue import missions
from starforge.games.astroforce.words.warnings import turns, warnings
from tests.astroforce.table import at, told
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET
from tests.tui.patrols import flown

DRAINS = int(os.environ.get("STARFORGE_VISITS", "60"))


def view(s):
    return GAME.view(s, min(s.asks))


def test_a_mission_is_completed_in_no_fewer_turns_and_fails_when_its_fuel_is_gone():
    for seed in range(4):
        told, mission = None, None
        for s, _ in flown("deadly", 1, ("greedy", "random")[seed % 2], seed):
            shown = view(s)
            if s.mission is None or s.mission is not mission:
                told = None
            if told is not None and s.mission is mission and s.mission.done:
                assert s.turn - told[0] + 1 >= told[1]
            if s.mission is not None and not s.mission.done:
                mission, (needed, _) = s.mission, turns(shown)
                told = (s.turn + s.mission.moved, needed)


def near_the_end(seed):
    """Yield a Mission with a few stages to go, little Fuel and perhaps a drain, state by state until it has ended."""
    dice = Rng(seed)
    card = list(missions())[seed % len(missions())]
    stage = max(0, len(missions()[card].stages) - 1 - dice.below(3))
    plots = ("", "plots = [{card = 'siphon'}]\n", "plots = [{card = 'siphon'}, {card = 'gravity-well'}]\n")[
        dice.below(3)
    ]
    fuel = 1 + dice.below(3 + 2 * plots.count("card"))
    s = at(f"mission = {{card = '{card}', stage = {stage}}}\nfuel = {fuel}\n{plots}", ask="roll")
    s.rng = Rng(seed)
    bot, mission = make(GAME, ("captain", "random")[dice.below(2)], seed), s.mission
    while s.result is None and s.mission is mission:
        yield s
        GAME.apply(s, min(s.asks), bot.choose(look(GAME, s, min(s.asks), bot), sampler(GAME, s, min(s.asks), seed)))


def test_what_is_warned_of_the_fuel_comes_true_while_nothing_changes_it_but_time():
    """A Mission said to fail fails in that turn and is not completed; a last stage is completed in the turn told."""
    warned = Counter()
    for seed in range(DRAINS):
        told, before = [], None
        for s in near_the_end(seed):
            shown = view(s)
            if before and (s.fuel, shown.drain) != (before[0] - (1 + before[1]) * (s.turn - before[2]), before[1]):
                told = []
            if s.mission.done:
                assert all(due == s.turn for due, words in told if "last stage" in words), (seed, s.turn, told)
                assert not any("fails" in words for _, words in told), (seed, s.turn, told)
                warned["completed"] += bool(told)
                break
            before = s.fuel, shown.drain, s.turn
            for words in warnings(shown):
                if "last stage" in words:
                    told.append((s.turn + ("next turn" in words), words))
                    warned["next" if "next turn" in words else "this"] += 1
                elif "fails" in words:
                    lasts = sum(map(int, re.findall(r"lasts for (\d+)", words)))
                    told.append((s.turn + lasts + (s.mission.moved or s.phase == "cleanup"), words))
                    warned["fails"] += 1
        else:
            fuel, drain, _ = before
            assert told or fuel > 1 + drain or s.result is not None, (seed, "nobody was warned")
            for due, words in told if fuel <= 1 + drain else ():
                assert due + ("last stage" in words) == s.turn, (seed, words)
                warned["failed"] += 1
    assert all(warned[one] > DRAINS // 20 for one in ("this", "next", "fails", "completed", "failed")), warned


def test_the_damage_told_is_what_the_cards_in_play_deal():
    compared = 0
    for seed in range(6):
        before = None
        for s, log in flown("hard", 1, "greedy", seed):
            news = log[len(before[1]) :] if before else []
            if (
                before
                and s.turn == before[2] + 1
                and s.asks[0].kind == "roll"
                and not any("Event:" in line for line in news)
            ):
                dealt = [line for line in news if line.startswith("Damage: ") and "none" not in line]
                points = sum(int(word) for line in dealt for word in line.split() if word.isdecimal())
                if not any("Mission" in line or "is over" in line or "is active" in line for line in news):
                    assert points == before[0], news
                    compared += 1
            before = (view(s).blow[0], list(log), s.turn)
    assert compared > 9


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("fuel = 2", "The Mission needs 6 more turns and its Fuel lasts for 2 turns: without more Fuel it fails."),
        ("fuel = 2\nfails = 1", "without more Fuel it fails, and with it the patrol."),
        (
            "hull = 1\nplots = [{card = 'kzinn-stealth-cruiser'}]",
            "deal 2 Damage in the next Mission phase; 1 of it takes",
        ),
    ],
)
def test_what_is_about_to_be_lost_is_told_in_lines_and_before_the_deployment_ends(table, words):
    s = at(QUIET + NONE_OFFERED + table)
    assert any(words in line for line in warnings(view(s)))
    assert any(line.startswith("Warning: ") and words in line for line in GAME.lines(view(s), ["Ada"]))
    assert not warnings(view(at(QUIET + NONE_OFFERED + "fuel = 9")))


def test_af_m1_the_mission_fails_after_as_many_deployments_as_its_fuel_is_said_to_last():
    """Whatever drains it, and even when none is left: it fails in the next Mission phase, not before."""
    assert not any(op[0] == "fuel" for m in missions().values() for op in m.later or m.m), "a stage ends it"
    drains = ("gravity-well", "siphon", "star-barnacles")
    for fuel, count in product(range(6), range(4)):
        plots = ", ".join(f"{{card = '{card}'}}" for card in drains[:count])
        s = at(QUIET + NONE_OFFERED + f"fuel = {fuel}\nplots = [{plots}]\n", dice="COM " * 90)
        (_, there), ended = turns(view(s)), 0
        while "mission-failed" not in told(s):
            ended += next(iter(s.asks.values())).kind == "deploy"
            legal = GAME.legal(s, 0)
            GAME.apply(s, 0, next((a for a in legal if isinstance(a, End)), legal[0]))
        assert there == ended, (fuel, count)


def test_af_m1_a_mission_that_fails_first_deals_no_damage():
    table = QUIET.replace("deep-freeze", "anomaly") + NONE_OFFERED + "hull = 0\nshields = 0\nfuel = %d\n"
    assert [view(at(table % fuel)).blow for fuel in (0, 1, 2)] == [(0, 0), (0, 0), (2, 2)]


@pytest.mark.parametrize("card", ["first-officer", "admirals-call", "protocol-droid"])
def test_af_k3_a_blocked_station_bars_no_result_that_needs_none(card):
    s = at(QUIET + NONE_OFFERED + f"active = ['{card}', 'war-room']\nplots = [{{card = 'bridge-blackout'}}]")
    assert [one.barred for one in view(s).active] == ["", "Bridge Blackout"]


@pytest.mark.parametrize(
    ("event", "card"),
    [
        ("tainted-supplies", "auto-doctor"),
        ("sensor-ghosts", "signal-filter"),
        ("generator-fault", "shield-harmonics"),
        ("transmat-malfunction", "phased-transmat"),
        ("static", "command-net"),
        ("lab-quarantine", "second-laboratory"),
        ("sit-in", "star-charts"),
    ],
)
def test_af_x5_an_active_development_says_which_event_forbids_what_it_gives(event, card):
    table = QUIET + NONE_OFFERED + f"active = ['{card}', 'elite-crew']\n"
    told = GAME.lines(view(at(table + f"plots = [{{card = '{event}'}}]")), ["Ada"])
    title = next(line for line in told if line.startswith("Event: ")).removeprefix("Event: ").partition(".")[0]
    assert [f"{title} forbids it." in line for line in told if line.startswith("Active: ")] == [True, False]
    assert "forbids it" not in " ".join(GAME.lines(view(at(table)), ["Ada"]))
