"""The lower levels: cadets fly and fire at what is nearest; officers weigh damage, but no answer to it."""

from __future__ import annotations

from functools import lru_cache

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.games.policy import Decision
from starforge.games.shattered_reach.bot import player
from starforge.games.shattered_reach.bot.pilot import JudgedPlan, ShipToMove, in_hand, judged
from starforge.games.shattered_reach.model.actions import EndFire, Fire, Launch, LockOn, Reacquire
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import Ship, War
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.rules.targeting import WAYS, launch_chance
from starforge.games.shattered_reach.view.types import WarView

CADETS_STEPS, OFFICERS_STEPS = 3, 5
"""How many steps of a ship's move they think of."""


class FleetCadet:
    """Play as people do who have just learnt the rules: at the nearest foe, by the shortest way, at the surest shot."""

    about = "flies at the nearest foe, takes the surest shot, forgets its missiles and what answers"
    explains = False

    def choose(self, at: Decision[War, WarView]) -> Action:
        kind = at.view.ask.kind if at.view.ask else ""
        if kind == "move":
            return player.follow(at.view, _straight_at(in_hand(at.view, at.sample)))
        return _surest(at.view) if kind == "fire" else player.captain(at)


class FleetOfficer:
    """Play soundly for the moment: where a ship deals most, with no care for what it takes there."""

    about = "goes where each ship deals most and fires for damage, with no care for the answer"
    explains = False

    def choose(self, at: Decision[War, WarView]) -> Action:
        kind = at.view.ask.kind if at.view.ask else ""
        if kind == "move":
            return player.follow(at.view, _boldest(in_hand(at.view, at.sample)))
        return _hardest(at.view) if kind == "fire" else player.captain(at)


@lru_cache(32)
def _straight_at(where: ShipToMove) -> tuple[str, ...]:
    """Return the steps that bring a ship nearest to the foe that is nearest now, its bow towards it."""
    s = where.board()
    ship = s.ships[where.ship]
    foe = min(targeting.foes(s, ship.seat), key=lambda foe: (_apart(ship, foe), foe.id), default=ship)
    plans = [one for one in judged(s, ship) if len(one.steps) <= CADETS_STEPS]
    return min(plans, key=lambda one: _off_course(one, foe)).steps


def _apart(ship: Ship, foe: Ship) -> int:
    return hx.distance((ship.q, ship.r), (foe.q, foe.r))


def _off_course(one: JudgedPlan, foe: Ship) -> tuple[bool, int, bool, int]:
    at = one.end.q, one.end.r
    there = foe.q, foe.r
    ahead = at != there and hx.in_front(at, one.end.heading, there)
    return bool(one.end.stop), hx.distance(at, there), not ahead, -one.end.velocity


@lru_cache(32)
def _boldest(where: ShipToMove) -> tuple[str, ...]:
    s = where.board()
    plans = (one for one in judged(s, s.ships[where.ship], 0.0) if len(one.steps) <= OFFICERS_STEPS)
    return max(plans, key=lambda one: one.value).steps


def _surest(view: WarView) -> Action:
    """Return the shot that most likely hits, whatever it hits; guns alone are thought of."""
    ways = {a: WAYS[_needed(view, a.weapon, a.target)] for a in view.legal if isinstance(a, Fire)}
    return max(ways, key=lambda a: ways[a]) if ways else EndFire()


def _hardest(view: WarView) -> Action:
    """Return the shot that deals most on average."""
    worths = {a: _damage(view, a) for a in view.legal}
    best = max(worths, key=lambda a: worths[a])
    return best if worths[best] > 0 else EndFire()


def _damage(view: WarView, a: Action) -> float:
    if isinstance(a, Fire):
        return WAYS[_needed(view, a.weapon, a.target)] / 36 * weapons()[a.weapon].damage
    if isinstance(a, Reacquire):
        return float("inf")  # it costs nothing
    ship = view.ship(view.hand)
    if ship is None or not isinstance(a, (Launch, LockOn)):
        return 0.0
    kind = hulls()[ship.card].launchers[a.launcher]
    hits = launch_chance(weapons()[kind])[0] / 36 * weapons()[kind].damage
    return hits if isinstance(a, Launch) else hits * WAYS[_needed(view, kind, a.target)] / 36


def _needed(view: WarView, weapon: str, target: int) -> int:
    return next(shot.needed for shot in view.shots if (shot.weapon, shot.target) == (weapon, target))
