"""How a fleet kept by name is bought: what to sell, what to buy, and what does not fit. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.games.shattered_reach.model.actions import Buy, Sell
from starforge.games.shattered_reach.model.catalogue import hulls, roster
from starforge.games.shattered_reach.view.types import WarView


class Order(NamedTuple):
    """Say which actions make one fleet of another, and in words what is left out."""

    actions: tuple[Action, ...]
    left_out: tuple[str, ...]


def order(view: WarView, wanted: Mapping[str, int]) -> Order:
    """Return how the seat's fleet becomes the wanted one, dearest ships first, as far as points and limits go."""
    points = dict(view.purse)
    sales: list[Action] = []
    purchases: list[Action] = []
    left_out = []
    given = _given(view)
    mine = roster(view.seats[view.seat or 0].faction)
    for slug in mine:
        surplus = view.fleet.count(slug) - max(wanted.get(slug, 0), given.get(slug, 0))
        sales += [Sell(slug)] * max(surplus, 0)
        points[_purse(points, slug)] = points.get(_purse(points, slug), 0) + max(surplus, 0) * hulls()[slug].cost
    for slug in sorted(mine, key=lambda slug: -hulls()[slug].cost):
        missing = wanted.get(slug, 0) - view.fleet.count(slug)
        if missing <= 0:
            continue
        hull, purse = hulls()[slug], _purse(points, slug)
        room = hull.limit - view.fleet.count(slug)
        count = max(min(missing, room, points[purse] // hull.cost), 0)
        purchases += [Buy(slug)] * count
        points[purse] -= count * hull.cost
        if count < missing:
            left_out.append(_excuse(slug, missing - count, room < missing and count == room, points[purse]))
    return Order((*sales, *purchases), tuple(left_out))


def _given(view: WarView) -> dict[str, int]:
    """Return the ships that the scenario gives, which cannot be sold."""
    fixed = (c.action.ship for c in view.choices if isinstance(c.action, Sell) and c.reason)
    return {slug: view.fleet.count(slug) for slug in fixed}


def _purse(points: Mapping[str, int], slug: str) -> str:
    return "any" if "any" in points else hulls()[slug].kind


def _excuse(slug: str, count: int, full: bool, points: int) -> str:
    hull = hulls()[slug]
    if full:
        return f"{count} {hull.name} (at most {hull.limit})"
    return f"{count} {hull.name} ({hull.cost:,} each, {points:,} left)"
