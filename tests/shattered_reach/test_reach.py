"""What is told about where a ship can go is all that the rules allow, at the price of the rules (SR-M3 to SR-M13)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import count, islice

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Commit
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import Player, Ship, War, body, chart, goals, hull_of, put
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach
from starforge.games.shattered_reach.plans.sights import Sights
from starforge.games.shattered_reach.rules import flight, targeting
from starforge.games.shattered_reach.rules.movement import ASK, step_action, take_in_hand

BOARDS = int(os.environ.get("STARFORGE_BOARDS", "15"))
SCENARIOS = ("small-skirmish", "homeworlds", "long-corridor", "race-for-the-core", "planetary-defense-2p")
Found = dict[tuple[int, int, int, int], int]


def crowd(seed: int) -> War:
    """Return a war in which a ship of the first seat is about to move among others, near planets and edges."""
    dice = Rng(seed)
    s = War(rng=dice, turn=3, players=[Player("ferrum"), Player("ember", side=1, team=1)], phase="move")
    s.scenario = SCENARIOS[dice.below(len(SCENARIOS))]
    middle = sorted(chart(s).planets | set(goals(s)) | chart(s).edge)
    centre = middle[dice.below(len(middle))]
    for number in range(1, 8):
        slugs = [*hulls(), *(["bristlemaw"] * 3 if number == 1 else [])]
        card, heading = slugs[dice.below(len(slugs))], dice.below(6)
        near = sorted(hx.disc(centre, 5))
        at = near[dice.below(len(near))]
        filled = body(*at, heading, hulls()[card].length)
        free = [one in chart(s).open or (number == 1 and one in goals(s)) for one in filled]
        if all(free) and s.cells.keys().isdisjoint(map(hx.pack, filled)):
            ship = Ship(
                int(number > 3), card, number, *at, heading, dice.below(hulls()[card].speed + 1), 1, 1, moved=number > 5
            )
            s.ships[number] = ship
            put(s, ship)
    return s


def crowds() -> Iterator[War]:
    """Yield so many boards as are wanted; on some that are drawn there is no room for the ship that moves."""
    return islice((s for s in map(crowd, count()) if 1 in s.ships), BOARDS)


def brute(s: War, ship: Ship) -> tuple[Found, set[tuple[int, int]]]:
    """Try every row of steps; return what the ends cost that meet no harm, and which ships are rammed how fast."""
    ends: Found = {}
    rams: set[tuple[int, int]] = set()
    steps = (*flight.STEPS, *(f"pivot:{n}" for n in range(1, hull_of(ship).length)))
    seen: set[tuple[object, ...]] = set()
    plans = [flight.start(ship)]
    for p in plans:
        end = clone(p)
        flight.coast(s, ship, end)
        if end.stop == flight.RAM:
            rams.add((s.cells[hx.pack(hx.step((end.q, end.r), end.heading))], end.velocity))
        elif end.stop in ("", flight.GOAL):
            key = (end.q, end.r, end.heading, 0 if end.stop else end.velocity)
            ends[key] = min(ends.get(key, 99), hull_of(ship).speed - end.mp)
        for step in steps:
            if flight.refuse(ship, p, step) is None:
                after = clone(p)
                flight.take(s, ship, after, step)
                state = (after.q, after.r, after.heading, after.velocity, after.mp, after.gone, after.since)
                state += (after.turned, after.pivot, after.stop, any(x in flight.SIXTHS for x in after.steps))
                if state not in seen:
                    seen.add(state)
                    plans.append(after)
    return ends, rams


def fly(s: War, one: Arrival) -> tuple[War, int]:
    """Return the war after a plan was entered and carried out by the rules, and the MP that it took."""
    s = clone(s)
    s.asks, s.queue, s.players[0].chosen = {0: ASK}, [("move-turn", 1)], 1
    take_in_hand(s, 0, s.ships[1])
    for step in one.steps:
        assert step_action(step) in GAME.legal(s, 0)
        GAME.apply(s, 0, step_action(step))
    spent = hull_of(s.ships[1]).speed - s.plans[1].mp
    GAME.apply(s, 0, Commit())
    return s, spent


def test_reach_is_what_trying_every_move_finds() -> None:
    for s in crowds():
        ship, found = s.ships[1], ShipReach(s, s.ships[1])
        ends, rams = brute(s, ship)
        told = [one for ones in found.ends.values() for one in ones]
        assert {(*one.hex, one.heading, one.velocity): one.cost for one in told} == ends
        straight = [one for ones in found.rams.values() for one in ones if one.stop == flight.RAM]
        assert {(one.clash.targets[0], one.velocity) for one in straight if one.clash} == rams


def test_plans_can_be_flown_and_lead_where_they_say() -> None:
    for n, s in enumerate(crowds()):
        found = ShipReach(board(GAME.view(s, 0)), s.ships[1])
        for one in [one for ones in found.ends.values() for one in ones][n % 9 :: 9]:
            after, spent = fly(s, one)
            assert spent == one.cost
            happened = {event.kind: event.data for event in after.events if event.data.get("ship") == 1}
            assert happened.keys() == {"flown", *(["landed"] if one.stop else [])}
            path = [(s.ships[1].q, s.ships[1].r, s.ships[1].heading), *happened["flown"]["path"]]
            assert path[-1] == (*one.hex, one.heading)
            assert one.stop or happened["flown"]["velocity"] == one.velocity
        for one in {one.clash: one for ones in found.rams.values() for one in ones}.values():
            after, spent = fly(s, one)
            rams = [event.data for event in after.events if event.kind == "rammed"]
            assert spent == one.cost
            assert rams[0]["speed"] == one.clash.speed
            assert rams[0]["target"] in one.clash.targets


def test_what_is_out_of_reach_says_why() -> None:
    """A reason is given for every hex but those that are reached, and what it says would help does help."""
    told: set[str] = set()
    for s in islice(crowds(), 6):
        ship = s.ships[1]
        found = ShipReach(s, ship)
        for at in hx.disc((ship.q, ship.r), 9):
            why = found.why(at)
            assert (not why) == (at in found.ends)
            there = {one.heading for one in found.ends.get(at, ())}
            assert all((not found.why(at, n)) == (n in there) for n in range(6))
            told.add(re.sub(r"\d+|^[A-Z][a-z]+ (?=\d)", "#", why))
            needed = re.search(r"needs velocity (\d+)", why)
            if needed and "too far" in why:
                assert hx.distance(at, (ship.q, ship.r)) <= int(needed[1]) + found.hull.speed
    assert len(told) > 6, told


def test_the_lens_shows_the_cheapest_then_the_least_risky() -> None:
    for s in islice(crowds(), 12):
        found = ShipReach(s, s.ships[1])
        for at, (one, risk) in found.lens().items():
            risks = found.risks(one)
            assert one == found.best(at)
            assert bool(risk) == bool(risks)
            ranks = [(other.cost, len(found.risks(other)), -other.velocity) for other in found.ends[at]]
            assert (one.cost, len(risks), -one.velocity) == min(ranks)
            if risk.startswith("drifts next"):
                p = flight.start(s.ships[1])
                p.q, p.r, p.heading, p.velocity = *one.hex, one.heading, one.velocity
                flight.coast(s, s.ships[1], p)
                assert p.stop in (flight.EDGE, flight.PLANET, flight.RAM)


def test_what_can_be_fired_after_a_move_is_what_the_rules_allow_there() -> None:
    met = 0
    for s in crowds():
        ship, sights = s.ships[1], Sights(s, s.ships[1])
        for one in [ones[0] for ones in ShipReach(s, ship).ends.values()][::7]:
            there = clone(s)
            for foe in there.fleet(1):
                p = flight.start(foe)
                flight.coast(s, foe, p)
                foe.q, foe.r = (foe.q, foe.r) if foe.moved else (p.q, p.r)
            me = there.ships[1]
            (me.q, me.r), me.heading = one.hex, one.heading
            told = {contact.ship: contact for contact in sights.at(one.hex, one.heading)}
            aimed = [(contact.range, contact.ship) for contact in told.values() if contact.mine]
            assert sights.targets(one.hex, one.heading) == aimed
            for foe in there.fleet(1):
                for a, b, mine in ((me, foe, True), (foe, me, False)):
                    kinds = {k: weapons()[k] for k in hull_of(a).weapons if a.missiles or not weapons()[k].launched}
                    bear = {k for k, weapon in kinds.items() if targeting.check_shot(there, a, weapon, b) is None}
                    contact = told.get(foe.id)
                    aims = () if contact is None else contact.mine if mine else contact.theirs
                    assert {aim.weapon for aim in aims} == bear
                    assert all(aim.needed == targeting.number(there, a, weapons()[aim.weapon], b) for aim in aims)
                    met += bool(bear)
    assert met > 25
