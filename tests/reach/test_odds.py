"""Every chance told is one, and what is said to be lost is lost."""

import os
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from math import sqrt

import pytest

from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.reach import GAME
from starforge.games.reach.bot import player
from starforge.games.reach.game import Options
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, KINDS
from starforge.games.reach.rules.power import short_of_landing
from starforge.games.reach.view import odds
from starforge.games.reach.words.losses import losses
from starforge.games.reach.words.odds import percent
from tests.reach.table import NAMES, do, planning, position, resolving, round_end

DRAWS = int(os.environ.get("STARFORGE_DRAWS", "400"))
SHIPS = {
    "plain": ("crew = { engine = ['e2'], defence = ['s1'] }", "", ""),
    "a decoy and a Specialist": (
        "decoy = 1\ncrew = { engine = ['shield-wright'], command = ['scout'] }",
        "decoy = 1",
        "",
    ),
    "a deck that runs out": ("", "", ""),
    "near the landing": (
        "landing = 'arctic'\ncrew = { engine = ['e4', 'e3'], research = ['s4', 's3'], quarters = ['o4', 'o3'], "
        "command = ['p4', 'p2'] }\ndeck = ['e1', 's1', 'o1', 'p1', 'e1']",
        "",
        "",
    ),
}


@pytest.mark.parametrize("ship", SHIPS)
def test_chances_are_as_often_true_as_they_say(ship):
    turn, head = (7, "") if ship == "near the landing" else (1, "")
    s = resolving(turn, "turn-end", "rewards", '[["close-turn", 0]]', *SHIPS[ship], head=head)
    if ship == "a deck that runs out":
        s.order, s.damage_discards, s.damage = [1, 0], s.damage[3:], ["engine", "engine", "research"]
    view, seen = GAME.view(s, 0), Counter()
    for n in range(DRAWS):
        then = clone(s)
        GAME.redeal(then, 0, Rng(n))
        do(then, 0, "done")
        mine = {e.kind: e.data for e in then.events if e.data.get("seat", 0) == 0}
        seen["damage", book().tiles[then.tile].damage] += 1
        hit = mine["hit"]["departments"] if "hit" in mine else []
        seen["taken", len(hit)] += 1
        for department in set(hit):
            seen["hits", department] += 1
        for card in set(mine["drawn"]["cards"]):
            seen["crew", card] += 1
        for kind in {book().missions[m].type for m in then.pool}:
            seen["missions", kind] += 1
        if turn == 7:
            seen["lands", ""] += odds.short_of_landing(GAME.view(then, 0), {}) == 0
    told = {("damage", n): p for n, p in odds.tile_damage(view).items()}
    told |= {("taken", n): p for n, p in odds.taken(view, 0).items()}
    told |= {("hits", d): p for d, p in odds.hits(view, 0).items()}
    told |= {("crew", card): p for card, p in odds.crew_to_come(view).items()}
    told |= {("missions", kind): p for kind, p in odds.missions_to_come(view).items()}
    told |= {("lands", ""): odds.lands(view)} if turn == 7 else {}
    assert set(seen) <= {key for key, chance in told.items() if chance} | {("lands", "")}
    for key, chance in told.items():
        near = 4.5 * sqrt(float(chance * (1 - chance)) / DRAWS) + 1e-9
        assert abs(seen[key] / DRAWS - float(chance)) <= near, (key, float(chance), seen[key] / DRAWS)


@pytest.mark.parametrize("seed", range(12))
def test_crew_is_placed_as_well_as_it_can_be(seed):
    dice, cards = Rng(seed), [*book().crew, *book().specialists]
    crew = [cards[dice.below(len(cards))] for _ in range(5)]
    missing = [dice.below(5) for _ in DEPARTMENTS]
    gives = book().power
    best = min(
        sum(max(0, n - sum(gives[c, d] for c, at in zip(crew, where, strict=True) if at == d)) for d, n in need)
        for need in [list(zip(DEPARTMENTS, missing, strict=True))]
        for where in product(DEPARTMENTS, repeat=len(crew))
    )
    assert odds.shortest(missing, crew) == best


def test_no_chance_is_rounded_to_certainty():
    assert [percent(odds.Fraction(n, 1000)) for n in (0, 1, 4, 500, 996, 1000)] == [
        *("0%", "under 1%", "under 1%", "50%", "over 99%", "100%")
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_odds_can_be_asked_for_at_any_time(seats):
    s = GAME.new(Options(), seats, seats)
    for n in range(1000):
        if s.result is not None:
            break
        seat = min(s.asks)
        view = GAME.view(s, seat)
        for eyes in (view, GAME.view(s, None)) if n % 4 == 0 else ():
            assert all(line.endswith(".") for line in GAME.inform(eyes, NAMES, "odds", []))
            assert all(kind in KINDS for kind in odds.missions_to_come(eyes))
        GAME.apply(s, seat, player.advise(view, Rng(1)))
    assert GAME.inform(GAME.view(s, 0), NAMES, "odds", [])


def test_what_will_be_lost_is_told_before():
    s = planning(9, "landing = 'arctic'", "ready = true")
    ready = next(choice for choice in GAME.view(s, 0).choices if isinstance(choice.action, a.Ready))
    assert "more power to land" in ready.hint, "in every shell, for it stands beside the choice"
    s = resolving(1, "turn-end", "rewards", "[]", "claimed = ['re-boot']\ndamage = { engine = 2 }", "")
    do(s, 0, "use re-boot", "mend engine")
    assert losses(s, 0, a.Stop()) == "Up to 2 repairs of the card would be lost."
    do(s, 0, "mend engine")
    s = position(
        'phase = "landing"\nturn = 9\nasks = { 0 = { kind = "growth" } }',
        "claimed = ['re-boot']\ndamage = { engine = 1 }\ntokens = 1\ndeck = ['e1']\nlanding = 'arctic'",
        "landing = 'desert'",
    )
    assert losses(s, 0, a.Done()) == "Nothing comes of 1 token and Re-Boot after this."
    s = round_end("claimed = ['field-commission']\ncrew = { engine = ['e1'] }", turn=9)
    assert losses(s, 0, a.Done()) == "Field Commission cannot be used after this."
    s = round_end("claimed = ['field-commission']\ncrew = { engine = ['e1'] }", turn=8)
    assert losses(s, 0, a.Done()) == ""


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_ur_e3_a_ship_with_nothing_left_to_place_is_told_what_it_will_lack(turn):
    """Whoever is aboard, whatever is damaged, and whatever cards add until the end of the turn."""
    s = planning(turn, "landing = 'canyon'\nclaimed = ['long-lens', 'warm-reactor', 'salt-moon']", "ready = true")
    p = s.players[0]
    p.deck = []
    for n, (card, at) in enumerate(product(book().specialists, DEPARTMENTS)):
        p.crew |= {"engine": ["e3", "e1"], "research": ["s1"], "quarters": ["o4", "s1"], "command": ["p4", "e1"]}
        p.crew[at] = [*p.crew[at], card]
        p.damage, p.boosts = {**dict.fromkeys(DEPARTMENTS, 0), at: n % 3}, {at: n % 2}
        view, after = GAME.view(s, 0), replace(p, boosts={})
        assert odds.short_of_landing(view, {}) == sum(short_of_landing(after, 9).values()), (card, at)
        assert (
            odds.short_of_landing(view, {at: 2})
            == sum(short_of_landing(replace(after, damage={**p.damage, at: p.damage[at] + 2}), 9).values())
            or card == "daredevil"
        ), (card, at)
        assert odds.unsure(view)


def test_ur_e3_repairers_bring_no_more_power_than_the_damage_took():
    crew = "engine = ['stoker', 'e1'], research = ['s3'], quarters = ['o4', 'o3', 'o3'], command = ['p4', 'p3']"
    s = planning(9, f"landing = 'canyon'\ncrew = {{ {crew}, repair-engine = ['s1'] }}\ndamage = {{ engine = 1 }}", "")
    assert odds.short_of_landing(GAME.view(s, 0), {}) == 1, "the Scientist, placed in the Engine, gives the other one"
    assert losses(s, 0, a.Ready()).startswith("With this plan the ship needs about 1 more power to land;")


def test_ur_w4_what_ends_with_the_turn_is_no_help_in_landing():
    crew = "engine = ['e2'], research = ['s1'], quarters = ['o4', 'o3', 'o3'], command = ['p4', 'p3']"
    s = planning(9, f"landing = 'canyon'\nclaimed = ['overcharge-cells']\ncrew = {{ {crew} }}", "")
    do(s, 0, "play overcharge-cells", "choose engine")
    assert losses(s, 0, a.Ready()).startswith("With this plan the ship needs 3 more power to land;")
    assert "you will still need 3 more power to land" in GAME.inform(GAME.view(s, 0), NAMES, "odds", [])[-1]


def test_a_ship_said_to_be_short_is_short_when_nothing_helps():
    warned = 0
    for seed in range(3):
        s, dice, told = GAME.new(Options(), 3, seed), Rng(seed), {}
        while s.result is None:
            seat = min(s.asks)
            view = GAME.view(s, seat)
            legal = view.legal
            action = legal[dice.below(len(legal))]
            alone = view.me is not None and not view.me.tokens and all(c.spent for c in view.me.claimed)
            if isinstance(action, a.Ready) and view.turn == 9 and alone:
                told[seat] = odds.short_of_landing(view, {})
            GAME.apply(s, seat, action)
        landed = {e.data["seat"]: sum(e.data["short"].values()) for e in s.events if e.kind == "landed"}
        for seat, short in told.items():
            warned += short > 0
            assert landed[seat] >= short
    assert warned


def test_ur_d3_damage_said_to_stay_unrepaired_stays():
    """Whatever the crew was placed for; only cards take some of it away besides."""
    warned = 0
    for seed in range(4):
        s, dice, told, gone = GAME.new(Options(), 3, seed), Rng(seed), {}, Counter()
        while s.result is None:
            seat = min(s.asks)
            legal = GAME.legal(s, seat)
            mends = [action for action in legal if isinstance(action, a.Repair)]
            action = mends[0] if mends and dice.below(3) == 0 else legal[dice.below(len(legal))]
            if isinstance(action, a.Ready):
                words = losses(s, seat, action).partition("unrepaired: ")[2] if s.step == 3 else ""
                told[seat, s.turn] = (sum(map(int, re.findall(r"\d+", words))), sum(s.players[seat].damage.values()))
                assert bool(s.players[seat].plan) or not words
            s.events, turn = [], s.turn
            GAME.apply(s, seat, action)
            gone.update((e.data["seat"], turn, e.data["by"]) for e in s.events if e.kind == "repaired")
            for who in [key for key in told if key[1] % 3 == 0 and (s.turn > key[1] or s.result is not None)]:
                left, damage = told.pop(who)
                if left:
                    warned += 1
                    mended = sum(n for (*when, by), n in gone.items() if tuple(when) == who and by == "crew")
                    alone = who[1] < 9 and mended == sum(n for (*when, _), n in gone.items() if tuple(when) == who)
                    assert damage - mended == left if alone else damage - mended >= left
    assert warned > 9
