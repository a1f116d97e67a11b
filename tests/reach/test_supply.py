"""What there is of everything, to the last card: box, decks, Specialists, cards held (UR-T3, UR-T4, UR-W1 to UR-W6)."""

from __future__ import annotations

import pytest

from starforge.engine.ops import push
from starforge.games.reach.game import GAME
from starforge.games.reach.model import actions
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, Reach
from starforge.games.reach.rules import crew, ends, growing, turns
from starforge.games.reach.rules.claiming import check_use, offer_uses
from starforge.games.reach.rules.ops.vocabulary import REWARDS, op
from tests.reach.table import do, kinds, offered, planning, refused, resolving, round_end, told

EVERYBODY = {card: [card] * one.copies for card, one in book().crew.items()}


def boxed(facts: str, **left: int) -> Reach:
    """Return a state in which everybody plans and the box has so many of some cards, and none of the other crew."""
    s = planning(2, facts, "")
    own = s.players[0].owned()
    s.players[1].deck = [c for card, all_ in EVERYBODY.items() for c in all_[left.get(card, 0) + own.count(card) :]]
    return s


def ran(s: Reach, *ops: tuple[object, ...]) -> Reach:
    """Let ops run before anything is asked."""
    s.asks.clear()
    s.events.clear()
    push(s, *ops)
    op.run(s)
    return s


@pytest.mark.parametrize("left", [0, 1, 2])
def test_ur_t3_the_last_card_of_the_box_can_be_had_and_none_after_it(left: int) -> None:
    s = boxed("crew = { engine = ['e1', 'tutor'], research = ['e2'] }\ntokens = 3\ndeck = ['s1']", e2=left)
    some = bool(left)
    assert (crew.available(s, "e2"), crew.box(s)["e2"], crew.box(s)["e3"]) == (left, left, 0)
    assert crew.recruits(s, "mid", "engineer") == crew.recruits(s, "mid", "any") == ["e2"] * some
    assert crew.next_up(s, "e1") == "e2" * some
    assert crew.promotable(s, s.players[0]) == [("e1", "engine")] * some
    assert crew.pupils(s, 0, "tutor") == ["e1"] * some
    assert growing.offer_raises(s, 0) == [actions.Raise("e1", "engine", "e2")] * some
    assert (growing.check_raise(s, 0, actions.Raise("e1", "engine", "e2")) is None) is some
    assert (REWARDS["hire"].useless(s, 0, "mid") == "") is some
    assert (REWARDS["promote"].useless(s, 0) == "") is some
    hired = ran(boxed("", e2=left), ("hire", 0, "mid"))
    assert {n: ask.kind for n, ask in hired.asks.items()} == ({0: "hire"} if some else {})
    recruited = ran(boxed("", e2=left), ("recruit", 0, "mid", "engineer", 2))
    assert recruited.players[0].hand == ["e2"] * min(left, 2)
    assert kinds(recruited.events) == ["recruited"] * min(left, 2) + ["missed"] * (left < 2)


def test_ur_w5_there_is_a_choice_where_the_box_has_two_and_none_where_it_has_one() -> None:
    assert ran(boxed("", e2=1, s2=1), ("recruit", 0, "mid", "any", 1)).asks[0].args == ("mid", "any")
    s = ran(boxed("", e2=1), ("recruit", 0, "mid", "any", 1))
    assert (s.asks, s.players[0].hand) == ({}, ["e2"])


@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
@pytest.mark.parametrize("discarded", [0, 1, 3])
def test_ur_w2_three_specialists_are_drawn_or_as_many_as_there_are(drawn: int, discarded: int) -> None:
    s = boxed("crew = { research = ['e2'] }\ntokens = 1")
    names = list(book().specialists)
    s.specialists, s.specialist_discards = names[:drawn], names[drawn : drawn + discarded]
    left = drawn + discarded
    assert crew.specialists_left(s) == left
    assert ends.can_grow(s, s.players[0]) is bool(left)
    wish = actions.Specialise("e2", "research")
    assert (growing.check_specialise(s, 0, wish) is None) is bool(left)
    if left:
        growing.do_specialise(s, 0, wish)
        assert len(s.players[0].offered) == min(3, left)
        first = set(names[: min(drawn, 3)] if drawn >= 3 else names[:left])
        assert first >= set(s.players[0].offered)
        assert bool(s.specialist_discards) is (drawn >= 3 and discarded > 0)


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_ur_w1_each_level_takes_a_token(tokens: int) -> None:
    s = boxed(f"crew = {{ engine = ['e1'] }}\ntokens = {tokens}", e2=1, e3=1, e4=1)
    reached = [actions.Raise("e1", "engine", f"e{n}") for n in (2, 3, 4)[:tokens]]
    assert growing.allowed_raises(s, 0) == reached
    for n in (2, 3, 4):
        refusal = growing.check_raise(s, 0, actions.Raise("e1", "engine", f"e{n}"))
        assert (refusal is None) is (n - 1 <= tokens)


SEEN = {
    "ready": (lambda s: do(s, 0, "ready"), 1),
    "reveal": (lambda s: turns.reveal(s, 0), 1),
    "unpack": (lambda s: ends.unpack(s, 0), 1),
    "unpack nothing": (lambda s: ends.unpack(s, 1), 0),
    "touch down": (lambda s: ends.touch_down(s, 0), 1),
    "keep": (lambda s: growing.do_keep(s, 0, actions.Keep("scout")), 1),
    "raise in the deck": (lambda s: crew.replace_crew(s, 0, "s1", "deck", "s2"), 1),
    "raise aboard": (lambda s: crew.replace_crew(s, 0, "e1", "engine", "e2"), 0),
}


@pytest.mark.parametrize("event", SEEN)
def test_ur_s5_what_all_have_seen_is_counted_once(event: str) -> None:
    """UR-P4, UR-W2, UR-E2: or it could be taken back."""
    s = planning(2, "crew = { engine = ['e1'] }\ndeck = ['s1']\nlanding = 'arctic'", "landing = 'jungle'\ndeck = []")
    s.players[0].hand, s.players[1].hand, s.players[1].deck = [], [], []
    before, (happen, count) = s.learned, SEEN[event]
    happen(s)
    assert s.learned == before + count


# --- cards held -------------------------------------------------------------------------------------------------------

HELD = "claimed = ['re-boot', 'hull-graft', 'miner', 'comet-tail']\nspent = ['hull-graft', 'miner']\n"


@pytest.mark.parametrize("hurt", [0, 1])
@pytest.mark.parametrize("phase", ["rewards", "landing"])
def test_ur_w6_maintenance_is_used_once_and_only_where_there_is_damage(phase: str, hurt: int) -> None:
    kind = "turn-end" if phase == "rewards" else "growth"
    turn = 2 if phase == "rewards" else 9
    s = resolving(turn, kind, phase, "[]", f"{HELD}damage = {{ engine = {hurt} }}", "")
    assert offer_uses(s, 0) == [actions.Use("re-boot")]
    for card in book().missions:
        refusal = check_use(s, 0, actions.Use(card))
        assert (refusal is None) is (card == "re-boot" and hurt > 0)
        if refusal is not None:
            assert ("have used it" in refusal.reason) is (card != "re-boot")
            refused(s, 0, f"use {card}", "UR-W6")
    assert ("use re-boot" in offered(s, 0)) is (hurt > 0)


def test_ur_t4_the_specialist_that_acts_is_the_one_whose_card_says_so() -> None:
    """However many others stand before it."""
    crew_ = "crew = { engine = ['e1', 'hermit', 'instructor'], research = ['scout', 'rover', 'tutor', 'e1', 's1'] }"
    s = resolving(2, "rove", "rewards", "[]", crew_, "", args='["rover"]')
    assert offered(s, 0) == ["move engine", "move quarters", "move command", "hold"]
    do(s, 0, "move command")
    assert s.players[0].crew["command"] == ["rover"]
    s = round_end(crew_, "")
    do(s, 0, "done")
    assert offered(s, 0) == ["recruit e1", "recruit s1"]
    do(s, 0, "recruit s1")
    assert told(s.events, "raised")[0] == {"seat": 0, "card": "s1", "at": "research", "to": "s2"}
    assert set(GAME.view(s, 0).waiting) <= {0, 1}
    assert set(s.players[0].damage) == set(DEPARTMENTS)
