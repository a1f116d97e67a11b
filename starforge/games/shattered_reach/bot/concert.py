"""Orders in which the ships of a fleet act in concert: the end of each is weighed with those of all others.

What the fire of both sides would do is worked out for whole fleets, so that several ships fall on one foe and none goes
where all of them can answer; foes that have yet to move are given the best answer, and the orders made anew for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from starforge.engine.hex import Hex
from starforge.engine.state import clone
from starforge.games.shattered_reach.bot.exchange import FireTarget, TargetsSeen, share_out
from starforge.games.shattered_reach.bot.outlook import MoveEnd, Prospects, Volley, price, volley
from starforge.games.shattered_reach.bot.pilot import Orders, best_of, judged
from starforge.games.shattered_reach.model.maps import chart_of
from starforge.games.shattered_reach.model.state import Ship, War, body, hull_of, works
from starforge.games.shattered_reach.rules import flight, targeting
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.movement import can_move

OWN_ENDS, THEIR_ENDS = 12, 8
"""How many ends of the moves of a ship are weighed, of one's own and of a foe's."""
ANSWERS = 2
"""How often foes answer."""
ROUNDS = 2
"""How often each ship may choose another end."""
CAUTION = 0.8
"""How much what is lost counts beside what is gained."""
COLLISION = 2
"""What it costs that two ships end on one hex, in costs of a ship."""
Picks = tuple[int, ...]
"""Which end each ship of a fleet makes for, by its place among the ends of that ship."""
_SILENT: Volley = ((0.0,) * (targeting.LONGEST + 1),) * 2


class Destination(NamedTuple):
    """Hold an end that a ship can come to, what it is worth apart from fire, and the hexes that it fills."""

    steps: tuple[str, ...]
    at: MoveEnd
    worth: float
    filled: tuple[Hex, ...]


class Unit(NamedTuple):
    """Hold a ship of either side: what it deals by range, what can be taken from it, and where it could end."""

    ship: Ship
    length: int
    fire: Volley
    target: FireTarget
    ends: tuple[Destination, ...]


class Concert:
    """Weigh the ends of two fleets against each other."""

    def __init__(self, s: War, seat: int) -> None:
        self._planets = chart_of(s.scenario, s.custom, len(s.players)).planets
        self.own = [_unit(s, ship, OWN_ENDS) for ship in s.fleet(seat) if not ship.wreck]
        self.foes = [_unit(s, ship, THEIR_ENDS) for ship in targeting.foes(s, seat)]
        self._duels: dict[tuple[int, int, int, int], tuple[float, float]] = {}

    def picks(self) -> Picks:
        """Return the best ends of one's own ships together."""
        theirs: Picks = (0,) * len(self.foes)
        scores = [self._scorer(self.own, self.foes, theirs)]
        best = _climb(self.own, scores[0], (0,) * len(self.own))
        answers = ANSWERS if any(len(foe.ends) > 1 for foe in self.foes) else 0
        for _ in range(answers):
            theirs = _climb(self.foes, self._scorer(self.foes, self.own, best), theirs)
            scores.append(self._scorer(self.own, self.foes, theirs))
            before, best = best, _climb(self.own, _mean(scores), best)
            if best == before:
                break
        return best

    def _scorer(self, units: Sequence[Unit], others: Sequence[Unit], theirs: Picks) -> Callable[[Picks], float]:
        """Return a function that tells what the ends of a fleet come to, while the others make for theirs."""
        table = [[self._fire(unit, end, others, theirs) for end in range(len(unit.ends))] for unit in units]
        own, targets = [unit.target for unit in units], [unit.target for unit in others]

        def score(picks: Picks) -> float:
            back: list[TargetsSeen] = [[] for _ in others]
            worth, filled = 0.0, set[Hex]()
            for place, pick in enumerate(picks):
                for other, damage in table[place][pick][1]:
                    back[other].append((place, damage))
                end = units[place].ends[pick]
                worth += end.worth - COLLISION * own[place].cost * (not filled.isdisjoint(end.filled))
                filled.update(end.filled)
            dealt = _worth(share_out((table[place][pick][0] for place, pick in enumerate(picks)), targets), targets)
            return worth + dealt - CAUTION * _worth(share_out(back, own), own)

        return score

    def _fire(self, unit: Unit, end: int, others: Sequence[Unit], theirs: Picks) -> tuple[TargetsSeen, TargetsSeen]:
        """Return what a ship deals to the others from an end, and what they deal to it."""
        dealt: TargetsSeen = []
        taken: TargetsSeen = []
        for place, other in enumerate(others):
            one, back = self._duel(unit, end, other, theirs[place])
            if one:
                dealt.append((place, one))
            if back:
                taken.append((place, back))
        return dealt, taken

    def _duel(self, unit: Unit, end: int, other: Unit, theirs: int) -> tuple[float, float]:
        """Return the damage that two ships deal each other on average."""
        key = unit.ship.id, end, other.ship.id, theirs
        found = self._duels.get(key)
        if found is None:
            a, b = unit.ends[end], other.ends[theirs]
            found = 0.0, 0.0
            if a.filled and b.filled:
                at = b.at.q - a.at.q, b.at.r - a.at.r
                bearing = targeting.bear(at, a.at.heading, unit.length, b.at.heading, other.length)
                reach, ahead, seen, _ = targeting.see(a.at.q, a.at.r, bearing, self._planets)
                if seen:
                    found = unit.fire[ahead][reach], other.fire[self._behind(bearing, a.at)][reach]
            self._duels[key] = found
            self._duels[other.ship.id, theirs, unit.ship.id, end] = found[::-1]
        return found

    def _behind(self, bearing: targeting.Bearing, at: MoveEnd) -> bool:
        """Return whether the other ship has this one in its forward arc, on a lane that no planet blocks."""
        lanes = (lane for lane in bearing[1] if lane.behind)
        return any(all((at.q + x, at.r + y) not in self._planets for x, y in lane.crossed) for lane in lanes)


def _worth(dealt: Iterable[float], targets: Iterable[FireTarget]) -> float:
    return sum(target.worth(damage) for damage, target in zip(dealt, targets, strict=True) if damage)


def _mean(scores: Sequence[Callable[[Picks], float]]) -> Callable[[Picks], float]:
    return lambda picks: sum(score(picks) for score in scores) / len(scores)


def _climb(units: Sequence[Unit], score: Callable[[Picks], float], picks: Picks) -> Picks:
    """Let each ship in turn choose the end that is best for the fleet, until none wants another."""
    best = score(picks)
    for _ in range(ROUNDS):
        before = picks
        for place, unit in enumerate(units):
            for end in range(len(unit.ends)):
                other = (*picks[:place], end, *picks[place + 1 :])
                if end != picks[place] and (value := score(other)) > best + 1e-9:
                    best, picks = value, other
        if picks == before:
            break
    return picks


def _unit(s: War, ship: Ship, count: int) -> Unit:
    hull, armed = hull_of(ship), works(ship) and not ship.numb
    target = FireTarget(ship, ship.hull + ship.shields, price(s, ship), hull.cost if works(ship) else 0)
    fire = volley(ship.card, ship.missiles > 0) if armed else _SILENT
    ends = _ends(s, ship, count) if can_move(ship) else [_left_alone(s, ship)]
    return Unit(ship, hull.length, fire, target, tuple(ends))


def _left_alone(s: War, ship: Ship) -> Destination:
    """Return where a ship that cannot be moved will be."""
    p = flight.start(ship)
    if not ship.moved and works(ship):
        flight.coast(s, ship, p)
    return _end((), MoveEnd(p.q, p.r, p.heading, p.velocity, p.stop), 0.0, ship)


def _end(steps: tuple[str, ...], at: MoveEnd, worth: float, ship: Ship) -> Destination:
    lost = at.stop in (flight.EDGE, flight.PLANET)
    return Destination(steps, at, worth, () if lost else body(at.q, at.r, at.heading, hull_of(ship).length))


def _ends(s: War, ship: Ship, count: int) -> list[Destination]:
    """Return the best ends of a ship's moves, by what it sees itself."""
    prospects, found = Prospects(s, ship), dict[tuple[int, int, int], Destination]()
    for one in sorted(judged(s, ship), key=lambda one: -one.value):
        pose = one.end.q, one.end.r, one.end.heading
        if pose not in found:
            worth = prospects.value(one.end, fire=False) - 0.01 * len(one.steps)
            found[pose] = _end(one.steps, one.end, worth, ship)
            if len(found) == count:
                break
    return list(found.values())


def orders_in_concert(s: War, seat: int) -> Orders:
    """Return orders for all ships of a seat that can move, in an order in which none bars the way of another.

    A ship whose way is barred all the same makes the best move of its own.
    """
    concert = Concert(s, seat)
    ends = {
        unit.ship.id: unit.ends[pick]
        for unit, pick in zip(concert.own, concert.picks(), strict=True)
        if can_move(unit.ship)
    }
    board, made = clone(s), list[tuple[int, tuple[str, ...]]]()
    while ends:
        number = next((n for n, end in ends.items() if _arrives(board, board.ships[n], end)), None)
        if number is None:
            number = next(iter(ends))
            steps = best_of(board, board.ships[number])
        else:
            steps = ends[number].steps
        made.append((number, steps))
        fly(board, board.ships[number], steps)
        del ends[number]
        ends = {n: end for n, end in ends.items() if n in board.ships and can_move(board.ships[n])}
    return tuple(made)


def _arrives(board: War, ship: Ship, end: Destination) -> bool:
    p = flight.trace(board, ship, end.steps)
    flight.coast(board, ship, p)
    return MoveEnd(p.q, p.r, p.heading, p.velocity, p.stop) == end.at
