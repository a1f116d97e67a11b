"""The table of all weapons lists what the rules allow, at chances that are frequencies, and volleys can be fired."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from math import sqrt

import pytest

from starforge.engine.hex import Hex
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Fire, Launch, LockOn, Reacquire, Select
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import Missile, TargetLock, War, works
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.locks import escape
from starforge.games.shattered_reach.plans.reach import ShipReach
from starforge.games.shattered_reach.plans.volleys import Salvo, blows_at, in_percent, kill_chance, salvoes, suggested
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.chases import chases
from starforge.tui.games.shattered_reach.orders.fleet_fire import promise_of
from tests.shattered_reach.test_reach import crowd

DRAWS = int(os.environ.get("STARFORGE_DRAWS", "400"))
SHOTS = (Fire, LockOn, Launch, Reacquire)


def turn(seed: int) -> War:
    """Return a firing turn among ships close to each other, with locks and missiles in flight."""
    s, dice = crowd(seed), Rng(seed)
    for ship in s.ships.values():
        hull = hulls()[ship.card]
        ship.hull, ship.shields, ship.missiles = 1 + dice.below(hull.hull), dice.below(hull.shields + 1), hull.missiles
        ship.hulk = 2 * (dice.below(9) == 0)
        foes = [foe for foe in s.ships if s.ships[foe].seat != ship.seat]
        for slot, kind in enumerate(hull.launchers if foes else ()):
            target = foes[dice.below(len(foes))]
            if dice.below(2):
                ship.locks[slot] = TargetLock(target, 1 + dice.below(8), s.turn - dice.below(2))
            else:
                ship.flights.append(Missile(kind, target, s.turn - dice.below(2)))
    s.count_fleets()
    s.queue = [("end-round", 0), ("fire-turn", dice.below(2))]
    GAME.ops.run(s)
    return s


@pytest.fixture(scope="module")
def turns() -> list[War]:
    return [s for s in map(turn, range(150)) if s.phase == "fire" and s.asks]


def hand(s: War, number: int) -> War:
    """Return a copy of the war with a ship in hand."""
    s = clone(s)
    if s.players[min(s.asks)].chosen != number:
        GAME.apply(s, min(s.asks), Select(number))
    return s


def test_all_weapons_are_listed_and_nothing_else(turns: list[War]) -> None:
    for s in turns:
        seat = min(s.asks)
        told: dict[int, Counter[str]] = {}
        for one in salvoes(GAME.view(s, seat)):
            told.setdefault(one.ship, Counter()).update(map(str, one.actions))
        assert told.keys() == set(s.players[seat].ready)
        for number, actions in told.items():
            there = hand(s, number)
            assert actions.keys() == {str(a) for a in GAME.legal(there, seat) if isinstance(a, SHOTS)}
            guns = dict(GAME.view(there, seat).ship(number).guns)  # type: ignore[union-attr]
            shots = [a for a in GAME.legal(there, seat) if isinstance(a, SHOTS)]
            assert all(actions[str(a)] == (guns[a.weapon] if isinstance(a, Fire) else 1) for a in shots)


def fired(s: War, one: Salvo, draw: int) -> tuple[bool, bool]:
    """Return whether the first mount of a salvo hit, and whether all of them put its target out of action."""
    s = hand(s, one.ship)
    s.rng, s.events, seat = Rng(draw), [], min(s.asks)
    hit = False
    for n, action in enumerate(one.actions):
        if seat not in s.asks or s.players[seat].chosen != one.ship or action not in GAME.legal(s, seat):
            break
        GAME.apply(s, seat, action)
        if n == 0:
            ends = [e.data.get("outcome", e.data.get("hit")) for e in s.events if e.kind in ("fired", "launched")]
            hit = ends[-1:] in ([True], ["hit"])
    target = s.ships.get(one.target)
    return hit, target is None or not works(target)


def near(told: float, counted: int) -> bool:
    return abs(counted / DRAWS - told) <= 4.5 * sqrt(max(told * (1 - told), 1 / DRAWS) / DRAWS) + 0.006


def test_chances_are_frequencies(turns: list[War]) -> None:
    seen: set[tuple[str, bool, bool]] = set()
    for s in turns:
        view = GAME.view(s, min(s.asks))
        for one in salvoes(view):
            target = s.ships[one.target]
            kind = (type(one.actions[0]).__name__, len(one.actions) > 1, 0 < one.kill < 100)
            if one.locks or not works(target) or kind in seen:
                continue
            seen.add(kind)
            ends = [fired(s, one, draw) for draw in range(DRAWS)]
            assert near(one.ways / 1296, sum(hit for hit, _ in ends))
            assert near(one.kill / 100, sum(dead for _, dead in ends))
    assert {name for name, *_ in seen} == {"Fire", "Launch", "Reacquire"}
    assert sum(kills for *_, kills in seen) > 2


def test_ion_is_told_to_do_nothing_to_what_is_disabled_for_good(turns: list[War]) -> None:
    """SR-F9: and whatever can do something is told with some damage."""
    told = set()
    for view in (GAME.view(s, min(s.asks)) for s in turns):
        for one in (one for one in salvoes(view) if not one.locks):
            dead = weapons()[one.weapon].ion and view.ship(one.target).hulk > 0  # type: ignore[union-attr]
            assert (one.expected == 0) == dead
            told.add(dead)
    assert told == {True, False}


def test_averages_are_rounded_and_never_cut(turns: list[War]) -> None:
    for view in (GAME.view(s, min(s.asks)) for s in turns):
        for one in (one for one in salvoes(view) if one.expected):
            mean = one.ways / 1296 * weapons()[one.weapon].damage * 100
            assert promise_of(one)["damage"] == round(mean)
            assert abs(one.expected - mean * (1 if isinstance(one.actions[0], Launch) else len(one.actions))) <= 0.51
        for shot in view.shots:
            weapon = weapons()[shot.weapon]
            hits = targeting.launch_chance(weapon)[0] if weapon.launched else 36
            assert abs(shot.expected - targeting.WAYS[shot.needed] * hits * weapon.damage / 12.96) <= 0.51


def test_a_suggested_volley_can_be_fired_shot_by_shot(turns: list[War]) -> None:
    for s in islice(turns, 0, None, 4):
        s, seat, turn = clone(s), min(s.asks), s.turn
        left = Counter(str(a) for one in salvoes(GAME.view(s, seat)) for a in one.actions)
        taken = Counter(str(a) for one in suggested(GAME.view(s, seat)) for a in one.actions)
        assert taken <= left
        for _ in range(200):
            if seat not in s.asks or s.phase != "fire" or s.turn != turn:
                break
            view = GAME.view(s, seat)
            plan = suggested(view)
            if not plan:
                assert all(one.worth <= 0 for one in salvoes(view))
                break
            assert all(one.worth > 0 for one in plan)
            s = hand(s, plan[0].ship)
            GAME.apply(s, seat, plan[0].actions[0])
        else:
            raise AssertionError("the volley does not end")


def test_all_that_bears_kills_as_often_as_one_by_one(turns: list[War]) -> None:
    """The chance of the whole fleet on a target is that of each salvo at least, and 0 where it must be."""
    for s in turns:
        view = GAME.view(s, min(s.asks))
        table = salvoes(view)
        for number in {one.target for one in table}:
            target = view.ship(number)
            assert target is not None
            blows = list(blows_at(view, number, table))
            chance = kill_chance(target, blows)
            alone = max(one.kill for one in table if one.target == number)
            assert alone <= 100 * chance + 1
            most = sum(one.damage for one in blows if one.ways)
            assert target.hulk or (chance > 0) == (most >= target.hull + target.shields)


def test_a_lock_that_can_be_shaken_off_is_told_as_such() -> None:
    """In as many of its target's ends as counted, no end of the launcher sees it ahead and within the lock's reach."""
    compared = 0
    for s in map(turn, range(40)):
        view = GAME.view(s, None)
        for one in chases(view):
            found = escape(view, one) if one.target in s.ships and s.phase == "fire" else None
            if found is None or s.ships[one.target].wreck or found.of * one.reach > 600:
                continue
            there, mine, theirs = board(view), one.ship.id, one.target
            out, posts = 0, _ends(there, mine)
            for bow, heading in _ends(there, theirs):
                them, me = there.ships[theirs], there.ships[mine]
                (them.q, them.r), them.heading = bow, heading
                seen = False
                for (me.q, me.r), me.heading in posts:
                    reach, ahead, _, _ = targeting.sight(there, me, them)
                    seen = seen or (ahead and reach <= one.reach)
                out += not seen
            assert (out, len(_ends(board(view), theirs))) == found
            compared += 1
    assert compared > 3


def _ends(s: War, number: int) -> list[tuple[Hex, int]]:
    ends = ShipReach(s, s.ships[number]).ends.values()
    return sorted({(one.hex, one.heading) for ones in ends for one in ones})


def test_a_kill_is_certain_or_impossible_only_in_so_many_words() -> None:
    assert [in_percent(chance) for chance in (0, 0.001, 0.02, 0.5, 0.997, 1)] == [0, 1, 2, 50, 99, 100]
