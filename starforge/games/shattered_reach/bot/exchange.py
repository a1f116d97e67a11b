"""What a round of fire does on average: who shoots at whom, and what that leaves of the ships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from starforge.games.shattered_reach.bot.outlook import price, volley
from starforge.games.shattered_reach.model.maps import chart_of
from starforge.games.shattered_reach.model.state import Ship, War, hull_of, works
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.rules.firing import can_fire

KILL = 0.5
"""What it is worth that a ship is gone, as a share of its cost, beside the damage that this takes."""
SPENT = 0.25
"""How much hull is as good as none, where damage is counted on average."""
TargetsSeen = list[tuple[int, float]]
"""The targets that a ship sees, by their place among all, and the damage that it deals to each on average."""


class FireTarget(NamedTuple):
    """Hold a ship that can be shot at: what it can take, what a point of damage and all of it are worth."""

    ship: Ship
    left: float
    price: float
    cost: int

    def worth(self, damage: float) -> float:
        """Return what damage is worth in points: all but linear, and more the likelier it ends the ship."""
        if damage >= self.left:
            return self.price * self.left + KILL * self.cost
        share = damage / self.left
        return self.price * damage + KILL * self.cost * share * share * share


def share_out(aims: Iterable[TargetsSeen], targets: Sequence[FireTarget]) -> list[float]:
    """Return the damage that each target takes when ships fire in turn at what then is worth most.

    Those with the fewest targets choose first.
    """
    dealt, worths = [0.0] * len(targets), [0.0] * len(targets)
    for aim in sorted(filter(None, aims), key=len):
        best, most, taken = -1, 0.0, 0.0
        for place, damage in aim:
            gained = targets[place].worth(dealt[place] + damage) - worths[place]
            if gained > most:
                best, most, taken = place, gained, damage
        if best >= 0:
            dealt[best] += taken
            worths[best] += most
    return dealt


def exchange_fire(s: War) -> None:
    """Let all ships fire once, as it falls on average; hulls and shields are then no whole numbers."""
    planets = chart_of(s.scenario, s.custom, len(s.players)).planets
    for ship, damage in [hit for team in sorted({p.team for p in s.players}) for hit in _volleys(s, team, planets)]:
        absorbed = min(damage, ship.shields)
        ship.shields -= absorbed  # type: ignore[assignment]
        ship.hull -= damage - absorbed  # type: ignore[assignment]
        ship.wreck = ship.wreck or ship.hull <= SPENT


def _volleys(s: War, team: int, planets: frozenset[tuple[int, int]]) -> list[tuple[Ship, float]]:
    """Return what the ships of a team deal to those of the others."""
    foes = [ship for ship in s.ships.values() if s.players[ship.seat].team != team and not ship.wreck]
    targets = [FireTarget(t, t.hull + t.shields, price(s, t), hull_of(t).cost if works(t) else 0) for t in foes]
    fires = [ship for ship in s.ships.values() if s.players[ship.seat].team == team and _fires(s, ship)]
    dealt = share_out((_aim(ship, foes, planets) for ship in fires), targets)
    return [(target.ship, damage) for target, damage in zip(targets, dealt, strict=True) if damage]


def _fires(s: War, ship: Ship) -> bool:
    return can_fire(s, ship) and not s.players[ship.seat].conceded


def _aim(ship: Ship, foes: Sequence[Ship], planets: frozenset[tuple[int, int]]) -> TargetsSeen:
    found, hull, fire = [], hull_of(ship), volley(ship.card, ship.missiles > 0)
    for place, foe in enumerate(foes):
        at = foe.q - ship.q, foe.r - ship.r
        reach, ahead, seen, _ = targeting.see(
            ship.q,
            ship.r,
            targeting.bear(at, ship.heading, hull.length, foe.heading, hull_of(foe).length),
            planets,
        )
        if seen and fire[ahead][reach]:
            found.append((place, fire[ahead][reach]))
    return found
