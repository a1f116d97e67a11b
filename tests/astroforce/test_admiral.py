"""The admiral: what it counts is right, and it plays by it."""

from itertools import product

import pytest

from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.games.astroforce.bot.scales import Scales
from starforge.games.astroforce.bot.winning import ROLLS, RollingCrew, chance, finishing, value, winning
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import InPlay
from starforge.games.policy import Pace
from tests.astroforce.table import at

PLAIN = RollingCrew((0,) * 5, (2, 3, 3, 3, 3), 0, 0)


def queue(card):
    offers = ", ".join(f'{{ card = "{card}" }}' for card in (card, "hospital-tender", "field-ward"))
    return f"offers = [{offers}]\n"


def mission(stage=0):
    return f'[mission]\ncard = "diplomatic-crisis"\nstage = {stage}\n'


def chosen(text, level="admiral", pace=None):
    s = at(text)
    bot = make(GAME, level, 3)
    return str(bot.choose(look(GAME, s, 0, bot), sampler(GAME, s, 0, 5), pace))


def test_the_chance_of_a_stage_is_how_often_rolls_make_it():
    assert chance((), 3, PLAIN) == 1.0
    assert chance(("ENG",), 1, PLAIN) == pytest.approx(1 / 6, abs=0.07)
    # two ENG of two dice, or of three: two SEC make one ENG, a COM changes another die
    exact = sum(sorted(roll) == [3, 3] for roll in product(range(6), repeat=2)) / 36
    assert chance(("ENG", "ENG"), 2, PLAIN) == pytest.approx(exact, abs=0.04)
    assert chance(("ENG",) * 3, 8, PLAIN) < chance(("ENG",) * 3, 9, PLAIN) < 1.0


@pytest.mark.parametrize(
    "better",
    [
        PLAIN._replace(bridge=(0, 0, 0, 1, 0)),
        PLAIN._replace(orders=1),
        PLAIN._replace(rerolls=2),
        PLAIN._replace(room=(5, 5, 5, 5, 5)),
    ],
)
def test_the_chance_grows_with_what_the_crew_has(better):
    needs = ("SCI", "ENG", "ENG", "ENG")
    no_orders = chance(needs, 8, PLAIN._replace(orders=-1))
    assert no_orders < chance(needs, 8, PLAIN) < chance(needs, 8, better)
    assert ROLLS * no_orders == int(ROLLS * no_orders)


def test_stages_are_done_one_a_turn():
    assert finishing((0.5, 0.5), 1) == 0.0
    assert finishing((0.5, 0.5), 2) == 0.25
    assert finishing((0.5, 0.5), 3) == 0.5
    assert finishing((), 0) == 1.0


@pytest.mark.parametrize(("total", "fails"), [(True, 0), (True, 1), (False, 0), (False, 1)])
def test_a_patrol_is_won_as_often_as_its_missions_say(total, fails):
    def won(chances, left, fails):
        if not left or fails == 2:
            return float(not left)
        now, *later = chances
        done = won(later or chances, left - 1, fails if total else 0)
        return now * done + (1 - now) * won(later or chances, left, fails + 1)

    assert winning(0.4, 0.7, 3, fails, total) == pytest.approx(won((0.4, 0.7), 3, fails))


def test_a_patrol_stands_better_with_dice_fuel_hull_and_a_bridge_crew():
    plain = value(at("fuel = 5\nhull = 4\n" + mission()))
    for better in ("fuel = 6\nhull = 4\n", "fuel = 5\nhull = 5\n", 'fuel = 5\nhull = 4\nactive = ["chief-engineer"]\n'):
        assert value(at(better + mission())) > plain
    assert value(at("fuel = 5\nhull = 4\nmedbay = 2\n" + mission())) < plain


def test_an_admiral_claims_a_bridge_crew_while_the_mission_has_turns_to_spare():
    text = "crew = { COM = 1, ENG = 2, SEC = 1 }\nfuel = 9\n" + queue("chief-engineer") + mission(1)
    assert chosen(text) == "pay chief-engineer"
    assert chosen(text, "captain") == "pay mission" == chosen(text.replace("fuel = 9", "fuel = 3"))


@pytest.mark.parametrize(("fuel", "order"), [(1, "use ram-scoop"), (2, "end")])
def test_an_admiral_burns_what_it_has_in_store_when_the_mission_would_fail_without(fuel, order):
    assert chosen(f'fuel = {fuel}\nactive = ["ram-scoop"]\n' + queue("war-room") + mission(2)) == order


def test_an_admiral_that_is_hurried_does_what_a_captain_would():
    text = "crew = { COM = 1, ENG = 2, SEC = 1 }\nfuel = 9\n" + queue("chief-engineer") + mission(1)
    assert chosen(text, pace=Pace(hurried=True)) == chosen(text, "captain") != chosen(text)


def test_an_admiral_knows_what_every_card_is_worth():
    s = at("fuel = 4\n" + queue("chief-engineer") + mission(1))
    for card, event in events().items():
        s.plots = [] if event.immediate else [InPlay(card)]
        assert all(goal.worth > 0 for goal in Scales(s).goals())
    s.plots = []
    assert all(Scales(s).of_development(card) > 0 for card in developments())


@pytest.mark.parametrize(("year", "fuel"), [(1, 4), (5, 9)])
def test_an_admiral_leaves_alone_a_stage_that_is_barred_by_what_its_dice_cannot_end(year, fuel):
    text = f'crew = {{ COM = 2 }}\nplots = [{{ card = "sit-in" }}]\nyear = {year}\nfuel = {fuel}\n'
    assert chosen(text + queue("guard-post") + mission(2)) != "pay mission"
