"""How long the search for the moves of a ship of Shattered Reach takes, for every ship at every velocity.

Run as ``python -m tests.bench.reach``. Times are CPU; the reason why a hex is out of reach is asked with nothing known.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from starforge.engine import hex as hx
from starforge.engine.rng import Rng
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import Player, Ship, War, put
from starforge.games.shattered_reach.plans import reach


def war(card: str, velocity: int) -> War:
    """Return a war on the largest map with one ship in its middle."""
    players = [Player("ferrum"), Player("ember", side=1, team=1)]
    s = War(rng=Rng(0), turn=1, players=players, scenario="grand-armada")
    s.ships[1] = Ship(0, card, 1, 0, 0, 0, velocity)
    put(s, s.ships[1])
    return s


def timed(do: Callable[[], object]) -> float:
    begun = process_time()
    do()
    return 1000 * (process_time() - begun)


def main() -> None:
    for slug, hull in hulls().items():
        worst = (0.0, 0, 0)
        slowest = 0.0
        for velocity in range(hull.speed + 1):
            s = war(slug, velocity)
            found = reach.ShipReach(s, s.ships[1])
            spent = min(timed(lambda s=s: reach.ShipReach(s, s.ships[1])) for _ in range(3))
            worst = max(worst, (spent, velocity, sum(map(len, found.ends.values()))))
            far = [at for at in hx.ring((0, 0), hull.speed + velocity // 2) if at not in found.ends]
            for at in far[:3]:
                reach._in_space.cache_clear()
                slowest = max(slowest, timed(lambda at=at, found=found: found.why(at)))
        spent, velocity, ends = worst
        print(f"{slug:<12} {spent:5.1f} ms at velocity {velocity:>2}, {ends:>5} ends; a reason {slowest:5.1f} ms")


if __name__ == "__main__":
    main()
