"""Who can shake a lock off: where its target can go that its launcher cannot reach in time."""

from __future__ import annotations

from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.state import Ship, War, chart, hull_of
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.reach import ShipReach
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.chases import Chase
from starforge.games.shattered_reach.view.types import WarView

Post = tuple[Hex, int]
"""A bow hex and a heading."""


class Escape(NamedTuple):
    """Of how many ends of its next move a target gets away, whatever the launcher then does, and how many there are."""

    out: int
    of: int


def escape(view: WarView, one: Chase) -> Escape | None:
    """Return how a lock can be shaken off before it is launched on (SR-F11); None when nothing moves before that."""
    s = board(view)
    target = s.ships.get(one.target)
    if one.flying or target is None or (one.due and (view.phase != "move" or target.moved)):
        return None
    posts = _posts(s, target)
    if not posts:
        return None
    launcher, theirs = s.ships[one.ship.id], dict[Hex, list[int]]()
    for bow, heading in _posts(s, launcher):
        theirs.setdefault(bow, []).append(heading)
    held = sum(_held(s, (launcher, target), theirs, post, one.reach) for post in posts)
    return Escape(len(posts) - held, len(posts))


def _held(s: War, pair: tuple[Ship, Ship], launching: dict[Hex, list[int]], post: Post, reach: int) -> bool:
    """Return whether a launcher that can come to some posts can launch at a target at another."""
    length, other = hull_of(pair[0]).length, hull_of(pair[1]).length
    (bow, facing), planets = post, chart(s).planets
    for at, headings in launching.items():
        if hx.distance(at, bow) <= reach + length + other - 2:
            for heading in headings:
                bearing = targeting.bear(hx.sub(bow, at), heading, length, facing, other)
                if bearing[0] <= reach and targeting.see(*at, bearing, planets)[1]:
                    return True
    return False


def _posts(s: War, ship: Ship) -> list[Post]:
    """Return where a ship can stand in the next firing phase that it moves before."""
    if s.phase == "move" and ship.moved:
        return [((ship.q, ship.r), ship.heading)]
    ends = ShipReach(s, ship).ends.values()
    return list(dict.fromkeys((one.hex, one.heading) for ones in ends for one in ones))
