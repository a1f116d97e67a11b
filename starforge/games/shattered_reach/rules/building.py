"""Building fleets, secretly and all at once: purses, limits and ready-made fleets (SR-S4)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule, only
from starforge.engine.state import Ask
from starforge.games.shattered_reach.model import maps
from starforge.games.shattered_reach.model.actions import Buy, Enlist, Ready, Sell
from starforge.games.shattered_reach.model.catalogue import Fleet, Hull, fleets, hulls, roster
from starforge.games.shattered_reach.model.maps import Side
from starforge.games.shattered_reach.model.state import Player, War, side_of

ASK = Ask("build")
_enlist = lru_cache(256)(Enlist)
_READY = (Ready(),)


def _purse(p: Player, kind: str) -> str:
    return "any" if "any" in p.purse else kind


class Ware(NamedTuple):
    slug: str
    hull: Hull
    buy: Buy
    sell: Sell


@lru_cache
def _wares(faction: str) -> tuple[Ware, ...]:
    return tuple(Ware(slug, hulls()[slug], Buy(slug), Sell(slug)) for slug in roster(faction))


def _offer_buys(s: War, seat: int) -> list[Action]:
    return [ware.buy for ware in _wares(s.players[seat].faction)]


def check_buy(s: War, seat: int, a: Buy) -> Refusal | None:
    """Return why a ship cannot be bought (SR-S4)."""
    p = s.players[seat]
    if a.ship not in roster(p.faction):
        return Refusal("Your faction has no such ship.", "SR-S4")
    hull = hulls()[a.ship]
    if p.fleet.count(a.ship) >= hull.limit:
        return Refusal(f"A fleet has at most {hull.limit} of this type.", "SR-S4")
    left = p.purse.get(_purse(p, hull.kind), 0)
    if hull.cost > left:
        return Refusal(f"It costs {hull.cost:,}, and {left:,} of your points left.", "SR-S4")
    return None


def buy(p: Player, slug: str) -> None:
    p.purse[_purse(p, hulls()[slug].kind)] -= hulls()[slug].cost
    p.fleet.append(slug)


def _do_buy(s: War, seat: int, a: Buy) -> None:
    buy(s.players[seat], a.ship)
    s.asks[seat] = ASK


def _offer_sales(s: War, seat: int) -> list[Action]:
    return [ware.sell for ware in _wares(s.players[seat].faction) if ware.slug in s.players[seat].fleet]


def _check_sell(s: War, seat: int, a: Sell) -> Refusal | None:
    count = s.players[seat].fleet.count(a.ship)
    if count == 0:
        return Refusal("There is none of that type in your fleet.", "SR-S4")
    if a.ship == side_of(s, seat).free and count == 1:
        return Refusal("This scenario gives you that ship; it stays.", "SR-S4")
    return None


def _do_sell(s: War, seat: int, a: Sell) -> None:
    p = s.players[seat]
    p.fleet.remove(a.ship)
    hull = hulls()[a.ship]
    p.purse[_purse(p, hull.kind)] += hull.cost
    s.asks[seat] = ASK


def _offer_fleets(s: War, seat: int) -> list[Action]:
    return list(map(_enlist, ready_made(s, seat)))


def ready_made(s: War, seat: int) -> dict[str, tuple[dict[str, int], list[str]]]:
    """Return the ready-made fleets that a seat can afford, each with the purses and the ships that it leads to."""
    p = s.players[seat]
    return affordable(p.faction, s.scenario, s.custom, s.budget, p.side)


@lru_cache(64)
def affordable(
    faction: str, scenario: str, custom: str, budget: int, side: int
) -> dict[str, tuple[dict[str, int], list[str]]]:
    """Return the ready-made fleets of a faction that a side of a table can afford, as ``ready_made`` does."""
    given = maps.side_of(scenario, custom, budget, side)
    found = {slug: _shopping(given, fleet) for slug, fleet in fleets().items() if fleet.faction == faction}
    return {slug: bought for slug, bought in found.items() if min(bought[0].values()) >= 0}


def _shopping(side: Side, fleet: Fleet) -> tuple[dict[str, int], list[str]]:
    """Return purses and ships after enlisting a fleet; a purse below zero says that it is too dear."""
    purse: dict[str, int] = side.points()
    for slug in fleet.list:
        if slug != side.free:
            kind = "any" if "any" in purse else hulls()[slug].kind
            purse[kind] = purse.get(kind, 0) - hulls()[slug].cost
    free = [side.free] if side.free and side.free not in fleet.list else []
    return purse, [*free, *fleet.list]


def _check_enlist(s: War, seat: int, a: Enlist) -> Refusal | None:
    found = ready_made(s, seat).get(a.fleet)
    if found is None:
        return Refusal("Your faction has no ready-made fleet of that name within your budget.", "SR-S4")
    return Refusal("Your fleet is that one already.", "SR-S4") if found[1] == s.players[seat].fleet else None


def _do_enlist(s: War, seat: int, a: Enlist) -> None:
    p = s.players[seat]
    purse, ships = ready_made(s, seat)[a.fleet]
    p.purse, p.fleet = dict(purse), list(ships)
    s.asks[seat] = ASK


def _check_built(s: War, seat: int, a: Ready) -> Refusal | None:
    return None if s.players[seat].fleet else Refusal("A fleet holds at least one ship.", "SR-S4")


def _do_built(s: War, seat: int, a: Ready) -> None:
    s.emit("built", seat=seat)
    if not s.asks:
        push(s, ("reveal-fleets", 0))


def allowed(s: War, seat: int) -> list[Action]:
    p, free = s.players[seat], side_of(s, seat).free
    purse, fleet = p.purse, p.fleet
    buys, sales = list[Action](), list[Action]()
    for slug, hull, buy_, sell in _wares(p.faction):
        count = fleet.count(slug)
        if count < hull.limit and hull.cost <= purse.get(_purse(p, hull.kind), 0):
            buys.append(buy_)
        if count > (slug == free):
            sales.append(sell)
    fleets = [_enlist(slug) for slug, (_, ships) in ready_made(s, seat).items() if ships != fleet]
    return [*buys, *sales, *fleets, *_READY] if fleet else [*buys, *sales, *fleets]


RULES = {
    "build": (
        Rule(Buy, _offer_buys, check_buy, _do_buy),
        Rule(Sell, _offer_sales, _check_sell, _do_sell),
        Rule(Enlist, _offer_fleets, _check_enlist, _do_enlist),
        Rule(Ready, only(Ready), _check_built, _do_built),
    )
}
