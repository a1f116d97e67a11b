"""Where a ship can come to in its next move, by which way, at which risk, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.maps import chart_of
from starforge.games.shattered_reach.model.state import Ship, War, chart, goals, hull_of, title_of, works
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.search import DELTAS, MP, SLOWED, Clash, Leg, Mover, Pose, Search, Space, row
from starforge.games.shattered_reach.rules import flight
from starforge.games.shattered_reach.rules.orders import board_for
from starforge.games.shattered_reach.view.types import WarView

K = TypeVar("K")
SOUGHT = 2
"""How many other velocities are tried to tell which one a move needs."""
MORE = 2
"""Up to how many MP that a ship lacks are told."""
FAR = 999
"""More MP than any ship has."""
_MET = {flight.EDGE: "the edge of the map", flight.PLANET: "a planet", flight.GOAL: "the objective"}


class Arrival(NamedTuple):
    """An end of a move: the ship's bow, heading and velocity, the MP of the cheapest way, and what stops it there.

    ``slowed`` counts the steps that slow. With a ``clash`` the ship is where it is before the ram that ends the move.
    """

    hex: Hex
    heading: int
    velocity: int
    cost: int
    slowed: int
    stop: str
    search: Search
    leg: Leg
    clash: Clash | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the steps of the plan; one that only drifts says so, to be a plan at all."""
        drifts = max(1, self.leg.hexes) if self.search.mover.velocity else 0
        return self.search.steps(self.leg) or ("drift",) * drifts


class ShipReach:
    """All that a ship can do in its next move on a board as it is.

    ``ends`` has by bow hex the ends that meet nothing, or an objective, and ``rams`` by target those that do.
    """

    def __init__(self, s: War, ship: Ship) -> None:
        self.s, self.ship, self.hull = s, ship, hull_of(ship)
        self._later = ship.moved or s.phase == "fire"
        self._mp = 0 if (ship.stung if self._later else ship.numb) else self.hull.speed
        self._space = space(s, ship)
        waiting = [] if self._later else [one for one in s.ships.values() if one is not ship and not one.moved]
        self._drifts = {at: one.id for one in waiting for at in _swath(one)}
        self.ends: dict[Hex, list[Arrival]] = {}
        self.rams: dict[int, list[Arrival]] = {}
        if works(ship):
            self._find(self._searches(hx.pack((ship.q, ship.r)), ship.heading, ship.velocity, self._mp))

    def _searches(self, at: int, heading: int, velocity: int, mp: int) -> list[Search]:
        """Search once for each hex that the ship can turn about."""
        mover = Mover(at, heading, velocity, mp, self.hull.speed, self.hull.length)
        return [Search(self._space, mover._replace(pivot=n)) for n in range(self.hull.length if mp else 1)]

    def _find(self, searches: list[Search]) -> None:
        ends = [(pose, leg, one) for one in searches for pose, leg in one.ends.items()]
        for pose, (leg, one) in _cheapest(ends).items():
            found = _arrival(pose, leg, one)
            self.ends.setdefault(found.hex, []).append(found)
        rams = [(clash, leg, one) for one in searches for clash, leg in one.clashes.items()]
        for clash, (leg, one) in _cheapest(rams).items():
            found = _arrival((clash.at, clash.heading, clash.speed), leg, one)._replace(clash=clash)
            for target in clash.targets:
                self.rams.setdefault(target, []).append(found)

    def best(self, at: Hex, heading: int | None = None, velocity: int | None = None) -> Arrival | None:
        """Return the cheapest way to a hex; of equally cheap ones that of the fewest risks, then the fastest."""
        found = [
            one for one in self.ends.get(at, ()) if heading in (None, one.heading) and velocity in (None, one.velocity)
        ]
        least = min((one.cost for one in found), default=0)
        cheap = [one for one in found if one.cost == least]
        if len(cheap) < 2:
            return next(iter(cheap), None)
        return min(cheap, key=lambda one: (len(self.hazards(one)), -one.velocity, one.slowed))

    def lens(self) -> dict[Hex, tuple[Arrival, str]]:
        """Return the best way to every hex, and the first of its risks, '' for none."""
        best = {at: self.best(at) for at in self.ends}
        return {at: (one, next(iter(self.hazards(one)), "")) for at, one in best.items() if one}

    def risks(self, one: Arrival) -> tuple[str, ...]:
        """Return in words what may come of an end: what its drift leads into next, and who drifts into the ship."""
        found = self.hazards(one)
        met = self._ahead(one.hex, one.heading, one.velocity)
        mp = 0 if self.ship.stung and not self._later else self.hull.speed
        if met and not any(search.ends for search in self._searches(hx.pack(one.hex), one.heading, one.velocity, mp)):
            found[0] = f"cannot keep clear of {met} next"
        return tuple(found)

    def hazards(self, one: Arrival) -> list[str]:
        """Return the risks of an end without a look at what could still be done about them."""
        met = self._ahead(one.hex, one.heading, one.velocity)
        filled = row(hx.pack(one.hex), one.heading, self.hull.length)
        drifters = dict.fromkeys(self._drifts[at] for at in filled if at in self._drifts)
        told = [f"{title_of(self.s.ships[number])} may drift into it" for number in drifters]
        return [f"drifts next into {met}", *told] if met else told

    def _ahead(self, at: Hex, heading: int, count: int) -> str:
        """Return what a ship meets within so many hexes straight ahead, '' for nothing that harms it."""
        there, (free, goals, ships) = hx.pack(at), self._space
        for _ in range(count):
            there += DELTAS[heading]
            if there in ships:
                return title_of(self.s.ships[ships[there]])
            if there not in free:
                planet = hx.unpack(there) in chart(self.s).planets
                return "" if there in goals else "a planet" if planet else "the edge of the map"
        return ""

    def why(self, at: Hex, heading: int | None = None) -> str:
        """Return why no move ends on a hex, or none with a heading; '' when one does."""
        if self.best(at, heading) is not None:
            return ""
        field, number = chart(self.s), self._space.ships.get(hx.pack(at))
        if at not in field.hexes:
            return "It is off the map."
        if number is not None:
            return f"{title_of(self.s.ships[number])} is there."
        if at not in field.open and hx.pack(at) not in self._space.goals:
            return "A planet is there."
        return self._barred(at, heading) or self._bound(at, heading)

    def _barred(self, at: Hex, heading: int | None) -> str:
        """Return what is in the way of a move that open space would allow, '' when there is none."""
        cost, steps = self._in_space(at, heading, self.ship.velocity)
        if cost > self._mp:
            return ""
        p = flight.trace(self.s, self.ship, steps)
        flight.coast(self.s, self.ship, p)
        met = self._ahead((p.q, p.r), p.heading, 1) if p.stop == flight.RAM else _MET.get(p.stop, "a ship beside it")
        return _sentence([f"{met} is in the way"])

    def _bound(self, at: Hex, heading: int | None) -> str:
        """Return how a ship would have to be otherwise to come to a hex: headings, MP, velocity, distance."""
        if not self._mp:
            return "It is inoperable and only drifts."
        velocity, speed, words = self.ship.velocity, self.hull.speed, []
        headings = sorted({one.heading for one in self.ends.get(at, ())})
        if headings:
            words.append(f"it comes there heading {' or '.join(hx.NAMES[n] for n in headings)} only")
        far = hx.distance(at, (self.ship.q, self.ship.r)) - min(speed, velocity + self._mp)
        if far > 0:
            words.append(f"it is too far by {far}")
        lacking = self._in_space(at, heading, velocity)[0] - self._mp
        if 0 < lacking <= MORE:
            return _sentence([*words, f"it lacks {lacking} MP"])
        others = sorted(range(speed + 1), key=lambda n: abs(n - velocity))[1:]
        others = [n for n in others if min(speed, n + self._mp) >= far + min(speed, velocity + self._mp)]
        for needed in others[:SOUGHT]:
            if self._in_space(at, heading, needed)[0] <= self._mp:
                return _sentence([*words, f"it needs velocity {needed} and has {velocity}"])
        return _sentence(words or ["it cannot turn there in one move"])

    def _in_space(self, at: Hex, heading: int | None, velocity: int) -> tuple[int, tuple[str, ...]]:
        """Return what the way to a hex would cost if nothing were in it, too much if there is none, and its steps.

        With the velocity that the ship has, ways are found for which it lacks a few MP.
        """
        there = hx.pack(hx.rotate(hx.sub(at, (self.ship.q, self.ship.r)), -self.ship.heading))
        facings = range(6) if heading is None else ((heading - self.ship.heading) % 6,)
        mp = self._mp + MORE * (velocity == self.ship.velocity)
        best: tuple[int, tuple[str, ...]] = FAR, ()
        for pivot in range(self.hull.length):
            search = _in_space(Mover(0, 0, velocity, mp, self.hull.speed, self.hull.length, pivot))
            for pose in product((there,), facings, range(self.hull.speed + 1)):
                if pose in search.ends and search.ends[pose].rank // MP < best[0]:
                    best = search.ends[pose].rank // MP, search.steps(search.ends[pose])
        return best


def _swath(ship: Ship) -> tuple[int, ...]:
    """Return the packed hexes that a ship enters when it drifts."""
    last = hx.step((ship.q, ship.r), ship.heading, ship.velocity)
    return row(hx.pack(last), ship.heading, ship.velocity)


def _sentence(words: list[str]) -> str:
    text = "; ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def _arrival(pose: Pose, leg: Leg, search: Search) -> Arrival:
    at, heading, velocity = pose
    return Arrival(hx.unpack(at), heading, velocity, leg.rank // MP, leg.rank % MP // SLOWED, leg.stop, search, leg)


def _cheapest(found: Iterable[tuple[K, Leg, Search]]) -> dict[K, tuple[Leg, Search]]:
    best: dict[K, tuple[Leg, Search]] = {}
    for key, leg, search in found:
        if key not in best or leg.rank < best[key][0].rank:
            best[key] = leg, search
    return best


@lru_cache(256)
def _in_space(mover: Mover) -> Search:
    return Search(Space(range(-(10**6), 10**6), (), {}), mover)


def reach_of(view: WarView, number: int) -> ShipReach:
    """Return what a ship can do next, on the board as the plans carried out before its own leave it.

    Of a foe it is all that may come: its fellows can move before it, so they are not in its way.
    """
    s = board_for(board(view), number)
    ship = s.ships[number]
    if view.seat is not None and view.seats[view.seat].team != view.seats[ship.seat].team:
        s.cells = without_fellows(s, ship)
    return ShipReach(s, ship)


def without_fellows(s: War, ship: Ship) -> dict[int, int]:
    """Return the ships by hex without those of a ship's own seat that can still move."""
    fellows = {n for n, one in s.ships.items() if one.seat == ship.seat and n != ship.id and not one.moved}
    return {at: n for at, n in s.cells.items() if n not in fellows or not works(s.ships[n])}


def space(s: War, ship: Ship) -> Space:
    """Return what a ship can fly through on a board, and what it runs into."""
    stops = frozenset(hx.pack(at) for at in goals(s) if flight.stops_on(s, hull_of(ship), at))
    others = {at: n for at, n in s.cells.items() if n != ship.id}
    return Space(_free(s.scenario, s.custom, len(s.players)), stops, others)


@lru_cache(16)
def _free(scenario: str, custom: str, players: int) -> frozenset[int]:
    return frozenset(map(hx.pack, chart_of(scenario, custom, players).open))
