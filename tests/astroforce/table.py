"""A table set up from a position in text, with orders and refusals in the game's own words."""

from __future__ import annotations

import pytest

from starforge.engine.position import read_position
from starforge.engine.rules import Illegal
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Astroforce

SIDES = {"COM": 0, "SCI": 1, "MED": 2, "ENG": 3, "SEC": 4, "T": 5}


def at(text: str, ask: str = "deploy", seat: int = 0, dice: str = "") -> Astroforce:
    """Return a position; ``dice`` are the faces of the next roll, such as 'COM SCI T'."""
    ahead = [SIDES[face] for face in dice.split()]
    head = f'game = "astroforce"\nphase = "{"roll" if ask == "roll" else "deploy"}"\nturn = 3\n'
    asks = f'\n[asks.{seat}]\nkind = "{ask}"\n'
    s = read_position(GAME, head + text + asks, 7)
    assert isinstance(s, Astroforce)
    s.rng.ahead = tuple(ahead)
    return s


def act(s: Astroforce, *orders: str) -> Astroforce:
    """Carry out orders, each by whoever is asked."""
    for order in orders:
        (seat,) = s.asks
        GAME.apply(s, seat, GAME.parse(order))
    return s


def refused(s: Astroforce, order: str) -> str:
    """Return the id of the rule that forbids an order."""
    (seat,) = s.asks
    with pytest.raises(Illegal) as told:
        GAME.apply(s, seat, GAME.parse(order))
    assert str(told.value).endswith(".")
    return told.value.rule


def legal(s: Astroforce, verb: str = "") -> list[str]:
    """Return the orders that may be given, those that begin with a word."""
    (seat,) = s.asks
    return [str(a) for a in GAME.legal(s, seat) if str(a).startswith(verb)]


def told(s: Astroforce) -> list[str]:
    """Return the kinds of events that happened."""
    return [event.kind for event in s.events]


def ready(s: Astroforce) -> dict[str, int]:
    """Return the dice in stations, of roles that have some."""
    return {face: n for face, n in s.crew.items() if n}
