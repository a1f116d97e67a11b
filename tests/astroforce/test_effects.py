"""Each effect of cards, as often as a card says, with less there than it asks for, and while an Event forbids it."""

from __future__ import annotations

import pytest

from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, FUEL, HULL, STATIONS, Astroforce, InPlay
from starforge.games.astroforce.rules.lasting import stopped
from starforge.games.astroforce.rules.ops import dice as ops_of_dice
from starforge.games.astroforce.rules.ops import gauges
from starforge.games.astroforce.rules.piles import drop, make_room
from starforge.games.astroforce.rules.turn import report, start_turn
from tests.astroforce.table import SIDES, act, at
from tests.astroforce.test_edges import done

PLAIN = [card for card, one in events().items() if not (one.now or one.immediate)]
COUNTS = (1, 2, 3)


def table(**facts: object) -> Astroforce:
    """Return a table with five dice in Quarters and nothing asked, with some facts as they are given."""
    s = done("", "lend SEC 0")
    s.quarters, s.medbay = 5, 0
    for fact, value in facts.items():
        setattr(s, fact, value)
    return s


def run(name: str, *args: str | int, **facts: object) -> Astroforce:
    """Return a table after an effect and what follows from it."""
    s = table(**facts)
    s.queue = [(name, 0, *args)]
    GAME.ops.run(s)
    return s


def dice(s: Astroforce) -> int:
    return GAME.census(s)["dice"]


@pytest.mark.parametrize("count", COUNTS)
def test_as_many_dice_go_as_a_card_says(count: int) -> None:
    """AF-D8, AF-D10, AF-D2: of dice in one place nobody is asked which."""
    crew = "crew = {ENG = 9}\n"
    assert done(crew, f"to-medbay {count}").medbay == 1 + count
    assert done(crew, f"to-sensors {count}").sensors == count
    assert done(crew, f"recall {count}").quarters == count
    held = done(crew + 'plots = [{card = "stowaway"}]\n', f"capture {count} stowaway")
    assert held.plots[0].captured == count
    for s in (held, done(crew, f"to-sensors {count}"), done(crew, f"recall {count}")):
        assert (s.crew["ENG"], dice(s)) == (9 - count, 10)
    gone = done(crew, f"capture {count} stowaway")
    assert (gone.crew["ENG"], gone.asks) == (9, {})


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_af_x6_as_many_events_are_drawn_as_a_card_says(count: int) -> None:
    s = run("event", count, plot_deck=PLAIN[:6])
    assert [plot.card for plot in s.plots] == PLAIN[:count]
    assert s.plot_deck[: 6 - count] == PLAIN[count:6]


@pytest.mark.parametrize("count", COUNTS)
def test_af_c3_as_many_developments_pass_as_a_card_says(count: int) -> None:
    names = ["tug-crew", "ram-scoop", "red-alert", "command-net", "spare-parts", "reserve-cells"]
    offers = [InPlay(names[0], done=True), InPlay(names[1], stacks=["ENG"]), InPlay(names[2])]
    s = run("development", count, offers=offers, developments=names[3:])
    assert [offer.card for offer in s.offers] == [names[0], *names[1 + count : 3 + count]]
    assert (s.quarters, s.development_discards) == (6, names[1 : 1 + count])


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("there", [0, 1, 2, 3])
def test_no_more_goes_than_there_is(count: int, there: int) -> None:
    """AF-D6, AF-S1, AF-M4: and all that goes comes to where it should."""
    moved = min(count, there)
    for name, place in (("heal", "medbay"), ("clear", "sensors")):
        s = run(name, count, **{place: there})
        assert (getattr(s, place), s.quarters) == (there - moved, 5 + moved)
    s = run("man", "SEC", count, quarters=there)
    assert (s.crew["SEC"], s.quarters) == (moved, there - moved)
    assert run("hull", count, hull=HULL - there).hull == HULL - there + moved
    assert run("fuel", count, fuel=FUEL - there).fuel == FUEL - there + moved
    assert run("fuel", -count, fuel=there).fuel == there - moved
    s = run("lend", "SEC", count)
    assert (s.bridge["SEC"], s.quarters) == (count, 5)


@pytest.mark.parametrize("face", FACES)
def test_af_d6_no_dice_are_sent_to_a_station_that_is_blocked(face: str) -> None:
    blocking = next(card for card, one in events().items() if ("block", face) in one.lasting)
    for plots, sent in (([InPlay(blocking)], 0), ([InPlay(blocking, done=True)], 2), ([], 2)):
        s = run("man", face, 2, plots=plots)
        assert (s.crew[face], s.quarters) == (sent, 5 - sent)


@pytest.mark.parametrize("rules", [0, 2, 3, 4])
@pytest.mark.parametrize("act", ["orders", "shields", "heal", "repair", "clear"])
def test_af_x5_what_an_event_forbids_it_forbids_everything_since_the_third_rules(rules: int, act: str) -> None:
    free = table(rules=rules)
    assert not stopped(free, act)
    for card in (card for card, one in events().items() if ("bar", act) in one.lasting):
        s = table(rules=rules, plots=[InPlay(card)])
        assert stopped(s, act) is (rules != 2)
        s.plots[0].done = True
        assert not stopped(s, act)


@pytest.mark.parametrize("act", ["shields", "heal", "repair", "clear", "orders"])
def test_af_x5_an_effect_that_is_forbidden_does_nothing(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no Event of today forbids it."""
    effects = {"shields": ("shields-up",), "heal": ("heal", 1), "repair": ("hull", 1), "clear": ("clear", 1)}
    name, *args = effects.get(act, ("orders",))
    facts = {"hull": 5, "medbay": 1, "sensors": 1, "crew": {**dict.fromkeys(FACES, 0), "ENG": 1}}
    before, free = table(**facts), run(str(name), *args, **facts)
    monkeypatch.setattr(gauges, "stopped", lambda s, asked: asked == act)
    monkeypatch.setattr(ops_of_dice, "stopped", lambda s, asked: asked == act)
    held = run(str(name), *args, **facts)
    for fact in ("hull", "medbay", "sensors", "shields", "quarters", "asks"):
        assert getattr(held, fact) == getattr(before, fact)
    assert any(
        getattr(free, fact) != getattr(before, fact) for fact in ("hull", "medbay", "sensors", "shields", "asks")
    )
    none_left = run("orders", crew=dict.fromkeys(FACES, 0))
    assert none_left.asks == {}


@pytest.mark.parametrize("deck", [True, False])
def test_af_x5_after_a_search_of_the_deck_nobody_knows_what_comes(deck: bool) -> None:
    where = "plot_deck" if deck else "plot_discards"
    s = run("summon", "raiders", foreseen=2, **{"plot_deck": ["static"], where: ["static", "raiders"]})
    assert s.foreseen == (0 if deck else 2)
    assert [plot.card for plot in s.plots] == ["raiders"]


@pytest.mark.parametrize("complete", [True, False])
def test_af_x5_an_event_is_dismissed_while_one_is_not_complete(complete: bool) -> None:
    s = run("dismiss", plots=[InPlay("static", done=True), InPlay("siphon", done=complete)])
    assert [ask.kind for ask in s.asks.values()] == ([] if complete else ["dismiss"])


@pytest.mark.parametrize("rolled", ["COM T ENG T SEC", "ENG ENG ENG ENG SEC", "T T T T T"])
@pytest.mark.parametrize("home", [0, 2, 5])
def test_af_d2_a_second_shift_rolls_dice_that_are_home_and_they_report_where_there_is_room(
    rolled: str, home: int
) -> None:
    faces = rolled.split()[:home]
    s = table(quarters=home)
    s.crew["MED"], s.crew["ENG"] = 3, 1
    s.rng.ahead = tuple(SIDES[face] for face in faces)
    s.queue = [("second-shift", 0, 5)]
    GAME.ops.run(s)
    threats, others = faces.count("T"), faces.count("COM") + faces.count("SEC")
    engineers, full = min(3, 1 + faces.count("ENG")), threats >= 4
    assert s.crew["ENG"] == engineers
    assert s.sensors == (0 if full else threats)
    assert s.quarters == home - (0 if full else threats) - (engineers - 1) - others


@pytest.mark.parametrize("known", [0, 1, 3])
@pytest.mark.parametrize("count", [1, 2])
def test_af_x7_of_the_events_that_all_know_those_that_are_drawn_are_gone(known: int, count: int) -> None:
    s = run("event", count, plot_deck=PLAIN[:4], foreseen=known)
    assert s.foreseen == max(0, known - count)


def test_where_nothing_is_left_to_be_drawn_nothing_is() -> None:
    s = run("event", 2, plot_deck=[], plot_discards=[])
    assert (s.plots, s.asks) == ([], {})
    one = [InPlay("ram-scoop"), InPlay("tug-crew")]
    s = run("development", 1, offers=one.copy(), developments=[], development_discards=[])
    assert [offer.card for offer in s.offers] == ["tug-crew", "ram-scoop"], "it is shuffled, and shown anew"


@pytest.mark.parametrize("rules", [0, 2, 3, 4])
def test_af_s1_shields_fall_with_their_track_since_the_third_rules(rules: int) -> None:
    stronger = next(
        card for card, one in developments().items() if one.lasting and one.lasting[0][0] == "stronger-shields"
    )
    for shields in (3, 5, 8):
        s = table(rules=rules, active=[stronger], shields=shields)
        drop(s, stronger)
        assert s.shields == (shields if rules == 2 else min(5, shields))
        told = [event.data["shields"] for event in s.events if event.kind == "shields-set"]
        assert told == ([5] if shields == 8 and rules != 2 else [])


@pytest.mark.parametrize("rules", [0, 2, 3, 4])
def test_af_x6_an_event_that_acts_at_once_counts_not_among_the_nine_since_the_third_rules(rules: int) -> None:
    at_once = next(card for card, one in events().items() if one.immediate)
    s = table(rules=rules, plots=[InPlay(card) for card in (*PLAIN[:8], at_once)])
    make_room(s)
    assert len(s.plots) == (8 if rules == 2 else 9)


@pytest.mark.parametrize("rules", [0, 2, 3, 4])
def test_af_x7_an_order_that_cannot_matter_is_not_asked_for_since_the_fourth_rules(rules: int) -> None:
    drains = [card for card, one in events().items() if one.m == (("fuel", -1),)][:2]
    for cards in (drains, drains[:1], []):
        s = table(rules=rules, plots=[InPlay(card) for card in cards], fuel=9, phase="mission", mission=None)
        s.queue = [("effects", 0, "m")]
        GAME.ops.run(s)
        assert [ask.kind for ask in s.asks.values()] == (["order"] if rules in (2, 3) and len(cards) > 1 else [])


@pytest.mark.parametrize("rolled", [{"ENG": 5}, {"ENG": 3}, {"COM": 3, "SEC": 1}, {}])
def test_af_d3_what_is_told_of_a_report_is_who_stands_and_who_goes_home(rolled: dict[str, int]) -> None:
    rooms = dict(zip(FACES, STATIONS, strict=True))
    s = table(crew={**dict.fromkeys(FACES, 0), **rolled})
    report(s, 0)
    told = [event.data for event in s.events if event.kind == "reported"]
    home = {face: n - rooms[face] for face, n in rolled.items() if n > rooms[face]}
    duty = {face: min(n, rooms[face]) for face, n in rolled.items()}
    assert [(data["duty"], data["home"]) for data in told] == ([(duty, home)] if rolled else [])
    assert s.quarters == 5 + sum(home.values())


@pytest.mark.parametrize("fuel", [1, 2, 9])
def test_af_m1_the_fuel_that_a_turn_burns_is_told(fuel: int) -> None:
    """AF-M2: where no Mission was in play nothing is burnt, and nothing is told of it."""
    for mission, told in ((InPlay("deep-freeze"), fuel - 1), (None, None)):
        s = table(fuel=fuel, mission=mission, turn=4, missions=["escort"])
        start_turn(s, 0)
        began = next(event.data for event in s.events if event.kind == "turn-began")
        assert (began["turn"], began["fuel"], s.turn) == (5, told, 5)


@pytest.mark.parametrize("year", [1, 4, 5])
def test_af_e1_the_fifth_completed_mission_ends_the_patrol_and_nothing_follows(year: int) -> None:
    s = at(f'mission = {{card = "deep-freeze", stage = 6, done = true, moved = true}}\nmedbay = 1\nyear = {year}\n')
    act(s, "end")
    assert (s.result is not None) is (year == 5)
    assert (s.asks == {}) is (year == 5)
    assert s.turn == (3 if year == 5 else 4)


STACKS = [(["+ENG"], False), (["+ENG", "ENG"], True), (["ENG"], True), ([], False)]


@pytest.mark.parametrize(("stacks", "is_asked"), STACKS)
def test_af_c1_it_is_asked_what_stays_where_dice_could(stacks: list[str], is_asked: bool) -> None:
    """AF-K3: results of the Bridge Crew go home unasked."""
    s = at(f"mission = {{card = 'deep-freeze'}}\nmedbay = 1\noffers = [{{card = 'ram-scoop', stacks = {stacks}}}]\n")
    act(s, "end")
    assert ("keep" in [ask.kind for ask in s.asks.values()]) is is_asked
