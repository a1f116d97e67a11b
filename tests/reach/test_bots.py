"""The thinking player: whole games without an error, landings, wins over chance, honesty, and figures of a game."""

import os
from collections import Counter

import pytest

from starforge.bots.arena import Series, play
from starforge.bots.bot import sampler
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.reach import GAME
from starforge.games.reach.bot.planner import plan, worth
from starforge.games.reach.bot.turns import situation
from starforge.games.reach.game import Options
from starforge.games.reach.model.state import START_CREW
from starforge.games.reach.view.odds import shortfall
from tests.reach.table import claiming, do, planning, position, round_end

GAMES = int(os.environ.get("STARFORGE_SEEDS", "3"))
pytestmark = pytest.mark.xdist_group("bots of Reach")


@pytest.fixture(scope="module")
def games():
    return [play(Series("reach", Options(), ("greedy",) * 4, 7), number) for number in range(GAMES)]


def test_four_greedy_bots_play_to_the_end_and_most_land(games):
    assert all(game.turns == 9 for game in games)
    assert sum(game.tally["landed"] for game in games) >= 0.6 * 4 * len(games)


def test_figures_of_a_game_add_up(games):
    for game in games:
        t = Counter(game.tally)
        assert t["claims"] + t["passes"] >= 36
        assert sum(n for key, n in t.items() if key.startswith("claimed type")) == t["claims"]
        assert sum(n for key, n in t.items() if key.startswith("claimed card")) == t["claims"]
        assert sum(n for key, n in t.items() if key.startswith("landed ship")) == t["landed"]
        assert sum(n for key, n in t.items() if key.startswith("won seat")) == len(game.winners)
        offered = {key.removesuffix("offered"): n for key, n in t.items() if key.endswith("offered")}
        assert all(t[key + "taken"] <= n for key, n in offered.items())


def test_greedy_beats_random():
    series = Series("reach", Options(), ("greedy", "random"), 3)
    games = [play(series, n) for n in range(6)]
    won = Counter(game.bots[seat] for game in games for seat in game.winners)
    assert won["greedy"] >= 5
    assert won["random"] <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_every_card(seats):
    for seed in range(GAMES):
        checked(seats, seed)


def checked(seats: int, seed: int) -> None:
    """Play a game at random and count after every action: the census, and crew by how much was taken on."""
    s, dice = GAME.new(Options(), seats, seed), Rng(seed)
    first, taken_on = GAME.census(s), 0
    while s.result is None:
        asked = sorted(s.asks)
        seat = asked[dice.below(len(asked))]
        legal = GAME.legal(s, seat)
        GAME.apply(s, seat, legal[dice.below(len(legal))])
        assert GAME.census(s) == first
        taken_on += sum(e.kind == "recruited" for e in s.events)
        s.events.clear()
        crew = sum(len(p.owned()) + bool(p.offered) for p in s.players)
        assert crew == len(START_CREW) * seats + taken_on


def test_advice_is_legal_and_depends_on_the_view_alone():
    s = GAME.new(Options(), 3, 5)
    for n in range(150):
        seat = min(s.asks)
        view = GAME.view(s, seat)
        advice = GAME.advise(view, sampler(GAME, s, seat, n), Rng(n))
        assert advice in view.legal
        if n % 5 == 0:
            twin = clone(s)
            GAME.redeal(twin, seat, Rng(n))
            assert GAME.advise(GAME.view(twin, seat), sampler(GAME, twin, seat, n), Rng(n)) == advice
        GAME.apply(s, seat, advice)


def test_it_aims_at_the_mission_it_can_reach():
    s = planning(1, "hand = ['e1', 'e2', 'o1', 'p1', 's1']\nlanding = 'arctic'", head='pool = ["comet-tail"]')
    while s.players[0].hand:
        do(s, 0, str(GAME.advise(GAME.view(s, 0), None, Rng(1))))
    assert GAME.view(s, 0).pool[0].lacking[0] == {}


def test_it_repairs_and_prevents():
    s = planning(7, "hand = ['e1']\ndamage = { engine = 2 }\nlanding = 'arctic'", tile="magnetar")
    zones = {zone for _, zone in plan(situation(GAME.view(s, 0)))}
    assert zones & {"repair-engine", "defence"}


def test_it_raises_towards_its_objective_and_places_where_landing_lacks_power():
    s = position(
        'phase = "round-end"\nturn = 6\nasks = { 0 = { kind = "growth" } }',
        "crew = { command = ['p3'], engine = ['e3'] }\ntokens = 1\nlanding = 'volcanic'",
        "",
    )
    assert str(GAME.advise(GAME.view(s, 0), None, Rng(1))) == "raise p3 command p4"
    s = position(
        'phase = "landing"\nturn = 9\nasks = { 0 = { kind = "settle" } }',
        "landing = 'volcanic'\nhand = ['s4']\n"
        "crew = { engine = ['e4'], quarters = ['o4', 'o3'], command = ['p4', 'p1'] }",
        "",
    )
    assert str(GAME.advise(GAME.view(s, 0), None, Rng(1))) == "place s4 research"


def test_shortfall_counts_free_crew_where_it_helps_most():
    assert shortfall([7, 7, 7, 5], (7, 7, 7, 9), ["p4"]) == 0
    assert shortfall([7, 7, 7, 5], (7, 7, 7, 9), ["e4"]) == 2
    assert shortfall([7, 7, 7, 9], (7, 7, 7, 9), []) == 0


def test_a_plan_that_is_not_allowed_is_worth_nothing():
    s = planning(2, "hand = ['p3', 'p4']\nlanding = 'arctic'")
    at = situation(GAME.view(s, 0))
    assert worth(at, (("p3", "defence"), ("p4", "defence"))) == float("-inf")
    assert worth(at, (("p3", "command"), ("p4", "command"))) > 0


def test_worth_prefers_points_and_power_and_a_landing():
    poor, rich = (
        round_end(f"landing = 'arctic'\n{more}", "") for more in ("", "claimed = ['miner']\nspent = ['miner']")
    )
    assert GAME.worth(GAME.observe(rich, 0)) > GAME.worth(GAME.observe(poor, 0))
    assert GAME.worth(GAME.observe(poor, None)) == 0.0
    strong = "crew = { engine = ['e4', 'e4'], quarters = ['o4'], command = ['p4', 'p4'] }"
    s = claiming(1, '["miner", "salt-moon"]', strong + "\nlanding = 'arctic'", "")
    assert str(GAME.advise(GAME.view(s, 0), None, Rng(1))).startswith("claim")
