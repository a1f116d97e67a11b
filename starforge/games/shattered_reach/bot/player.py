"""A bot that commands a fleet: what it builds, where it deploys it and what it fires at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.games.policy import Decision
from starforge.games.shattered_reach.bot.outlook import CLOSE, volley
from starforge.games.shattered_reach.bot.pilot import best_plan, in_hand
from starforge.games.shattered_reach.model.actions import (
    Back,
    Buy,
    Cancel,
    Choose,
    Commit,
    EndFire,
    Enlist,
    Fire,
    Launch,
    LockOn,
    PlaceShip,
    Reacquire,
    Ready,
    SetHeading,
)
from starforge.games.shattered_reach.model.catalogue import fleets, hulls, weapons
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.plans.berths import berths_by_role
from starforge.games.shattered_reach.plans.volleys import PATIENCE, gain
from starforge.games.shattered_reach.rules.building import affordable
from starforge.games.shattered_reach.rules.movement import step_action
from starforge.games.shattered_reach.rules.targeting import WAYS, launch_chance
from starforge.games.shattered_reach.view.types import ShipView, ShotView, WarView

THRIFT = 0.9
"""A ready-made fleet is considered when it costs at least this share of the dearest one."""


def advise(view: WarView, sample: Callable[[], War], rng: Rng) -> Action | None:
    """Return what the bot does; it looks at its own view, and at a board in its own movement turn only."""
    assert view.ask is not None
    if view.ask.kind == "move":
        return _move(view, sample)
    return _ADVICE[view.ask.kind](view, rng)


def captain(at: Decision[War, WarView]) -> Action:
    """Return what a captain does."""
    advice = advise(at.view, at.sample, at.rng)
    assert advice is not None
    return advice


class Strength(NamedTuple):
    """What the guns of a fleet deal on average in a round in which all fire at range 3, and what it takes.

    Missiles do not count: who wins, as measured, goes by the rest.
    """

    fire: float
    toughness: int

    @property
    def worth(self) -> float:
        return self.fire * self.toughness


def fleet_strength(ships: Iterable[str]) -> Strength:
    cards = [hulls()[slug] for slug in ships]
    return Strength(sum(volley(slug, False)[1][CLOSE] for slug in ships), sum(h.hull + h.shields for h in cards))


def faction_strengths(view: WarView) -> dict[str, Strength]:
    """Return what the best ready-made fleet of each faction that can be chosen comes to at the table's points."""
    found = {}
    for choice in (a for a in view.legal if isinstance(a, Choose)):
        made = affordable(choice.faction, view.scenario, view.custom, view.budget, _side(view, choice.faction))
        strengths = [fleet_strength(ships) for _, ships in made.values()]
        found[choice.faction] = max(strengths, key=lambda one: one.worth, default=Strength(0.0, 0))
    return found


def _side(view: WarView, faction: str) -> int:
    """Return the side that a seat gets with a faction, the first where dice decide (SR-S2)."""
    roles = scenario_of(view.scenario, view.custom).roles
    return int(faction != "myriad") if roles == "myriad" else (view.seat or 0) if roles == "seats" else 0


def _choose(view: WarView, rng: Rng) -> Action:
    """Take the faction whose ready-made fleets are the strongest at the table's points."""
    found = faction_strengths(view)
    return Choose(max(found, key=lambda faction: found[faction].worth))


def _build(view: WarView, rng: Rng) -> Action:
    """Take a ready-made fleet, spend what is left on the dearest ships that fit, and commit."""
    ready_made = [a for a in view.legal if isinstance(a, Enlist)]
    if ready_made and len(view.fleet) < 2:
        good = _suited(view.scenario, ready_made)
        return good[rng.below(len(good))]
    buys = [a for a in view.legal if isinstance(a, Buy)]
    return max(buys, key=lambda a: hulls()[a.ship].cost) if buys else Ready()


def _suited(scenario: str, ready_made: list[Enlist]) -> list[Enlist]:
    """Return the fleets that are meant for a scenario, else those for any that use the points well."""
    meant = [a for a in ready_made if fleets()[a.fleet].scenario == scenario]
    if meant:
        return meant
    cost = {a: sum(hulls()[slug].cost for slug in fleets()[a.fleet].list) for a in ready_made}
    common = [a for a in ready_made if not fleets()[a.fleet].scenario] or ready_made
    return [a for a in common if cost[a] >= THRIFT * max(cost[other] for other in common)]


def _deploy(view: WarView, rng: Rng) -> Action:
    """Place the ship in hand by its role, and commit when every ship stands."""
    berth = next((one for one in berths_by_role(view) if one.ship == view.hand), None)
    if berth is not None:
        return PlaceShip(*berth.hex) if berth.heading == view.facing else SetHeading(berth.heading)
    if Ready() in view.legal:
        return Ready()
    others: list[Action] = [a for a in view.legal if isinstance(a, (SetHeading, PlaceShip))] or list(view.legal)
    return others[rng.below(len(others))]


def _move(view: WarView, board: Callable[[], War]) -> Action:
    """Go on with the best plan of the ship in hand: take back what differs from it, add the next step, or commit."""
    return follow(view, best_plan(in_hand(view, board)))


def follow(view: WarView, wanted: tuple[str, ...]) -> Action:
    """Return what brings the plan of the ship in hand nearer to the steps that are wanted, or carries it out."""
    plan = view.plan(view.hand)
    made = plan.steps if plan else ()
    if made == wanted[: len(made)]:
        return step_action(wanted[len(made)]) if len(made) < len(wanted) else Commit()
    return Back()


def _fire(view: WarView, rng: Rng) -> Action:
    """Take the shot with the best expected worth; missiles that can try again go first, for they cost nothing."""
    again = next((a for a in view.legal if isinstance(a, Reacquire)), None)
    if again:
        return again
    found = worths(view)
    action = max(found, key=lambda a: found[a])
    return action if found[action] > 0 else EndFire()


def worths(view: WarView) -> dict[Action, float]:
    """Return what each allowed action of the ship in hand is worth in points of the enemy's ships."""
    ships = {ship.id: ship for ship in view.ships}
    shots = {(shot.weapon, shot.target): shot for shot in view.shots}
    return {a: _worth_of(view, a, ships, shots) for a in view.legal}


def _worth_of(view: WarView, a: Action, ships: dict[int, ShipView], shots: dict[tuple[str, int], ShotView]) -> float:
    own = ships[view.hand]
    if isinstance(a, Fire):
        weapon = weapons()[a.weapon]
        ways = WAYS[shots[a.weapon, a.target].needed]
        return ways / 36 * gain(view, ships[a.target], weapon.damage, weapon.ion)
    kinds = hulls()[own.card].launchers
    if isinstance(a, Launch):
        lock = next(lock for lock in own.locks if lock.launcher == a.launcher)
        weapon = weapons()[lock.weapon]
        return launch_chance(weapon)[0] / 36 * gain(view, ships[lock.target], weapon.damage, False)
    if isinstance(a, LockOn):
        weapon = weapons()[kinds[a.launcher]]
        ways = WAYS[shots[kinds[a.launcher], a.target].needed] * launch_chance(weapon)[0]
        return PATIENCE * ways / 36 / 36 * gain(view, ships[a.target], weapon.damage, False)
    return 0.0


_ADVICE: dict[str, Callable[[WarView, Rng], Action]] = {
    "faction": _choose,
    "build": _build,
    "deploy": _deploy,
    "fire": _fire,
    "concede": lambda view, rng: Cancel(),
}
