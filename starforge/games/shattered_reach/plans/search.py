"""The exact search for moves: every end that a ship can come to, each with the cheapest way that meets nothing.

A move is a row of legs: in each a ship speeds up or slows down, travels straight on, and turns one hex side. Doing both
in one leg is never cheaper, since a hex of drift leads where one of each does; nor is slowing between two turns, since
slowing before them makes both cheaper. So the states to look at are those after a turn, and they are few.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from starforge.engine import hex as hx
from starforge.games.shattered_reach.model.catalogue import TURNING
from starforge.games.shattered_reach.rules.flight import GOAL, RAM, TURN_RAM

DELTAS = tuple(map(hx.pack, hx.STEPS))
FARTHEST = len(TURNING) - 1
"""The most hexes that a ship travels in a move."""
MP = 1 << 12
"""What a movement point counts in a rank; less count the steps that slow, and least all steps."""
SLOWED = 1 << 6
_LOST = "lost"
K = TypeVar("K")
Node = tuple[int, int, int, int]
"""A ship that has turned: its bow, packed, its heading, its velocity, and the drift that is left to it."""
Pose = tuple[int, int, int]
"""The bow of a ship, packed, its heading and its velocity."""


class Space(NamedTuple):
    """What a ship can fly through, what it stops on, and the other ships by hex; all hexes are packed."""

    free: Container[int]
    goals: Container[int]
    ships: Mapping[int, int]


class Mover(NamedTuple):
    """What of a ship decides where it can go; ``pivot`` is the hex about which it turns."""

    at: int
    heading: int
    velocity: int
    mp: int
    speed: int
    length: int = 1
    pivot: int = 0


class Leg(NamedTuple):
    """A leg of a move: the rank of the move up to its end, from where it goes, and what is done in it.

    ``change`` is what velocity gains, ``hexes`` are travelled, ``side`` is 1 for a turn to the right, -1 to the left.
    ``stop`` is what ends the move there.
    """

    rank: int
    origin: Node | None = None
    change: int = 0
    hexes: int = 0
    side: int = 0
    stop: str = ""


class Clash(NamedTuple):
    """A ram: which ships are run into at which velocity, and from where; ``side`` is the turn that does it."""

    targets: tuple[int, ...]
    speed: int
    at: int
    heading: int
    side: int


class Search:
    """Find all moves of a ship; ``ends`` and ``clashes`` have the last leg of the cheapest way to each."""

    def __init__(self, space: Space, mover: Mover) -> None:
        self.ends: dict[Pose, Leg] = {}
        self.clashes: dict[Clash, Leg] = {}
        self.mover, self._space = mover, space
        self._start: Node = (mover.at, mover.heading, mover.velocity, mover.velocity)
        self._legs: dict[Node, Leg] = {self._start: Leg(min(mover.pivot, 1))}
        self._queue: list[list[Node]] = [[self._start], *([] for _ in range(mover.mp))]
        self._runs: dict[tuple[int, int], tuple[int, bool]] = {}
        self._swings: dict[tuple[int, int, int], tuple[int, str, tuple[int, ...]]] = {}
        for spent, nodes in enumerate(self._queue):
            for node in nodes:  # every turn costs MP, so nothing better comes to a node of this cost
                if self._legs[node].rank // MP == spent:
                    self._go_on(node, mover.mp - spent)

    def steps(self, leg: Leg) -> tuple[str, ...]:
        """Return the steps of the move that ends with a leg; the drift at its end goes by itself."""
        found: list[str] = []
        while leg.origin is not None:
            words = ["forward"] * leg.change or ["slow"] * -leg.change
            if leg.side:
                words += ["drift"] * self._drifted(leg.origin, leg.change, leg.hexes)
                words.append("right" if leg.side > 0 else "left")
            found[:0] = words
            leg = self._legs[leg.origin]
        turns = self.mover.pivot and not {"left", "right"}.isdisjoint(found)
        return (f"pivot:{self.mover.pivot}", *found) if turns else tuple(found)

    def _go_on(self, node: Node, mp: int) -> None:
        """Follow all legs that begin at a node: every change of velocity, then every length."""
        at, heading, velocity, drift = node
        rank, ahead, ends = self._legs[node].rank, DELTAS[heading], self.ends
        run, barrier = self._run(at, heading)
        for change in range(-min(mp, drift), min(mp, self.mover.speed - velocity) + 1):
            speed, left, most = velocity + change, mp - abs(change), drift + change
            after = rank + (change * (MP + 1) if change > 0 else -change * (MP + SLOWED + 1))
            if most <= run:
                pose = at + most * ahead, heading, speed
                if pose not in ends or after < ends[pose].rank:
                    ends[pose] = Leg(after, node, change, most)
            elif barrier and change <= run + 1:
                self._meet(node, Leg(after, node, change, run))
            cost, needed = TURNING[speed]
            if cost > left:
                continue
            after += cost * MP + 1
            if needed and not change and node != self._start:
                self._turn(node, after, node, 0, 0)
            for hexes in range(max(change, needed), min(run, most) + 1):
                turning = (at + hexes * ahead, heading, speed, most - hexes)
                self._turn(turning, after + self._drifted(node, change, hexes), node, change, hexes)

    def _drifted(self, node: Node, change: int, hexes: int) -> int:
        """Return the drift steps that a leg needs: before a turn, what is missing goes by itself (SR-M7, SR-M8)."""
        if hexes > max(change, TURNING[node[2] + change][1]):
            return hexes - max(change, 0)
        return int(hexes > 0 >= change and node != self._start)

    def _run(self, at: int, heading: int) -> tuple[int, bool]:
        """Return how many hexes ahead are free, and whether a ship or an objective comes next."""
        found = self._runs.get((at, heading))
        if found is None:
            run, ahead, (free, goals, ships) = 0, DELTAS[heading], self._space
            there = at + ahead
            while run < FARTHEST and there in free and there not in ships:
                run, there = run + 1, there + ahead
            found = self._runs[at, heading] = run, run < FARTHEST and (there in ships or there in goals)
        return found

    def _meet(self, node: Node, leg: Leg) -> None:
        """Note that a ship runs into another, or on to an objective, after the hexes of a leg."""
        at, heading, velocity, _ = node
        bow = at + leg.hexes * DELTAS[heading]
        target = self._space.ships.get(bow + DELTAS[heading])
        if target is None:
            _improve(self.ends, (bow + DELTAS[heading], heading, 0), leg._replace(stop=GOAL))
        else:
            clash = Clash((target,), velocity + leg.change, bow, heading, 0)
            _improve(self.clashes, clash, leg._replace(stop=RAM))

    def _turn(self, node: Node, rank: int, origin: Node, change: int, hexes: int) -> None:
        """Turn to either side at the end of a leg that brought the ship to a node."""
        at, heading, velocity, drift = node
        legs = self._legs
        for side in (1, -1):
            facing = (heading + side) % 6
            bow, stop, targets = self._swing(at, heading, facing) if self.mover.length > 1 else (at, "", ())
            if not stop:
                turned = bow, facing, velocity, drift
                old = legs.get(turned)
                if old is None or rank < old.rank:
                    legs[turned] = Leg(rank, origin, change, hexes, side)
                    if old is None or rank // MP < old.rank // MP:
                        self._queue[rank // MP].append(turned)
            elif stop == GOAL:
                _improve(self.ends, (bow, facing, 0), Leg(rank, origin, change, hexes, side, GOAL))
            elif targets:
                clash = Clash(targets, drift, at, heading, side)
                _improve(self.clashes, clash, Leg(rank, origin, change, hexes, side, TURN_RAM))

    def _swing(self, at: int, heading: int, facing: int) -> tuple[int, str, tuple[int, ...]]:
        """Return where the bow of a large ship comes by a turn, what stops it there, and which ships (SR-M12)."""
        found = self._swings.get((at, heading, facing))
        if found is None:
            free, goals, ships = self._space
            bow = at + self.mover.pivot * (DELTAS[facing] - DELTAS[heading])
            before = row(at, heading, self.mover.length)
            entered = [one for one in row(bow, facing, self.mover.length) if one not in before]
            targets = tuple(dict.fromkeys(ships[one] for one in entered if one in ships))
            barred = [one for one in entered if one not in free]
            stop = TURN_RAM if targets else "" if not barred else GOAL if all(x in goals for x in barred) else _LOST
            found = self._swings[at, heading, facing] = bow, stop, targets
        return found


def _improve(found: dict[K, Leg], key: K, leg: Leg) -> None:
    if key not in found or leg.rank < found[key].rank:
        found[key] = leg


@lru_cache(4096)
def row(at: int, heading: int, length: int) -> tuple[int, ...]:
    """Return the packed hexes of a ship, bow first."""
    return tuple(at - n * DELTAS[heading] for n in range(length))
