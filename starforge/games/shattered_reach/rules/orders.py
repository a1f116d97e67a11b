"""The plans of a fleet in the order in which they are carried out: each is made for the board as those before leave it.

Nothing is left to chance in a movement turn, so what a board shows after a plan is what will be (SR-M14).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from starforge.engine.state import clone
from starforge.games.shattered_reach.model.state import Link, MovePlan, Ship, War, lift, put, works
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.collisions import fly

_FIELDS = tuple(f.name for f in fields(War))


def chained(s: War) -> bool:
    """Return whether plans are made for the board as others leave it; games begun before rules 5 go on without."""
    return not 0 < s.rules < 5


def planned(s: War) -> list[int]:
    """Return the ships whose moves are planned, in the order in which they are carried out."""
    return [number for number, plan in s.plans.items() if plan.steps]


def boards(s: War) -> list[tuple[int, War]]:
    """Return each planned ship with the board as its plan finds it, last -1 with the board as all leave it."""
    order = planned(s)
    found = [(number, board_for(s, number)) for number in order]
    return [*((number, board) for number, board in found if works(board.ships[number])), (-1, board_for(s, -1))]


def board_for(s: War, number: int) -> War:
    """Return the board on which a ship's plan is made: the war itself when no plan comes before it."""
    if not chained(s):
        return s
    links: list[Link] = s.chain(s.learned)
    board, place = s, 0
    for other, plan in s.plans.items():
        if not plan.steps:
            continue
        if other == number:
            break
        if place == len(links) or links[place][0] != other or links[place][1] != plan.steps:
            links[place:] = [(other, plan.steps[:], after(board, other, plan.steps))]
        board = links[place][2]
        place += 1
    return board


def after(before: War, number: int, steps: Sequence[str]) -> War:
    """Return a board after a plan was carried out on it."""
    if not works(before.ships[number]):
        return before
    board = object.__new__(War)
    for name in _FIELDS:
        setattr(board, name, getattr(before, name))
    board.cells, board.ships, board.plans, board.events = before.cells.copy(), before.ships.copy(), {}, []
    ship = board.ships[number] = clone(board.ships[number])
    p = flight.trace(board, ship, steps)
    flight.coast(board, ship, p)
    if p.stop:  # other ships may change too
        board = clone(board)
        fly(board, board.ships[number], steps)
        return board
    lift(board, ship)
    ship.q, ship.r, ship.heading, ship.velocity, ship.moved = p.q, p.r, p.heading, p.velocity, True
    put(board, ship)
    return board


def whole(s: War, ship: Ship, steps: Sequence[str]) -> MovePlan:
    """Return the plan of a row of steps for a ship, as many of them as are possible."""
    board = board_for(s, ship.id)
    return flight.trace(board, board.ships[ship.id], steps)


def retrace(s: War) -> None:
    """Trace all plans anew, each as far as it can be carried out."""
    for number in planned(s):
        s.plans[number] = whole(s, s.ships[number], s.plans[number].steps)


def advance(s: War, number: int) -> None:
    """Let a ship's plan be carried out before the one that it comes after."""
    order = planned(s)
    place = order.index(number)
    order[place - 1 : place + 1] = number, order[place - 1]
    s.plans = {n: s.plans[n] for n in (*order, *s.plans)}


def carry_out(s: War) -> None:
    """Move all ships whose moves are planned."""
    for number in planned(s):
        plan = s.plans.pop(number, None)
        if plan is not None:
            fly(s, s.ships[number], plan.steps)
