"""Whom a ship could fire at from where it comes to, and under whose fire it is there, in words."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine.hex import Hex
from starforge.english import amount, some
from starforge.games.shattered_reach.plans.sights import Contact, Sights, hits
from starforge.games.shattered_reach.rules.flight import EDGE, PLANET
from starforge.games.shattered_reach.view.types import ShipView, WarView, name


def post_of(view: WarView, ship: ShipView) -> tuple[Hex, int] | None:
    """Return where a ship of the seat stands once it has moved as planned, else drifted; None for one that is lost."""
    plan = view.plan(ship.id)
    if plan is not None:
        return None if plan.lost else (plan.end[:2], plan.end[2])
    drift = next((one for one in view.drifts if one.ship == ship.id), None)
    if drift is not None and drift.stop in (EDGE, PLANET):
        return None
    return (drift.path[-1] if drift is not None and drift.path else ship.hexes[0]), ship.heading


def contact_words(view: WarView, sights: Sights, post: tuple[Hex, int], most: int) -> list[str]:
    """Return whom a ship could fire at from a place, and who could fire at it there with the damage on average.

    Those who harm most are named, so many; that foes which have yet to move need not only drift is said, shorter where
    it is one.
    """
    found = sights.at(*post)
    prey = sorted((one for one in found if one.mine), key=lambda one: -hits(one.mine))
    foes = sorted((one for one in found if one.theirs), key=lambda one: -hits(one.theirs))
    told = [f"{name(view, one.ship)} {max(aim.percent for aim in one.mine)}%" for one in prey]
    words = [f"could fire at {_first(told, most)}"] if told else []
    if not foes:
        return [*words, "under no fire" + ("" if sights.settled else " if foes only drift")]
    total, drifting = sum(hits(one.theirs) for one in foes), "it drifts" if len(foes) == 1 else "they drift"
    sure = all(foe.settled for foe in foes)
    guess = "" if sure or most == 1 else f" if {drifting}"
    fire = "under fire of" if sure or guess else "may meet fire of"
    whole = f", {amount(total)} in all" if len(foes) > 1 and total else ""
    return [*words, f"{fire} {_first([_fire(view, one) for one in foes], most)}{whole}{guess}"]


def _fire(view: WarView, foe: Contact) -> str:
    """Return a foe with its shots and the damage that they do on average, or with the chance of its lock."""
    shots = sum(aim.mounts for aim in foe.theirs if not aim.locks)
    odds = f"{some(shots, 'shot')}, {amount(hits(foe.theirs))} damage"
    return f"{name(view, foe.ship)} ({odds if shots else f'a lock, {max(aim.percent for aim in foe.theirs)}%'})"


def _first(told: Sequence[str], most: int) -> str:
    return f"{', '.join(told[:most])}{f' and {len(told) - most} more' * (len(told) > most)}"
