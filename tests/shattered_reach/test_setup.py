"""Setup: factions, initiative, order, secret fleets and deployment: SR-S1 to SR-S6, SR-G2, SR-G4, SR-C7, SR-C8."""

from __future__ import annotations

import re
from typing import Any

import pytest

from starforge.bots.bot import look
from starforge.bots.levels import levels_of, make
from starforge.engine.action import Action
from starforge.engine.event import redact
from starforge.engine.match import Match
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.save import OptionError, read_options
from starforge.engine.state import clone
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import (
    Buy,
    Choose,
    Defer,
    EndFire,
    EndMovement,
    Enlist,
    PlaceShip,
    Ready,
    Select,
    Sell,
    SetHeading,
)
from starforge.games.shattered_reach.model.catalogue import fleets, hulls
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Options, War, chart, hexes_of
from starforge.games.shattered_reach.rules.rounds import turn_order
from starforge.tables.play.new_table import new_options


def begun(seats: int = 2, seed: int = 1, **options: Any) -> War:
    factions = {2: "ferrum,ember", 3: "ferrum,ember,myriad"}[seats]
    return GAME.new(Options(**{"factions": factions} | options), seats, seed)


def do(s: War, seat: int, *actions: Action) -> None:
    for a in actions:
        assert a in GAME.legal(s, seat), f"{a} is not legal"
        GAME.apply(s, seat, a)


def refused(s: War, seat: int, a: Action) -> str:
    with pytest.raises(Illegal) as wrong:
        GAME.apply(s, seat, a)
    return wrong.value.rule


def mustered(**options: Any) -> War:
    s = begun(**options)
    for seat in range(len(s.players)):
        slug = {"ferrum": "rampart", "ember": "outrigger", "myriad": "barkhide"}[s.players[seat].faction]
        small = {"ferrum": "gnat", "ember": "spark", "myriad": "mite"}[s.players[seat].faction]
        if s.players[seat].purse.keys() & {"any", "capital"}:
            do(s, seat, Buy(slug))
        if s.players[seat].purse.keys() & {"any", "fighter"}:
            do(s, seat, Buy(small), Buy(small))
        do(s, seat, Ready())
    return s


def place_all(s: War, seat: int) -> None:
    while Ready() not in GAME.legal(s, seat):
        do(s, seat, next(a for a in GAME.legal(s, seat) if isinstance(a, PlaceShip)))


# --- factions and initiative ---


def test_each_player_takes_a_different_faction() -> None:
    """SR-S1."""
    s = GAME.new(Options(), 2, 1)
    assert refused(s, 0, Choose("romulans")) == "SR-S1"
    do(s, 0, Choose("ember"))
    assert refused(s, 1, Choose("ember")) == "SR-S1"
    do(s, 1, Choose("myriad"))
    assert [p.faction for p in s.players] == ["ember", "myriad"]


def test_the_last_of_three_takes_what_is_left() -> None:
    """SR-S1."""
    s = GAME.new(Options(), 3, 1)
    do(s, 0, Choose("ember"))
    do(s, 1, Choose("ferrum"))
    assert [p.faction for p in s.players] == ["ember", "ferrum", "myriad"]
    assert {ask.kind for ask in s.asks.values()} == {"build"}


def test_who_defers_chooses_after_the_others() -> None:
    """SR-S1."""
    s = GAME.new(Options(), 3, 1)
    do(s, 0, Defer())
    do(s, 1, Choose("ember"))
    assert refused(s, 2, Defer()) == "SR-S1"
    do(s, 2, Choose("myriad"))
    assert [p.faction for p in s.players] == ["ferrum", "ember", "myriad"]


def test_nobody_defers_twice_or_to_nobody() -> None:
    """SR-S1."""
    s = GAME.new(Options(), 3, 1)
    do(s, 0, Defer())
    do(s, 1, Defer())
    do(s, 2, Choose("ember"))
    assert list(s.asks) == [0]
    assert GAME.legal(s, 0) == [Choose("ferrum"), Choose("myriad")]
    assert refused(s, 0, Defer()) == "SR-S1"


@pytest.mark.parametrize("level", levels_of(GAME))
def test_bots_take_what_people_leave(level: str) -> None:
    """SR-S1."""
    s = GAME.new(Options(), 3, 1)
    for seat in (0, 1):
        bot = make(GAME, level, seat)
        do(s, seat, bot.choose(look(GAME, s, seat, bot), lambda: clone(s)))
    assert list(s.asks) == [2]
    do(s, 2, Choose("ferrum"))
    assert list(s.asks) == [0]
    assert s.players[2].faction == "ferrum"


def test_one_must_play_the_myriad_where_the_bristlemaw_comes() -> None:
    """SR-C8, SR-S2: the Myriad's seat is the first side, whatever the turn order."""
    s = GAME.new(Options(scenario="planetary-defense-2p"), 2, 1)
    do(s, 0, Choose("ember"))
    assert [p.faction for p in s.players] == ["ember", "myriad"]
    assert [p.side for p in s.players] == [1, 0]
    assert s.players[1].fleet == ["bristlemaw"]
    assert s.players[1].purse == {"any": 2500}
    assert refused(s, 1, Buy("bristlemaw")) == "SR-S4"
    assert refused(s, 1, Sell("bristlemaw")) == "SR-S4"


def test_the_highest_roll_takes_the_initiative_and_ties_roll_again() -> None:
    """SR-S2, SR-S3."""
    s = GAME.new(Options(factions="any"), 3, 1)
    do(s, 0, Choose("ferrum"))
    s.rng.ahead = (4, 2, 4, 1, 5)  # 5, 3, 5; then 2 and 6 for the first and the third
    do(s, 1, Choose("ember"))
    assert s.holder == 2
    assert turn_order(s) == [0, 1, 2]
    s.holder = 0
    assert turn_order(s) == [1, 2, 0]


def test_the_first_in_turn_order_commands_the_assault() -> None:
    """SR-S2, SR-C6, SR-C7: roles go by the turn order of the first round."""
    for seed in range(6):
        s = begun(3, seed, scenario="fleet-assault-3p")
        first = turn_order(s)[0]
        assert s.players[first].side == 0
        assert s.players[first].purse == {"capital": 10_000, "fighter": 1000}
        assert [s.players[n].team for n in turn_order(s)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"scenario": "crossroads"}, 2),
        ({"scenario": "long-corridor"}, 3),
        ({"scenario": "open-play", "budget": 2499}, 2),
        ({"scenario": "open-play", "budget": 20_001}, 2),
        ({"rounds": 0}, 2),
        ({"rounds": 10**9}, 2),
        ({"budget": -1}, 2),
        ({"budget": 10**9}, 2),
        ({"factions": "ferrum,ember"}, 3),
        ({"scenario": "planetary-defense-2p", "factions": "ferrum,ember"}, 2),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(options: dict[str, Any], seats: int) -> None:
    with pytest.raises(OptionError, match=r"\w+ \w+ \w+"):
        GAME.new(Options(**options), seats, 1)


def test_options_are_read_from_text() -> None:
    read = read_options(GAME, {"scenario": "open-play", "budget": "7500", "rounds": "12", "factions": "myriad,ferrum"})
    assert read == Options("open-play", 7500, 12, "myriad,ferrum")
    with pytest.raises(OptionError, match="small-skirmish"):
        read_options(GAME, {"scenario": "chess"})


def test_open_play_takes_any_whole_budget_in_its_range() -> None:
    """SR-C12."""
    s = begun(scenario="open-play", budget=12_345)
    assert [p.purse for p in s.players] == [{"any": 12_345}] * 2


def test_a_budget_that_no_scenario_but_open_play_would_use_is_refused_when_a_game_begins() -> None:
    for slug, scenario in scenarios().items():
        asked = {"scenario": slug, "budget": 5_001}
        if scenario.choose:
            assert new_options(GAME, asked).budget == 5_001
        else:
            with pytest.raises(OptionError, match=re.escape(scenario.title)):
                new_options(GAME, asked)
        assert new_options(GAME, {"scenario": slug, "budget": 0}) == read_options(GAME, {"scenario": slug})


# --- fleets ---


def test_fleets_keep_to_budget_and_limits() -> None:
    """SR-S4."""
    s = begun()
    assert refused(s, 0, Ready()) == "SR-S4"
    assert refused(s, 0, Buy("cudgel")) == "SR-S4"
    assert refused(s, 0, Buy("spark")) == "SR-S4"
    assert refused(s, 0, Sell("gnat")) == "SR-S4"
    do(s, 0, *[Buy("gnat")] * 10)
    assert refused(s, 0, Buy("gnat")) == "SR-S4"
    do(s, 0, Sell("gnat"), Buy("gnat"), Buy("picket"))
    left = 2500 - 10 * hulls()["gnat"].cost - hulls()["picket"].cost
    assert s.players[0].purse == {"any": left}
    assert refused(s, 0, Buy("picket")) == "SR-S4"


@pytest.mark.parametrize("slug", [slug for slug, hull in hulls().items() if not hull.fighter])
def test_limits_hold_for_every_capital_ship(slug: str) -> None:
    """SR-S4."""
    hull = hulls()[slug]
    other = "ferrum" if hull.faction != "ferrum" else "ember"
    s = begun(scenario="grand-armada", factions=f"{hull.faction},{other}")
    do(s, 0, *[Buy(slug)] * hull.limit)
    assert refused(s, 0, Buy(slug)) == "SR-S4"


def test_sr_s4_a_ship_may_cost_all_that_is_left() -> None:
    s = begun()
    s.players[0].purse = {"any": hulls()["rampart"].cost}
    do(s, 0, Buy("rampart"))
    assert s.players[0].purse == {"any": 0}


def test_sr_s4_a_ready_made_fleet_is_offered_where_every_purse_can_pay_its_part() -> None:
    s = begun(scenario="fleet-assault-2p")
    both = [seat for seat, p in enumerate(s.players) if len(p.purse) == 2]
    for seat in both:
        for slug, fleet in fleets().items():
            if fleet.faction == s.players[seat].faction:
                costs = dict.fromkeys(s.players[seat].purse, 0)
                for ship in fleet.list:
                    costs[hulls()[ship].kind] += hulls()[ship].cost
                fits = all(costs[kind] <= points for kind, points in s.players[seat].purse.items())
                assert fits is (Enlist(slug) in GAME.legal(s, seat)), slug
    assert both


def test_split_budgets_are_separate_purses() -> None:
    """SR-S4, SR-C6."""
    s = begun(scenario="fleet-assault-2p")
    assault, fighters = turn_order(s)
    small = {"ferrum": "lancet", "ember": "corona"}[s.players[assault].faction]
    while Buy(small) in GAME.legal(s, assault):
        do(s, assault, Buy(small))
    assert s.players[assault].purse["capital"] == 10_000
    assert s.players[assault].purse["fighter"] < hulls()[small].cost
    large = {"ferrum": "picket", "ember": "larrikin"}[s.players[fighters].faction]
    assert refused(s, fighters, Buy(large)) == "SR-S4"


def test_building_is_secret_until_all_have_committed() -> None:
    """SR-S4."""
    s = begun()
    do(s, 0, Buy("picket"), Ready())
    assert s.events[-1].kind == "built"
    view = GAME.view(s, 1)
    assert view.ships == ()
    assert view.fleet == ()
    assert view.waiting == {1: "build"}
    assert "picket" not in str([redact(e, 1) for e in s.events])
    do(s, 1, Buy("spark"), Ready())
    assert [ship.card for ship in GAME.view(s, 1).ships] == ["picket", "spark"]


def test_a_ready_made_fleet_replaces_what_was_bought() -> None:
    """SR-S4."""
    s = begun()
    do(s, 0, Buy("gnat"))
    fleet = next(a for a in GAME.legal(s, 0) if isinstance(a, Enlist))
    do(s, 0, fleet)
    assert sorted(s.players[0].fleet) == sorted(fleets()[fleet.fleet].list)
    assert s.players[0].purse["any"] == 2500 - sum(hulls()[slug].cost for slug in s.players[0].fleet) >= 0
    assert refused(s, 0, fleet) == "SR-S4"
    assert refused(s, 0, Enlist("ember-20000")) == "SR-S4"
    assert refused(s, 0, Enlist("ferrum-20000")) == "SR-S4"


# --- deployment ---


def test_every_hex_of_every_ship_lies_in_its_zone_and_one_ship_fills_a_hex() -> None:
    """SR-S6, SR-G4, SR-G2."""
    s = mustered()
    do(s, 0, Select(2))
    zone = chart(s).zones[s.players[0].side]
    outside = next(at for at in sorted(chart(s).hexes) if at not in zone)
    assert refused(s, 0, PlaceShip(*outside)) == "SR-S6"
    place = next(a for a in GAME.legal(s, 0) if isinstance(a, PlaceShip))
    do(s, 0, place)
    do(s, 0, Select(3))
    assert refused(s, 0, place) == "SR-S6"


def test_a_ship_longer_than_two_has_its_stern_on_the_edge() -> None:
    """SR-S6."""
    s = mustered()
    ship = s.fleet(0)[0]
    assert hulls()[ship.card].length == 3
    places = [a for a in GAME.legal(s, 0) if isinstance(a, PlaceShip)]
    field = chart(s)
    for a in places:
        twin = clone(s)
        GAME.apply(twin, 0, a)
        filled = hexes_of(twin.ships[ship.id])
        assert filled[-1] in field.edge
        assert set(filled) <= set(field.zones[0])
    inner = next(at for at in field.zones[0] if PlaceShip(*at) not in places and at not in field.edge)
    assert refused(s, 0, PlaceShip(*inner)) == "SR-S6"


def test_any_heading_and_velocity_zero_and_placements_may_be_taken_back() -> None:
    """SR-S5, SR-G1."""
    s = mustered()
    do(s, 0, Select(2))
    assert refused(s, 0, SetHeading(6)) == "SR-G1"
    facing = s.players[0].heading
    assert refused(s, 0, SetHeading(facing)) == "SR-S5"
    do(s, 0, SetHeading((facing + 3) % 6))
    place = next(a for a in GAME.legal(s, 0) if isinstance(a, PlaceShip))
    do(s, 0, place)
    assert (s.ships[2].heading, s.ships[2].velocity, s.ships[2].placed) == ((facing + 3) % 6, 0, True)
    do(s, 0, Select(2))
    assert not s.ships[2].placed
    assert (s.ships[2].q, s.ships[2].r, s.ships[2].heading) == (0, 0, 0)
    assert place in GAME.legal(s, 0)


def test_committing_needs_every_ship_placed() -> None:
    """SR-S5."""
    s = mustered()
    assert refused(s, 0, Ready()) == "SR-S5"
    place_all(s, 0)
    assert refused(s, 0, PlaceShip(0, 0)) == "SR-S5"
    assert refused(s, 0, SetHeading(0)) == "SR-S5"
    do(s, 0, Ready())
    assert 0 not in s.asks


def test_nobody_sees_an_opponents_placement_until_all_have_deployed() -> None:
    """SR-S5."""
    s = mustered()
    place_all(s, 0)
    for seat in (1, None):
        assert all(ship.hexes == () for ship in GAME.view(s, seat).ships if ship.seat == 0)
        assert not any(redact(e, seat) for e in s.events if e.kind in ("placed", "unplaced"))
    do(s, 0, Ready())
    assert all(ship.hexes == () for ship in GAME.view(s, 1).ships if ship.seat == 0)
    place_all(s, 1)
    do(s, 1, Ready())
    assert s.phase == "move"
    assert all(ship.hexes for seat in (0, 1, None) for ship in GAME.view(s, seat).ships)


def test_allies_see_each_others_placements_as_they_are_made() -> None:
    """SR-S5, SR-C7."""
    s = mustered(seats=3, scenario="fleet-assault-3p")
    foe, *allies = turn_order(s)
    place = next(a for a in GAME.legal(s, allies[0]) if isinstance(a, PlaceShip))
    do(s, allies[0], place)
    seen = {
        seat: [ship for ship in GAME.view(s, seat).ships if ship.seat == allies[0] and ship.hexes]
        for seat in (foe, allies[1])
    }
    assert len(seen[allies[1]]) == 1
    assert seen[foe] == []
    assert set(GAME.hidden(s, allies[1])["places"]) == set()
    assert len(GAME.hidden(s, foe)["places"]) == 1


def test_the_round_begins_with_the_seat_after_the_holder() -> None:
    """SR-S3, SR-R1, SR-R2: the holder acts last; the initiative passes clockwise."""
    s = mustered(seats=3)
    for seat in range(3):
        place_all(s, seat)
        do(s, seat, Ready())
    holder, asked = s.holder, []
    while s.turn == 1:
        asked.append(min(s.asks))
        do(s, asked[-1], EndMovement() if s.phase == "move" else EndFire())
    assert asked[:3] == [(holder + n) % 3 for n in (1, 2, 3)]
    assert asked[3:] == [n for n in asked[:3] if n in asked[3:]]
    assert s.holder == (holder + 1) % 3


def test_plans_are_private_until_committed() -> None:
    """SR-M3."""
    s = mustered()
    for seat in range(2):
        place_all(s, seat)
        do(s, seat, Ready())
    mover = min(s.asks)
    other = 1 - mover
    before = GAME.view(s, other)
    do(s, mover, GAME.parse("forward"))
    assert GAME.view(s, other) == before
    assert GAME.view(s, mover).plans[0].steps == ("forward",)
    assert GAME.hidden(s, other)["plans"] == [f"{s.players[mover].chosen}:forward"]
    assert not s.events or s.events[-1].kind != "flown"


def test_what_is_committed_is_not_undone() -> None:
    match = Match(GAME, Options(factions="ferrum,ember"), 2, 3)
    match.submit(0, Buy("gnat"))
    assert match.undoable(0) is None
    match.undo(0)
    for seat, small in ((0, "gnat"), (1, "spark")):
        match.submit(seat, Buy(small))
        match.submit(seat, Ready())
    assert match.undoable(1) is not None
    s = match.state
    assert isinstance(s, War)
    for seat in (0, 1):
        match.submit(seat, next(a for a in GAME.legal(s, seat) if isinstance(a, PlaceShip)))
        assert match.undoable(seat) is None
        match.submit(seat, Ready())
        s = match.state
    mover = min(s.asks)
    match.submit(mover, GAME.parse("forward"))
    match.submit(mover, GAME.parse("commit"))
    assert match.undoable(mover) is not None


def test_a_redeal_gives_others_other_fleets_within_their_budget() -> None:
    """SR-S4."""
    s = begun(scenario="planetary-defense-2p", factions="myriad,ember")
    do(s, 0, Buy("mite"), Buy("ripper"), Ready())
    for seed in range(20):
        twin = clone(s)
        GAME.redeal(twin, 1, Rng(seed))
        assert twin.players[0].fleet.count("bristlemaw") == 1
        assert min(twin.players[0].purse.values()) >= 0
        assert GAME.census(twin) == GAME.census(s)
