"""Before the fleets: factions, initiative, and who takes which side of the scenario."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.engine.ops import push
from starforge.engine.rules import Refusal, Rule
from starforge.engine.state import Ask
from starforge.games.shattered_reach.model.actions import Choose, Defer
from starforge.games.shattered_reach.model.catalogue import FACTIONS, hulls
from starforge.games.shattered_reach.model.maps import side_of
from starforge.games.shattered_reach.model.state import Player, War, scenario
from starforge.games.shattered_reach.rules.ops import op
from starforge.games.shattered_reach.rules.rounds import turn_order


def _offer_factions(s: War, seat: int) -> list[Action]:
    return [Choose(faction) for faction in FACTIONS]


def _check_faction(s: War, seat: int, a: Choose) -> Refusal | None:
    if a.faction not in FACTIONS:
        return Refusal(f"The factions are {', '.join(FACTIONS)}.", "SR-S1")
    taken = [p.faction for p in s.players]
    if a.faction in taken:
        return Refusal("Another player commands that faction.", "SR-S1")
    if scenario(s).roles == "myriad" and taken.count("") == 1 and "myriad" not in (*taken, a.faction):
        return Refusal("In this scenario one player must play the Myriad.", "SR-C8")
    return None


def _offer_defer(s: War, seat: int) -> list[Action]:
    return [Defer()]


def _check_defer(s: War, seat: int, a: Defer) -> Refusal | None:
    if all(p.faction or p.defers for n, p in enumerate(s.players) if n != seat):
        return Refusal("Nobody is left who could choose before you.", "SR-S1")
    return None


def _do_defer(s: War, seat: int, a: Defer) -> None:
    s.players[seat].defers = True
    s.emit("deferred", seat=seat)
    push(s, ("next-faction", seat))


def _do_choose(s: War, seat: int, a: Choose) -> None:
    s.players[seat].faction = a.faction
    s.emit("chosen", seat=seat, faction=a.faction)
    push(s, ("next-faction", seat))


@op("choose factions")
def next_faction(s: War, seat: int) -> None:
    """Ask the next seat without a faction, those that defer last; the last faction left goes by itself (SR-S1)."""
    waiting = sorted((n for n, p in enumerate(s.players) if not p.faction), key=lambda n: s.players[n].defers)
    if not waiting:
        push(s, ("take-initiative", 0))
        return
    choices = [f for f in FACTIONS if _check_faction(s, waiting[0], Choose(f)) is None]
    if len(choices) == 1:
        _do_choose(s, waiting[0], Choose(choices[0]))
    else:
        s.asks[waiting[0]] = Ask("faction")


@op("roll for initiative")
def take_initiative(s: War, seat: int) -> None:
    """Let the highest roll take the initiative, ties roll again, and hand out the sides (SR-S2)."""
    rolling = list(range(len(s.players)))
    while len(rolling) > 1:
        rolls = {n: s.rng.roll() for n in rolling}
        s.emit("rolled", rolls=rolls)
        rolling = [n for n in rolling if rolls[n] == max(rolls.values())]
    s.holder = rolling[0]
    for side, n in enumerate(by_side(s)):
        _take_side(s, s.players[n], side)
    s.emit("sided", holder=s.holder, sides=[p.side for p in s.players])
    s.phase = "build"
    for n in range(len(s.players)):
        s.asks[n] = Ask("build")


def by_side(s: War) -> list[int]:
    """Return the seats in the order of the sides they take."""
    roles = scenario(s).roles
    seats = turn_order(s) if roles == "order" else list(range(len(s.players)))
    return sorted(seats, key=lambda n: s.players[n].faction != "myriad") if roles == "myriad" else seats


def _take_side(s: War, p: Player, number: int) -> None:
    side = side_of(s.scenario, s.custom, s.budget, number)
    p.side, p.team, p.purse = number, side.team, side.points()
    s.bank -= sum(side.purse.values())
    if side.free:
        p.fleet = [side.free]
        s.bank -= hulls()[side.free].cost


RULES = {
    "faction": (
        Rule(Choose, _offer_factions, _check_faction, _do_choose),
        Rule(Defer, _offer_defer, _check_defer, _do_defer),
    )
}
