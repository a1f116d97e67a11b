"""A table to test at: positions in short, actions as text, refusals by rule id."""

from __future__ import annotations

import pytest

from starforge.engine.event import Event
from starforge.engine.position import read_position
from starforge.engine.rules import Illegal
from starforge.games.reach import GAME
from starforge.games.reach.model.state import Player, Reach
from starforge.games.reach.rules.power import totals

NAMES = ("Ada", "Ben", "Cyd", "Dov")
SHIPS = ("anvil", "lantern", "homestead", "wayfinder")


def players(*facts: str) -> str:
    """Return players as TOML, two at least, each with a ship of its own unless it says otherwise."""
    facts = (*facts, "", "")[: max(2, len(facts))]
    given = [f if "ship =" in f else f'ship = "{ship}"\n{f}' for f, ship in zip(facts, SHIPS, strict=False)]
    return "".join(f"[[players]]\n{f}\n" for f in given)


def position(head: str, *facts: str, seed: int = 1) -> Reach:
    """Return a state: the game's own fields, then one text a player (two plain ones if none is given)."""
    text = f'game = "reach"\n{head}\n{players(*facts)}'
    s = read_position(GAME, text, seed)
    assert isinstance(s, Reach)
    return s


def planning(turn: int, *facts: str, head: str = "", tile: str = "asteroid-field", seed: int = 1) -> Reach:
    """Return a state in which everybody plans."""
    seats = max(2, len(facts))
    asks = ", ".join(f'{n} = {{ kind = "plan" }}' for n in range(seats))
    return position(
        f'phase = "planning"\nturn = {turn}\ntile = "{tile}"\nasks = {{ {asks} }}\n{head}',
        *facts,
        seed=seed,
    )


def resolving(turn: int, kind: str, phase: str, queue: str, *facts: str, head: str = "", args: str = "[]") -> Reach:
    """Return a state in which the first seat is asked something and the rest waits on the queue."""
    return position(
        f'phase = "{phase}"\nturn = {turn}\ntile = "asteroid-field"\nqueue = {queue}\n'
        f'asks = {{ 0 = {{ kind = "{kind}", args = {args} }} }}\n{head}',
        *facts,
    )


def claiming(turn: int, pool: str, *facts: str, head: str = "") -> Reach:
    """Return a state in which the first seat claims and the second comes after it."""
    return resolving(turn, "claim", "claims", '[["rewards", 0], ["claim", 1]]', *facts, head=f"pool = {pool}\n{head}")


def round_end(*facts: str, turn: int = 3, head: str = "") -> Reach:
    """Return a state at the end of turn ``turn``, before the table is cleared: the first seat may still use cards."""
    return resolving(turn, "turn-end", "rewards", '[["close-turn", 0], ["end-turn", 1]]', *facts, head=head)


def do(s: Reach, seat: int, *texts: str) -> list[Event]:
    """Take actions, named by their text, and return what happened; what is done was offered."""
    s.events.clear()
    for text in texts:
        offered = GAME.legal(s, seat)
        GAME.apply(s, seat, GAME.parse(text))
        assert GAME.parse(text) in offered, f"{text} may be done and is not offered"
    return s.events


def refused(s: Reach, seat: int, text: str, rule: str) -> str:
    """Try an action that must be refused by a rule; return the sentence."""
    with pytest.raises(Illegal) as illegal:
        GAME.apply(s, seat, GAME.parse(text))
    assert illegal.value.rule == rule, f"{illegal.value} ({illegal.value.rule})"
    return illegal.value.reason


def offered(s: Reach, seat: int) -> list[str]:
    """Return the texts of the seat's legal actions."""
    return [str(a) for a in GAME.legal(s, seat)]


def kinds(events: list[Event]) -> list[str]:
    return [e.kind for e in events]


def told(events: list[Event], kind: str) -> list[dict]:
    return [e.data for e in events if e.kind == kind]


def power(s: Reach, seat: int) -> list[int]:
    """Return the totals of a ship in the order engine, research, quarters, command."""
    return list(totals(s.players[seat], s.turn).values())


def ship(crew: str = "", **fields: str) -> Player:
    """Return a player, the crew given as ``engine: e1 o2; defence: s1``."""
    p = Player(ship="anvil", **fields)
    for part in filter(None, crew.split(";")):
        zone, cards = part.split(":")
        p.crew[zone.strip()] = cards.split()
    return p
