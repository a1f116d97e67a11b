"""A table set up from a position in text, with orders and refusals in the game's own words."""

from __future__ import annotations

import pytest

from starforge.engine.position import read_position
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.state import clone
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import DICE, Astroforce
from starforge.games.astroforce.rules.conferring import BILLS
from starforge.games.astroforce.setup import decks

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


def priced(order: str) -> tuple[str, str]:
    """Return an order and the dice it names at its end: tests say both in one line, ``pay mission ENG,ENG``."""
    bare, _, dice = order.rpartition(" ")
    try:
        costly = type(GAME.parse(bare)) in BILLS if bare else False
    except ValueError:
        costly = False
    return (bare, dice) if costly else (order, "")


def ways(s: Astroforce, order: str) -> list[str]:
    """Return the dice that may be chosen for an order."""
    action = GAME.parse(order)
    return [",".join(dice) for dice in BILLS[type(action)].ways(s, action)]


def act(s: Astroforce, *orders: str) -> Astroforce:
    """Carry out orders, each by whoever is asked, with the dice that they name; what is carried out was offered."""
    for order in orders:
        (seat,) = s.asks
        bare, dice = priced(order)
        only = ways(s, bare) if dice else []
        offered = GAME.legal(s, seat)
        GAME.apply(s, seat, GAME.parse(bare))
        assert GAME.parse(bare) in offered, f"{bare} may be done and is not offered"
        if len(only) == 1 and dice not in only:
            raise Illegal(Refusal("These dice cannot even be asked for.", "AF-D5"))
        if dice and len(only) != 1:
            GAME.apply(s, seat, GAME.parse(f"with {dice}"))
    return s


def refused(s: Astroforce, order: str) -> str:
    """Return the id of the rule that forbids an order, or the dice that it names."""
    twin = clone(s)
    with pytest.raises(Illegal) as told:
        act(twin, order)
    assert str(told.value).endswith(".")
    return told.value.rule


def legal(s: Astroforce, verb: str = "") -> list[str]:
    """Return the orders that may be given, those that begin with a word, each with every choice of its dice."""
    (seat,) = s.asks
    found = [a for a in GAME.legal(s, seat) if str(a).startswith(verb.split(" ")[0])]
    priced = [[f"{a} {dice}" for dice in ways(s, str(a))] if type(a) in BILLS else [str(a)] for a in found]
    return [order for orders in priced for order in orders if order.startswith(verb)]


def whole() -> dict[str, int]:
    """Return how many dice and cards there are in a game."""
    missions, plots, developments = map(len, decks())
    return {"dice": DICE, "missions": missions, "events": plots, "developments": developments}


def told(s: Astroforce) -> list[str]:
    """Return the kinds of events that happened."""
    return [event.kind for event in s.events]


def ready(s: Astroforce) -> dict[str, int]:
    """Return the dice in stations, of roles that have some."""
    return {face: n for face, n in s.crew.items() if n}
