"""What a ship can do, computed when asked for: power by department, damage prevented, missions met."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from starforge.games.reach.model.catalogue import book, crew_card, needs
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, STOPPED, Player, Reach
from starforge.games.reach.rules.ops.abilities import bonus, has_specialists


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


def totals(p: Player, turn: int) -> dict[str, int]:
    """Return the total power of each department (UR-T5): never below 0, the floor on the final sum only."""
    found, damage = _sums(p), p.damage
    if has_specialists(p):
        for d in DEPARTMENTS:
            found[d] += bonus(p, turn, "power", d) + damage[d] - weighing(p, turn, d)
    return {d: n if n > 0 else 0 for d, n in found.items()}


def _sums(p: Player) -> dict[str, int]:
    """Return the power of each department without what Specialists change, which may be below 0."""
    own, damage, crew = defaults(p), p.damage, p.crew
    found = {d: own[d] - damage[d] + sum(map(gives, crew[d])) for d, gives in _givers()}
    for m, at in p.research.items():
        found[at] += int(book().missions[m].reward[2])
    for d, n in p.boosts.items():
        found[d] += n
    return found


def totals_with(p: Player, turn: int, card: str, department: str) -> dict[str, int]:
    """Return the totals that the ship would have with one more crew card in a department."""
    if card in book().specialists or has_specialists(p):
        crew = {**p.crew, department: [*p.crew[department], card]}
        return totals(replace(p, crew=crew), turn)
    found = _sums(p)
    found[department] += book().power[card, department]
    return {d: n if n > 0 else 0 for d, n in found.items()}


@cache
def _givers() -> list[tuple[str, Callable[[str], int]]]:
    """Return by department what tells the power of a crew card there."""
    power = book().power
    return [(d, {card: n for (card, at), n in power.items() if at == d}.__getitem__) for d in DEPARTMENTS]


def workers(p: Player) -> int:
    there = p.crew[DEFENCE]
    return sum(map(worker, there)) if there else 0


@cache
def worker(card: str) -> int:
    return crew_card(card).worker


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
    need = book().landings[p.landing].need
    return {d: max(0, need[d] - bonus(p, turn, "landing", d)) for d in DEPARTMENTS}


def short_of_landing(p: Player, turn: int) -> dict[str, int]:
    """Return how much power is missing to land, by department; nothing when the ship can (UR-E3)."""
    have = totals(p, turn)
    return {d: n - have[d] for d, n in landing_needs(p, turn).items() if have[d] < n}


def strengths(s: Reach, ships: Sequence[tuple[Player, dict[str, int]]]) -> list[tuple[int, int]]:
    """Return what decides the play order: total with what counts here only (UR-O1), default for ties (UR-O2).

    The ships come with their totals.
    """
    d = book().tiles[s.tile].order
    return [(have[d] + bonus(p, s.turn, "order", d), defaults(p)[d]) for p, have in ships]


def ranking(ships: Sequence[Player], compared: Sequence[tuple[int, int]]) -> list[int]:
    """Return the seats in play order by what ``strengths`` has compared; who plays a card for it goes first."""
    last = len(ships) + 1
    keys = [(p.first or last, -n, -own) for p, (n, own) in zip(ships, compared, strict=True)]
    return sorted(range(len(ships)), key=keys.__getitem__)


def crew_points(p: Player, turn: int) -> int:
    """Return the victory points of all crew the player owns, wherever it is (UR-E4)."""
    b = book()
    return sum((b.crew.get(c) or b.specialists[c]).points for c in p.owned()) + bonus(p, turn, "points")


def mission_points(p: Player) -> int:
    return sum(book().missions[m].points for m in p.claimed)


def claimable(s: Reach, seat: int) -> list[str]:
    p, turn = s.players[seat], s.turn
    have = totals(p, turn)
    if p.eased or has_specialists(p):
        return [m for m in (*s.pool, *p.reserved) if not lacking(p, turn, m, have)]
    upper = turn % 3 == 1
    return [m for m in (*s.pool, *p.reserved) if all(have[d] >= n for d, n in needs(m, upper))]
