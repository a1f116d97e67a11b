"""What players are told of locks, missiles, wrecks and chances is what the engine then allows and does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache, partial

import pytest

from starforge.bots.levels import make
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.end_card import Heading
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.rules.firing import can_fire
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.words.battle import ROLLED
from starforge.games.shattered_reach.words.end_card import _points
from tests.chances import assert_comes_true
from tests.shattered_reach.test_spoken import CHASE, FIRE
from tests.shattered_reach.transcript import Table

GAMES = int(os.environ.get("STARFORGE_WARS", "1"))


@cache
def firings(seed: int) -> tuple[War, ...]:
    """Return the states of a war in which somebody is asked to fire."""
    return tuple(clone(s) for s in wars(seed) if "fire" in {ask.kind for ask in s.asks.values()})


def wars(seed: int) -> Iterator[War]:
    """Give the states of a game of missile carriers among which one plays well."""
    s = GAME.new(GAME.options(factions="ember,ferrum", rounds=14), 2, seed)
    bots = [make(GAME, "greedy", seed), make(GAME, "greedy", seed + 1)]
    rash = make(GAME, "random", seed)
    dice = Rng(seed)
    while s.result is None:
        seat = min(s.asks)
        bot = rash if s.phase == "fire" and dice.below(4) == 0 else bots[seat]
        GAME.apply(s, seat, bot.choose(GAME.view(s, seat), lambda now=s: now))
        yield s


@pytest.mark.xdist_group("firings")
def test_a_lock_or_missile_can_try_exactly_when_it_is_told_so() -> None:
    compared = 0
    for s in (s for seed in range(GAMES) for s in firings(seed)):
        seat = min(s.asks)
        view = GAME.view(s, seat)
        legal = [a for a in GAME.legal(s, seat) if isinstance(a, (Launch, Reacquire))]
        told: list[Action] = []
        for one in chases(view):
            if one.ship.id != view.hand or not one.due or one.why:
                continue
            told += [Reacquire(-1)] if one.flying else [Launch(-1)]
        kinds = [type(a).__name__ for a in legal]
        assert sorted(kinds) == sorted(type(a).__name__ for a in told)
        compared += len(kinds)
        for ship in view.ships:
            turn_over = ("fire-turn", ship.seat) not in s.queue and ship.seat != seat
            assert ship.fires == (can_fire(s, s.ships[ship.id]) and not turn_over)
    assert compared


def table(case: str) -> War:
    found = Table()
    found.play(["a case", *case.strip().splitlines()])
    return found.begin()


def succeeds(s: War, action: Action, seed: int) -> bool:
    """Tell whether an action's roll does what it is for, by another seed."""
    tried = clone(s)
    tried.rng, tried.events = Rng(seed), []
    GAME.apply(tried, min(s.asks), action)
    done = [event.data for event in tried.events if event.kind in ROLLED]
    return bool(done) and (done[-1].get("hit") or done[-1].get("outcome") == "hit") is True


def chances(s: War) -> Iterator[tuple[Action, int]]:
    """Give the actions that roll for something, each with the chance in percent that is told of it."""
    view = GAME.view(s, min(s.asks))
    shots = {(one.weapon, one.target): one.percent for one in view.shots}
    tries = {one.flying: one.percent for one in chases(view) if one.ship.id == view.hand and one.due and not one.why}
    for a in view.legal:
        match a:
            case Fire(weapon, target):
                yield a, shots[weapon, target]
            case LockOn(launcher, target):
                yield a, shots[hulls()[s.ships[view.hand].card].launchers[launcher], target]
            case Launch() | Reacquire():
                yield a, tries[isinstance(a, Reacquire)]


@pytest.mark.parametrize("case", [FIRE, CHASE])
def test_each_chance_of_a_roll_is_its_frequency(case: str) -> None:
    s = table(case)
    found = dict(chances(s))
    assert {type(a) for a in found} >= ({Fire} if case == FIRE else {LockOn, Launch, Reacquire})
    for action, percent in found.items():
        assert_comes_true(percent / 100, partial(succeeds, s, action), 0.01, str(action))


@pytest.mark.xdist_group("firings")
def test_each_chance_of_a_war_is_its_frequency() -> None:
    compared: set[tuple[type[Action], int]] = set()
    for s in firings(0):
        for action, percent in chances(s):
            if (type(action), percent) not in compared:
                compared.add((type(action), percent))
                assert_comes_true(percent / 100, partial(succeeds, s, action), 0.01, str(action))
    assert len(compared) > 10


LAME = """
round 3
ship 1 A javelin 0,4 N v0 missiles 2 lock 0 on 2 within 4 of round 2 flight missile to 4 of round 2
ship 2 B spark 0,1 S v0
ship 4 B spark 2,2 N v0 hull 0 hulk 2
ship 5 B spark 0,2 S v0 hull 0 hulk 3
ship 6 B spark 1,2 S v0 hull 0 wreck
A fires
then B fires, round ends
"""


def test_what_is_lame_is_told_as_it_is() -> None:
    """SR-F12 a hulk of an earlier round loses its missile, SR-F11 a launcher that has acted does not launch."""
    s = table(LAME)
    by = {one.flying: one.why for one in chases(GAME.view(s, 0))}
    assert by == {False: "", True: "its target is disabled"}
    GAME.apply(s, 0, LockOn(0, 2))
    ship = s.ships[1]
    if ship.locks[0].round == 2:
        assert "acted" in next(one.why for one in chases(GAME.view(s, 0)) if not one.flying)
    told = GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "threats", [])[0]
    assert all(name in told for name in ("Spark 2", "Spark 5", "Spark 6"))
    assert "Spark 4" not in told


def test_a_lock_says_that_it_deals_nothing_now() -> None:
    s = table(LAME)
    hint = next(c.hint for c in GAME.choices(s, 0) if c.action == LockOn(0, 2))
    assert "deals nothing now" in hint
    assert "within range 3" in hint


def test_the_range_of_a_large_ship_names_the_hexes_that_see() -> None:
    s = table("ship 1 A wasp 2,1 N v0\nship 2 B rampart 2,-3 NW v0 shields 0\nA fires")
    told = GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "range", ["1", "2"])
    assert any("from 2,1 to 4,-3" in line or "from 2,1 to 3,-3" in line for line in told), told
    assert not any("planet" in line for line in told)


def test_a_hint_says_what_the_shot_brings_and_what_the_next_best_would() -> None:
    s = table(CHASE)
    s.ships[1].flights.clear()
    view = GAME.view(s, 0)
    action = GAME.advise(view, lambda: s, Rng(1))
    assert action is not None
    words = GAME.why(view, action)
    brought, then = (int(word) for word in words.replace(",", "").split() if word.isdigit() and int(word) > 9)
    assert brought >= then
    assert "On average it takes" in words
    assert "the next best, " in words


def test_the_best_and_the_worst_moment_of_a_war_say_whose_they_were() -> None:
    names = ("Ada", "Ben")
    shot = Event(
        "fired", {"seat": 1, "name": "Husk 2", "target_name": "Wasp 1", "hit": True, "needed": 9, "weapon": "laser"}
    )
    ram = Event("rammed", {"seat": 1, "name": "Husk 2", "target_name": "Wasp 3"})
    lost = Event("destroyed", {"seat": 0, "name": "Wasp 1", "card": "wasp"})
    own = Event("destroyed", {"seat": 1, "name": "Husk 2", "card": "husk"})
    best, worst = _points([[shot, lost], [ram, own]], names)
    heading = Heading("Shattered Reach", "", names, 1, "", "round")
    assert heading.moment(best) == "round 0 for Ben"
    assert heading.moment(worst) == "round 0 for Ben"
    assert best.gain > 0 > worst.gain
