"""The battle report of a round, and of a whole war: who fired at whom, hits beside the odds, losses, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from starforge.engine.event import Event
from starforge.english import amount, listed, some
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.rules.targeting import WAYS, launch_chance

ROLLED = ("fired", "locked", "reacquired", "launched")
LOST = ("destroyed", "crashed")


class Aimed(NamedTuple):
    """A roll for a shot, a lock or a missile: whose it was, with which ship at which, whether it hit, the chance."""

    seat: int
    ship: str
    target: str
    hit: bool
    ways: int


def rolls(events: Sequence[Event]) -> Iterator[Aimed]:
    for e in events:
        d = e.data
        if e.kind in ROLLED:
            hit = d["outcome"] == "hit" if e.kind == "launched" else bool(d["hit"])
            ways = launch_chance(weapons()[d["weapon"]])[0] if e.kind == "launched" else WAYS[d["needed"]]
            yield Aimed(d["seat"], d["name"], d["target_name"], hit, ways)


def battle(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return what was fought in some events, a line each for fire, rams and losses of a side."""
    aimed = list(rolls(events))
    told = []
    for seat, name in enumerate(names):
        mine = [one for one in aimed if one.seat == seat]
        if mine:
            pairs = Counter((one.ship, one.target) for one in mine)
            hits = Counter((one.ship, one.target) for one in mine if one.hit)
            at = "; ".join(f"{ship} at {target}: {hits[ship, target]} of {n}" for (ship, target), n in pairs.items())
            told.append(f"{name}: {summed(mine)}. {at}.")
    for d in (e.data for e in events if e.kind == "rammed"):
        told.append(f"{d['name']} rams {d['target_name']}: {d['dealt']} damage to it, {d['taken']} to the rammer.")
    for seat, name in enumerate(names):
        lost = [e.data for e in events if e.kind in LOST and e.data["seat"] == seat]
        if lost:
            points = sum(hulls()[d["card"]].cost for d in lost)
            told.append(f"{name} loses {listed([d['name'] for d in lost])}, worth {points:,}.")
    return told


def summed(aimed: Sequence[Aimed]) -> str:
    """Return how many rolls hit beside how many were to be expected."""
    expected = sum(one.ways for one in aimed) / 36
    return f"{sum(one.hit for one in aimed)} of {some(len(aimed), 'roll')} hit (expected {amount(expected)})"


def gunners(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield a line for every ship that has fired, those first that hit most."""
    by: dict[tuple[int, str], list[Aimed]] = {}
    for one in rolls(events):
        by.setdefault((one.seat, one.ship), []).append(one)
    for (seat, ship), mine in sorted(by.items(), key=lambda one: -sum(aimed.hit for aimed in one[1])):
        yield f"{names[seat]}'s {ship}: {summed(mine)}."
