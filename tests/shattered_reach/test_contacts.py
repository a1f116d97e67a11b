"""Who could fire at a ship where its move ends, in words: every ship of the seat, the deadliest foe first."""

from __future__ import annotations

import re
from dataclasses import replace

from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import EndMovement
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.model.state import War, hull_of, title_of
from starforge.games.shattered_reach.plans.sights import Sights
from starforge.games.shattered_reach.rules import flight, targeting
from starforge.games.shattered_reach.rules.movement import ASK, take_in_hand
from starforge.games.shattered_reach.words.contacts import contact_words, post_of
from tests.shattered_reach.test_reach import crowds

FIRE = re.compile(r"(?:under|may meet) fire of (.+?) \(\d+ shots?, ([\d.]+) damage\)(?:.*, ([\d.]+) in all)?")


def _asked(s: War) -> War:
    """Return a war in which the first seat moves, with a ship in hand."""
    s = clone(s)
    s.asks, s.queue, s.players[0].chosen = {0: ASK}, [("move-turn", 1)], 1
    take_in_hand(s, 0, s.ships[1])
    return s


def test_a_ship_without_a_plan_is_told_of_where_it_drifts_and_one_that_has_moved_of_where_it_is() -> None:
    drifted = 0
    for s in map(_asked, crowds()):
        view = GAME.view(s, 0)
        posts = {ship.id: post_of(view, ship) for ship in view.ships if ship.seat == 0}
        GAME.apply(s, 0, EndMovement())
        for number, post in posts.items():
            ship = s.ships.get(number)
            if post is None:
                assert ship is None or ship.wreck
            elif ship is not None and not ship.wreck and not any(e.kind == "rammed" for e in s.events):
                assert post == ((ship.q, ship.r), ship.heading)
                drifted += ship.velocity > 0
    assert drifted


def _damage(s: War, foe: int, at: tuple[int, int], heading: int) -> float:
    """Return what a foe that only drifts does on average by the rules to the first ship where its move ends."""
    there = clone(s)
    me, one = there.ships[1], there.ships[foe]
    if not one.moved:
        p = flight.start(one)
        flight.coast(s, one, p)
        one.q, one.r = p.q, p.r
    (me.q, me.r), me.heading, total = at, heading, 0.0
    for kind, mounts in hull_of(one).weapons.items():
        if not weapons()[kind].launched and targeting.check_shot(there, one, weapons()[kind], me) is None:
            ways = targeting.WAYS[targeting.number(there, one, weapons()[kind], me)]
            total += mounts * weapons()[kind].damage * ways / 36
    return total


def test_the_foe_that_does_most_damage_is_named_with_it_and_the_sum_of_all() -> None:
    several = 0
    for s in map(_asked, crowds()):
        view, ship = GAME.view(s, 0), s.ships[1]
        at, heading = (ship.q, ship.r), ship.heading
        harm = {title_of(foe): _damage(s, foe.id, at, heading) for foe in s.fleet(1)}
        words = contact_words(view, Sights(s, ship), (at, heading), 1)[-1]
        found = re.match(
            r"(?:under|may meet) fire of (.+?) \(\d+ shots?, ([\d.]+) damage\)(?:.*, ([\d.]+) in all)?", words
        )
        if not any(harm.values()):
            assert found is None
            continue
        assert found is not None
        assert float(found[2]) == round(max(harm.values()), 1)
        assert round(harm[found[1]], 1) == float(found[2])
        if found[3]:
            assert abs(float(found[3]) - sum(harm.values())) < 0.06
            several += 1
    assert several


def test_only_foes_that_still_choose_are_said_to_drift() -> None:
    for s in map(_asked, crowds()):
        for foe in s.fleet(1):
            s.ships[foe.id] = replace(foe, moved=foe.id % 2 == 0, numb=foe.id % 2 == 1)
        ship = s.ships[1]
        for most in (1, 9):
            words = " ".join(contact_words(GAME.view(s, 0), Sights(s, ship), ((ship.q, ship.r), 0), most))
            assert "drift" not in words
            assert "may meet" not in words


def test_fire_of_a_foe_that_still_chooses_is_not_said_to_be_certain() -> None:
    guessed = 0
    for s in map(_asked, crowds()):
        for foe in s.fleet(1):
            s.ships[foe.id] = replace(foe, moved=False, numb=False, wreck=False)
        ship = s.ships[1]
        *_, short = contact_words(GAME.view(s, 0), Sights(s, ship), ((ship.q, ship.r), 0), 1)
        guessed += "may meet fire of" in short
        assert "under fire of" not in short
    assert guessed
