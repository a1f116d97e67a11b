"""The levels of Shattered Reach: what sets admirals apart, and that each level is worth the one below it."""

from __future__ import annotations

import os

import pytest

from starforge.bots.arena import Series, play
from starforge.bots.bot import look, sampler
from starforge.bots.levels import levels_of, make
from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.policy import Pace
from starforge.games.shattered_reach.bot.admiral import FleetToMove, fleet_orders
from starforge.games.shattered_reach.bot.concert import Concert, orders_in_concert
from starforge.games.shattered_reach.bot.exchange import FireTarget, exchange_fire, share_out
from starforge.games.shattered_reach.bot.foresight import Foresight
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Commit, EndMovement, FlyAll, LockOn, Select
from starforge.games.shattered_reach.model.state import Options, Ship, War
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.movement import drift_rest
from tests.shattered_reach.test_melees import melee
from tests.shattered_reach.transcript import Table

PAIRS = int(os.environ.get("STARFORGE_PAIRS", "0"))
"""How many pairs of games, seats swapped, each level plays against the one below it."""
LOWER = [("cadet", "random"), ("officer", "cadet"), ("captain", "officer"), ("admiral", "captain")]
BOLD = ("select", "forward", "drift", "left", "right")
"""What plans a move and takes nothing back."""
FACTIONS = ("ferrum,ember", "ferrum,myriad", "ember,ferrum", "ember,myriad", "myriad,ferrum", "myriad,ember")


def war(*ships: str, now: str = "moves", then: str = "B moves") -> War:
    """Return a war in which seat A moves or fires, and after it what ``then`` says."""
    table = Table()
    table.line("on", "all-out-war")
    table.line("A", now)
    table.line("then", then)
    for ship in ships:
        table.line("ship", ship)
    return table.begin()


def moves(s: War, level: str, pace: Pace | None = None) -> list[Action]:
    """Return what a level does in its movement turn, which is played to its end."""
    bot, made = make(GAME, level, 5), list[Action]()
    while s.phase == "move" and 0 in s.asks:
        view = look(GAME, s, 0, bot)
        made.append(bot.choose(view, sampler(GAME, s, 0, len(made)), pace))
        assert made[-1] in view.legal
        GAME.apply(s, 0, made[-1])
    return made


@pytest.mark.parametrize("level", ["cadet", "officer", "captain", "admiral"])
def test_sr_m14_a_level_goes_on_from_whatever_somebody_else_has_planned(level: str) -> None:
    """Plans of other ships may ram, push or end the ship in hand before its own is carried out."""
    ended = 0
    for seed in range(6 if level == "admiral" else 40):
        s, dice = melee(seed, "move-turn"), Rng(seed)
        for _ in range(12):
            bold = [a for a in GAME.legal(s, 0) if str(a).split()[0] in BOLD] if 0 in s.asks else []
            if bold:
                GAME.apply(s, 0, bold[dice.below(len(bold))])
        ended += any(plan.stop for plan in s.plans.values())
        s.events, s.queue = [], []
        moves(s, level)
    assert ended


def test_every_level_is_offered() -> None:
    assert list(levels_of(GAME)) == ["random", "cadet", "officer", "captain", "admiral"]


def test_fire_is_shared_out_where_it_is_worth_most() -> None:
    """Two guns end one ship rather than hurt two, and the third does not shoot at what is gone."""
    ships = [FireTarget(Ship(1, "wasp", n), 4.0, 2.0, 10) for n in range(2)]
    both = [(0, 2.0), (1, 2.0)]
    assert sorted(share_out([both, both], ships)) == [0.0, 4.0]
    assert sorted(share_out([both, both, both], ships)) == [2.0, 4.0]
    assert share_out([[(1, 2.0)], both], ships) == [0.0, 4.0]
    assert share_out([[], []], ships) == [0.0, 0.0]


def test_fire_wears_down_shields_first_and_spends_no_more_than_is_there() -> None:
    s = war("1 A wasp 0,0 N v0", "2 B wasp 0,-2 S v0", "3 B spark 0,9 S v0")
    before = {n: (ship.hull, ship.shields) for n, ship in s.ships.items()}
    exchange_fire(s)
    assert (s.ships[3].hull, s.ships[3].shields) == before[3]
    for number in (1, 2):
        hull, shields = before[number]
        ship = s.ships[number]
        assert ship.hull + ship.shields < hull + shields
        assert ship.hull == hull or ship.shields == 0


def test_what_is_played_on_leaves_the_board_as_it_was() -> None:
    s = war("1 A wasp 0,3 N v2", "2 A javelin 2,2 N v1", "3 B wasp 0,-3 S v2", "4 B spark 1,-4 S v3")
    before = clone(s)
    Foresight(s, 0).value(Foresight(s, 0).captains_orders())
    orders_in_concert(s, 0)
    assert s == before


def test_a_ship_that_would_be_lost_is_worth_saving() -> None:
    """SR-M2: drifting off the map is seen as the loss that it is."""
    s = war("1 A wasp 0,-13 N v3", "2 B wasp 0,9 S v0")
    ahead = Foresight(s, 0)
    saved = ahead.captains_orders()
    assert ahead.value(saved) > ahead.value(((1, ()),)) + 5


@pytest.mark.parametrize("seed", range(4))
def test_ships_in_concert_bar_nobodys_way_and_ram_no_friend(seed: int) -> None:
    """SR-X1: several ships close together, each with the same foe ahead."""
    cards = enumerate(("gnat", "wasp", "javelin", "spark"), 1)
    friends = [f"{n} A {card} {n - 3},{2 + (n + seed) % 2} N v{(n + seed) % 4}" for n, card in cards]
    s = war(*friends, f"9 B wasp 0,{-2 - seed} S v1")
    concert = Concert(s, 0)
    filled = [at for unit, pick in zip(concert.own, concert.picks(), strict=True) for at in unit.ends[pick].filled]
    assert len(filled) == len(set(filled)), "no two make for one hex"
    for number, steps in orders_in_concert(s, 0):
        assert number in s.ships
        fly(s, s.ships[number], steps)
    drift_rest(s, 0)
    assert not [event for event in s.events if event.kind in ("rammed", "crashed")]
    assert len(s.fleet(0)) == 4


def test_a_ship_alone_goes_where_it_can_fire_and_none_of_many_answers() -> None:
    s = war("1 A wasp 0,4 N v1", "2 B wasp 0,-1 S v0", "3 B wasp 1,-2 S v0", "4 B javelin -1,-1 S v0")
    concert = Concert(s, 0)
    (pick,) = concert.picks()
    duels = [concert._duel(concert.own[0], pick, foe, 0) for foe in concert.foes]
    assert sum(dealt for dealt, _ in duels) > 1
    assert sum(taken for _, taken in duels) == 0


def test_an_admiral_writes_orders_down_and_has_them_carried_out_together() -> None:
    s = war("1 A wasp 0,4 N v2", "2 A wasp 2,3 N v2", "3 B wasp 0,-3 S v2")
    made = moves(s, "admiral")
    assert made[-1] in (FlyAll(), EndMovement())
    assert all(ship.moved for ship in s.ships.values() if ship.seat == 0)


def test_orders_are_alike_however_often_they_are_thought_out_and_hurry_ends_the_search() -> None:
    s = war("1 A wasp 0,4 N v2", "2 A javelin 2,3 N v2", "3 B wasp 0,-3 S v2")
    played = []

    def board() -> War:
        played.append(1)
        return clone(s)

    slow = FleetToMove(("test", 1), 0, False, board, Pace())
    first = fleet_orders(slow)
    fleet_orders.cache_clear()
    assert fleet_orders(FleetToMove(("test", 1), 0, False, board, Pace())) == first
    assert fleet_orders(slow) == first
    assert len(played) == 2
    pace = Pace(hurried=True)
    hurried = fleet_orders(FleetToMove(("test", 1), 0, True, board, pace))
    assert set(hurried) == set(Foresight(s, 0).captains_orders())


def test_the_lower_levels_think_of_a_few_steps_alone() -> None:
    for level, most in (("cadet", 3), ("officer", 5)):
        s = war("1 A wasp 0,9 N v0", "2 B wasp 0,-9 S v0")
        steps = [one for one in moves(s, level) if not isinstance(one, Commit | Select | EndMovement | FlyAll)]
        assert 0 < len(steps) <= most


def test_a_cadet_forgets_its_missiles_and_takes_the_surest_shot() -> None:
    s = war("1 A javelin 0,3 N v0", "2 B wasp 0,0 S v0", now="fires", then="round ends")
    bot, fired = make(GAME, "cadet", 5), list[Action]()
    while s.phase == "fire" and 0 in s.asks:
        view = look(GAME, s, 0, bot)
        assert any(isinstance(a, LockOn) for a in view.legal) or fired
        fired.append(bot.choose(view, sampler(GAME, s, 0, len(fired))))
        GAME.apply(s, 0, fired[-1])
    assert fired
    assert not any(isinstance(a, LockOn) for a in fired)


@pytest.mark.parametrize(("level", "lower"), LOWER[: len(LOWER) if PAIRS else 1])
def test_each_level_beats_the_next_lower(level: str, lower: str) -> None:
    won = {level: 0, lower: 0}
    for number in range(2 * max(1, PAIRS)):
        options = Options(factions=FACTIONS[number // 2 % 6])  # type: ignore[arg-type]
        played = play(Series("shattered-reach", options, (level, lower), number // 2), number % 2)
        for seat in played.winners:
            won[played.bots[seat]] += 1
    assert won[level] > won[lower]
    if PAIRS:
        assert won[level] >= 0.65 * sum(won.values())
