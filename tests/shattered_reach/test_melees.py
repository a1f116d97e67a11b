"""Ships drawn at random that move, ram and fire, beside what the rules say of each case, worked out anew."""

from __future__ import annotations

from collections import Counter

import pytest

from starforge.engine import hex as hx
from starforge.engine.event import Event
from starforge.engine.ops import push
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import EndMovement
from starforge.games.shattered_reach.model.catalogue import FACTIONS, fleets, hulls, weapons
from starforge.games.shattered_reach.model.state import (
    Missile,
    Player,
    Ship,
    TargetLock,
    War,
    body,
    chart,
    hexes_of,
    put,
)
from starforge.games.shattered_reach.rules.collisions import can_push, fly, hurt
from tests.allowed import agrees, disputed, played
from tests.shattered_reach.test_setup import mustered

WORDS = {
    "faction": [*FACTIONS, "humans"],
    "fleet": [*fleets(), "none"],
    "weapon": [*weapons(), "club"],
    **dict.fromkeys(("q", "r"), range(-13, 14)),
    **dict.fromkeys(("heading", "hex", "launcher", "missile"), range(-1, 7)),
    **dict.fromkeys(("Select.ship", "target"), range(-1, 14)),
    **{f"{action}.ship": [*hulls(), "raft"] for action in ("Buy", "Sell")},
}
ARMED = ("wasp", "javelin", "spark", "galvan", "picket", "larrikin", "rampart", "outrigger", "ripper", "bristlemaw")


def melee(seed: int, turn: str) -> War:
    """Return ships drawn at random, near and on planets, whose owner moves or fires, with locks and missiles."""
    dice = Rng(seed)
    s = War(rng=dice, turn=3, players=[Player("ferrum"), Player("ember", side=1, team=1)])
    s.scenario = ("small-skirmish", "homeworlds", "race-for-the-core")[seed % 3]
    for number in range(1, 10):
        card, heading, at = ARMED[dice.below(len(ARMED))], dice.below(6), (dice.below(9) - 4, dice.below(9) - 4)
        hull = hulls()[card]
        if s.cells.keys().isdisjoint(map(hx.pack, body(*at, heading, hull.length))):
            ship = s.ships[number] = Ship(dice.below(2), card, number, *at, heading, dice.below(4), 1, 1, dice.below(3))
            put(s, ship)
            state = dice.below(16)
            ship.numb, ship.moved, ship.wreck, ship.hulk = state == 1, state == 2, state == 3, max(0, state - 12)
            if ship.wreck or ship.hulk:
                ship.hull = ship.velocity = 0
            for slot in range(len(hull.launchers)):
                if dice.below(2):
                    ship.locks[slot] = TargetLock(1 + dice.below(10), dice.below(9), 2 - dice.below(4) // 3)
            if hull.launchers:
                for _ in range(dice.below(3)):
                    ship.flights.append(Missile(hull.launchers[0], 1 + dice.below(10), (2, 2, 1, 3)[dice.below(4)]))
    s.count_fleets()
    push(s, (turn, 0), ("end-round", 1))
    GAME.ops.run(s)
    return s


@pytest.mark.parametrize("turn", ["move-turn", "fire-turn"])
def test_whatever_is_not_listed_is_refused(turn: str) -> None:
    tried = 0
    for seed in range(30):
        for s in played(GAME, melee(seed, turn), seed, 5):
            assert agrees(GAME, s), s.asks
            assert disputed(GAME, s, WORDS) == []
            tried += 1
    assert tried > 60


def test_before_a_war_whatever_is_not_listed_is_refused() -> None:
    for seed in range(2):
        for number, s in enumerate(played(GAME, GAME.new(GAME.options(), 3, seed), seed, 60)):
            assert number % 5 or disputed(GAME, s, WORDS) == []
    s = mustered()
    for number, now in enumerate(played(GAME, s, 1, 20)):
        assert number % 4 or disputed(GAME, now, WORDS) == []


def test_sr_m11_ships_drift_in_the_order_of_their_numbers_but_first_those_whose_path_is_free() -> None:
    """One that was rammed before its turn came has lost its drift, and one that was destroyed has none (SR-X6)."""
    rammed = 0
    for seed in range(60):
        s = melee(seed, "move-turn")
        if not s.asks:
            continue
        expected, left = clone(s), [n for n, one in s.ships.items() if one.seat == 0 and waits(one)]
        expected.events = []
        while left:
            free = [n for n in left if not any(expected.cells.get(hx.pack(at), n) != n for at in path(expected, n))]
            left.remove(number := (free or left)[0])
            fly(expected, expected.ships[number], ())
            left = [n for n in left if n in expected.ships and waits(expected.ships[n])]
        s.events, s.queue = [], []
        GAME.apply(s, 0, EndMovement())
        assert s.events == expected.events
        rammed += any(event.kind == "rammed" for event in s.events)
    assert rammed > 5


def waits(ship: Ship) -> bool:
    return ship.velocity > 0 and not (ship.moved or ship.wreck or ship.hulk)


def path(s: War, number: int) -> list[hx.Hex]:
    """Return the hexes ahead of a ship that only drifts, up to the one in which its move ends."""
    ship, found = s.ships[number], list[hx.Hex]()
    for away in range(1, ship.velocity + 1):
        found.append(hx.step((ship.q, ship.r), ship.heading, away))
        if found[-1] not in chart(s).open:
            break
    return found


def test_sr_x5_a_push_is_blocked_where_one_hex_of_the_target_would_be() -> None:
    """By the map's edge, a planet, another ship, or the rammer where the ram puts it (SR-X3)."""
    seen = Counter[bool]()
    for seed in range(12):
        dice, s = Rng(seed), melee(seed, "move-turn")
        field = chart(s)
        for ship in s.ships.values():
            for target in (one for one in s.ships.values() if one is not ship):
                heading, bow = dice.below(6), hx.step((target.q, target.r), dice.below(6), dice.below(3))
                after = body(*bow, dice.below(6), hulls()[ship.card].length)
                own = hexes_of(target)
                new = [at for at in (hx.step(at, heading) for at in own) if at not in own]
                others = {at for one in s.ships.values() if one not in (ship, target) for at in hexes_of(one)}
                free = all(at in field.hexes and at not in field.planets and at not in others for at in new)
                lands = {hx.step(at, heading) for at in own}
                expected = hulls()[ship.card].ram > hulls()[target.card].ram and free and lands.isdisjoint(after)
                assert can_push(s, ship, target, heading, after) is expected
                seen[expected] += hulls()[target.card].length > 1
    assert min(seen.values()) > 4


def test_what_takes_no_damage_takes_none() -> None:
    """SR-X8, SR-R3: nothing at all is told of a wreck that is hit, nor of a hit without damage."""
    for amount, is_wreck in ((3, True), (0, True), (0, False)):
        for ion in (True, False):
            s = melee(1, "move-turn")
            ship = next(iter(s.ships.values()))
            ship.wreck, ship.hulk, ship.hull, s.events = is_wreck, 0 if is_wreck else 2, 0, []
            hurt(s, ship, amount, ion)
            assert (s.events, ship.wreck) == ([], is_wreck)


def targets(s: War, ship: Ship, kind: str) -> list[int]:
    """Return the foes within the range of a weapon, wherever they are (SR-F3, SR-F7)."""
    own, foes = hexes_of(ship), [one for one in s.ships.values() if one.seat != ship.seat and not one.wreck]
    near = {one.id: min(hx.distance(a, b) for a in own for b in hexes_of(one)) for one in foes}
    return [number for number, away in near.items() if away <= len(weapons()[kind].hit)]


def shown(s: War, seat: int) -> list[str]:
    """Return what a seat is shown, allowed or not, of its ship in hand in the firing turn (SR-F1, SR-F8 to SR-F12)."""
    ship = s.ships[s.players[seat].chosen]
    hull, able = hulls()[ship.card], not ship.numb and ship.hulk in (0, s.turn)
    guns = [kind for kind in hull.guns if able and ship.shots.get(kind, 0) < hull.weapons[kind]]
    slots = [n for n in range(len(hull.launchers)) if able and n not in ship.used]
    found = [f"fire {kind} {number}" for kind in guns for number in targets(s, ship, kind)]
    found += [f"launch {n}" for n in slots if n in ship.locks]
    found += [f"lock {n} {number}" for n in slots for number in targets(s, ship, hull.launchers[n])]
    found += [f"reacquire {n}" for n, missile in enumerate(ship.flights) if missile.round < s.turn]
    return [*found, *(f"select {n}" for n in s.players[seat].ready if n != ship.id)]


def test_sr_f1_ships_are_asked_about_that_can_do_something_and_shown_all_that_they_might() -> None:
    """SR-R1: a seat is asked while it has such a ship, in the order of numbers."""
    asked = 0
    for seed in range(40):
        for s in played(GAME, melee(seed, "fire-turn"), seed, 6):
            if s.phase != "fire":
                break
            (seat,), asked = s.asks, asked + 1
            actions = [str(a) for rule in GAME.rules["fire"] for a in rule.offers(s, seat)]
            assert [text for text in actions if text not in ("end-fire", "concede")] == shown(s, seat)
            trial, able = clone(s), []
            for ship in trial.fleet(seat):
                trial.players[seat].chosen = ship.id
                able += [ship.id] * any(str(a).split()[0] not in LEAVING for a in GAME.legal(trial, seat))
            assert s.players[seat].ready == able
            assert s.players[seat].chosen in able
    assert asked > 60


LEAVING = ("end-fire", "concede", "select")


def test_sr_r1_ships_that_wait_are_shown_and_no_others() -> None:
    """SR-R3, SR-F8: an inoperable one only where it has drift."""
    for seed in range(40):
        s = melee(seed, "move-turn")
        for seat in s.asks:
            waiting = [one for one in s.fleet(seat) if not (one.moved or one.wreck or one.hulk)]
            able = [one.id for one in waiting if not one.numb or one.velocity > 0]
            hand = s.players[seat].chosen
            offers = [str(a) for rule in GAME.rules["move"] for a in rule.offers(s, seat)]
            assert [text for text in offers if "select" in text] == [f"select {n}" for n in able if n != hand]
            length = hulls()[s.ships[hand].card].length
            assert [text for text in offers if "pivot" in text] == [f"pivot {n}" for n in range(1, length)]
            assert not s.ships[hand].numb


STATES = {"destroyed": "wreck", "disabled": "hulk", "stunned": "stung"}


def told(before: War, events: list[Event]) -> dict[int, Counter[str]]:
    """Return what is true of each ship after events, by what was true before and by what they tell."""
    after = {number: facts(ship) for number, ship in before.ships.items()}
    trying = False
    for kind, d in ((event.kind, event.data) for event in events):
        if kind in ("crashed", "removed"):
            del after[d["ship"]]
        elif kind in ("damaged", "recovered"):
            assert d.get("hull") or d["shields"], "nothing is told of a ship that takes nothing"
            sign = 1 if kind == "recovered" else -1
            for gauge in ("hull", "shields"):
                after[d["ship"]][gauge] += sign * d.get(gauge, 0)
        elif kind in STATES:
            assert not after[d["ship"]]["wreck"], "a wreck takes no damage"
            after[d["ship"]][STATES[kind]] = 1
        elif kind == "landed":
            after[d["ship"]]["landed"] += 1
        elif kind in ("locked", "lapsed"):
            flying = bool(d.get("flying"))
            after[d["ship"]]["flights" if flying else "locks"] += 1 if d.get("hit") else -(kind == "lapsed")
        elif kind == "reacquired":
            after[d["ship"]]["flights"] -= 1
        elif kind == "launched":
            after[d["ship"]]["flights"] += d["outcome"] == "miss"
            if not trying:
                after[d["ship"]]["locks"] -= 1
                after[d["ship"]]["missiles"] -= 1
        trying = kind == "reacquired"
    return after


def facts(ship: Ship) -> Counter[str]:
    marks = {mark: int(bool(getattr(ship, mark))) for mark in ("wreck", "hulk", "stung")}
    gauges = {gauge: getattr(ship, gauge) for gauge in ("hull", "shields", "missiles")}
    aimed = {"locks": len(ship.locks), "flights": len(ship.flights)}
    return Counter({**marks, **gauges, **aimed, "landed": 0})


@pytest.mark.parametrize("seed", range(12))
def test_all_that_changes_about_a_ship_is_told(seed: int) -> None:
    """SR-R2, SR-F6 to SR-F12, SR-M2, SR-V2: and nothing is told that does not happen."""
    dice, s = Rng(seed), melee(seed, "move-turn" if seed % 2 else "fire-turn")
    for _ in range(40):
        if s.result is not None or not s.asks:
            break
        before, seat = clone(s), min(s.asks)
        legal = [a for a in GAME.legal(s, seat) if str(a) != "concede"]
        s.events = []
        GAME.apply(s, seat, legal[dice.below(len(legal))])
        after = told(before, s.events)
        assert after.keys() == s.ships.keys()
        for number, ship in s.ships.items():
            expected, now = after[number], facts(ship)
            now["landed"] = expected["landed"] if ship.landed != before.ships[number].landed else 0
            if any(event.kind == "removed" or event.kind == "round-begun" for event in s.events):
                expected["stung"] = now["stung"] = 0
            assert now == expected, (number, s.events)
