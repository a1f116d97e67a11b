"""Where a thinking player places a hand: the best of several plans, each aimed at a mission and then improved.

A plan depends on nothing but the situation, so that asking again after every card placed gives the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS, REPAIRS, STOPPED
from starforge.games.reach.view.odds import shortfall
from starforge.quick import dataclass

Placement = tuple[tuple[str, str], ...]
"""Cards and the zones they go to."""

LATER = (0.45, 0.3, 0.1)
"""What a point of power is worth in each coming turn: the first four of a department, up to seven, more."""
LESSON = {1: 1.8, 2: 1.4, 3: 1.0}
"""What a Junior's lesson in the Academy is worth, by round."""
MENDED = {1: 1.2, 2: 1.4, 3: 1.7}
"""What a damage card removed at the end of the round is worth, by round."""
SHORT = (0.8, 1.5, 3.5)
"""What a point short of the landing costs in the last round, by tile."""
SPITE = 0.7
"""What a point is worth that a single rival does not get."""
LANDED = 16.0
"""What it is worth to be able to land, in the last turn."""


@dataclass(frozen=True, slots=True)
class Target:
    """A mission: what it needs by department, what it is worth, and how likely it is still there after each rival."""

    needs: tuple[int, ...]
    worth: float
    left: tuple[float, ...]
    mission: str = ""


class Rival(NamedTuple):
    """Say how another ship may stand when the screens drop.

    ``order`` is its power where the play order is decided, ``default`` breaks ties; ``met`` are the missions it meets
    and what they are worth to it, best first.
    """

    order: int
    default: int
    met: tuple[tuple[str, float], ...]


Scenario = tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """Hold all that a plan depends on; departments are numbers, ``power`` is without the hand, best ``targets`` first.

    ``rivals`` are the others' powers, as expected, in the department ``order`` that decides the play order. ``stops``
    says what the first, second and third worker in the Defence Center is worth. ``damage`` is what nobody repairs yet.
    With ``scenarios`` claims are worked out against each; ``default`` is the power that then breaks ties.
    """

    turn: int
    hand: tuple[str, ...]
    power: tuple[int, ...]
    targets: tuple[Target, ...]
    order: int
    rivals: tuple[float, ...]
    stops: tuple[float, ...]
    workers: int
    learners: int
    damage: tuple[int, ...]
    need: tuple[int, ...]
    spare: int
    default: int = 0
    scenarios: tuple[Scenario, ...] = ()

    def holding(self, hand: tuple[str, ...]) -> Situation:
        return replace(self, hand=hand)

    @property
    def round(self) -> int:
        return (self.turn - 1) // 3 + 1

    @property
    def step(self) -> int:
        return (self.turn - 1) % 3 + 1


@lru_cache(4096)
def plan(at: Situation) -> Placement:
    best: Placement = ()
    most = float("-inf")
    for start in dict.fromkeys(_starts(at)):
        placed, value = _improved(at, start)
        if value > most:
            best, most = placed, value
    return best


def _starts(at: Situation) -> Iterator[Placement]:
    """Give a first plan for every mission, and one for everybody at home."""
    for target in at.targets:
        yield _aimed(at, target.needs)
    yield _aimed(at, at.need)
    yield tuple((card, crew_card(card).home) for card in at.hand)


def _aimed(at: Situation, needs: tuple[int, ...]) -> Placement:
    """Fill what a mission needs, at home first, then by workers; who is left goes home."""
    missing = [n - p for n, p in zip(needs, at.power, strict=True)]
    placed: list[tuple[str, str]] = []
    left: list[str] = []
    for card in sorted(at.hand, key=lambda c: -crew_card(c).main):
        home = DEPARTMENTS.index(crew_card(card).home)
        if missing[home] > 0:
            missing[home] -= crew_card(card).main
            placed.append((card, DEPARTMENTS[home]))
        else:
            left.append(card)
    for card in sorted(left, key=lambda c: -crew_card(c).worker):
        worst = max(range(4), key=lambda d: missing[d])
        if missing[worst] > 0:
            missing[worst] -= crew_card(card).worker
            placed.append((card, DEPARTMENTS[worst]))
        else:
            placed.append((card, crew_card(card).home))
    return tuple(placed)


def _zones(at: Situation, card: str) -> list[str]:
    hurt = [REPAIRS[d] for d, n in zip(DEPARTMENTS, at.damage, strict=True) if n]
    academy = [ACADEMY] if crew_card(card).level == 1 else []
    return [*DEPARTMENTS, DEFENCE, *academy, *hurt]


def _improved(at: Situation, start: Placement) -> tuple[Placement, float]:
    """Move one card at a time to where the plan gets better, until none does."""
    placed, value = start, worth(at, start)
    better = True
    while better:
        better = False
        for n, (card, zone) in enumerate(placed):
            for other in _zones(at, card):
                if other == zone:
                    continue
                changed = (*placed[:n], (card, other), *placed[n + 1 :])
                found = worth(at, changed)
                if found > value + 1e-9:
                    placed, value, zone, better = changed, found, other, True
    return placed, value


def second_best(at: Situation, placed: Placement, chosen: tuple[str, str]) -> tuple[str, Placement, float]:
    """Return where else a card of a plan would do most, the plan with it there, and how much less that is worth."""
    n, (card, zone) = placed.index(chosen), chosen
    others = [(other, (*placed[:n], (card, other), *placed[n + 1 :])) for other in _zones(at, card) if other != zone]
    other, changed = max(others, key=lambda one: worth(at, one[1]))
    return other, changed, worth(at, placed) - worth(at, changed)


def powers(at: Situation, placed: Placement) -> list[int]:
    """Return the power of each department with a plan carried out."""
    power = list(at.power)
    for card, zone in placed:
        if zone in _INDEX:
            power[_INDEX[zone]] += book().power[card, zone]
    return power


def met_by(at: Situation, placed: Placement) -> list[bool]:
    power = powers(at, placed)
    return [all(have >= need for have, need in zip(power, target.needs, strict=True)) for target in at.targets]


def worth(at: Situation, placed: Placement) -> float:
    """Return how good a plan is; minus infinity for one that is not allowed."""
    power = list(at.power)
    damage = list(at.damage)
    workers, learners, mended = at.workers, at.learners, 0
    free: list[str] = []
    gives, index = book().power, _INDEX
    for card, zone in placed:
        d = index.get(zone)
        if d is not None:
            power[d] += gives[card, zone]
        elif zone == DEFENCE:
            workers += crew_card(card).worker
        elif zone == ACADEMY:
            learners += 1
            free.append(f"{card[0]}2")
        else:
            mended += 1
            damage[_MENDS[zone]] -= 1
            free.append(card)
    if workers > STOPPED or learners > STOPPED or min(damage) < 0:
        return float("-inf")
    value = sum(at.stops[at.workers : workers]) + mended * MENDED[at.round]
    value += (learners - at.learners) * LESSON[at.round]
    return value + _claims(at, power) + _future(at, power) + _landing(at, power, damage, free)


_INDEX = {d: n for n, d in enumerate(DEPARTMENTS)}
_MENDS = {zone: n for n, zone in enumerate(REPAIRS.values())}


_LATER = [min(p, 4) * LATER[0] + min(max(p - 4, 0), 3) * LATER[1] + max(p - 7, 0) * LATER[2] for p in range(40)]


def _claims(at: Situation, power: list[int]) -> float:
    """Return what this turn's claim is worth: the best mission that is met, or the next when that is gone."""
    if at.scenarios:
        return _foreseen(at, power)
    ahead = sum(rival >= power[at.order] for rival in at.rivals)
    a, b, c, d = power
    value, missed = 0.0, 1.0
    for target in at.targets:
        e, f, g, h = target.needs
        if a >= e and b >= f and c >= g and d >= h:
            chance = target.left[ahead]
            value += missed * chance * target.worth
            missed *= 1 - chance
    return value


def _foreseen(at: Situation, power: list[int]) -> float:
    """Return what claims come to on average: the own, less what the others take of it."""
    a, b, c, d = power
    mine = [
        (t.mission, t.worth)
        for t in at.targets
        if a >= t.needs[0] and b >= t.needs[1] and c >= t.needs[2] and d >= t.needs[3]
    ]
    own, total = (power[at.order], at.default), 0.0
    for rivals in at.scenarios:
        taken: set[str] = set()
        ahead = [rival for rival in rivals if rival[:2] > own]
        theirs = _take(ahead, taken)
        got = next((one for one in mine if one[0] not in taken), None)
        if got is not None:
            taken.add(got[0])
            total += got[1]
        theirs += _take([rival for rival in rivals if rival[:2] <= own], taken)
        total -= SPITE * theirs / len(rivals)
    return total / len(at.scenarios)


def _take(rivals: list[Rival], taken: set[str]) -> float:
    """Let rivals claim what is left, in play order, and return what that is worth to them."""
    found = 0.0
    for rival in sorted(rivals, reverse=True) if len(rivals) > 1 else rivals:
        for mission, worth in rival.met:
            if mission not in taken:
                taken.add(mission)
                found += worth
                break
    return found


def _future(at: Situation, power: list[int]) -> float:
    turns = 3 - at.step
    if not turns:
        return sum(power) * 0.01
    return turns * sum([_LATER[p if p < len(_LATER) else -1] if p > 0 else p * LATER[0] for p in power])


def _landing(at: Situation, power: list[int], damage: list[int], free: list[str]) -> float:
    """Return what the plan means for the landing, in the last round; ``free`` crew is placed anew there."""
    if at.round < 3:
        return 0.0
    repaired = [p + old - new for p, old, new in zip(power, at.damage, damage, strict=True)]
    short = shortfall(repaired, at.need, free) - at.spare
    return LANDED * (at.step == 3) if short <= 0 else -short * SHORT[at.step - 1]
