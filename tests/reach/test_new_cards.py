"""A card is its entry in a data file and nothing else: new ones are dealt, read out, played and valued by bots."""

import shutil
import sys

import pytest

from starforge.bots.arena import Series, play
from starforge.engine.rng import Rng
from starforge.engine.state import State
from starforge.games.assets import folder
from starforge.games.reach import GAME
from starforge.games.reach.bot.worth import value
from starforge.games.reach.game import Options
from starforge.games.reach.model import catalogue
from starforge.games.reach.rules.ops.vocabulary import REWARDS, ability, goal, op, reward
from starforge.games.reach.words.printed import brief
from tests.reach.table import claiming, do, offered, round_end

MISSION = """
[night-market]
title = "Night Market"
type = "scavenge"
points = 3
upper = { engine = 4, research = 1, quarters = 1 }
lower = { engine = 5, research = 4, quarters = 4 }
reward = "REWARD"
windows = ["before", "claim", "claimed", "end"]
"""
OTHERS = {
    "missions-2.toml": """
[far-beacon]
title = "Far Beacon"
type = "expedition"
points = 4
upper = { engine = 4, research = 2, quarters = 1 }
lower = { engine = 6, research = 4, quarters = 5 }
reward = "experience 1"
""",
    "specialists.toml": """
[apprentice]
title = "Apprentice"
home = "engine"
main = 2
worker = 1
ability = "late 1"
""",
    "tiles.toml": """
[dust-lane]
title = "Dust Lane"
order = "engine"
damage = 1
""",
    "landings.toml": """
[plateau]
title = "Plateau Landing Zone"
need = { engine = 7, research = 8, quarters = 8, command = 7 }
objectives = ["complete-kinds 3", "have 2 mid any"]
""",
}


@pytest.fixture
def add(tmp_path, monkeypatch):
    """Return a function that adds entries to data files, and forget the cards before and afterwards."""
    root = tmp_path / "reach"
    shutil.copytree(folder("reach"), root)
    monkeypatch.setattr(catalogue, "folder", lambda game: root)
    modules = [module for name, module in sys.modules.items() if name.startswith("starforge.games.reach.")]

    def forget():
        for one in (thing for module in modules for thing in vars(module).values()):
            getattr(one, "cache_clear", int)()

    def entries(more):
        for file, text in more.items():
            (root / file).write_text((root / file).read_text() + text)
        forget()

    yield entries
    monkeypatch.undo()
    forget()


@pytest.fixture
def shrug():
    """Register an op that says nothing about itself but its sentence."""

    @reward("scavenge")
    @op("Does {0} of nothing.")
    def shrug(s: State, seat: int, number: int) -> None:
        s.emit("shrugged", seat=seat)

    yield "shrug 3"
    del op._forms["shrug"], REWARDS["shrug"]


def test_cards_with_known_ops_need_no_more_than_their_entries(add):
    add({**OTHERS, "missions-1.toml": MISSION.replace("REWARD", "go-first").replace(', "claim", "claimed", "end"', "")})
    for level in ("greedy", "random"):
        for number in range(2):
            assert play(Series("reach", Options(), (level,) * 4, 3), number).turns == 9
    s = round_end("claimed = ['night-market', 'far-beacon']\nlanding = 'plateau'", "")
    assert s.players[0].landing == "plateau"
    assert "apprentice" in s.specialists
    assert "dust-lane" in s.tiles
    lines = GAME.inform(GAME.view(s, 0), ("Ada", "Ben"), "card", ["night", "market"])
    assert len(lines) == 1
    assert brief("far-beacon") == "1 token"


def test_a_bot_values_and_plays_a_card_whose_op_does_not_say_what_it_is_worth(add, shrug):
    add({"missions-1.toml": MISSION.replace("REWARD", shrug)})
    s = claiming(2, '["night-market"]', "crew = { engine = ['e4', 'e4'], research = ['s4'], quarters = ['o4'] }", "")
    view = GAME.view(s, 0)
    assert value(view, view.pool[0]) > 3
    assert brief("night-market") == "shrug"
    assert str(GAME.advise(view, None, Rng(1))) == "claim night-market"
    do(s, 0, "claim night-market")
    assert offered(s, 0) == ["play night-market", "hold"]
    assert str(GAME.advise(GAME.view(s, 0), None, Rng(1))) == "play night-market"
    assert "shrugged" in [e.kind for e in do(s, 0, "play night-market")]
    for number in range(3):
        assert play(Series("reach", Options(), ("greedy",) * 3, 5), number).turns == 9


def test_mechanics_and_goals_that_do_not_say_so_are_worth_nothing_more():
    @ability("Looks on.")
    def look_on(spot, department: str) -> int:
        return 0

    @goal("Be content")
    def content(p, turn: int) -> tuple[int, int]:
        return 0, 1

    try:
        assert ability.worth(ability.read("look-on")) == 0.0
        assert goal.worth(goal.read("content"), None) == 0.0
    finally:
        del ability._forms["look-on"], goal._forms["content"]
