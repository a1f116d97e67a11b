"""How a war would go on: orders are carried out, all others fly as captains do, and fire falls as on average."""

from __future__ import annotations

from starforge.engine.state import clone
from starforge.games.shattered_reach.bot.exchange import exchange_fire
from starforge.games.shattered_reach.bot.pilot import Orders, best_of
from starforge.games.shattered_reach.model.state import War, hull_of, in_play, remove, works
from starforge.games.shattered_reach.rules import rounds
from starforge.games.shattered_reach.rules.collisions import fly
from starforge.games.shattered_reach.rules.movement import can_move, drift_rest

ROUNDS = 2
"""How many rounds are played on, the one that goes on among them."""
LATER = 0.9
"""What a round is worth beside the one before it."""
HALF = 0.5
"""The share of a ship's cost that it keeps as long as it works at all."""
VICTORY = 40.0
"""What it is worth to win, in points of ships."""
REGAINED = 2.5
"""The shields that a capital ship regains in a round on average (SR-R2)."""


class Foresight:
    """Play a war on from a seat's movement turn."""

    def __init__(self, s: War, seat: int) -> None:
        self._seat, self._team = seat, s.players[seat].team
        self.start = clone(s)
        self.start.plans.clear()
        self.start.events.clear()

    def cost(self) -> int:
        """Return how many moves have to be thought out to play on once."""
        later = rounds.turn_order(self.start)[rounds.turn_order(self.start).index(self._seat) + 1 :]
        ships = sum(can_move(ship) for n in later for ship in self.start.fleet(n))
        return max(1, ships + (ROUNDS - 1) * sum(map(works, self.start.ships.values())))

    def captains_orders(self, caution: float | None = None) -> Orders:
        """Return the orders that a captain gives, with the usual caution of the round or another."""
        s = clone(self.start)
        return _fly_all(s, self._seat, caution)

    def value(self, orders: Orders) -> float:
        """Return what orders gain, in points of ships, over the rounds that are played on."""
        s = clone(self.start)
        for number, steps in orders:
            if number in s.ships and can_move(s.ships[number]):
                fly(s, s.ships[number], steps)
        drift_rest(s, self._seat)
        order = rounds.turn_order(s)
        for seat in order[order.index(self._seat) + 1 :]:
            _fly_all(s, seat)
        gained, weight, before = 0.0, 1.0, self._balance(self.start)
        for further in range(ROUNDS):
            if further:
                _next_round(s)
            exchange_fire(s)
            _clear(s)
            after, result = self._balance(s), rounds.judge(s)
            gained += weight * (after - before)
            if result is not None:
                won = (self._seat in result.winners) - (bool(result.winners) and self._seat not in result.winners)
                return gained + weight * VICTORY * won
            before, weight = after, weight * LATER
            s.holder = next(n for n in rounds.turn_order(s) if in_play(s, n))
        return gained

    def _balance(self, s: War) -> float:
        """Return the points of the team's ships less those of the others', each by what is left of it."""
        total = 0.0
        for ship in filter(works, s.ships.values()):
            hull = hull_of(ship)
            left = hull.cost * (HALF + (1 - HALF) * (ship.hull + ship.shields) / (hull.hull + hull.shields))
            total += left if s.players[ship.seat].team == self._team else -left
        return total


def _fly_all(s: War, seat: int, caution: float | None = None) -> Orders:
    """Let a seat move as a captain does; return the orders."""
    orders = list[tuple[int, tuple[str, ...]]]()
    for ship in s.fleet(seat):
        if ship.id in s.ships and can_move(ship):
            steps = best_of(s, ship, caution)
            orders.append((ship.id, steps))
            fly(s, ship, steps)
    drift_rest(s, seat)
    return tuple(orders)


def _next_round(s: War) -> None:
    s.turn += 1
    for ship in s.ships.values():
        ship.moved = False
    for seat in rounds.turn_order(s):
        _fly_all(s, seat)


def _clear(s: War) -> None:
    """Take wrecks away and let shields recover, as the end of a round does (SR-R2)."""
    for ship in list(s.ships.values()):
        if ship.wreck or s.players[ship.seat].conceded:
            remove(s, ship)
    for ship in s.ships.values():
        hull = hull_of(ship)
        if not ship.hulk:
            regained = ship.shields + (1 if hull.fighter else REGAINED)
            ship.shields = min(hull.shields, regained)  # type: ignore[assignment]
        ship.locks, ship.flights = {}, []
        ship.numb, ship.stung = ship.stung, False
    s.events.clear()
