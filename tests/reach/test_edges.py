"""Edges of the rules at which breaking them on purpose went unnoticed: ``python -m tests.bench.mutants``."""

import pytest

from starforge.engine.ops import push
from starforge.games.reach.game import GAME
from starforge.games.reach.model import actions
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import ZONES
from starforge.games.reach.rules import crew, ends, growing
from starforge.games.reach.rules import planning as planning_rules
from starforge.games.reach.rules.ops.vocabulary import goal, op
from starforge.games.reach.rules.power import needs, required
from starforge.games.reach.words.printed import brief
from tests.allowed import agrees, disputed, played
from tests.reach.table import do, kinds, planning, refused


@pytest.mark.parametrize(("zone", "damage", "left"), [("engine", 2, 1), ("engine", 0, 0), ("academy", 2, 2)])
def test_ur_w6_a_specialist_repairs_the_department_that_it_stands_in_alone(zone, damage, left):
    s = planning(2, "", "")
    p = s.players[0]
    p.crew[zone].append("mechanic")
    p.damage["engine"] = damage
    s.asks.clear()
    s.events.clear()
    push(s, ("mend-here", 0, "mechanic", 1))
    op.run(s)
    assert p.damage["engine"] == left
    assert set(p.damage) == set(s.players[1].damage)
    assert kinds(s.events) == ["repaired"] * (damage - left)


def test_ur_w1_nobody_rises_to_a_card_that_the_box_has_no_more(monkeypatch):
    s = planning(2, "", "")
    s.players[0].crew["engine"] = ["e1", "p1"]
    whole = crew.box(s)
    everybody = [card for card, _ in crew.promotable(s, s.players[0])]
    assert {"e1", "p1"} <= set(everybody)
    monkeypatch.setattr(crew, "box", lambda s: {**whole, "e2": 0})
    assert [card for card, _ in crew.promotable(s, s.players[0])] == [card for card in everybody if card != "e1"]


@pytest.mark.parametrize("tokens", [0, 1])
def test_ur_w1_nobody_is_raised_without_experience(tokens):
    s = planning(2, "", "")
    p = s.players[0]
    p.crew["engine"], p.tokens = ["e1", "p1"], tokens
    assert bool(growing.offer_raises(s, 0)) is bool(tokens)
    assert bool(growing.allowed_raises(s, 0)) is bool(tokens)


def test_ur_p4_what_was_played_behind_a_screen_is_told_when_it_drops():
    s = planning(2, "", "")
    for p in s.players:
        p.hand, p.deck = [], []
    s.players[0].spent = ["forged-permits"]
    events = [*do(s, 0, "ready"), *do(s, 1, "ready")]
    assert [event.data["card"] for event in events if event.kind == "played"] == ["forged-permits"]


WORDS = {
    "card": [*book().missions, *book().specialists, "e1", "s2", "o3", "p4"],
    "at": [*ZONES, "deck", "hand", "nowhere"],
    "ship": [*book().ships, "raft"],
    "Shift.to": [*ZONES, "nowhere"],
    "PlaceCard.card": [*book().crew, "scout"],
    "Raise.card": ["e1", "e2", "s1", "o3", "scout"],
    "Raise.to": ["e1", "e2", "s2", "o4", "p2", "scout", "nobody"],
    **{f"{action}.card": [*book().crew, "scout", "hermit"] for action in ("Lift", "TakeBack", "Specialise", "Promote")},
    **{f"{action}.card": [*book().crew, "scout", "nobody"] for action in ("Repair", "Recruit")},
}


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_not_listed_is_refused(seed):
    for number, s in enumerate(played(GAME, GAME.new(GAME.options(), 2 + seed, seed), seed, 120)):
        if number % 4 == 0:
            assert disputed(GAME, s, WORDS) == []


def test_ur_p6_cards_placed_in_this_turn_are_not_lifted():
    s = planning(2, "crew = { engine = ['e1'] }\nhand = ['s1', 's2']\nlifts = 1", "")
    do(s, 0, "place s1 research")
    assert "earlier turn" in refused(s, 0, "lift s1 research", "UR-P6")
    assert "earlier turn" in refused(s, 0, "lift e1 command", "UR-P6")
    do(s, 0, "lift e1 engine")
    assert "until the end of the round" in refused(s, 0, "lift s1 research", "UR-P6")


def test_ur_p4_what_is_taken_back_is_what_was_placed_last():
    s = planning(2, "crew = { engine = ['e1', 's1'] }\nhand = ['e1', 'o1']", "")
    do(s, 0, "place e1 engine", "take-back e1 engine")
    assert s.players[0].crew["engine"] == ["e1", "s1"]
    assert s.players[0].hand == ["e1", "o1"]


HURT = "damage = { engine = 1, command = 2 }\ncrew = { repair-engine = ['s1'], repair-command = ['o1'] }\n"


@pytest.mark.parametrize("facts", [HURT, f"{HURT}hand = ['e1', 'e1', 's2']", "hand = ['e1', 's2']", ""])
def test_ur_d3_repairs_are_listed_for_damage_that_nobody_repairs_yet(facts):
    s = planning(2, facts, "")
    assert agrees(GAME, s)
    assert disputed(GAME, s, WORDS) == []
    cards = {a.card for a in GAME.legal(s, 0) if isinstance(a, actions.PlaceCard)}
    spots = planning_rules.legal_spots(s, 0)
    assert [(card, at) for card, at in spots if at.startswith("repair-")] == [
        (card, "repair-command") for card in sorted(cards) if facts.startswith(HURT)
    ]
    assert {card for card, _ in spots} == cards


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_quickly_is_what_the_rules_allow(seed):
    for s in played(GAME, GAME.new(GAME.options(), 2 + seed % 3, seed), seed, 120):
        assert agrees(GAME, s), s.asks


def test_ur_w5_cards_say_whom_and_how_many_they_bring():
    for slug, m in book().missions.items():
        if m.reward[0] == "recruit":
            level, kind, number = (*m.reward[1:], 1)[:3]
            noun = level.title() if kind == "any" else f"{level.title()} {kind.title()}"
            some = f"{noun}{'s' if number > 1 else ''}{' of your choice' if kind == 'any' else ''}"
            assert f"Add {number} {some} to your deck" in op.say(m.reward)
            assert brief(slug).startswith(f"+{number} ")
            assert len(brief(slug).split()) == (2 if kind == "any" else 3), "a letter says the type, where it is one"


def test_ur_s4_landing_cards_have_crew_in_the_singular_or_the_plural():
    goals = [one for card in book().landings.values() for one in card.objectives if one[0] == "have"]
    assert {one[1] == 1 for one in goals} == {True, False}
    assert all(goal.say(one).endswith("s") is (one[1] > 1) for one in goals)


def test_ur_o1_who_goes_first_by_a_card_goes_behind_those_who_did_before():
    s = planning(2, "", "", "")
    s.asks.clear()
    for seat in (1, 2, 0):
        push(s, ("go-first", seat))
        op.run(s)
    assert [p.first for p in s.players] == [3, 1, 2]


def test_ur_c2_what_a_mission_needs_is_never_below_nothing():
    s = planning(2, "", "")
    p = s.players[0]
    for eased in (dict.fromkeys(p.damage, 2), {"engine": 2}):
        p.eased = eased
        for mission in book().missions:
            row = dict(needs(mission, False)).items()
            assert required(p, 2, mission) == {d: max(0, n - eased.get(d, 0)) for d, n in row}


def test_ur_w1_crew_is_raised_to_a_higher_level_only():
    s = planning(2, "tokens = 3\ncrew = { engine = ['e2'] }", "")
    for to, rule in (("e1", "UR-W1"), ("e2", "UR-W1"), ("o3", "UR-W1"), ("e3", None)):
        refusal = growing.check_raise(s, 0, actions.Raise("e2", "engine", to))
        assert (refusal.rule if refusal else None) == rule


def test_ur_w1_growth_is_asked_about_while_one_of_the_crew_can_rise(monkeypatch):
    s = planning(2, "tokens = 1\ncrew = { engine = ['e4', 'e1'] }", "")
    assert ends.can_grow(s, s.players[0])
    monkeypatch.setattr(ends, "specialists_left", lambda s: 0)
    for left in ({"e2"}, {"e4"}, set()):  # one card above is enough
        monkeypatch.setattr(ends, "box", lambda s, left=left: {card: int(card in left) for card in book().crew})
        assert ends.can_grow(s, s.players[0]) is bool(left)
    s.players[0].tokens = 0
    assert not ends.can_grow(s, s.players[0])
