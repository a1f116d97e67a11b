"""The tutorial and puzzle positions that come with the game: they load, and can be solved."""

import pytest

from starforge.engine.position import PositionError, read_position, write_position
from starforge.engine.state import digest
from starforge.games.assets import folder
from starforge.games.astroforce.game import GAME
from tests.astroforce.table import act, at, whole

SOLUTIONS = {
    "first-orders": ["pay mission ENG,ENG", "orders COM", "change MED", "become SCI", "clear-sensors SEC", "end"],
    "borrowed-hands": [
        "pay mission SCI,ENG",
        "orders COM",
        "change MED",
        "become SEC",
        "pay stowaway ENG,ENG,SEC",
        "end",
    ],
    "last-cell": [
        "pay dead-reckoning MED,MED,ENG",
        "orders COM",
        "change SEC",
        "become MED",
        "pay mission MED,MED",
        "use reserve-cells",
        "end",
    ],
    "hold-the-line": ["raise-shields SCI", "heal MED", "repair ENG", "clear-sensors SEC", "end"],
}


def load(name: str):
    return read_position(GAME, (folder("astroforce") / "positions" / f"{name}.toml").read_text(encoding="utf-8"), 1)


def test_every_position_has_a_solution():
    assert sorted(SOLUTIONS) == sorted(path.stem for path in (folder("astroforce") / "positions").glob("*.toml"))


@pytest.mark.parametrize("name", SOLUTIONS)
def test_it_loads_and_its_solution_can_be_played(name):
    s = load(name)
    assert GAME.view(s, 0).legal
    if name == "first-orders":
        assert "orders" not in map(str, GAME.legal(s, 0)), "Static bars Orders until it is met"
        act(s, "pay static SCI,ENG")
        s = load(name)
        s.plots.clear()
    act(s, *SOLUTIONS[name])
    assert s.result is None
    assert GAME.census(s) == {**whole(), "events": whole()["events"] - (name == "first-orders")}


def test_the_last_cell_wins_the_patrol():
    s = load("last-cell")
    s.plot_deck.sort(key=lambda card: card != "quiet-watch")  # whatever else comes must not bar the last stage
    act(s, *SOLUTIONS["last-cell"])
    while s.asks[0].kind != "deploy":
        act(s, str(GAME.legal(s, 0)[0]))
    act(s, "carry-out mission", "end")
    assert s.result.winners == (0,)


def test_a_position_in_which_a_die_is_about_to_become_another_can_be_read():
    s = load("last-cell")
    act(s, "pay dead-reckoning MED,MED,ENG", "orders COM", "change SEC")
    twin = read_position(GAME, write_position(GAME, s), 1)
    assert s.asks[0].kind == "become"
    assert digest(twin) == digest(s)
    act(twin, "become MED")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crew = {COM = 11}", "there are 10 dice"),
        ("crew = {CAPTAIN = 1}", "the roles are"),
        ("crew = {COM = -1}", "cannot be"),
        ('mission = {card = "escort", stage = 9}', "has 6 stages"),
        ('plots = [{card = "siphon", stacks = ["COM"]}]', "needs no COM"),
        ('plots = [{card = "war-room"}]', "no Event 'war-room'"),
        ('mission = {card = "cruise"}', "no Mission 'cruise'"),
        ('active = ["cruise"]', "no Development"),
        ('plots = [{card = "siphon"}, {card = "siphon"}]', "no 'siphon' left"),
        ("seats = 3", "one or two"),
        ("captain = 1", "one of them is the Captain"),
    ],
)
def test_an_impossible_position_is_told_in_words(text, said):
    with pytest.raises(PositionError, match=said):
        at(text)
