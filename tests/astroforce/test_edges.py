"""Edges of the rules at which breaking them on purpose went unnoticed: ``python -m tests.bench.mutants``."""

import pytest

from starforge.engine.ops import push
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.rules.dice import candidates
from starforge.games.astroforce.rules.ops.vocabulary import op
from tests.astroforce.table import act, at, legal, refused
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET


def done(table: str, *ops: str):
    """Return a table after a card has said something there, before anything is asked."""
    s = at(QUIET + NONE_OFFERED + table)
    s.asks.clear()
    push(s, *[(name, 0, *args) for name, *args in map(op.read, ops)])
    op.run(s)
    return s


@pytest.mark.parametrize("count", [1, 2, 3])
def test_af_d6_as_many_dice_go_as_a_card_says(count):
    s = done("crew = {ENG = 9}\n", f"to-medbay {count}")
    assert (s.medbay, s.crew["ENG"]) == (1 + count, 9 - count)


def test_af_d6_orders_are_offered_to_a_result_of_the_bridge_and_one_die():
    s = at(QUIET + NONE_OFFERED + "bridge = {COM = 1}\ncrew = {MED = 1}")
    assert legal(s, "orders") == ["orders +COM"]
    act(s, "orders +COM", "change MED", "become SEC")
    assert legal(at(QUIET + NONE_OFFERED + "crew = {COM = 1}"), "orders") == []


@pytest.mark.parametrize(("rules", "is_forbidden"), [(0, True), (2, False), (3, True), (4, True)])
def test_af_x5_binds_developments_since_the_third_rules(rules, is_forbidden):
    s = at(QUIET + NONE_OFFERED + 'active = ["command-net"]\ncrew = {ENG = 1}\nplots = [{card = "static"}]\n')
    s.rules = rules
    assert ("use command-net" in legal(s)) is not is_forbidden
    if is_forbidden:
        assert refused(s, "use command-net") == "AF-X5"
    assert GAME.census(s)["dice"] == 10


@pytest.mark.parametrize("deck", [["static", "siphon"], ["static", "siphon", "fever"]])
def test_af_x7_events_that_are_looked_at_are_ordered_while_their_order_matters(deck):
    s = done(f"plot_deck = {deck}\n", f"foresee {len(deck)}")
    assert s.asks[0].kind == "arrange"
    while s.asks and s.asks[0].kind == "arrange":
        first, seen = s.asks[0].args
        assert len(set(s.plot_deck[first:seen])) > 1
        GAME.apply(s, 0, GAME.legal(s, 0)[0])
    assert sorted(s.plot_deck[: len(deck)]) == sorted(deck)


def test_af_x7_one_event_needs_no_order():
    assert "arrange" not in {ask.kind for ask in done("plot_deck = ['static']\n", "foresee 1").asks.values()}


@pytest.mark.parametrize("purpose", ["medbay", "recall"])
def test_af_k3_a_result_of_the_bridge_is_no_die_that_could_be_taken(purpose):
    s = at(QUIET + 'crew = {ENG = 1}\noffers = [{card = "ram-scoop", stacks = ["ENG", "+ENG"]}]\n')
    assert [place for place in candidates(s, purpose) if "/" in place] == ["ram-scoop/ENG"]
    s.offers[0].done = True
    assert ("completed" in candidates(s, purpose)) is (purpose == "medbay")
    s.offers[0].stacks = ["+ENG"]
    assert "completed" not in candidates(s, purpose)
