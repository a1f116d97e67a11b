"""What a step on the screen of a game costs."""

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from starforge.engine.game import Game
from starforge.engine.position import read_position, write_position
from starforge.engine.save import Seat
from starforge.games import GAMES
from starforge.games.astroforce.game import GAME as ASTROFORCE
from starforge.games.reach.game import GAME as REACH
from starforge.games.reach.game import Options
from tests.bench.screens import Walk, cursor, walks
from tests.tui.patrols import flown, some_patrols
from tests.tui.played import played

ALL = dict(GAMES)
MANY = int(os.environ.get("STARFORGE_FACTS", "1"))
MOST = 800
"""Bytes that a move may cost at 120x36, in true colour."""


@pytest.fixture(autouse=True)
def all_games(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)


@pytest.mark.parametrize("walk", walks(), ids=lambda walk: walk.game)
def test_a_cursor_move_costs_few_bytes_in_every_game(walk: Walk) -> None:
    milliseconds, sent = cursor(walk, (120, 36), moves=14)
    assert max(sent) <= MOST
    assert milliseconds < 50, "10 times what a quiet core needs"


def patrols() -> Iterator[Walk]:
    for s, _ in some_patrols(17, MANY) if MANY > 1 else islice(flown("medium", 1, "random", 1), 1, None, 17):
        yield at(ASTROFORCE, s, s.seats)


def voyages() -> Iterator[Walk]:
    for seed in range(MANY):
        for seats in (2, 3):
            for s, _ in islice(played(REACH, Options(), seats, "random", seed), 9, None, 101 if MANY == 1 else 11):
                yield at(REACH, s, seats)


def at(game: Game[Any, Any], s: Any, seats: int) -> Walk:
    """Return a walk over what the seat may choose that is asked; of those that are asked at once, one alone."""
    seat, *others = sorted(s.asks)
    here = read_position(game, write_position(game, s), 7)
    for n in others:
        here.players[n].ready = True
        del here.asks[n]
    people = tuple(Seat(name="A", bot="" if n == seat else "random") for n in range(seats))
    return Walk(game.info.id, people, {}, write_position(game, here), "", "\t")


@pytest.mark.parametrize("found", [patrols, voyages])
def test_wherever_the_cursor_moves_it_costs_few_bytes(found: Any) -> None:
    for walk in found():
        assert max(cursor(walk, (120, 36), moves=14).sent) <= MOST, walk.start
