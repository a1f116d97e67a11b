"""Where the ships of a fleet would stand by their roles, as a start to deploy from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.catalogue import Hull
from starforge.games.shattered_reach.model.maps import Chart
from starforge.games.shattered_reach.model.state import Ship, War, chart, hull_of, put
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.rules.deployment import free_berths, room_ahead
from starforge.games.shattered_reach.view.types import WarView

SWIFT = 9
"""The speed from which fighters stand on the flanks."""
SLOW = 7
"""The speed up to which missile carriers stand behind the front."""
ROLES = {
    "heart": "large ships stand in the middle, their sterns to the edge",
    "screen": "fighters stand in front",
    "second line": "slow missile carriers stand behind the front, from where they lock",
    "flank": "the swiftest stand on the flanks",
}


class Berth(NamedTuple):
    """Where a ship would stand: its bow, its heading, and the role that puts it there."""

    ship: int
    hex: Hex
    heading: int
    role: str


def role_of(hull: Hull) -> str:
    if not hull.fighter:
        return "heart"
    if hull.speed >= SWIFT:
        return "flank"
    return "second line" if hull.launchers and hull.speed <= SLOW else "screen"


def berths_by_role(view: WarView) -> tuple[Berth, ...]:
    """Return a berth for each ship of the seat that has none, the longest first; one without room is left out."""
    if view.seat is None or view.phase != "deploy":
        return ()
    s, seat = board(view), view.seat
    facing = chart(s).facings[s.players[seat].side]
    waiting = [ship for ship in s.fleet(seat) if not ship.placed]
    found = []
    for ship in sorted(waiting, key=lambda ship: (-hull_of(ship).length, list(ROLES).index(role_of(hull_of(ship))))):
        one = _berth(s, ship, facing)
        if one is not None:
            (ship.q, ship.r), ship.heading = one.hex, one.heading
            put(s, ship)
            found.append(one)
    return tuple(found)


def _berth(s: War, ship: Ship, facing: int) -> Berth | None:
    """Return the best free berth, facing out of the zone if there is one."""
    role = role_of(hull_of(ship))
    for turn in (0, 1, 5, 2, 4, 3):
        heading = (facing + turn) % 6
        places = [(a.q, a.r) for a in free_berths(s, ship.seat, ship, heading)]
        if places:
            clear = [at for at in places if room_ahead(chart(s), at, heading)[0]]
            best = max(clear or places, key=lambda at: (_fits(chart(s), s.players[ship.seat].side, role, at), at))
            return Berth(ship.id, best, heading, role)
    return None


@lru_cache(32)
def _frame(zone: tuple[Hex, ...], facing: int) -> tuple[int, Hex, int]:
    """Return how many hexes a zone has, their sum, and how far its front is before its middle, times their count."""
    count, middle = len(zone), (sum(q for q, _ in zone), sum(r for _, r in zone))
    front = max(hx.ahead((0, 0), facing, at) for at in zone)
    return count, middle, front * count - hx.ahead((0, 0), facing, middle)


def _fits(field: Chart, side: int, role: str, at: Hex) -> int:
    """Return how well a bow hex suits a role: how far forward it lies, and how far from the middle of the zone."""
    facing = field.facings[side]
    count, middle, front = _frame(field.zones[side], facing)
    there, (dq, dr) = (at[0] * count, at[1] * count), hx.STEPS[facing]
    forward = hx.ahead(middle, facing, there)
    aside = abs(dq * (there[1] - middle[1]) - dr * (there[0] - middle[0]))
    if role == "heart":
        return forward - 8 * aside
    if role == "flank":
        return 2 * forward + aside
    return -2 * abs(front - forward - (4 * count if role == "second line" else 0)) - aside
