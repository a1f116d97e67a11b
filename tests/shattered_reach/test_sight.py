"""How ships see each other, by whatever is quick, compared with the rules tried pair by pair (SR-F2, SR-F3, SR-F4)."""

from __future__ import annotations

from itertools import product

import pytest

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import Ship, War, chart, hexes_of
from starforge.games.shattered_reach.rules import targeting
from tests.shattered_reach.test_warnings import war

SHIPS = ["1 A wasp 0,4 N v0", "2 A picket 2,4 N v0", "3 A rampart 4,3 N v0", "7 B spark 3,-5 S v0"]


def pairs(s: War, ship: Ship, target: Ship) -> tuple[int, list[hx.Hex], bool, bool]:
    """Return the range, the planets between the closest hexes, and whether one pair of them sees, also ahead."""
    both = [(hx.distance(a, b), a, b) for a, b in product(hexes_of(ship), hexes_of(target))]
    closest = [(a, b) for reach, a, b in both if reach == min(both)[0]]
    crossed = {(a, b): [at for at in hx.between(a, b) if at in chart(s).planets] for a, b in closest}
    clear = [(a, b) for a, b in closest if not crossed[a, b]]
    ahead = any(hx.in_front(a, ship.heading, b) for a, b in clear)
    return min(both)[0], [at for found in crossed.values() for at in found], bool(clear), ahead


@pytest.mark.parametrize("scenario", ["small-skirmish", "homeworlds", "race-for-the-core"])
@pytest.mark.parametrize("large", ["larrikin", "corona", "thunderhead"])
def test_a_ship_sees_what_the_closest_pairs_of_hexes_see(scenario: str, large: str) -> None:
    s, dice = war(scenario, [*SHIPS, f"8 B {large} 0,-5 N v0"]), Rng(len(large))
    places, found = sorted(chart(s).open), set()
    for _ in range(60):
        for ship in s.ships.values():
            (ship.q, ship.r), ship.heading = places[dice.below(len(places))], dice.below(6)
        for ship, target in product((s.ships[n] for n in (1, 2, 3)), (s.ships[n] for n in (7, 8))):
            far, blockers, clear, ahead = pairs(s, ship, target)
            reach, in_arc, seen, blocker = targeting.sight(s, ship, target)
            assert reach == far
            assert all(targeting.near(ship, target, n) for n in range(far, far + 2))
            if far <= targeting.LONGEST:
                assert (in_arc, seen) == (ahead, clear)
                assert blocker is None if clear else blocker in blockers
                kinds = {hulls()[ship.card].length > 1, hulls()[target.card].length > 1}
                found.add((clear, ahead, len(kinds)))
            sightings = list(targeting.in_sight(s, ship, [target.id] if far <= targeting.LONGEST else []))
            assert sightings == ([(target.id, far, ahead)] if clear and far <= targeting.LONGEST else [])
    assert len(found) > 3
