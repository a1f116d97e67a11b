"""The levels below the captain: each plays as it says."""

import pytest

from starforge.bots.arena import Series, play
from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Options
from tests.astroforce.table import at

MISSION = '[mission]\ncard = "diplomatic-crisis"\n'


def chosen(level, text, ask="deploy"):
    s = at(text, ask)
    bot = make(GAME, level, 3)
    return str(bot.choose(look(GAME, s, 0, bot), sampler(GAME, s, 0, 5)))


def test_a_cadet_pays_for_the_mission_at_once():
    assert chosen("cadet", "crew = { ENG = 2, SEC = 2 }\nhull = 2\n" + MISSION) == "pay mission"


@pytest.mark.parametrize(
    ("gauges", "order"), [("hull = 5", "end"), ("hull = 4", "repair"), ("medbay = 1", "heal"), ("sensors = 1", "end")]
)
def test_a_cadet_sees_to_the_ship_only_when_it_hurts(gauges, order):
    assert chosen("cadet", f"crew = {{ ENG = 1, MED = 1 }}\n{gauges}\n" + MISSION) == order


def test_a_cadet_locks_nothing_in_and_only_a_captain_gives_orders():
    offers = ", ".join(f'{{ card = "{card}" }}' for card in ("hospital-tender", "rest-and-recreation", "guard-post"))
    text = 'crew = { COM = 1, ENG = 1, SCI = 1 }\nplots = [{ card = "siphon" }]\nshields = 5\n'
    orders = [chosen(level, text + f"offers = [{offers}]\n" + MISSION) for level in ("cadet", "officer", "captain")]
    assert orders == ["end", "lock siphon ENG", "orders"]


def test_an_officer_frees_the_stages_before_all_else():
    text = 'crew = { COM = 1, SEC = 3, ENG = 2 }\nplots = [{ card = "sit-in" }]\n'
    assert chosen("officer", text + MISSION) == "pay sit-in"


def test_each_level_gets_further_than_the_one_below():
    years = [
        sum(play(Series("astroforce", Options(), (level,), 1), number).tally["years"] for number in range(6))
        for level in ("random", "cadet", "officer")
    ]
    assert years == sorted(set(years)), years
