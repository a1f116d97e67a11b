"""What a ship can do, computed when asked for: power by department, damage prevented, missions met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starforge.games.reach.model.catalogue import book, needs
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, STOPPED, Player, Reach
from starforge.games.reach.rules.ops.abilities import bonus


def defaults(p: Player) -> dict[str, int]:
    """Return the ship's power without crew, Research and damage (UR-O2); nothing before a ship is chosen."""
    return book().ships[p.ship].power if p.ship else dict.fromkeys(DEPARTMENTS, 0)


def attached(p: Player, department: str) -> int:
    """Return what the Research attached to a department adds for good (UR-W3)."""
    return sum(int(book().missions[m].reward[2]) for m, at in p.research.items() if at == department)


def crewed(p: Player, department: str) -> int:
    """Return what the crew in a department gives: Main Power at home, Worker Power elsewhere (UR-T2, UR-P5)."""
    power = book().power
    return sum(power[card, department] for card in p.crew[department])


def weighing(p: Player, turn: int, department: str) -> int:
    """Return how much power the damage of a department takes."""
    hurt = p.damage[department]
    return hurt and max(0, hurt - bonus(p, turn, "calm", department))


def has_specialists(p: Player) -> bool:
    """Return whether any Specialist stands where an ability could matter."""
    apart = book().specialists.keys().isdisjoint
    for zone in (*DEPARTMENTS, DEFENCE):  # noqa: SIM110 (asked for more often than anything else)
        if not apart(p.crew[zone]):
            return True
    return False


def totals(p: Player, turn: int) -> dict[str, int]:
    """Return the total power of each department (UR-T5): never below 0, the floor on the final sum only."""
    b = book()
    power, own, special = b.power, defaults(p), has_specialists(p)
    found = {}
    for d in DEPARTMENTS:
        n = own[d] - p.damage[d]
        for card in p.crew[d]:
            n += power[card, d]
        if p.boosts:
            n += p.boosts.get(d, 0)
        if special:
            n += bonus(p, turn, "power", d) + p.damage[d] - weighing(p, turn, d)
        found[d] = n
    for m, at in p.research.items():
        found[at] += int(b.missions[m].reward[2])
    return {d: n if n > 0 else 0 for d, n in found.items()}


def with_card(p: Player, card: str, zone: str) -> Player:
    """Return the player as it would be with a card placed in a zone."""
    return replace(p, crew={**p.crew, zone: [*p.crew[zone], card]})


def workers(p: Player) -> int:
    """Return the Worker Power in the Defence Center (UR-D1)."""
    return sum([worker(card) for card in p.crew[DEFENCE]])


def worker(card: str) -> int:
    """Return a crew card's Worker Power."""
    b = book()
    return (b.crew.get(card) or b.specialists[card]).worker


def stopped(p: Player, turn: int) -> int:
    """Return how much damage of a tile the ship prevents (UR-D1)."""
    return min(STOPPED, workers(p)) + bonus(p, turn, "stops")


def required(p: Player, turn: int, mission: str) -> dict[str, int]:
    """Return what a mission needs of this player now, department by department (UR-C2)."""
    row = dict(needs(mission, turn % 3 == 1))
    if p.eased or has_specialists(p):
        for d in row:
            row[d] = max(0, row[d] - p.eased.get(d, 0) - bonus(p, turn, "ease", d))
    return row


def lacking(p: Player, turn: int, mission: str, have: dict[str, int]) -> dict[str, int]:
    """Return how much power is missing for a mission, by department; nothing when it is met (UR-C1).

    ``have`` are the totals of the ship.
    """
    return {d: n - have[d] for d, n in required(p, turn, mission).items() if have[d] < n}


def landing_needs(p: Player, turn: int) -> dict[str, int]:
    """Return what the Landing card needs of each department."""
    need = book().landings[p.landing].need
    return {d: max(0, need[d] - bonus(p, turn, "landing", d)) for d in DEPARTMENTS}


def short_of_landing(p: Player, turn: int) -> dict[str, int]:
    """Return how much power is missing to land, by department; nothing when the ship can (UR-E3)."""
    have = totals(p, turn)
    return {d: n - have[d] for d, n in landing_needs(p, turn).items() if have[d] < n}


def ranking(s: Reach, ships: Sequence[Player]) -> list[int]:
    """Return the seats in play order (UR-O1), ties by the ship's default (UR-O2), by the ships given."""
    department = book().tiles[s.tile].order

    def key(n: int) -> tuple[int, int, int]:
        p = ships[n]
        strength = totals(p, s.turn)[department] + bonus(p, s.turn, "order", department)
        return (p.first or len(ships) + 1, -strength, -defaults(p)[department])

    return sorted(range(len(ships)), key=key)


def crew_points(p: Player, turn: int) -> int:
    """Return the victory points of all crew the player owns, wherever it is (UR-E4)."""
    b = book()
    return sum((b.crew.get(c) or b.specialists[c]).points for c in p.owned()) + bonus(p, turn, "points")


def mission_points(p: Player) -> int:
    """Return the victory points of the claimed missions (UR-C3)."""
    return sum(book().missions[m].points for m in p.claimed)


def claimable(s: Reach, seat: int) -> list[str]:
    """Return the missions whose needs the seat's totals meet (UR-C1)."""
    p = s.players[seat]
    have = totals(p, s.turn)
    return [m for m in (*s.pool, *p.reserved) if all(have[d] >= n for d, n in required(p, s.turn, m).items())]
