"""Edges of the rules at which breaking them on purpose went unnoticed: ``python -m tests.bench.mutants``."""

from itertools import combinations_with_replacement
from types import SimpleNamespace

import pytest

from starforge.engine.ops import push
from starforge.engine.rules import Illegal
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import TakeHome
from starforge.games.astroforce.model.catalogue import developments, events, missions
from starforge.games.astroforce.model.state import FACES
from starforge.games.astroforce.rules import dice as dice_rules
from starforge.games.astroforce.rules.asks import check_take_home
from starforge.games.astroforce.rules.dice import candidates, changeable, move_die
from starforge.games.astroforce.rules.lasting import Lasting, needs_of
from starforge.games.astroforce.rules.ops import dice, gauges
from starforge.games.astroforce.rules.ops.vocabulary import op
from starforge.games.astroforce.rules.payments import Memo
from starforge.games.astroforce.rules.turn import effects_of, free
from tests.allowed import agrees, disputed, played
from tests.astroforce.table import SIDES, act, at, legal, refused
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


@pytest.mark.parametrize("rules", [0, 2, 3, 4])
def test_af_d1_two_dice_are_rolled_again_one_after_the_other_by_any_rules(rules):
    s = done("crew = {ENG = 3}\n", "reroll 2")
    s.rules, s.rng.ahead = rules, (SIDES["SEC"], SIDES["SEC"])
    asked = []
    while s.asks and s.asks[0].kind == "reroll":
        asked.append(s.asks[0].args)
        GAME.apply(s, 0, GAME.parse("reroll ENG"))
    assert asked == [(2,), (1,)]
    assert (s.crew["ENG"], s.crew["SEC"]) == (1, 2)


def test_af_x5_no_die_is_locked_in_on_a_development_that_an_event_forbids():
    table = QUIET + 'crew = {ENG = 3}\noffers = [{card = "ram-scoop"}]\n'
    assert refused(at(table), "lock ram-scoop SCI SCI") != "AF-X5"
    act(at(table), "lock ram-scoop ENG ENG")
    s = at(table + 'plots = [{card = "embargo"}]\n')
    with pytest.raises(Illegal) as wrong:
        act(s, "lock ram-scoop ENG ENG")
    assert wrong.value.rule == "AF-X5"


def test_af_d1_after_a_roll_one_die_changes_and_none_comes_or_goes():
    changed = done("crew = {ENG = 2}\n", "becomes ENG SEC")
    assert (changed.crew["ENG"], changed.crew["SEC"]) == (1, 1)
    home = done("crew = {ENG = 2}\n", "dismissed ENG")
    assert (home.crew["ENG"], home.quarters) == (1, changed.quarters + 1)
    assert all(GAME.census(s)["dice"] == 10 for s in (changed, home))


ANY = [*FACES, "+COM", "Threat", "nobody"]
WORDS = {
    "card": [*missions(), *events(), *developments(), "mission", "nothing"],
    "dice": [dice for n in (1, 2, 3, 4) for dice in combinations_with_replacement([*FACES, "+COM"], n)],
    "place": [*ANY, "quarters", "completed"],
    "stack": [*ANY, "ENG:SEC+SEC"],
    "at": [*ANY, "mission", *events(), *developments()],
    **dict.fromkeys(("result", "die", "face"), ANY),
}


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_not_listed_is_refused(seats, seed):
    for number, s in enumerate(played(GAME, GAME.new(GAME.options(), seats, seed), seed, 120)):
        if number % 3 == 0:
            assert disputed(GAME, s, WORDS) == []


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_quickly_is_what_the_rules_allow(seats, seed):
    for s in played(GAME, GAME.new(GAME.options(), seats, seed), seed, 60):
        assert agrees(GAME, s), s.asks


@pytest.mark.parametrize("event", ["static", "generator-fault", "tainted-supplies", "embargo", "siphon", "sit-in"])
def test_under_an_event_what_is_listed_quickly_is_what_the_rules_allow(event):
    table = "mission = {card = 'escort'}\nhull = 5\nmedbay = 1\nsensors = 2\nactive = ['command-net', 'red-alert']\n"
    s = at(f"{table}crew = {{COM = 2, SCI = 1, MED = 1, ENG = 2, SEC = 1}}\nplots = [{{card = '{event}'}}]\n")
    for now in played(GAME, s, 4, 12):
        assert agrees(GAME, now), now.asks


def test_af_x6_the_oldest_event_makes_room_for_a_tenth():
    cards = ["static", "siphon", "fever", "sit-in", "embargo", "inquiry", "hostages", "red-tape", "stowaway"]
    plots = f"plots = [{', '.join(f'{{card = {card!r}}}' for card in cards)}]\n"
    s = done(plots + "plot_deck = ['tainted-supplies']\n", "event 1")
    assert [plot.card for plot in s.plots] == [*cards[1:], "tainted-supplies"]
    assert [e.data["card"] for e in s.events if e.kind == "crowded-out"] == cards[:1]


@pytest.mark.parametrize("order", ["pay ram-scoop", "pay static"])
def test_af_x5_a_card_that_is_complete_takes_no_more_dice(order):
    met = "offers = [{card = 'ram-scoop', done = true}]\nplots = [{card = 'static', done = true}]\n"
    with pytest.raises(Illegal) as wrong:
        GAME.apply(at(QUIET + "crew = {ENG = 3, SCI = 2}\n" + met), 0, GAME.parse(order))
    assert wrong.value.rule == "AF-X5"
    assert "at Cleanup" in wrong.value.reason


@pytest.mark.parametrize("purpose", ["recall", "medbay", "sensors"])
def test_af_d4_a_die_that_is_taken_is_one_die(purpose):
    s = at(QUIET + "crew = {ENG = 2}\nsensors = 1\n")
    before = {"recall": s.quarters, "medbay": s.medbay, "sensors": s.sensors}[purpose]
    move_die(s, purpose, "", "ENG")
    assert {"recall": s.quarters, "medbay": s.medbay, "sensors": s.sensors}[purpose] == before + 1
    assert (s.crew["ENG"], GAME.census(s)["dice"]) == (1, 10)


@pytest.mark.parametrize(("act", "effect"), [("repair", "hull 2"), ("shields", "shields-up"), ("heal", "heal 1")])
def test_af_x5_an_effect_that_an_event_forbids_does_nothing(monkeypatch, act, effect):
    """Whichever module holds the effect, and also where no Event of today forbids it."""
    table = "crew = {ENG = 2}\nhull = 3\n"
    free = done(table, effect)
    for module in (gauges, dice):
        if hasattr(module, "stopped"):
            monkeypatch.setattr(module, "stopped", lambda s, forbidden: forbidden == act)
    held = done(table, effect)
    assert (held.hull, held.shields, held.medbay) == (3, 0, 1)
    assert (free.hull, free.shields, free.medbay) != (3, 0, 1)


@pytest.mark.parametrize("state", ["done", "moved"])
def test_af_d7_dice_of_a_card_that_is_complete_are_not_taken_home(state):
    s = at(QUIET + "offers = [{card = 'ram-scoop', stacks = ['ENG']}]\n", "keep")
    assert check_take_home(s, 0, TakeHome("ram-scoop", "ENG")) is None
    setattr(s.offers[0], state, True)
    assert check_take_home(s, 0, TakeHome("ram-scoop", "ENG")) is not None


@pytest.mark.parametrize(("needs", "left"), [(("ENG", "ENG"), ("ENG",)), (("ENG",), ("ENG",)), (("COM",), ("COM",))])
def test_af_c2_a_stage_that_is_lighter_is_never_free(needs, left):
    assert needs_of(Lasting(lighter=[("travel", "ENG")]), "Travel", needs) == left


def test_what_is_kept_of_what_was_looked_up_has_a_bound():
    memo = Memo(str, most=3)
    for n in range(7):
        assert memo[n] == str(n)
        assert len(memo) == n % 3 + 1


@pytest.mark.parametrize("deck", ["plot_discards = ['raiders']", "plot_deck = ['raiders', 'static']"])
def test_af_x5_a_card_that_summons_takes_from_the_discards_and_the_deck(deck):
    s = done(f"{deck}\n", "summon raiders kzinn-stealth-cruiser")
    assert [plot.card for plot in s.plots] == ["raiders"]
    assert "raiders" not in (*s.plot_discards, *s.plot_deck)


def test_af_m3_a_mission_acts_by_its_m_until_its_first_stage_is_done_and_by_its_later_one_then():
    for slug, mission in missions().items():
        for stage in (0, 1):
            s = at(f"mission = {{card = '{slug}', stage = {stage}}}\n")
            assert effects_of(s, "mission", "m") == ((stage and mission.later) or mission.m)
    assert any(mission.later for mission in missions().values())


def test_af_x6_events_that_would_crowd_others_out_are_asked_about_and_others_not():
    """Two Events that draw one each matter where there is no room for both that come."""
    draw = [card for card, event in events().items() if event.m == (("event", 1),)]
    if len(draw) > 1:
        full = [card for card, event in events().items() if not event.m and not event.immediate and card not in draw][
            :7
        ]
        for others, asked in (([], False), (full, True)):
            table = ", ".join(f"{{card = {card!r}}}" for card in (*draw[:2], *others))
            s = at(QUIET + f"plots = [{table}]\n")
            assert (free(s, draw[:2], "m") is None) is asked


def test_af_d6_a_die_whose_role_alone_is_open_cannot_change(monkeypatch):
    s = at(QUIET + "crew = {COM = 1, ENG = 1}\n")
    assert changeable(s) == ["COM", "ENG"]
    monkeypatch.setattr(dice_rules, "lasting", lambda s: SimpleNamespace(blocked={"COM", "SCI", "MED", "SEC"}))
    assert changeable(s) == ["COM"]
    monkeypatch.setattr(dice_rules, "lasting", lambda s: SimpleNamespace(blocked={"SCI", "MED", "SEC"}))
    assert changeable(s) == ["COM", "ENG"]
